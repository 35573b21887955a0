"""The command line. Each command is a module here: `add` declares its arguments, `run` does it.

`main` is what all of them share: UTF-8 out whatever the terminal says, one line for what went wrong, and the
exit code: 0 done, 1 a problem with the input or with what was asked, 2 arguments that make no sense, 130
after Ctrl-C. A reader that closes the pipe early, as `head` does, is no problem.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

from .. import __version__
from . import audit, compare, completion, decode, encode, export, info, reading, trace, train, writing

COMMANDS = (train, encode, decode, trace, compare, audit, export, info, completion)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="piecework",
        description="Subword tokenizers that show their work: train them, follow every step, compare, audit "
        "and export them. `piecework COMMAND --help` tells more of each.",
    )
    top.add_argument("--version", action="version", version=f"piecework {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return top


def parsed(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments, with options before, between and behind files as one likes.

    argparse by itself takes no file behind an option that stands behind another argument.

    >>> parsed(["encode", "tokenizer.json", "--whole", "essay.txt"]).files
    ['essay.txt']
    """
    top = parser()
    args, more = top.parse_known_args(argv)
    if more and ("files" not in args or any(word.startswith("-") for word in more if word != reading.STDIN)):
        top.error(f"unrecognized arguments: {' '.join(more)}")
    if more:
        args.files += more
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, by default that of this process; its exit code."""
    writing.utf8()
    args = parsed(argv)
    try:
        args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
    except KeyboardInterrupt:
        print("piecework: stopped", file=sys.stderr)
        return 130
    except (OSError, ValueError, ImportError) as error:
        print(f"piecework {args.command}: {writing.harmless(told(error))}", file=sys.stderr)
        return 1
    return 0


def told(error: Exception) -> str:
    """An error as one reads it: the system's own words with the file that they are about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _drop_stdout() -> None:
    """Nobody reads any more, so what Python flushes at its end must go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
