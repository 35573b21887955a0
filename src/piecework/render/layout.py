"""How the words of a plate stand, and the room that the plate will need once it is live.

The room is kept before scripts run, so that the text below a plate stays where it is: an estimate in rem
from the sizes in the style sheet: chips are set in a monospaced face, so their widths are known.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..bpe import MergeTrace
from ..spelling import END, MARK, spell

CHARACTER = 11.3  # pixels that a character takes in a word on a narrow phone, at the least
PHONE = 312  # pixels inside a plate on that phone


def columns_of(trace: MergeTrace, columns: int | None) -> dict[str, int]:
    """Columns on a wide plate and on a phone, and the characters of the longest word; nothing if words flow.

    >>> from piecework import bpe, corpora
    >>> columns_of(bpe.train(corpora.load("word-family"), spelling="leading-space"), 3)
    {'columns': 3, 'narrow': 3, 'longest': 8}
    """
    if columns is None:
        return {}
    longest = max((len(symbols) + tail for symbols, tail in _words(trace)), default=1)
    fits = [n for n in range(1, columns + 1) if n * longest * CHARACTER + (n - 1) * 8 <= PHONE]
    return {
        "columns": columns,
        "narrow": max((n for n in fits if columns % n == 0), default=1),
        "longest": longest,
    }


@dataclass(frozen=True)
class _Size:
    """A plate's measures, in pixels of a 20-pixel rem, but for `rest`, which is in rem."""

    room: int  # inside the plate
    side: int  # padding of the stage
    character: float  # a chip of one character, with the gap beside it
    between: int  # words
    pitch: float  # of lines of words that flow
    grid: float  # of rows of words in columns
    rest: float  # all that does not depend on the corpus


WIDE = _Size(room=688, side=16, character=21.2, between=24, pitch=36, grid=36.6, rest=27.6)
NARROW = _Size(room=358, side=8, character=16.2, between=12, pitch=31, grid=34, rest=42.5)
LINE, ITEM = 26.4, 11.6  # a line of learned pieces; beside each its number, a gap and its padding


def room_for(trace: MergeTrace, columns: int | None) -> tuple[float, float]:
    """Heights in rem for the live plate of a trace, wide and on a phone.

    >>> from piecework import bpe, corpora
    >>> room_for(bpe.train(corpora.load("word-family"), spelling="leading-space"), 3)
    (40.4, 56.5)
    """
    grid = columns_of(trace, columns)

    def height(size: _Size, key: str) -> float:
        widths = (len(symbols) * size.character + tail * 8 for symbols, tail in _words(trace))
        if grid:
            stage = 2 * size.side - 12 + -(-len(trace.words) // grid[key]) * size.grid
        else:
            stage = 2 * size.side + _lines(widths, size.between, size.room - 2 * size.side) * size.pitch - 8
        items = (ITEM + 7 * len(str(step.number)) + 8.2 * len(step.symbol) for step in trace.steps)
        learned = _lines(items, 8, size.room) * LINE
        return round(size.rest + (stage + learned) / 20, 1)

    return height(WIDE, "columns"), height(NARROW, "narrow")


def style(values: Iterable[tuple[str, object]]) -> str | None:
    """Custom properties as an inline style."""
    return ";".join(f"--{name}:{value}" for name, value in values) or None


def _words(trace: MergeTrace) -> Iterable[tuple[tuple[str, ...], int]]:
    """Each word's symbols, and the characters beside them: a mark, a longer end, a count."""
    for word, count in trace.words:
        symbols = spell(word, trace.spelling)
        mark = len(END) - 1 if symbols[-1] == END else symbols[-1].endswith(MARK)
        yield symbols, mark + (len(str(count)) + 1 if count > 1 else 0)


def _lines(widths: Iterable[float], gap: float, room: float) -> int:
    """Lines that boxes of these widths fill when they flow."""
    lines, used = 0, room
    for width in widths:
        if not lines or used + gap + width > room:
            lines, used = lines + 1, width
        else:
            used += gap + width
    return max(lines, 1)
