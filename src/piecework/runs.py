"""What the learners that choose among all runs of symbols agree on: how long a run may be, and its unit."""

from .learning import Spelled, one_of, whole
from .spelling import MARK

UNITS = ("positions", "characters")
LONGEST_WORD = 1_000  # symbols; the runs of a longer word are too many to list unless max_length bounds them


def settings(words: Spelled, unit: str, max_length: int | None) -> tuple[int, frozenset[str]]:
    """The length of the longest run allowed, and the symbols that the unit counts as two.

    Raises `ValueError` for an unknown unit, a ceiling below 2, and a word too long to go without a ceiling.

    >>> settings([(("l", "o", "w⎵"), 1)], "characters", 2)
    (2, frozenset({'w⎵'}))
    """
    one_of("unit", unit, UNITS)
    longest_word = max((len(symbols) for symbols, _ in words), default=0)
    if max_length is not None:
        whole("max_length", max_length, 2)
    elif longest_word > LONGEST_WORD:
        raise ValueError(
            f"a word has {longest_word:,} symbols, and so {longest_word * (longest_word - 1) // 2:,} runs; "
            "bound the runs with max_length, or split the text into words"
        )
    marked = {s for symbols, _ in words for s in symbols[-1:] if len(s) > 1 and s.endswith(MARK)}
    return max_length or longest_word, frozenset(marked if unit == "characters" else ())
