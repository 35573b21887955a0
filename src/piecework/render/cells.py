"""Words as blocks of cells, a column for each symbol and a row for each time that the word is said.

So the area of what a piece claims is what it bids. Where that would take too many rows, a word has one row
and a count beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..coverage import claim
from ..learning import Spelled
from ..spelling import glue
from .chips import MARKS
from .html import Html, attributes, markup

MOST_ROWS, TALLEST = 40, 12  # of all blocks together, and of one

Run = tuple[str, ...]


@dataclass(frozen=True)
class Bid:
    """What a run would cover: how often it can claim its places, times its length in the unit."""

    symbol: str
    run: Run
    times: int
    length: int
    places: tuple[tuple[int, int], ...]  # word by number, and where in it the run starts

    @property
    def score(self) -> int:
        return self.times * self.length

    def record(self) -> list[object]:
        """As the page reads it; the places in one flat list."""
        flat = [number for place in self.places for number in place]
        return [self.symbol, self.times, self.length, self.score, len(self.run), flat]


def bid(
    words: Spelled,
    masks: Sequence[Sequence[int]],
    run: Run,
    counted_twice: frozenset[str],
    spelling: str,
) -> Bid:
    """What a run would claim of words whose masks say what is claimed already (0 is bare).

    >>> bid([(("l", "o", "w⎵"), 5)], [[0, 0, 0]], ("o", "w⎵"), frozenset({"w⎵"}), "last-marked")
    Bid(symbol='ow⎵', run=('o', 'w⎵'), times=5, length=3, places=((0, 1),))
    """
    places = [
        (i, start)
        for i, ((symbols, _), mask) in enumerate(zip(words, masks, strict=True))
        for start in claim(symbols, list(mask), run, 1)
    ]
    times = sum(words[i][1] for i, _ in places)
    length = len(run) + (run[-1] in counted_twice)
    return Bid(glue(run, spelling), run, times, length, tuple(places))


def arithmetic(bid: Bid) -> Html:
    """Occurrences times length, and what that makes.

    >>> arithmetic(Bid("es", ("e", "s"), 9, 2, ()))
    '9 × 2 = <b>18</b>'
    """
    return Html(f"{bid.times} × {bid.length} = <b>{bid.score}</b>")


def rows_of(words: Spelled) -> list[int]:
    """How many rows each word gets: as often as it is said, or one where that would be too many.

    >>> rows_of([(("l", "o", "w⎵"), 5), (("a⎵",), 2)]), rows_of([(("a⎵",), 99)])
    ([5, 2], [1])
    """
    counts = [count for _, count in words]
    fits = sum(counts) <= MOST_ROWS and max(counts, default=0) <= TALLEST
    return counts if fits else [1] * len(counts)


def room(words: Spelled, counted_twice: frozenset[str]) -> tuple[float, float]:
    """How tall the blocks stand, in rem, on a wide plate and on a phone. An estimate, from the style sheet.

    >>> room([(("l", "o", "w⎵"), 5)], frozenset())
    (8.5, 7.4)
    """
    rows, counts = rows_of(words), [count for _, count in words]
    compact = rows != counts

    def height(width: float, cell: float, gap: float, between: float, below: float) -> float:
        lines: list[int] = []
        used = width
        for (symbols, count), tall in zip(words, rows, strict=True):
            wide = (len(symbols) + sum(s in counted_twice for s in symbols)) * (cell + 1)
            wide += 7 * len(f"×{count}") + 4 if compact and count > 1 else 0
            if used + gap + wide > width:
                lines, used = [*lines, tall], wide
            else:
                lines[-1], used = max(lines[-1], tall), used + gap + wide
        return round(sum(tall * (cell + 1) + below + between for tall in lines) / 20, 1)

    if compact:
        return height(656, 16, 12, 8, 2.6) + 1.2, height(342, 15.6, 12, 8, 3) + 0.8
    return height(656, 22, 24, 16, 23) + 0.8, height(334, 19, 24, 16, 23) + 0.4


def blocks(
    words: Spelled,
    looks: Sequence[Mapping[int, str]],
    said: Sequence[str],
    counted_twice: frozenset[str],
) -> str:
    """The words as blocks. `looks` has a hue for the cells of each word, `said` what is heard of it."""
    rows, out = rows_of(words), ""
    compact = rows != [count for _, count in words]
    for i, (symbols, count) in enumerate(words):
        units = len(symbols) + sum(symbol in counted_twice for symbol in symbols)
        cells = "".join(
            f'<span class="pw-cell"{attributes(data_cell=k, data_hue=looks[i].get(k), data_twice="" if symbol in counted_twice else None)}>'  # noqa: E501
            f"{drawn(symbol)}</span>"
            for _ in range(rows[i])
            for k, symbol in enumerate(symbols)
        )
        beside = (f"×{count}" if count > 1 else "") if compact else f"{count} × {units} = {count * units}"
        out += (
            f'<div role="listitem" class="pw-block" data-word="{i}">'
            f'<div class="pw-cells" aria-hidden="true" style="--n:{units}">{cells}</div>'
            f'<span class="pw-vh">{escape(said[i])}</span><p>{beside}</p></div>'
        )
    css = "pw-blocks is-compact" if compact else "pw-blocks"
    return f'<div class="{css}" role="list" aria-label="Words, a cell for each symbol">{out}</div>'


def drawn(symbol: str) -> str:
    """A symbol for the eye alone: its marks are drawn, and not spoken."""
    for mark, (look, _) in MARKS.items():
        if symbol.endswith(mark):
            return f'{escape(symbol.removesuffix(mark))}<span class="{look}">{escape(mark)}</span>'
    return escape(symbol)


def listed(things: Iterable[object], most: int = 4) -> Html:
    """Things in a sentence: a, b and c; after some of them, how many more there are.

    >>> listed(["a", "b", "<c>"]), listed("abcdef", 3)
    ('a, b and &lt;c&gt;', 'a, b, c and 3 more')
    """
    shown = [markup(thing) for thing in things]
    if len(shown) > most:
        shown = [*shown[:most], f"{len(shown) - most} more"]
    return Html(" and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]])))
