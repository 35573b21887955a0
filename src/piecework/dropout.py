"""BPE-dropout: drop each place for a merge with probability p, apply the earliest merge that is left; repeat.

Every turn draws anew for every place where a merge could go, and applies the earliest learned of the
surviving merges at all its surviving places; when no place survives, the word is done. What was dropped may
come back on the next turn, so p is not the share of merges that a word loses. Sources: Provilkov et al. 2020,
and subword-nmt for what a turn is: other libraries drop in other ways. `segment` draws one cut, `shares` says
how often each would be drawn. Left out: dropout while merges are learned.
"""

from collections.abc import Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import pairwise
from random import Random

from .bpe import Merges
from .corpus import short
from .model import known_symbols
from .spelling import glue

MOST = 10_000  # cuts, half-way ones too, that `shares` follows

Chance = int | float | Fraction
Cut = tuple[str, ...]


def segment(model: Merges, word: str, p: Chance, rng: Random) -> list[str]:
    """A cut of the word, drawn: `p` = 0 is `model.segment`, and 1 leaves the base symbols.

    Random numbers come from `rng.random()` alone, so that a seed repeats them. Raises `TypeError` for another
    kind of model and for a `p` that is no number, `ValueError` for a `p` outside 0 to 1, and as
    `spelling.spell` does. Cost: n log n for n symbols, and some 1 / (1 - p) times that where p is near 1.

    >>> model = Merges(tuple("low"), (("l", "o"), ("lo", "w")), "plain")
    >>> rng = Random(3)
    >>> [segment(model, "low", 0.5, rng) for _ in range(3)]
    [['l', 'o', 'w'], ['lo', 'w'], ['low']]
    """
    symbols = list(_start(model, word, p))
    if p == 0:
        return model.segment(word)
    # Draws are independent, so a turn makes them from the best merge on and stops at the first that survives.
    # Symbols stay where they began; a merged one keeps its left place, and `after` and `before` step over the
    # other. No pair comes back to a place once it has changed there, so a stale place is known by its pair.
    last = len(symbols) - 1
    after, before = list(range(1, last + 2)), list(range(-1, last))

    def stands(rank: int, i: int) -> bool:
        return after[i] <= last and (symbols[i], symbols[after[i]]) == model.merges[rank]

    def places(*starts: int) -> Iterator[tuple[int, int]]:
        for i in starts:
            if i >= 0 and after[i] <= last and (ranks := model.ranks.get((symbols[i], symbols[after[i]]))):
                yield ranks[0], i

    ahead = list(places(*range(last)))
    heapify(ahead)
    dropped: list[tuple[int, int]] = []
    while ahead:
        rank, kept = ahead[0][0], list[int]()
        while ahead and ahead[0][0] == rank:
            place = heappop(ahead)
            if stands(*place):
                if rng.random() < p:
                    dropped.append(place)
                else:
                    kept.append(place[1])
        for i in kept:
            if stands(rank, i):  # unless the merge before it has taken its symbol
                j = after[i]
                symbols[i], symbols[j], after[i] = glue(model.merges[rank], model.spelling), "", after[j]
                if after[i] <= last:
                    before[after[i]] = i
                for place in places(before[i], i):
                    heappush(ahead, place)
        if kept:
            for place in dropped:
                heappush(ahead, place)
            dropped.clear()
    return [symbol for symbol in symbols if symbol]


def shares(model: Merges, word: str, p: Chance) -> dict[Cut, Fraction | float]:
    """Every cut that `segment` may draw, with its probability, the likeliest first.

    Exact `Fraction`s unless `p` is a float. Raises as `segment` does, and `ValueError` for a word that has
    more than 10,000 cuts on the way. Cost: for each of them, the sets of places that one merge may go to.

    >>> model = Merges(tuple("low"), (("l", "o"), ("lo", "w")), "plain")
    >>> shares(model, "low", Fraction(1, 10))
    {('low',): Fraction(81, 100), ('l', 'o', 'w'): Fraction(1, 10), ('lo', 'w'): Fraction(9, 100)}
    """
    drop: Fraction | float
    start, drop = _start(model, word, p), p if isinstance(p, float) else Fraction(p)
    whole = drop * 0 + 1  # a probability of 1, of the type that was asked for
    if p in (0, 1):
        return {start if p else tuple(model.segment(word)): whole}
    done: dict[Cut, Fraction | float] = {}
    # By number of symbols, most first: a turn that merges leaves fewer, so a share is whole when it is read.
    waiting: list[dict[Cut, Fraction | float]] = [{} for _ in range(len(start) + 1)]
    waiting[-1][start], met = whole, 1
    while waiting:
        for cut, share in waiting.pop().items():
            for after, chance in _turn(model, word, cut, drop):
                into = done if after == cut else waiting[len(after)]
                met += after != cut and after not in into
                into[after] = into.get(after, 0) + share * chance
            _check_count(met, word)
    return dict(sorted(done.items(), key=lambda item: (-item[1], item[0])))


def _turn(
    model: Merges, word: str, cut: Cut, drop: Fraction | float
) -> Iterator[tuple[Cut, Fraction | float]]:
    """What one turn makes of a cut, and with what probability; the cut itself, if nothing survives."""
    ranked: dict[int, list[int]] = {}
    for i, pair in enumerate(pairwise(cut)):
        if ranks := model.ranks.get(pair):
            ranked.setdefault(ranks[0], []).append(i)
    none = drop * 0 + 1  # the probability that no better merge has survived
    for _, places in sorted(ranked.items()):
        ways: list[tuple[tuple[int, ...], Fraction | float]] = [((), none)]
        for i in places:
            free = [way for way in ways if i - 1 not in way[0][-1:]]  # the others have taken its first symbol
            ways = [way for way in ways if i - 1 in way[0][-1:]]
            ways += [(taken, chance * drop) for taken, chance in free]
            ways += [((*taken, i), chance * (1 - drop)) for taken, chance in free]
            _check_count(len(ways), word)
        for taken, chance in ways:
            if not taken:
                none = chance
            elif chance:
                joined = list(cut)
                for i in reversed(taken):
                    joined[i : i + 2] = [glue(cut[i : i + 2], model.spelling)]
                yield tuple(joined), chance
    if none:
        yield cut, none


def _check_count(cuts: int, word: str) -> None:
    if cuts > MOST:
        raise ValueError(
            f"{short(word)} has more than {MOST:,} cuts on the way, too many to follow; draw with segment"
        )


def _start(model: Merges, word: str, p: Chance) -> Cut:
    """The base symbols of a word, once everything that was asked is checked."""
    if not isinstance(model, Merges):
        raise TypeError(f"dropout needs a model of merges (bpe.Merges), not {type(model).__name__}")
    if isinstance(p, bool) or not isinstance(p, int | float | Fraction):
        raise TypeError(f"p={p!r} must be a number (int, float or Fraction)")
    if not 0 <= p <= 1:
        raise ValueError(f"p={p!r} must be from 0, which drops nothing, to 1, which drops every merge")
    return known_symbols(word, model.spelling, model.known, model.unknown)
