"""Audits: every count by hand on small texts, and by its definition on any text."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import tokenizer
from piecework.audit import Audit, audit
from piecework.bpe import Merges
from piecework.corpus import WHITE
from piecework.tokenizer import Tokenizer
from piecework.wordpiece import WordPieces

examples = settings(deadline=None, max_examples=60)
TEXT = "low low lower newest widest\nlow  lower lowest, wider\n" * 2

CODERS = {
    "bytes": tokenizer.train(TEXT, 280),
    "bytes, cl100k": tokenizer.train(TEXT, 280, splits=["cl100k"]),
    "metaspace": tokenizer.train(
        TEXT, 60, "unigram", ["single-spaces", "prefix-space"], ["space"], "metaspace"
    ),
    "metaspace, bytes": tokenizer.train(TEXT, 300, splits=["space"], spelling="metaspace", fallback="bytes"),
    "wordpiece": tokenizer.train(
        TEXT, 60, "wordpiece", ["strip-accents", "lowercase"], ["whitespace", "punctuation"], "continuation"
    ),
    "last-marked": tokenizer.train(TEXT, 40, "coverage", splits=["whitespace"], spelling="last-marked"),
    "separate": tokenizer.train(TEXT, 40, splits=["whitespace"], spelling="separate"),
}
texts = (
    st.text("low er\t,", max_size=20) | st.text(max_size=12) | st.text("é漢\u0301 ﬁ\u00a0x\r\n", max_size=12)
)


def test_every_count_by_hand():
    coder = Tokenizer(
        Merges(tuple(" elorw"), ((" ", "l"), (" l", "o"), (" lo", "w")), "leading-space"),
        splits=("gpt2",),
        fallback="unknown",
    )
    # unknown é: [<unk>]; " low" is one; "low" at the start is three
    found = audit(coder, ["low low é", " e  low"])
    assert coder.encode("low low é").pieces == ["l", "o", "w", " low", " ", "<unk>"]
    assert coder.encode(" e  low").pieces == [" ", "e", " ", " low"]
    assert found == Audit(
        texts=2,
        words=5,
        chunks=6,
        characters=16,
        bytes=17,
        tokens=10,
        unknown=1,
        single=7,  # l o w, and four more: spaces and e
        whole=3,  # twice " low", and e
        used=7,
        size=10,
    )
    assert (found.fertility, found.bytes_per_token) == (2, Fraction(17, 10))
    assert (found.characters_per_token, found.chunks_per_word) == (Fraction(8, 5), Fraction(6, 5))
    assert (found.unknown_share, found.single_share) == (Fraction(1, 10), Fraction(7, 10))
    assert (found.whole_share, found.used_share) == (Fraction(3, 5), Fraction(7, 10))


def test_a_text_is_one_text_or_many():
    coder = CODERS["bytes"]
    assert audit(coder, TEXT) == audit(coder, [TEXT])
    assert audit(coder, iter(["low", ""])) == audit(coder, ["low", ""])


@pytest.mark.parametrize("nothing", ["", [], ["", ""], [" ", "\n"]])
def test_nothing_to_divide_by(nothing):
    found = audit(CODERS["wordpiece"], nothing)
    assert (found.words, found.tokens, found.whole) == (0, 0, 0)
    assert found.fertility is found.bytes_per_token is found.unknown_share is found.whole_share is None
    assert found.parity(found) is None
    assert found.used_share == 0


def test_patterns_differ_on_letters_with_marks():
    """D11: the word has six chunks where marks are no letters, and one where they are."""
    coder = tokenizer.train("", 256, splits=["gpt2"])
    chunks = {
        split: audit(Tokenizer(coder.model, splits=(split,)), "हिन्दी").chunks
        for split in ("whitespace", "gpt2", "cl100k", "o200k")
    }
    assert chunks == {"whitespace": 1, "gpt2": 6, "cl100k": 4, "o200k": 1}


def test_a_wordpiece_that_is_unknown_is_no_whole_word():
    coder = Tokenizer(WordPieces(("a", "##b"), ("ab",), unknown=True), fallback="unknown")
    found = audit(coder, "ab x ab")
    assert (found.tokens, found.unknown, found.whole, found.single) == (3, 1, 2, 0)


def test_parts_of_a_character_are_single_and_no_whole_word():
    found = audit(tokenizer.train("", 256), "é")
    assert (found.words, found.tokens, found.single, found.whole) == (1, 2, 2, 0)
    joined = audit(tokenizer.train("é é é", 259), "é é")
    assert (joined.tokens, joined.whole) == (2, 2)


def test_a_mark_of_its_own_keeps_a_word_from_being_whole():
    coder = tokenizer.train("ab ab", 5, splits=["whitespace"], spelling="separate")
    assert coder.encode("ab").pieces == ["ab", "</w>"]
    assert audit(coder, "ab").whole == 0


def test_specials_are_text():
    coder = tokenizer.train("low", 258, specials=["<s>"])
    assert audit(coder, "<s>").tokens == 3


def test_parity_is_tokens_over_tokens():
    coder = tokenizer.train("", 256)
    english, german = audit(coder, "free"), audit(coder, "für")
    assert german.parity(english) == 1 and audit(coder, "frei!").parity(english) == Fraction(5, 4)


def test_all_of_it_by_name():
    found = audit(CODERS["bytes"], TEXT)
    told = found.to_dict()
    assert told["tokens"] == found.tokens and told["fertility"] == found.fertility
    assert [name for name in told if name.endswith("_share")] == [
        "unknown_share",
        "single_share",
        "whole_share",
        "used_share",
    ]


@examples
@given(texts, st.sampled_from(sorted(CODERS)))
def test_counts_are_what_their_definitions_say(text, name):
    coder = CODERS[name]
    found = audit(coder, text)
    encoding = coder.encode(text)
    told = list(zip(encoding.pieces, encoding.offsets, strict=True))
    lost = coder.unknown_token if coder.fallback == "unknown" else None
    bare = [re.sub(f"[{WHITE}]", "", text[start:end]) for _, (start, end) in told]
    assert found.words == len(text.split()) and found.tokens == len(encoding.ids)
    assert found.unknown == sum(piece == lost for piece, _ in told)
    assert found.single == sum(
        piece != lost and (len(own) == 1 or (not own and end - start <= 1))
        for (piece, (start, end)), own in zip(told, bare, strict=True)
    )
    whole = 0
    for match in re.finditer(f"[{WHITE}]*([^{WHITE}]+)", text):
        start, end = match.span(1)
        inside = [
            (piece, own)
            for (piece, (a, b)), own in zip(told, bare, strict=True)
            if (a < end and b > start and own) or (a == b and start < a <= end)
        ]
        whole += len(inside) == 1 and inside[0][0] != lost and inside[0][1] == text[start:end]
    assert found.whole == whole
    assert found.single + found.unknown <= found.tokens and found.whole <= found.words


@examples
@given(st.lists(texts, max_size=4), st.sampled_from(sorted(CODERS)))
def test_counts_add_up(several, name):
    coder = CODERS[name]
    together, apart = audit(coder, several), [audit(coder, text) for text in several]
    for count in ("texts", "words", "chunks", "characters", "bytes", "tokens", "unknown", "single", "whole"):
        assert getattr(together, count) == sum(getattr(one, count) for one in apart)
