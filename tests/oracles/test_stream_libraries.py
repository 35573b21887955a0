"""Streams against sentencepiece, whose conventions they are.

Asked to leave the text alone, it agrees with us in everything: which characters are covered and in what
order, where words are cut, and each piece of any text, with its bytes or its runs of unknown characters. By
default it does not leave the text alone: it normalizes (NFKC), puts ▁ in front, drops spaces. What that does
to a text is frozen here. A ▁ in a text is a space to it in any case; to us it is a character that falls back.
"""

import io
import unicodedata
from collections import Counter
from fractions import Fraction

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import bpe, corpora, stream
from piecework.bpe import Merges
from piecework.stream import Stream

ALONE = {
    "normalization_rule_name": "identity",
    "add_dummy_prefix": False,
    "remove_extra_whitespaces": False,
}
UNCUT = {"split_by_unicode_script": False, "split_by_number": False, "max_sentencepiece_length": 512}

LINES = ["low lower newest widest"] * 20 + ["naïve café"] * 3 + ["漢"]
TEXT = "\n".join(LINES)


def trained(lines, **how):
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=out,
        **{
            "model_type": "bpe",
            "vocab_size": 4000,
            "hard_vocab_limit": False,
            "bos_id": -1,
            "eos_id": -1,
            "minloglevel": 2,
            **how,
        },
    )
    return sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())


def pieces_of(model):
    """Its own pieces in id order, the unknown token and the bytes left out."""
    ids = [i for i in range(len(model)) if not (model.is_unknown(i) or model.is_byte(i))]
    return [model.id_to_piece(i) for i in ids]


def singles(model):
    return [piece for piece in pieces_of(model) if len(piece) == 1]


def marked(chars):
    return ["▁" if char == " " else char for char in chars]


# ------------------------------------------------------------------------------------------------ coverage
@pytest.mark.parametrize("share", [1.0, 0.9995, 0.999, 0.99, 0.98])
def test_the_same_characters_are_covered(share):
    assert singles(trained(LINES, character_coverage=share, **ALONE)) == marked(stream.covered(TEXT, share))


def test_these_coverages_leave_out_more_and_more():
    assert [len(stream.covered(TEXT, share)) for share in (1.0, 0.999, 0.99, 0.98)] == [18, 18, 16, 15]


letters = st.text("abcdefgh", min_size=1, max_size=12)


@settings(deadline=None, max_examples=50)
@given(st.lists(letters, min_size=1, max_size=3), st.integers(980, 1000))
def test_the_same_characters_are_covered_in_any_text(rare, thousandths):
    share = Fraction(thousandths, 1000)
    lines = ["ab" * 40, "aab", *rare]
    theirs = trained(lines, character_coverage=float(share), **ALONE)
    assert singles(theirs) == marked(stream.covered("\n".join(lines), share))


def test_its_coverage_ends_at_98_in_a_hundred():
    with pytest.raises(RuntimeError, match=r"character_coverage\(\) >= 0\.98"):
        trained(LINES, character_coverage=0.95)


def test_by_default_it_counts_a_space_more_for_each_line():
    theirs = singles(trained(LINES, character_coverage=1.0))
    assert theirs == marked(stream.covered("\n".join(" " + line for line in LINES)))
    assert theirs[:3] == ["▁", "e", "w"] and marked(stream.covered(TEXT))[:3] == ["e", "w", "▁"]


def test_by_default_it_counts_normalized_characters():
    """So the wide comma of the Chinese text is covered as a narrow one, which no decoding widens again."""
    text = corpora.rights()["Chinese"]
    theirs = trained([text] * 3, character_coverage=1.0)
    assert set(singles(theirs)) == {"▁", *unicodedata.normalize("NFKC", text)}
    assert "，" in text and theirs.decode(theirs.encode(text)) == text.replace("，", ",")


# ---------------------------------------------------------------------------------------------- words
def check_merges(text, split, share):
    """Its merges are those of our words: at every turn the commonest pair, by its rule for ties."""
    how = {**ALONE, **UNCUT, "split_by_whitespace": split, "character_coverage": share}
    found = iter(piece for piece in pieces_of(trained(text.split("\n"), **how)) if len(piece) > 1)
    corpus = stream.corpus(text, split, share)
    state = [(tuple(word.replace(" ", "▁")), count) for word, count in corpus.items()]
    turns = 0
    while seen := {pair: n for pair, n in bpe.pair_counts(state).items() if split or pair[1][-1] != "▁"}:
        best = min(seen, key=lambda pair: (-seen[pair], len("".join(pair)), "".join(pair)))
        assert next(found) == "".join(best)
        state = [(bpe.join(symbols, best), count) for symbols, count in state]
        turns += 1
    return turns


def test_it_learns_from_the_same_words():
    assert check_merges(TEXT, split=True, share=0.99) > 20
    assert check_merges(TEXT + "\n  low  lower ", split=True, share=1.0) > 20
    for language in ("English", "Thai", "Japanese", "Hindi"):
        assert check_merges(corpora.rights()[language], split=True, share=1.0) > 20


def test_it_learns_from_the_same_lines():
    """But that it bars pieces with a space at the end, where ours may have one."""
    assert check_merges(TEXT, split=False, share=0.99) > 20
    assert check_merges(corpora.rights()["Thai"], split=False, share=1.0) > 20


# --------------------------------------------------------------------------------------------- pieces
def same_model(theirs, fallback):
    """Its pieces in a model of ours: two symbols merge where both together are a piece, by its rank."""
    pieces = pieces_of(theirs)
    pairs = [(piece[:i], piece[i:]) for piece in pieces for i in range(1, len(piece))]
    return Stream(Merges(tuple(singles(theirs)), tuple(pairs), "metaspace"), fallback)


ALIKE = {name: trained(LINES, character_coverage=0.99, byte_fallback=name == "bytes", **ALONE, **UNCUT)
         for name in ("unknown", "bytes")}  # fmt: skip
texts = st.text("lower  nwsti漢é\n\t\r\x00", max_size=15) | st.text(max_size=8)


@settings(deadline=None, max_examples=400)
@given(texts.filter(lambda text: "▁" not in text))
def test_any_text_is_cut_into_the_same_pieces(text):
    theirs = ALIKE["bytes"]
    ours = same_model(theirs, "bytes")
    assert ours.encode(text) == theirs.encode(text, out_type=str)
    assert theirs.decode(theirs.encode(text)) == text == ours.decode(ours.encode(text))
    theirs = ALIKE["unknown"]  # one for each run of unknown characters, as ours
    ids = theirs.encode(text)
    named = ["<unk>" if theirs.is_unknown(i) else theirs.id_to_piece(i) for i in ids]
    assert same_model(theirs, "unknown").encode(text) == named


def test_a_space_in_its_own_writing_comes_back_as_a_space():
    theirs = ALIKE["bytes"]
    ours = same_model(theirs, "bytes")
    assert theirs.encode("low▁low", out_type=str) == ["low", "▁low"]
    assert theirs.decode(theirs.encode("low▁low")) == "low low"
    assert ours.encode("low▁low") == ["low", "<0xE2>", "<0x96>", "<0x81>", "low"]
    assert ours.decode(ours.encode("low▁low")) == "low▁low"


def test_it_keeps_an_unknown_token_beside_the_bytes():
    """Ours needs none: what the bytes write is never unknown."""
    assert len(ALIKE["bytes"]) == len(same_model(ALIKE["bytes"], "bytes").vocabulary) + 1
    assert len(ALIKE["unknown"]) == len(same_model(ALIKE["unknown"], "unknown").vocabulary)


# --------------------------------------------------------------------------------------- round trips
CAME_BACK = {  # with bytes to fall back on, and all else by default
    "": "",
    "low": "low",
    "low lower": "low lower",
    " ": "",
    "   ": "",
    " low": "low",
    "  low": "low",
    "low ": "low",
    "low  lower": "low lower",
    "low\r\nlower": "low lower",
    "low\tlower": "low lower",
    "low▁lower": "low lower",
    "<0x41>": "<0x41>",
    "<unk>": "<unk>",
    "漢字": "漢字",
    "👩‍🚀": "👩‍🚀",
    "é": "é",
    "e\u0301": "é",
    "ﬁ": "fi",
}


def test_what_comes_back_by_default():
    theirs = trained(LINES, byte_fallback=True)
    assert {text: theirs.decode(theirs.encode(text)) for text in CAME_BACK} == CAME_BACK
    assert sum(text == back for text, back in CAME_BACK.items()) == 8
    ours = Stream(bpe.train(stream.corpus(TEXT), spelling="metaspace").model, "bytes")
    assert all(ours.decode(ours.encode(text)) == text for text in CAME_BACK)


def test_what_comes_back_when_one_default_is_changed():
    """How many of these texts each setting loses; what stays lost is the ▁ of a text."""
    lost = Counter()
    changes = {
        "nothing": {},
        "normalizing": {"normalization_rule_name": "identity"},
        "dropping spaces": {"remove_extra_whitespaces": False},
        "both": {"normalization_rule_name": "identity", "remove_extra_whitespaces": False},
    }
    for name, change in changes.items():
        theirs = trained(LINES, byte_fallback=True, **change)
        lost[name] = sum(theirs.decode(theirs.encode(text)) != text for text in CAME_BACK)
    assert lost == {"nothing": 11, "normalizing": 7, "dropping spaces": 5, "both": 1}


def test_an_unknown_character_comes_back_as_two_question_marks():
    theirs = trained(LINES)
    assert theirs.decode(theirs.encode("low 字字 low")) == "low  ⁇  low"
