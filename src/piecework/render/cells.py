"""Words as blocks of cells, a column for each symbol and a row for each time that the word is said.

So the area of what a piece claims is what it bids. Where that would take too many rows, a word has one row
and a count beside it. Of many words only the commonest are drawn.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil

from ..learning import Spelled
from .chips import MARKS
from .html import Html, attributes, markup
from .ticks import label as figure

MOST_ROWS, TALLEST = 40, 12  # of all blocks together, and of one
WIDEST = 28  # cells that still fit in a line; a longer word has one row, which breaks into lines
MOST_CELLS = 1_000  # of all blocks together, where only the commonest words are drawn

Run = tuple[str, ...]
Places = Sequence[tuple[int, int]]  # a word by number, and where in it something starts


@dataclass(frozen=True)
class Bid:
    """What a run would cover: how often it can claim its places, times its length in the unit."""

    symbol: str
    run: Run
    times: int
    length: int
    places: Places  # in the words that are drawn

    @property
    def score(self) -> int:
        return self.times * self.length

    def record(self) -> list[object]:
        """As the page reads it; the places in one flat list."""
        flat = [number for place in self.places for number in place]
        return [self.symbol, self.times, self.length, self.score, len(self.run), flat]


def commonest(words: Spelled, drawn: int | None) -> list[int]:
    """Which words a plate draws, by number: all of them in their order, or so many of the commonest.

    Fewer are drawn where they would have more than `MOST_CELLS` symbols, but always one. `None` draws all.

    >>> commonest([(("a",), 2), (("b",), 9), (("c",), 2)], 2)
    [1, 0]
    """
    every = range(len(words))
    if drawn is None or (len(words) <= drawn and sum(len(s) for s, _ in words) <= MOST_CELLS):
        return list(every)
    out, cells = list[int](), 0
    for i in sorted(every, key=lambda i: -words[i][1])[:drawn]:
        cells += len(words[i][0])
        if out and cells > MOST_CELLS:
            break
        out.append(i)
    return out


def left_out(drawn: int, words: int, turns: int | None = None) -> str:
    """What a plate says of the words and turns that it does not draw; nothing where it draws all.

    >>> left_out(40, 7312)
    'The 40 commonest of 7,312 words are drawn; all are counted.'
    >>> left_out(1, 1, 60)
    'The first 60 turns are drawn; there are more.'
    """
    out = []
    if drawn < words:
        which = f"{drawn} commonest" if drawn > 1 else "commonest"
        out.append(f"The {which} of {figure(words)} words {_be(drawn)} drawn; all are counted.")
    if turns:
        which = f"first {turns} turns" if turns > 1 else "first turn"
        out.append(f"The {which} {_be(turns)} drawn; there are more.")
    return " ".join(out)


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def neighbours(words: Spelled) -> dict[Run, list[tuple[int, int]]]:
    """Where every two adjacent symbols stand, word by word and from the left.

    >>> neighbours([(("l", "o", "w⎵"), 5)])
    {('l', 'o'): [(0, 0)], ('o', 'w⎵'): [(0, 1)]}
    """
    out = defaultdict[Run, list[tuple[int, int]]](list)
    for i, (symbols, _) in enumerate(words):
        for start, pair in enumerate(pairwise(symbols)):
            out[pair].append((i, start))
    return dict(out)


def places(words: Spelled, masks: Sequence[Sequence[int]], run: Run, where: Mapping[Run, Places]) -> Places:
    """The places that a run would claim of words whose masks say what is claimed already (0 is bare).

    `where` is what `neighbours` says of the words. Cost: the places of the run's first two symbols.

    >>> words = [(("l", "o", "w⎵"), 5)]
    >>> places(words, [[0, 0, 0]], ("o", "w⎵"), neighbours(words))
    ((0, 1),)
    """
    out, word, end = list[tuple[int, int]](), -1, 0
    for i, start in where.get(run[:2], ()):
        if i != word:
            word, end = i, 0
        stop = start + len(run)
        if start >= end and words[i][0][start:stop] == run and not any(masks[i][start:stop]):
            out.append((i, start))
            end = stop
    return tuple(out)


def arithmetic(bid: Bid) -> Html:
    """Occurrences times length, and what that makes.

    >>> arithmetic(Bid("es", ("e", "s"), 9, 2, ()))
    '9 × 2 = <b>18</b>'
    """
    return Html(f"{figure(bid.times)} × {bid.length} = <b>{figure(bid.score)}</b>")


def rows_of(words: Spelled) -> list[int]:
    """How many rows each word gets: as often as it is said, or one where that would take too much room.

    >>> rows_of([(("l", "o", "w⎵"), 5), (("a⎵",), 2)]), rows_of([(("a⎵",), 99)])
    ([5, 2], [1])
    """
    counts = [count for _, count in words]
    fits = sum(counts) <= MOST_ROWS and max(counts, default=0) <= TALLEST
    fits = fits and all(len(symbols) <= WIDEST for symbols, _ in words)
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
            wide += 7 * len(f"×{figure(count)}") + 4 if compact and count > 1 else 0
            tall, wide = tall * ceil(wide / width), min(wide, width)  # what is too wide breaks
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
        beside = (
            (f"×{figure(count)}" if count > 1 else "") if compact else f"{count} × {units} = {count * units}"
        )
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


def listed(things: Iterable[object], of: int = 0, most: int = 4) -> Html:
    """Things in a sentence: a, b and c; after some of them, how many more there are, of `of` in all.

    >>> listed(["a", "b", "<c>"]), listed("abcdef", most=3), listed("ab", of=9)
    ('a, b and &lt;c&gt;', 'a, b, c and 3 more', 'a, b and 7 more')
    """
    shown = [markup(thing) for thing in things]
    of = max(of, len(shown))
    if of > most or of > len(shown):
        shown = [*shown[:most], f"{figure(of - min(most, len(shown)))} more"]
    return Html(" and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]])))
