"""`piecework info`: what a tokenizer is, or which library this is."""

import argparse
import platform

from .. import __version__
from ..spelling import unmarked
from ..tokenizer import Tokenizer
from ..tokenizer_file import MODELS
from . import arguments, reading, writing

LONGEST = 10  # pieces that are shown


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "info",
        run,
        "tell what a tokenizer is",
        "Without a tokenizer, the versions of this library and of Python.",
        "piecework info tokenizer.json",
    )
    arguments.tokenizer(parser, optional=True)
    arguments.as_json(parser)


def run(args: argparse.Namespace) -> None:
    """Describe."""
    if args.tokenizer is None:
        data: dict[str, object] = {"piecework": __version__, "python": platform.python_version()}
    else:
        data = described(reading.tokenizer(args.tokenizer))
    if args.json:
        print(writing.as_json(data, indent=1))
        return
    width = max(map(len, data))
    for name, value in data.items():
        print(f"{name.replace('_', ' '):{width}}  {_told(value)}")


def described(coder: Tokenizer) -> dict[str, object]:
    """What can be said of a tokenizer in a few lines.

    >>> from piecework import tokenizer
    >>> told = described(tokenizer.train("low low lower", 258))
    >>> told["learner"], told["size"], told["lossless"], told["longest_pieces"]
    ('bpe', 258, True, ['low', 'lo'])
    """
    learner = next(name for name, kind in MODELS.items() if isinstance(coder.model, kind))
    spelling, alphabet = coder.model.spelling, set(coder.model.alphabet)
    learned = [piece for piece in coder.model.vocabulary[coder.model.unknown :] if piece not in alphabet]
    longest = sorted(learned, key=lambda piece: (-len(unmarked(piece, spelling)), piece))
    why_not = losses(coder)
    return {
        "learner": learner,
        "size": coder.size,
        "alphabet": len(alphabet),
        "learned": len(learned),
        "spelling": spelling,
        "normalizers": list(coder.normalizers),
        "splits": list(coder.splits),
        "fallback": coder.fallback,
        "specials": dict(coder.specials),
        "lossless": coder.lossless,
        **({"lossy_because": why_not} if why_not else {}),
        "longest_pieces": longest[:LONGEST],
    }


def losses(coder: Tokenizer) -> list[str]:
    """Why a text may not come back as it was; nothing for a tokenizer that is lossless."""
    if coder.lossless:
        return []
    why = [f"the normalizer {name} changes text" for name in coder.normalizers]
    if "whitespace" in coder.splits:
        why.append("the split at whitespace drops it")
    if coder.fallback == "unknown":
        why.append("what is unknown is lost")
    return why or [f"the spelling {coder.model.spelling} writes spaces of its own"]


def _told(value: object) -> str:
    """A value on one line, user text with its control characters shown."""
    if isinstance(value, dict):
        return ", ".join(f"{writing.visible(name)} = {one}" for name, one in value.items()) or "none"
    if isinstance(value, list):
        shown = writing.harmless if any(" " in str(one).strip() for one in value) else writing.visible
        return ", ".join(shown(str(one)) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return writing.number(value) if isinstance(value, int) else str(value)
