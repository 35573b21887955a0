"""WordPiece without recounting: a step scores anew only the pairs that hold a symbol whose count changed.

Joining a and b makes both rarer, and that *raises* the score of every other pair that holds one of them. A
heap of scores as they once stood is then no heap of bounds, and skipping what is stale is not enough: each
such pair is pushed anew, as it now stands, and an entry counts only while it is the last pushed for its pair.
The words lie end to end in one row of places, as in bpe_incremental.py.

Scores are compared as floats first: dividing two ints rounds correctly, so a greater fraction never has the
smaller float, and exact fractions are asked for only where the floats are equal.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from .bpe_incremental import NONE, Pair, in_a_row
from .learning import Spelled, within
from .spelling import glue
from .trace import RIVALS, Rival, Step

Standing = tuple[float, Fraction, Any, Pair]  # a score twice, negated; what orders ties; the pair


@dataclass(frozen=True)
class WordPieceStep(Step):
    """One turn of WordPiece. `score` is the first of `counts` over the product of the other two."""

    score: Fraction
    counts: tuple[int, int, int]  # of the pair, of its first symbol, of its second


def score_steps(
    words: Spelled, spelling: str, ties: str, min_count: int, max_length: int | None = None
) -> Iterator[WordPieceStep]:
    """The steps of WordPiece, equal to those of `wordpiece.recount_steps`.

    Cost of a step: what it replaces, and the logarithm of the heap for every pair with one of its symbols.

    >>> words = [(tuple("low"), 5), (tuple("slow"), 1)]
    >>> [step.symbol for step in score_steps(words, "plain", "lexicographic", 2)]
    ['lo', 'low']
    """
    symbols, after, before, weight = in_a_row(words)
    singles, counts, fits = Counter[str](), Counter[Pair](), within(max_length, spelling)
    where = defaultdict[Pair, list[int]](list)  # each list is a heap: its least valid place is first
    near = defaultdict[str, set[Pair]](set)  # for every symbol, the pairs that hold it
    for i, j in enumerate(after):
        singles[symbols[i]] += weight[i]
        if j != NONE and fits(pair := (symbols[i], symbols[j])):
            counts[pair] += weight[i]
            where[pair].append(i)
            near[pair[0]].add(pair)
            near[pair[1]].add(pair)

    def stands(pair: Pair, i: int) -> bool:
        j = after[i]
        return j != NONE and symbols[i] == pair[0] and symbols[j] == pair[1]

    def order(pair: Pair) -> Any:
        """What decides between pairs of one score: less comes first."""
        if ties == "lexicographic":
            return pair
        if ties == "reverse-lexicographic":
            return tuple((*(-ord(c) for c in symbol), 1) for symbol in pair)
        places = where[pair]
        while not stands(pair, places[0]):
            heappop(places)
        return places[0]

    latest: dict[Pair, Standing] = {}  # the last pushed for each pair
    with_score = Counter[tuple[int, int]]()  # how many pairs have each score, negated and reduced
    heap: list[Standing] = []

    def standing(pair: Pair) -> Standing:
        count, product = -counts[pair], singles[pair[0]] * singles[pair[1]]
        latest[pair] = entry = count / product, Fraction(count, product), order(pair), pair
        with_score[entry[1].as_integer_ratio()] += 1
        return entry

    def withdraw(pair: Pair) -> None:
        if pair in latest:
            score = latest.pop(pair)[1].as_integer_ratio()
            with_score[score] -= 1
            if not with_score[score]:
                del with_score[score]

    def best() -> list[Standing]:
        """The pair to join and its rivals, taken off the heap."""
        found: list[Standing] = []
        while heap and len(found) <= RIVALS:
            entry = heappop(heap)
            if latest.get(entry[3]) is entry:
                found.append(entry)
        return found

    heap += [standing(pair) for pair, count in counts.items() if count >= min_count]
    heapify(heap)
    number, tokens = 0, sum(len(word) * count for word, count in words)
    while ranked := best():
        for entry in ranked[1:]:
            heappush(heap, entry)
        _, less, _, (a, b) = ranked[0]
        joined, replaced = glue((a, b), spelling), 0
        tied, counted = with_score[less.as_integer_ratio()], (counts[a, b], singles[a], singles[b])
        touched = near[a] | near[b]  # the joined symbol is new

        def change(pair: Pair, i: int, by: int, touched: set[Pair] = touched) -> None:
            if not fits(pair):
                return
            touched.add(pair)
            counts[pair] += by
            if by > 0:
                heappush(where[pair], i)
                near[pair[0]].add(pair)
                near[pair[1]].add(pair)

        for i in sorted(set(where[a, b])):
            if not stands((a, b), i):
                continue
            left, j = before[i], after[i]
            right, count = after[j], weight[i]
            change((a, b), i, -count)
            if left != NONE:
                change((symbols[left], a), left, -count)
                change((symbols[left], joined), left, count)
            if right != NONE:
                change((b, symbols[right]), j, -count)
                change((joined, symbols[right]), i, count)
                before[right] = i
            symbols[i], symbols[j], after[i], after[j] = joined, "", right, NONE
            for symbol, by in ((a, -count), (b, -count), (joined, count)):
                singles[symbol] += by
            replaced += count

        for pair in touched:
            withdraw(pair)
            if not counts[pair]:
                del counts[pair], where[pair]
                near[pair[0]].discard(pair)
                near[pair[1]].discard(pair)
            elif counts[pair] >= min_count:
                heappush(heap, standing(pair))
        if len(heap) > 4 * len(latest) + 1000:  # mostly entries that no longer count
            heap = list(latest.values())
            heapify(heap)
        number, tokens = number + 1, tokens - replaced
        yield WordPieceStep(
            number=number,
            action="merge",
            symbol=joined,
            parts=(a, b),
            score=-less,
            tied=tied,
            rivals=tuple(Rival(glue(pair, spelling), pair, -score) for _, score, _, pair in ranked[1:]),
            replaced=replaced,
            tokens=tokens,
            counts=counted,
        )
