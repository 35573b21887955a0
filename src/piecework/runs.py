"""What the learners that choose among all runs of symbols agree on: how long a run may be, and its unit."""

from collections import Counter

from .learning import Spelled, one_of, whole
from .spelling import MARK

UNITS = ("positions", "characters")
LONG = 32  # symbols; runs of more seldom come twice, so that each takes memory of its own
MOST = 1_000  # megabytes that the long runs of a corpus may take


def settings(words: Spelled, unit: str, max_length: int | None) -> tuple[int, frozenset[str]]:
    """The length of the longest run allowed, and the symbols that the unit counts as two.

    Raises `ValueError` for an unknown unit, a ceiling below 1, and words too long to list all their runs.

    >>> settings([(("l", "o", "w⎵"), 1)], "characters", 2)
    (2, frozenset({'w⎵'}))
    """
    one_of("unit", unit, UNITS)
    if max_length is not None:
        whole("max_length", max_length, 1)
    longest_word = max((len(symbols) for symbols, _ in words), default=0)
    longest = max_length or longest_word
    if (needed := megabytes(Counter(len(symbols) for symbols, _ in words), longest)) > MOST:
        raise ValueError(
            f"to list the long runs of these words would take {needed:,} MB (the longest word has "
            f"{longest_word:,} symbols); bound the runs with max_length, or split the text into words"
        )
    marked = {s for symbols, _ in words for s in symbols[-1:] if len(s) > 1 and s.endswith(MARK)}
    return longest, frozenset(marked if unit == "characters" else ())


def megabytes(words: Counter[int], longest: int) -> int:
    """About what the long runs of words of these lengths take: 200 bytes each, and one for each symbol.

    >>> megabytes(Counter({5: 10_000_000}), 5), megabytes(Counter({12_000: 1}), 12_000)
    (0, 302390)
    """
    return (
        sum(
            times * (length - size + 1) * (200 + size)
            for length, times in words.items()
            for size in range(LONG + 1, min(length, longest) + 1)
        )
        // 10**6
    )
