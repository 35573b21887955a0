"""Splitting cuts a text into words before a model reads it: at white space, or by a published pattern.

    whitespace    what stands between white space, which is dropped; the only one that drops anything
    space         before every space (U+0020), which stays on its word: SentencePiece
    gpt2, cl100k, o200k    the patterns of GPT-2, GPT-4 and GPT-4o as tiktoken has them, word for word
    punctuation   each ASCII symbol and each character of category P alone: BERT
    digits        each character of category N alone
    thousands     runs of N in threes from the right: 1234567 is 1 234 567

Sources: `tiktoken_ext/openai_public.py` of tiktoken 0.14 for the patterns, Devlin et al. 2019 for
punctuation, Kudo & Richardson 2018 for the space. Left out: splitting where the script changes, and patterns
of your own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from string import punctuation

from .classes import inside, plain
from .corpus import WHITE
from .learning import all_of

SPLITS = ("whitespace", "space", "gpt2", "cl100k", "o200k", "punctuation", "digits", "thousands")

# Published patterns with \p{…} and \s as classes, (?i:…) written out (ſ folds to s), and $ as \Z. What could
# never match another way is possessive (++), so that no long run is read again and again.
PATTERNS = {
    "whitespace": "[^{white}]+",
    "space": " [^ ]*|[^ ]+",
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?[{L}]++| ?[{N}]++| ?[^{S}{L}{N}]++|[{S}]++\Z|[{S}]+(?![^{S}])|[{S}]",
    "cl100k": (
        r"'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n{L}{N}]?+[{L}]++|[{N}]{{1,3}}+"
        r"| ?[^{S}{L}{N}]++[\r\n]*+|[{S}]++\Z|[{S}]*[\r\n]|[{S}]+(?![^{S}])|[{S}]"
    ),
    "o200k": (
        r"[^\r\n{L}{N}]?[{upper}]*[{lower}]++(?:'(?:[sSſtTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?"
        r"|[^\r\n{L}{N}]?[{upper}]++[{lower}]*+(?:'(?:[sSſtTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?"
        r"|[{N}]{{1,3}}+| ?[^{S}{L}{N}]++[\r\n/]*+|[{S}]*[\r\n]++|[{S}]+(?![^{S}])|[{S}]++"
    ),
    "punctuation": "[{P}]|[^{P}]++",
    "digits": "[{N}]|[^{N}]++",
    "thousands": "[{N}]++|[^{N}]++",
}


def spans(text: str, splits: Sequence[str]) -> list[tuple[int, int]]:
    """Where the words of a text begin and end, in characters.

    Each split in turn cuts what the ones before it left. Raises `TypeError` for a text that is not a str or
    splits that are no list of names, `ValueError` for a name that is not of `SPLITS`. Cost: one pass a split.

    >>> spans("low  lower", ["space"]), spans("low  lower", ["whitespace"])
    ([(0, 3), (3, 4), (4, 10)], [(0, 3), (5, 10)])
    """
    read = _checked(text, splits)
    found = [(0, len(text))] if text else []
    for split in splits:
        cut = _cutter(split)
        found = [span for start, end in found for span in cut(read, start, end)]
    return found


def words(text: str, splits: Sequence[str]) -> list[str]:
    """The words of a text: what stands at its `spans`. Raises as `spans` does.

    >>> words("We'll pay $1234567.", ["gpt2"])
    ['We', "'ll", ' pay', ' $', '1234567', '.']
    >>> words("We'll pay $1234567.", ["whitespace", "punctuation", "thousands"])
    ['We', "'", 'll', 'pay', '$', '1', '234', '567', '.']
    """
    read = _checked(text, splits)
    if read is text and "thousands" not in splits:
        found = [text] if text else []
        for split in splits:
            find = _pattern(split).findall
            found = find(found[0]) if len(found) == 1 else [word for part in found for word in find(part)]
        return found
    return [text[start:end] for start, end in spans(text, splits)]


@cache
def _pattern(split: str) -> re.Pattern[str]:
    classes = {
        "white": WHITE,
        "S": inside("White_Space"),
        "L": inside("L"),
        "N": inside("N"),
        "P": re.escape(punctuation) + inside("P"),
        "upper": inside("Lu", "Lt", "Lm", "Lo", "M"),
        "lower": inside("Ll", "Lm", "Lo", "M"),
    }
    return re.compile(PATTERNS[split].format_map(classes))


@cache
def _cutter(split: str) -> Callable[[str, int, int], Iterator[tuple[int, int]]]:
    finditer, begins_a_number = _pattern(split).finditer, re.compile(f"[{inside('N')}]").match

    def cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        return (match.span() for match in finditer(text, start, end))

    def cut_in_threes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        for first, last in cut(text, start, end):
            if begins_a_number(text, first):
                yield from pairwise([first, *range(last - (last - first - 1) // 3 * 3, last + 1, 3)])
            else:
                yield first, last

    return cut_in_threes if split == "thousands" else cut


def _checked(text: str, splits: Sequence[str]) -> str:
    """The text as the patterns read it."""
    if not isinstance(text, str):
        raise TypeError(f"text is a str, not {type(text).__name__}")
    all_of("splits", splits, SPLITS)
    return plain(text)
