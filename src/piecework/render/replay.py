"""The words of a corpus as they stood after each step of a trace, and how many of them a plate can hold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from typing import TypeVar

from ..bpe import MergeTrace, join
from ..learning import Spelled
from ..spelling import MORE, spell
from ..trace import Trace

LONG = 48  # characters of a word that a plate draws, where it does not draw all

T = TypeVar("T", bound=Trace)


def states(trace: MergeTrace) -> Iterator[Spelled]:
    """Each word's symbols with its count: before the first step, then after every one.

    >>> from piecework import Corpus, bpe
    >>> list(states(bpe.train(Corpus({"low": 2}), steps=1)))
    [[(('l', 'o', 'w⎵'), 2)], [(('lo', 'w⎵'), 2)]]
    """
    words: Spelled = [(spell(word, trace.spelling), count) for word, count in trace.words]
    yield words
    for step in trace.steps:
        left, right = step.parts
        words = [
            (join(symbols, (left, right), step.symbol) if left in symbols else symbols, count)
            for symbols, count in words
        ]
        yield words


def in_part(trace: T, most: int | None) -> T:
    """The trace with only the `most` commonest of its words, these first; None keeps all as they are.

    What its steps say stays what they say of all words.

    >>> from piecework import bpe, corpora
    >>> in_part(bpe.train(corpora.load("four-words")), 2).words
    (('newest', 6), ('low', 5))
    """
    if most is None or len(trace.words) <= most:
        return trace
    kept = nsmallest(most, range(len(trace.words)), key=lambda i: (-trace.words[i][1], i))
    return replace(trace, words=tuple(trace.words[i] for i in kept))


def clip(pieces: Sequence[str], most: int = LONG) -> tuple[str, ...]:
    """The pieces that begin within the first `most` characters of a word.

    >>> clip(["low", "er", "est"], 5)
    ('low', 'er')
    """
    start, out = 0, list[str]()
    for piece in pieces:
        if start >= most:
            break
        out.append(piece)
        start += max(1, len(piece.removeprefix(MORE)))
    return tuple(out)


def clipped(word: str, most: int = LONG) -> str:
    """A word as far as a plate draws it.

    >>> clipped("lowest", 3), clipped("low", 3)
    ('low…', 'low')
    """
    return word if len(word) <= most else word[:most] + "…"


def changed(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> dict[int, Sequence[str]]:
    """The words that a step changed, by their place.

    >>> changed([("l", "o"), ("a",)], [("lo",), ("a",)])
    {0: ('lo',)}
    """
    return {i: new for i, (old, new) in enumerate(zip(before, after, strict=True)) if new != old}
