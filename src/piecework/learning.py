"""What every learner checks before it learns, and how its steps are collected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from .corpus import Corpus, short
from .model import UNKNOWN
from .spelling import alphabet as alphabet_of
from .spelling import check, spell, symbols_of
from .trace import TIES, Step, Trace, check_budget

Spelled = list[tuple[tuple[str, ...], int]]  # each word's symbols, with its count
S = TypeVar("S", bound=Step)


def whole(name: str, value: int, least: int) -> None:
    """Raise `TypeError` or `ValueError` unless a setting is a whole number of at least `least`.

    >>> whole("max_length", 1, 2)
    Traceback (most recent call last):
    ValueError: max_length=1 must be 2 or more
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}={value!r} must be a whole number (int)")
    if value < least:
        raise ValueError(f"{name}={value} must be {least} or more")


def one_of(name: str, value: str, values: tuple[str, ...]) -> None:
    """Raise `ValueError` unless a setting has one of its values.

    >>> one_of("unit", "bytes", ("positions", "characters"))
    Traceback (most recent call last):
    ValueError: unit='bytes' is not known; there are 'positions', 'characters'
    """
    if value not in values:
        raise ValueError(f"{name}={value!r} is not known; there are {', '.join(map(repr, values))}")


def all_of(name: str, given: Sequence[str], values: tuple[str, ...]) -> None:
    """Raise `TypeError` or `ValueError` unless a setting is a list of some of its values.

    >>> all_of("splits", "gpt2", ("gpt2", "cl100k"))
    Traceback (most recent call last):
    TypeError: splits is a list of names, as ['gpt2'], not the str 'gpt2'
    """
    if isinstance(given, str):
        raise TypeError(f"{name} is a list of names, as [{given!r}], not the str {given!r}")
    for one in given:
        one_of(name.removesuffix("s"), one, values)


def within(max_length: int | None, spelling: str) -> Callable[[tuple[str, str]], bool]:
    """Whether two symbols may be joined: what they make has at most `max_length` base symbols.

    >>> short_enough = within(3, "last-marked")
    >>> short_enough(("es", "t⎵")), short_enough(("w", "est⎵"))
    (True, False)
    """
    if max_length is None:
        return lambda pair: True
    length = cache(lambda symbol: len(symbols_of(symbol, spelling)))
    return lambda pair: length(pair[0]) + length(pair[1]) <= max_length


def prepare(
    corpus: Mapping[str, int],
    spelling: str,
    ties: str,
    unknown: bool,
    steps: int | None,
    vocab_size: int | None,
    unknown_token: str = UNKNOWN,
) -> tuple[Corpus, Spelled, tuple[str, ...]]:
    """The corpus, its words as symbols with counts, and the sorted alphabet, once everything is checked.

    Raises `ValueError` and `TypeError` for what no learner accepts, and says what to do instead.

    >>> prepare({"ab": 2}, "plain", "lexicographic", False, None, None)
    (Corpus({'ab': 2}), [(('a', 'b'), 2)], ('a', 'b'))
    """
    corpus = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
    check(spelling)
    one_of("ties", ties, TIES)
    if not isinstance(unknown, bool):
        raise TypeError(f"unknown={unknown!r} must be True or False")
    words = [(spell(word, spelling), count) for word, count in corpus.items()]
    if unknown and (bad := next((word for word in corpus if unknown_token in word), None)):
        raise ValueError(
            f"the word {short(bad)} holds {unknown_token}, which is the unknown token; "
            "clean it, or unknown=False"
        )
    alphabet = alphabet_of((symbols for symbols, _ in words), spelling)
    check_budget(steps, vocab_size, len(alphabet) + unknown, unknown)
    return corpus, words, alphabet


def collect(
    learning: Iterator[S],
    alphabet: tuple[str, ...],
    unknown: bool,
    steps: int | None,
    vocab_size: int | None,
    on_step: Callable[[S], object] | None = None,
) -> tuple[tuple[S, ...], str]:
    """The steps of a learner until a budget is spent or none is left, and which of these it was.

    `on_step` is handed each step as it is learned.

    >>> collect(iter(()), ("a", "b"), False, None, 3)
    ((), 'nothing left')
    """
    done: list[S] = []
    pieces = set(alphabet)
    while True:
        if steps is not None and len(done) >= steps:
            return tuple(done), "steps"
        if vocab_size is not None and len(pieces) + unknown >= vocab_size:
            return tuple(done), "vocab_size"
        step = next(learning, None)
        if step is None:
            return tuple(done), "nothing left"
        done.append(step)
        pieces.add(step.symbol)
        if on_step:
            on_step(step)


def retraced(trace: Trace, again: Trace) -> None:
    """Raise `ValueError` where a trace is not what training again, for one step more, has found.

    >>> from piecework import bpe
    >>> retraced(bpe.train({"abc": 2}, steps=1), bpe.train({"abc": 2}, steps=2))
    """
    for step, true in zip(trace.steps, again.steps, strict=False):
        if step != true:
            raise ValueError(f"step {step.number} is not the one that these words give there")
    if len(again.steps) < len(trace.steps):
        raise ValueError(f"step {len(again.steps) + 1} comes after the last that these words give")
    if trace.stopped == "nothing left" and len(again.steps) > len(trace.steps):
        raise ValueError("stopped is 'nothing left', but these words give another step")
