"""The command line as Markdown, from what it says of itself: the page and `--help` cannot differ.

`argparse` writes its help otherwise in each Python version, so the page is made from what a parser knows
instead: its summary, its arguments and its example.
"""

import argparse
from collections.abc import Iterator
from html import escape

from .. import render
from ..cli import parser


def reference() -> str:
    """A section for each command: what it does, an example, and a table of its arguments."""
    top = parser()
    (commands,) = (one for one in top._actions if isinstance(one, argparse._SubParsersAction))
    return "\n\n".join(line for name, one in commands.choices.items() for line in _section(name, one))


def _section(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    yield f"### piecework {name} {{ #command-{name} }}"
    yield _plain(command.description or "")
    if command.epilog:
        # Lines of the help's "example:", indented there by two.
        lines = [line.strip() for line in command.epilog.split("\n")[1:]]
        yield "```console\n" + "\n".join(f"$ {line}" for line in lines if line) + "\n```"
    rows = [_row(command, one) for one in command._actions if not isinstance(one, argparse._HelpAction)]
    if rows:
        yield str(render.table(["argument", "what it is"], rows, "ll"))


def _row(command: argparse.ArgumentParser, one: argparse.Action) -> list[object]:
    """The names of an argument with what it takes, and its help."""
    taken = one.metavar or ("|".join(map(str, one.choices)) if one.choices else one.dest.upper())
    shown = taken if isinstance(taken, str) else " ".join(taken)
    names = ", ".join(one.option_strings)
    said = f"{names} {shown}" if names and one.nargs != 0 else names or shown
    told = (one.help or "") % {**vars(one), "prog": command.prog}
    parts = said.split("|")
    code = "|<wbr>".join(map(escape, parts))  # a long list of choices may break
    return [render.Html(f"<code>{code}</code>"), told]


def _plain(text: str) -> str:
    """Text in which no character is markup."""
    return "".join(f"\\{char}" if char in "\\*_[]<>#|" else char for char in text)
