"""`piecework decode`: ids to text."""

import argparse
import re
import sys
from collections.abc import Iterator

from ..corpus import CHUNK, short
from ..decoding import ERRORS
from ..tokenizer import Tokenizer
from . import arguments, reading, writing


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "decode",
        run,
        "turn ids into text",
        "Ids are whole numbers with white space between them: a line of text for each line of ids, as encode "
        "writes them.",
        "piecework encode tokenizer.json essay.txt | piecework decode tokenizer.json",
    )
    arguments.tokenizer(parser)
    arguments.files(parser, "ids")
    parser.add_argument(
        "--whole",
        action="store_true",
        help="take all ids of a file as one text, line ends and all, and write nothing but that text, as it "
        "comes; otherwise each line is a text",
    )
    parser.add_argument(
        "--errors", choices=ERRORS, default="strict", help="bytes that are no UTF-8 (default: strict, refuse)"
    )
    parser.add_argument("--skip-specials", action="store_true", help="write nothing for special tokens")
    arguments.as_json(parser, "write a JSON object a line, with the text")


def run(args: argparse.Namespace) -> None:
    """Decode, a line at a time, or a whole file as it comes."""
    coder = reading.tokenizer(args.tokenizer)
    out = sys.stdout
    for path in reading.paths(args.files):
        if args.whole and not args.json:
            for text in _streamed(coder, path, args):
                out.write(text)
                out.flush()
            continue
        for number, line in enumerate(reading.texts(path, args.whole), 1):
            where = reading.shown(path) + ("" if args.whole else f", line {number}")
            ids = [_number(word, where) for word in line.split()]
            try:
                text = coder.decode(ids, args.skip_specials, args.errors)
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from error
            out.write((writing.as_json({"text": text}) if args.json else text) + "\n")


def _streamed(coder: Tokenizer, path: str, args: argparse.Namespace) -> Iterator[str]:
    """The text of all ids of a file, as soon as each part of it is certain."""
    decoder = coder.decoder(args.errors)
    skipped = frozenset(coder.specials.values() if args.skip_specials else ())
    where = reading.shown(path)
    try:
        for words in _words(path):
            ids = [_number(word, where) for word in words]
            yield "".join(decoder.push(one) for one in ids if one not in skipped)
        yield decoder.end()
    except ValueError as error:
        raise ValueError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error


def _words(path: str) -> Iterator[list[str]]:
    """What stands between white space in a file, as much at a time as there is to read."""
    tail = b""
    with reading.opened(path) as file:
        while chunk := file.read1(CHUNK):  # type: ignore[attr-defined]
            *whole, tail = re.split(rb"\s", tail + chunk)
            yield [word.decode(errors="replace") for word in whole if word]
    if tail:
        yield [tail.decode(errors="replace")]


def _number(word: str, where: str) -> int:
    """An id that was read. Raises `ValueError` for what is none."""
    if not (word.isascii() and word.isdigit() and len(word) < 20):
        raise ValueError(
            f"{where}: {short(word)} is not an id; ids are whole numbers from 0 on, as encode writes them"
        )
    return int(word)
