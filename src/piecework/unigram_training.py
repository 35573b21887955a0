"""Unigram's training: expected counts over all cuts, what each piece is worth, and the going of the cheapest.

Every word's lattice is built once, by piece number, and thinned as pieces go: no pass looks a substring up.
Words are taken in sorted order, so that the rounding of sums does not depend on the order of the corpus.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum, log
from sys import float_info

from .corpus import short
from .lattice import SCALE, Lattice, best, forward, heights, lattice, marginals
from .trace import RIVALS, Rival, Score, Step

FLOOR = 1e-9  # of an occurrence: what a piece keeps that no cut wants, so that it still has a logarithm
DIGITS = 10  # that a trace keeps of a float: EM's next pass starts from what it keeps
NEVER = -(1 << 80)  # the score of a piece that has gone while lattices still hold it: no path outweighs it

Weights = list[Score]  # by piece number; for a piece that has gone it says nothing
Words = list[tuple[Lattice, int]]  # each word's lattice, with its count


@dataclass(frozen=True)
class PruneStep(Step):
    """One turn of Unigram: `symbol` is the piece that goes, `parts` are the pieces that read it instead.

    `score` is what the round's ranking says it is worth: nats, or how often it is used. `replaced` counts its
    places in the best cuts when its turn comes, after those that went before it.
    """

    round: int  # 1, 2, 3, …


@dataclass(frozen=True)
class Round:
    """What one round's passes over the corpus made of the weights."""

    number: int  # 1, 2, 3, …
    size: int  # of the vocabulary, as `vocab_size` counts it
    tokens: int  # of the corpus, under the best cuts with these weights
    log_likelihood: tuple[float, ...]  # of the corpus over all cuts, in nats: at first, and after each pass
    weights: tuple[tuple[str, Score], ...]  # after the last pass, in the order of the vocabulary


@dataclass(frozen=True)
class Pieces:
    """The pieces of a seed by number: the alphabet first, then the longer ones in the order of ties."""

    alphabet: tuple[str, ...]
    spelling: str
    names: list[str]
    symbols: list[tuple[str, ...]]  # that each piece is made of
    numbers: dict[str, int]  # of those that have not gone
    present: set[int]  # the same

    @cached_property
    def longest(self) -> int:
        """The symbols of the longest piece."""
        return max(map(len, self.symbols), default=0)

    def read(self, symbols: tuple[str, ...]) -> Lattice:
        """The lattice of a word's symbols, over the pieces that are present."""
        return lattice(symbols, self.numbers, self.longest, self.spelling)

    def remove(self, piece: int) -> None:
        """Let a piece go."""
        self.present.remove(piece)
        del self.numbers[self.names[piece]]


def check_weights(weights: Iterable[tuple[str, Score]]) -> None:
    """Raise `TypeError` or `ValueError` for pieces or weights that no model can hold.

    >>> check_weights([("a", 1), ("ab", 0)])
    Traceback (most recent call last):
    ValueError: the weight of 'ab' is 0; weights are above 0, and finite
    """
    seen = set[str]()
    for piece, weight in weights:
        if not isinstance(piece, str):
            raise TypeError(f"a piece is a str, but {piece!r} is {type(piece).__name__}")
        if isinstance(weight, bool) or not isinstance(weight, int | Fraction | float):
            raise TypeError(f"the weight of {short(piece)} is {weight!r}; weights are int, Fraction or float")
        if not piece or piece in seen:
            raise ValueError(f"the piece {short(piece)} is {'listed twice' if piece else 'empty'}; drop it")
        if not 0 < weight <= float_info.max:  # of whatever type, it is divided by floats
            raise ValueError(f"the weight of {short(piece)} is {weight}; weights are above 0, and finite")
        seen.add(piece)


def in_order(alphabet: Iterable[str], weights: Mapping[str, Score]) -> list[str]:
    """The pieces in the order of the vocabulary: the alphabet, longer ones by falling weight, then by name.

    >>> in_order(["a", "b"], {"ba": 1, "ab": 1, "abb": 2, "b": 9, "a": 3})
    ['a', 'b', 'abb', 'ab', 'ba']
    """
    longer = weights.keys() - set(alphabet)
    return [*alphabet, *sorted(longer, key=lambda piece: (-weights[piece], piece))]


def total(weights: Iterable[Score]) -> Score:
    """The sum of weights: exact where none is a float, and in any case the same in any order.

    >>> total([1, 2]), total([0.1] * 10)
    (3, 1.0)
    """
    weights = list(weights)
    return fsum(weights) if any(isinstance(weight, float) for weight in weights) else sum(weights)


def logarithms(weights: Weights, present: Iterable[int] | None = None) -> list[float]:
    """The logarithm of each piece's probability; 0 for one that is not present.

    >>> logarithms([1, 5, 1], [0, 2]) == [log(1 / 2), 0.0, log(1 / 2)]
    True
    """
    present = range(len(weights)) if present is None else present
    every, logs = total(weights[piece] for piece in present), [0.0] * len(weights)
    for piece in present:
        logs[piece] = log(weights[piece] / every)
    return logs


def reestimate(
    words: Words, weights: Weights, present: Iterable[int], passes: int
) -> tuple[Weights, tuple[float, ...]]:
    """EM: each pass makes a piece's weight its expected count, over all cuts of all words.

    Also says the log-likelihood of the corpus, at first and after each pass. It never falls, but for what
    FLOOR takes. Cost of a pass: the edges of the distinct words.
    """
    likelihoods = []
    for _ in range(passes):
        logs, expected, terms = logarithms(weights, present), [0.0] * len(weights), []
        for edges, count in words:
            every, shares = marginals(edges, logs)
            terms.append(count * every)
            for (_, _, piece), share in shares:
                expected[piece] += count * share
        likelihoods.append(fsum(terms))
        weights = [max(FLOOR, rounded(weight)) for weight in expected]
    logs = logarithms(weights, present)
    likelihoods.append(fsum(count * forward(edges, logs)[-1] for edges, count in words))
    return weights, tuple(map(rounded, likelihoods))


def rounded(number: float) -> float:
    """A float without its last digits, in which one machine's logarithms may differ from another's.

    >>> rounded(2 / 3)
    0.6666666667
    """
    return float(f"{number:.{DIGITS}g}")


def losses(words: Words, scores: list[int], cuts: list[list[int]], symbols: int) -> Counter[int]:
    """What the best cuts of the corpus lose without each longer piece that they use, in the unit of scores.

    Numbers below `symbols` are single symbols, which are not asked. Cost: for every place of such a piece in
    the lattices of the words that use it, a few times what is around it.
    """
    lost = Counter[int]()
    for (edges, count), cut in zip(words, cuts, strict=True):
        top, longest = heights(edges, scores), 0
        places: dict[int, list[int]] = {piece: [] for piece in cut if piece >= symbols}
        for end, arriving in enumerate(edges[1:], 1):
            longest = max(longest, end - arriving[0][0])
            for _, piece in arriving:
                if piece in places:
                    places[piece].append(end)
        for piece, ends in places.items():
            lost[piece] += count * loss(edges, scores, top, longest, piece, ends)
    return lost


def loss(edges: Lattice, scores: list[int], top: list[int], longest: int, piece: int, ends: list[int]) -> int:
    """What the best cut of a word loses without a piece, whose edges end at `ends`.

    `top` are the heights with it. Without it they change only from such an end on, and once `longest` of them
    in a row have sunk by the same, so have all that follow, up to the next such end.

    >>> edges = [[], [(0, 0)], [(0, 2), (1, 1)]]
    >>> loss(edges, [-5, -5, -7], heights(edges, [-5, -5, -7]), 2, 2, [2])
    3
    """
    below, sunk, after = top.copy(), 0, 0  # heights without it; how far they sink; the first not known yet
    for first in ends:
        if first < after:
            continue
        for i in range(max(after, first - longest), first):
            below[i] = top[i] - sunk
        alike = longest
        for end in range(first, len(edges)):
            below[end] = max([below[start] + scores[other] for start, other in edges[end] if other != piece])
            alike = alike + 1 if top[end] - below[end] == sunk else 1
            sunk, after = top[end] - below[end], end + 1
            if alike >= longest:
                break
    return sunk


def prune(
    pieces: Pieces,
    words: Words,
    cuts: list[list[int]],
    scores: list[int],
    by: str,
    number: int,
    round_: int,
) -> Iterator[PruneStep]:
    """The steps of one round, the cheapest piece first, for as long as they are asked for.

    Keeps `pieces` and `cuts` up to date; the lattices still hold what went, with a score that bars it.
    """
    worth, users = Counter[int](), defaultdict[int, set[int]](set)
    for w, ((_, count), cut) in enumerate(zip(words, cuts, strict=True)):
        for piece in cut:
            worth[piece] += count
            users[piece].add(w)
    if by == "loss":
        worth = losses(words, scores, cuts, len(pieces.alphabet))
    tokens = sum(count * len(cut) for (_, count), cut in zip(words, cuts, strict=True))
    ranked = sorted(pieces.present - set(range(len(pieces.alphabet))))
    ranked.sort(key=lambda piece: worth[piece])  # stable, so ties stay in the order of the numbers
    with_worth = Counter(worth[piece] for piece in ranked)
    readings: dict[int, tuple[Rival, list[int]]] = {}

    def standing(piece: int) -> Rival:
        """A piece, the pieces that would read it if it went now, and what it is worth."""
        if piece not in readings or not pieces.present.issuperset(readings[piece][1]):
            edges = pieces.read(pieces.symbols[piece])
            edges[-1] = edges[-1][1:]  # without the piece itself
            instead = [other for _, _, other in best(edges, scores)]
            parts = tuple(pieces.names[other] for other in instead)
            shown = worth[piece] / SCALE if by == "loss" else worth[piece]
            readings[piece] = Rival(pieces.names[piece], parts, shown), instead
        return readings[piece][0]

    for place, piece in enumerate(ranked):
        chosen, *rivals = [standing(other) for other in ranked[place : place + RIVALS + 1]]
        tied, replaced = with_worth[worth[piece]], 0
        with_worth[worth[piece]] -= 1
        pieces.remove(piece)
        scores[piece] = NEVER
        for w in users.pop(piece, ()):
            (edges, count), old = words[w], cuts[w]
            new = cuts[w] = [other for _, _, other in best(edges, scores)]
            for other in set(old) - {piece}:
                users[other].remove(w)
            for other in new:
                users[other].add(w)
            replaced += count * old.count(piece)
            tokens += count * (len(new) - len(old))
        number += 1
        yield PruneStep(
            number=number,
            action="prune",
            symbol=chosen.symbol,
            parts=chosen.parts,
            score=chosen.score,
            tied=tied,
            rivals=tuple(rivals),
            replaced=replaced,
            tokens=tokens,
            round=round_,
        )
