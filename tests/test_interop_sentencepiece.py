"""SentencePiece's files without SentencePiece: fields on the wire, there and back, and what is refused."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import bpe, coverage, tokenizer, unigram
from piecework.bpe import Merges
from piecework.interop import from_sentencepiece, to_sentencepiece, wire
from piecework.interop.sentencepiece import BYTE, CONTROL, NORMAL, UNKNOWN_TYPE, UNUSED, USER_DEFINED
from piecework.stream import BYTES
from piecework.tokenizer import Tokenizer
from piecework.unigram import Unigram

examples = settings(deadline=None)

# ------------------------------------------------------------------------------------------------- wire
numbers = st.integers(-(2**63), 2**63 - 1)
fields = st.lists(
    st.tuples(
        st.integers(1, 2**29 - 1), numbers | st.floats(width=32, allow_nan=False) | st.binary(max_size=300)
    )
)


@examples
@given(fields)
def test_fields_that_are_written_are_read(written):
    assert list(wire.read(b"".join(wire.write(*one) for one in written))) == written


@examples
@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data):
    try:
        list(wire.read(data))
    except ValueError as error:
        assert str(error).startswith("the message is broken: ")


@pytest.mark.parametrize(
    "data, message",
    [
        (b"\x08", "the number at byte 1 does not end"),
        (b"\x08" + b"\xff" * 11, "the number at byte 1 does not end"),
        (b"\x08\x01\x0a\x05ab", "it ends inside the field that begins at byte 2"),
        (b"\x0d\x00\x00", "it ends inside the field that begins at byte 0"),
        (b"\x0b", "byte 0 begins a field of the unknown kind 3"),
    ],
)
def test_where_a_message_is_broken(data, message):
    with pytest.raises(ValueError, match=f"^the file is broken: {message}"):
        list(wire.read(data, "the file"))


def test_eight_bytes_are_a_float_too():
    assert list(wire.read(b"\x09\x00\x00\x00\x00\x00\x00\xf8\x3f")) == [(1, 1.5)]


# ------------------------------------------------------------------------------------------ there and back
runs = st.tuples(st.sampled_from("aaabc é漢"), st.integers(1, 4)).map(lambda run: run[0] * run[1])
texts = st.lists(runs, min_size=1, max_size=12).map("".join)
normalizers = st.sampled_from([(), ("single-spaces",), ("prefix-space",), ("single-spaces", "prefix-space")])


@st.composite
def trained(draw, learners=("bpe", "unigram")):
    learner, fallback = draw(st.sampled_from(learners)), draw(st.sampled_from(["unknown", "bytes"]))
    return tokenizer.train(
        [draw(texts), "low lower lowest a b c"],
        draw(st.integers(16, 40)) + 256 * (fallback == "bytes"),
        learner,
        normalizers=draw(normalizers),
        splits=["space"],
        spelling="metaspace",
        fallback=fallback,
        specials=draw(st.sampled_from([(), ("<s>", "</s>"), ("<mask>",)])),
    )


def ids(coder):
    return {piece: coder.id_of(piece) for piece in coder.pieces} | dict(coder.specials)


@examples
@given(trained(), texts | st.text(st.characters(exclude_categories=["Cs"])))
def test_a_tokenizer_comes_back_from_its_file(coder, text):
    data = to_sentencepiece(coder)
    again = from_sentencepiece(data)
    assert to_sentencepiece(again) == data
    unused = {"<unk>": coder.size} if coder.fallback == "bytes" else {}
    assert ids(again) == ids(coder) | unused
    assert (again.normalizers, again.fallback) == (coder.normalizers, coder.fallback)
    if isinstance(coder.model, Merges):
        assert again.model == coder.model
        assert again == coder or coder.fallback == "bytes"  # with an <unk> there
        assert again.encode(text).ids == coder.encode(text).ids


def test_weights_are_probabilities_as_the_file_tells_them():
    model = Unigram(("a", "b"), (("a", 6), ("b", 1), ("ab", 1)), "metaspace")
    coder = Tokenizer(model, splits=(), fallback="unknown")
    again = from_sentencepiece(to_sentencepiece(coder)).model
    assert again.whole == 1
    assert again.probability("a") == pytest.approx(6 / 8, rel=1e-7)
    cut = Unigram(("a", "b"), (("a", 0.5), ("b", 0.125)), "metaspace", whole=1.0)  # the rest has gone
    coder = Tokenizer(cut, splits=(), fallback="unknown")
    assert from_sentencepiece(to_sentencepiece(coder)).model.probability("b") == pytest.approx(
        0.125, rel=1e-7
    )


def test_ids_are_places_in_the_file_whatever_their_order():
    model = Merges(("a", "b", "▁"), (("▁", "a"), ("a", "b")), "metaspace")
    coder = Tokenizer(
        model, splits=("space",), fallback="unknown", specials={"<s>": 0}, ids=(3, 6, 5, 4, 1, 2)
    )
    again = from_sentencepiece(to_sentencepiece(coder))
    assert again == coder
    assert again.encode("ab a漢漢").ids == [2, 1, 3]


def test_an_unknown_piece_of_another_name():
    model = Merges(("a", "▁"), (), "metaspace")
    coder = Tokenizer(model, splits=("space",), fallback="unknown", unknown="⁇")
    assert from_sentencepiece(to_sentencepiece(coder)) == coder
    with_bytes = Tokenizer(model, splits=("space",), fallback="bytes", specials={"⁇": 258}, unknown="⁇")
    assert from_sentencepiece(to_sentencepiece(with_bytes)) == with_bytes


# ------------------------------------------------------------------------------------- what is not read
def entry(text, score=0.0, type_=NORMAL):
    return wire.write(1, wire.write(1, text) + wire.write(2, float(score)) + wire.write(3, type_))


UNK = entry("<unk>", 0, UNKNOWN_TYPE)
BASE = UNK + entry("▁", -8) + entry("a", -9) + entry("b", -10)
MERGING, IDENTITY = wire.write(2, wire.write(3, 2)), wire.write(3, wire.write(1, "identity"))


def file(*entries, trainer=MERGING, normalizer=IDENTITY):
    return b"".join([BASE, *entries, trainer, normalizer])


def test_a_file_without_settings_has_those_of_the_format():
    coder = from_sentencepiece(BASE)
    assert isinstance(coder.model, Unigram)
    assert coder.normalizers == ("single-spaces", "prefix-space")
    assert coder.splits == ("space",)


def test_pieces_that_go_on_after_a_space_want_the_text_whole():
    coder = from_sentencepiece(file(entry("a▁", -1), entry("a▁b", -2)))
    assert coder.splits == ()
    assert coder.encode("a b").pieces == ["▁", "a▁b"]


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "the file has no pieces; is this a .model file of SentencePiece?"),
        (b"{}", "is broken"),
        (b'{"version": "1.0"}', "is broken"),
        (BASE[:-2], "the file is broken: it ends inside the field"),
        (wire.write(1, wire.write(1, b"\xff")), "piece 0 is not UTF-8"),
        (wire.write(1, wire.write(2, 1.0)), "piece 0 is empty"),
        (wire.write(1, wire.write(1, 5)), "piece 0 is not a text with a score and a type"),
        (entry("a", type_=9), "piece 0 is of an unknown type"),
        (file(trainer=wire.write(2, wire.write(3, 3))), "the model is of type word"),
        (file(trainer=wire.write(2, wire.write(3, 4))), "the model is of type char"),
        (file(trainer=wire.write(2, wire.write(3, 9))), "the model is of type unknown"),
        (file(trainer=wire.write(2, wire.write(24, True))), "treat_whitespace_as_suffix"),
        (file(entry("<x>", 0, USER_DEFINED)), "the piece '<x>' is user-defined"),
        (file(entry("ab", 0, UNUSED)), "the piece 'ab' is unused"),
        (entry("a"), "a model has one unknown piece, and here are none"),
        (file(entry("[UNK]", 0, UNKNOWN_TYPE)), "and here are '<unk>', '[UNK]'"),
        (file(entry(BYTES[0], 0, BYTE)), "there are 1 byte pieces, but byte_fallback=False"),
        (file(trainer=wire.write(2, wire.write(35, True))), "there are 0 byte pieces"),
        (file(entry("a")), "'a' is the name of two pieces"),
        (file(entry("<unk>")), "'<unk>' is the name of two pieces"),
        (file(entry("ab"), entry("ab", 0, CONTROL)), "'ab' is the name of two pieces, or of one"),
        (file(entry("abb", 0)), "'abb' is no merge: the pieces ranked before it leave 'a' 'b' 'b'"),
        (file(entry("ac", 0)), "'ac' holds 'c', which has no entry of its own"),
        (file(entry("ab", -1), entry("ba", -1)), "'ab' and 'ba' have the same score -1"),
        (file(entry("ac", 0), trainer=b""), "the piece 'ac' holds 'c', which is no piece of its own"),
        (file(entry("ab", 1e4), trainer=b""), "the score of 'ab', 10000, is no logarithm of a weight"),
        (file(entry("ab", "nan"), trainer=b""), "the score of 'ab', nan, is no logarithm"),
        (
            file(normalizer=wire.write(3, wire.write(1, "nmt_nfkc") + wire.write(2, b"\x01"))),
            "by a table of characters (nmt_nfkc); train with --normalization_rule_name=identity",
        ),
        (file(normalizer=wire.write(3, wire.write(2, b"\x01"))), "by a table of characters (of no name)"),
        (file(normalizer=wire.write(3, wire.write(5, False))), "escape_whitespaces=false"),
        (file(normalizer=wire.write(5, wire.write(2, b"\x01"))), "the model rewrites what it decodes"),
        (
            UNK + entry("a") + b"".join(entry(piece, 0, BYTE) for piece in BYTES)
            + wire.write(2, wire.write(3, 2) + wire.write(35, True)),
            "the model has no piece ▁, so its bytes would stand for a space",
        ),
    ],
)  # fmt: skip
def test_what_is_not_read_is_named(data, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        from_sentencepiece(data)


def test_a_file_is_bytes():
    with pytest.raises(TypeError, match=r"a \.model file is bytes, not str"):
        from_sentencepiece("▁")


# ---------------------------------------------------------------------------------- what is not written
AB = Merges(("a", "b", "▁"), (("a", "b"),), "metaspace")


def coder(model=AB, **settings):
    return Tokenizer(model, **{"splits": ("space",), "fallback": "unknown", **settings})


@pytest.mark.parametrize(
    "coder, message",
    [
        (coder(coverage.train({"ab": 2}, spelling="metaspace").model), "and Cover does neither"),
        (coder(bpe.train({"ab": 2}).model), "the model is spelled 'last-marked'"),
        (tokenizer.train("low", 256), "the model is spelled 'bytes'"),
        (coder(normalizers=("NFC",)), "cannot normalize by ('NFC',)"),
        (
            coder(normalizers=("prefix-space", "single-spaces")),
            "only by 'single-spaces', then 'prefix-space'",
        ),
        (coder(splits=("gpt2",)), "SentencePiece cuts at spaces alone, not by ('gpt2',)"),
        (coder(splits=("space", "digits")), "not by ('space', 'digits')"),
        (coder(fallback="error"), "SentencePiece refuses no character, and fallback='error' does"),
        (coder(fuse_unknown=False), "make the tokenizer with fuse_unknown=True"),
        (coder(specials={"<s>": 9}), "no piece has the id 5, and SentencePiece's ids have no gaps"),
        (coder(specials=["ab"]), "'ab' is the name of two pieces, or of one and a special token"),
        (coder(specials=["<unk>"]), "'<unk>' is the name of two pieces, or of one and a special token"),
        (coder(Merges(("a", "b"), (), "metaspace")), "the model has no piece ▁"),
        (coder(Merges(("a", "b"), (), "metaspace"), splits=(), fallback="bytes"), "the model has no piece ▁"),
        (coder(Merges(("a", "▁"), (("a", "▁"),), "metaspace")), "the piece 'a▁' goes on after a space"),
        (coder(Merges(("\0", "▁"), (), "metaspace")), "holds the character U+0000"),
        (
            coder(Merges(("a", "▁"), (("a", "b"),), "metaspace")),
            "'ab' holds 'b', which has no entry of its own",
        ),
        (
            coder(Merges(("a", "b", "▁"), (("a", "b"), ("b", "a"), ("a", "ba")), "metaspace")),
            "'aba' is merged from 'a' and 'ba', but by SentencePiece's ranks it would come from 'ab' and 'a'",
        ),
        (coder(Unigram(("a", "▁"), (("a", 1),), "metaspace")), "the piece '▁' has no weight"),
        (
            coder(Unigram(("<", "▁"), (("<", 1), ("▁", 1), ("<" * 8000, 1)), "metaspace")),
            "is too long for SentencePiece",
        ),
    ],
)
def test_what_cannot_be_written_is_named(coder, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        to_sentencepiece(coder)


def test_a_learned_piece_may_not_take_the_name_of_the_unknown_one():
    model = unigram.Unigram(tuple("<>knu▁"), (*((char, 1) for char in "<>knu▁"), ("<unk>", 1)), "metaspace")
    with pytest.raises(ValueError, match="the model has learned <unk>"):
        to_sentencepiece(coder(model, fallback="bytes"))
