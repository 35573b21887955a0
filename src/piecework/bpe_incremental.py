"""Merging without recounting: after each merge, only the pairs beside a replaced one change.

All words lie end to end in one row of places. A symbol lives at the place where it begins; `after` and
`before` lead to its neighbours in the word. `counts` holds every pair's count and `where` the places at which
it was ever seen (some may be stale; a look at the row tells). A heap yields the commonest pair; stale entries
are skipped. Source: subword-nmt keeps its counts this way, and searches them where this keeps a heap.
"""

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from .learning import Spelled, within
from .spelling import glue
from .trace import RIVALS, Rival, Step

Pair = tuple[str, str]
NONE = -1  # no neighbour on that side


def in_a_row(words: Spelled) -> tuple[list[str], list[int], list[int], list[int]]:
    """All words end to end: symbols, and for each the places after and before it in the word, and its count.

    >>> in_a_row([(("l", "o"), 5), (("a",), 2)])
    (['l', 'o', 'a'], [1, -1, -1], [-1, 0, -1], [5, 5, 2])
    """
    symbols: list[str] = []
    after: list[int] = []
    before: list[int] = []
    weight: list[int] = []
    for word, count in words:
        first = len(symbols)
        symbols += word
        weight += [count] * len(word)
        before += [NONE, *range(first, len(symbols) - 1)]
        after += [*range(first + 1, len(symbols)), NONE]
    return symbols, after, before, weight


def merge_steps(
    words: Spelled, spelling: str, ties: str, min_count: int, max_length: int | None = None
) -> Iterator[Step]:
    """The steps of merging, equal to those of `bpe.recount_steps`.

    Cost: n log n in all for n symbols, since every replacement shortens the row by one symbol and touches at
    most four pairs. Memory: some 200 bytes a symbol of the distinct words.

    >>> words = [(tuple("low"), 5), (tuple("slow"), 1)]
    >>> [step.symbol for step in merge_steps(words, "plain", "lexicographic", 2)]
    ['lo', 'low']
    """
    symbols, after, before, weight = in_a_row(words)
    fits = within(max_length, spelling)

    counts = Counter[Pair]()
    where: dict[Pair, list[int]] = {}  # each list is a heap: its least valid place is first in the corpus
    for i, j in enumerate(after):
        if j != NONE and fits(pair := (symbols[i], symbols[j])):
            counts[pair] += weight[i]
            where.setdefault(pair, []).append(i)

    def stands(pair: Pair, i: int) -> bool:
        j = after[i]
        return j != NONE and symbols[i] == pair[0] and symbols[j] == pair[1]

    def order(pair: Pair) -> Any:
        """What decides between pairs of one count: less comes first."""
        if ties == "lexicographic":
            return pair
        if ties == "reverse-lexicographic":
            return tuple((*(-ord(c) for c in symbol), 1) for symbol in pair)
        places = where[pair]
        while not stands(pair, places[0]):
            heappop(places)
        return places[0]

    orders: dict[Pair, Any] = {}  # as last pushed
    heap: list[tuple[int, Any, Pair]] = []
    with_count = Counter[int]()  # how many pairs have each count

    def push(pair: Pair) -> None:
        orders[pair] = order(pair)
        heappush(heap, (-counts[pair], orders[pair], pair))

    for pair, count in counts.items():
        with_count[count] += 1
        push(pair)

    def commonest(most: int) -> list[tuple[int, Any, Pair]]:
        """The heap's best entries that are still true, taken off it."""
        found: list[tuple[int, Any, Pair]] = []
        while heap and len(found) < most:
            entry = heappop(heap)
            negative, key, pair = entry
            if counts.get(pair) == -negative and orders[pair] == key and entry not in found[-1:]:
                found.append(entry)
        return found

    number, tokens = 0, sum(len(word) * count for word, count in words)
    while ranked := commonest(RIVALS + 1):
        (negative, _, best), rivals = ranked[0], ranked[1:]
        score = -negative
        if score < min_count:
            return
        for entry in rivals:
            heappush(heap, entry)
        tied, joined, replaced = with_count[score], glue(best, spelling), 0
        old: dict[Pair, int] = {}  # the counts that this step changes, as they were

        def change(pair: Pair, i: int, by: int, old: dict[Pair, int] = old) -> None:
            if not fits(pair):
                return
            old.setdefault(pair, counts[pair])
            counts[pair] += by
            if by > 0:
                heappush(where.setdefault(pair, []), i)

        for i in sorted(set(where[best])):
            if not stands(best, i):
                continue
            left, j = before[i], after[i]
            right, count = after[j], weight[i]
            change(best, i, -count)
            if left != NONE:
                change((symbols[left], best[0]), left, -count)
                change((symbols[left], joined), left, count)
            if right != NONE:
                change((best[1], symbols[right]), j, -count)
                change((joined, symbols[right]), i, count)
                before[right] = i
            symbols[i], symbols[j], after[i], after[j] = joined, "", right, NONE
            replaced += count

        for pair, was in old.items():
            if was:
                with_count[was] -= 1
            if counts[pair]:
                with_count[counts[pair]] += 1
                push(pair)
            else:
                del counts[pair], where[pair]
                orders.pop(pair, None)
        number, tokens = number + 1, tokens - replaced
        yield Step(
            number=number,
            action="merge",
            symbol=joined,
            parts=best,
            score=score,
            tied=tied,
            rivals=tuple(Rival(glue(pair, spelling), pair, -n) for n, _, pair in rivals),
            replaced=replaced,
            tokens=tokens,
        )
