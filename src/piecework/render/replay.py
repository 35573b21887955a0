"""The words of a corpus as they stood after each step of a trace."""

from collections.abc import Iterator

from ..bpe import MergeTrace, join
from ..learning import Spelled
from ..spelling import spell


def states(trace: MergeTrace) -> Iterator[Spelled]:
    """Each word's symbols with its count: before the first step, then after every one.

    >>> from piecework import Corpus, bpe
    >>> list(states(bpe.train(Corpus({"low": 2}), steps=1)))
    [[(('l', 'o', 'w⎵'), 2)], [(('lo', 'w⎵'), 2)]]
    """
    words: Spelled = [(spell(word, trace.spelling), count) for word, count in trace.words]
    yield words
    for step in trace.steps:
        words = [
            (join(symbols, (step.parts[0], step.parts[1]), step.symbol), count) for symbols, count in words
        ]
        yield words
