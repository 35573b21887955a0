"""What "The space is a symbol" says about SentencePiece: which strings come back, and what glued lists give.

It learns from a page of Alice with byte fallback, so that nothing is lost for want of a symbol.
"""

import io
from importlib.resources import files

import pytest
import sentencepiece

from piecework import bpe, stream

PAGE = (files("piecework") / "data" / "alice.txt").read_text(encoding="utf-8")
RAW = {"normalization_rule_name": "identity", "remove_extra_whitespaces": False}

CHANGED = {  # by its default normalizer: a string, and what comes back
    "two  spaces": "two spaces",
    " in front": "in front",
    "behind ": "behind",
    " ": "",
    "a\ttab": "a tab",
    "a\nline": "a line",
    "½": "1⁄2",
    "ﬁne": "fine",
    "…": "...",
    "™": "TM",
    "Ａ": "A",
    "e\u0301": "é",
    "\u200b": "",
    "▁": "",
}
KEPT = ["don't", "漢字", "é", "", "<0x41>", "a<s>b"]


def trained(**options):
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(PAGE.splitlines()),
        model_writer=out,
        model_type="bpe",
        vocab_size=500,
        hard_vocab_limit=False,
        byte_fallback=True,
        minloglevel=2,
        **options,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())


@pytest.fixture(scope="module")
def theirs():
    return trained()


@pytest.fixture(scope="module")
def raw():
    return trained(**RAW)


@pytest.fixture(scope="module")
def ours():
    return stream.Stream(bpe.train(stream.corpus(PAGE), spelling="metaspace").model, "bytes")


@pytest.mark.parametrize("text", KEPT)
def test_what_its_default_keeps(theirs, text):
    assert theirs.decode(theirs.encode(text)) == text


@pytest.mark.parametrize("text", CHANGED)
def test_what_its_default_changes(theirs, text):
    assert theirs.decode(theirs.encode(text)) == CHANGED[text] != text


@pytest.mark.parametrize("text", [*KEPT, *CHANGED])
def test_without_its_normalizer_only_the_mark_itself_is_lost(raw, text):
    assert raw.decode(raw.encode(text)) == (" " if text == "▁" else text)


@pytest.mark.parametrize("text", [*KEPT, *CHANGED])
def test_our_stream_gives_every_one_back(ours, text):
    assert ours.decode(ours.encode(text)) == text


def test_a_space_before_every_text_comes_back_inside(theirs, raw, ours):
    for processor, glued in [(theirs, "un seen"), (raw, "un seen"), (ours, "unseen")]:
        assert processor.decode(processor.encode("un") + processor.encode("seen")) == glued
    bare = trained(**RAW, add_dummy_prefix=False)
    assert bare.decode(bare.encode("un") + bare.encode("seen")) == "unseen"
