"""What commands write: tables of plain text, JSON, and user text with its control characters shown."""

import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .. import files
from ..corpus import SURROGATE

HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))  # categories that do not print


def utf8() -> None:
    """Make stdout and stderr UTF-8 with plain line ends, whatever the terminal or the pipe says.

    Where the caller has closed stdout, what is written goes nowhere.
    """
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def save(path: str, data: str | bytes) -> None:
    """Write a file, whole or not at all; an `OSError` names it."""
    try:
        files.write(path, data)
    except OSError as error:
        raise OSError(f"{path} could not be written, and is as it was: {error.strerror or error}") from error


def visible(text: str) -> str:
    """User text as tables show it: spaces as ␣, what does not print as an escape.

    >>> visible(" low\\x1b[31m")
    '␣low\\\\x1b[31m'
    """
    return "".join(
        "␣" if char == " " else char.encode("unicode_escape").decode() if _hidden(char) else char
        for char in text
    )


def harmless(message: str) -> str:
    """A message on one line, without control characters.

    >>> harmless("a\\nb\\x07")
    'a b\\\\x07'
    """
    message = " ".join(message.split("\n"))
    return "".join(c.encode("unicode_escape").decode() if _hidden(c) else c for c in message)


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in HIDDEN or (char.isspace() and char != " ")


def as_json(data: Any, indent: int | None = None) -> str:
    """Data as JSON: fractions as numbers, text as it is, or as \\u where UTF-8 has no bytes for it.

    >>> as_json({"share": Fraction(1, 4), "file": chr(0xDCFF)})
    '{"share": 0.25, "file": "\\\\udcff"}'
    """
    text = json.dumps(data, ensure_ascii=False, default=_plain, indent=indent)
    return SURROGATE.sub(lambda lone: f"\\u{ord(lone.group()):x}", text)


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return float(value)
    raise TypeError(f"no JSON for {value!r}")


def number(value: int | float | Fraction | None, digits: int = 2) -> str:
    """A number in a table: whole ones with their digits grouped, others rounded, – for none.

    >>> number(12345), number(Fraction(2, 3)), number(None)
    ('12,345', '0.67', '–')
    """
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.{digits}f}"


def percent(value: Fraction | None) -> str:
    """A share in a table.

    >>> percent(Fraction(1, 8))
    '12.5%'
    """
    return "–" if value is None else f"{float(value):.1%}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """A table of plain text, its columns as wide as they must be; `align` has l or r for each.

    >>> print(table(["step", "score"], [["es", "9"], ["est", "10"]], "lr"))
    step  score
    es        9
    est      10
    """
    lines = [list(head), *map(list, rows)]
    widths = [max(wide(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            _padded(cell, width, how) for cell, width, how in zip(line, widths, align, strict=True)
        ).rstrip()
        for line in lines
    )


def _padded(cell: str, width: int, how: str) -> str:
    space = " " * (width - wide(cell))
    return space + cell if how == "r" else cell + space


def wide(text: str) -> int:
    """How many columns of a terminal a text takes, as far as that can be known.

    >>> wide("low"), wide("漢字")
    (3, 4)
    """
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
