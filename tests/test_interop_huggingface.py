"""The mapping to and from tokenizer.json by itself; tests/oracles/test_huggingface.py asks the library."""

import json
from functools import cache
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework import bpe, coverage, tokenizer, unigram, wordpiece
from piecework.interop import from_huggingface, to_huggingface
from piecework.interop.huggingface.order import useful
from piecework.interop.huggingface.parts import NO_LIMIT, SPELLINGS
from piecework.interop.huggingface.writing import exact
from piecework.normalizing import NORMALIZERS
from piecework.splitting import SPLITS
from piecework.stream import BYTES
from piecework.tokenizer import FALLBACKS, TEXTUAL, Tokenizer

TEXT = "low lower lowest, new newer newest; 12 wide wider widest 1234567 low-down newly\n" * 3
BPE, PIECES, WEIGHTS = "bpe", "wordpiece", "unigram"
MODELS = {BPE: bpe.Merges, PIECES: wordpiece.WordPieces, WEIGHTS: unigram.Unigram}


@cache
def trained(learner=BPE, spelling="bytes", splits=("gpt2",), fallback=None, normalizers=(), specials=()):
    size = 320 if "bytes" in (spelling, fallback) else 60
    given = dict(normalizers=normalizers, splits=splits, spelling=spelling, fallback=fallback)
    return tokenizer.train(TEXT, size, learner, specials=specials, **given)


def file(coder=None, **parts):
    """A file that this library writes, with other parts; `model` is changed inside, not replaced."""
    data = json.loads(to_huggingface(coder or trained()))
    model = data["model"] | parts.pop("model", {})
    return json.dumps(data | parts | {"model": model})


# ------------------------------------------------------------------------------------------ round trips
CUTS = [
    ("bytes", ("gpt2",)),
    ("bytes", ("digits", "gpt2")),
    ("bytes", ("gpt2", "digits")),
    ("bytes", ("cl100k",)),
    ("bytes", ("o200k",)),
    ("bytes", ()),
    ("plain", ()),
    ("plain", ("whitespace", "punctuation", "thousands")),
    ("leading-space", ("space",)),
    ("leading-space", ("space", "digits")),
    ("metaspace", ("space",)),
    ("metaspace", ("space", "punctuation")),
    ("metaspace", ("digits", "space")),
    ("metaspace", ()),
    ("last-marked", ("whitespace",)),
    ("continuation", ("whitespace", "punctuation")),
]
CODERS = [
    (learner, *cut, fallback)
    for learner in (BPE, PIECES, WEIGHTS)
    for cut in CUTS
    for fallback in FALLBACKS
    if cut[0] in SPELLINGS[MODELS[learner]]
    and (fallback != "bytes" or (cut[0] in TEXTUAL and learner != PIECES))
]


@pytest.mark.parametrize("learner, spelling, splits, fallback", CODERS)
def test_what_is_written_is_read_again_as_it_was(learner, spelling, splits, fallback):
    """A weight of Unigram comes back as a float; the whole numbers that are compared do not change."""
    coder = trained(learner, spelling, splits, fallback, specials=("<s>", "</s>"))
    again = from_huggingface(to_huggingface(coder))
    if learner != WEIGHTS:
        assert again == coder
        return
    assert {p: again.id_of(p) for p in again.pieces} == {p: coder.id_of(p) for p in coder.pieces}
    assert again.model.whole == 1.0 and again.specials == coder.specials
    scores = [dict(zip(one.model._names, one.model._scores, strict=False)) for one in (coder, again)]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("name", NORMALIZERS)
def test_every_normalizer_comes_back(name):
    coder = Tokenizer(trained().model, (name, "lowercase"), ("gpt2",))
    assert from_huggingface(to_huggingface(coder)).normalizers == (name, "lowercase")


@pytest.mark.parametrize("name", SPLITS)
def test_every_split_comes_back(name):
    coder = Tokenizer(trained().model, splits=(name,))
    assert from_huggingface(to_huggingface(coder)).splits == (name,)


def test_a_whole_pipeline_comes_back():
    every = tuple(name for name in NORMALIZERS if name != "NFC")
    coder = Tokenizer(trained().model, every, SPLITS, specials={"<b>": 400, "<a>": 300})
    assert from_huggingface(to_huggingface(coder)) == coder


def test_ids_come_back_gaps_and_all():
    for learner in (BPE, PIECES):
        coder = trained(learner, "plain", ("whitespace",))
        ids = tuple(7 * one + 3 for one in range(len(coder.pieces)))[::-1]
        other = Tokenizer(coder.model, (), coder.splits, "unknown", {"<s>": 4, "<t>": 0}, ids)
        again = from_huggingface(to_huggingface(other))
        assert {p: again.id_of(p) for p in again.pieces} == {p: other.id_of(p) for p in other.pieces}
        assert again.specials == other.specials


def test_the_unknown_token_keeps_its_name():
    model = trained(PIECES, "continuation", ("whitespace",)).model
    coder = Tokenizer(model, fallback="unknown", unknown="<?>")
    assert from_huggingface(to_huggingface(coder)) == coder
    assert json.loads(to_huggingface(coder))["model"]["unk_token"] == "<?>"


def test_an_unknown_token_that_is_not_there_is_an_error_there_too():
    coder = trained(BPE, "plain", ("whitespace",), "error")
    data = json.loads(to_huggingface(coder))
    assert data["model"]["unk_token"] == "<unk>" and "<unk>" not in data["model"]["vocab"]
    ids = tuple(range(1, 1 + len(coder.pieces)))
    named = Tokenizer(coder.model, (), coder.splits, "error", {"<unk>": 0}, ids)
    data = json.loads(to_huggingface(named))
    assert data["model"]["unk_token"] == "<<unk>>" and data["model"]["vocab"]["<unk>"] == 0
    assert from_huggingface(to_huggingface(named)) == named


# -------------------------------------------------------------------------------------- refused, going out
def merges(*pairs, alphabet="abc", spelling="plain"):
    return bpe.Merges(tuple(alphabet), pairs, spelling)


WEIGHED = unigram.Unigram(("a", "b"), (("a", 1), ("b", 2)), "plain")


@pytest.mark.parametrize(
    "coder, why",
    [
        (lambda: Tokenizer(coverage.Cover(("a",), (), "plain")), "Cover does neither"),
        (lambda: trained(BPE, "separate", ("whitespace",)), "spelled 'separate', and Merges there can only"),
        (lambda: trained(PIECES, "last-marked", ("whitespace",)), "spelled 'last-marked', and WordPieces"),
        (lambda: trained(WEIGHTS, "continuation", ("whitespace",)), "spelled 'continuation', and Unigram"),
        (lambda: Tokenizer(merges(spelling="leading-space"), splits=()), 'put "space" among the splits'),
        (
            lambda: Tokenizer(merges(spelling="metaspace"), splits=("space",), fallback="bytes"),
            "the model has no piece ▁",
        ),
        (lambda: Tokenizer(merges(), specials={"a": 9}), "special token 'a' is also a piece"),
        (
            lambda: Tokenizer(merges(spelling="metaspace"), splits=("space",), specials=["▁"]),
            "the special token '▁' would be every space there",
        ),
        (
            lambda: Tokenizer(wordpiece.WordPieces(("a",), (), "plain"), fallback="bytes"),
            "fallback='bytes': WordPiece there knows only",
        ),
        (
            lambda: Tokenizer(wordpiece.WordPieces(("a",), (), "bytes", longest_word=9)),
            "longest_word=9 counts characters",
        ),
        (
            lambda: Tokenizer(WEIGHED, fallback="unknown", fuse_unknown=False),
            "fuse_unknown=False: Unigram there",
        ),
        (lambda: Tokenizer(WEIGHED, ids=(0, 2)), "no piece has the id 1"),
        (lambda: Tokenizer(WEIGHED, ids=(2, 1)), "no piece has the id 0"),
        (
            lambda: Tokenizer(unigram.Unigram(("a", "b"), (("a", 1),), "plain")),
            "'b' has no weight, so it is never used",
        ),
        (
            lambda: Tokenizer(unigram.Unigram(("a",), (("a", 1), ("ax", 1)), "plain")),
            "'ax' holds 'x', which is no piece of its own",
        ),
        (
            lambda: Tokenizer(
                merges(("a", "b"), ("ab", "c"), ("b", "c"), ("a", "bc"), ("abc", "a"), ("b", "a"))
            ),
            None,
        ),
        (
            lambda: Tokenizer(merges(("a", "b"), ("ab", "c"), ("abc", "a"), ("b", "c"), ("a", "bc"))),
            "merge 2, of 'abc' and 'a', uses 'abc', which merge 4, of 'a' and 'bc', makes after it",
        ),
        (lambda: Tokenizer(merges(("ab", "c"), ("a", "b"))), "merge 0, of 'ab' and 'c', uses 'ab'"),
        (
            lambda: Tokenizer(merges(("a", "b"), ("b", "c"), ("a", "b"))),
            "merge 2, of 'a' and 'b', is listed twice",
        ),
        (lambda: Tokenizer(merges(("a", "x"))), "uses 'x', which is no symbol"),
    ],
)
def test_what_a_file_cannot_say_is_refused_by_name(coder, why):
    if why is None:
        assert to_huggingface(coder())
        return
    with pytest.raises(ValueError, match=why.replace("(", r"\(")):
        to_huggingface(coder())


# --------------------------------------------------------------------------------------- refused, coming in
FIRST = trained().model.merges[:1]
SPECIAL = {
    "id": len(trained().pieces),
    "content": "<s>",
    "single_word": False,
    "lstrip": False,
    "rstrip": False,
} | {
    "normalized": False,
    "special": True,
}
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never", "split": True}
BERT = {"type": "BertNormalizer", "clean_text": False, "handle_chinese_chars": False} | {
    "strip_accents": None,
    "lowercase": True,
}


def replace(pattern, content):
    return {"type": "Replace", "pattern": {"String": pattern}, "content": content}


@pytest.mark.parametrize(
    "parts, why",
    [
        ({"version": "2.0"}, "version is '2.0'"),
        ({"truncation": {"max_length": 3}}, "truncation cannot be said here"),
        ({"padding": {}}, "padding cannot"),
        ({"added_tokens": {}}, "added_tokens is of type dict, not a list"),
        ({"added_tokens": ["<s>"]}, r"added_tokens\[0\] is of type str"),
        ({"added_tokens": [{"id": 1}]}, r"added_tokens\[0\] has no 'content'"),
        ({"added_tokens": [SPECIAL | {"id": "1"}]}, r"added_tokens\[0\].id is of type str, not int"),
        ({"added_tokens": [SPECIAL | {"id": 7}]}, "would number '<s>' "),
        ({"added_tokens": [SPECIAL, SPECIAL]}, "'<s>' is listed twice"),
        ({"added_tokens": [SPECIAL | {"lstrip": True}]}, r"added_tokens\[0\].lstrip cannot"),
        ({"added_tokens": [SPECIAL | {"single_word": True}]}, "single_word cannot"),
        ({"added_tokens": [SPECIAL | {"special": False}]}, "special cannot"),
        (
            {"added_tokens": [SPECIAL | {"normalized": True}], "normalizer": {"type": "NFC"}},
            "normalized cannot",
        ),
        ({"normalizer": "NFC"}, "normalizer is of type str"),
        ({"normalizer": {}}, "normalizer has no 'type'"),
        ({"normalizer": {"type": "NFD"}}, "normalizer cannot be said here: NFD: strip-accents"),
        ({"normalizer": {"type": "Nmt"}}, "normalizer cannot .* 'Nmt'|Nmt"),
        ({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "A" * 500}}, "Precompiled"),
        (
            {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "StripAccents"}]}},
            r"normalizer.normalizers\[1\] cannot be said here: StripAccents",
        ),
        ({"normalizer": {"type": "Sequence"}}, "normalizer has no 'normalizers'"),
        ({"normalizer": BERT | {"clean_text": True}}, "normalizer.clean_text cannot"),
        ({"normalizer": BERT | {"handle_chinese_chars": True}}, "normalizer.handle_chinese_chars cannot"),
        ({"normalizer": {"type": "Prepend", "prepend": "▁"}}, "normalizer cannot .* only spaces may be"),
        (
            {"normalizer": {"type": "Sequence", "normalizers": [replace(" ", "▁"), {"type": "NFKC"}]}},
            r"normalizers\[1\] cannot .* spaces are written as ▁ by then",
        ),
        ({"pre_tokenizer": {"type": "Whitespace"}}, "pre_tokenizer cannot .* no split here does"),
        ({"pre_tokenizer": {"type": "Digits", "individual_digits": False}}, "pre_tokenizer cannot"),
        ({"pre_tokenizer": {"type": "Punctuation", "behavior": "Contiguous"}}, "pre_tokenizer cannot"),
        (
            {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": True}},
            "pre_tokenizer.add_prefix_space cannot",
        ),
        (
            {
                "pre_tokenizer": {
                    "type": "Sequence",
                    "pretokenizers": [
                        {"type": "ByteLevel", "add_prefix_space": False},
                        {"type": "Digits", "individual_digits": True},
                    ],
                }
            },
            r"pretokenizers\[1\] cannot .* after ByteLevel",
        ),
        ({"pre_tokenizer": METASPACE | {"prepend_scheme": "always"}}, "prepend_scheme cannot"),
        ({"pre_tokenizer": METASPACE | {"prepend_scheme": "first"}}, "prepend_scheme cannot"),
        ({"pre_tokenizer": METASPACE | {"replacement": "_"}}, "replacement cannot"),
        (
            {
                "pre_tokenizer": {
                    "type": "Sequence",
                    "pretokenizers": [METASPACE, {"type": "WhitespaceSplit"}],
                }
            },
            "by then, and 'whitespace' cuts at spaces",
        ),
        ({"decoder": {"type": "CTC"}}, "decoder cannot be said here: CTC does not decode"),
        ({"decoder": {"type": "WordPiece"}}, "WordPiece does not decode what is spelled 'bytes'"),
        ({"post_processor": {"type": "Other"}}, "post_processor cannot"),
        ({"model": {"type": "WordLevel"}}, "model.type cannot .* 'WordLevel'"),
        ({"model": {"type": 5}}, "model.type is of type int"),
        ({"model": {"dropout": 0.1}}, "model.dropout cannot"),
        ({"model": {"vocab": []}}, "model.vocab is of type list, not an object"),
        ({"model": {"vocab": {"a": "0"}}}, r"model.vocab\['a'\] is of type str"),
        ({"model": {"vocab": {"a": True}}}, r"model.vocab\['a'\] is of type bool"),
        ({"model": {"vocab": {"a": -1}}}, r"model.vocab\['a'\]: the id -1 is below 0"),
        ({"model": {"vocab": {"a": 1, "b": 1}}}, r"model.vocab\['b'\]: the id 1 is also that of 'a'"),
        ({"model": {"vocab": {"": 1}}}, "model.vocab has an empty piece"),
        ({"model": {"merges": {}}}, "model.merges is of type dict"),
        ({"model": {"merges": ["l"]}}, r"model.merges\[0\] is not two pieces"),
        ({"model": {"merges": [["l", 5]]}}, r"model.merges\[0\] is not two pieces"),
        ({"model": {"merges": ["l zz"]}}, r"model.merges\[0\]: 'zz' is not in model.vocab"),
        (
            {"model": {"merges": [*FIRST, *FIRST]}},
            r"model.merges\[1\] is listed already, as model.merges\[0\]",
        ),
        ({"model": {"merges": []}}, r"model.vocab\[.*\] cannot .* no merge ever makes this piece"),
        ({"model": {"unk_token": 3}}, "model.unk_token is of type int"),
        ({"model": {"byte_fallback": True}}, "model.vocab has no <0x00>"),
        ({"model": {"end_of_word_suffix": "</w>"}}, "end_of_word_suffix cannot .* spelled 'bytes' already"),
        (
            {"model": {"end_of_word_suffix": "</w>", "continuing_subword_prefix": "##"}},
            "end_of_word_suffix cannot",
        ),
    ],
)
def test_what_has_no_equal_here_or_is_damaged_is_refused_by_its_field(parts, why):
    with pytest.raises(ValueError, match=why):
        from_huggingface(file(**parts))


@pytest.mark.parametrize(
    "model, why",
    [
        ({"unk_id": 900}, "model.unk_id is 900"),
        ({"unk_id": "0"}, "model.unk_id is of type str"),
        ({"vocab": {}}, "model.vocab is of type dict"),
        ({"vocab": [["a", "x"]]}, r"model.vocab\[0\]\[1\] is of type str"),
        ({"vocab": [["a", -1.0], ["a", -2.0]]}, "model.vocab has 'a' twice"),
        (
            {"vocab": [["<unk>", 0.0], ["a", -1.0], ["ab", -2.0]]},
            "model.vocab: the piece 'ab' holds 'b'",
        ),
        ({"vocab": [["<unk>", 0.0], ["a", -1000.0]]}, "the score of 'a', -1000, is no logarithm of a weight"),
        ({"vocab": [["<unk>", 0.0], ["a", -(10**400)]]}, "a score of model.vocab is no number that a float"),
        ({"byte_fallback": True, "unk_id": None}, "byte_fallback cannot"),
    ],
)
def test_a_damaged_unigram_is_refused(model, why):
    with pytest.raises(ValueError, match=why):
        from_huggingface(file(trained(WEIGHTS, "plain", ("whitespace",), "unknown"), model=model))


@pytest.mark.parametrize(
    "model, why",
    [
        ({"unk_token": None}, "model.unk_token is of type NoneType"),
        ({"max_input_chars_per_word": 0}, "max_input_chars_per_word cannot"),
        ({"continuing_subword_prefix": 1}, "continuing_subword_prefix is of type int"),
    ],
)
def test_a_damaged_wordpiece_is_refused(model, why):
    with pytest.raises(ValueError, match=why):
        from_huggingface(file(trained(PIECES, "continuation", ("whitespace",)), model=model))


@pytest.mark.parametrize("name", ["model", "type", "vocab", "merges"])
def test_what_is_missing_is_named(name):
    data = json.loads(file())
    (data if name == "model" else data["model"]).pop(name)
    if name == "type":  # older files leave it out
        assert from_huggingface(json.dumps(data)) == trained()
        return
    with pytest.raises(ValueError, match=f"has no '{name}'" if name != "merges" else "model"):
        from_huggingface(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", '"a"', "[" * 100_000, "{}", "null"])
def test_what_is_no_such_file_is_refused(text):
    with pytest.raises(ValueError, match=r"not JSON|of type|no 'model'"):
        from_huggingface(text)


def test_bytes_are_not_text():
    with pytest.raises(TypeError, match="read it as UTF-8"):
        from_huggingface(b"{}")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["type", "vocab", "content", "id", "pattern"]), inner)
        ),
    ),
    st.sampled_from(["added_tokens", "normalizer", "pre_tokenizer", "decoder", "post_processor", "model"]),
)
def test_whatever_stands_in_a_field_it_is_read_or_refused(value, name):
    data = json.loads(file()) | {name: value}
    try:
        from_huggingface(json.dumps(data))
    except ValueError as error:
        assert str(error)


# ----------------------------------------------------------------------------------------------- merges
def test_merges_are_read_as_strings_and_as_pairs():
    data = json.loads(file())
    data["model"]["merges"] = ["#version: 0.2", *(" ".join(pair) for pair in data["model"]["merges"])]
    assert from_huggingface(json.dumps(data)) == trained()


def test_of_merges_that_make_one_piece_the_one_that_comes_up_is_kept():
    """As files list them that were made from SentencePiece's models: every two pieces that join."""
    listed = [("b", "c"), ("a", "b"), ("ab", "c"), ("a", "bc"), ("abc", "a")]
    assert useful(listed, "plain") == [("b", "c"), ("a", "b"), ("a", "bc"), ("abc", "a")]
    assert useful([("a", "b"), ("b", "c"), ("a", "bc")], "plain") == [("a", "b"), ("b", "c")]  # abc never is


def test_spaces_that_join_two_by_two_last_of_all_are_refused():
    """As in Llama 2's file: a run of spaces grows from the left, by merges that rank before its start."""
    names = ["▁", "▁▁", "▁▁▁", "▁▁▁▁"]
    merges = [["▁▁", "▁▁"], ["▁▁", "▁"], ["▁", "▁▁"], ["▁▁▁", "▁"], ["▁", "▁▁▁"], ["▁", "▁"]]
    model = {"vocab": {name: one for one, name in enumerate(names)}, "merges": merges}
    why = "of those that ever come up, merge 0, of '▁▁' and '▁', uses '▁▁', which merge 2"
    with pytest.raises(ValueError, match=why):
        from_huggingface(file(trained(BPE, "metaspace", ()), model=model))
    model["merges"] = [merges[-1], *merges[:-1]]
    assert from_huggingface(file(trained(BPE, "metaspace", ()), model=model)).encode("    ").ids == [3]


def test_a_piece_that_only_the_lowest_rank_makes_is_refused():
    """(ab, c) ranks before (a, b): once these are joined, it is at once the lowest."""
    vocab = {piece: one for one, piece in enumerate(["a", "b", "c", "ab", "abc"])}
    coder = trained(BPE, "plain", ("whitespace",))
    why = "model.merges cannot .* merge 0, of 'ab' and 'c', uses 'ab', which merge 1, .* makes after it"
    with pytest.raises(ValueError, match=why):
        from_huggingface(file(coder, model={"vocab": vocab, "merges": ["ab c", "a b"]}))


def test_words_that_would_be_pieces_at_once():
    """ignore_merges is nothing where merging makes every piece, and refused where it does not."""
    assert from_huggingface(file(model={"ignore_merges": True})) == trained()
    vocab = {piece: one for one, piece in enumerate(["a", "b", "c", "ab", "bc", "abc"])}
    model = {"vocab": vocab, "merges": ["a b", "b c", "a bc"]}
    coder = trained(BPE, "plain", ("whitespace",))
    from_huggingface(file(coder, model=model))
    with pytest.raises(ValueError, match=r"model.ignore_merges cannot .* 'abc'"):
        from_huggingface(file(coder, model=model | {"ignore_merges": True}))


def test_other_marks_are_written_as_ours():
    vocab = {piece: one for one, piece in enumerate(["l", "o", "w", "w</w>", "lo", "low</w>"])}
    model = {"end_of_word_suffix": "</w>", "vocab": vocab, "merges": ["l o", "lo w</w>"], "unk_token": None}
    read = from_huggingface(file(trained(BPE, "last-marked", ("whitespace",)), model=model))
    assert read.encode("low wow").pieces == ["low⎵", "w", "o", "w⎵"]
    assert read.encode("low wow").ids == [5, 2, 1, 3]
    model |= {
        "vocab": {"@@w" if one == 2 else piece.replace("</w>", ""): one for piece, one in vocab.items()}
    }
    model["vocab"] = {"l": 0, "@@o": 1, "@@w": 2, "lo": 3, "low": 4}
    model |= {"end_of_word_suffix": None, "continuing_subword_prefix": "@@", "merges": ["l @@o", "lo @@w"]}
    read = from_huggingface(file(trained(BPE, "continuation", ("whitespace",)), model=model))
    assert read.encode("low").ids == [4] and read.pieces == ("##o", "##w", "l", "lo", "low")
    for mark, piece in (("</w>", "a⎵"), ("</w>", "</w>")):
        model = {"end_of_word_suffix": mark, "vocab": {piece: 0}, "merges": []}
        with pytest.raises(ValueError, match="it holds ⎵, or nothing but"):
            from_huggingface(file(trained(BPE, "last-marked", ("whitespace",)), model=model))
    model = {"continuing_subword_prefix": "@@", "vocab": {"##a": 0}, "merges": []}
    with pytest.raises(ValueError, match="it begins with ##"):
        from_huggingface(file(trained(BPE, "continuation", ("whitespace",)), model=model))


# ------------------------------------------------------------------------------------------ small print
def test_the_longest_word_is_a_number_there():
    for most, number in ((None, NO_LIMIT), (5, 5)):
        coder = Tokenizer(wordpiece.WordPieces(("##a", "a"), (), longest_word=most), fallback="unknown")
        data = json.loads(to_huggingface(coder))
        assert data["model"]["max_input_chars_per_word"] == number
        assert from_huggingface(json.dumps(data)) == coder


def test_what_is_not_read_in_a_text_has_a_score_that_never_wins():
    """The unknown token and bytes: their names would be longer pieces than characters, and better ones."""
    data = json.loads(to_huggingface(trained(WEIGHTS, "plain", ("whitespace",), "bytes")))
    scores = dict(data["model"]["vocab"])
    least = min(score for piece, score in scores.items() if piece not in BYTES)
    assert all(scores[piece] < 6 * least for piece in BYTES)


@given(st.integers(-(1 << 42), 0))
def test_a_score_is_written_exactly(units):
    assert float(exact(units / 2**32)) == units / 2**32


def test_nearly_every_score_is_read_exactly_also_by_who_rounds_twice():
    """As the library's JSON reader does: the digits as a float, then divided by a power of ten."""

    def twice(text):
        digits, _, places = text.lstrip("-").partition(".")
        return float(int(digits + places)) / float(f"1e{len(places)}")

    scores = [round(log(share / 99_991) * 2**32) / 2**32 for share in range(1, 9999, 3)]
    assert sum(twice(repr(score)) == -score for score in scores) < 0.96 * len(scores)
    assert sum(twice(exact(score)) == -score for score in scores) > 0.998 * len(scores)


def test_a_special_that_is_the_unknown_token_is_not_special_here():
    coder = trained(PIECES, "continuation", ("whitespace",), "unknown")
    token = SPECIAL | {"id": 0, "content": "[UNK]"}
    read = from_huggingface(file(coder, added_tokens=[token]))
    assert read == coder and read.specials == {}


def test_a_post_processor_adds_nothing_here():
    template = {"type": "TemplateProcessing", "single": [], "pair": [], "special_tokens": {}}
    both = {"type": "Sequence", "processors": [{"type": "ByteLevel"}, template]}
    assert from_huggingface(file(post_processor=template)) == from_huggingface(file(post_processor=both))


def test_the_same_file_every_time():
    coder = trained(WEIGHTS, "metaspace", ("space",), "unknown", specials=("<s>",))
    assert to_huggingface(coder) == to_huggingface(coder)
