"""The whole pipeline: text to ids and back, offsets, special tokens, fallbacks, training, and files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from piecework import Corpus, Tokenizer, bpe, corpora, coverage, tokenizer, unigram, wordpiece
from piecework.normalizing import NORMALIZERS, normalize
from piecework.spelling import SPELLINGS, unmarked
from piecework.splitting import words
from piecework.stream import BYTES
from piecework.tokenizer import KEPT, LEARNERS, LONG, TEXTUAL

GOLDENS = Path(__file__).parent / "golden" / "tokenizers"
examples = settings(deadline=None)

RIGHTS = list(corpora.rights().values())
TEXTS = [*RIGHTS, "low lower lowest  new\r\nnewer\tnewest 12 1234567 don't DON'T a<s>b"]
TRICKY = [  # D13 (LLMs-from-scratch#944), and what marks, specials and half characters may do to a text
    "",
    " ",
    "   ",
    "\n",
    "\r\n",
    " low",
    "low ",
    "  low   lower  ",
    "low\r\n\r\nlower\t\tnew",
    "\x00\x1f\x7f\x85\xa0\u2028\ufeff",
    "a<s>b",
    "<s>",
    "<unk> [UNK] <0xE6> ⎵ </w> ▁ ##a Ġ",
    "हिन्दी 漢字 👩‍👩‍👧 e\u0301 ﬁ İ ß ǅ",
    "\U0010ffff\ue000",
]
some = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(" <s>▁⎵lower\n\r#é漢"), max_size=30)
texts = some | st.sampled_from(TRICKY) | st.lists(st.sampled_from([*TRICKY, *RIGHTS])).map("".join)


def trained(learner, spelling, **how):
    size = {"bytes": 330}.get(spelling, 420) + (how.get("fallback") == "bytes") * 256
    if spelling == "bytes":
        how.setdefault("splits", ["gpt2"])
    elif spelling in ("metaspace", "leading-space"):
        how.setdefault("splits", ["space"])
    else:
        how.setdefault("splits", ["whitespace"])
    return tokenizer.train(TEXTS, size, learner, spelling=spelling, specials=["<s>", "<s>s", "</s>"], **how)


ALL = {(learner, spelling): trained(learner, spelling) for learner in LEARNERS for spelling in SPELLINGS}
EXACT = {
    **{(learner, "bytes"): ALL[learner, "bytes"] for learner in LEARNERS},
    **{
        (learner, spelling): trained(learner, spelling, fallback="bytes", splits=["space"])
        for learner in LEARNERS
        for spelling in TEXTUAL
    },
}
every = st.sampled_from(list(ALL.values()) + list(EXACT.values()))
exact = st.sampled_from(list(EXACT.values()))


# ------------------------------------------------------------------ the pipeline is its parts
@examples
@given(every, texts)
def test_ids_are_those_of_the_words_pieces(coder, text):
    """The plain definition, for the characters that the model knows."""
    found = coder.encode(text)
    assert len(found.ids) == len(found.pieces) == len(found.offsets)
    if coder.unknown_token in found.pieces or set(BYTES) & set(found.pieces):
        return
    cut = [
        p
        for word in words(normalize(text, coder.normalizers), coder.splits)
        for p in coder.model.segment(word)
    ]
    assert found.pieces == cut
    assert found.ids == [coder.id_of(piece) for piece in cut]
    assert [coder.piece_of(one) for one in found.ids] == cut


@examples
@given(exact, texts)
def test_what_is_promised_comes_back(coder, text):
    assert coder.lossless
    ids = coder.encode(text).ids
    assert coder.decode(ids) == text
    assert coder.decode_bytes(ids) == text.encode()


@pytest.mark.parametrize("text", TRICKY)
@pytest.mark.parametrize("which", EXACT, ids="-".join)
def test_spaces_and_line_ends_come_back(which, text):
    assert EXACT[which].decode(EXACT[which].encode(text).ids) == text


def test_who_promises():
    assert all(coder.lossless for coder in EXACT.values())
    assert {spelling for (_, spelling), coder in ALL.items() if coder.lossless} == {"bytes"}
    model = ALL["bpe", "bytes"].model
    assert Tokenizer(model, ["prefix-space"], ["space"]).lossless
    assert not Tokenizer(model, ["NFC"], ["gpt2"]).lossless
    assert not Tokenizer(model, [], ["whitespace"]).lossless
    assert Tokenizer(model, [], ["gpt2"], "unknown").lossless
    words = ALL["wordpiece", "bytes"].model
    assert Tokenizer(replace(words, longest_word=3), [], ["gpt2"]).lossless  # a longer word is refused
    assert not Tokenizer(replace(words, longest_word=3), [], ["gpt2"], "unknown").lossless
    assert not Tokenizer(bpe.Merges(("a",), (), "bytes"), [], ["gpt2"], "unknown").lossless


# ------------------------------------------------------------------ offsets
@examples
@given(every, texts, st.lists(st.sampled_from(NORMALIZERS), max_size=2, unique=True), st.booleans())
@example(ALL["wordpiece", "continuation"], "  low  ", [], False)
@example(ALL["bpe", "bytes"], "  <s>", [], True)
def test_offsets_tile_the_text(coder, text, normalizers, allowed):
    coder = Tokenizer(coder.model, normalizers, coder.splits, coder.fallback, coder.specials)
    found = coder.encode(text, allow="all" if allowed else ())
    if not found.ids:
        assert found.offsets == []
        return
    starts, ends = zip(*found.offsets, strict=True)
    assert starts[0] == 0 and ends[-1] == len(text) and ends[:-1] == starts[1:]
    assert all(start <= end for start, end in found.offsets)


@examples
@given(st.sampled_from([coder for coder in ALL.values() if coder.splits == ("space",)]), texts)
def test_a_piece_stands_where_its_offsets_say(coder, text):
    found = coder.encode(text)
    for piece, (start, end) in zip(found.pieces, found.offsets, strict=True):
        if piece != coder.unknown_token:
            assert piece.replace("▁", " ") == text[start:end]


@examples
@given(st.sampled_from([coder for (_, spelling), coder in ALL.items() if spelling == "bytes"]), texts)
def test_a_character_belongs_to_the_piece_in_which_it_begins(coder, text):
    found, at = coder.encode(text), 0
    begins = []
    for one in found.ids:
        begins.append(
            len(text.encode()[:at].decode(errors="ignore"))
            + (at > 0 and not text.encode()[at : at + 1].isascii() and (text.encode()[at] & 0xC0) == 0x80)
        )
        at += len(coder.decode_bytes([one]))
    assert [start for start, _ in found.offsets] == begins


@pytest.mark.parametrize(
    "normalizers, text, offsets",
    [
        ((), "le", [(0, 1), (1, 2)]),
        ((), "  l\t\te ", [(0, 3), (3, 7)]),
        (("NFKC",), "ﬁ", [(0, 1), (1, 1)]),  # the i begins in a character that belongs to the f
        (("NFC",), "e\u0301e", [(0, 2), (2, 3)]),
        (("strip-accents",), "é e\u0301\u0302", [(0, 1), (1, 5)]),
        (("lowercase",), "LE", [(0, 1), (1, 2)]),
    ],
)
def test_offsets_are_in_the_text_as_it_was(normalizers, text, offsets):
    model = bpe.Merges(("e", "f", "i", "l", "é"), (), "plain")
    assert Tokenizer(model, normalizers).encode(text).offsets == offsets


# ------------------------------------------------------------------ what the model does not know
def coder_of(fallback, **how):
    return Tokenizer(bpe.Merges(tuple("elow"), (("l", "o"),), "plain"), (), ("space",), fallback, **how)


def test_a_character_that_nobody_saw():
    unknown = coder_of("unknown")
    assert unknown.encode("lo漢字w漢").pieces == ["lo", "<unk>", "w", "<unk>"]
    assert unknown.encode("lo漢字w漢").offsets == [(0, 2), (2, 4), (4, 5), (5, 6)]
    assert coder_of("unknown", fuse_unknown=False).encode("lo漢字w").pieces == ["lo", "<unk>", "<unk>", "w"]
    assert coder_of("bytes").encode("lo漢w").pieces == ["lo", "<0xE6>", "<0xBC>", "<0xA2>", "w"]
    assert coder_of("bytes").encode("lo漢w").offsets == [(0, 2), (2, 3), (3, 3), (3, 3), (3, 4)]
    assert coder_of("unknown", unknown="?").encode("漢").pieces == ["?"]
    with pytest.raises(ValueError, match="'漢' cannot be read: the model does not know it"):
        coder_of("error").encode("lo漢")


def test_wordpiece_gives_up_the_whole_word():
    coder = ALL["wordpiece", "continuation"]
    assert coder.encode("low qω new").pieces.count("[UNK]") == 1
    assert Tokenizer(coder.model, fallback="error").encode("low").pieces
    with pytest.raises(ValueError, match="'qω' cannot be read"):
        Tokenizer(coder.model, fallback="error").encode("low qω")


def test_a_mark_in_a_text_is_never_read_as_one():
    marks = {"last-marked": "⎵", "separate": "</w>", "metaspace": "▁", "continuation": "##"}
    for spelling, mark in marks.items():
        coder = ALL["bpe", spelling]
        found = coder.encode(f"low {mark}low")
        assert coder.unknown_token in found.pieces
        with pytest.raises(ValueError, match="cannot be spelled"):
            Tokenizer(coder.model, splits=coder.splits).encode(f"low {mark}low")
    assert EXACT["bpe", "metaspace"].decode(EXACT["bpe", "metaspace"].encode("a▁b").ids) == "a▁b"
    for learner in LEARNERS:  # ▁ ends nothing, so only it falls back
        coder = ALL[learner, "metaspace"]
        found = coder.encode("low▁low")
        assert "".join(found.pieces) == f"low{coder.unknown_token}low" and (3, 4) in found.offsets


@pytest.mark.parametrize("which", ALL, ids="-".join)
def test_a_lone_surrogate_is_no_text(which):
    """Whatever the fallback: it can be written to no file, and would come back as something else."""
    for coder in (ALL[which], EXACT.get(which, ALL[which])):
        with pytest.raises(
            ValueError, match=r"character 4 of the text, '\\ud800', is a lone surrogate, which"
        ):
            coder.encode("low \ud800")
    model = ALL[which].model
    with pytest.raises(
        ValueError, match=r"'<\\ud800>' holds a lone surrogate, which UTF-8 cannot write; rename"
    ):
        Tokenizer(model, specials=["<s>", "<\ud800>"])
    with pytest.raises(ValueError, match=r"'\\ud800' holds a lone surrogate"):
        Tokenizer(model, fallback="unknown", unknown="\ud800")


@pytest.mark.parametrize(
    "change, error, sentence",
    [
        ({"specials": "<s>"}, TypeError, "specials='<s>' must be a list of names"),
        ({"specials": ["<s>", "<s>"]}, ValueError, "the special token '<s>' is listed twice"),
        ({"specials": ["<s>", ""]}, ValueError, "a special token is a text that is not empty"),
        ({"spelling": "separate", "fallback": "bytes"}, ValueError, "fallback='bytes' needs a spelling"),
        ({"vocab_size": "300"}, TypeError, "vocab_size='300' must be a whole number"),
        ({"splits": "gpt2"}, TypeError, "splits is a list of names"),
        ({"normalizers": ["nfc"]}, ValueError, "normalizer='nfc' is not known"),
    ],
)
def test_what_does_not_fit_is_said_before_the_work(change, error, sentence):
    def text():
        raise AssertionError("nothing is read")
        yield ""

    with pytest.raises(error, match=sentence):
        tokenizer.train(**{"texts": text(), "vocab_size": 300, **change})
    if change.keys() == {"specials"} and isinstance(change["specials"], str):
        with pytest.raises(error, match=sentence):
            tokenizer.corpus("low", **change)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(
    "spelling, mark",
    [("last-marked", "⎵"), ("separate", "</w>"), ("continuation", "##"), ("metaspace", "▁")],
)
def test_training_goes_around_a_mark_in_the_text(learner, spelling, mark):
    """A heading in Markdown is no reason to learn nothing: such a word falls back when it is read, too."""
    given = {"learner": learner, "spelling": spelling, "vocab_size": 60}
    given["splits"] = ["space" if spelling == "metaspace" else "whitespace"]
    clean = tokenizer.train(["low lower newest"], **given)
    assert tokenizer.train(["low lower newest", f"{mark}", f"{mark * 2}"], **given) == clean
    if spelling == "metaspace":  # it ends nothing, so what stands beside it is learned from
        assert tokenizer.train([f"low lower newest{mark}"], **given) == clean
    else:
        assert tokenizer.train([f"low lower newest {mark}slow"], **given) == clean
    with pytest.raises(ValueError, match="cannot be spelled"):
        tokenizer.train([f"low {mark}low"], fallback="error", **given)


def test_the_models_own_unknown_slot_gives_way():
    model = bpe.train({"low": 5, "lower": 2}, unknown=True).model
    coder = Tokenizer(model, fallback="unknown")
    assert coder.pieces[0] == "<unk>" and coder.pieces.count("<unk>") == 1
    assert coder.pieces == model.vocabulary


# ------------------------------------------------------------------ special tokens (D9: tokenizers#1347)
@pytest.mark.parametrize("which", ALL, ids="-".join)
def test_a_special_token_in_user_text_is_text_unless_it_is_allowed(which):
    coder = ALL[which]
    special = set(coder.specials.values())
    assert not special & set(coder.encode("a<s>b").ids)
    assert not special & set(coder.encode("a<s>b", allow=["</s>"]).ids)
    found = coder.encode("a<s>b", allow=["<s>"])
    assert [one for one in found.ids if one in special] == [coder.specials["<s>"]]
    assert "<s>" in found.pieces and (1, 4) in found.offsets
    assert found.ids == [*coder.encode("a").ids, coder.specials["<s>"], *coder.encode("b").ids]


def test_the_longest_special_token_wins():
    coder = ALL["bpe", "bytes"]
    assert coder.encode("<s>s<s>x", allow="all").pieces == ["<s>s", "<s>", "x"]
    assert coder.encode("<s>s", allow=["<s>"]).pieces == ["<s>", "s"]


@pytest.mark.parametrize("which", ALL, ids="-".join)
def test_nothing_of_a_special_token_is_learned(which):
    learner, spelling = which
    often = ["low <s> <s><s>lower<s> " * 50]
    splits = ["gpt2" if spelling == "bytes" else "space" if spelling in TEXTUAL else "whitespace"]
    coder = tokenizer.train(often, 300, learner, splits=splits, spelling=spelling, specials=["<s>"])
    assert not any("<s" in piece or "s>" in piece for piece in coder.model.vocabulary)
    assert all("<" not in piece.replace("</w>", "") for piece in coder.model.vocabulary if len(piece) > 1)


def test_nothing_of_a_special_token_is_learned_after_normalizing():
    coder = tokenizer.train(
        ["<S>low<S>low＜s＞" * 9], 300, normalizers=["NFKC", "lowercase"], specials=["<s>"]
    )
    assert not any("<s" in piece for piece in coder.model.vocabulary)


def test_the_fallbacks_own_pieces_are_never_learned():
    text = ["<unk> [UNK] <0xE6> " * 20]
    for learner in LEARNERS:
        plain = tokenizer.train(text, 40, learner, splits=["space"], spelling="metaspace")
        assert plain.unknown_token not in plain.model.vocabulary
        exact = tokenizer.train(text, 300, learner, splits=["space"], spelling="metaspace", fallback="bytes")
        assert "<0xE6>" not in exact.model.vocabulary and exact.decode(exact.encode(text[0]).ids) == text[0]
    model = bpe.train({"<unk>": 5}, spelling="plain").model
    with pytest.raises(
        ValueError, match="the model has learned '<unk>', which its fallback writes; cut that out"
    ):
        Tokenizer(model, fallback="unknown")


def test_specials_may_have_ids_of_their_own():
    coder = Tokenizer(coder_of("error").model, specials={"<s>": 9, "</s>": 100})
    assert coder.encode("lo</s>", allow="all").ids == [coder.id_of("lo"), 100] and coder.size == 7
    assert coder.decode([100, 9]) == "</s><s>" and coder.decode([100, 9], skip_specials=True) == ""


# ------------------------------------------------------------------ decoding (D10: minbpe#96)
@examples
@given(every, texts, st.booleans())
def test_one_by_one_is_all_at_once(coder, text, allowed):
    ids = coder.encode(text, allow="all" if allowed else ()).ids
    decoder = coder.decoder()
    assert "".join([*map(decoder.push, ids), decoder.end()]) == coder.decode(ids)
    assert coder.decode_bytes(ids) == coder.decode(ids).encode()


def test_half_a_character_is_held():
    coder = ALL["bpe", "bytes"]
    ids = [coder.id_of(letter) for letter in "æ¼¢"]
    assert coder.decode_bytes(ids) == "漢".encode() and coder.decode(ids) == "漢"
    assert [coder.decode_bytes([one]) for one in ids] == [b"\xe6", b"\xbc", b"\xa2"]
    decoder = coder.decoder()
    assert [decoder.push(one) for one in ids] == ["", "", "漢"] and decoder.end() == ""
    with pytest.raises(
        ValueError, match=r"byte 0xe6 cannot be read .*; decode all ids together, with errors"
    ):
        coder.decode(ids[:2])
    assert (
        coder.decode(ids[:2], errors="replace") == "\ufffd" and coder.decode(ids[:2], errors="ignore") == ""
    )
    low = coder.encode("low").ids
    assert coder.decode(ids[:1] + low, errors="replace") == "\ufffdlow"
    assert coder.decode([ids[0], coder.specials["<s>"], ids[1]], errors="replace") == "\ufffd<s>\ufffd"
    decoder = coder.decoder()
    decoder.push(ids[0])
    with pytest.raises(ValueError):
        decoder.end()
    assert decoder.push(low[0]) and decoder.end() == ""  # after an error it starts anew


def test_words_come_back_with_one_space_between():
    for spelling in ("last-marked", "separate", "continuation"):
        coder = ALL["bpe", spelling]
        assert coder.decode(coder.encode("  low \n lower ").ids) == "low lower"
        assert coder.decode(coder.encode("low<s>lower", allow="all").ids) == "low<s>lower"


def test_an_id_that_is_not_there():
    coder = ALL["bpe", "bytes"]
    for wrong in (coder.size, -1, 10**30, "1", None, 1.5):
        with pytest.raises(ValueError, match="is not in this vocabulary, whose largest is"):
            coder.decode([wrong])
    with pytest.raises(ValueError, match="'zzz' is not a piece of this vocabulary"):
        coder.id_of("zzz")


def test_batches(capsys):
    coder = ALL["bpe", "bytes"]
    assert [one.ids for one in coder.encode_batch(TRICKY)] == [coder.encode(text).ids for text in TRICKY]
    assert [one.ids for one in coder.encode_batch(iter(["<s>"]), allow="all", progress=True)] == [
        [coder.specials["<s>"]]
    ]
    assert capsys.readouterr().out == ""
    with pytest.raises(TypeError, match="encode_batch takes several texts; for one use encode"):
        coder.encode_batch("low")


# ------------------------------------------------------------------ training (D4: tokenizers#886)
@pytest.mark.parametrize("which", ALL, ids="-".join)
def test_a_size_below_the_alphabet_names_the_least(which):
    learner, spelling = which
    splits = ["gpt2" if spelling == "bytes" else "space" if spelling in TEXTUAL else "whitespace"]
    with pytest.raises(
        ValueError, match=r"vocab_size=1 is too small: this text needs at least \d+ ids"
    ) as error:
        tokenizer.train("low lower", 1, learner, splits=splits, spelling=spelling, specials=["<s>"])
    least = int(str(error.value).split("at least ")[1].split()[0])
    how = {"splits": splits, "spelling": spelling, "specials": ["<s>"]}
    assert tokenizer.train("low lower", least, learner, **how).size == least
    with pytest.raises(ValueError, match=f"vocab_size={least - 1} is too small"):
        tokenizer.train("low lower", least - 1, learner, **how)


@pytest.mark.parametrize("which", ALL, ids="-".join)
def test_more_than_there_is_stops_and_does_not_pad(which):
    learner, spelling = which
    splits = ["gpt2" if spelling == "bytes" else "space" if spelling in TEXTUAL else "whitespace"]
    coder = tokenizer.train("low lower low lower", 5000, learner, splits=splits, spelling=spelling)
    assert coder.size < 300 and coder.size == len(coder.pieces) == len(set(coder.pieces))


def test_a_size_counts_every_id():
    for fallback, beside in (("unknown", 1), ("bytes", 256)):
        coder = tokenizer.train(
            RIGHTS,
            400 + beside,
            splits=["space"],
            spelling="metaspace",
            fallback=fallback,
            specials=["a!", "b!"],
            min_count=1,
        )
        assert coder.size == 400 + beside and len(coder.model.vocabulary) == 398


def test_a_corpus_is_what_the_pipeline_hands_over():
    assert tokenizer.corpus("low  low\nnew") == Corpus({"low": 2, "new": 1})
    assert tokenizer.corpus(["Low low", " low"], ["lowercase"], ["space"]) == Corpus({"low": 1, " low": 2})
    assert tokenizer.corpus([]) == tokenizer.corpus("") == Corpus({})
    assert tokenizer.train([], 256).size == 256  # D12: no text, no merges


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"learner": "bp"}, ValueError, "learner='bp' is not known; there are 'bpe', 'wordpiece'"),
        ({"fallback": "drop"}, ValueError, "fallback='drop' is not known; there are 'error',"),
        ({"splits": "gpt2"}, TypeError, "splits is a list of names, as ['gpt2'], not the str 'gpt2'"),
        ({"splits": ["gpt-2"]}, ValueError, "split='gpt-2' is not known; there are 'whitespace', 'space'"),
        ({"normalizers": ["nfc"]}, ValueError, "normalizer='nfc' is not known; there are 'NFC', 'NFKC'"),
        ({"vocab_size": 300.0}, TypeError, "vocab_size=300.0 must be a whole number (int)"),
        (
            {"spelling": "last-marked", "splits": ["whitespace"], "fallback": "bytes"},
            ValueError,
            "fallback='bytes' needs a spelling without marks ('plain',",
        ),
        ({"specials": ["<s>", "<s>"]}, ValueError, "the special token '<s>' is listed twice"),
        ({"specials": [""]}, ValueError, "a special token is a text that is not empty, not ''"),
    ],
)
def test_arguments_that_make_no_sense(how, error, sentence):
    with pytest.raises(error) as raised:
        tokenizer.train("low lower", **{"vocab_size": 600, **how})
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"ids": [0, 1]}, ValueError, "there are 2 ids for 5 pieces"),
        ({"ids": [0, 1, 2, 3, 3]}, ValueError, "the id 3 is given to more than one piece"),
        ({"ids": [0, 1, 2, 3, -1]}, ValueError, "id=-1 must be 0 or more"),
        ({"ids": [0, 1, 2, 3, "4"]}, TypeError, "id='4' must be a whole number (int)"),
        ({"specials": {"<s>": 4}}, ValueError, "the id 4 is given to more than one piece"),
        ({"specials": "<s>"}, TypeError, "specials='<s>' must be a list of names, such as ['<s>']"),
        (
            {"model": "bpe"},
            TypeError,
            "model=\"'bpe'\" is not a model of merging, WordPiece, Unigram or coverage",
        ),
    ],
)
def test_parts_that_do_not_fit_together(how, error, sentence):
    with pytest.raises(error) as raised:
        Tokenizer(**{"model": coder_of("error").model, **how})
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    "allow, error, sentence",
    [
        ("<s>", TypeError, "allow='<s>' must be \"all\" or a list of names, such as ['<s>']"),
        (["<t>"], ValueError, "'<t>' is not a special token of this tokenizer"),
    ],
)
def test_what_cannot_be_allowed(allow, error, sentence):
    with pytest.raises(error) as raised:
        ALL["bpe", "bytes"].encode("low", allow)
    assert str(raised.value) == sentence
    with pytest.raises(TypeError, match="text is a str, not bytes"):
        ALL["bpe", "bytes"].encode(b"low")


# ------------------------------------------------------------------ long input, and memory
@pytest.mark.parametrize(
    "which",
    [("bpe", "bytes"), ("wordpiece", "continuation"), ("unigram", "metaspace"), ("coverage", "plain")],
    ids="-".join,
)
def test_a_word_of_a_hundred_thousand_characters(which):
    """Nothing recurses; tests/bench/bench_tokenizer.py says what a megabyte costs."""
    coder = EXACT.get(which) or ALL[which]
    text = "lowernewest" * 10_000
    found = coder.encode(text)
    assert "".join(unmarked(piece, which[1]) for piece in found.pieces) == text
    assert found.offsets[-1] == (found.offsets[-1][0], len(text))


def test_what_is_remembered_is_bounded():
    coder = trained("bpe", "bytes")
    coder.encode(" ".join(map(str, range(KEPT - 9))))
    assert len(coder._ids_of) == KEPT - 9
    coder.encode("a" * (LONG + 1) + "\n" * (LONG + 1))
    assert len(coder._ids_of) == KEPT - 9  # a long word is read anew
    coder.encode("".join(f" x{n}" for n in range(20)))
    assert len(coder._ids_of) < 20


# ------------------------------------------------------------------ files
@pytest.mark.parametrize("which", {**ALL, **EXACT}, ids="-".join)
def test_a_file_gives_the_tokenizer_back(which, tmp_path):
    for coder in filter(None, (ALL.get(which), EXACT.get(which))):
        coder.save(tmp_path / "a.json")
        again = Tokenizer.load(tmp_path / "a.json")
        assert again == coder and again.to_json() == coder.to_json()
        for text in TRICKY:
            assert again.encode(text, "all").ids == coder.encode(text, "all").ids


def test_a_piece_may_hold_any_character(tmp_path):
    odd = ['"', "\\", "\n", "\x00", "\u2028", "\U0010ffff", "</script>", "\ufeff", " "]
    model = bpe.Merges(tuple(sorted({c for text in odd for c in text})), (), "plain")
    coder = Tokenizer(model, splits=["space"], specials=odd)
    coder.save(tmp_path / "odd.json")
    assert Tokenizer.load(tmp_path / "odd.json") == coder


def edited(**changes):
    data = json.loads(ALL["bpe", "bytes"].to_json())
    for path, value in changes.items():
        *way, last = path.split("__")
        place = data
        for key in way:
            place = place[key]
        if value is KeyError:
            del place[last]
        else:
            place[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "not a tokenizer: this is not JSON (Expecting value: line 1 column 1 (char 0))"),
        ("[" * 100_000, "not a tokenizer: this is not JSON (maximum recursion depth exceeded"),
        ("[]", 'not a tokenizer: the JSON object has no "piecework": "tokenizer"'),
        ('{"piecework": "trace"}', 'not a tokenizer: the JSON object has no "piecework": "tokenizer"'),
        (edited(version=2), "a tokenizer of version 2; this library reads version 1"),
        (edited(splits=KeyError), "not a tokenizer: it has no 'splits'"),
        (edited(more=1), "not a tokenizer: it has 'more', which is no part of it"),
        (edited(splits="gpt2"), "not a tokenizer: splits is of type str, not a list"),
        (edited(splits=["gpt3"]), "split='gpt3' is not known; there are"),
        (edited(fallback=None), "not a tokenizer: fallback is of type NoneType, not str"),
        (edited(fuse_unknown=1), "not a tokenizer: fuse_unknown is of type int, not bool"),
        (edited(ids=[True]), "not a tokenizer: ids[0] is of type bool, not int"),
        (edited(ids=[1]), "there are 1 ids for 327 pieces"),
        (edited(specials=["<s>"]), "not a tokenizer: specials is not an object of names with ids"),
        (edited(specials={"<s>": "1"}), "not a tokenizer: specials['<s>'] is of type str, not int"),
        (edited(specials={"<s>": 1}), "the id 1 is given to more than one piece"),
        (edited(model=[]), "not a tokenizer: model is not an object"),
        (edited(model__learner="bp"), "not a tokenizer: model.learner is 'bp'; there are 'bpe',"),
        (edited(model__merges=KeyError), "not a tokenizer: model has no 'merges'"),
        (edited(model__merges=[["l"]]), "not a tokenizer: model.merges[0] has 1 entries, not 2"),
        (edited(model__merges=[["l", 1]]), "not a tokenizer: model.merges[0][1] is of type int, not str"),
        (edited(model__merges=[["lo", "w"]]), "not a tokenizer: model.merges[0]: 'lo' is no symbol, nor"),
        (edited(model__alphabet=["b", "a"]), "not a tokenizer: model.alphabet is not sorted, or"),
        (edited(model__alphabet=["漢"]), "not a tokenizer: model.alphabet has a symbol that"),
        (edited(model__spelling="bites"), "not a tokenizer: spelling='bites' is not known; there are"),
    ],
)
def test_a_damaged_file_names_the_field(text, sentence, tmp_path):
    with pytest.raises(ValueError) as raised:
        Tokenizer.from_json(text)
    assert str(raised.value).startswith(sentence)
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(ValueError) as raised:
        Tokenizer.load(tmp_path / "a.json")
    assert str(raised.value).startswith(f"{tmp_path / 'a.json'}: {sentence}")


def other(which, **change):
    data = json.loads(ALL[which].to_json())
    data["model"].update(change)
    return json.dumps(data)


@pytest.mark.parametrize(
    "text, sentence",
    [
        (other(("coverage", "plain"), pieces=[["l"]]), "model.pieces[0] is not a run of two or"),
        (other(("coverage", "plain"), pieces=[["l", "\x00"]]), "model.pieces[0] is not a run of two or"),
        (other(("wordpiece", "continuation"), pieces=[""]), "model.pieces[0] is empty"),
        (other(("wordpiece", "continuation"), longest_word=0), "model.longest_word is 0; it must"),
        (other(("unigram", "plain"), weights=[["l", 0]]), "the weight of 'l' is 0; weights"),
        (other(("unigram", "plain"), weights=[["l", 1]]), "model.weights has none for"),
    ],
)
def test_a_model_that_contradicts_itself_is_refused(text, sentence):
    with pytest.raises(ValueError, match="not a tokenizer: ") as raised:
        Tokenizer.from_json(text)
    assert str(raised.value).startswith(f"not a tokenizer: {sentence}")


def test_a_file_that_is_not_utf_8(tmp_path):
    (tmp_path / "a.json").write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"a\.json: .*can't decode byte 0xff"):
        Tokenizer.load(tmp_path / "a.json")


# ------------------------------------------------------------------ the same file, the same ids, for ever
FOR_EVER = {
    "merging-in-bytes": lambda: trained("bpe", "bytes", splits=["cl100k"]),
    "merging-with-a-pattern-for-code": lambda: trained("bpe", "bytes", splits=["o200k", "thousands"]),
    "wordpiece": lambda: trained(
        "wordpiece", "continuation", splits=["whitespace", "punctuation"], normalizers=["NFKC", "lowercase"]
    ),
    "unigram-with-bytes": lambda: trained(
        "unigram", "metaspace", fallback="bytes", normalizers=["prefix-space"]
    ),
    "coverage": lambda: trained(
        "coverage", "last-marked", normalizers=["strip-accents"], splits=["whitespace", "digits"]
    ),
}


@pytest.mark.parametrize("name", FOR_EVER)
def test_the_ids_of_a_file_never_change(name, request):
    """The files are of version 1 and never made anew: what reads them must give the ids that they say."""
    file, ids = GOLDENS / f"{name}.json", GOLDENS / f"{name}.ids.json"
    if request.config.getoption("--update-goldens") and not file.exists():
        GOLDENS.mkdir(exist_ok=True)
        FOR_EVER[name]().save(file)
        coder = Tokenizer.load(file)
        said = [[text, coder.encode(text, "all").ids] for text in (*TRICKY, *RIGHTS)]
        ids.write_text(json.dumps(said, ensure_ascii=False) + "\n", encoding="utf-8")
    coder = Tokenizer.load(file)
    for text, wanted in json.loads(ids.read_text(encoding="utf-8")):
        assert coder.encode(text, "all").ids == wanted


def test_all_models_are_tried():
    assert {type(coder.model) for coder in ALL.values()} == {
        bpe.Merges,
        wordpiece.WordPieces,
        unigram.Unigram,
        coverage.Cover,
    }
