"""SentencePiece's files against SentencePiece: models that it has trained, and those that we have, both ways.

Ids are the same to the last one where the model merges. Those of Unigram may differ where two cuts are
equally probable: it adds 32-bit floats, and their rounding decides there, so such cuts are weighed here.
"""

import io
import json
from functools import cache
from itertools import product

import pytest
import sentencepiece
import wordfreq
from hypothesis import event, given, settings
from hypothesis import strategies as st
from texts import english

from piecework import tokenizer
from piecework.interop import from_sentencepiece, to_sentencepiece
from piecework.tokenizer import Tokenizer

pytestmark = pytest.mark.xdist_group("sentencepiece")  # what is trained is trained once
NATS = 1e-4  # what rounding may do to a sum of scores that goes up to a thousand

examples = settings(deadline=None, max_examples=60)


@cache
def halves():
    """Real text in two parts, as lines, with words of many languages in the second."""
    lines = [line for line in english(40_000).splitlines() if line.strip()]
    half, languages = len(lines) // 2, sorted(wordfreq.available_languages("small"))
    return lines[:half], [
        *lines[half:],
        *(" ".join(wordfreq.top_n_list(language, 60, "small")) for language in languages),
    ]


def trained(text, **asked):
    """A .model file by SentencePiece's own trainer, which is asked to leave the characters as they are."""
    out = io.BytesIO()
    settings = {"vocab_size": 500, "normalization_rule_name": "identity", "num_threads": 1, "minloglevel": 2}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text), model_writer=out, **settings | asked
    )
    return out.getvalue()


def load(data):
    return sentencepiece.SentencePieceProcessor(model_proto=data)


def agree(coder, oracle, text):
    """The ids of both, or cuts that are equally probable up to the rounding of floats."""
    mine, theirs = coder.encode(text).ids, oracle.encode(text)
    if mine != theirs and "Unigram" in type(coder.model).__name__:
        unknown = [oracle.is_unknown(one) or oracle.is_byte(one) for one in (mine, theirs)]
        scores = [sum(map(oracle.get_score, ids)) for ids in (mine, theirs)]
        assert abs(scores[0] - scores[1]) < NATS and unknown[0].count(True) == unknown[1].count(True), text
        assert coder.decode(mine) == coder.decode(theirs)
        return False
    assert mine == theirs, (text, coder.encode(text).pieces, oracle.encode(text, out_type=str))
    return True


def decoded(coder, ids):
    """The text of ids as SentencePiece writes it, with its sign for what was unknown."""
    unknown = {coder.id_of("<unk>")} if coder.fallback == "unknown" else set()
    decoder = coder.decoder(errors="replace")
    parts = [" ⁇ " if one in unknown else decoder.push(one) for one in ids]
    return "".join([*parts, decoder.end()])


ways = [
    dict(
        zip(("model_type", "byte_fallback", "add_dummy_prefix", "remove_extra_whitespaces"), way, strict=True)
    )
    for way in product(["bpe", "unigram"], [False, True], [True, False], [True, False])
]
named = pytest.mark.parametrize("asked", ways, ids=lambda asked: "-".join(map(str, asked.values())))


@cache
def model(asked, coverage=0.98):
    data = trained(halves()[0], character_coverage=coverage, **json.loads(asked))
    return from_sentencepiece(data), load(data), load(to_sentencepiece(from_sentencepiece(data)))


@named
@pytest.mark.parametrize("coverage", [1.0, 0.98])
def test_its_models_read_real_text_alike(asked, coverage):
    """There, here, and there again from the file that we write."""
    coder, oracle, again = model(json.dumps(asked), coverage)
    texts = [
        *halves()[0],
        *halves()[1],
        "",
        " ",
        "   ",
        "  two  spaces ",
        "\ttab\r\n",
        "<s>",
        "<unk>",
        "<0x41>",
    ]
    same = [agree(coder, oracle, text) for text in texts]
    assert same.count(False) <= len(texts) / 100
    for text in texts:
        ids = oracle.encode(text)
        assert again.encode(text) == ids
        assert decoded(coder, ids) == oracle.decode(ids)
    assert [coder.piece_of(one) for one in range(coder.size)] == [
        oracle.id_to_piece(one) for one in range(len(oracle))
    ]


PIECES = [
    "a",
    "the",
    "ing",
    " ",
    "  ",
    " the",
    "漢",
    "字",
    "é",
    "\t",
    "\n",
    "\r\n",
    "<s>",
    "</s>",
    "<unk>",
    "<0xE6>",
]
any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="▁"), max_size=40) | st.lists(
    st.sampled_from([*PIECES, "\x00", "\u00a0", "\u3000", ".", "(", ")", "0", "_", "👩‍👩‍👧", "\u0301"]),
    max_size=20,
).map("".join)


@named
@examples
@given(text=any_text)
def test_its_models_read_any_text_alike(asked, text):
    coder, oracle, again = model(json.dumps(asked))
    agree(coder, oracle, text)
    ids = oracle.encode(text)
    assert again.encode(text) == ids
    assert decoded(coder, ids) == oracle.decode(ids) == again.decode(ids)
    offsets = coder.encode(text).offsets
    assert "".join(text[slice(*span)] for span in offsets) == text * bool(offsets)


def test_the_space_sign_of_a_text_is_a_space_there_and_unknown_here():
    """So it can come back: from bytes, as itself."""
    coder, oracle, _ = model(json.dumps(ways[4]))
    assert ways[4]["byte_fallback"]
    assert oracle.encode("a▁b") == oracle.encode("a b")
    assert coder.decode(coder.encode("a▁b").ids) == "a▁b"


def test_bytes_of_a_character_are_held_until_it_is_whole():
    """D10: it decodes each to a replacement character, and the whole to the text."""
    coder, oracle, _ = model(json.dumps(ways[4]))
    ids = oracle.encode("漢")[-3:]
    assert [oracle.decode([one]) for one in ids] == ["\ufffd"] * 3
    decoder = coder.decoder()
    assert [decoder.push(one) for one in ids] + [decoder.end()] == ["", "", "漢", ""]
    assert coder.decode_bytes(ids) == "漢".encode()


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_special_pieces_of_any_place(kind):
    asked = {"unk_id": 3, "bos_id": 0, "eos_id": 2, "pad_id": 1, "control_symbols": ["<mask>", "<2de>"]}
    data = trained(halves()[0], model_type=kind, **asked)
    coder, oracle = from_sentencepiece(data), load(data)
    assert coder.specials == {"<s>": 0, "<pad>": 1, "</s>": 2, "<mask>": 4, "<2de>": 5}
    again = load(to_sentencepiece(coder))
    assert [again.bos_id(), again.pad_id(), again.eos_id(), again.unk_id()] == [0, 1, 2, 3]
    for text in (*halves()[1][:50], "<mask> a<s>b 漢漢"):
        agree(coder, oracle, text)
        assert again.encode(text) == oracle.encode(text)
    assert coder.encode("a<s>", allow="all").ids == [*oracle.encode("a"), 0]  # D9: only where it is allowed


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
@pytest.mark.parametrize("fallback", [False, True])
def test_an_unknown_piece_of_another_name(kind, fallback):
    data = trained(halves()[0], model_type=kind, unk_piece="[UNK]", byte_fallback=fallback, vocab_size=600)
    coder = from_sentencepiece(data)
    assert coder.unknown_token == "[UNK]"
    again = load(to_sentencepiece(coder))
    assert again.unk_id() == 0 and again.id_to_piece(0) == "[UNK]"
    for text in (*halves()[1][:50], "a 漢漢"):
        agree(coder, load(data), text)
        assert again.encode(text) == load(data).encode(text)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
@pytest.mark.parametrize(
    "asked", [{"split_by_whitespace": False}, {"allow_whitespace_only_pieces": True}, {"split_digits": True}]
)
def test_pieces_of_other_shapes(kind, asked):
    """Where they go on after a space, or are spaces alone, the text is one word."""
    lines = [" a  b   c".join([line, line]).replace(" is", " of the") for line in halves()[0]]
    data = trained(
        lines, model_type=kind, remove_extra_whitespaces=False, max_sentencepiece_length=24, **asked
    )
    coder, oracle = from_sentencepiece(data), load(data)
    longer = [piece for piece in coder.pieces if "▁" in piece[1:]]
    assert coder.splits == (() if longer else ("space",))
    assert bool(longer) == ("split_digits" not in asked)
    again = load(to_sentencepiece(coder))
    for text in (*halves()[1][:300], "  a   b ", " of the of the"):
        agree(coder, oracle, text)
        assert again.encode(text) == oracle.encode(text)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_unknown_runs_go_over_spaces_where_no_space_is_known(kind):
    words = [word for line in halves()[0] for word in line.split(" ") if word]
    data = trained(words, model_type=kind, add_dummy_prefix=False, vocab_size=300)
    coder, oracle = from_sentencepiece(data), load(data)
    assert "▁" not in coder.pieces and coder.splits == ()
    for text in ("漢 字", "a 漢 字 b", "  ", "low 漢"):
        agree(coder, oracle, text)
        assert load(to_sentencepiece(coder)).encode(text) == oracle.encode(text)


@pytest.mark.parametrize(
    "asked, message",
    [
        ({"normalization_rule_name": "nmt_nfkc"}, r"by a table of characters \(nmt_nfkc\)"),
        ({"normalization_rule_name": "nfkc_cf"}, r"by a table of characters \(nfkc_cf\)"),
        ({"user_defined_symbols": ["<x>"]}, "the piece '<x>' is user-defined"),
        ({"treat_whitespace_as_suffix": True}, "treat_whitespace_as_suffix"),
        ({"model_type": "word"}, "the model is of type word"),
        ({"model_type": "char", "vocab_size": 60}, "the model is of type char"),
    ],
)
def test_what_is_not_read_is_named(asked, message):
    with pytest.raises(ValueError, match=message):
        from_sentencepiece(trained(halves()[0], **{"model_type": "bpe"} | asked))


runs = st.tuples(st.sampled_from("aaabc"), st.integers(1, 5)).map(lambda run: run[0] * run[1])
small = st.lists(st.lists(runs, min_size=1, max_size=4).map("".join), min_size=2, max_size=8)


@settings(deadline=None, max_examples=100)
@given(small, st.sampled_from(["bpe", "unigram"]), st.integers(12, 60), st.text("aabc ", max_size=20))
def test_models_of_small_texts_are_read_alike_or_refused(words, kind, size, text):
    """When no pair is left, its trainer goes on and lists pairs that are there no more."""
    data = trained([" ".join(words)], model_type=kind, vocab_size=size, hard_vocab_limit=False)
    try:
        coder = from_sentencepiece(data)
    except ValueError as error:
        assert "is no merge" in str(error)
        event("refused")
        return
    for one in (text, " ".join(words), "漢 a"):
        agree(coder, load(data), one)


# ------------------------------------------------------------------------------------------ trained by us
@cache
def ours(learner):
    return tokenizer.train(halves()[0][:100], 400, learner, (), ["space"], "metaspace").model


@pytest.mark.parametrize("learner", ["bpe", "unigram"])
@pytest.mark.parametrize("fallback", ["unknown", "bytes"])
@pytest.mark.parametrize("normalizers", [(), ("prefix-space",), ("single-spaces", "prefix-space")])
def test_what_we_train_is_read_there_with_the_same_ids(learner, fallback, normalizers):
    coder = Tokenizer(ours(learner), normalizers, ("space",), fallback, ["<s>", "</s>"])
    oracle = load(to_sentencepiece(coder))
    texts = [*halves()[1], "", " ", "  two  spaces ", "<s>", "漢 漢字"]
    same = [agree(coder, oracle, text) for text in texts]
    assert same.count(False) <= len(texts) / 100
    assert oracle.bos_id() == coder.specials["<s>"] and oracle.pad_id() == -1
    for text in texts:
        assert decoded(coder, oracle.encode(text)) == oracle.decode(oracle.encode(text))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(any_text, min_size=1, max_size=4),
    st.sampled_from(["bpe", "unigram"]),
    st.sampled_from(["unknown", "bytes"]),
    any_text,
)
def test_what_we_train_on_any_text_is_read_there_with_the_same_ids(texts, learner, fallback, text):
    texts = [one.replace("\0", "") for one in texts]
    specials = ["<s>", *(["<unk>"] if fallback == "bytes" else [])]  # which nothing learns then
    coder = tokenizer.train(
        [*texts, "low lower lowest"], 800, learner, (), ["space"], "metaspace", fallback, specials
    )
    oracle = load(to_sentencepiece(coder))
    for one in (text, *texts):
        agree(coder, oracle, one)
