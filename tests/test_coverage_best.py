"""The best pieces against every selection there is, and the neighbouring problem against every set."""

import math
import sys
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import Corpus, corpora, coverage
from piecework.coverage import Cover
from piecework.spelling import spell

examples = settings(deadline=None, max_examples=60)

words = st.text("ab", min_size=1, max_size=5) | st.text("abc", min_size=2, max_size=4)
small = st.dictionaries(words, st.integers(1, 9), max_size=3).map(Corpus)
picks = st.integers(0, 3)
ceilings = st.sampled_from([None, 2, 3])


def runs(corpus, max_length):
    """Every run of every word."""
    spelled = [spell(word) for word in corpus]
    return sorted(
        {
            s[i:j]
            for s in spelled
            for i in range(len(s))
            for j in range(i + 2, len(s) + 1)
            if max_length is None or j - i <= max_length
        }
    )


def claimed(corpus, pieces):
    """Positions that pieces claim in this order, as the model of coverage would."""
    model = Cover((), tuple(pieces))
    total = 0
    for word, count in corpus.items():
        bare = sum(len(piece.removesuffix("⎵")) == 1 for piece in model.segment(word))
        total += count * (len(word) - bare)
    return total


def union(corpus, pieces):
    """Positions under any occurrence of any of the pieces."""
    total = 0
    for word, count in corpus.items():
        symbols = spell(word)
        places = {
            p
            for piece in pieces
            for i in range(len(symbols))
            if symbols[i : i + len(piece)] == piece
            for p in range(i, i + len(piece))
        }
        total += count * len(places)
    return total


@examples
@given(small, picks, ceilings)
def test_best_is_the_best_of_all_ordered_selections(corpus, k, max_length):
    every = runs(corpus, max_length)
    found = coverage.best(corpus, k, max_length)
    assert found.covered == max(claimed(corpus, order) for order in permutations(every, min(k, len(every))))
    assert len(found.pieces) <= k and set(found.pieces) <= set(every)
    assert claimed(corpus, found.pieces) == found.covered


@examples
@given(small, picks, ceilings)
def test_relaxed_is_the_best_of_all_sets(corpus, k, max_length):
    every = runs(corpus, max_length)
    found = coverage.relaxed(corpus, k, max_length)
    assert found.covered == max(union(corpus, few) for few in combinations(every, min(k, len(every))))
    assert len(found.pieces) <= k and set(found.pieces) <= set(every)
    assert union(corpus, found.pieces) == found.covered


@examples
@given(small, picks, ceilings)
def test_greed_is_at_most_the_best_and_the_best_at_most_the_relaxed(corpus, k, max_length):
    trace = coverage.train(corpus, steps=k, max_length=max_length)
    greedy = trace.start_tokens - trace.bare
    best = coverage.best(corpus, k, max_length).covered
    relaxed = coverage.relaxed(corpus, k, max_length).covered
    assert greedy <= best <= relaxed <= trace.start_tokens
    if k <= 1:
        assert greedy == best


@examples
@given(small, st.randoms(use_true_random=False))
def test_the_order_of_words_changes_no_selection(corpus, rng):
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    assert coverage.best(dict(shuffled), 2) == coverage.best(corpus, 2)
    assert coverage.relaxed(dict(shuffled), 2).covered == coverage.relaxed(corpus, 2).covered


def test_the_two_whole_words_beat_greed():
    corpus = corpora.load("costing")
    assert coverage.best(corpus, 2).pieces == (spell("costing"), spell("costly"))
    trace = coverage.train(corpus, steps=2)
    assert (coverage.best(corpus, 2).covered, trace.start_tokens - trace.bare) == (39, 33)


@pytest.mark.parametrize("k", range(6))
def test_the_four_words(k):
    corpus = corpora.load("four-words")
    trace = coverage.train(corpus, steps=k)
    greedy = trace.start_tokens - trace.bare
    best = coverage.best(corpus, k)
    assert greedy <= best.covered <= coverage.relaxed(corpus, k).covered
    assert greedy >= (1 - 1 / math.e) * coverage.relaxed(corpus, k).covered
    assert claimed(corpus, best.pieces) == best.covered


@pytest.mark.parametrize("solve", [coverage.best, coverage.relaxed])
@pytest.mark.parametrize("corpus", [{}, {"a": 3, "b": 1}])
def test_nothing_to_choose_is_a_right_answer(solve, corpus):
    assert solve(corpus, 3) == coverage.Selection((), 0)


@pytest.mark.parametrize("solve", [coverage.best, coverage.relaxed])
def test_no_pieces_cover_nothing(solve):
    assert solve({"low": 5}, 0) == coverage.Selection((), 0)


@pytest.mark.parametrize("solve", [coverage.best, coverage.relaxed])
@pytest.mark.parametrize(
    "k, how, error, sentence",
    [
        (-1, {}, ValueError, "k=-1 must be 0 or more"),
        (1.5, {}, TypeError, "k=1.5 must be a whole number (int)"),
        (True, {}, TypeError, "k=True must be a whole number (int)"),
        (1, {"max_length": 0}, ValueError, "max_length=0 must be 1 or more"),
        (
            1,
            {"spelling": "bites"},
            ValueError,
            "spelling='bites' is not known; "
            "there are 'plain', 'last-marked', 'separate', 'leading-space', 'metaspace', "
            "'continuation', 'bytes'",
        ),
    ],
)
def test_arguments_that_make_no_sense(solve, k, how, error, sentence):
    with pytest.raises(error) as raised:
        solve({"low": 5}, k, **how)
    assert str(raised.value) == sentence


def test_a_search_too_large_says_so():
    with pytest.raises(ValueError, match="met more than 10 states; ask for fewer pieces or words"):
        coverage.best(corpora.load("sentences"), 4, most_states=10)


def test_without_a_solver_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ImportError, match="scipy"):
        coverage.relaxed({"low": 5}, 1)


def test_a_corpus_beyond_what_the_solver_counts_exactly():
    assert coverage.relaxed({"ab": 2**51, "cd": 2**51 - 1}, 1).covered == 2**52
    with pytest.raises(ValueError, match=r"has 9,007,199,254,740,994 positions, .*; divide the counts"):
        coverage.relaxed({"ab": 2**52 + 1}, 1)
    assert coverage.best({"ab": 2**70 + 1, "cd": 2**70}, 1).covered == 2**71 + 2
