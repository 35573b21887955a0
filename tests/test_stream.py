"""Streams: text to pieces and back, whatever the text, and what is lost where something is."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import SPACES

from piecework import Corpus, bpe, corpora, coverage, saving, stream, unigram, wordpiece
from piecework.bpe import Merges
from piecework.stream import BYTES, Stream
from piecework.wordpiece import WordPieces

examples = settings(deadline=None)

# What bites: spaces everywhere, other white space, the mark of a space itself, emoji with joiners, text that
# looks like a piece of the stream's own, and letters that are written in two ways.
STRANGE = [
    *SPACES,
    "low\n\n low\r",
    "low\tlow\x00\x85\u2028\xa0low",
    "▁",
    "▁low▁ low ▁",
    "<0x41>",
    "<0xE6><0xBC>",
    "<unk>",
    "[UNK]",
    "<s>low</s>",
    "low##er ⎵</w>",
    "👩‍🚀 👨‍👩‍👧‍👦🇫🇮",
    "e\u0301é ﬁ",
    "漢字 हिन्दी",
    "\ud7ff\ue000\uffff\U0010ffff",
]
texts = st.text("lower ", max_size=12) | st.text(max_size=12) | st.text(" \r\n\t▁<0x41>E漢é", max_size=12)
shares = st.fractions(0, 1, max_denominator=20)

LEARNERS = {
    "merging": lambda words: bpe.train(words, spelling="metaspace", min_count=1).model,
    "coverage": lambda words: coverage.train(words, spelling="metaspace").model,
    "saving": lambda words: saving.train(words, spelling="metaspace").model,
    "wordpiece": lambda words: wordpiece.train(words, spelling="metaspace").model,
    "unigram": lambda words: pruned(words),
}
TEXT = "low lower newest widest\nlow  low lowest, wider\n" * 2


def pruned(words):
    """Half of what Unigram's seed has beyond the alphabet."""
    seed = unigram.seed(words, "metaspace")
    alphabet = sum(len(piece) == 1 for piece in seed)
    return unigram.train(words, (len(seed) + alphabet) // 2, spelling="metaspace").model


def is_whole(model, text, fallback="bytes"):
    """Whether a text comes back, every piece of it being in the vocabulary."""
    reader = Stream(model, fallback)
    pieces = reader.encode(text)
    assert set(pieces) <= set(reader.vocabulary)
    return reader.decode(pieces) == text


# --------------------------------------------------------------------------------------------- words
@examples
@given(texts)
def test_words_end_to_end_are_the_text(text):
    for split in (True, False):
        words = stream.words(text, split)
        assert "".join(words) == text
        assert "" not in words
        for word in words:
            assert not set("\r\n") & set(word) or set(word) <= set("\r\n")
            assert not split or " " not in word[1:]
    # nothing but a space begins a word, or the end or the start of a line
    for before, word in zip(stream.words(text), stream.words(text)[1:], strict=False):
        assert word[0] in " \r\n" or before[-1] in "\r\n"
    assert [word for word in stream.words(text, False) if word[0] not in "\r\n"] == [
        line for line in re.split("[\r\n]+", text) if line
    ]


def test_the_words_of_two_lines():
    text = " low  lower \r\nnew"
    assert stream.words(text) == [" low", " ", " lower", " ", "\r\n", "new"]
    assert stream.words(text, split=False) == [" low  lower ", "\r\n", "new"]
    assert stream.words("") == stream.words("", split=False) == []
    assert stream.corpus(text) == Corpus({" low": 1, " ": 2, " lower": 1, "new": 1})
    assert stream.corpus(text, split=False) == Corpus({" low  lower ": 1, "new": 1})


# ------------------------------------------------------------------------------------------ coverage
@examples
@given(texts, shares)
def test_covered_characters_are_the_fewest_that_do(text, share):
    letters = [char for char in text if char not in "\r\n▁"]
    found = stream.covered(text, share)
    assert len(set(found)) == len(found) and set(found) <= set(letters)
    counts = [letters.count(char) for char in found]
    assert sum(counts) >= share * len(letters)
    assert not found or sum(counts[:-1]) < share * len(letters)
    assert found == sorted(set(letters), key=lambda char: (-letters.count(char), char))[: len(found)]
    assert set(stream.covered(text)) == set(letters)
    assert stream.covered(text, 0) == []


@examples
@given(texts, shares, st.booleans())
def test_a_corpus_is_its_words_cut_at_what_is_not_covered(text, share, split):
    known = set(stream.covered(text, share))
    runs = [
        run
        for word in stream.words(text, split)
        for run in "".join(char if char in known else "\n" for char in word).split("\n")
        if run
    ]
    words = stream.corpus(text, split, share)
    assert dict(words) == Counter(runs)
    assert list(words) == list(dict.fromkeys(runs))
    assert {char for word in words for char in word} == known
    # so that each learner's alphabet is what is covered
    model = bpe.train(words, steps=0, spelling="metaspace").model
    assert set(model.alphabet) == {"▁" if char == " " else char for char in known}


def test_a_rare_character_is_left_out():
    text = "low lower 漢 low\n" * 5 + "naïve"
    assert set(stream.covered(text)) - set(stream.covered(text, 0.98)) == {"ï"}
    assert list(stream.corpus(text, coverage=0.98))[-2:] == ["na", "ve"]
    assert "naïve" in stream.corpus(text)


def test_a_float_is_read_as_it_is_written():
    """The float 0.9995 is a little more than 1999/2000; as it stands, it would ask for one character more."""
    text = "a" * 1999 + "b"
    assert Fraction(0.9995) > Fraction(1999, 2000)
    for share in (0.9995, Fraction(1999, 2000)):
        assert stream.covered(text, share) == ["a"]
    assert stream.covered(text, Fraction(0.9995)) == ["a", "b"]
    assert stream.covered(text, 1e-05) == ["a"]


# ----------------------------------------------------------------------------------------- round trips
@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("split", [True, False])
def test_strange_texts_come_back(name, split):
    home = LEARNERS[name](stream.corpus(TEXT, split))
    seen = LEARNERS[name](stream.corpus("\n".join(STRANGE * 2), split))
    for text in (*STRANGE, TEXT, "".join(STRANGE), "\n".join(STRANGE * 2)):
        assert is_whole(home, text), text
        assert is_whole(seen, text), text


@examples
@given(st.sampled_from(list(LEARNERS)), texts, texts, shares, st.booleans())
@example("merging", "<0x41><0x41>", "<0x41>A", Fraction(1), True)
@example("unigram", "", "▁ ", Fraction(1), True)
def test_every_text_comes_back_from_bytes(name, learned_from, text, share, split):
    model = LEARNERS[name](stream.corpus(learned_from, split, share))
    assert is_whole(model, text)
    assert is_whole(model, learned_from)
    reader = Stream(model)
    lost = reader.uncovered(text)
    assert lost == list(dict.fromkeys(char for char in text if char in lost))
    assert is_whole(model, text, "unknown") or lost
    if not lost:
        assert reader.encode(text) == Stream(model, "bytes").encode(text)


def test_text_that_looks_like_a_byte_is_written_by_its_characters():
    """Though it is in the model: a piece that is called like a byte would come back as one."""
    model = LEARNERS["merging"](stream.corpus("<0x41> <0x41>"))
    assert model.segment("<0x41>") == ["<0x41>"]
    reader = Stream(model, "bytes")
    assert reader.encode("<0x41>A") == ["<", "0", "x", "4", "1", ">", "<0x41>"]
    assert reader.decode(reader.encode("<0x41>A")) == "<0x41>A"
    assert reader.encode(" <0x41>") == ["▁<0x41>"]  # which is called like none
    assert reader.vocabulary.count("<0x41>") == 1


def test_text_that_looks_like_the_unknown_token():
    model = LEARNERS["merging"](stream.corpus("<unk><unk>", split=False))
    assert "<unk>" in model.vocabulary
    assert Stream(model).encode("<unk>漢") == [*"<unk>", "<unk>"]
    assert Stream(model, "bytes").encode("<unk>") == [*"<unk>"]


def test_the_mark_of_a_space_goes_out_as_bytes():
    reader = Stream(LEARNERS["merging"](stream.corpus(TEXT)), "bytes")
    assert reader.encode("low▁ low") == ["low", "<0xE2>", "<0x96>", "<0x81>", "▁low"]
    assert reader.decode(["<0xE2>", "<0x96>", "<0x81>", "▁"]) == "▁ "


def test_unknown_characters_are_lost_and_said():
    reader = Stream(LEARNERS["merging"](stream.corpus(TEXT)))
    pieces = reader.encode("low 漢字 lower▁low?")
    assert pieces == ["low", "▁", "<unk>", "▁lower", "<unk>", "low", "<unk>"]
    assert reader.decode(pieces) == "low <unk> lower<unk>low<unk>"
    assert reader.uncovered("low 漢字 lower▁漢low?") == ["漢", "字", "▁", "?"]
    assert reader.uncovered("low lower") == []


def test_a_word_that_the_model_gives_up_falls_back():
    """As WordPiece does with a long word; its `[UNK]` is not ours, and not what the text said."""
    trace = wordpiece.train(stream.corpus(TEXT), spelling="metaspace", unknown=True, longest_word=5)
    assert trace.model.segment("lowest") == ["[UNK]"]
    assert Stream(trace.model).encode("low lowest") == ["low", "<unk>"]
    assert is_whole(trace.model, "lowest low [UNK]")
    named = WordPieces(tuple("[]KNU"), (), "metaspace", unknown=True, longest_word=2)
    assert named.segment("[UNK]") == ["[UNK]"]
    assert Stream(named).encode("[UNK]") == ["<unk>"]
    assert is_whole(named, "[UNK]")


# ------------------------------------------------------------------------------ splitting, and not splitting
@examples
@given(
    st.sampled_from(list(LEARNERS)), st.text("ab \n", max_size=20), st.text("ab ", min_size=1, max_size=20)
)
def test_words_are_read_one_by_one_where_that_is_the_same(name, learned_from, line):
    model = LEARNERS[name](stream.corpus(learned_from))
    assert not any("▁" in piece[1:] for piece in model.vocabulary)
    if not Stream(model).uncovered(line):
        assert Stream(model).encode(line) == model.segment(line)


@pytest.mark.parametrize("name", LEARNERS)
def test_whole_lines_make_pieces_across_spaces(name):
    text = "in the end\nin the end\nin the sea\n"
    whole, words = (LEARNERS[name](stream.corpus(text, split)) for split in (False, True))
    assert any("▁" in piece[1:] for piece in whole.vocabulary)
    assert len(Stream(whole).encode("in the end")) < len(Stream(words).encode("in the end"))
    assert is_whole(whole, text) and is_whole(words, text)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("language", ["Japanese", "Thai", "Chinese"])
def test_scripts_without_spaces(name, language):
    text = corpora.rights()[language]
    words = stream.corpus(text + "\n" + text[:40], split=False)
    assert all(" " not in word for word in words) or language == "Thai"  # which has one between clauses
    model = LEARNERS[name](words)
    pieces = Stream(model).encode(text)
    assert is_whole(model, text, "unknown")
    assert len(pieces) < len(text)
    assert is_whole(model, "".join(corpora.rights().values()))


@pytest.mark.parametrize("language", corpora.rights())
def test_every_language_comes_back_from_a_model_that_never_saw_it(language):
    text = corpora.rights()[language]
    assert is_whole(LEARNERS["merging"](stream.corpus(TEXT)), text)
    assert is_whole(LEARNERS["merging"](stream.corpus(text, coverage=0.9)), text)


# ------------------------------------------------------------------------------------------- vocabularies
@pytest.mark.parametrize("unknown", [False, True])
def test_a_vocabulary_begins_with_what_falls_back(unknown):
    for train in (bpe.train, wordpiece.train, coverage.train):
        model = train(stream.corpus(TEXT), steps=3, spelling="metaspace", unknown=unknown).model
        theirs = model.vocabulary[unknown:]
        assert Stream(model).vocabulary == ("<unk>", *theirs)
        assert Stream(model, "bytes").vocabulary == (*BYTES, *theirs)
    assert len(set(BYTES)) == 256
    assert (BYTES[0], BYTES[0x41], BYTES[-1]) == ("<0x00>", "<0x41>", "<0xFF>")


def test_a_model_without_an_alphabet():
    model = Merges((), (), "metaspace")
    assert Stream(model, "bytes").encode(" a") == ["<0x20>", "<0x61>"]
    assert Stream(model).encode(" a") == ["<unk>"]
    assert Stream(model).encode("") == []


# ------------------------------------------------------------------------------------ what makes no sense
READER = Stream(LEARNERS["merging"](stream.corpus(TEXT)), "bytes")


@pytest.mark.parametrize(
    "pieces, sentence",
    [
        (["low", "漢"], "'漢' is not in the vocabulary of this stream"),
        (["<unk>"], "'<unk>' is not in the vocabulary of this stream"),
        ([""], "'' is not in the vocabulary of this stream"),
        (["<0xe6>"], "'<0xe6>' is not in the vocabulary of this stream"),
        (
            ["low", "<0x41>", "<0xE6>", "<0xBC>", "low"],
            "the bytes 41 e6 bc are not UTF-8: number 2 cannot be read (unexpected end of data); "
            "decode all pieces of a text together",
        ),
        (["<0xBC>"], "the bytes bc are not UTF-8: number 1 cannot be read (invalid start byte); "),
        (["<0xED>", "<0xA0>", "<0x80>"], "the bytes ed a0 80 are not UTF-8: number 1 cannot be read "),
    ],
)
def test_pieces_that_no_text_has(pieces, sentence):
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        READER.decode(pieces)


def test_bytes_are_no_pieces_where_the_unknown_token_is():
    with pytest.raises(ValueError, match="'<0x41>' is not in the vocabulary"):
        Stream(READER.model).decode(["<0x41>"])


def test_a_lone_surrogate():
    for text in ("low\ud800", "\udfff"):
        with pytest.raises(ValueError, match=r"holds a lone surrogate, which UTF-8 cannot write; decode"):
            READER.encode(text)
        with pytest.raises(ValueError, match="holds a lone surrogate"):
            stream.corpus(text)
    assert Stream(READER.model).encode("low\ud800") == ["low", "<unk>"]


@pytest.mark.parametrize(
    "share, error, sentence",
    [
        (-0.5, ValueError, "coverage=-0.5 must be a share of all characters, from 0 to 1"),
        (2, ValueError, "coverage=2 must be a share"),
        (float("nan"), ValueError, "coverage=nan must be a share"),
        ("1", TypeError, "coverage='1' must be a number (int, float or Fraction)"),
        (True, TypeError, "coverage=True must be a number"),
    ],
)
def test_a_coverage_that_makes_no_sense(share, error, sentence):
    for use in (stream.covered, lambda text, share: stream.corpus(text, coverage=share)):
        with pytest.raises(error, match="^" + re.escape(sentence)):
            use("low", share)


def test_what_is_no_text_no_model_and_no_list():
    for use in (stream.words, stream.covered, stream.corpus, stream.byte_pieces, READER.encode):
        with pytest.raises(TypeError, match="text is a str, not bytes"):
            use(b"low")
    with pytest.raises(TypeError, match="decode takes a list of pieces, not the str 'low'"):
        READER.decode("low")
    with pytest.raises(ValueError, match="fallback='byte' is not known; there are 'unknown', 'bytes'"):
        Stream(READER.model, "byte")
    with pytest.raises(
        ValueError, match="a stream reads with a model of spelling \"metaspace\", not 'plain'"
    ):
        Stream(bpe.train({"low": 5}, spelling="plain").model)
