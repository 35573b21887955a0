"""Normalizing rewrites a text before it is split, and remembers which character became which.

    NFC, NFKC        one spelling for what Unicode calls the same; NFKC also for what only looks alike
    lowercase        each character's lower case by itself (Σ is σ, also at the end of a word)
    strip-accents    decomposed (NFD), then without nonspacing marks (category Mn): BERT
    single-spaces    runs of spaces (U+0020) become one, none at either end: SentencePiece
    prefix-space     a space in front of a text that is not empty: SentencePiece

Sources: Unicode Standard Annex 15, Devlin et al. 2019, Kudo & Richardson 2018. Left out: NFD, NFKD, and
tables of one's own. Unicode never changes what a character normalizes to, but each Python knows only the
characters of its own version (`unicodedata.unidata_version`): one assigned later stays as it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby
from typing import Literal
from unicodedata import combining, decomposition
from unicodedata import normalize as unicode_normalize

from .classes import members
from .learning import all_of

NORMALIZERS = ("NFC", "NFKC", "lowercase", "strip-accents", "single-spaces", "prefix-space")
STRETCH = re.compile("[\x00-\x7f]?[^\x00-\x7f]+")  # normalizing never reaches over an ASCII character
SPACES = re.compile(" +")
LONG = re.compile("[^\x00-\x7f]{1000,}")  # what may hold a run of marks that takes long to sort
EXTRA = re.compile(r"\A +|  +| +\Z")  # the runs of spaces that do not stay as they are

Form = Literal["NFC", "NFKC", "NFD", "NFKD"]
Change = tuple[int, list[int]]  # where it begins, and the edges of what stands there afterwards


def normalize(text: str, normalizers: Sequence[str]) -> str:
    """The text after each of the normalizers in turn.

    Raises `TypeError` for a text that is not a str or normalizers that are no list of names, `ValueError` for
    a name that is not of `NORMALIZERS`. Cost: a few passes of compiled code each.

    >>> normalize("  Ａ  Café", ["NFKC", "strip-accents", "lowercase", "single-spaces", "prefix-space"])
    ' a cafe'
    """
    _check(text, normalizers)
    for name in normalizers:
        text = _apply(text, name)
    return text


def aligned(text: str, normalizers: Sequence[str]) -> tuple[str, list[int]]:
    """The normalized text, and for each of its boundaries how many original characters begin before it.

    The first is 0, the last the length of the original, and they never fall. What several characters became
    together belongs to the first of the new ones; what is dropped belongs to the character before it, at the
    start of a text to the one after. Raises as `normalize` does.

    >>> aligned("Cafe\\u0301", ["NFC", "lowercase"])
    ('café', [0, 1, 2, 3, 5])
    >>> aligned("ﬁt", ["NFKC", "prefix-space"])
    (' fit', [0, 0, 1, 1, 2])
    """
    _check(text, normalizers)
    edges: list[int] | None = None  # none as long as nothing has changed
    for name in normalizers:
        after = _apply(text, name)
        if after != text:
            step = _edges(text, _changes(text, name))
            edges = step if edges is None else [edges[edge] for edge in step]
            text = after
    return text, list(range(len(text) + 1)) if edges is None else edges


def _apply(text: str, name: str) -> str:
    match name:
        case "NFC" | "NFKC":
            return _normal(name, text)
        case "lowercase":
            return text.replace("Σ", "σ").lower()  # only Σ is lowered by what stands around it
        case "strip-accents":
            return text if text.isascii() else _without_marks(_normal("NFD", text))
        case "single-spaces":
            return SPACES.sub(" ", text).strip(" ")
        case _:
            return " " + text if text else text


def _normal(form: Form, text: str) -> str:
    """A normal form of Unicode, with the marks of long runs put in order before, which changes no form.

    `unicodedata` would take the square of a run's length for that.
    """
    parts: Form = "NFKD" if form == "NFKC" else "NFD"

    def in_order(stretch: re.Match[str]) -> str:
        runs = []
        for is_mark, run in groupby(stretch.group(), lambda char: combining(char) != 0):
            chars = list(run)
            if is_mark and len(chars) > 30:  # no writing needs more: Unicode's "stream-safe" length
                chars = sorted("".join(unicode_normalize(parts, char) for char in chars), key=combining)
            runs += chars
        return "".join(runs)

    return unicode_normalize(form, LONG.sub(in_order, text))


def _changes(text: str, name: str) -> Iterator[Change]:
    """What a normalizer changes, from left to right; what lies between stays, character for character."""
    match name:
        case "NFC" | "NFKC" | "strip-accents":
            for stretch in STRETCH.finditer(text):
                if _apply(stretch.group(), name) != stretch.group():
                    yield from _clusters(stretch.group(), stretch.start(), name)
        case "lowercase":
            for match in re.finditer("İ", text):  # the only character whose lower case is longer
                yield match.start(), [match.start(), match.end(), match.end()]
        case "single-spaces":
            for match in EXTRA.finditer(text):
                inner = match.start() > 0 and match.end() < len(text)
                yield match.start(), [match.start(), match.end()] if inner else [match.end()]
        case _:
            yield 0, [0, 0]


def _clusters(text: str, offset: int, name: str) -> Iterator[Change]:
    """The changed ones of the runs of characters that normalizing never reaches over."""
    starts = [i for i, char in enumerate(text) if i == 0 or not _goes_on(char)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        inside = _inside(text[start:end], name)
        if inside:
            yield offset + start, [offset + start + edge for edge in inside]


@lru_cache(1 << 12)
def _inside(cluster: str, name: str) -> tuple[int, ...]:
    """The edges of a cluster that changes, by what it decomposes into if that stays in order, else none."""
    after = _apply(cluster, name)
    if after == cluster:
        return ()
    old, new = ([_decomposed(char, name) for char in chars] for chars in (cluster, after))
    if "".join(old) != "".join(new):
        return (0, *[len(cluster)] * len(after))
    edges, begun, read = [], 0, 0  # characters begun, and how many decomposed ones they are
    for at in accumulate(map(len, new), initial=0):
        while begun < len(old) and (read < at or not old[begun]):
            read += len(old[begun])
            begun += 1
        edges.append(begun)
    return tuple(edges)


def _decomposed(char: str, name: str) -> str:
    if name == "strip-accents":
        return _apply(char, name)
    return unicode_normalize("NFD" if name == "NFC" else "NFKD", char)


def _edges(text: str, changes: Iterator[Change]) -> list[int]:
    edges, done = [0], 0
    for start, inside in changes:
        edges += range(done + 1, start + 1)
        if len(edges) > 1:
            edges[-1] = inside[0]  # further right where something was dropped
        edges += inside[1:]
        done = inside[-1]
    edges += range(done + 1, len(text) + 1)
    return edges


@cache
def _goes_on(char: str) -> bool:
    """Whether a character may change places with, or compose with, what stands before it."""
    first = unicode_normalize("NFKD", char)[0]
    return combining(first) != 0 or first in _second_halves()


@cache
def _second_halves() -> frozenset[str]:
    """The characters that compose with one before them, vowels and finals of Hangul syllables among them."""
    pairs = (decomposition(chr(point)).split() for point in range(0x80, 0x20000))
    seconds = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"}
    return frozenset(seconds.union(map(chr, range(0x1161, 0x1176)), map(chr, range(0x11A8, 0x11C3))))


def _without_marks(text: str) -> str:
    marks = members("Mn")
    return "".join(char for char in text if ord(char) not in marks)


def _check(text: str, normalizers: Sequence[str]) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text is a str, not {type(text).__name__}")
    all_of("normalizers", normalizers, NORMALIZERS)
