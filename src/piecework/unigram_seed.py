"""The seed of Unigram: every symbol, and every run of symbols that occurs often enough, with its count.

Runs are listed word by word, so the cost is that of all runs of all distinct words. Left out is what does the
same at scale, a suffix array (sentencepiece builds one): once all suffixes of the text are sorted, a run that
occurs twice begins neighbours, so one sweep over the lengths that neighbours share meets each such run with
its count. It meets fewer than there are symbols: of runs that always stand in the same longer one, only that.
"""

from collections import Counter
from collections.abc import Mapping
from heapq import nsmallest

from .learning import prepare, whole
from .spelling import glue, symbols_of


def seed(
    corpus: Mapping[str, int],
    spelling: str = "last-marked",
    max_length: int = 16,
    min_count: int = 2,
    size: int = 100_000,
    whole_words: bool = True,
) -> dict[str, int]:
    """Every symbol with its count, then the runs of 2 to `max_length` symbols that occur `min_count` times.

    Runs are counted wherever they stand (`aaa` holds `aa` twice) and listed as first met. Where that makes
    more than `size` pieces, those runs stay that have the largest count times length, of equal ones the
    smallest tuple of symbols; the symbols stay in any case. `whole_words=False` keeps only runs that are a
    part of some word, and not only whole words. A byte that no word holds counts as one occurrence.
    Raises as `train` does. Cost: every run of every distinct word, up to `max_length`.

    >>> from piecework import Corpus
    >>> seed(Corpus({"hug": 2, "hugs": 1}), "plain", max_length=3)
    {'g': 3, 'h': 3, 's': 1, 'u': 3, 'hu': 3, 'hug': 3, 'ug': 3}
    """
    for name, value in (("max_length", max_length), ("min_count", min_count), ("size", size)):
        whole(name, value, 1)
    if not isinstance(whole_words, bool):
        raise TypeError(f"whole_words={whole_words!r} must be True or False")
    _, words, alphabet = prepare(corpus, spelling, "lexicographic", False, None, None)
    counts, lengths = Counter[str](), dict[str, int]()
    for symbols, count in words:
        for start, piece in enumerate(symbols):
            counts[piece] += count
            for length, symbol in enumerate(symbols[start + 1 : start + max_length], 2):
                piece = glue((piece, symbol), spelling)
                counts[piece] += count
                if whole_words or length < len(symbols):
                    lengths[piece] = length
    runs = [piece for piece in lengths if counts[piece] >= min_count]
    room = max(0, size - len(alphabet))
    if len(runs) > room:

        def order(run: str) -> tuple[int, tuple[str, ...]]:
            return -counts[run] * lengths[run], symbols_of(run, spelling)

        kept = set(nsmallest(room, runs, key=order))
        runs = [run for run in runs if run in kept]
    return {piece: counts[piece] or 1 for piece in (*alphabet, *runs)}
