"""Normalizing against Hugging Face tokenizers: the text of each normalizer, and where it came from.

Their offsets say for each new character from where to where it stood. An edge of ours is where the next
character begins that stood further right; what lies between, dropped or composed, belongs to the one before.
Marks that change places keep places of their own there; here they share one. Their `StripAccents` drops
spacing marks too; BERT's normalizer, as ours, nonspacing ones alone.
"""

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from piecework.normalizing import aligned, normalize

examples = settings(deadline=None)

THEIRS = {
    "NFC": normalizers.NFC(),
    "NFKC": normalizers.NFKC(),
    "lowercase": normalizers.Lowercase(),
    "strip-accents": normalizers.BertNormalizer(
        clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False
    ),
}

BITING = (
    "aeiouqAEIOU  \u3000\xa0\t\n'éÉǖệẹÅ\u212bßẞıİΣσςǅﬁﬃ½²①Ⅷ…￥ｱｶﾞﾟがカＡ１漢豈\uf900\U0002f800"
    "\u0300\u0301\u0304\u0307\u0308\u030a\u0323\u0327\u0328\u0345\u0340\u0591\u05bc\ufb1d\u0653ا\u3099"
    "\u1100\u1161\u11a8가각\u0915\u093c\u0958\u09c7\u09be\u0bc6\u0bd7\u0dd9\u0dcf\u1025\u102e\u0f71\u0f72\u0f74"
    "\u302e\U0001d15e\U0001d165\U00011099\U000110ba\u200d😀🏽"
)
texts = st.text(BITING, max_size=12)


def edges_of(normalizer, text):
    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    starts = [start for start, _ in tokenizer.encode(text).offsets]
    later = [
        next((start for start in starts[j:] if start > starts[j - 1]), len(text)) for j in range(len(starts))
    ]
    return [0, *later[1:], len(text)] if starts else [0]


def in_order(text, name):
    """Whether what a text decomposes into stands in the order in which it becomes the new text."""
    form = "NFKD" if name == "NFKC" else "NFD"
    after = normalize(text, [name]) if name in ("NFC", "NFKC") else unicodedata.normalize(form, text)
    old, new = ("".join(unicodedata.normalize(form, char) for char in chars) for chars in (text, after))
    return old == new


@pytest.mark.parametrize("name", THEIRS)
@given(text=texts)
@examples
def test_texts_are_theirs(name, text):
    assert normalize(text, [name]) == THEIRS[name].normalize_str(text)


@pytest.mark.parametrize("name", THEIRS)
@given(text=texts)
@examples
def test_edges_are_theirs_where_no_marks_change_places(name, text):
    """U+0344, one mark that is two, is not drawn: where only its first composes, theirs has two places."""
    assume(in_order(text, name))
    assert aligned(text, [name])[1] == edges_of(THEIRS[name], text)


def test_marks_that_change_places_share_one():
    assert aligned("a\u0301\u0323", ["NFC"]) == ("ạ\u0301", [0, 3, 3])
    assert edges_of(THEIRS["NFC"], "a\u0301\u0323") == [0, 2, 3]


def test_their_strip_accents_drops_vowel_signs():
    both = normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()])
    assert (both.normalize_str("हिन्दी"), normalize("हिन्दी", ["strip-accents"])) == ("हनद", "हिनदी")
