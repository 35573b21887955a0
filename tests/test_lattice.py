"""The lattice of a word against a list of all its cuts, with exact fractions."""

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import exp, fsum, inf, isclose, log, prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import lattice
from piecework.lattice import SCALE, UNKNOWN

examples = settings(deadline=None)

# Weights from few numbers, so that many cuts tie; words over two letters, so that a piece occurs again.
letters = st.sampled_from(["a", "b"])
pieces = st.lists(st.text("ab", min_size=2, max_size=4), max_size=8, unique=True)
weights = st.integers(1, 4)


@st.composite
def asked(draw):
    """The lattice of a word, and for each piece its probability."""
    names = ["a", "b", *draw(pieces)]
    drawn = draw(st.lists(weights, min_size=len(names), max_size=len(names)))
    shares = [Fraction(weight, sum(drawn)) for weight in drawn]
    word = draw(st.text("ab", min_size=1, max_size=8))
    return word, names, shares


def read(word, names):
    numbers = {name: number for number, name in enumerate(names)}
    return lattice.lattice(tuple(word), numbers, max(map(len, names)), "plain")


def every_cut(word, names, at=0):
    """All ways to cut the word, as edges."""
    if at == len(word):
        return [[]]
    return [
        [(at, end, names.index(word[at:end])), *rest]
        for end in range(at + 1, len(word) + 1)
        if word[at:end] in names
        for rest in every_cut(word, names, end)
    ]


def ranked(cuts, scores):
    """Best first; of tied cuts the one whose last piece is longest, then the one before it, and so on."""

    def order(cut):
        return -sum(scores[piece] for *_, piece in cut), [start for start, *_ in reversed(cut)]

    return sorted(cuts, key=order)


@examples
@given(asked())
def test_edges_are_the_pieces_that_the_word_holds(given_):
    word, names, _ = given_
    edges = read(word, names)
    found = {(start, end, piece) for end, arriving in enumerate(edges) for start, piece in arriving}
    assert found == {edge for cut in every_cut(word, names) for edge in cut}
    assert all([start for start, _ in a] == sorted(start for start, _ in a) for a in edges)
    assert sum(map(len, edges)) == len(found)


@examples
@given(asked(), st.integers(1, 300))
def test_the_best_cuts_are_those_of_the_whole_list(given_, n):
    word, names, shares = given_
    edges, cuts = read(word, names), every_cut(word, names)
    scores = [lattice.score(log(share)) for share in shares]
    wanted = ranked(cuts, scores)
    assert lattice.cuts(edges) == len(cuts)
    assert lattice.best(edges, scores) == wanted[0]
    assert lattice.nbest(edges, scores, n) == [
        (sum(scores[piece] for *_, piece in cut), cut) for cut in wanted[:n]
    ]
    assert lattice.heights(edges, scores)[-1] == sum(scores[piece] for *_, piece in wanted[0])


@examples
@given(asked())
def test_whole_numbers_rank_as_exact_products_do_up_to_a_billionth(given_):
    word, names, shares = given_
    scores = [lattice.score(log(share)) for share in shares]
    cuts = [cut for _, cut in lattice.nbest(read(word, names), scores, 10**6)]
    products = [prod(shares[piece] for *_, piece in cut) for cut in cuts]
    for better, worse in pairwise(products):
        assert better >= worse * (1 - Fraction(len(word), SCALE))


@examples
@given(asked())
def test_sums_over_all_cuts_are_exact_up_to_rounding(given_):
    word, names, shares = given_
    edges, logs = read(word, names), [log(share) for share in shares]
    cuts = every_cut(word, names)
    whole = sum(prod(shares[piece] for *_, piece in cut) for cut in cuts)
    through = {edge: Fraction(0) for cut in cuts for edge in cut}
    for cut in cuts:
        for edge in cut:
            through[edge] += prod(shares[piece] for *_, piece in cut)
    every, found = lattice.marginals(edges, logs)
    assert isclose(every, log(whole), abs_tol=1e-12)
    assert [edge for edge, _ in found] == sorted(through, key=lambda edge: (edge[1], edge[0]))
    assert all(isclose(share, through[edge] / whole, rel_tol=1e-12) for edge, share in found)
    forward, backward = lattice.forward(edges, logs), lattice.backward(edges, logs)
    assert isclose(forward[-1], backward[0], abs_tol=1e-12) and forward[0] == backward[-1] == 0
    for symbol in range(len(word)):  # every cut has one piece over each symbol
        over = fsum(share for (start, end, _), share in found if start <= symbol < end)
        assert isclose(over, 1, rel_tol=1e-12)


@examples
@given(asked(), st.sets(st.integers(2, 9)))
def test_what_is_thinned_is_as_if_it_had_never_been(given_, gone):
    word, names, _ = given_
    left = [name for number, name in enumerate(names) if number not in gone]
    present = set(range(len(names))) - gone
    thin = lattice.thinned(read(word, names), present)
    renamed = [[(start, left.index(names[piece])) for start, piece in arriving] for arriving in thin]
    assert renamed == read(word, left)


def far(observed, shares, draws):
    """How far counts are from what their shares lead one to expect, in standard deviations of chi-square."""
    freedom = len(shares) - 1
    chi = sum((observed[cut] - draws * share) ** 2 / (draws * share) for cut, share in shares.items())
    return (float(chi) - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("seed", range(3))
def test_sampling_draws_each_cut_by_its_share(seed):
    names, shares = ["a", "b", "ab", "ba", "aba"], [Fraction(n, 20) for n in (5, 4, 3, 2, 6)]
    word, draws, rng = "ababa", 20_000, random.Random(seed)
    edges, logs = read(word, names), [log(share) for share in shares]
    weights = {tuple(cut): prod(shares[p] for *_, p in cut) for cut in every_cut(word, names)}
    expected = {cut: weight / sum(weights.values()) for cut, weight in weights.items()}
    drawn = Counter(tuple(lattice.sample(edges, logs, rng.random)) for _ in range(draws))
    assert drawn.keys() == expected.keys() and len(expected) == 12
    assert abs(far(drawn, expected, draws)) < 4
    even = dict.fromkeys(expected, Fraction(1, len(expected)))  # the check can fail
    assert far(drawn, even, draws) > 100


def test_the_last_edge_is_taken_where_rounding_leaves_a_little():
    edges = read("ab", ["a", "b", "ab"])
    assert lattice.sample(edges, [log(1 / 3)] * 3, lambda: 1.0) == [(0, 1, 0), (1, 2, 1)]
    assert lattice.sample(edges, [log(1 / 3)] * 3, lambda: 0.0) == [(0, 2, 2)]


def test_equal_cuts_prefer_a_long_last_piece_then_a_long_one_before_it():
    names = ["a", "aa", "aaa"]
    scores = [-1, -2, -3]
    cuts = [[names[piece] for *_, piece in cut] for _, cut in lattice.nbest(read("aaaa", names), scores, 9)]
    assert cuts == [
        ["a", "aaa"],
        ["aa", "aa"],
        ["a", "a", "aa"],
        ["aaa", "a"],
        ["a", "aa", "a"],
        ["aa", "a", "a"],
        ["a", "a", "a", "a"],
    ]


def test_equal_products_tie_whatever_the_order_of_their_sums():
    """As floats, log 0.1 + log 0.2 + log 0.3 depends on the order by its last digit."""
    one, two, three = log(0.1), log(0.2), log(0.3)
    assert len({one + two + three, three + two + one, two + (one + three)}) > 1
    names = ["a", "b", "c", "ab", "bc", "ca"]
    scores = [lattice.score(x) for x in (one, two, three, one + two, two + three, three + one)]
    assert lattice.score(one) + lattice.score(three) == lattice.score(three) + lattice.score(one)
    assert isinstance(lattice.heights(read("abcabc", names), scores)[-1], int)


# ------------------------------------------------------------------------------------------ other symbols
def test_a_symbol_without_a_piece_stands_alone():
    edges = lattice.lattice(tuple("axb"), {"a": 0, "b": 1, "ax": 2, "axb": 3, "xb": 4}, 3, "plain")
    assert edges == [[], [(0, 0)], [(1, UNKNOWN)], [(2, 1)]]
    assert lattice.best(edges, [-5, -5, -1, -1, -1, 0]) == [(0, 1, 0), (1, 2, UNKNOWN), (2, 3, 1)]


@pytest.mark.parametrize(
    "spelling, symbols, joined",
    [
        ("last-marked", ("s", "t⎵"), "st⎵"),
        ("separate", ("t", "</w>"), "t</w>"),
        ("continuation", ("h", "##u"), "hu"),
        ("continuation", ("##u", "##g"), "##ug"),
    ],
)
def test_pieces_are_glued_by_their_spelling(spelling, symbols, joined):
    numbers = {symbols[0]: 0, symbols[1]: 1, joined: 2}
    assert lattice.lattice(symbols, numbers, 2, spelling)[2] == [(0, 2), (1, 1)]


def test_a_word_without_symbols_has_one_cut():
    assert lattice.lattice((), {}, 1, "plain") == [[]]
    assert lattice.cuts([[]]) == 1
    assert lattice.best([[]], []) == []
    assert lattice.nbest([[]], [], 3) == [(0, [])]
    assert lattice.marginals([[]], []) == (0.0, [])
    assert lattice.sample([[]], [], lambda: 0.5) == []


# --------------------------------------------------------------------------------------------- long words
def test_a_long_word_neither_underflows_nor_recurses():
    """50,000 symbols of probability e-100 each: their product is far below the least float."""
    n = 50_000
    edges = read("ab" * (n // 2), ["a", "b", "ab"])
    logs = [-100.0, -100.0, -200.0 + log(3)]
    every, found = lattice.marginals(edges, logs)
    assert isclose(every, -100.0 * n + n / 2 * log(4), rel_tol=1e-12)
    shares = dict(found)
    assert isclose(shares[0, 2, 2], 3 / 4, rel_tol=1e-6) and isclose(shares[n - 2, n, 2], 3 / 4, rel_tol=1e-6)
    assert len(lattice.best(edges, [lattice.score(x) for x in logs])) == n // 2
    assert len(lattice.nbest(edges, [lattice.score(x) for x in logs], 3)[2][1]) == n // 2 + 1
    drawn = lattice.sample(edges, logs, random.Random(0).random)
    assert abs(sum(end - start == 2 for start, end, _ in drawn) / (n / 2) - 3 / 4) < 0.02
    assert lattice.cuts(edges) == 2 ** (n // 2)


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_a_logarithm_of_a_sum_does_not_depend_on_the_order(terms, rng):
    total = lattice.log_sum(terms)
    shuffled = terms.copy()
    rng.shuffle(shuffled)
    assert lattice.log_sum(shuffled) == total < inf
    scaled = fsum(exp(term - max(terms)) for term in terms)
    assert isclose(total, max(terms) + log(scaled), abs_tol=1e-9)
