"""Unigram: give every piece a probability; drop the pieces that the corpus's likelihood misses least; repeat.

A cut's probability is the product of its pieces'; a word is read by its most probable cut. Training starts
from far too many pieces, the seed. A round lets EM set each piece's weight to its expected count over all
cuts of all words, then removes the pieces whose going costs the best cuts the least. Single symbols stay, so
every word can be read. Source: Kudo 2018.

Left out is what sentencepiece does besides. Its seed holds only runs that two different symbols follow, and
weighs them by count times length; the M step takes digamma of the expected counts, which pushes rare pieces
down, and drops those under half an occurrence; a piece that no best cut uses, or that is itself cut better,
goes at once; the loss of the others is estimated from their own second-best cut, whatever word they stand in;
pruning stops at 1.1 times the size that was asked for, and the most probable of these pieces are kept. The
seed matters most (tests/oracles/test_unigram_libraries.py measures it).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import floor, isclose
from typing import Self

from . import unigram_seed
from .corpus import short
from .lattice import best, score, thinned
from .learning import one_of, prepare, retraced, whole
from .model import UNKNOWN
from .spelling import glue, spell, symbols_of
from .trace import Score, Trace, check_budget
from .unigram_model import Unigram
from .unigram_seed import seed
from .unigram_training import (
    FLOOR,
    Pieces,
    PruneStep,
    Round,
    Weights,
    Words,
    check_weights,
    in_order,
    logarithms,
    prune,
    reestimate,
)

__all__ = ["FLOOR", "PruneStep", "PruneTrace", "Round", "Unigram", "seed", "train"]

USES = ("loss", "usage")


def train(
    corpus: Mapping[str, int],
    vocab_size: int,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    unknown: bool = False,
    seed: Mapping[str, Score] | None = None,
    passes: int = 2,
    keep: Fraction | float = Fraction(3, 4),
    by: str = "loss",
    max_length: int = 16,
    on_step: Callable[[PruneStep], object] | None = None,
) -> "PruneTrace":
    """Prune a seed to `vocab_size` pieces: alphabet, longer pieces, and one more where `unknown` is true.

    A round is `passes` of EM (0: the weights stay the seed's), a ranking, and the removal of the cheapest
    pieces: of all but the unknown token it keeps the share `keep`, and removes at least one. The last round
    only lets EM run. `by="loss"` ranks a piece by what the corpus's log-likelihood, under the best cuts with
    each word as often as it occurs, loses without it, other probabilities unchanged; `by="usage"` by how
    often the best cuts use it. Of equally cheap pieces the smallest tuple of symbols goes first
    ("lexicographic"), the largest ("reverse-lexicographic"), or the first of the seed ("first-seen").

    `seed` gives pieces with positive weights, by default those of `unigram.seed` for this `max_length`.
    Raises `ValueError` for a `vocab_size` below the alphabet, for a seed that lacks a symbol of the corpus or
    holds what its words cannot spell, and for words as `bpe.train` does; `TypeError` for a wrong type.
    `on_step` is handed each step as a piece goes, the last of a round once EM has said how many tokens that
    leaves; what it raises ends the training.

    Cost: each round goes through the lattices of the distinct words some five times for its two passes.

    >>> from piecework import Corpus
    >>> trace = train(Corpus({"hug": 2, "hugs": 1}), vocab_size=6, spelling="plain")
    >>> [(step.symbol, step.parts, step.round) for step in trace.steps]
    [('hu', ('h', 'u'), 1)]
    """
    whole("vocab_size", vocab_size, 0)
    whole("passes", passes, 0)
    whole("max_length", max_length, 1)
    one_of("by", by, USES)
    if isinstance(keep, bool) or not isinstance(keep, int | Fraction | float):
        raise TypeError(f"keep={keep!r} must be a number from 0 to 1")
    if not 0 <= keep <= 1:
        raise ValueError(f"keep={keep} must be from 0 to 1")
    keep = Fraction(keep)
    corpus, words, alphabet = prepare(corpus, spelling, ties, unknown, None, vocab_size)
    if seed is None:
        seed = unigram_seed.seed(corpus, spelling, max_length)
    pieces, weights = _numbered(seed, alphabet, spelling, ties, unknown)
    lattices = _lattices(pieces, dict(corpus))
    steps: list[PruneStep] = []
    rounds: list[Round] = []
    while True:
        weights, scores, cuts, done = _round(pieces, lattices, weights, passes, len(rounds) + 1, unknown)
        rounds.append(done)
        if steps:
            steps[-1] = replace(steps[-1], tokens=done.tokens)
            if on_step:
                on_step(steps[-1])
        if done.size <= vocab_size:
            break
        most = max(1, floor((1 - keep) * len(pieces.present)))
        going = prune(pieces, lattices, cuts, scores, by, len(steps), done.number)
        for step in islice(going, min(most, done.size - vocab_size)):
            if on_step and steps and steps[-1].round == step.round:
                on_step(steps[-1])
            steps.append(step)
        lattices = [(thinned(edges, pieces.present), count) for edges, count in lattices]
    return PruneTrace(
        words=tuple(corpus.items()),
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        alphabet=alphabet,
        start_tokens=sum(len(symbols) * count for symbols, count in words),
        steps=tuple(steps),
        stopped="vocab_size" if rounds[-1].size == vocab_size else "nothing left",
        seed=tuple(seed.items()),
        rounds=tuple(rounds),
        passes=passes,
        keep=keep,
        by=by,
    )


@dataclass(frozen=True)
class PruneTrace(Trace):
    """The trace of Unigram: what went, step by step, and what each round made of the weights.

    `start_tokens` are the symbols of the corpus, as for every learner; `rounds[0].tokens` those of the seed.

    >>> from piecework import corpora
    >>> trace = train(corpora.load("hugs"), 10)
    >>> [(done.number, done.size, done.tokens) for done in trace.rounds]
    [(1, 22, 36), (2, 17, 36), (3, 13, 36), (4, 10, 69)]
    """

    steps: tuple[PruneStep, ...]
    seed: tuple[tuple[str, Score], ...]  # its pieces with their weights, in the order given
    rounds: tuple[Round, ...]
    passes: int  # of EM in a round
    keep: Fraction  # the share of pieces that a round keeps
    by: str  # what ranks them: "loss" or "usage"

    @cached_property
    def model(self) -> Unigram:
        """The model after the last round."""
        return Unigram(self.alphabet, self.rounds[-1].weights, self.spelling, self.unknown)

    def model_at(self, vocab_size: int) -> Unigram:
        """The model with that many pieces; `ValueError` and cost as for `at`."""
        return self.at(vocab_size).model

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """What stayed: the unknown token where there is one, the alphabet, longer pieces by weight."""
        return self.model.vocabulary

    @property
    def sizes(self) -> range:
        """The vocabulary sizes from its own up to the seed's."""
        return range(self.vocab_size, len(self.seed) + self.unknown + 1)

    @property
    def tokens(self) -> int:
        """Tokens of the corpus after the last round."""
        return self.rounds[-1].tokens

    def at(self, vocab_size: int) -> Self:
        """The trace as training with this `vocab_size` would have left it, for sizes from its own upward.

        Raises `ValueError` for smaller ones. Cost: one round, where none of its own had that size.

        >>> from piecework import corpora
        >>> trace = train(corpora.load("hugs"), 10)
        >>> trace.at(12) == train(corpora.load("hugs"), 12)
        True
        """
        check_budget(None, vocab_size, len(self.alphabet) + self.unknown, self.unknown)
        if vocab_size < self.vocab_size:
            raise ValueError(
                f"this trace ends at {self.vocab_size} pieces and says nothing of fewer; "
                f"train with vocab_size={vocab_size} to see that size"
            )
        most = len(self.seed) + self.unknown
        steps = self.steps[: max(0, most - vocab_size)]
        rounds = tuple(done for done in self.rounds if done.size >= vocab_size) or self.rounds[:1]
        if steps and rounds[-1].size > vocab_size:
            gone = {step.symbol for step in steps}
            left = {piece: weight for piece, weight in rounds[-1].weights if piece not in gone}
            pieces, weights = _numbered(left, self.alphabet, self.spelling, self.ties, self.unknown)
            words = _lattices(pieces, dict(self.words))
            *_, last = _round(pieces, words, weights, self.passes, len(rounds) + 1, self.unknown)
            rounds = (*rounds, last)
        if steps:
            steps = (*steps[:-1], replace(steps[-1], tokens=rounds[-1].tokens))
        cut = {f.name: getattr(self, f.name) for f in fields(self)}
        stopped = "vocab_size" if vocab_size <= most else "nothing left"
        return type(self)(**{**cut, "steps": steps, "rounds": rounds, "stopped": stopped})

    def verify(self) -> None:
        """Raise `ValueError` where training again gives another trace. Cost: training again.

        The last digits of a float may be another machine's.
        """
        super().verify()
        check_weights(self.seed)
        if not self.rounds:
            raise ValueError("there are no rounds; Unigram has at least one")
        if self.stopped == "steps" or (self.stopped == "nothing left" and self.steps):
            raise ValueError(f"stopped is {self.stopped!r}, but Unigram stops at a size, or before any step")
        if self.passes >= (known := len(self.rounds[0].log_likelihood)):  # never to be trained with billions
            raise ValueError(f"passes is {self.passes}, but round 1 has the likelihoods of {known - 1}")
        asked = len(self.seed) + self.unknown - len(self.steps) + (self.stopped == "nothing left")
        how = (self.spelling, self.ties, self.unknown, dict(self.seed), self.passes, self.keep, self.by)
        again = train(dict(self.words), asked, *how)
        retraced(self, again)
        if len(self.rounds) != len(again.rounds):
            raise ValueError(f"there are {len(self.rounds)} rounds, but these words give {len(again.rounds)}")
        for done, true in zip(self.rounds, again.rounds, strict=True):
            if not _alike(done, true):
                raise ValueError(f"round {true.number} is not the one that these words give")


def _close(one: Score, other: Score) -> bool:
    return isclose(one, other, rel_tol=1e-8, abs_tol=1e-12)


def _alike(done: Round, true: Round) -> bool:
    """Whether two rounds differ in no more than the last digits of floats."""
    weights, others = dict(done.weights), dict(true.weights)
    return (
        (done.number, done.size, done.tokens) == (true.number, true.size, true.tokens)
        and len(done.log_likelihood) == len(true.log_likelihood)
        and weights.keys() == others.keys()
        and all(map(_close, done.log_likelihood, true.log_likelihood))
        and all(_close(weight, others[piece]) for piece, weight in weights.items())
    )


def _numbered(
    seed: Mapping[str, Score], alphabet: tuple[str, ...], spelling: str, ties: str, unknown: bool
) -> tuple[Pieces, Weights]:
    """The pieces of a seed by number, and their weights, once the seed is checked."""
    if not isinstance(seed, Mapping):
        raise TypeError(f"a seed is a mapping from pieces to weights, not {type(seed).__name__}")
    check_weights(seed.items())
    if missing := [symbol for symbol in alphabet if symbol not in seed]:
        raise ValueError(f"the seed has no weight for {missing[0]!r}, a symbol of the words; give it one")
    single, longer = set(alphabet), list[tuple[str, ...]]()
    for piece in seed:
        symbols = symbols_of(piece, spelling)
        if piece == UNKNOWN and unknown:
            raise ValueError(f"the seed holds {UNKNOWN}, the unknown token; drop it, or unknown=False")
        if not single.issuperset(symbols):
            raise ValueError(
                f"the seed's piece {short(piece)} is not made of symbols of the words, "
                f"spelled {spelling}; drop it"
            )
        if len(symbols) > 1:
            longer.append(symbols)
    if ties != "first-seen":
        longer.sort(reverse=ties == "reverse-lexicographic")
    spelled = [*((symbol,) for symbol in alphabet), *longer]
    names = [glue(symbols, spelling) for symbols in spelled]
    numbers = {name: number for number, name in enumerate(names)}
    pieces = Pieces(alphabet, spelling, names, spelled, numbers, set(numbers.values()))
    return pieces, [seed[name] for name in names]


def _lattices(pieces: Pieces, corpus: Mapping[str, int]) -> Words:
    """The lattices of the words, in sorted order."""
    return [(pieces.read(spell(word, pieces.spelling)), count) for word, count in sorted(corpus.items())]


def _round(
    pieces: Pieces, words: Words, weights: Weights, passes: int, number: int, unknown: bool
) -> tuple[Weights, list[int], list[list[int]], Round]:
    """The new weights and scores, the best cuts of the words, and the round."""
    weights, likelihoods = reestimate(words, weights, pieces.present, passes)
    scores = [score(one) for one in logarithms(weights, pieces.present)]
    cuts = [[piece for _, _, piece in best(edges, scores)] for edges, _ in words]
    named = {pieces.names[piece]: weights[piece] for piece in pieces.present}
    done = Round(
        number=number,
        size=len(pieces.present) + unknown,
        tokens=sum(count * len(cut) for (_, count), cut in zip(words, cuts, strict=True)),
        log_likelihood=likelihoods,
        weights=tuple((name, named[name]) for name in in_order(pieces.alphabet, named)),
    )
    return weights, scores, cuts, done
