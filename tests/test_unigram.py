"""Unigram: its rounds and steps against the definition, its model against all cuts, and bad input."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import groupby, pairwise
from math import floor, fsum, inf, isclose, log, prod, sqrt

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import spelled

from piecework import Corpus, corpora, measure, unigram, unigram_training
from piecework.model import UNKNOWN
from piecework.spelling import alphabet, glue, spell, symbols_of, unspell
from piecework.trace import RIVALS, TIES, Rival
from piecework.unigram import FLOOR, PruneTrace, Unigram

examples = settings(deadline=None)
some = settings(deadline=None, max_examples=40)

words = strategies.words(run=3, runs=3, longest=6)
small = strategies.small(words, 4)

SEED = unigram.seed(corpora.load("hugs"), "plain", whole_words=False)


@st.composite
def asked(draw):
    """A corpus and the arguments of `train`; the budget is how many pieces to leave beside the least."""
    spelling, corpus = draw(spelled(small))
    seed = unigram.seed(corpus, spelling, max_length=draw(st.integers(1, 4)), min_count=1)
    if draw(st.booleans()):  # weights of all kinds, and in any order
        kinds = st.integers(1, 9) | st.fractions(Fraction(1, 9), 9) | st.floats(0.1, 9)
        seed = {piece: draw(kinds) for piece in draw(st.permutations(list(seed)))}
    how = {
        "spelling": spelling,
        "ties": draw(st.sampled_from(TIES)),
        "unknown": draw(st.booleans()),
        "seed": seed,
        "passes": draw(st.sampled_from([0, 1, 2])),
        "keep": draw(st.sampled_from([Fraction(3, 4), Fraction(1, 2), 0, 1, 0.9])),
        "by": draw(st.sampled_from(["loss", "usage"])),
    }
    return corpus, how


def sizes(corpus, how):
    """The least and the largest size that there is to ask for."""
    least = len(alphabet((spell(word, how["spelling"]) for word in corpus), how["spelling"])) + how["unknown"]
    return least, len(how["seed"]) + how["unknown"]


def train(corpus, how, above=0):
    return unigram.train(corpus, sizes(corpus, how)[0] + above, **how)


# --------------------------------------------------------------------------------------- the definition
@cache
def spans(symbols, spelling):
    """Every run of the symbols of a word, as a piece."""
    n = len(symbols)
    return {(i, j): glue(symbols[i:j], spelling) for i in range(n) for j in range(i + 1, n + 1)}


def every_cut(symbols, pieces, spelling):
    """All ways to cut symbols into pieces."""
    runs, n = spans(symbols, spelling), len(symbols)
    ways = {0: [(0,)]}
    for end in range(1, n + 1):
        ways[end] = [(*way, end) for start in range(end) if runs[start, end] in pieces for way in ways[start]]
    return [tuple(runs[at] for at in pairwise(way)) for way in ways[n]]


def scores_of(weights):
    exact = not any(isinstance(weight, float) for weight in weights.values())
    every = sum(weights.values()) if exact else fsum(weights.values())
    return {piece: round(log(weight / every) * 2**32) for piece, weight in weights.items()}


def best_cut(symbols, scores, spelling):
    """The cut of the highest score; of those, that with the longest last piece, then the one before it, …"""

    def order(cut):
        lengths = [len(symbols_of(piece, spelling)) for piece in reversed(cut)]
        return sum(scores[piece] for piece in cut), lengths

    cut = max(every_cut(symbols, scores.keys(), spelling), key=order)
    return sum(scores[piece] for piece in cut), cut


def expectation(spelled_words, weights, spelling):
    """The expected count of every piece, and the log-likelihood, over all cuts of all words."""
    every = sum(map(Fraction, weights.values()))
    shares = {piece: Fraction(weight) / every for piece, weight in weights.items()}
    expected, likelihoods = dict.fromkeys(weights, 0.0), []
    for symbols, count in spelled_words:
        cuts = {cut: prod(shares[p] for p in cut) for cut in every_cut(symbols, shares.keys(), spelling)}
        whole = sum(cuts.values())
        likelihoods.append(count * log(whole))
        for cut, share in cuts.items():
            for piece in cut:
                expected[piece] += float(count * share / whole)
    return expected, fsum(likelihoods)


def close(one, other):
    return isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


def rounding(corpus):
    """What the last digits of words' logarithms may add up to: there may be 2**70 of them, near 0."""
    return 1e-14 * sum(corpus.values())


def steps_by_the_book(corpus, trace, done):
    """The steps that a round takes from its weights on, for as long as they are asked for.

    Yields (symbol, parts, score, tied, rivals, replaced, tokens).
    """
    spelling = trace.spelling
    spelled_words = [(spell(word, spelling), count) for word, count in corpus.items()]
    scores = scores_of(dict(done.weights))
    longer = [piece for piece, _ in trace.seed if piece in scores and piece not in trace.alphabet]
    if trace.ties != "first-seen":
        longer.sort(
            key=lambda piece: symbols_of(piece, spelling), reverse=trace.ties == "reverse-lexicographic"
        )

    def without(piece):
        return {other: score for other, score in scores.items() if other != piece}

    def likelihood(scores):
        return sum(count * best_cut(symbols, scores, spelling)[0] for symbols, count in spelled_words)

    def used(piece):
        return sum(n * best_cut(symbols, scores, spelling)[1].count(piece) for symbols, n in spelled_words)

    def parts(piece):
        return best_cut(symbols_of(piece, spelling), without(piece), spelling)[1]

    if trace.by == "loss":
        before = likelihood(scores)
        worth = {piece: (before - likelihood(without(piece))) / 2**32 for piece in longer}
    else:
        worth = {piece: used(piece) for piece in longer}
    while longer:
        longer.sort(key=worth.__getitem__)
        piece = longer[0]
        rivals = [(other, parts(other), worth[other]) for other in longer[1 : RIVALS + 1]]
        fact = piece, parts(piece), worth[piece], sum(worth[p] == worth[piece] for p in longer), rivals
        replaced = used(piece)
        longer.remove(piece)
        scores = without(piece)
        tokens = sum(n * len(best_cut(symbols, scores, spelling)[1]) for symbols, n in spelled_words)
        yield *fact, replaced, tokens


def fact(step):
    rivals = [(rival.symbol, rival.parts, rival.score) for rival in step.rivals]
    return step.symbol, step.parts, step.score, step.tied, rivals, step.replaced, step.tokens


@some
@given(asked(), st.integers(0, 12))
def test_the_steps_of_a_round_follow_the_definition(given_, above):
    corpus, how = given_
    trace = train(corpus, how, above)
    for done in trace.rounds[:-1]:
        steps = [step for step in trace.steps if step.round == done.number]
        book = steps_by_the_book(corpus, trace, done)
        wanted = [next(book) for _ in steps]
        wanted[-1] = (*wanted[-1][:-1], trace.rounds[done.number].tokens)  # weights come anew after it
        assert [fact(step) for step in steps] == wanted


@some
@given(asked(), st.integers(0, 12))
def test_the_weights_of_a_round_follow_the_definition(given_, above):
    corpus, how = given_
    trace = train(corpus, how, above)
    spelled_words = [(spell(word, trace.spelling), count) for word, count in corpus.items()]
    weights = dict(trace.seed)
    for done in trace.rounds:
        likelihoods = []
        for _ in range(trace.passes):
            expected, likelihood = expectation(spelled_words, weights, trace.spelling)
            weights = {piece: max(FLOOR, count) for piece, count in expected.items()}
            likelihoods.append(likelihood)
        likelihoods.append(expectation(spelled_words, weights, trace.spelling)[1])
        found = dict(done.weights)
        assert found.keys() == weights.keys() and all(close(found[p], weights[p]) for p in weights)
        assert len(done.log_likelihood) == trace.passes + 1
        for found_, wanted in zip(done.log_likelihood, likelihoods, strict=True):
            assert isclose(found_, wanted, rel_tol=1e-9, abs_tol=1e-9 + rounding(corpus))
        scores = scores_of(found)
        cuts = [(best_cut(s, scores, trace.spelling)[1], count) for s, count in spelled_words]
        assert done.tokens == sum(count * len(cut) for cut, count in cuts)
        gone = {step.symbol for step in trace.steps if step.round == done.number}
        weights = {piece: weight for piece, weight in found.items() if piece not in gone}


@examples
@given(asked())
def test_em_never_lowers_the_log_likelihood(given_):
    corpus, how = given_
    how["passes"] = 4
    for done in train(corpus, how).rounds:
        lost = FLOOR * len(done.weights) + rounding(corpus)  # the floor costs a little
        for before, after in pairwise(done.log_likelihood):
            assert after >= before - lost - 1e-12 * abs(before)


# ------------------------------------------------------------------------------------ how it hangs together
@examples
@given(asked(), st.integers(0, 12))
def test_rounds_and_steps_hold_together(given_, above):
    corpus, how = given_
    trace = train(corpus, how, above)
    size, left = len(how["seed"]) + how["unknown"], set(how["seed"])
    asked_for = sizes(corpus, how)[0] + above
    assert [step.number for step in trace.steps] == list(range(1, len(trace.steps) + 1))
    by_round = {number: list(steps) for number, steps in groupby(trace.steps, key=lambda step: step.round)}
    assert list(by_round) == list(range(1, len(trace.rounds)))
    for number, done in enumerate(trace.rounds, 1):
        assert (done.number, done.size, len(done.weights)) == (number, size, size - how["unknown"])
        assert {piece for piece, _ in done.weights} == left
        order = [piece for piece, _ in done.weights]
        model = Unigram(trace.alphabet, done.weights, trace.spelling)
        assert tuple(order) == model.vocabulary
        if number == len(trace.rounds):
            break
        steps = by_round[number]
        share = max(1, floor((1 - Fraction(how["keep"])) * len(left)))
        assert len(steps) == min(share, size - asked_for)
        scores = [step.score for step in steps]
        assert scores == sorted(scores)
        for step in steps:
            assert step.action == "prune" and step.symbol in left - set(trace.alphabet)
            left.remove(step.symbol)
            assert len(step.parts) > 1 and left.issuperset(step.parts)
            assert glue(step.parts, trace.spelling) == step.symbol
            assert len(step.rivals) == min(RIVALS, len(left) - len(trace.alphabet))
            scores = [step.score, *(rival.score for rival in step.rivals)]
            assert scores == sorted(scores) and step.score >= 0
            assert step.tied > RIVALS or scores.count(step.score) == step.tied
            assert all({*left, step.symbol}.issuperset(rival.parts) for rival in step.rivals)
        assert steps[-1].tokens == trace.rounds[number].tokens
        size -= len(steps)
    assert trace.stopped == ("vocab_size" if size == asked_for else "nothing left")
    assert trace.vocab_size == len(trace.vocabulary) == size
    assert trace.model.vocabulary == trace.vocabulary
    assert set(trace.learned) == left - set(trace.alphabet)
    assert trace.tokens == measure.tokens(trace.model, corpus)
    assert isclose(trace.rounds[-1].log_likelihood[-1], trace.model.log_likelihood(corpus), abs_tol=1e-9)


@examples
@given(asked(), st.integers(0, 12))
def test_the_trace_at_a_size_is_the_trace_trained_to_it(given_, above):
    corpus, how = given_
    trace = train(corpus, how, above)
    least, most = sizes(corpus, how)
    for size in range(trace.vocab_size, most + 3):
        cut = trace.at(size)
        assert cut == unigram.train(corpus, size, **how)
        assert trace.model_at(size) == cut.model
        assert cut.tokens == measure.tokens(cut.model, corpus)
    for size in range(least, trace.vocab_size):
        with pytest.raises(ValueError, match=rf"ends at {trace.vocab_size} pieces and says nothing of fewer"):
            trace.at(size)


@examples
@given(asked(), st.integers(0, 12), st.randoms(use_true_random=False))
def test_word_order_changes_nothing_unless_ties_ask_for_it(given_, above, rng):
    corpus, how = given_
    del how["seed"]  # the default one is listed as first met
    how["ties"] = "lexicographic" if how["ties"] == "first-seen" else how["ties"]
    how["max_length"] = 4
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    least = len(alphabet((spell(word, how["spelling"]) for word in corpus), how["spelling"])) + how["unknown"]
    one, other = (unigram.train(dict(c), least + above, **how) for c in (corpus.items(), shuffled))
    assert (one.steps, one.rounds, one.model) == (other.steps, other.rounds, other.model)
    assert dict(one.seed) == dict(other.seed)


def test_word_order_does_not_even_change_the_last_digits(monkeypatch):
    """Words are taken in sorted order; what a trace keeps is rounded besides."""
    monkeypatch.setattr(unigram_training, "DIGITS", 17)
    text = list(corpora.load("sentences").items())
    one = unigram.train(dict(text), 200)
    random.Random(3).shuffle(text)
    assert unigram.train(dict(text), 200).rounds == one.rounds


@examples
@given(asked(), st.integers(0, 12), st.lists(words | st.text("abcxy", min_size=1), max_size=5))
def test_pieces_spell_the_word_and_are_never_more_than_its_symbols(given_, above, others):
    corpus, how = given_
    model = train(corpus, how, above).model
    for word in [*corpus, *others]:
        cut = model.segment(word)
        assert len(cut) <= len(spell(word, how["spelling"]))
        if UNKNOWN not in cut:
            assert unspell(cut, how["spelling"]) == word
        if how["unknown"]:
            assert set(cut) <= set(model.vocabulary)


@examples
@given(asked(), st.integers(0, 12))
def test_a_trace_survives_json(given_, above):
    corpus, how = given_
    trace = train(corpus, how, above)
    assert PruneTrace.from_json(trace.to_json()) == trace


# ------------------------------------------------------------------------------------------------- seeds
@examples
@given(
    spelled(small), st.integers(1, 5), st.integers(1, 4) | st.just(2**70), st.integers(1, 30), st.booleans()
)
def test_the_seed_is_every_run_that_occurs_often_enough(given_, longest, least, size, whole_words):
    spelling, corpus = given_
    counts, inside = Counter(), set()
    for word, count in corpus.items():
        symbols = spell(word, spelling)
        for (start, end), run in spans(symbols, spelling).items():
            if end - start <= longest:
                counts[run] += count
                inside |= {run} if whole_words or end - start < len(symbols) else set()
    singles = alphabet((spell(word, spelling) for word in corpus), spelling)
    wanted = {run: n for run, n in counts.items() if run in singles or (n >= least and run in inside)}
    wanted |= {letter: 1 for letter in singles if letter not in counts}  # bytes that no word holds
    seed = unigram.seed(corpus, spelling, longest, least, size, whole_words)
    assert tuple(seed)[: len(singles)] == singles
    assert len(seed) == max(len(singles), min(size, len(wanted)))
    assert all(wanted[run] == count for run, count in seed.items())

    def order(run):
        symbols = symbols_of(run, spelling)
        return -counts[run] * len(symbols), symbols

    ranked = sorted(wanted.keys() - set(singles), key=order)
    assert set(seed) - set(singles) == set(ranked[: len(seed) - len(singles)])


@examples
@given(spelled(small), st.data())
def test_a_piece_says_what_symbols_it_is_made_of(given_, data):
    spelling, corpus = given_
    for word in corpus:
        symbols = spell(word, spelling)
        start = data.draw(st.integers(0, len(symbols) - 1))
        run = symbols[start : data.draw(st.integers(start + 1, len(symbols)))]
        assert symbols_of(glue(run, spelling), spelling) == run


def test_runs_are_listed_as_first_met_and_count_where_they_overlap():
    assert list(unigram.seed({"bab": 1, "aaa": 2}, "plain", min_count=1).items()) == [
        *[("a", 7), ("b", 2)],
        *[("ba", 1), ("bab", 1), ("ab", 1), ("aa", 4), ("aaa", 2)],
    ]


# --------------------------------------------------------------------------------------- the model, by force
EXACT = st.integers(1, 4) | st.fractions(Fraction(1, 5), 3)


@st.composite
def models(draw, weights=EXACT):
    """A model over two letters, and a word, which may hold a third."""
    names = ["a", "b", *draw(st.lists(st.text("ab", min_size=2, max_size=4), max_size=7, unique=True))]
    drawn = draw(st.lists(weights, min_size=len(names), max_size=len(names)))
    model = Unigram(("a", "b"), tuple(zip(names, drawn, strict=True)), "plain", draw(st.booleans()))
    return model, draw(st.text("aab", min_size=1, max_size=7) | st.text("abc", min_size=1, max_size=6))


def by_force(model, word):
    """All cuts with their exact probabilities and, given the word, their shares."""
    weights = {piece: Fraction(weight) for piece, weight in model.weights}
    every = sum(weights.values())
    strange = dict.fromkeys(set(word) - weights.keys(), every)  # each stands alone, and is certain to
    lone = [piece for piece in weights if not strange.keys() & set(piece)]
    cuts = {
        cut: prod((weights | strange)[piece] / every for piece in cut)
        for cut in every_cut(tuple(word), {*lone, *strange}, "plain")
    }
    named = {
        tuple(UNKNOWN if p in strange and model.unknown else p for p in cut): n for cut, n in cuts.items()
    }
    return named, sum(named.values()), bool(strange)


@examples
@given(models(), st.integers(1, 70))
def test_the_best_cuts_and_all_cuts(given_, n):
    model, word = given_
    cuts, whole, strange = by_force(model, word)
    found = model.segmentations(word)
    assert len(found) == len(cuts) and dict(found) == {c: 0 if strange else p for c, p in cuts.items()}
    scores = scores_of(dict(model.weights))

    def order(cut):
        return -sum(scores.get(piece, 0) for piece in cut), [-len(p) for p in reversed(cut)]

    assert [cut for cut, _ in found] == sorted(cuts, key=order)
    assert model.nbest(word, n) == found[:n]
    assert model.segment(word) == list(found[0][0])
    assert all(isinstance(share, Fraction) for _, share in found)
    # The whole numbers that rank them are exact to a billionth.
    assert all(cuts[one] >= cuts[two] * (1 - Fraction(1, 10**8)) for (one, _), (two, _) in pairwise(found))
    assert model.log_probability(word) == -inf if strange else close(model.log_probability(word), log(whole))


@examples
@given(models(), st.sampled_from([1, 0.5, 2.0, Fraction(10)]))
def test_shares_and_marginals(given_, temperature):
    model, word = given_
    cuts, whole, _ = by_force(model, word)
    shares = model.shares(word)
    assert shares == {cut: share / whole for cut, share in cuts.items()} and sum(shares.values()) == 1
    assert list(shares) == [cut for cut, _ in model.segmentations(word)]
    tempered = {cut: float(share) ** (1 / float(temperature)) for cut, share in cuts.items()}
    found = model.shares(word, temperature)
    assert all(close(found[cut], tempered[cut] / fsum(tempered.values())) for cut in cuts)
    assert temperature == 1 or all(isinstance(share, float) for share in found.values())
    through = Counter()
    for cut, share in shares.items():
        at = 0
        for piece in cut:
            end = at + (1 if piece == UNKNOWN else len(piece))
            through[at, end] += share
            at = end
    marginals = model.marginals(word)
    assert marginals.keys() == through.keys()
    assert all(close(share, through[edge]) for edge, share in marginals.items())
    edges = model.edges(word)
    assert [(start, end) for start, end, *_ in edges] == list(marginals)
    assert all(share == model.probability(piece) for *_, piece, share in edges)


@examples
@given(models(weights=st.floats(0.01, 5)))
def test_weights_that_are_floats_give_floats(given_):
    model, word = given_
    cuts, whole, strange = by_force(model, word)
    found = model.segmentations(word)
    assert all(close(share, 0 if strange else cuts[cut]) for cut, share in found)
    assert strange or all(isinstance(share, float) for _, share in found)
    shares = model.shares(word)
    assert all(isinstance(share, float) and close(share, cuts[c] / whole) for c, share in shares.items())
    assert close(fsum(shares.values()), 1)


def far(observed, shares, draws):
    """How far counts are from what their shares lead one to expect, in standard deviations of chi-square."""
    freedom = len(shares) - 1
    chi = fsum((observed[cut] - draws * share) ** 2 / (draws * share) for cut, share in shares.items())
    return (chi - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("temperature", [0.5, 1, 2.5, 10])
def test_sampling_draws_each_cut_by_its_share(temperature):
    model = Unigram(tuple("ghpsu"), tuple(SEED.items()), "plain")
    rng, draws, word = random.Random(20), 10_000, "hugs"
    drawn = Counter(tuple(model.sample(word, rng, temperature)) for _ in range(draws))
    shares = {cut: float(share) for cut, share in model.shares(word, temperature).items()}
    assert drawn.keys() <= shares.keys() and len(shares) == 7
    assert abs(far(drawn, shares, draws)) < 4
    for other in (temperature * 2, temperature / 2):  # the check can tell temperatures apart
        assert far(drawn, model.shares(word, other), draws) > 5


def test_temperatures_at_their_ends():
    model = Unigram(tuple("ghpsu"), tuple(SEED.items()), "plain")
    cold, hot = model.shares("hugs", 1e-6), model.shares("hugs", 1e9)
    assert [share for share in cold.values() if share] == [1 / 3] * 3  # three of its cuts tie
    assert all(isclose(share, 1 / 7, rel_tol=1e-6) for share in hot.values())
    assert {tuple(model.sample("hug", random.Random(n), 1e-6)) for n in range(99)} == {("hug",)}
    for temperature in (0, -1, float("nan"), inf, 1e-9):
        for ask in (model.shares, lambda word, t: model.sample(word, random.Random(3), t)):
            with pytest.raises(ValueError, match=r"temperature=.* must be finite and 1e-06 or more"):
                ask("hugs", temperature)
    for temperature in ("1", None, True):
        with pytest.raises(TypeError, match=r"temperature=.* must be a number"):
            model.shares("hugs", temperature)


def test_a_word_with_too_many_cuts_to_list():
    model = Unigram(("a",), (("a", 2), ("aa", 1)), "plain")
    assert len(model.segmentations("a" * 19)) == 6765
    for ask in (model.segmentations, model.shares):
        with pytest.raises(ValueError) as raised:
            ask("a" * 20)
        sentence = "can be cut in 10,946 ways, too many to list; ask for the best n"
        assert str(raised.value) == f"'{'a' * 20}' {sentence}"
        with pytest.raises(ValueError, match=r"can be cut in more than 10\^15 ways"):
            ask("a" * 9999)
    assert len(model.nbest("a" * 9999, 2)) == 2


def test_unknown_symbols():
    pieces = (("l", 3), ("o", 3), ("w", 3), ("lo", 5), ("ow", 5), ("xl", 9))
    with_slot = Unigram(tuple("low"), pieces, "plain", unknown=True)
    without = Unigram(tuple("low"), pieces, "plain")
    assert with_slot.vocabulary == (UNKNOWN, "l", "o", "w", "xl", "lo", "ow")
    assert with_slot.segment("xlow") == [UNKNOWN, "l", "ow"]
    assert without.segment("xlow") == ["x", "l", "ow"]
    # What the model cannot say has no probability, but its cuts can still be compared.
    assert with_slot.nbest("xlow", 1) == [((UNKNOWN, "l", "ow"), 0)]
    assert with_slot.log_probability("xlow") == with_slot.log_likelihood({"low": 3, "x": 1}) == -inf
    assert with_slot.marginals("xlow")[0, 1] == 1
    assert with_slot.shares("xlow") == {(UNKNOWN, *cut): n for cut, n in with_slot.shares("low").items()}
    assert with_slot.edges("xl") == [(0, 1, UNKNOWN, 0), (1, 2, "l", Fraction(3, 28))]
    assert with_slot.probability("x") == with_slot.probability(UNKNOWN) == 0
    assert len(with_slot.sample("xx", random.Random(0))) == 2
    with pytest.raises(ValueError, match=r"the word 'a<unk>b' holds <unk>, .*; clean it, or unknown=False"):
        unigram.train({"a<unk>b": 2}, 9, unknown=True)


@pytest.mark.parametrize("word, error", [("", ValueError), (b"low", TypeError), (5, TypeError)])
@pytest.mark.parametrize("ask", ["segment", "segmentations", "edges", "marginals", "shares"])
def test_what_is_no_word_is_not_read(word, error, ask):
    with pytest.raises(error, match="word"):
        getattr(unigram.train({"low": 5}, 4).model, ask)(word)


@pytest.mark.parametrize(
    "weights, error, sentence",
    [
        ((("a", 0),), ValueError, "the weight of 'a' is 0; weights are above 0, and finite"),
        ((("a", 10**400),), ValueError, f"the weight of 'a' is {10**400}; weights are above 0, and finite"),
        ((("a", inf),), ValueError, "the weight of 'a' is inf; weights are above 0, and finite"),
        ((("a", float("nan")),), ValueError, "the weight of 'a' is nan; weights are above 0, and finite"),
        ((("a", "1"),), TypeError, "the weight of 'a' is '1'; weights are int, Fraction or float"),
        ((("a", True),), TypeError, "the weight of 'a' is True; weights are int, Fraction or float"),
        ((("a", 1), ("a", 1)), ValueError, "the piece 'a' is listed twice; drop it"),
        ((("", 1),), ValueError, "the piece '' is empty; drop it"),
        (((1, 1),), TypeError, "a piece is a str, but 1 is int"),
    ],
)
def test_weights_that_no_model_can_hold(weights, error, sentence):
    with pytest.raises(error) as raised:
        Unigram(("a",), weights)
    assert str(raised.value) == sentence


def test_a_number_of_cuts_is_a_whole_number():
    model = unigram.train({"low": 5}, 4).model
    with pytest.raises(ValueError, match="n=0 must be 1 or more"):
        model.nbest("low", 0)
    with pytest.raises(TypeError, match=r"n=1\.0 must be a whole number"):
        model.nbest("low", 1.0)


# ---------------------------------------------------------------------------------------- known figures
def test_the_course_with_right_numbers():
    """D6: P(p) is 17/210, not 5/210, and two of the three cuts of `pug` are equally probable."""
    trace = unigram.train(corpora.load("hugs"), 15, "plain", seed=SEED, passes=0)
    assert (sum(SEED.values()), trace.stopped, trace.steps) == (210, "vocab_size", ())
    model = trace.model
    assert model.probability("p") == Fraction(17, 210)
    (one, first), (two, second), (three, third) = model.segmentations("pug")
    assert (one, two, three) == (("p", "ug"), ("pu", "g"), ("p", "u", "g"))
    assert first == second == Fraction(17 * 20, 210**2) and round(float(first), 7) == 0.0077098
    assert third == Fraction(17 * 36 * 20, 210**3) and round(float(third), 7) == 0.0013217
    ways = model.segmentations("hugs")  # it prints hug·s, and does not say that it has two equals
    assert [cut for cut, share in ways if share == ways[0][1]] == [("h", "ugs"), ("hu", "gs"), ("hug", "s")]
    assert ways[0][1] == Fraction(15 * 5, 210**2)


def lab_seed(words):
    """Every run of up to five symbols of each word once, single ones counted again, in order of meeting."""
    seed = Counter()
    for word in words:
        symbols = spell(word, "separate")
        for start in range(len(symbols)):
            for end in range(start + 1, min(start + 5, len(symbols)) + 1):
                seed["".join(symbols[start:end])] += 1
    for word in words:
        seed.update(spell(word, "separate"))
    return seed


@pytest.mark.parametrize("target, likelihood", [(40, -73.33), (20, -89.05)])
def test_the_third_lab(target, likelihood):
    corpus = corpora.load("lab-3")
    how = {"seed": lab_seed(corpus), "keep": Fraction(4, 5), "by": "usage", "passes": 0}
    trace = unigram.train(corpus, target, "separate", "first-seen", **how)
    assert trace.vocab_size == target
    best = [trace.model.nbest(word, 1)[0][1] for word in corpus]
    assert round(fsum(map(log, best)), 2) == likelihood


# --------------------------------------------------------------------------------------- cases that bite
def test_ties_follow_the_declared_rule():
    """D2: the same for every order of the words, unless it is asked to matter."""
    for order in (["ab", "cd", "ef"], ["ef", "cd", "ab"], ["cd", "ef", "ab"]):
        corpus = dict.fromkeys(order, 2)
        steps = {ties: unigram.train(corpus, 8, "plain", ties).steps[0] for ties in TIES}
        assert steps["lexicographic"].symbol == "ab"
        assert steps["reverse-lexicographic"].symbol == "ef"
        assert steps["first-seen"].symbol == order[0]
        assert {step.tied for step in steps.values()} == {3}


def test_the_smallest_tuple_of_symbols_is_not_the_smallest_string():
    corpus = {"ab漢": 1, "ab": 1}
    trace = unigram.train(corpus, 4, seed={"a": 1, "b": 1, "b⎵": 1, "漢⎵": 1, "ab⎵": 1, "ab": 1}, passes=0)
    assert [step.symbol for step in trace.steps] == ["ab", "ab⎵"]
    assert ("a", "b") < ("a", "b⎵")


def test_a_loss_counts_all_the_words_that_use_a_piece_and_a_word_as_often_as_it_occurs():
    seed = {"a": 1, "b": 1, "ab": 6}  # of 8: ab at 6/8 stands for 1/64
    trace = unigram.train({"ab": 3, "abab": 2, "ba": 9}, 2, "plain", seed=seed, passes=0)
    (step,) = trace.steps
    assert isclose(step.score, 7 * log(48), rel_tol=1e-8)
    assert (step.parts, step.replaced, step.tokens, trace.rounds[0].tokens) == (("a", "b"), 7, 32, 25)


def test_a_loss_is_that_of_the_word_and_not_of_the_piece_alone():
    """`abc` reads best as abc; without it the word goes another way than the piece by itself would."""
    seed = {"a": 1, "b": 1, "c": 1, "d": 1, "abc": 50, "bc": 2, "bcd": 44}
    trace = unigram.train({"abcd": 1}, 6, "plain", seed=seed, passes=0, by="loss")
    with_it, without = Fraction(50, 100) * Fraction(1, 100), Fraction(1, 100) * Fraction(44, 100)
    found = {trace.steps[0].symbol: trace.steps[0].score, **dict(trace.steps[0].rivals)}
    assert isclose(found["abc"], log(with_it / without), rel_tol=1e-6)
    rival = next(rival for rival in trace.steps[0].rivals if rival.symbol == "abc")
    assert rival.parts == ("a", "bc")


def test_parts_are_what_reads_a_piece_after_those_that_went_before_it():
    """`abcd` is read by `ab` at first, which goes before it in the same round."""
    seed = {"a": 1, "b": 1, "c": 1, "d": 1, "ab": 2, "cd": 3, "abcd": 9}
    trace = unigram.train({"abcd": 1}, 4, "plain", seed=seed, passes=0, keep=0)
    assert [(step.symbol, step.parts) for step in trace.steps] == [
        ("ab", ("a", "b")),
        ("cd", ("c", "d")),
        ("abcd", ("a", "b", "c", "d")),
    ]
    assert trace.steps[0].rivals[1] == Rival("abcd", ("ab", "cd"), trace.steps[2].score)


def test_a_piece_that_took_over_is_replaced_there_too():
    seed = {"a": 1, "b": 1, "c": 1, "d": 1, "ab": 5, "abcd": 5}
    trace = unigram.train({"abcd": 1, "ab": 9}, 4, "plain", seed=seed, passes=0, keep=0)
    assert [(step.symbol, step.replaced, step.tokens) for step in trace.steps] == [
        ("abcd", 1, 12),
        ("ab", 10, 22),
    ]


def test_a_symbol_that_no_cut_wants_keeps_a_floor():
    trace = unigram.train({"qu": 9}, 3, "plain", passes=50)
    weights = dict(trace.rounds[-1].weights)
    assert weights == {"q": FLOOR, "u": FLOOR, "qu": pytest.approx(9)}
    assert trace.model.segment("q") == ["q"] and trace.model.segment("uq") == ["u", "q"]


def test_counts_beyond_machine_words_are_no_trouble():
    big = 2**64
    trace = unigram.train({"ab": big + 1, "cd": big}, 5, "plain", passes=0, by="usage")
    assert [(step.symbol, step.score) for step in trace.steps] == [("cd", big)]
    assert trace.model.probability("ab") == Fraction(big + 1, 2 * (2 * big + 1) + big + 1)
    huge = unigram.train({"ab": 2**900}, 2, "plain", passes=0)
    assert isclose(huge.steps[0].score / 2**900, log(3), rel_tol=1e-9)


@pytest.mark.parametrize("corpus", [{}, Corpus.from_text(""), Corpus.from_text("\n\n  \r\n")])
def test_nothing_to_learn_from_is_a_right_answer(corpus):
    """D12."""
    trace = unigram.train(corpus, 100)
    assert (trace.steps, trace.alphabet, trace.start_tokens, trace.tokens) == ((), (), 0, 0)
    assert (trace.vocab_size, trace.stopped, trace.seed) == (0, "nothing left", ())
    assert [(done.size, done.log_likelihood, done.weights) for done in trace.rounds] == [(0, (0, 0, 0), ())]
    assert unigram.train(corpus, 0).stopped == "vocab_size"
    assert unigram.train(corpus, 1, unknown=True).vocabulary == (UNKNOWN,)
    assert PruneTrace.from_json(trace.to_json()) == trace
    assert trace.model.segment("low") == ["l", "o", "w⎵"]


def test_words_of_one_symbol_hold_no_longer_piece():
    """D12."""
    trace = unigram.train({"a": 5, "b": 3}, 100)
    assert (trace.steps, trace.vocabulary, trace.stopped) == ((), ("a⎵", "b⎵"), "nothing left")
    assert dict(trace.rounds[-1].weights) == {"a⎵": 5, "b⎵": 3}


def test_a_vocabulary_below_the_alphabet_names_the_minimum():
    """D4."""
    corpus = corpora.load("four-words")
    with pytest.raises(ValueError, match=r"vocab_size=1 is below the alphabet: .* at least 11 pieces$"):
        unigram.train(corpus, 1)
    with pytest.raises(ValueError, match=r"at least 12 pieces, one of them the unknown token$"):
        unigram.train(corpus, 11, unknown=True)
    trace = unigram.train(corpus, 11)
    assert (trace.learned, trace.tokens, trace.start_tokens) == ((), 79, 79)
    with pytest.raises(ValueError, match="at least 11 pieces"):
        trace.model_at(10)


def test_a_vocabulary_above_the_seed_stops_and_says_so():
    """D4."""
    trace = unigram.train(corpora.load("four-words"), 5000)
    assert (trace.stopped, trace.vocab_size) == ("nothing left", len(trace.seed))
    assert trace.at(6000) == trace and trace.at(len(trace.seed)).stopped == "vocab_size"
    with pytest.raises(ValueError, match=r"says nothing of fewer; train with vocab_size=20 to see that size"):
        trace.at(20)


@pytest.mark.parametrize("size", [7.0, True, "7", None])
def test_a_size_is_a_whole_number(size):
    with pytest.raises(TypeError, match=r"vocab_size=.* must be a whole number \(int\)"):
        unigram.train({"low": 5}, size)


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"vocab_size": -1}, ValueError, "vocab_size=-1 must be 0 or more"),
        ({"passes": -1}, ValueError, "passes=-1 must be 0 or more"),
        ({"passes": 1.0}, TypeError, "passes=1.0 must be a whole number (int)"),
        ({"max_length": 0}, ValueError, "max_length=0 must be 1 or more"),
        ({"keep": 1.5}, ValueError, "keep=1.5 must be from 0 to 1"),
        ({"keep": -0.1}, ValueError, "keep=-0.1 must be from 0 to 1"),
        ({"keep": float("nan")}, ValueError, "keep=nan must be from 0 to 1"),
        ({"keep": "3/4"}, TypeError, "keep='3/4' must be a number from 0 to 1"),
        ({"keep": True}, TypeError, "keep=True must be a number from 0 to 1"),
        ({"by": "worth"}, ValueError, "by='worth' is not known; there are 'loss', 'usage'"),
        ({"unknown": 1}, TypeError, "unknown=1 must be True or False"),
        ({"ties": None}, ValueError, "ties=None is not known; there are 'lexicographic', "),
        ({"seed": ["l"]}, TypeError, "a seed is a mapping from pieces to weights, not list"),
        (
            {"seed": {"l": 1, "o": 1}},
            ValueError,
            "the seed has no weight for 'w', a symbol of the words; give it one",
        ),
        (
            {"seed": {"l": 1, "o": 1, "w": 1, "lo": 0}},
            ValueError,
            "the weight of 'lo' is 0; weights are above 0, and finite",
        ),
        (
            {"seed": {"l": 1, "o": 1, "w": 1, "lox": 1}},
            ValueError,
            "the seed's piece 'lox' is not made of symbols of the words, spelled plain; drop it",
        ),
        (
            {"seed": {"l": 1, "o": 1, "w": 1, "<unk>": 1}, "unknown": True},
            ValueError,
            "the seed holds <unk>, the unknown token; drop it, or unknown=False",
        ),
    ],
)
def test_arguments_that_make_no_sense(how, error, sentence):
    with pytest.raises(error) as raised:
        unigram.train({"low": 5}, **{"vocab_size": 4, "spelling": "plain", **how})
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"max_length": 0}, ValueError, "max_length=0 must be 1 or more"),
        ({"min_count": 0}, ValueError, "min_count=0 must be 1 or more"),
        ({"size": 2.5}, TypeError, "size=2.5 must be a whole number (int)"),
        ({"whole_words": None}, TypeError, "whole_words=None must be True or False"),
    ],
)
def test_seeds_that_make_no_sense(how, error, sentence):
    with pytest.raises(error) as raised:
        unigram.seed({"low": 5}, **how)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("count", [0, -2, True, 2.0, "3", None, Fraction(2)])
def test_a_plain_mapping_is_checked_like_a_corpus(count):
    for learn in (unigram.seed, lambda corpus: unigram.train(corpus, 4)):
        with pytest.raises((TypeError, ValueError), match="the count of 'low' is "):
            learn({"low": count})


# ---------------------------------------------------------------------------------------------- long words
def test_a_long_word_is_read_and_sampled():
    letters = "".join(random.Random(5).choices(["the", "cat", "sat", "on", "mat"], k=16_000))
    model = unigram.train({letters[:600]: 1}, 40, "plain", max_length=4).model
    assert len(letters) > 40_000
    assert "".join(model.segment(letters)) == letters
    assert "".join(model.sample(letters, random.Random(1))) == letters
    assert "".join(model.nbest(letters, 2)[1][0]) == letters
    assert -inf < model.log_probability(letters) < -10_000
    assert model.nbest(letters, 1)[0][1] < 1e-300  # as a float it may be 0


def test_a_long_word_loses_what_its_whole_lattice_says():
    """Losses are found around the places of a piece; here from the whole word, for each piece."""
    rng = random.Random(11)
    for _ in range(20):
        word = "".join(rng.choices(["ab", "abc", "ca", "b", "aab", "c"], k=60))
        trace = unigram.train({word: 3}, 9, "plain", max_length=5, keep=0, passes=rng.randint(0, 2))
        weights = dict(trace.rounds[0].weights)
        scores = scores_of(weights)
        whole = best(word, scores)
        for step in trace.steps:
            less = best(word, {piece: score for piece, score in scores.items() if piece != step.symbol})
            assert step.score == 3 * (whole - less) / 2**32


def best(word, scores):
    """The score of the best cut, from the left."""
    top = [0]
    for end in range(1, len(word) + 1):
        ways = [(start, word[start:end]) for start in range(max(0, end - 5), end)]
        top.append(max(top[start] + scores[piece] for start, piece in ways if piece in scores))
    return top[-1]


# ---------------------------------------------------------------------------------------------- hash seeds
DIGEST = """
import hashlib, random
from piecework import Corpus, corpora, unigram
digest = hashlib.sha256()
for name, size in (("hugs", 10), ("four-words", 20), ("sentences", 120), ("word-family", 25)):
    for how in (dict(), dict(by="usage", passes=1), dict(ties="first-seen", unknown=True)):
        spelling = "leading-space" if name == "word-family" else "last-marked"
        trace = unigram.train(corpora.load(name), size, spelling, **how)
        digest.update(trace.to_json().encode())
        for word in corpora.load(name):
            digest.update(repr((trace.model.nbest(word, 3), trace.model.marginals(word))).encode())
            digest.update(repr(trace.model.sample(word, random.Random(5), 2)).encode())
print(digest.hexdigest())
"""


def test_one_trace_for_every_hash_seed():
    digests = set()
    for seed in ("0", "1", "2026"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", DIGEST], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1


# ------------------------------------------------------------------------------------------ tampered with
TRACE = unigram.train(corpora.load("hugs"), 10, "plain", seed=SEED)
SEED_ITEMS = [list(item) for item in SEED.items()]


def edited(**changes):
    return json.dumps(json.loads(TRACE.to_json()) | changes)


def within(name, place, **changes):
    data = json.loads(TRACE.to_json())
    data[name][place - 1].update(changes)
    return json.dumps(data)


def reweighed(factor, weight=None):
    data = json.loads(TRACE.to_json())
    entry = data["rounds"][1]["weights"][0]
    entry[1] = weight or entry[1] * factor
    return json.dumps(data)


STEP_1 = "step 1 is not the one that these words give there"


@pytest.mark.parametrize(
    "text, sentence",
    [
        (edited(by="worth"), "by='worth' is not known; there are 'loss', 'usage'"),
        (edited(by="usage"), STEP_1),
        (edited(passes=1), STEP_1),
        (edited(passes=-1), "passes=-1 must be 0 or more"),
        (edited(passes=2**31), "passes is 2147483648, but round 1 has the likelihoods of 2"),
        (edited(keep=0.75), "trace.keep is of type float, not Fraction"),
        (edited(keep="5/4"), "keep=5/4 must be from 0 to 1"),
        (edited(keep="1/2"), "step 4 is not the one that these words give there"),
        (edited(ties="reverse-lexicographic"), STEP_1),
        (
            edited(stopped="nothing left"),
            "stopped is 'nothing left', but Unigram stops at a size, or before any step",
        ),
        (edited(stopped="steps"), "stopped is 'steps', but Unigram stops at a size, or before any step"),
        (edited(seed=[]), "vocab_size=-5 must be 0 or more"),
        (edited(seed=SEED_ITEMS[1:]), "the seed has no weight for 'b', a symbol of the words; give it one"),
        (
            edited(seed=[*SEED_ITEMS, ["b", 4]]),
            "the piece 'b' is listed twice; drop it",
        ),
        (edited(seed=[["b", "4"]]), "trace.seed[0][1] is of type str, not int or Fraction or float"),
        (edited(rounds=[]), "there are no rounds; Unigram has at least one"),
        (
            edited(rounds=json.loads(TRACE.to_json())["rounds"][:2]),
            "there are 2 rounds, but these words give 3",
        ),
        (edited(steps=[]), "there are 3 rounds, but these words give 1"),
        (within("steps", 1, score=0.5), STEP_1),
        (within("steps", 2, parts=["g", "u"]), "step 2 is not the one that these words give there"),
        (within("steps", 1, rivals=[]), STEP_1),
        (within("steps", 1, round=2), STEP_1),
        (within("steps", 1, round="1"), "trace.steps[0].round is of type str, not int"),
        (within("steps", 3, tokens=0), "step 3 is not the one that these words give there"),
        (within("steps", 2, number=3), "step 2 says that it is number 3"),
        (within("rounds", 1, size=14), "round 1 is not the one that these words give"),
        (within("rounds", 3, tokens=1), "round 3 is not the one that these words give"),
        (within("rounds", 2, log_likelihood=[-1.0]), "round 2 is not the one that these words give"),
        (within("rounds", 2, weights=[]), "round 2 is not the one that these words give"),
        (reweighed(1.000001), "round 2 is not the one that these words give"),
        (reweighed(1, 10**400), "int too large to convert to float"),
    ],
)
def test_a_trace_that_was_tampered_with_is_refused_with_its_fault(text, sentence):
    with pytest.raises(ValueError) as raised:
        PruneTrace.from_json(text)
    assert str(raised.value) == f"not a PruneTrace: {sentence}"


def test_the_last_digits_of_a_float_may_be_those_of_another_machine():
    assert PruneTrace.from_json(reweighed(1 + 1e-14)) != TRACE
    assert PruneTrace.from_json(edited()) == TRACE
