"""Numbers about models."""

from fractions import Fraction

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import Corpus, bpe, corpora, coverage, measure, saving, unigram, wordpiece
from piecework.spelling import glue, spell


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


# --------------------------------------------------------------------------- what learners are compared by
LEARNERS = (bpe, coverage, saving)
small = strategies.small(st.text("aab", min_size=1, max_size=6), 5)


@st.composite
def trained(draw, learners=LEARNERS):
    """A trace of any learner."""
    spelling, corpus = draw(strategies.spelled(small))
    how = {"spelling": spelling, "unknown": draw(st.booleans())}
    return draw(st.sampled_from(learners)).train(corpus, draw(st.none() | st.integers(0, 3)), **how)


@settings(deadline=None)
@given(trained())  # WordPiece reads by other means than those by which it learned
def test_a_curve_is_the_trace_seen_from_outside(trace):
    corpus = Corpus(dict(trace.words))
    curve = measure.curve(trace, corpus)
    assert list(curve) == list(range(trace.vocab_size - len(trace.steps), trace.vocab_size + 1))
    assert list(curve.values()) == [trace.start_tokens, *(step.tokens for step in trace.steps)]


@settings(deadline=None)
@given(trained((*LEARNERS, wordpiece)), small)
def test_the_counts_are_those_of_the_definition(trace, text):
    learned = list(dict.fromkeys(step.symbol for step in trace.steps))
    spelled = {glue(spell(word, trace.spelling), trace.spelling): count for word, count in trace.words}
    assert measure.whole_words(trace) == [piece for piece in learned if piece in spelled]
    for said in (1, 2):
        assert measure.whole_words(trace, said) == [p for p in learned if spelled.get(p) == said]
    used = {piece for word, _ in trace.words for piece in trace.model.segment(word)}
    assert set(measure.idle(trace)) == set(learned) - used
    pieces = [(piece, count) for word, count in text.items() for piece in trace.model.segment(word)]
    singles = sum(count for piece, count in pieces if piece in trace.alphabet)
    assert measure.bare_singles(trace.model, text) == singles
    assert measure.shared(trace, trace) == learned


@settings(deadline=None)
@given(small)
def test_coverage_never_leaves_a_piece_idle(corpus):
    """A piece claims its places when it is chosen, and keeps them."""
    assert measure.idle(coverage.train(corpus)) == []


@pytest.mark.parametrize("spelling, word", [("plain", "low"), ("separate", "low"), ("leading-space", " low")])
def test_marks_are_not_letters(spelling, word):
    trace = coverage.train({word: 5}, steps=1, spelling=spelling, max_length=9)
    trace_of_whole = saving.train({word: 5}, steps=1, spelling=spelling)
    assert measure.mean_length(trace_of_whole) == len(word)
    assert measure.mean_length(trace) == len(trace.steps[0].symbol.removesuffix("</w>"))


def test_the_mean_length_of_nothing():
    with pytest.raises(ValueError, match="a trace without steps has no learned pieces to average"):
        measure.mean_length(bpe.train({}))
    assert measure.mean_length(saving.train({"low": 1, "lower": 1})) == Fraction(3 + 5, 2)


def test_unknown_tokens_are_no_bare_singles():
    corpus = Corpus({"low": 1})
    for unknown in (False, True):
        model = coverage.train({"lo": 5}, steps=0, spelling="plain", unknown=unknown).model
        assert (measure.tokens(model, corpus), measure.bare_singles(model, corpus)) == (3, 2)


def test_matched_sizes():
    corpus = corpora.load("four-words")
    both = {"merging": bpe.train(corpus), "coverage": coverage.train(corpus)}
    rows = measure.matched(both, {"home": corpus}, [12, 11])
    assert rows == [
        (12, {"merging": {"home": 70}, "coverage": {"home": 49}}),
        (11, {"merging": {"home": 79}, "coverage": {"home": 79}}),
    ]
    with pytest.raises(ValueError, match="at least 11 pieces"):
        measure.matched(both, {"home": corpus}, [10])
    with pytest.raises(ValueError, match="ends at 12 pieces because its budget was spent"):
        measure.curve(bpe.train(corpus, steps=1), corpus, [13])


def test_a_curve_goes_through_the_sizes_that_the_learner_went_through():
    corpus = corpora.load("hugs")
    up = bpe.train(corpus, spelling="plain", unknown=True)
    down = unigram.train(corpus, 10, spelling="plain", unknown=True)
    assert list(measure.curve(up, corpus)) == list(range(8, up.vocab_size + 1))
    curve = measure.curve(down, corpus)
    assert list(curve) == list(range(10, len(down.seed) + 2))
    assert curve[10] == down.tokens and curve[max(curve)] == down.rounds[0].tokens
