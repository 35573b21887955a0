"""The model of Unigram: an alphabet and pieces with weights, and what it says about all cuts of a word.

A piece's probability is its share of all weights, or of a whole that is given, where they are a part of it (a
vocabulary from elsewhere may have been cut down since). A cut's is the product of its pieces'. A symbol that
has no piece stands alone and has no probability: it takes part in no comparison, and whatever holds it has
none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, fsum, inf, isfinite, log
from random import Random

from . import lattice
from .corpus import short
from .lattice import Edge, Lattice
from .learning import whole
from .model import UNKNOWN, vocabulary
from .spelling import spell
from .trace import Score
from .unigram_training import check_weights, in_order, total

MOST = 10_000  # cuts of a word that are listed
COLDEST = 1e-6  # the lowest temperature, at which only the best cuts are ever drawn

Cut = tuple[str, ...]


@dataclass(frozen=True)
class Unigram:
    """The model of Unigram. Raises `ValueError` unless weights are above 0, and no piece is listed twice.

    >>> model = Unigram(("g", "h", "u"), (("h", 15), ("u", 36), ("g", 20), ("hu", 15), ("ug", 20)), "plain")
    >>> model.vocabulary, model.probability("ug")
    (('g', 'h', 'u', 'ug', 'hu'), Fraction(10, 53))
    """

    alphabet: tuple[str, ...]
    weights: tuple[tuple[str, Score], ...]
    spelling: str = "last-marked"
    unknown: bool = False
    whole: Score | None = None  # what the weights are shares of, if not of their sum

    def __post_init__(self) -> None:
        check_weights(self.weights)
        if self.whole is not None:
            check_weights([("whole", self.whole)])

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: the unknown token where there is one, the alphabet, longer ones by weight."""
        return vocabulary(self.alphabet, in_order(self.alphabet, self._weight), self.unknown)

    @cached_property
    def total(self) -> Score:
        """What the weights are shares of: their sum, unless `whole` says otherwise."""
        return total(weight for _, weight in self.weights) if self.whole is None else self.whole

    def probability(self, piece: str) -> Fraction | float:
        """A piece's share of the whole, a `Fraction` where that is exact; 0 for any other piece.

        >>> Unigram(("a", "b"), (("a", 1), ("b", 2)), "plain").probability("b")
        Fraction(2, 3)
        """
        weight, every = self._weight.get(piece, 0), self.total
        return weight / every if isinstance(every, float) else Fraction(weight) / Fraction(every)

    def segment(self, word: str) -> list[str]:
        """The most probable cut; of equally probable ones, that whose last piece is longest, and so on.

        A symbol that has no piece stands alone, as the unknown token where the model has one. Raises
        `TypeError` and `ValueError` as `spelling.spell` does. Cost: n times the longest piece, for n symbols.

        >>> Unigram(("g", "p", "u"), (("p", 17), ("u", 36), ("g", 20), ("ug", 20)), "plain").segment("pug")
        ['p', 'ug']
        """
        symbols, edges = self._read(word)
        return list(self._cut(symbols, lattice.best(edges, self._scores)))

    def nbest(self, word: str, n: int) -> list[tuple[Cut, Fraction | float]]:
        """The `n` most probable cuts with their probabilities, best first, ties as by `segment`.

        Raises `ValueError` for an `n` below 1, and as `segment` does. Cost: n times that of `segment`.

        >>> model = Unigram(("g", "p", "u"), (("p", 2), ("u", 3), ("g", 2), ("ug", 3)), "plain")
        >>> model.nbest("pug", 2)
        [(('p', 'ug'), Fraction(3, 50)), (('p', 'u', 'g'), Fraction(3, 250))]
        """
        whole("n", n, 1)
        symbols, edges = self._read(word)
        found = lattice.nbest(edges, self._scores, n)
        return [(self._cut(symbols, path), self._product(path)) for _, path in found]

    def segmentations(self, word: str) -> list[tuple[Cut, Fraction | float]]:
        """All cuts with their probabilities, best first.

        Raises `ValueError` where there are more than 10,000, and as `segment` does.

        >>> len(Unigram(("a",), (("a", 2), ("aa", 1)), "plain").segmentations("aaaa"))
        5
        """
        return self.nbest(word, self._countable(word, self._read(word)[1]))

    def edges(self, word: str) -> list[tuple[int, int, str, Fraction | float]]:
        """Where each piece that the word holds starts and ends, in symbols, and its probability.

        >>> Unigram(("a",), (("a", 2), ("aa", 1)), "plain").edges("aa")
        [(0, 1, 'a', Fraction(2, 3)), (0, 2, 'aa', Fraction(1, 3)), (1, 2, 'a', Fraction(2, 3))]
        """
        symbols, edges = self._read(word)
        found = [(start, end, number) for end, arriving in enumerate(edges) for start, number in arriving]
        named = zip(found, self._cut(symbols, found), strict=True)
        return [(start, end, piece, self.probability(piece)) for (start, end, _), piece in named]

    def marginals(self, word: str) -> dict[tuple[int, int], float]:
        """For each edge, the probability that a cut of this word, drawn from the model, uses it.

        >>> shares = Unigram(("a",), (("a", 2), ("aa", 4)), "plain").marginals("aa")
        >>> {edge: round(share, 6) for edge, share in shares.items()}
        {(0, 1): 0.142857, (0, 2): 0.857143, (1, 2): 0.142857}
        """
        _, shares = lattice.marginals(self._read(word)[1], self._logs)
        return {(start, end): share for (start, end, _), share in shares}

    def log_probability(self, word: str) -> float:
        """The logarithm of a word's probability, over all its cuts, in nats; -inf with an unknown symbol.

        >>> round(exp(Unigram(("a",), (("a", 2), ("aa", 4)), "plain").log_probability("aa")), 6)
        0.777778
        """
        edges = self._read(word)[1]
        known = all(piece != lattice.UNKNOWN for arriving in edges for _, piece in arriving)
        return lattice.forward(edges, self._logs)[-1] if known else -inf

    def log_likelihood(self, corpus: Mapping[str, int]) -> float:
        """The logarithm of a corpus's probability, each word as often as it occurs, in nats.

        >>> round(Unigram(("a",), (("a", 2), ("aa", 4)), "plain").log_likelihood({"a": 3}), 6)
        -3.295837
        """
        return fsum(count * self.log_probability(word) for word, count in corpus.items())

    def sample(self, word: str, rng: Random, temperature: float = 1.0) -> list[str]:
        """A cut of the word, drawn by its probability to the power of 1 / `temperature`.

        1 draws from the model itself; towards 0 the best cut always comes, and far above all come alike.
        Raises `ValueError` for a temperature below a millionth, and as `segment` does. Exact, and of
        the cost of `segment`: no list of best cuts is made.

        >>> Unigram(("a",), (("a", 1), ("aa", 99)), "plain").sample("aaa", Random(1), temperature=0.1)
        ['a', 'aa']
        """
        symbols, edges = self._read(word)
        return list(self._cut(symbols, lattice.sample(edges, self._tempered(temperature), rng.random)))

    def shares(self, word: str, temperature: float = 1.0) -> dict[Cut, Fraction | float]:
        """What `sample` draws, and how often: all cuts with their shares, best first.

        `Fraction`s where the weights are exact and the temperature is 1. Raises as `segmentations` and
        `sample` do.

        >>> Unigram(("a",), (("a", 1), ("aa", 2)), "plain").shares("aa")
        {('aa',): Fraction(6, 7), ('a', 'a'): Fraction(1, 7)}
        """
        logs, (symbols, edges) = self._tempered(temperature), self._read(word)
        paths = [path for _, path in lattice.nbest(edges, self._scores, self._countable(word, edges))]
        exact = temperature == 1 and not isinstance(self.total, float)
        parts: list[Fraction | float]
        if exact:
            parts = [self._product([edge for edge in path if edge[2] != lattice.UNKNOWN]) for path in paths]
        else:
            sums = [fsum(logs[piece] for _, _, piece in path) for path in paths]
            parts = [exp(one - max(sums)) for one in sums]
        every = total(parts)
        return {self._cut(symbols, path): part / every for path, part in zip(paths, parts, strict=True)}

    @cached_property
    def _weight(self) -> dict[str, Score]:
        return dict(self.weights)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {piece: number for number, piece in enumerate(self._weight)}

    @cached_property
    def _names(self) -> list[str]:
        return list(self._weight)

    @cached_property
    def _logs(self) -> list[float]:
        every = self.total
        return [*(log(weight / every) for weight in self._weight.values()), 0.0]  # the last is UNKNOWN's

    @cached_property
    def _scores(self) -> list[int]:
        return [lattice.score(one) for one in self._logs]

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._weight), default=1)  # in characters, of which a symbol has at least one

    def _read(self, word: str) -> tuple[tuple[str, ...], Lattice]:
        """The symbols of a word, and its lattice."""
        symbols = spell(word, self.spelling)
        return symbols, lattice.lattice(symbols, self._numbers, self._longest, self.spelling)

    def _cut(self, symbols: tuple[str, ...], path: list[Edge]) -> Cut:
        """The pieces along a path."""
        return tuple(
            self._names[number] if number != lattice.UNKNOWN else UNKNOWN if self.unknown else symbols[start]
            for start, _, number in path
        )

    def _product(self, path: list[Edge]) -> Fraction | float:
        """The probability of a cut."""
        share: Fraction | float = Fraction(1)
        for *_, number in path:
            share *= self.probability(self._names[number]) if number != lattice.UNKNOWN else 0
        return share

    def _tempered(self, temperature: float) -> list[float]:
        if isinstance(temperature, bool) or not isinstance(temperature, int | float | Fraction):
            raise TypeError(f"temperature={temperature!r} must be a number")
        if not (temperature >= COLDEST and isfinite(temperature)):
            raise ValueError(f"temperature={temperature!r} must be finite and {COLDEST} or more")
        return [one / temperature for one in self._logs]

    def _countable(self, word: str, edges: Lattice) -> int:
        if (cuts := lattice.cuts(edges)) > MOST:
            many = f"{cuts:,}" if cuts < 10**15 else "more than 10^15"
            raise ValueError(f"{short(word)} can be cut in {many} ways, too many to list; ask for the best n")
        return cuts
