"""`piecework audit`: what tokenizers make of texts, side by side."""

import argparse
from pathlib import Path

from ..audit import Audit, audit
from ..progress import bar
from . import arguments, reading, writing

HEAD = (
    "tokenizer",
    "text",
    "words",
    "chunks",
    "tokens",
    "tokens/word",
    "bytes/token",
    "unknown",
    "single",
    "whole words",
    "used",
)


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "audit",
        run,
        "measure what tokenizers make of texts",
        "Words are runs without white space, so that tokenizers can be compared; chunks, what a tokenizer's "
        "own pattern cuts the text into; unknown and single, the shares of tokens that are unknown, and of "
        "those of one character or a part of one; whole words, the share of words that are one token; used, "
        "the share of the vocabulary that occurs.",
        "piecework audit -t tokenizer.json --group en=english.txt --group de=german.txt --reference en",
    )
    arguments.files(parser)
    parser.add_argument(
        "-t",
        "--tokenizer",
        dest="tokenizers",
        action="append",
        required=True,
        metavar="TOKENIZER",
        help=f"{arguments.TOKENIZER}; repeat it for more",
    )
    parser.add_argument(
        "--group",
        dest="groups",
        type=group,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="one more file, under a name; files of one name are counted together",
    )
    parser.add_argument(
        "--reference",
        metavar="NAME",
        help="the text (file or name) that the tokens of the others are given as a multiple of",
    )
    arguments.whole_texts(parser)
    arguments.as_json(parser)


def group(text: str) -> tuple[str, str]:
    """The name and the file of --group.

    >>> group("en=texts/english.txt")
    ('en', 'texts/english.txt')
    """
    name, _, path = text.partition("=")
    if not name or not path:
        raise argparse.ArgumentTypeError(f"{text!r} is not like en=english.txt")
    return name, path


def run(args: argparse.Namespace) -> None:
    """Audit every text by every tokenizer."""
    texts: dict[str, list[str]] = {}
    for path in reading.paths(args.files) if args.files or not args.groups else []:
        texts.setdefault(reading.shown(path), []).append(path)
    for name, pattern in args.groups:
        texts.setdefault(name, []).extend(reading.paths([pattern]))
    once = [path for paths in texts.values() for path in paths if not Path(path).is_file()]
    if once and len(args.tokenizers) > 1:
        raise ValueError(
            f"{reading.shown(once[0])} can be read only once; for several tokenizers give a file"
        )
    if args.reference is not None and args.reference not in texts:
        raise ValueError(f"--reference {args.reference} is none of the texts: {', '.join(texts)}")
    found: list[tuple[str, dict[str, Audit]]] = []
    for name in args.tokenizers:
        coder = reading.tokenizer(name)
        audits: dict[str, Audit] = {}
        for text, paths in texts.items():
            lines = bar(reading.all_texts(paths, args.whole), f"{name}, {text}")
            try:
                audits[text] = audit(coder, lines)
            except ValueError as error:
                raise ValueError(f"{text}, read by {name}: {error}") from error
        found.append((name, audits))
    if args.json:
        print(writing.as_json([_data(name, audits, args.reference) for name, audits in found], indent=1))
        return
    head = (*HEAD, f"tokens vs {args.reference}") if args.reference else HEAD
    rows = [
        _row(name, text, one, audits[args.reference] if args.reference else None)
        for name, audits in found
        for text, one in audits.items()
    ]
    print(writing.table([writing.harmless(cell) for cell in head], rows, "ll" + "r" * (len(head) - 2)))


def _row(name: str, text: str, one: Audit, reference: Audit | None) -> list[str]:
    row = [
        writing.harmless(name),
        writing.harmless(text),
        writing.number(one.words),
        writing.number(one.chunks),
        writing.number(one.tokens),
        writing.number(one.fertility),
        writing.number(one.bytes_per_token),
        writing.percent(one.unknown_share),
        writing.percent(one.single_share),
        writing.percent(one.whole_share),
        writing.percent(one.used_share),
    ]
    return [*row, writing.number(one.parity(reference))] if reference else row


def _data(name: str, audits: dict[str, Audit], reference: str | None) -> dict[str, object]:
    """The audits of a tokenizer, for --json."""
    texts = []
    for text, one in audits.items():
        parity = {"parity": one.parity(audits[reference])} if reference else {}
        texts.append({"text": text, **one.to_dict(), **parity})
    return {"tokenizer": name, "texts": texts}
