"""A trace is the record of what a learner did: the starting symbols and every step.

Tables, figures and explorables are drawn from it, and the model at any size is cut from it. It is plain data:
written as JSON with a version, never pickled.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any, Self

UNKNOWN = "<unk>"
TIES = ("lexicographic", "reverse-lexicographic", "first-seen")
RIVALS = 5  # how many of the candidates that a step passed over it remembers
VERSION = 1


@dataclass(frozen=True)
class Rival:
    """A candidate that was passed over; unpacks as `(symbol, score)`, so `dict(step.rivals)` is a score table."""

    parts: tuple[str, ...]
    score: int

    @property
    def symbol(self) -> str:
        return "".join(self.parts)

    def __iter__(self) -> Iterator[str | int]:
        return iter((self.symbol, self.score))


@dataclass(frozen=True)
class Step:
    """One turn of a learner."""

    number: int  # 1, 2, 3, …
    action: str  # "merge"
    symbol: str  # the piece that the step added
    parts: tuple[str, ...]  # the symbols that it was made from
    score: int  # in the learner's own terms; for merging, how often the pair occurred
    tied: int  # how many candidates had this score, the chosen one included: 1 is no tie
    rivals: tuple[Rival, ...]  # the next best, best first, at most RIVALS of them
    replaced: int  # occurrences replaced in the corpus, each word counting as often as it occurs
    tokens: int  # tokens of the corpus after the step


@dataclass(frozen=True)
class Trace:
    """What every learner's trace holds; each learner adds `model`, and what only it needs."""

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
        """Pieces in id order: the unknown token where there is one, the alphabet, then each new piece once."""
        start = ((UNKNOWN,) if self.unknown else ()) + self.alphabet
        return tuple(dict.fromkeys((*start, *(step.symbol for step in self.steps))))

    @property
    def vocab_size(self) -> int:
        """Pieces in the vocabulary: alphabet and learned pieces, and one more where `unknown` is true."""
        return len(self.vocabulary)

    @property
    def tokens(self) -> int:
        """Tokens of the corpus after the last step."""
        return self.steps[-1].tokens if self.steps else self.start_tokens

    def at(self, vocab_size: int) -> Self:
        """The trace as it stood when the vocabulary had `vocab_size` pieces, at the first step that reached it.

        Raises `ValueError` below the alphabet, and above the last size if the budget ended the training: more
        could have been learned then. Above a size at which nothing was left to do, it is the whole trace.
        """
        minimum = len(self.alphabet) + self.unknown
        if vocab_size < minimum:
            raise ValueError(below(vocab_size, minimum, self.unknown))
        if vocab_size >= self.vocab_size:
            if vocab_size > self.vocab_size and self.stopped != "nothing left":
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
        """The whole trace as one JSON object; `from_json` gives an equal trace back."""
        return json.dumps({"piecework": "trace", "version": VERSION, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The trace that `to_json` wrote. Raises `ValueError` that says what is wrong with any other text."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"not a trace: this is not JSON ({error})") from error
        if not isinstance(data, dict) or data.pop("piecework", None) != "trace":
            raise ValueError('not a trace: the JSON object has no "piecework": "trace"')
        if (version := data.pop("version", None)) != VERSION:
            raise ValueError(f"a trace of version {version!r}; this library reads version {VERSION}")
        try:
            steps = tuple(_step(row) for row in data.pop("steps"))
            words = tuple((str(word), int(count)) for word, count in data.pop("words"))
            trace = cls(words=words, steps=steps, alphabet=tuple(data.pop("alphabet")), **data)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a {cls.__name__}: {type(error).__name__}: {error}") from error
        return trace


def _step(row: dict[str, Any]) -> Step:
    rivals = tuple(Rival(tuple(r["parts"]), r["score"]) for r in row["rivals"])
    step = Step(**{**row, "parts": tuple(row["parts"]), "rivals": rivals})
    if "".join(step.parts) != step.symbol:
        raise ValueError(f"step {step.number}: {step.parts} do not join to {step.symbol!r}")
    return step


def below(vocab_size: int, minimum: int, unknown: bool) -> str:
    """The sentence for a vocabulary that cannot hold its own alphabet."""
    slot = ", one of them the unknown token" if unknown else ""
    return f"vocab_size={vocab_size} is below the alphabet: this corpus needs at least {minimum} pieces{slot}"


def check_budget(steps: int | None, vocab_size: int | None, minimum: int, unknown: bool) -> None:
    """Raise `TypeError` or `ValueError` for a budget that makes no sense for an alphabet of `minimum` pieces."""
    for name, value in (("steps", steps), ("vocab_size", vocab_size)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise TypeError(f"{name}={value!r} must be a whole number (int) or None")
    if steps is not None and steps < 0:
        raise ValueError(f"steps={steps} must be 0 or more")
    if vocab_size is not None and vocab_size < minimum:
        raise ValueError(below(vocab_size, minimum, unknown))
