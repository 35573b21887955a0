"""`piecework encode`: text to ids."""

import argparse
import sys
from collections.abc import Iterator

from ..progress import bar
from ..tokenizer import Encoding
from . import arguments, reading, writing


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "encode",
        run,
        "turn text into ids",
        "A line of ids for each line of text. Special tokens are read as any other text unless they are "
        "allowed.",
        "piecework encode tokenizer.json essay.txt",
    )
    arguments.tokenizer(parser)
    arguments.files(parser)
    parser.add_argument("--pieces", action="store_true", help="write pieces, spaces as ␣, and not their ids")
    parser.add_argument(
        "--offsets",
        action="store_true",
        help="after each @from:to, where it stands in its text, in characters",
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="NAME",
        help="a special token to recognise in the text, or all; repeat it for more",
    )
    arguments.whole_texts(parser)
    arguments.as_json(parser, "write a JSON object a line, with ids, pieces and offsets")


def run(args: argparse.Namespace) -> None:
    """Encode, a line at a time."""
    coder = reading.tokenizer(args.tokenizer)
    allow = "all" if "all" in args.allow else args.allow
    coder.encode("", allow)  # a special token that there is not is no fault of a line
    for path in reading.paths(args.files):
        for number, text in enumerate(_counted(reading.texts(path, args.whole), path), 1):
            try:
                encoding = coder.encode(text, allow)
            except ValueError as error:
                where = "" if args.whole else f", line {number}"
                raise ValueError(f"{reading.shown(path)}{where}: {error}") from error
            print(_line(encoding, args))


def _counted(texts: Iterator[str], path: str) -> Iterator[str]:
    """The texts, with a bar unless that would stand among the ids on a terminal."""
    return texts if sys.stdout.isatty() else bar(texts, reading.shown(path))


def _line(encoding: Encoding, args: argparse.Namespace) -> str:
    if args.json:
        return writing.as_json(
            {"ids": encoding.ids, "pieces": encoding.pieces, "offsets": list(map(list, encoding.offsets))}
        )
    told = list(map(writing.visible, encoding.pieces)) if args.pieces else list(map(str, encoding.ids))
    if args.offsets:
        told = [f"{one}@{start}:{end}" for one, (start, end) in zip(told, encoding.offsets, strict=True)]
    return " ".join(told)
