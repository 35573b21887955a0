"""Splitting: what each way cuts, that only white space is ever lost, and that long runs take no longer."""

import re
import string
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import SPACES

from piecework import classes, corpora, corpus, splitting
from piecework.splitting import SPLITS, spans, words

examples = settings(deadline=None)

MEGABYTE = 1 << 20
TILING = [split for split in SPLITS if split != "whitespace"]

# Letters in every case and of none, marks, joiners, apostrophes of both kinds, all kinds of white space,
# digits of several scripts, emoji, and characters beyond U+FFFF, which patterns read through stand-ins.
BITING = (
    "aslLtTdDvVeErRmM'’ʼſK   \t\n\r/\x0b\x1c\x1f\x85\xa0\u2003\u2028\u200b\u200c\u200d\u3000"
    "0123456789٣४²½Ⅷ五〇①éÉßİıǅΣς漢字かなｶﾞ가\u0301\u0323\u0903\u0488हिन्दीاللَّه😀👩🏽🇩!?.,;-_«»“”…。،§€©"
    "𝒜𝒶𝟘𞤀𞤢𐐀\U0001d165\U000e0061\U00031350\u0378\ue000\ud800"
)
texts = st.text(BITING, max_size=16) | st.text(" '\r\nsAa1漢!", max_size=12) | st.text(max_size=12)
pipelines = st.lists(st.sampled_from(SPLITS), max_size=3)


# --------------------------------------------------------------------------------------------- what is cut
@pytest.mark.parametrize(
    ("split", "text", "wanted"),
    [
        ("whitespace", " low\t\tlower\r\n", ["low", "lower"]),
        ("whitespace", "low\x1clower\u3000new\u200bnew", ["low", "lower", "new\u200bnew"]),
        ("space", " low  lower\nnew ", [" low", " ", " lower\nnew", " "]),
        ("space", "low\u3000lower\xa0new", ["low\u3000lower\xa0new"]),
        ("gpt2", "We'll pay  $1234,\n", ["We", "'ll", " pay", " ", " $", "1234", ",", "\n"]),
        ("gpt2", "HOW'S it’s", ["HOW", "'", "S", " it", "’", "s"]),
        ("gpt2", "low \n\n lower  ", ["low", " \n\n", " lower", "  "]),
        ("cl100k", "WE'LL PAY $1234,\n\n", ["WE", "'LL", " PAY", " $", "123", "4", ",\n\n"]),
        ("cl100k", "low \n\n  lower", ["low", " \n\n", " ", " lower"]),
        ("cl100k", "(low)\tlower", ["(low", ")", "\tlower"]),
        ("o200k", "WE'LL payNow it's", ["WE'LL", " pay", "Now", " it's"]),
        ("o200k", "XMLHttp ǅemal 漢字A", ["XMLHttp", " ǅemal", " 漢字", "A"]),
        ("o200k", "/usr/bin//\n", ["/usr", "/bin", "//\n"]),
        ("punctuation", "low-lower, «new»!?", ["low", "-", "lower", ",", " ", "«", "new", "»", "!", "?"]),
        ("punctuation", "$1+1=2€", ["$", "1", "+", "1", "=", "2€"]),  # ASCII symbols too, no others
        ("digits", "a12½٣b", ["a", "1", "2", "½", "٣", "b"]),
        ("thousands", "1234567 and 12", ["1", "234", "567", " and ", "12"]),
        ("thousands", "123", ["123"]),
        ("thousands", "𝟘𝟙𝟚𝟛", ["𝟘", "𝟙𝟚𝟛"]),
    ],
)
def test_each_split_cuts_as_it_says(split, text, wanted):
    assert words(text, [split]) == wanted


def test_marks_cut_words_under_gpt2_and_join_them_under_o200k():
    """D11: a vowel sign or a virama is a mark (category M), no letter to the older pattern."""
    text = "हिन्दी"
    assert words(text, ["gpt2"]) == ["ह", "ि", "न", "्", "द", "ी"]
    assert words(text, ["cl100k"]) == ["ह", "िन", "्द", "ी"]
    assert words(text, ["o200k"]) == [text]


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_only_the_typewriters_apostrophe_begins_a_contraction(apostrophe):
    text = f"we{apostrophe}re"
    assert (len(words(text, ["gpt2"])), len(words(text, ["o200k"]))) == (
        (2, 1) if apostrophe == "'" else (3, 2)
    )


def test_the_long_s_is_an_s_where_case_is_ignored():
    """U+017F folds to s. GPT-2's pattern regards the case."""
    assert words("it'ſ", ["cl100k"]) == ["it", "'ſ"]
    assert words("it'ſ", ["o200k"]) == ["it'ſ"]
    assert words("it'ſ", ["gpt2"]) == ["it", "'", "ſ"]


def test_separators_of_ascii_are_no_white_space_to_the_published_patterns():
    """To Python's `str.split`, and so to the split "whitespace", U+001C to U+001F are."""
    assert words("a\x1cb", ["whitespace"]) == ["a", "b"]
    assert words("a \x1c b", ["gpt2"]) == ["a", " \x1c", " b"]


def test_the_end_of_a_text_is_its_last_character_though_it_ends_a_line():
    assert words("a \n", ["gpt2"]) == ["a", " \n"]
    assert words("a \nb", ["gpt2"]) == ["a", " ", "\n", "b"]


# -------------------------------------------------------------------------------------------- what is kept
@pytest.mark.parametrize("text", SPACES)
@pytest.mark.parametrize("split", SPLITS)
def test_spaces_of_every_kind_are_kept_but_by_whitespace(split, text):
    assert "".join(words(text, [split])) == (text if split != "whitespace" else "".join(text.split()))


@pytest.mark.parametrize("split", TILING)
@given(text=texts)
@examples
def test_words_are_the_text_end_to_end(split, text):
    found = spans(text, [split])
    assert all(start < end for start, end in found)
    edges = [0, *(end for _, end in found)]
    assert edges[-1] == len(text) and [start for start, _ in found] == edges[:-1]


@given(texts, pipelines)
@examples
def test_words_stand_at_their_spans(text, splits):
    assert words(text, splits) == [text[start:end] for start, end in spans(text, splits)]


@given(texts, st.lists(st.sampled_from(SPLITS), min_size=2, max_size=3))
@examples
@example("low 1234, lower", ["whitespace", "punctuation", "thousands"])
def test_each_split_cuts_what_the_one_before_it_left(text, splits):
    *before, last = splits
    assert words(text, splits) == [part for word in words(text, before) for part in words(word, [last])]


@given(texts)
@examples
def test_white_space_is_what_a_corpus_means_by_it(text):
    assert words(text, ["whitespace"]) == text.split() == corpus.WORDS["whitespace"].findall(text)


@given(texts)
@examples
def test_a_space_begins_a_word_and_nothing_else_does(text):
    assert words(text, ["space"]) == re.findall("(?s) [^ ]*|[^ ]+", text)
    assert len(words(text, ["space"])) == text.count(" ") + (text[:1] not in ("", " "))


@given(texts)
@examples
def test_what_stands_alone_is_of_the_class_and_the_rest_is_not(text):
    marks = classes.members("P").union(map(ord, string.punctuation))
    for split, alone in (("punctuation", marks), ("digits", classes.members("N"))):
        found = words(text, [split])
        assert all(len(word) == 1 or not alone.intersection(map(ord, word)) for word in found)
        whole = [word for word in found if not alone.intersection(map(ord, word))]
        assert not any(a in whole and b in whole for a, b in pairwise(found))


@given(st.text("0123٣𝟘a ,", max_size=24))
@examples
def test_thousands_are_counted_from_the_right(text):
    numbers = set(map(chr, classes.members("N")))
    cuts = {start for start, _ in spans(text, ["thousands"])}
    for i in range(1, len(text)):
        if text[i - 1] in numbers and text[i] in numbers:
            left = next((k for k in range(i, len(text)) if text[k] not in numbers), len(text)) - i
            assert (i in cuts) == (left % 3 == 0)
        else:
            assert (i in cuts) == ((text[i - 1] in numbers) != (text[i] in numbers))


@given(texts)
@examples
def test_characters_beyond_the_first_plane_are_read_as_others_of_their_category(text):
    for split in SPLITS:
        if split != "whitespace":
            assert spans(text, [split]) == spans(classes.plain(text), [split])


def test_no_splits_leave_the_text_whole():
    assert (words("low lower", []), words("", [])) == (["low lower"], [])
    assert spans("low lower", ()) == [(0, 9)]


# --------------------------------------------------------------------------------------------- what it costs
@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("a" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1}),
        ("A" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1}),
        ("漢" + "A" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 2}),
        ("\u0301" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1}),
        ("𝒜" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1}),
        (" " * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1, "space": MEGABYTE}),
        (" " * MEGABYTE + "a", {"gpt2": 2, "cl100k": 2, "o200k": 2}),
        ("\n" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1}),
        ("\n" * MEGABYTE + "a", {"gpt2": 3, "cl100k": 2, "o200k": 2}),
        ("\t" * MEGABYTE + "a", {"gpt2": 3, "cl100k": 2, "o200k": 2}),
        ("7" * MEGABYTE, {"gpt2": 1, "cl100k": 349_526, "o200k": 349_526, "thousands": 349_526}),
        ("'" * MEGABYTE, {"gpt2": 1, "cl100k": 1, "o200k": 1, "punctuation": MEGABYTE}),
        ("!/\n" * (MEGABYTE // 3), {"gpt2": 699_050, "cl100k": 349_525, "o200k": 349_525}),
    ],
    ids=lambda value: ascii(value[:3] + value[-1]) if isinstance(value, str) else "",
)
def test_a_megabyte_of_one_kind_is_split_in_one_pass(text, sizes):
    """A pattern that read the run anew from each of its characters would not come to an end here."""
    assert {split: len(words(text, [split])) for split in sizes} == sizes


# ------------------------------------------------------------------------------------------ what is refused
def test_what_cannot_be_split_is_refused_in_plain_words():
    with pytest.raises(TypeError, match="text is a str, not bytes"):
        words(b"low", ["gpt2"])
    with pytest.raises(TypeError, match=r"splits is a list of names, as \['gpt2'\], not the str 'gpt2'"):
        spans("low", "gpt2")
    with pytest.raises(ValueError, match=r"split='gpt4' is not known; there are 'whitespace', .*'thousands'"):
        words("low", ["gpt4"])


def test_texts_of_twelve_languages_are_kept_by_every_published_pattern():
    for text in corpora.rights().values():
        for split in ("gpt2", "cl100k", "o200k"):
            assert "".join(splitting.words(text, [split])) == text
