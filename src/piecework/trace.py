"""A trace is the record of what a learner did: the starting symbols and every step.

Tables, figures and explorables are drawn from it, and the model at any size is cut from it. It is plain data:
written as JSON with a version, never pickled.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Self

from .corpus import Corpus
from .model import vocabulary
from .plain import fraction, opened, typed
from .spelling import alphabet, check, spell

TIES = ("lexicographic", "reverse-lexicographic", "first-seen")
STOPPED = ("steps", "vocab_size", "nothing left")
RIVALS = 5  # how many of the candidates that a step passed over it remembers
VERSION = 3  # 1 had no names for rivals, 2 no ceiling on the pieces of merging and WordPiece

Score = int | Fraction | float  # in the learner's own terms


@dataclass(frozen=True)
class Rival:
    """A candidate that was passed over. Unpacks as symbol and score, so `dict(step.rivals)` is a score table.

    >>> dict([Rival("es", ("e", "s"), 9), Rival("lo", ("l", "o"), 7)])
    {'es': 9, 'lo': 7}
    """

    symbol: str
    parts: tuple[str, ...]
    score: Score

    def __iter__(self) -> Iterator[str | Score]:
        return iter((self.symbol, self.score))


@dataclass(frozen=True)
class Step:
    """One turn of a learner.

    >>> from piecework import bpe, corpora
    >>> step = bpe.train(corpora.load("four-words"), steps=1).steps[0]
    >>> step.number, step.action, step.symbol, step.parts, step.score, step.tied, step.replaced, step.tokens
    (1, 'merge', 'es', ('e', 's'), 9, 2, 9, 70)
    >>> step.rivals[0]
    Rival(symbol='st⎵', parts=('s', 't⎵'), score=9)
    """

    number: int  # 1, 2, 3, …
    action: str  # "merge", or "cover" and so on, as the learner calls what it does
    symbol: str  # the piece that the step added
    parts: tuple[str, ...]  # the symbols that it was made from
    score: Score  # in the learner's own terms; for merging, how often the pair occurred
    tied: int  # how many candidates had this score, the chosen one included: 1 is no tie
    rivals: tuple[Rival, ...]  # the next best, best first, at most RIVALS of them
    replaced: int  # occurrences replaced in the corpus, each word counting as often as it occurs
    tokens: int  # tokens of the corpus after the step


@dataclass(frozen=True)
class Trace:
    """What every learner's trace holds; each learner adds `model`, and what only it needs.

    >>> from piecework import Corpus, bpe
    >>> trace = bpe.train(Corpus({"low": 5, "lower": 2}), steps=1)
    >>> trace.start_tokens, trace.tokens, trace.vocabulary, trace.stopped
    (25, 18, ('e', 'l', 'o', 'r⎵', 'w', 'w⎵', 'lo'), 'steps')
    """

    words: tuple[tuple[str, int], ...]  # the corpus that was learned from
    spelling: str
    ties: str
    unknown: bool  # whether the vocabulary has a slot for unknown symbols
    alphabet: tuple[str, ...]  # the base symbols, sorted
    start_tokens: int  # tokens of the corpus before the first step
    steps: tuple[Step, ...]
    stopped: str  # "steps" or "vocab_size" (the budget), or "nothing left"

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: the unknown token where there is one, the alphabet, each new piece once."""
        return vocabulary(self.alphabet, (step.symbol for step in self.steps), self.unknown)

    @property
    def learned(self) -> tuple[str, ...]:
        """The pieces beyond the alphabet, in id order, each once."""
        return self.vocabulary[len(self.alphabet) + self.unknown :]

    @property
    def vocab_size(self) -> int:
        """Pieces in the vocabulary: alphabet and learned pieces, and one more where `unknown` is true."""
        return len(self.vocabulary)

    @property
    def sizes(self) -> range:
        """The vocabulary sizes that this trace went through, and can say the model of."""
        return range(len(self.alphabet) + self.unknown, self.vocab_size + 1)

    @property
    def tokens(self) -> int:
        """Tokens of the corpus after the last step."""
        return self.steps[-1].tokens if self.steps else self.start_tokens

    def at(self, vocab_size: int) -> Self:
        """The trace as training with this `vocab_size` would have left it.

        Raises `ValueError` below the alphabet, and above the last size if the budget ended the training: more
        could have been learned then. Above a size at which nothing was left to do, it is the whole trace.

        >>> from piecework import Corpus, bpe
        >>> corpus = Corpus({"low": 5, "lower": 2})
        >>> bpe.train(corpus).at(8) == bpe.train(corpus, vocab_size=8)
        True
        """
        check_budget(None, vocab_size, len(self.alphabet) + self.unknown, self.unknown)
        if vocab_size > self.vocab_size:
            if self.stopped != "nothing left":
                raise ValueError(
                    f"this trace ends at {self.vocab_size} pieces because its budget was spent; "
                    f"train with vocab_size={vocab_size} to see that size"
                )
            return self
        seen, count = set(self.alphabet), 0
        while len(seen) + self.unknown < vocab_size:
            seen.add(self.steps[count].symbol)
            count += 1
        cut = {f.name: getattr(self, f.name) for f in fields(self)}
        return type(self)(**{**cut, "steps": self.steps[:count], "stopped": "vocab_size"})

    def to_json(self) -> str:
        """The whole trace as one JSON object; `from_json` gives an equal trace back.

        >>> from piecework import Corpus, bpe
        >>> trace = bpe.train(Corpus({"low": 5, "lower": 2}))
        >>> bpe.MergeTrace.from_json(trace.to_json()) == trace
        True
        """
        data = {"piecework": "trace", "version": VERSION, **asdict(self)}
        return json.dumps(data, ensure_ascii=False, default=fraction)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The trace that `to_json` wrote. Raises `ValueError` that says what is wrong with any other text."""
        data = opened(text, "trace", VERSION)
        try:
            trace: Self = typed(cls, data, "trace")
            trace.verify()
        except (ValueError, TypeError, OverflowError) as error:  # a whole number may be too large for a float
            raise ValueError(f"not a {cls.__name__}: {error}") from error
        return trace

    def verify(self) -> None:
        """Raise `ValueError` where the trace contradicts itself, as one that was changed by hand may."""
        check(self.spelling)
        for name, value, values in (("ties", self.ties, TIES), ("stopped", self.stopped, STOPPED)):
            if value not in values:
                raise ValueError(f"{name} is {value!r}; there are {', '.join(map(repr, values))}")
        corpus = Corpus(dict(self.words))
        spelled = [(spell(word, self.spelling), count) for word, count in corpus.items()]
        if len(spelled) != len(self.words):
            raise ValueError("a word is listed twice")
        if self.alphabet != alphabet((symbols for symbols, _ in spelled), self.spelling):
            raise ValueError("the alphabet is not that of the words, sorted")
        if self.start_tokens != (tokens := sum(len(symbols) * count for symbols, count in spelled)):
            raise ValueError(f"start_tokens is {self.start_tokens}, but the words have {tokens}")
        for number, step in enumerate(self.steps, 1):
            if step.number != number:
                raise ValueError(f"step {number} says that it is number {step.number}")
        kinds = {type(step.score).__name__ for step in self.steps}
        kinds |= {type(rival.score).__name__ for step in self.steps for rival in step.rivals}
        if len(kinds) > 1:
            raise ValueError(f"the scores are not of one type, but {', '.join(sorted(kinds))}")


def check_budget(steps: int | None, vocab_size: int | None, minimum: int, unknown: bool) -> None:
    """Raise `TypeError` or `ValueError` for a budget that makes no sense for `minimum` pieces at the start.

    >>> check_budget(steps=None, vocab_size=10, minimum=11, unknown=False)
    Traceback (most recent call last):
    ValueError: vocab_size=10 is below the alphabet: this corpus needs at least 11 pieces
    """
    for name, value in (("steps", steps), ("vocab_size", vocab_size)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise TypeError(f"{name}={value!r} must be a whole number (int) or None")
    if steps is not None and steps < 0:
        raise ValueError(f"steps={steps} must be 0 or more")
    if vocab_size is not None and vocab_size < minimum:
        slot = ", one of them the unknown token" if unknown else ""
        raise ValueError(
            f"vocab_size={vocab_size} is below the alphabet: "
            f"this corpus needs at least {minimum} pieces{slot}"
        )
