"""Numbers about models."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework import Corpus, bpe, corpora, measure


def test_tokens_are_those_of_the_trace():
    corpus = corpora.load("sentences")
    trace = bpe.train(corpus, unknown=True)
    for size in (52, 60, 100, trace.vocab_size):
        assert measure.tokens(trace.model_at(size), corpus) == trace.at(size).tokens


def test_fertility_is_exact():
    corpus = Corpus({"low": 2**70, "lower": 1})
    model = bpe.train(corpus, steps=0).model
    assert measure.fertility(model, corpus) == Fraction(3 * 2**70 + 5, 2**70 + 1)


def test_fertility_of_nothing():
    with pytest.raises(ValueError, match="a corpus without words has no tokens per word"):
        measure.fertility(bpe.train({}).model, Corpus({}))
    assert measure.tokens(bpe.train({}).model, Corpus({})) == 0


@pytest.mark.parametrize(
    "a, b, size",
    [
        ({}, {}, None),
        ({1: 5}, {2: 4}, None),  # no size in common
        ({1: 5, 2: 4}, {1: 6, 2: 5}, None),  # always ahead
        ({1: 5, 2: 4}, {1: 5, 2: 4}, None),  # always level
        ({1: 5, 2: 4}, {1: 6, 2: 3}, 2),
        ({1: 5, 2: 4, 3: 4}, {1: 6, 2: 4, 3: 3}, 3),  # level on the way
        ({1: 5, 2: 4, 3: 4}, {1: 6, 2: 4, 3: 5}, None),  # touched, not crossed
        ({1: 5, 2: 4, 3: 3}, {1: 5, 2: 3, 3: 4}, 3),  # level at first: no order to swap until one leads
        ({3: 3, 2: 4, 1: 5}, {1: 6, 2: 3, 3: 9}, 2),  # in order of size, however written
    ],
)
def test_crossover(a, b, size):
    assert measure.crossover(a, b) == measure.crossover(b, a) == size


curves = st.dictionaries(st.integers(1, 8), st.integers(0, 4))


@given(curves, curves)
def test_before_the_crossover_one_curve_never_trails(a, b):
    size = measure.crossover(a, b)
    shared = sorted(a.keys() & b.keys())
    signs = [(a[s] > b[s]) - (a[s] < b[s]) for s in shared if size is None or s < size]
    assert not ({1, -1} <= set(signs))
    if size is not None:
        assert (a[size] > b[size]) - (a[size] < b[size]) == -next(sign for sign in signs if sign)
