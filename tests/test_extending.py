"""Extending: what was stays, what comes is learned as merging learns, and vectors are means of old ones."""

import sys
from fractions import Fraction
from subprocess import run

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import bpe, coverage, spelling, tokenizer, unigram, wordpiece
from piecework.bpe import Merges
from piecework.extending import averaged, extend, origins
from piecework.interop import from_tiktoken, published, to_tiktoken
from piecework.tokenizer import Tokenizer, corpus

examples = settings(deadline=None)

words = st.text("aabbcé漢", min_size=1, max_size=8)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)
ways = st.sampled_from(
    [
        {"splits": ["gpt2"]},
        {"splits": ["space"], "spelling": "metaspace", "fallback": "unknown"},
        {"splits": ["space"], "spelling": "metaspace", "fallback": "bytes", "specials": ["<s>", "<pad>"]},
        {"splits": ["whitespace"], "spelling": "last-marked", "normalizers": ["NFC"]},
        {"splits": ["whitespace"], "spelling": "continuation", "specials": ["<s>"]},
    ]
)


@st.composite
def trained(draw):
    way = draw(ways)
    least = 256 * (way.get("spelling", "bytes") == "bytes" or way.get("fallback") == "bytes")
    return tokenizer.train([draw(texts), "abc"], least + draw(st.integers(16, 30)), min_count=1, **way)


def by_definition(coder, text, pieces):
    """The next merges by recounting everything for each."""
    given = corpus(text, coder.normalizers, coder.splits, coder.specials)
    state = []
    for word, count in given.items():
        run = []
        for piece in [*coder.model.segment(word), None]:
            if piece in coder.model.vocabulary:
                run.append(piece)
            else:  # unknown, or the end
                state.append((tuple(run), count))
                run = []
    found, known = [], set(coder.model.vocabulary)
    for step in bpe.recount_steps(state, coder.model.spelling, "lexicographic", 2):
        if len(known) == len(coder.model.vocabulary) + pieces:
            break
        found.append(step.parts)
        known.add(step.symbol)
    return found


@examples
@given(trained(), texts, st.integers(0, 12), texts)
def test_what_was_stays_and_what_comes_is_what_merging_learns_next(old, text, pieces, read):
    new = extend(old, text, pieces)
    known, added = len(old.model.merges), by_definition(old, text, pieces)
    assert new.model.merges == (*old.model.merges, *added)
    assert new.model.alphabet == old.model.alphabet
    assert {piece: new.id_of(piece) for piece in old.pieces} == {
        piece: old.id_of(piece) for piece in old.pieces
    }
    assert new.specials == old.specials
    assert (new.normalizers, new.splits, new.fallback) == (old.normalizers, old.splits, old.fallback)
    fresh = [new.id_of(piece) for piece in new.pieces[len(old.pieces) :]]
    assert fresh == list(range(old.size, new.size)) and new.size - old.size <= pieces
    for one in (text, read):
        assert len(new.encode(one).ids) <= len(old.encode(one).ids)
        assert new.decode(new.encode(one).ids) == old.decode(old.encode(one).ids)
        for word in corpus(one, old.normalizers, old.splits):
            pieces = tuple(old.model.segment(word))
            for pair in added:
                pieces = bpe.join(pieces, pair, spelling.glue(pair, old.model.spelling))
            assert tuple(new.model.segment(word)) == pieces
    assert len(new.model.merges) == known + len(added)


@examples
@given(trained(), texts, st.integers(0, 12))
def test_origins_are_how_the_old_tokenizer_spells_a_new_piece(old, text, pieces):
    new = extend(old, text, pieces)
    parts = origins(old, new)
    assert list(parts) == list(range(old.size, new.size))
    for one, ids in parts.items():
        assert len(ids) >= 2
        assert spelling.glue([old.piece_of(part) for part in ids], old.model.spelling) == new.piece_of(one)
    for word in corpus(text, old.normalizers, old.splits, old.specials):
        new_ids, old_ids = new.encode(word).ids, old.encode(word).ids
        assert [part for one in new_ids for part in parts.get(one, [one])] == old_ids


@examples
@given(trained(), texts, texts, st.integers(0, 6), st.integers(0, 6))
def test_extending_twice_keeps_the_ids_of_both(old, first, second, more, most):
    one = extend(old, first, more)
    two = extend(one, second, most)
    assert origins(old, two).keys() == {*origins(old, one), *origins(one, two)}
    assert extend(old, first, more) == one


def test_nothing_to_learn_stops_and_the_size_tells():
    old = tokenizer.train("low low lower", 259)
    assert extend(old, "", 5) == old
    assert extend(old, "x y z", 5) == old
    assert extend(old, ["lower lower", "lower"], 100).size == 261  # lowe and lower; Ġ stands once before it
    assert extend(old, "lower " * 9, 0) == old
    assert origins(old, old) == {}


def test_a_tokenizer_made_elsewhere_grows_after_its_largest_id():
    """Its ids have gaps and its specials stand after all; new ones follow these."""
    old = published("cl100k")
    text = " subwordpieces tokenizerization" * 3
    new = extend(old, text, 3)
    assert [new.piece_of(one) for one in range(100277, 100280)] == [new.pieces[i] for i in (-3, -2, -1)]
    assert new.size == old.size + 3
    assert len(new.encode(text).ids) < len(old.encode(text).ids)
    again = from_tiktoken(to_tiktoken(new), specials=old.specials)
    assert again.encode(text).ids == new.encode(text).ids
    assert new.encode("<|endofprompt|>", allow="all").ids == [100276]


def test_specials_and_what_the_fallback_writes_are_never_learned():
    old = tokenizer.train(
        "a b", 260, splits=["space"], spelling="metaspace", fallback="bytes", specials=["<s>"]
    )
    new = extend(old, "a<s>b a<s>b <0xE6>b <0xE6>b 漢b 漢b ab ab", 9)
    assert [new.piece_of(one) for one in range(old.size, new.size)] == ["▁a", "▁ab"]


def test_what_cannot_be_read_ends_a_word_or_is_refused():
    way = {"splits": ["space"], "spelling": "metaspace"}
    unknown = tokenizer.train("abc", 4, **way)
    assert extend(unknown, "abxbc abxbc", 1).model.merges == (("a", "b"),)
    with pytest.raises(ValueError, match="'x' in 'abxbc' cannot be read: the model does not know it"):
        extend(Tokenizer(unknown.model, (), ("space",)), "abxbc", 1)
    marked = tokenizer.train("ab", 4, splits=["whitespace"], spelling="last-marked", fallback="unknown")
    assert extend(marked, "a⎵b a⎵b ab ab", 1).size == marked.size + 1
    with pytest.raises(ValueError, match="holds the end-of-word mark"):
        extend(Tokenizer(marked.model), "a⎵b", 1)


@pytest.mark.parametrize(
    "model, name",
    [
        (unigram.train({"low": 2}, 9).model, "Unigram"),
        (wordpiece.train({"low": 2}).model, "WordPieces"),
        (coverage.train({"low": 2}).model, "Cover"),
    ],
)
def test_models_that_do_not_merge_are_refused(model, name):
    coder = Tokenizer(model)
    for do in (lambda: extend(coder, "low", 1), lambda: origins(coder, coder)):
        with pytest.raises(
            ValueError, match=f"only a model that merges can be extended, and {name} does not"
        ):
            do()


def test_a_number_of_pieces_is_whole():
    old = tokenizer.train("low", 256)
    with pytest.raises(ValueError, match="pieces=-1 must be 0 or more"):
        extend(old, "low", -1)
    with pytest.raises(TypeError, match=r"pieces=2\.0 must be a whole number"):
        extend(old, "low", 2.0)


AB = Merges(("a", "b"), (("a", "b"),), "plain")


@pytest.mark.parametrize(
    "new, message",
    [
        (Tokenizer(Merges(("a", "b"), (("b", "a"), ("a", "b")), "plain")), "does not begin with the merges"),
        (Tokenizer(Merges(("a", "b"), (("a", "b"),), "leading-space")), "does not begin with the merges"),
        (Tokenizer(Merges(("a", "b", "c"), (("a", "b"),), "plain")), "has other symbols or special tokens"),
        (Tokenizer(AB, specials=["<s>"]), "has other symbols or special tokens"),
        (Tokenizer(AB, ids=(0, 2, 1)), "the piece 'b' has the id 1 in the old tokenizer and 2 in the new"),
        (Tokenizer(Merges(("a", "b"), (("a", "b"), ("c", "b")), "plain")), "'c' is merged on, and nothing"),
    ],
)
def test_origins_want_a_tokenizer_that_was_extended(new, message):
    with pytest.raises(ValueError, match=message):
        origins(Tokenizer(AB), new)


# ----------------------------------------------------------------------------------------------- vectors
numbers = st.floats(-1e6, 1e6) | st.integers(-9, 9).map(float)


@examples
@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=1, max_size=5)
    ),
    st.data(),
)
def test_a_mean_is_the_exact_one_rounded(rows, data):
    ids = st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=6)
    parts = data.draw(st.dictionaries(st.integers(100, 200), ids, max_size=9))
    means = averaged(rows, parts)
    assert len(means) == len(parts)
    for mean, part in zip(means, parts.values(), strict=True):
        for column, value in enumerate(mean):
            exact = sum(Fraction(rows[one][column]) for one in part) / len(part)
            assert value == pytest.approx(float(exact), rel=1e-15, abs=5e-324)
    array = averaged(numpy.array(rows), parts)
    assert isinstance(array, numpy.ndarray) and array.shape == (len(parts), len(rows[0]))
    assert array.tolist() == means


def test_sums_do_not_lose_small_numbers():
    assert averaged([[1e16], [1.0], [-1e16]], {3: [0, 1, 2]}) == [[1 / 3]]


@pytest.mark.parametrize(
    "kind, given, back", [("float16", 1.5, "float16"), ("float32", 0.1, "float32"), ("int64", 1, "float64")]
)
def test_arrays_keep_the_kind_of_their_floats(kind, given, back):
    rows = numpy.array([[given, 0], [0, given]], dtype=kind)
    means = averaged(rows, {2: [0, 1], 3: [0]})
    assert means.dtype == back
    assert means[0].tolist() == [means[0, 1]] * 2 and float(means[0, 0]) == pytest.approx(given / 2, rel=1e-3)
    means[1, 0] = 7
    assert rows[0, 0] != 7  # what comes back is a copy
    assert averaged(rows, {}).shape == (0, 2)


@pytest.mark.parametrize(
    "vectors, parts, message",
    [
        ([[1.0]], {5: [0, 1]}, "the id 1 has no vector; there are 1 rows"),
        ([[1.0]], {5: [-1]}, "the id -1 has no vector"),
        ([[1.0]], {5: []}, "the id 5 has no origins"),
        ([[1.0], [1.0, 2.0]], {5: [0, 1]}, "the vectors that the id 5 comes from are not of one length"),
        (numpy.zeros(3), {5: [0]}, "this array has 1 dimensions"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(vectors, parts, message):
    with pytest.raises(ValueError, match=message):
        averaged(vectors, parts)


def test_numpy_is_not_imported_for_lists():
    code = (
        "import sys; from piecework.extending import averaged; averaged([[1.0]], {1: [0]}); "
        "assert 'numpy' not in sys.modules"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0
