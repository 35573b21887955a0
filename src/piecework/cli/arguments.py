"""What the arguments of several commands have in common: how they are declared, and what they mean."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..spelling import SPELLINGS
from ..trace import TIES

LEARNERS = ("bpe", "wordpiece", "unigram", "coverage")

Commands = Any  # what add_subparsers gives: argparse has no public name for it


class Run(Protocol):
    """What a command does once its arguments are read."""

    def __call__(self, args: argparse.Namespace) -> None: ...


def command(
    commands: Commands, name: str, run: Run, summary: str, more: str, example: str
) -> argparse.ArgumentParser:
    """A command with its help: a summary, what else must be known, and an example that works."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}. {more}".strip(),
        epilog=f"example:\n  {example}",
        formatter_class=Help,
    )
    parser.set_defaults(run=run)
    return parser


class Help(argparse.RawDescriptionHelpFormatter):
    """Examples stay on their lines; what a command is for is wrapped like all else."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("example"):
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


def files(parser: argparse.ArgumentParser, what: str = "UTF-8 text") -> None:
    """FILES: paths or patterns such as *.txt; none, or -, is stdin."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help=f"{what}: paths, or patterns such as '*.txt'; - is stdin"
    )


def as_json(parser: argparse.ArgumentParser, what: str = "write JSON, for a program to read") -> None:
    """--json: for another program to read."""
    parser.add_argument("--json", action="store_true", help=what)


def whole_texts(parser: argparse.ArgumentParser) -> None:
    """--whole: whether a line or a file is a text."""
    parser.add_argument(
        "--whole",
        action="store_true",
        help="take each file as one text, line ends and all; otherwise each line is a text, without its end",
    )


def settings(parser: argparse.ArgumentParser, split: str, spelling: str) -> None:
    """How a learner learns, and how words are made of text; `split` and `spelling` are the defaults told."""
    from ..normalizing import NORMALIZERS
    from ..splitting import SPLITS

    parser.add_argument(
        "--split",
        dest="splits",
        action="append",
        choices=SPLITS,
        help=f"how text is cut into words (default: {split}); repeat it to cut again what one left",
    )
    parser.add_argument(
        "--normalize",
        dest="normalizers",
        action="append",
        choices=NORMALIZERS,
        default=[],
        help="what is done to text first; repeat it for more, in that order",
    )
    parser.add_argument(
        "--spelling", choices=SPELLINGS, help=f"how a word is written in symbols (default: {spelling})"
    )
    parser.add_argument(
        "--ties", choices=TIES, help="which of equally good candidates is taken (default: lexicographic)"
    )
    parser.add_argument(
        "--min-count",
        type=number(1),
        metavar="N",
        help="how often a pair must occur to be joined (bpe, wordpiece)",
    )
    parser.add_argument(
        "--max-length", type=number(1), metavar="N", help="the longest piece that is learned, in symbols"
    )


TAKES = {"min_count": ("bpe", "wordpiece")}  # other settings are every learner's


def given(args: argparse.Namespace, learner: str, beside: Sequence[str] = ()) -> dict[str, Any]:
    """The settings that were given, as far as a learner has them.

    Raises `ValueError` for one that neither it nor a learner `beside` it has.
    """
    found = {name: getattr(args, name) for name in ("spelling", "ties", "max_length", *TAKES)}
    found = {name: value for name, value in found.items() if value is not None}
    for name in set(TAKES).intersection(found):
        if not set(TAKES[name]).intersection((learner, *beside)):
            flag, which = "--" + name.replace("_", "-"), " and ".join(TAKES[name])
            raise ValueError(f"{flag} is a setting of {which}, not of {learner}; leave it out")
    return {name: value for name, value in found.items() if learner in TAKES.get(name, LEARNERS)}


def number(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on, for argparse."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is below {least}, the least there can be")
        return value

    return read


TOKENIZER = "a tokenizer's file, published:gpt2, published:cl100k or published:o200k"


def tokenizer(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """TOKENIZER: ours, another library's file, or a published one."""
    parser.add_argument("tokenizer", nargs="?" if optional else None, metavar="TOKENIZER", help=TOKENIZER)
