"""The lattice of a word: every way to cut it into pieces, and what can be asked of all of them at once.

A cut is a path from the start of a word to its end, along edges; an edge is a piece that the word holds at
some place, by where it starts, where it ends, and the piece's number. A lattice lists for every end the edges
that come there, as (start, number), shortest last. All that is asked is answered by going through the ends
once, so the cost is that of the edges: n symbols times the longest piece, whatever the number of cuts, which
doubles with nearly every symbol. Sources: Viterbi 1967 for the best path; Kudo 2018 for words as lattices.
Left out: edges that a word does not spell.

Weights are by piece number, as logarithms. Where cuts are compared they are whole numbers (`score`): sums do
not depend on their order, and equal products of equal probabilities tie. Of tied cuts the first is the one
whose last piece is longest, then the one before it, and so on. Number UNKNOWN is the piece of a symbol that
no piece holds; it is -1, so that its weight is the last of the list.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from heapq import nsmallest
from math import exp, fsum, log

from .spelling import glue

Lattice = list[list[tuple[int, int]]]
Edge = tuple[int, int, int]  # where a piece starts, where it ends, and its number

SCALE = 1 << 32  # scores in one nat: a difference of a billionth still tells
UNKNOWN = -1


def score(logarithm: float) -> int:
    """The logarithm of a probability as a whole number, in 2^-32 nats.

    >>> score(0.0), score(log(0.5))
    (0, -2977044472)
    """
    return round(logarithm * SCALE)


def lattice(symbols: Sequence[str], numbers: Mapping[str, int], longest: int, spelling: str) -> Lattice:
    """The edges of a word's symbols, for pieces of at most `longest` symbols.

    A symbol that is no piece stands alone: no other edge covers it, whatever longer pieces there are.

    >>> lattice("hug", {"h": 0, "u": 1, "g": 2, "ug": 3}, 2, "plain")
    [[], [(0, 0)], [(1, 1)], [(1, 3), (2, 2)]]
    """
    edges: Lattice = [[] for _ in range(len(symbols) + 1)]
    for start, piece in enumerate(symbols):
        edges[start + 1].append((start, numbers.get(piece, UNKNOWN)))
        if piece not in numbers:
            continue
        for end, symbol in enumerate(symbols[start + 1 : start + longest], start + 2):
            if symbol not in numbers:
                break
            piece = glue((piece, symbol), spelling)
            if (number := numbers.get(piece)) is not None:
                edges[end].append((start, number))
    return edges


def thinned(edges: Lattice, present: Set[int]) -> Lattice:
    """The lattice of the pieces that are still present.

    >>> thinned([[], [(0, 0)], [(0, 2), (1, 1)]], {0, 1})
    [[], [(0, 0)], [(1, 1)]]
    """
    return [[edge for edge in arriving if edge[1] in present] for arriving in edges]


def cuts(edges: Lattice) -> int:
    """How many ways there are to cut the word.

    >>> cuts(lattice("hugs", dict(zip(["h", "u", "g", "s", "hu", "gs"], range(6))), 2, "plain"))
    4
    """
    ways = [1]
    for arriving in edges[1:]:
        ways.append(sum(ways[start] for start, _ in arriving))
    return ways[-1]


def heights(edges: Lattice, scores: Sequence[int]) -> list[int]:
    """The score of the best way to each place of the word."""
    top = [0]
    for arriving in edges[1:]:
        top.append(max([top[start] + scores[piece] for start, piece in arriving]))
    return top


def best(edges: Lattice, scores: Sequence[int]) -> list[Edge]:
    """The best cut.

    >>> best([[], [(0, 0)], [(0, 2), (1, 1)]], [-1, -1, -2])
    [(0, 2, 2)]
    """
    return descent(edges, scores, heights(edges, scores))


def descent(edges: Lattice, scores: Sequence[int], top: Sequence[int]) -> list[Edge]:
    """The best cut, once the heights are known."""
    end = len(edges) - 1
    found: list[Edge] = []
    while end:
        start, piece = next(edge for edge in edges[end] if top[edge[0]] + scores[edge[1]] == top[end])
        found.append((start, end, piece))
        end = start
    return found[::-1]


def nbest(edges: Lattice, scores: Sequence[int], n: int) -> list[tuple[int, list[Edge]]]:
    """The `n` best cuts with their scores, best first; all of them where there are no more.

    Cost: n times the edges, and their sorting.

    >>> nbest([[], [(0, 0)], [(0, 2), (1, 1)]], [-1, -1, -2], 5)
    [(-2, [(0, 2, 2)]), (-2, [(0, 1, 0), (1, 2, 1)])]
    """
    # For every place, the best ways there: what each costs, the start of its last piece, which of the ways to
    # that start it goes on from, and the piece. That is also the order of tied ones.
    ways: list[list[tuple[int, int, int, int]]] = [[(0, 0, 0, 0)]]
    for arriving in edges[1:]:
        ways.append(
            nsmallest(
                n,
                (
                    (way[0] - scores[piece], start, rank, piece)
                    for start, piece in arriving
                    for rank, way in enumerate(ways[start])
                ),
            )
        )
    found = []
    for rank, way in enumerate(ways[-1]):
        path: list[Edge] = []
        end = len(edges) - 1
        while end:
            _, start, rank, piece = ways[end][rank]
            path.append((start, end, piece))
            end = start
        found.append((-way[0], path[::-1]))
    return found


def log_sum(terms: list[float]) -> float:
    """The logarithm of a sum, from the logarithms of its terms, however small; the same in any order.

    >>> round(log_sum([-1000.0, -1000.0]), 6)
    -999.306853
    """
    most = max(terms)
    return most + log(fsum([exp(term - most) for term in terms])) if len(terms) > 1 else most


def forward(edges: Lattice, logs: Sequence[float]) -> list[float]:
    """For every place, the logarithm of the sum over all ways there; the last one is that of all cuts.

    >>> round(exp(forward([[], [(0, 0)], [(0, 2), (1, 1)]], [log(0.5), log(0.5), log(0.25)])[-1]), 6)
    0.5
    """
    sums = [0.0]
    for arriving in edges[1:]:
        sums.append(log_sum([sums[start] + logs[piece] for start, piece in arriving]))
    return sums


def backward(edges: Lattice, logs: Sequence[float]) -> list[float]:
    """For every place, the logarithm of the sum over all ways from there to the end of the word."""
    ahead: list[list[float]] = [[] for _ in edges]
    ahead[-1] = [0.0]
    sums = [0.0] * len(edges)
    for end in range(len(edges) - 1, -1, -1):
        here = sums[end] = log_sum(ahead[end])
        for start, piece in edges[end]:
            ahead[start].append(here + logs[piece])
    return sums


def marginals(edges: Lattice, logs: Sequence[float]) -> tuple[float, list[tuple[Edge, float]]]:
    """The logarithm of the sum over all cuts, and for each edge its share: that of the cuts that use it.

    >>> marginals([[], [(0, 0)], [(0, 2), (1, 1)]], [log(0.5), log(0.5), log(0.25)])[1]
    [((0, 1, 0), 0.5), ((0, 2, 2), 0.5), ((1, 2, 1), 0.5)]
    """
    before, after = forward(edges, logs), backward(edges, logs)
    every = before[-1]
    return every, [
        ((start, end, piece), exp(before[start] + logs[piece] + after[end] - every))
        for end, arriving in enumerate(edges)
        for start, piece in arriving
    ]


def sample(edges: Lattice, logs: Sequence[float], draw: Callable[[], float]) -> list[Edge]:
    """A cut drawn with its probability: sums are taken forward, then pieces drawn from the end backward.

    `draw` gives a float from 0 up to 1, as `random.Random.random` does; it is asked once a piece.

    >>> sample([[], [(0, 0)], [(0, 2), (1, 1)]], [log(0.5), log(0.5), log(0.25)], lambda: 0.7)
    [(0, 1, 0), (1, 2, 1)]
    """
    before, end = forward(edges, logs), len(edges) - 1
    found: list[Edge] = []
    while end:
        left = draw()
        for start, piece in edges[end]:
            left -= exp(before[start] + logs[piece] - before[end])
            if left < 0:
                break
        found.append((start, end, piece))  # the last one where rounding leaves a little
        end = start
    return found[::-1]
