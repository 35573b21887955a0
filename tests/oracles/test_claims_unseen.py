"""What "Characters that nobody saw" says about SentencePiece: whom a coverage keeps, which it takes.

Its normalizer and the space that it puts before a text are switched off, so that it counts what we count.
"""

import io
from importlib.resources import files

import pytest
import sentencepiece

from piecework import corpora, stream

PAGE = (files("piecework") / "data" / "alice.txt").read_text(encoding="utf-8")
TEXTS = {"alice": PAGE, "rights": "\n".join(corpora.rights().values())}


def characters(text, **options):
    """The characters that it gives a row, spaces as spaces."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text.splitlines()),
        model_writer=out,
        model_type="char",
        vocab_size=2000,
        hard_vocab_limit=False,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        add_dummy_prefix=False,
        minloglevel=2,
        **options,
    )
    it = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
    own = 3  # <unk>, <s>, </s>
    return {it.id_to_piece(i).replace("▁", " ") for i in range(own, it.get_piece_size())}


@pytest.mark.parametrize("coverage", [0.98, 0.985, 0.99, 0.995, 0.9995, 1.0])
@pytest.mark.parametrize("name", TEXTS)
def test_a_coverage_keeps_whom_ours_keeps(name, coverage):
    assert characters(TEXTS[name], character_coverage=coverage) == set(stream.covered(TEXTS[name], coverage))


def test_its_default_is_0_9995():
    text = PAGE * 3 + "é"  # long enough for a place or more to be left out
    assert (
        characters(text)
        == characters(text, character_coverage=0.9995)
        != characters(text, character_coverage=1.0)
    )
    assert "é" not in characters(text)


def test_it_takes_no_coverage_below_0_98():
    characters(PAGE, character_coverage=0.98)
    with pytest.raises(RuntimeError, match="character_coverage"):
        characters(PAGE, character_coverage=0.97)
