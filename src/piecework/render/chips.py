"""Pieces as chips: what a tokenizer made, countable by eye, in text, tables and plates."""

import re
from collections.abc import Iterable, Mapping
from html import escape
from unicodedata import bidirectional, category

from ..spelling import END, MARK, SPACE
from .html import Html, attributes

# What is drawn instead of a glyph, and how it is spoken. The character stays in the text, so that copying a
# chip copies the piece.
MARKS = {
    " ": ("pw-space", "space "),
    SPACE: ("pw-lowbar", "space "),
    MARK: ("pw-end", " end of word"),
    END: ("pw-endtag", " end of word"),
}
_ANY = re.compile("(" + "|".join(map(re.escape, MARKS)) + ")")
APART = '<span class="pw-vh">, </span>'  # heard between two pieces, and not copied


def spelled(text: str) -> str:
    """Escaped text whose spaces and ends of words can be seen and heard."""
    return "".join(_mark(part) if part in MARKS else escape(part) for part in _ANY.split(text))


def _mark(mark: str) -> str:
    look, spoken = MARKS[mark]
    return f'<span class="{look}" aria-hidden="true">{escape(mark)}</span><span class="pw-vh">{spoken}</span>'


def chip(piece: str, hues: Mapping[str, str] | None = None) -> Html:
    """One piece, in the hue that it has in `hues` (see `hues`), grey without one.

    >>> chip("low", {"low": "blue"})
    '<span class="pw-chip" data-hue="blue">low</span>'
    """
    look = attributes(
        class_="pw-chip is-mark" if leans(piece) else "pw-chip", data_hue=(hues or {}).get(piece)
    )
    return Html(f"<span{look}>{spelled(piece)}</span>")


def leans(piece: str) -> bool:
    """Whether a piece begins with what can only be seen on something: an accent by itself, a joiner.

    >>> leans("\u0301"), leans("\u200d"), leans("e\u0301")
    (True, True, False)
    """
    return bool(piece) and category(piece[0]) in ("Mn", "Mc", "Me", "Cf")


def direction(text: str) -> str | None:
    """ "rtl" where the first letter is read from the right.

    >>> direction(" \u0643\u062a\u0628"), direction("low")
    ('rtl', None)
    """
    way = next((b for c in text if (b := bidirectional(c)) in ("L", "R", "AL")), "L")
    return None if way == "L" else "rtl"


def chips(pieces: Iterable[str], hues: Mapping[str, str] | None = None) -> Html:
    """Pieces in a row.

    >>> chips(["low", "er"])[:43]
    '<span class="pw-chips"><span class="pw-chip'
    """
    pieces = list(pieces)
    way = attributes(dir=direction("".join(pieces)))
    return Html(f'<span class="pw-chips"{way}>{APART.join(chip(piece, hues) for piece in pieces)}</span>')
