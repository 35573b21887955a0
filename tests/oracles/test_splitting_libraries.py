"""Splitting against tiktoken, regex and Hugging Face tokenizers, word for word.

tiktoken shows tokens, not words. Given every run of a text's bytes as a token it looks each word up whole, so
its tokens are its words. It and Hugging Face's `Regex` know the categories of Unicode 16.0, as we do: both
are asked for every character. Others know another Unicode: Hugging Face's `Punctuation` that of 2015, its
`Digits` and the `regex` package a later one. They are asked about characters of the same category in both.
"""

import inspect
import string

import pytest
import regex
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers import Regex, pre_tokenizers

from piecework import classes, corpora, splitting
from piecework.interop.tiktoken import PATTERNS

examples = settings(deadline=None)

NAMES = ("L", "M", "Lu", "Ll", "Lt", "Lm", "Lo", "N", "P", "White_Space")
EVERY = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF)

# What bites: letters in every case and of none, marks, joiners, apostrophes of both kinds, every white space,
# digits of several scripts, emoji, what lies beyond U+FFFF, and what is in no class.
BITING = (
    "abcsltdvermSLTDVERMſK'’ʼ   \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
    "\u200b\u200c\u200d\u00ad0123456789٣४५²½Ⅷ五〇①éÉßẞıİǅΣσςªºʰːᵃ々ー漢字かなｶﾞ가각\u1100\u1161\u11a8"
    '\u0301\u0323\u0345\u0903\u0488हिन्दीاللَّهम्😀👩🏽🇩!?.,;:/\\-_()[]{}"#$%&*+<=>@^`|~¡¿«»„“”…—。、،؟§€©'
    "𝒜𝒶𝟘𞤀𞤢𐐀𐐨\U0001d165\U00010d50\U00031350\U0001171e\u0378\ue000\U000e0061"
)
texts = (
    st.text(BITING, max_size=20)
    | st.text(" '’\r\n/sSAa1漢\u0301", max_size=16)
    | st.text(st.characters(codec="utf-8"), max_size=12)
)
STRANGE = [
    "",
    " ",
    "  low  lower ",
    "low\r\n\r\n  lower",
    "WE'LL it'ſ we’re",
    "हिन्दी",
    "ǅemal İI",
    "a \n",
    "!/\n/",
]


def alone(pre_tokenizer):
    """The characters that a pre-tokenizer cuts out from between letters."""
    return {char for char in EVERY if len(pre_tokenizer.pre_tokenize_str(f"a{char}a")) > 1}


def members(name):
    return set(map(chr, classes.members(name)))


def class_of(name):
    return r"\s" if name == "White_Space" else rf"\p{{{name}}}"


@pytest.fixture(scope="module")
def other_punctuation():
    """The characters that are punctuation to us and not to Hugging Face, or the other way round."""
    return alone(pre_tokenizers.Punctuation("isolated")) ^ members("P").union(string.punctuation)


@pytest.fixture(scope="module")
def other_digits():
    return alone(pre_tokenizers.Digits(individual_digits=True)) ^ members("N")


@pytest.fixture(scope="module")
def other_in_regex():
    found = set()
    for name in NAMES:
        found.update(set(regex.findall(class_of(name), EVERY)) ^ members(name))
    return found


def words_of_tiktoken(text, pattern):
    data = text.encode()
    runs = {data[start:end] for end in range(len(data) + 1) for start in range(end)}
    tokens = sorted(runs.union(bytes([byte]) for byte in range(256)), key=lambda token: (len(token), token))
    ranks = {token: rank for rank, token in enumerate(tokens)}
    encoding = tiktoken.Encoding("words", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return [tokens[rank].decode() for rank in encoding.encode_ordinary(text)]


def words_of(pre_tokenizer, text):
    return [text[start:end] for _, (start, end) in pre_tokenizer.pre_tokenize_str(text)]


# --------------------------------------------------------------------------------------- published patterns
def test_the_patterns_are_tiktokens():
    source = inspect.getsource(openai_public)
    assert PATTERNS["gpt2"] == openai_public.r50k_pat_str
    assert f'r"""{PATTERNS["cl100k"]}"""' in source
    body = inspect.getsource(openai_public.o200k_base)
    assert PATTERNS["o200k"] == "|".join(regex.findall(r'r"""(.*?)"""', body))


@pytest.mark.parametrize("split", PATTERNS)
@given(text=texts)
@examples
def test_words_are_tiktokens(split, text):
    assert splitting.words(text, [split]) == words_of_tiktoken(text, PATTERNS[split])


@pytest.mark.parametrize("split", PATTERNS)
@pytest.mark.parametrize("text", STRANGE)
def test_words_of_strange_texts_are_tiktokens(split, text):
    assert splitting.words(text, [split]) == words_of_tiktoken(text, PATTERNS[split])


def test_tiktoken_shows_its_words():
    assert words_of_tiktoken("We'll pay", PATTERNS["gpt2"]) == ["We", "'ll", " pay"]


# ------------------------------------------------------------------------------------------- Hugging Face's
@pytest.mark.parametrize("name", NAMES)
def test_classes_are_those_of_tiktoken_and_hugging_face(name):
    one_byte = {bytes([byte]): byte for byte in range(256)}
    only = tiktoken.Encoding("class", pat_str=class_of(name), mergeable_ranks=one_byte, special_tokens={})
    assert set(only.decode(only.encode_ordinary(EVERY))) == members(name)
    others_removed = pre_tokenizers.Split(Regex(f"[^{class_of(name)}]"), "removed")
    theirs = set()
    for at in range(0, len(EVERY), 1 << 14):  # the time it takes is not linear
        theirs.update(*(word for word, _ in others_removed.pre_tokenize_str(EVERY[at : at + (1 << 14)])))
    assert theirs == members(name)


@pytest.mark.parametrize("split", PATTERNS)
@given(text=texts)
@examples
def test_words_are_those_of_hugging_faces_regex(split, text):
    """To its engine `{1,3}+` is `(?:{1,3})+`, any number of digits, so that plus is left out."""
    pattern = PATTERNS[split].replace("{1,3}+", "{1,3}")
    assert splitting.words(text, [split]) == words_of(pre_tokenizers.Split(Regex(pattern), "isolated"), text)


def test_tiktokens_own_pattern_reads_all_digits_at_once_in_hugging_faces_regex():
    as_it_is = pre_tokenizers.Split(Regex(PATTERNS["cl100k"]), "isolated")
    assert words_of(as_it_is, "1234567") == ["1234567"]
    assert splitting.words("1234567", ["cl100k"]) == ["123", "456", "7"]


@given(texts)
@examples
def test_gpt2_is_byte_level(text):
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    assert splitting.words(text, ["gpt2"]) == words_of(byte_level, text)


@given(texts)
@examples
def test_space_is_metaspace_that_adds_none(text):
    metaspace = pre_tokenizers.Metaspace(prepend_scheme="never")
    assert splitting.words(text, ["space"]) == words_of(metaspace, text)


@given(texts)
@examples
@example("a\x1cb")
def test_whitespace_splits_also_at_the_four_separators_of_ascii(text):
    """As `str.split` does. Theirs leaves U+001C to U+001F inside words."""
    for separator in "\x1c\x1d\x1e\x1f":
        text = text.replace(separator, " ")
    assert splitting.words(text, ["whitespace"]) == words_of(pre_tokenizers.WhitespaceSplit(), text)


@given(text=texts)
@examples
def test_punctuation_and_digits_are_theirs_but_for_another_unicode(other_punctuation, other_digits, text):
    for split, others, theirs in (
        ("punctuation", other_punctuation, pre_tokenizers.Punctuation("isolated")),
        ("digits", other_digits, pre_tokenizers.Digits(individual_digits=True)),
    ):
        known = "".join(char for char in text if char not in others)
        assert splitting.words(known, [split]) == words_of(theirs, known)


def test_another_unicode_has_fewer_marks_and_more_digits(other_punctuation, other_digits):
    """140 marks were assigned after Unicode 8, and two characters were marks before they became others."""
    assert len(other_punctuation) == 142
    assert other_punctuation - members("P") == {"\u166d", "\U000111c9"}
    assert len(other_digits) == 13 and not other_digits & members("N")


# ------------------------------------------------------------------------------------------------- regex's
@pytest.mark.parametrize("split", PATTERNS)
@given(text=texts)
@examples
def test_words_are_those_of_regex_but_for_another_unicode(split, other_in_regex, text):
    text = "".join(char for char in text if char not in other_in_regex)
    assert splitting.words(text, [split]) == regex.findall(PATTERNS[split], text)


@pytest.mark.parametrize("split", PATTERNS)
def test_words_of_twelve_languages_are_those_of_regex(split):
    for text in corpora.rights().values():
        assert splitting.words(text, [split]) == regex.findall(PATTERNS[split], text)
