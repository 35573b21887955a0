"""Character classes of one Unicode version for the standard library's `re`, which knows none by name.

`data/classes.txt` holds the general categories of Unicode 16.0, the version by which tiktoken 0.14 and
Hugging Face tokenizers 0.23 split, so that a pattern cuts alike on every Python and in the browser. It was
written from the PyPI package unicodedata2 16.0.0 by `written` in tests/test_classes.py. Left out: all other
properties, and symbols, separators and the like, which are in no class.

Classes hold the characters up to U+FFFF only, since `re` looks those up at once but goes through a list of
ranges for the rest. `plain` therefore writes each later character as a stand-in of the same category first.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

VERSION = "16.0.0"
CATEGORIES = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "N", "P")
STAND_INS = {
    "Lu": "Ā", "Ll": "ā", "Lt": "ǅ", "Lm": "ʰ", "Lo": "ƻ", "Mn": "\u0300", "Mc": "\u0903", "Me": "\u0488",
    "N": "²", "P": "¡", "other": "\ue000",
}  # fmt: skip
LATER = re.compile("[\U00010000-\U0010ffff]")


@cache
def members(name: str) -> frozenset[int]:
    """The code points of a category, of all categories of a letter ("L", "M"), or of White_Space.

    Raises `ValueError` for a name that the data does not hold.

    >>> ord("é") in members("Ll"), ord("é") in members("L"), len(members("White_Space"))
    (True, True, 25)
    """
    found = [points for row, points in _rows().items() if row == name or (len(name) == 1 and row[0] == name)]
    if not found:
        names = ", ".join(map(repr, ("L", "M", *_rows())))
        raise ValueError(f"there is no character class {name!r}; there are {names}")
    return frozenset[int]().union(*found)


@cache
def inside(*names: str) -> str:
    """What to write between `[` and `]` for the characters up to U+FFFF of some classes.

    >>> re.findall(f"[{inside('Lu', 'Lt')}]", "aǅÀ")
    ['ǅ', 'À']
    """
    points = sorted(point for point in frozenset[int]().union(*map(members, names)) if point <= 0xFFFF)
    return "".join(
        re.escape(chr(first)) if first == last else f"{re.escape(chr(first))}-{re.escape(chr(last))}"
        for first, last in _runs(points)
    )


def plain(text: str) -> str:
    """The text with a stand-in for each character beyond U+FFFF: as long, and the same to every class.

    >>> plain("a𝒜😀") == "a" + STAND_INS["Lu"] + STAND_INS["other"]
    True
    """
    return text.translate(_STAND_INS) if LATER.search(text) else text


class _StandIns(dict[int, int]):
    """Code point to code point, filled as characters are met."""

    def __missing__(self, point: int) -> int:
        name = next((name for name in CATEGORIES if point in members(name)), "other")
        self[point] = point if point <= 0xFFFF else ord(STAND_INS[name])
        return self[point]


_STAND_INS = _StandIns()


@cache
def _rows() -> dict[str, frozenset[int]]:
    rows = {}
    for line in (files(__package__) / "data" / "classes.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, *runs = line.split()
            rows[name] = frozenset(point for run in runs for point in _points(run))
    return rows


def _points(run: str) -> range:
    """The code points that `41-5a` (or `100-136/2`, every other one) stands for."""
    ends, _, step = run.partition("/")
    first, _, last = ends.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1, int(step or 1))


def _runs(points: list[int]) -> Iterator[tuple[int, int]]:
    """Sorted code points as (first, last) of each unbroken run."""
    first = 0
    for i, point in enumerate(points):
        if i + 1 == len(points) or points[i + 1] != point + 1:
            yield points[first], point
            first = i + 1
