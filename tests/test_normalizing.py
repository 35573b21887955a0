"""Normalizing: what each normalizer writes, and from which characters of the text that came."""

import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import SPACES

from piecework import classes, normalizing
from piecework.normalizing import NORMALIZERS, aligned, normalize

examples = settings(deadline=None)

# Letters that marks compose with, marks of several classes, vowels and finals that compose backward, forms of
# half width, ligatures, fractions, singletons, what composition excludes, and every kind of space.
BITING = (
    "aeiouqAEIOU  \u3000\xa0\t\n'éÉǖệẹÅ\u212bßẞıİΣσςǅﬁﬃ½²①Ⅷ…￥ｱｶﾞﾟがカＡ１漢豈\uf900\U0002f800"
    "\u0300\u0301\u0304\u0307\u0308\u030a\u0323\u0327\u0328\u0345\u0344\u0340\u0591\u05bc\ufb1d\u0653ا\u3099"
    "\u1100\u1161\u11a8가각\u0915\u093c\u0958\u09c7\u09be\u0bc6\u0bd7\u0dd9\u0dcf\u1025\u102e\u0f71\u0f72\u0f74\u0f81"
    "\u302e\u16ff0\U0001d15e\U0001d157\U0001d165\U00011099\U000110ba\u200d😀🏽\ud800"
)
texts = st.text(BITING, max_size=12) | st.text(" aA", max_size=9) | st.text(max_size=12)
chains = st.lists(st.sampled_from(NORMALIZERS), max_size=4)


def without_marks(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if ord(c) not in classes.members("Mn"))


def single_spaces(text):
    return " ".join(part for part in text.split(" ") if part)


def canonical(text):
    return unicodedata.normalize("NFD", text)


WHOLE = {
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "lowercase": lambda text: "".join(char.lower() for char in text),
    "strip-accents": without_marks,
    "single-spaces": single_spaces,
    "prefix-space": lambda text: " " * (text != "") + text,
}


# ------------------------------------------------------------------------------------------ what is written
@pytest.mark.parametrize(
    ("name", "text", "wanted", "edges"),
    [
        ("NFC", "cafe\u0301", "café", [0, 1, 2, 3, 5]),
        ("NFC", "각", "각", [0, 1]),
        ("NFC", "\u1100\u1161\u11a8a", "각a", [0, 3, 4]),
        ("NFC", "\u212b", "Å", [0, 1]),
        ("NFC", "ﬁ½", "ﬁ½", [0, 1, 2]),
        ("NFC", "\u0958", "\u0915\u093c", [0, 1, 1]),  # what composition excludes comes apart
        ("NFC", "a\u0301\u0323b", "ạ\u0301b", [0, 3, 3, 4]),  # marks change places
        ("NFC", "e\u0323\u0301\u0308", "ẹ\u0301\u0308", [0, 2, 3, 4]),
        ("NFKC", "ﬁ½", "fi1⁄2", [0, 1, 1, 2, 2, 2]),
        ("NFKC", "Ⅷ\u0328", "VIIĮ", [0, 1, 1, 1, 2]),
        ("NFKC", "ｶﾞ\u3000Ａ", "ガ A", [0, 2, 3, 4]),
        ("lowercase", "ΌΣΟΣ", "όσοσ", [0, 1, 2, 3, 4]),
        ("lowercase", "İI", "i\u0307i", [0, 1, 1, 2]),
        ("strip-accents", "Éte\u0301", "Ete", [0, 1, 2, 4]),
        ("strip-accents", "\u0301e", "e", [0, 2]),
        ("strip-accents", "가\u0304", "\u1100\u1161", [0, 2, 2]),
        ("strip-accents", "हिन्दी", "हिनदी", [0, 1, 2, 4, 5, 6]),
        ("single-spaces", "  low   lower ", "low lower", [0, 3, 4, 5, 8, 9, 10, 11, 12, 14]),
        ("single-spaces", "low\t\u3000 \u3000lower", "low\t\u3000 \u3000lower", list(range(13))),
        ("prefix-space", "low", " low", [0, 0, 1, 2, 3]),
        ("prefix-space", " low", "  low", [0, 0, 1, 2, 3, 4]),
    ],
)
def test_each_normalizer_writes_what_it_says_and_knows_from_where(name, text, wanted, edges):
    assert aligned(text, [name]) == (wanted, edges)
    assert normalize(text, [name]) == wanted


@pytest.mark.parametrize("name", NORMALIZERS)
@given(text=texts)
@examples
def test_each_writes_what_the_standard_library_does_with_the_whole_text(name, text):
    assert normalize(text, [name]) == WHOLE[name](text)


@given(texts, chains)
@examples
def test_a_chain_is_one_after_the_other(text, names):
    wanted = text
    for name in names:
        wanted = WHOLE[name](wanted)
    assert normalize(text, names) == wanted == aligned(text, names)[0]


@pytest.mark.parametrize("text", SPACES)
def test_spaces_as_sentencepiece_writes_them(text):
    """D13: an empty text stays empty; a text of spaces only becomes empty, before a space is put in front."""
    assert normalize(text, ["single-spaces"]) == single_spaces(text)
    assert normalize(text, ["prefix-space"]) == (" " + text if text else "")
    wanted = single_spaces(text)
    assert normalize(text, ["single-spaces", "prefix-space"]) == (" " + wanted if wanted else "")


def test_order_is_the_readers():
    assert normalize(" low", ["single-spaces", "prefix-space"]) == " low"
    assert normalize(" low", ["prefix-space", "single-spaces"]) == "low"


def test_lower_case_of_a_character_is_that_of_the_whole_text():
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert normalize(every, ["lowercase"]) == "".join(char.lower() for char in every)
    assert [char for char in every if len(char.lower()) != 1] == ["İ"]


# -------------------------------------------------------------------------------------- where it came from
@given(texts, chains)
@example("  ", ["single-spaces", "prefix-space"])
@example("\u0301", ["strip-accents", "prefix-space"])
@examples
def test_edges_begin_at_0_end_at_the_end_and_never_fall(text, names):
    written, edges = aligned(text, names)
    assert len(edges) == len(written) + 1
    assert edges[0] == 0 and (edges[-1] == len(text) or not written)
    assert all(a <= b for a, b in pairwise(edges))


@pytest.mark.parametrize("name", ["NFC", "strip-accents", "lowercase"])
@given(text=texts)
@examples
def test_a_text_cut_at_an_edge_normalizes_in_two_parts(name, text):
    """What stands before the edge became what stands before it, what stands after became the rest.

    Not so for NFKC, where one character may become several, the last of which composes with the next: Ⅷ with
    U+0328 is VIIĮ, and Į begins in Ⅷ.
    """
    written, edges = aligned(text, [name])
    for edge in set(edges):
        last = len(edges) - 1 - edges[::-1].index(edge)
        assert normalize(text[:edge], [name]) == written[:last]
        assert normalize(text[edge:], [name]) == written[last:]


@given(texts, st.text(BITING, max_size=6))
@examples
def test_a_text_is_aligned_as_its_stretches_are(left, right):
    """Nothing reaches over an ASCII letter, so that what comes before and after it may be aligned apart."""
    for name in ("NFC", "NFKC", "strip-accents", "lowercase"):
        (first, edges), (second, more) = aligned("a" + left, [name]), aligned("a" + right, [name])
        assert aligned(f"a{left}a{right}", [name]) == (
            first + second,
            edges[:-1] + [1 + len(left) + edge for edge in more],
        )


@given(texts, chains, chains)
@examples
def test_edges_of_a_chain_are_edges_of_edges(text, first, then):
    middle, edges = aligned(text, first)
    written, inner = aligned(middle, then)
    assert aligned(text, [*first, *then]) == (written, [edges[edge] for edge in inner])


@given(texts, st.sampled_from(NORMALIZERS))
@examples
def test_a_text_that_does_not_change_is_aligned_with_itself(text, name):
    written, edges = aligned(text, [name])
    if written == text:
        assert edges == list(range(len(text) + 1))


def test_what_goes_on_is_whatever_may_meet_the_character_before_it():
    every = [chr(point) for point in range(sys.maxunicode + 1)]
    halves = {pair[-1] for pair in map(canonical, every) if len(pair) > 1}
    composing = {half for half in halves if not unicodedata.combining(half)}
    assert all(map(normalizing._goes_on, composing))
    for char in every:
        if not normalizing._goes_on(char):
            assert not unicodedata.combining(canonical(char)[0]) and canonical(char)[0] not in composing


# ------------------------------------------------------------------------------------------ what is refused
MARKS = "\u0301\u0323\u0344\u0308\u05b0\u3099\U0001d165"  # of several classes; one is two marks


@settings(deadline=None, max_examples=40)
@given(
    st.text(MARKS, min_size=31, max_size=60),
    st.sampled_from(["é", "e", "ガ", "漢", "ﬁ", "\u0958"]),
    st.booleans(),
)
def test_a_long_run_of_marks_is_put_in_order_before(marks, base, late):
    text = "漢" * 1000 + base + marks + ("" if late else "x") + marks
    for form in ("NFC", "NFKC", "NFD"):
        assert normalizing._normal(form, text) == unicodedata.normalize(form, text)


def test_a_megabyte_of_marks_does_not_take_the_square_of_its_length():
    text = "e" + "\u0301\u0323" * 250_000
    assert normalize(text, ["NFC"]) == "\u1eb9" + "\u0323" * 249_999 + "\u0301" * 250_000
    assert normalize(text, ["strip-accents"]) == "e" and aligned(text, ["NFC"])[1][-1] == len(text)


def test_what_cannot_be_normalized_is_refused_in_plain_words():
    with pytest.raises(TypeError, match="text is a str, not bytes"):
        normalize(b"low", ["NFC"])
    with pytest.raises(TypeError, match=r"normalizers is a list of names, as \['NFC'\], not the str 'NFC'"):
        aligned("low", "NFC")
    with pytest.raises(ValueError, match=r"normalizer='NFD' is not known; there are 'NFC', .*'prefix-space'"):
        aligned("low", ["NFD"])
