"""What a model does to a corpus, in numbers. Pure functions: exact ints and fractions, nothing is printed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol


class Model(Protocol):
    """Anything that cuts a word into pieces."""

    def segment(self, word: str) -> list[str]: ...


def tokens(model: Model, corpus: Mapping[str, int]) -> int:
    """Tokens that a model needs for a corpus, each word as often as it occurs. Segments each word once.

    >>> from piecework import Corpus, bpe
    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> tokens(bpe.train(corpus, steps=0).model, corpus)
    25
    """
    return sum(count * len(model.segment(word)) for word, count in corpus.items())


def fertility(model: Model, corpus: Mapping[str, int]) -> Fraction:
    """Tokens per word. Raises `ValueError` for a corpus without words.

    >>> from piecework import Corpus, bpe
    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> fertility(bpe.train(corpus, steps=0).model, corpus)
    Fraction(25, 7)
    """
    if not corpus:
        raise ValueError("a corpus without words has no tokens per word")
    return Fraction(tokens(model, corpus), sum(corpus.values()))


def crossover(curve_a: Mapping[int, int], curve_b: Mapping[int, int]) -> int | None:
    """The first size at which two curves (size to tokens) have swapped order; None if they never do.

    Only sizes that both curves have count. A tie is no swap.

    >>> crossover({1: 9, 2: 7, 3: 6}, {1: 10, 2: 7, 3: 5})
    3
    """
    ahead = 0
    for size in sorted(curve_a.keys() & curve_b.keys()):
        lead = (curve_b[size] > curve_a[size]) - (curve_b[size] < curve_a[size])
        ahead = ahead or lead
        if lead and lead != ahead:
            return size
    return None
