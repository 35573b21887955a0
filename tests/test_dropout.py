"""Dropout: one drawn cut and the exact share of every cut, against each other and against the definition."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework import bpe, corpora, coverage, dropout
from piecework.bpe import Merges
from piecework.spelling import SPELLINGS, spell, unspell

examples = settings(deadline=None)

# Words with runs, where one merge has places that overlap, over few letters, so that merges build on merges.
runs = st.tuples(st.sampled_from("aab"), st.integers(1, 3)).map(lambda run: run[0] * run[1])
words = st.lists(runs, min_size=1, max_size=3).map("".join) | st.text("abc", min_size=1, max_size=6)
small = st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=6)
pieces = st.text("ab", min_size=1, max_size=3)
chances = st.fractions(0, 1, max_denominator=20)


@st.composite
def learned(draw):
    """A model that training made, for any spelling."""
    how = draw(st.sampled_from([spelling for spelling in SPELLINGS if spelling != "leading-space"]))
    return bpe.train(draw(small), spelling=how, min_count=1, unknown=draw(st.booleans())).model


@st.composite
def listed(draw):
    """A model of any list of merges, one with repeats and out of order too, as other tools may hand us."""
    return Merges(("a", "b", "c"), tuple(draw(st.lists(st.tuples(pieces, pieces), max_size=8))), "plain")


models = learned() | listed()


def by_the_book(model, word, p):
    """The shares straight from the definition: every outcome of every draw of every turn, one by one."""
    shares = Counter()

    def turn(cut, share):
        places = [i for i, pair in enumerate(pairwise(cut)) if pair in model.merges]
        for kept in product([True, False], repeat=len(places)):
            chance = share
            for stays in kept:
                chance *= 1 - p if stays else p
            left = [i for i, stays in zip(places, kept, strict=True) if stays]
            if not left:
                shares[cut] += chance
                continue
            best = min((model.merges.index(cut[i : i + 2]), i) for i in left)[1]
            pair, out, i = cut[best : best + 2], [], 0
            while i < len(cut):
                taken = i in left and cut[i : i + 2] == pair
                more = pair[1].removeprefix("##") if model.spelling == "continuation" else pair[1]
                out.append(pair[0] + more if taken else cut[i])
                i += 2 if taken else 1
            turn(tuple(out), chance)

    turn(base(model, word), Fraction(1))
    return {cut: share for cut, share in shares.items() if share}


def base(model, word):
    """The symbols of a word before any merge."""
    symbols = spell(word, model.spelling)
    return tuple("<unk>" if model.unknown and s not in model.alphabet else s for s in symbols)


class Coins:
    """Draws that come out as told: False drops, True keeps; past the end they keep, and are noted."""

    def __init__(self, told):
        self.told = list(told)
        self.drawn = 0

    def random(self):
        if self.drawn == len(self.told):
            self.told.append(True)
        self.drawn += 1
        return 0.999999 if self.told[self.drawn - 1] else 0.0


def every_draw(cut_with, p):
    """The exact distribution of a sampler: it is run for every way in which its draws may fall."""
    shares, told = Counter(), []
    while True:
        coins = Coins(told)
        cut = tuple(cut_with(coins))
        told = coins.told[: coins.drawn]
        shares[cut] += p ** told.count(False) * (1 - p) ** told.count(True)
        while told and not told[-1]:
            told.pop()
        if not told:
            return {cut: share for cut, share in shares.items() if share}
        told[-1] = False


# ------------------------------------------------------------------------------------------------ the ends
@examples
@given(models, words)
def test_nothing_dropped_is_merging(model, word):
    whole = model.segment(word)
    for p in (0, 0.0, Fraction(0)):
        assert dropout.segment(model, word, p, Random(1)) == whole
        assert dropout.shares(model, word, p) == {tuple(whole): 1}


@examples
@given(models, words)
def test_everything_dropped_leaves_the_base_symbols(model, word):
    for p in (1, 1.0, Fraction(1)):
        assert dropout.segment(model, word, p, Random(1)) == list(base(model, word))
        assert dropout.shares(model, word, p) == {base(model, word): 1}


@examples
@given(learned(), words)
def test_draws_that_all_survive_are_merging(model, word):
    """So that a small p is near merging, and not only p = 0, for every model that training makes."""
    assert dropout.segment(model, word, 0.5, Coins([])) == model.segment(word)


# ------------------------------------------------------------------------------------------ exact shares
@examples
@given(models, words, chances)
def test_shares_are_those_of_every_draw_of_every_turn(model, word, p):
    assert dropout.shares(model, word, p) == by_the_book(model, word, p)


@examples
@given(models, words, chances)
def test_the_sampler_draws_by_these_shares(model, word, p):
    """It draws less than the definition: for a worse merge only once all the better ones are dropped."""
    shares = dropout.shares(model, word, p)
    assert every_draw(lambda coins: dropout.segment(model, word, Fraction(1, 2), coins), p) == shares


@examples
@given(models, words, chances)
def test_shares_hold_together(model, word, p):
    shares = dropout.shares(model, word, p)
    assert sum(shares.values()) == 1
    assert all(type(share) is Fraction for share in shares.values())
    assert list(shares) == sorted(shares, key=lambda cut: (-shares[cut], cut))
    for cut in shares:
        if "<unk>" not in cut:
            assert unspell(cut, model.spelling) == word
    loose = dropout.shares(model, word, float(p))
    assert all(type(share) is float for share in loose.values())
    assert loose.keys() == shares.keys()
    assert all(loose[cut] == pytest.approx(shares[cut], rel=1e-12) for cut in shares)


def test_one_merge_is_kept_or_lost():
    model = Merges(("a", "b"), (("a", "b"),), "plain")
    assert dropout.shares(model, "ab", Fraction(1, 3)) == {
        ("ab",): Fraction(2, 3),
        ("a", "b"): Fraction(1, 3),
    }


def test_what_was_dropped_comes_back_while_something_else_merges():
    """Beside another merge, `ab` is lost less often than p: whenever `cd` goes first, it is drawn again."""
    model = Merges(tuple("abcd"), (("a", "b"), ("c", "d")), "plain")
    assert dropout.shares(model, "abcd", Fraction(1, 2)) == {
        ("a", "b", "c", "d"): Fraction(1, 4),
        ("ab", "cd"): Fraction(3, 8),
        ("ab", "c", "d"): Fraction(1, 4),
        ("a", "b", "cd"): Fraction(1, 8),
    }


def test_places_that_overlap_are_taken_from_the_left():
    model = Merges(("a",), (("a", "a"),), "plain")
    assert dropout.shares(model, "aaa", Fraction(1, 2)) == {
        ("aa", "a"): Fraction(1, 2),
        ("a", "aa"): Fraction(1, 4),
        ("a", "a", "a"): Fraction(1, 4),
    }


def test_a_merge_that_is_listed_twice_counts_from_its_first_place():
    merges = (("a", "b"), ("b", "c"), ("a", "b"))
    once = Merges(tuple("abc"), merges[:2], "plain")
    twice = Merges(tuple("abc"), merges, "plain")
    assert dropout.shares(twice, "abc", Fraction(1, 5)) == dropout.shares(once, "abc", Fraction(1, 5))


# ---------------------------------------------------------------------------------------- seeded draws
def test_both_cuts_of_one_merge_occur():
    model = Merges(("a", "b"), (("a", "b"),), "plain")
    rng = Random(1)
    drawn = Counter(tuple(dropout.segment(model, "ab", 0.5, rng)) for _ in range(300))
    assert drawn.keys() == {("ab",), ("a", "b")}
    assert drawn == {("ab",): 149, ("a", "b"): 151}


@pytest.mark.parametrize("p", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_draws_come_as_often_as_their_shares_say(p):
    model = bpe.train(corpora.load("four-words")).model
    shares, rng, n = dropout.shares(model, "newest", p), Random(7), 20_000
    drawn = Counter(tuple(dropout.segment(model, "newest", p, rng)) for _ in range(n))
    assert drawn.keys() <= shares.keys()
    for cut, share in shares.items():
        off = (share * (1 - share) / n) ** 0.5
        assert abs(drawn[cut] / n - share) <= 5 * off, cut


def test_a_seed_repeats_its_draws():
    """Frozen: a seed means the same draws on every machine and Python, and for a p written either way."""
    model = bpe.train(corpora.load("four-words")).model
    for p in (0.5, Fraction(1, 2)):
        rng = Random(2020)
        assert [" ".join(dropout.segment(model, "newest", p, rng)) for _ in range(4)] == [
            "n ew est⎵",
            "n ew est⎵",
            "n e w e s t⎵",
            "n e w est⎵",
        ]


# ------------------------------------------------------------------------------------------- long words
class Counting(Random):
    drawn = 0

    def random(self):
        self.drawn += 1
        return super().random()


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("length", [1_000, 100_000])
def test_a_long_word_needs_draws_in_proportion_to_its_length(length, p):
    """The definition draws for every place on every turn, which for this word would be 10^9 times."""
    runs_of_a = Merges(("a",), (("a", "a"), ("aa", "aa"), ("aaaa", "aaaa")), "plain")
    english = bpe.train(corpora.load("alice"), spelling="leading-space").model
    letters = "".join(Random(1).choices("etaoinshrdlu", k=length))
    for model, word in ((runs_of_a, "a" * length), (english, letters)):
        rng = Counting(1)
        cut = dropout.segment(model, word, p, rng)
        assert "".join(cut) == word
        assert rng.drawn < 2.5 * length / (1 - p)


def test_a_word_with_too_many_cuts_to_follow():
    model = Merges(("a",), (("a", "a"),), "plain")
    assert len(dropout.shares(model, "a" * 17, 0.5)) == 2584
    for word in ("a" * 24, "a" * 100_000):
        with pytest.raises(ValueError, match=r"^'a+…?' has more than 10,000 cuts on the way, too many"):
            dropout.shares(model, word, 0.5)
    assert dropout.shares(model, "b" * 1_000, Fraction(1, 2)) == {("b",) * 1_000: 1}
    assert dropout.shares(model, "a" * 100, 0) == {("aa",) * 50: 1}
    assert dropout.shares(model, "a" * 100, 1) == {("a",) * 100: 1}


# ------------------------------------------------------------------------------------ what makes no sense
MODEL = Merges(tuple("low"), (("l", "o"), ("lo", "w")), "plain")


@pytest.mark.parametrize(
    "p, error, sentence",
    [
        (-0.1, ValueError, "p=-0.1 must be from 0, which drops nothing, to 1, which drops every merge"),
        (Fraction(11, 10), ValueError, "p=Fraction(11, 10) must be from 0, "),
        (2, ValueError, "p=2 must be from 0, "),
        (float("nan"), ValueError, "p=nan must be from 0, "),
        (float("inf"), ValueError, "p=inf must be from 0, "),
        ("0.5", TypeError, "p='0.5' must be a number (int, float or Fraction)"),
        (True, TypeError, "p=True must be a number (int, float or Fraction)"),
        (None, TypeError, "p=None must be a number (int, float or Fraction)"),
    ],
)
def test_a_chance_that_makes_no_sense(p, error, sentence):
    with pytest.raises(error, match=re.escape(sentence)):
        dropout.segment(MODEL, "low", p, Random(1))
    with pytest.raises(error, match=re.escape(sentence)):
        dropout.shares(MODEL, "low", p)


@pytest.mark.parametrize("p", [0, 0.5])
def test_what_is_no_word_and_what_is_no_model(p):
    for word, error in (("", ValueError), (b"low", TypeError)):
        with pytest.raises(error, match="word"):
            dropout.segment(MODEL, word, p, Random(1))
        with pytest.raises(error, match="word"):
            dropout.shares(MODEL, word, p)
    for model in (coverage.train({"low": 5}).model, bpe.train({"low": 5})):
        with pytest.raises(TypeError, match=r"dropout needs a model of merges \(bpe.Merges\), not "):
            dropout.shares(model, "low", p)
