"""Character classes: the data against this Python's own Unicode, and what patterns are made of."""

import re
import unicodedata
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework import classes

NAMES = (*classes.CATEGORIES, "White_Space")
ALL = range(0x110000)
SINCE_CHANGED = {0x1171E}  # Mn in Unicode 14, Mc since 15.1
NOT_WHITE = set(range(0x1C, 0x20))  # white space to Python by their direction, not to Unicode


def written(data) -> str:
    """The rows of data/classes.txt, from `unicodedata` or a package that has its functions."""
    rows = {name: [] for name in NAMES}
    for point in ALL:
        category = data.category(chr(point))
        name = category if category in rows else category[0]
        if name in rows:
            rows[name].append(point)
        if chr(point).isspace() and point not in NOT_WHITE:
            rows["White_Space"].append(point)
    return "".join(f"{name} {' '.join(runs(points))}\n" for name, points in rows.items())


def runs(points):
    """Sorted code points as `first-last`, or `first-last/2` for three or more of which every other one is."""
    at = 0
    while at < len(points):
        beside = apart = at
        while beside + 1 < len(points) and points[beside + 1] - points[beside] == 1:
            beside += 1
        while apart + 1 < len(points) and points[apart + 1] - points[apart] == 2:
            apart += 1
        last = apart if beside == at and apart - at >= 2 else beside
        step = "/2" * (last == apart != at)
        yield f"{points[at]:x}" + f"-{points[last]:x}{step}" * (last > at)
        at = last + 1


def data_rows() -> str:
    text = (files("piecework") / "data" / "classes.txt").read_text(encoding="utf-8")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


class Pinned:
    """What the data says, in the words of `unicodedata`."""

    def __init__(self):
        self.names = {point: name for name in classes.CATEGORIES for point in classes.members(name)}

    def category(self, char):
        return self.names.get(ord(char), "So")


# ------------------------------------------------------------------------------------------------- the data
def test_every_character_of_this_pythons_unicode_has_its_category():
    pinned, other = Pinned().names, []
    for point in ALL:
        theirs = unicodedata.category(chr(point))
        theirs = theirs if theirs in NAMES else theirs[0]
        ours = pinned.get(point)
        if theirs != (ours or theirs) or (ours is None and theirs in NAMES):
            other.append(point)
    ours_is_newer = unicodedata.unidata_version <= classes.VERSION  # 14.0.0 to 16.0.0 sort as text
    unassigned = {point for point in other if unicodedata.category(chr(point)) == "Cn"}
    if ours_is_newer:
        assert set(other) - unassigned <= SINCE_CHANGED
        assert unicodedata.unidata_version != classes.VERSION or not other
    else:
        assert all(point not in pinned for point in other if point not in {0x295})  # Ll, Lo since 17


def test_the_file_is_what_its_writer_writes():
    assert written(Pinned()) == data_rows()


@pytest.mark.skipif(unicodedata.unidata_version != classes.VERSION, reason="this Python has another Unicode")
def test_the_file_is_this_pythons_unicode():
    assert written(unicodedata) == data_rows()


def test_classes_of_a_version_have_their_sizes():
    """As tiktoken 0.14 and Hugging Face tokenizers 0.23 count them, asked for each character."""
    sizes = {name: len(classes.members(name)) for name in ("L", "M", *NAMES)}
    assert sizes == {
        "L": 141028, "M": 2501, "Lu": 1858, "Ll": 2258, "Lt": 31, "Lm": 404, "Lo": 136477,
        "Mn": 2020, "Mc": 468, "Me": 13, "N": 1911, "P": 855, "White_Space": 25,
    }  # fmt: skip


def test_categories_share_no_character():
    assert sum(len(classes.members(name)) for name in classes.CATEGORIES) == len(Pinned().names)


def test_white_space_is_not_what_str_split_drops():
    assert {chr(point) for point in ALL if chr(point).isspace()} - {
        chr(point) for point in classes.members("White_Space")
    } == {"\x1c", "\x1d", "\x1e", "\x1f"}


# --------------------------------------------------------------------------------------------- in a pattern
@pytest.mark.parametrize("names", [(name,) for name in ("L", "M", *NAMES)] + [("L", "N"), ("Lu", "Lt", "M")])
def test_a_class_in_a_pattern_finds_its_characters_and_no_other(names):
    text = "".join(map(chr, range(0x10000)))
    wanted = set().union(*map(classes.members, names))
    found = set(map(ord, re.findall(f"[{classes.inside(*names)}]", text)))
    assert found == {point for point in wanted if point <= 0xFFFF}
    left = set(map(ord, re.findall(f"[^{classes.inside(*names)}]", text)))
    assert left == set(range(0x10000)) - found


@given(st.text("a漢😀𝒜𝒶𞤀𝟘\U0001d165\U000e0061\U0010ffff", max_size=9))
def test_a_stand_in_takes_the_place_of_each_later_character_and_of_no_other(text):
    read = classes.plain(text)
    assert len(read) == len(text)
    for char, stand_in in zip(text, read, strict=True):
        assert stand_in <= "\uffff" and (stand_in == char or char > "\uffff")


def test_every_stand_in_is_of_the_same_category():
    pinned = Pinned()
    later = [*filter(lambda point: point > 0xFFFF, pinned.names), 0x1F600, 0xE0061, 0x10FFFF]
    read = classes.plain("".join(map(chr, later)))
    assert list(map(pinned.category, read)) == [pinned.names.get(point, "So") for point in later]


def test_a_text_without_later_characters_is_read_as_it_is():
    text = "low漢\ud800"
    assert classes.plain(text) is text
    assert classes.plain(text + "😀") == text + "\ue000"


def test_an_unknown_class_is_refused_by_name():
    with pytest.raises(
        ValueError, match=r"no character class 'Sc'; there are 'L', 'M', 'Lu', .*'White_Space'"
    ):
        classes.members("Sc")
