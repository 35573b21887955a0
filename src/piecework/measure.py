"""What a model does to a corpus, in numbers. Pure functions: exact ints and fractions, nothing is printed."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from .spelling import glue, spell, unmarked


class Model(Protocol):
    """Anything that cuts a word into pieces."""

    @property
    def alphabet(self) -> tuple[str, ...]: ...

    def segment(self, word: str) -> list[str]: ...


class Trace(Protocol):
    """The record of any learner."""

    @property
    def words(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def spelling(self) -> str: ...
    @property
    def unknown(self) -> bool: ...
    @property
    def alphabet(self) -> tuple[str, ...]: ...
    @property
    def learned(self) -> tuple[str, ...]: ...
    @property
    def sizes(self) -> range: ...
    @property
    def model(self) -> Model: ...

    def model_at(self, vocab_size: int) -> Model: ...


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


def curve(trace: Trace, corpus: Mapping[str, int], sizes: Iterable[int] | None = None) -> dict[int, int]:
    """Tokens that a trace's model needs for a corpus at each vocabulary size, by default at all it had.

    One training serves the whole curve. Raises `ValueError` for a size that the trace cannot say (see `at`).

    >>> from piecework import bpe, corpora
    >>> curve(bpe.train(corpora.load("export")), corpora.load("export"), [11, 12, 13])
    {11: 48, 12: 38, 13: 28}
    """
    if sizes is None:
        sizes = trace.sizes
    return {size: tokens(trace.model_at(size), corpus) for size in sizes}


def matched(
    traces: Mapping[str, Trace], texts: Mapping[str, Mapping[str, int]], sizes: Iterable[int]
) -> list[tuple[int, dict[str, dict[str, int]]]]:
    """Learners side by side at equal vocabulary sizes: for each size, tokens by trace and by text.

    >>> from piecework import bpe, corpora, coverage
    >>> words = corpora.load("four-words")
    >>> both = {"merging": bpe.train(words), "coverage": coverage.train(words)}
    >>> matched(both, {"home": words}, [13])
    [(13, {'merging': {'home': 61}, 'coverage': {'home': 34}})]
    """
    return [
        (
            size,
            {
                name: {text: tokens(trace.model_at(size), corpus) for text, corpus in texts.items()}
                for name, trace in traces.items()
            },
        )
        for size in sizes
    ]


def shared(trace: Trace, other: Trace) -> list[str]:
    """The pieces that both traces learned, in the order of the first.

    >>> from piecework import bpe, corpora, coverage
    >>> words = corpora.load("four-words")
    >>> shared(coverage.train(words), bpe.train(words))
    ['newest⎵', 'widest⎵', 'low⎵', 'lower⎵']
    """
    theirs = set(other.learned)
    return [piece for piece in trace.learned if piece in theirs]


def whole_words(trace: Trace, said: int | None = None) -> list[str]:
    """The learned pieces that are a whole word of the corpus; with `said`, of a word that occurs so often.

    >>> from piecework import corpora, coverage
    >>> whole_words(coverage.train(corpora.load("four-words")), said=5)
    ['low⎵']
    """
    wholes = {
        glue(spell(word, trace.spelling), trace.spelling)
        for word, count in trace.words
        if said is None or count == said
    }
    return [piece for piece in trace.learned if piece in wholes]


def mean_length(trace: Trace) -> Fraction:
    """Characters in a learned piece, on average; marks of a word's end do not count.

    Raises `ValueError` for a trace without steps.

    >>> from piecework import corpora, coverage
    >>> mean_length(coverage.train(corpora.load("four-words")))
    Fraction(5, 1)
    """
    if not trace.learned:
        raise ValueError("a trace without steps has no learned pieces to average")
    return Fraction(sum(len(unmarked(piece, trace.spelling)) for piece in trace.learned), len(trace.learned))


def idle(trace: Trace) -> list[str]:
    """The learned pieces that no word of the corpus uses in the end.

    >>> from piecework import bpe, corpora
    >>> idle(bpe.train(corpora.load("export"), spelling="plain"))
    ['ex', 'exp', 'expo', 'expor', 'ed']
    """
    used = {piece for word, _ in trace.words for piece in trace.model.segment(word)}
    return [piece for piece in trace.learned if piece not in used]


def bare_singles(model: Model, corpus: Mapping[str, int]) -> int:
    """Tokens of a corpus that are one symbol of the alphabet; unknown tokens are not counted.

    >>> from piecework import Corpus, corpora, coverage
    >>> bare_singles(coverage.train(corpora.load("four-words")).model, Corpus({"lowest": 1}))
    6
    """
    alphabet = set(model.alphabet)
    return sum(count * sum(p in alphabet for p in model.segment(word)) for word, count in corpus.items())
