"""Coverage: the two learners against each other, against the definition, and against bad input."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import spelled

from piecework import Corpus, corpora, coverage, measure
from piecework.coverage import Cover, CoverTrace
from piecework.model import UNKNOWN
from piecework.runs import UNITS
from piecework.spelling import SPELLINGS, glue, spell, unspell
from piecework.trace import RIVALS, TIES

examples = settings(deadline=None)

# Words with runs, where a candidate meets itself (`aaa` claims `aa` once), over few letters, so that ties are
# common and words share what is left of them.
words = strategies.words(run=4, runs=4, longest=9)
small = strategies.small(words, 6)


@st.composite
def asked(draw):
    """A corpus and the arguments of `train`, the budget left out."""
    spelling, corpus = draw(spelled(small))
    return corpus, {
        "spelling": spelling,
        "ties": draw(st.sampled_from(TIES)),
        "unit": draw(st.sampled_from(UNITS)),
        "max_length": draw(st.sampled_from([None, 2, 3])),
        "unknown": draw(st.booleans()),
    }


def by_the_book(corpus, spelling, ties, unit, max_length, **_):
    """The steps straight from the definition, with every position of the corpus a thing of its own.

    Yields (parts, score, tied, rivals, replaced, tokens, covered, bare, claims).
    """
    spelled = [(spell(word, spelling), count) for word, count in corpus.items()]
    bare = {(w, p) for w, (symbols, _) in enumerate(spelled) for p in range(len(symbols))}
    weight = {(w, p): spelled[w][1] for w, p in bare}
    worth = dict(weight)
    if unit == "characters" and spelling == "last-marked":  # a last symbol is also the end of its word
        for w, (symbols, count) in enumerate(spelled):
            worth[w, len(symbols) - 1] += count
    found = {}  # every run, and where it stands: met by word, then start, then length
    for w, (symbols, _) in enumerate(spelled):
        for start in range(len(symbols)):
            for size in range(2, len(symbols) - start + 1):
                if max_length is None or size <= max_length:
                    place = [(w, p) for p in range(start, start + size)]
                    found.setdefault(symbols[start : start + size], []).append(place)

    def claims(run):
        taken = set()
        for place in found[run]:
            if bare.issuperset(place) and taken.isdisjoint(place):
                taken.update(place)
                yield place

    def first(run):
        place = next(claims(run))
        return place[0], len(place)

    tokens = sum(weight.values())
    while True:
        scores = {run: sum(worth[at] for place in claims(run) for at in place) for run in found}
        scores = {run: score for run, score in scores.items() if score}
        if not scores:
            return
        if ties == "reverse-lexicographic":
            order = sorted(scores, key=lambda run: (scores[run], run), reverse=True)
        else:
            order = sorted(scores, key=lambda r: (-scores[r], first(r) if ties == "first-seen" else r))
        run = order[0]
        places = list(claims(run))
        for place in places:
            bare.difference_update(place)
        replaced = sum(weight[place[0]] for place in places)
        tokens -= sum(weight[at] for place in places for at in place[1:])
        starts = {}
        for place in places:
            starts.setdefault(place[0][0], []).append(place[0][1])
        yield (
            run,
            scores[run],
            list(scores.values()).count(scores[run]),
            [(glue(rival, spelling), scores[rival]) for rival in order[1:6]],
            replaced,
            tokens,
            sum(weight[at] for place in places for at in place),
            sum(weight[at] for at in bare),
            tuple((w, tuple(at)) for w, at in starts.items()),
        )


def facts(trace):
    return [
        (
            s.parts,
            s.score,
            s.tied,
            [tuple(r) for r in s.rivals],
            s.replaced,
            s.tokens,
            s.covered,
            s.bare,
            s.claims,
        )
        for s in trace.steps
    ]


@examples
@given(asked(), st.none() | st.integers(0, 6), st.none() | st.integers(0, 6))
def test_keeping_counts_is_recounting(given_, steps, above):
    corpus, how = given_
    if above is not None:
        above += coverage.train(corpus, steps=0, **how).vocab_size
    slow = coverage.train_by_recounting(corpus, steps, above, **how)
    assert coverage.train(corpus, steps, above, **how) == slow


@examples
@given(asked())
def test_both_follow_the_definition(given_):
    corpus, how = given_
    wanted = list(by_the_book(corpus, **how))
    assert facts(coverage.train(corpus, **how)) == wanted
    assert facts(coverage.train_by_recounting(corpus, **how)) == wanted


def by_word(trace):
    """The steps with the words that they claim from by name, in no order."""
    names = [word for word, _ in trace.words]
    return [
        (*fact[:-1], {(names[w], starts) for w, starts in step.claims})
        for fact, step in zip(facts(trace), trace.steps, strict=True)
    ]


@examples
@given(asked(), st.randoms(use_true_random=False))
def test_word_order_changes_nothing_unless_ties_ask_for_it(given_, rng):
    corpus, how = given_
    if how["ties"] == "first-seen":
        how["ties"] = "lexicographic"
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    assert by_word(coverage.train(dict(shuffled), **how)) == by_word(coverage.train(corpus, **how))


@examples
@given(asked())
def test_steps_hold_together(given_):
    corpus, how = given_
    trace = coverage.train(corpus, **how)
    known, tokens, bare = set(trace.alphabet), trace.start_tokens, trace.start_tokens
    assert trace.alphabet == tuple(sorted(known))
    for number, step in enumerate(trace.steps, 1):
        assert (step.number, step.action, step.symbol) == (number, "cover", glue(step.parts, how["spelling"]))
        assert 2 <= len(step.parts) <= (how["max_length"] or len(step.parts))
        assert step.symbol not in known
        assert step.covered == len(step.parts) * step.replaced == bare - step.bare > 0
        assert step.tokens == tokens - (len(step.parts) - 1) * step.replaced
        ends_a_word = how["spelling"] == "last-marked" and step.symbol.endswith("⎵")
        doubled = how["unit"] == "characters" and ends_a_word
        assert step.score == step.covered + doubled * step.replaced
        assert step.tied >= 1 and len(step.rivals) <= RIVALS
        scores = [step.score, *(rival.score for rival in step.rivals)]
        assert scores == sorted(scores, reverse=True)
        assert step.tied > RIVALS or scores.count(step.score) == step.tied
        assert sum(corpus[trace.words[w][0]] * len(starts) for w, starts in step.claims) == step.replaced
        known.add(step.symbol)
        tokens, bare = step.tokens, step.bare
    assert (trace.tokens, trace.bare) == (tokens, bare)
    assert sum(step.covered for step in trace.steps) + trace.bare == trace.start_tokens
    assert trace.vocab_size == len(trace.vocabulary) == len(known) + how["unknown"]
    assert trace.model.vocabulary == trace.vocabulary
    assert trace.learned == tuple(step.symbol for step in trace.steps)
    assert trace.stopped == "nothing left"


@examples
@given(asked())
def test_gains_never_grow(given_):
    """Not those of the steps, nor those of any one run: claiming only takes places away."""
    corpus, how = given_
    trace = coverage.train(corpus, **how)
    gains = [step.score for step in trace.steps]
    assert gains == sorted(gains, reverse=True)
    offered = []
    for number in range(len(trace.steps) + 1):
        masks = zip(corpus.items(), trace.claimed(number), strict=True)
        state = [(spell(word, how["spelling"]), mask, count) for (word, count), mask in masks]
        twice = frozenset(s for s in trace.alphabet if s.endswith("⎵") and how["unit"] == "characters")
        now = coverage.on_offer(state, twice, how["max_length"] or 99)
        offered.append({run: score for run, (score, _) in now.items()})
    assert offered[-1] == {}
    for before, after in pairwise(offered):
        assert before.keys() >= after.keys()
        assert all(before[run] >= score for run, score in after.items())


def test_a_choice_that_covers_more_now_can_cover_less_in_the_end():
    """Order is part of a vocabulary: gains that shrink along a trace make no submodular set function."""
    corpus = {"costing": 3, "costly": 3}
    alphabet = coverage.train(corpus, steps=0).alphabet

    def covered(*pieces):
        model = Cover(alphabet, tuple(spell(p) if p in corpus else tuple(p) for p in pieces))
        taken = [p for word in corpus for p in model.segment(word) if p not in alphabet]
        return 3 * sum(len(p.removesuffix("⎵")) for p in taken)

    assert (covered(), covered("costing"), covered("cost")) == (0, 21, 24)
    assert covered("cost", "costing") == 24  # though `costing` alone covers 21
    assert covered("cost", "costing") < covered("costing", "cost") == 33  # order is part of a vocabulary


@examples
@given(asked())
def test_segmenting_a_training_word_is_what_training_left_of_it(given_):
    corpus, how = given_
    trace = coverage.train(corpus, **how)
    for number in range(len(trace.steps) + 1):
        pieces = tuple(step.parts for step in trace.steps[:number])
        model = Cover(trace.alphabet, pieces, how["spelling"], how["unknown"])
        masks = trace.claimed(number)
        assert number < len(trace.steps) or masks == trace.claimed()
        for word, mask in zip(corpus, masks, strict=True):
            symbols, at = spell(word, how["spelling"]), 0
            for piece in model.segment(word):
                claimed = mask[at]
                size = len(trace.steps[claimed - 1].parts) if claimed else 1
                assert mask[at : at + size] == [claimed] * size
                assert piece == glue(symbols[at : at + size], how["spelling"])
                assert not claimed or piece == trace.steps[claimed - 1].symbol
                at += size
            assert at == len(symbols)
        bare = sum(mask.count(0) * count for mask, count in zip(masks, corpus.values(), strict=True))
        assert bare == (trace.steps[number - 1].bare if number else trace.start_tokens)


@examples
@given(asked())
def test_the_model_at_a_size_is_the_model_trained_to_it(given_):
    corpus, how = given_
    trace = coverage.train(corpus, **how)
    least = len(trace.alphabet) + how["unknown"]
    for size in range(least, trace.vocab_size + 3):
        cut = trace.at(size)
        assert cut == coverage.train(corpus, vocab_size=size, **how)
        assert trace.model_at(size) == cut.model
        assert measure.tokens(cut.model, corpus) == cut.tokens
    assert [trace.at(least + step.number).tokens for step in trace.steps] == [s.tokens for s in trace.steps]


@examples
@given(asked(), st.lists(words | st.text("abcxy", min_size=1), max_size=5))
def test_pieces_spell_the_word_and_are_never_more_than_its_symbols(given_, others):
    corpus, how = given_
    model = coverage.train(corpus, **how).model
    for word in [*corpus, *others]:
        pieces = model.segment(word)
        assert "" not in pieces
        assert len(pieces) <= len(spell(word, how["spelling"]))
        if UNKNOWN not in pieces:
            assert unspell(pieces, how["spelling"]) == word
        if how["unknown"]:
            assert set(pieces) <= set(model.vocabulary)


pieces = st.lists(st.sampled_from("ab"), min_size=2, max_size=4).map(tuple)


@examples
@given(st.lists(pieces, max_size=8), words)
def test_segmenting_is_claiming_in_order(chosen, word):
    """For any list of pieces, one with repeats too."""
    symbols = spell(word, "plain")
    mask, tokens = [0] * len(symbols), []
    for number, piece in enumerate(chosen, 1):
        coverage.claim(symbols, mask, piece, number)
    at = 0
    while at < len(symbols):
        size = len(chosen[mask[at] - 1]) if mask[at] else 1
        tokens.append("".join(symbols[at : at + size]))
        at += size
    assert Cover(tuple("abc"), tuple(chosen), "plain").segment(word) == tokens


@examples
@given(asked(), st.none() | st.integers(0, 3))
def test_a_trace_survives_json(given_, steps):
    corpus, how = given_
    trace = coverage.train(corpus, steps, **how)
    assert CoverTrace.from_json(trace.to_json()) == trace


@examples
@given(asked())
def test_candidates_are_the_opening_scores(given_):
    corpus, how = given_
    how = {name: how[name] for name in ("unit", "max_length", "spelling")}
    ranked = list(coverage.candidates(corpus, **how).items())
    steps = coverage.train(corpus, steps=1, **how).steps
    for step in steps:
        opening = [(step.symbol, step.score), *((rival.symbol, rival.score) for rival in step.rivals)]
        assert ranked[: len(opening)] == opening
        assert [score for _, score in ranked].count(step.score) == step.tied
    assert bool(ranked) == bool(steps)


# ------------------------------------------------------------------------------------------ cases that bite
def test_a_run_does_not_overlap_itself_and_claims_from_the_left():
    trace = coverage.train({"aaaaa": 1}, steps=1, spelling="plain", max_length=2)
    (step,) = trace.steps
    assert (step.parts, step.score, step.replaced, step.covered, step.bare) == (("a", "a"), 4, 2, 4, 1)
    assert trace.claimed() == [[1, 1, 1, 1, 0]]
    assert trace.model.segment("aaa") == ["aa", "a"]


def test_an_occurrence_that_meets_a_claimed_place_is_lost_whole():
    trace = coverage.train({"abab": 1, "ba": 9}, spelling="plain")
    assert [step.symbol for step in trace.steps] == ["ba"]  # abab keeps a and b, which no longer touch
    assert trace.model.segment("abab") == ["a", "ba", "b"]
    assert trace.bare == 2


def test_two_places_left_in_one_word_are_looked_at_apart():
    trace = coverage.train({"xyabxy": 1, "ab": 9}, spelling="plain")
    assert facts(trace) == list(by_the_book(dict(trace.words), "plain", "lexicographic", "positions", None))
    assert trace.steps[1].claims == ((0, (0, 4)),)


def test_words_that_share_what_is_left_of_them_are_all_claimed_from():
    corpus = {"xing": 1, "xed": 2, "ing": 50, "ed": 50, "xyz": 3, "xy": 4}
    trace = coverage.train(corpus, spelling="plain", ties="first-seen")
    assert trace == coverage.train_by_recounting(corpus, spelling="plain", ties="first-seen")
    assert trace.steps[0].claims == ((0, (1,)), (2, (0,)))


def test_first_seen_is_first_where_bare():
    # Once `ab` is claimed, `cd` is met in the second word, after `ef`.
    corpus = {"abcdx": 1, "efcd": 1, "ab": 9, "cdx": 9}
    for ties in TIES:
        slow = coverage.train_by_recounting(corpus, spelling="plain", ties=ties, max_length=2)
        assert coverage.train(corpus, spelling="plain", ties=ties, max_length=2) == slow


def test_ties_follow_the_declared_rule():
    for order in (["ab", "cd", "ef"], ["ef", "cd", "ab"], ["cd", "ef", "ab"]):
        corpus = dict.fromkeys(order, 2)
        chosen = {
            ties: coverage.train(corpus, steps=1, spelling="plain", ties=ties).steps[0] for ties in TIES
        }
        assert chosen["lexicographic"].symbol == "ab"
        assert chosen["reverse-lexicographic"].symbol == "ef"
        assert chosen["first-seen"].symbol == order[0]
        assert {step.tied for step in chosen.values()} == {3}


def test_a_tie_between_a_run_and_one_that_goes_on_from_it():
    # Both cover 6: `ab` three times, `abc` twice. The shorter tuple is the smaller one.
    corpus = {"abc": 2, "ab": 1}
    first = coverage.train(corpus, steps=1, spelling="plain").steps[0]
    last = coverage.train(corpus, steps=1, spelling="plain", ties="reverse-lexicographic").steps[0]
    assert (first.symbol, last.symbol, first.tied, last.tied) == ("ab", "abc", 2, 2)


def test_counts_beyond_machine_words_keep_their_order():
    big = 2**31
    trace = coverage.train({"ab": big + 1, "cd": big, "ef": 2**64, "gh": 2**64 + 1}, spelling="plain")
    assert [step.symbol for step in trace.steps] == ["gh", "ef", "ab", "cd"]
    assert trace.steps[0].score == 2 * (2**64 + 1)


@pytest.mark.parametrize("spelling", [s for s in SPELLINGS if s != "last-marked"])
def test_only_a_marked_symbol_counts_twice(spelling):
    corpus = {"test": 3, "stem": 5}
    trace = coverage.train(corpus, spelling=spelling, unit="characters")
    assert trace.steps == coverage.train(corpus, spelling=spelling).steps


def test_the_unit_changes_scores_and_not_positions():
    trace = coverage.train(corpora.load("endings"), unit="characters")
    assert (trace.steps[0].symbol, trace.steps[0].score, trace.steps[0].covered) == ("est⎵", 36, 27)
    assert sum(step.covered for step in trace.steps) + trace.bare == trace.start_tokens


def test_an_alphabet_beyond_one_script():
    """Symbols become single characters inside; none may be taken for another, or for what is claimed."""
    letters = [chr(c) for c in (0, 1, 2, 10, 0x7F, 0x301, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)]
    corpus = {a + b + a: 1 + i for i, a in enumerate(letters) for b in letters}
    for ties in TIES:
        trace = coverage.train(corpus, spelling="plain", ties=ties)
        assert trace == coverage.train_by_recounting(corpus, spelling="plain", ties=ties)
        assert all("".join(trace.model.segment(word)) == word for word in corpus)


@pytest.mark.parametrize("learn", [coverage.train, coverage.train_by_recounting])
@pytest.mark.parametrize("corpus", [{}, Corpus.from_text(""), Corpus.from_text("\n\n  \r\n")])
def test_nothing_to_learn_from_is_a_right_answer(learn, corpus):
    trace = learn(corpus)
    assert (trace.steps, trace.alphabet, trace.start_tokens, trace.tokens, trace.bare) == ((), (), 0, 0, 0)
    assert (trace.vocab_size, trace.stopped, trace.claimed()) == (0, "nothing left", [])
    assert learn(corpus, unknown=True).vocabulary == (UNKNOWN,)
    assert learn(corpus, vocab_size=100).vocab_size == 0
    assert learn(corpus, max_length=2).max_length == 2
    assert CoverTrace.from_json(trace.to_json()) == trace
    assert coverage.candidates(corpus) == {}


def test_words_of_one_symbol_hold_no_run():
    trace = coverage.train({"a": 5, "b": 3}, vocab_size=100)
    assert (trace.steps, trace.alphabet, trace.stopped) == ((), ("a⎵", "b⎵"), "nothing left")
    assert (trace.bare, trace.claimed()) == (8, [[0], [0]])
    assert trace.model.segment("a") == ["a⎵"]
    assert coverage.candidates({"a": 5}) == {}


def test_a_vocabulary_below_the_alphabet_names_the_minimum():
    corpus = corpora.load("four-words")
    with pytest.raises(ValueError, match=r"vocab_size=1 is below the alphabet: .* at least 11 pieces$"):
        coverage.train(corpus, vocab_size=1)
    with pytest.raises(ValueError, match=r"at least 12 pieces, one of them the unknown token$"):
        coverage.train(corpus, vocab_size=11, unknown=True)
    assert coverage.train(corpus, vocab_size=11).steps == ()
    assert coverage.train(corpus, vocab_size=12, unknown=True).steps == ()
    with pytest.raises(ValueError, match="at least 11 pieces"):
        coverage.train(corpus).model_at(10)


@pytest.mark.parametrize("budget", [{"vocab_size": 5000}, {"steps": 40}, {"steps": 300}])
def test_asking_for_more_than_can_be_covered_stops_and_says_so(budget):
    trace = coverage.train(corpora.load("four-words"), **budget)
    assert (len(trace.steps), trace.vocab_size, trace.stopped, trace.bare) == (4, 15, "nothing left", 0)
    assert trace.at(5000) is trace
    spent = coverage.train(corpora.load("four-words"), steps=2)
    assert spent.stopped == "steps"
    with pytest.raises(ValueError, match=r"ends at 13 pieces because its budget was spent; train with "):
        spent.at(14)


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"steps": -1}, ValueError, "steps=-1 must be 0 or more"),
        ({"steps": True}, TypeError, "steps=True must be a whole number (int) or None"),
        ({"vocab_size": 10.0}, TypeError, "vocab_size=10.0 must be a whole number (int) or None"),
        ({"max_length": 0}, ValueError, "max_length=0 must be 1 or more"),
        ({"max_length": -1}, ValueError, "max_length=-1 must be 1 or more"),
        ({"max_length": 2.5}, TypeError, "max_length=2.5 must be a whole number (int)"),
        ({"max_length": True}, TypeError, "max_length=True must be a whole number (int)"),
        ({"max_length": "8"}, TypeError, "max_length='8' must be a whole number (int)"),
        ({"unit": "bytes"}, ValueError, "unit='bytes' is not known; there are 'positions', 'characters'"),
        ({"unit": None}, ValueError, "unit=None is not known; there are 'positions', 'characters'"),
        ({"unknown": 1}, TypeError, "unknown=1 must be True or False"),
        (
            {"ties": "random"},
            ValueError,
            "ties='random' is not known; there are 'lexicographic', 'reverse-lexicographic', 'first-seen'",
        ),
        (
            {"spelling": "bites"},
            ValueError,
            "spelling='bites' is not known; "
            "there are 'plain', 'last-marked', 'separate', 'leading-space', 'metaspace', "
            "'continuation', 'bytes'",
        ),
    ],
)
@pytest.mark.parametrize("corpus", [{"low": 5}, {}])
def test_arguments_that_make_no_sense(how, error, sentence, corpus):
    learners = [coverage.train, coverage.train_by_recounting]
    for learn in learners + [coverage.candidates] * (how.keys() <= {"unit", "max_length", "spelling"}):
        with pytest.raises(error) as raised:
            learn(corpus, **how)
        assert str(raised.value) == sentence


@pytest.mark.parametrize("count", [0, -2, True, 2.0, "3", None, Fraction(2)])
def test_a_plain_mapping_is_checked_like_a_corpus(count):
    with pytest.raises((TypeError, ValueError), match="the count of 'low' is "):
        coverage.train({"low": count})


@pytest.mark.parametrize("number", [-1, 2, 1.0, True])
def test_a_step_that_the_trace_does_not_have(number):
    trace = coverage.train({"low": 5})
    with pytest.raises((TypeError, ValueError), match=rf"number={re.escape(repr(number))} "):
        trace.claimed(number)


def test_unknown_symbols():
    with_slot = coverage.train({"low": 5, "lower": 2}, unknown=True).model
    without = coverage.train({"low": 5, "lower": 2}).model
    assert with_slot.vocabulary[0] == UNKNOWN
    assert with_slot.segment("slow") == [UNKNOWN, "low⎵"]
    assert without.segment("slow") == ["s", "low⎵"]
    assert with_slot.segment("<unk>") == [UNKNOWN] * 5
    with pytest.raises(ValueError, match=r"the word 'a<unk>b' holds <unk>, .*; clean it, or unknown=False"):
        coverage.train({"a<unk>b": 2}, unknown=True)
    assert coverage.train({"a<unk>b": 2}).tokens == 2


@pytest.mark.parametrize("word, error", [("", ValueError), (b"low", TypeError), (5, TypeError)])
def test_what_is_no_word_is_not_segmented(word, error):
    with pytest.raises(error, match="word"):
        coverage.train({"low": 5}).model.segment(word)


# --------------------------------------------------------------------------------- long words, many words
LONG = "".join(random.Random(1).choices("acgt", k=12_000))


def test_a_word_too_long_to_list_its_runs_asks_for_a_ceiling():
    sentence = (
        "to list the long runs of these words would take 302,390 MB (the longest word has 12,000 symbols); "
        "bound the runs with max_length, or split the text into words"
    )
    for learn in (coverage.train, coverage.train_by_recounting, coverage.candidates):
        with pytest.raises(ValueError) as raised:
            learn({"low": 5, LONG: 1})
        assert str(raised.value) == sentence


def test_a_long_word_trains_under_a_ceiling():
    trace = coverage.train({LONG: 3}, spelling="plain", max_length=8)
    assert trace == coverage.train_by_recounting({LONG: 3}, spelling="plain", max_length=8)
    assert "".join(trace.model.segment(LONG)) == LONG
    assert measure.tokens(trace.model, {LONG: 3}) == trace.tokens
    run = coverage.train({"a" * 12_000: 1}, spelling="plain", max_length=8)
    assert [(step.symbol, step.covered) for step in run.steps] == [
        ("aa", 12_000)
    ]  # the smallest of those that cover all


def test_the_longest_word_that_needs_no_ceiling():
    word = "ab" * 500
    trace = coverage.train({word: 1}, spelling="plain")
    assert [(step.symbol, step.tied) for step in trace.steps] == [
        ("ab", 1 + sum(1000 % n == 0 for n in range(4, 1001, 2)))
    ]


def test_many_long_words_ask_for_a_ceiling_too():
    rng = random.Random(5)
    words = {"".join(rng.choices("abcdefgh", k=900)): 1 for _ in range(12)}
    for how in ({}, {"max_length": 700}):
        with pytest.raises(
            ValueError, match=r"would take 2,\d\d\d MB \(the longest word has 900 symbols\); bound"
        ):
            coverage.train(words, **how)
    trace = coverage.train(words, steps=20, spelling="plain", max_length=32)
    assert measure.tokens(trace.model, words) == trace.tokens


BIG = """
import random, resource
resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))
from piecework import coverage
rng = random.Random(3)
stems = ["".join(rng.choices("etaoinshrdlucm", k=rng.randint(1, 5))) for _ in range(400)]
words = {"".join(rng.choices(stems, k=rng.randint(1, 3))): rng.randint(1, 9) for _ in range(10_000)}
trace = coverage.train(words)
assert trace.stopped == "nothing left"
assert sum(len(trace.model.segment(word)) * count for word, count in words.items()) == trace.tokens
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on memory to set")
def test_ten_thousand_words_are_covered_within_half_a_gigabyte():
    done = subprocess.run([sys.executable, "-c", BIG], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_corpus_of_real_size_gives_one_trace_both_ways():
    rng = random.Random(7)
    stems = ["".join(rng.choices("etaoinshr", k=rng.randint(1, 6))) for _ in range(60)]
    text = Counter("".join(rng.choices(stems, k=rng.randint(1, 3))) for _ in range(400))
    for ties in TIES:
        assert coverage.train(text, 60, ties=ties) == coverage.train_by_recounting(text, 60, ties=ties)


# ------------------------------------------------------------------------------------------ tampered with
TRACE = coverage.train({"low": 5, "lower": 2, "wool": 3}, max_length=4)


def edited(**changes):
    return json.dumps(json.loads(TRACE.to_json()) | changes)


def with_step(place, **changes):
    data = json.loads(TRACE.to_json())
    data["steps"][place - 1].update(changes)
    return json.dumps(data)


@pytest.mark.parametrize(
    "text, sentence",
    [
        (edited(max_length="4"), "trace.max_length is of type str, not int or null"),
        (edited(max_length=True), "trace.max_length is of type bool, not int or null"),
        (edited(max_length=4.0), "trace.max_length is of type float, not int or null"),
        (edited(max_length=0), "max_length=0 must be 1 or more"),
        (edited(max_length=2), "step 1 is not the one that these words give there"),
        (edited(unit="bytes"), "unit='bytes' is not known; there are 'positions', 'characters'"),
        (edited(unit="characters"), "step 1 is not the one that these words give there"),
        (
            edited(ties="any"),
            "ties is 'any'; there are 'lexicographic', 'reverse-lexicographic', 'first-seen'",
        ),
        (edited(steps=[]), "stopped is 'nothing left', but these words give another step"),
        (with_step(1, score=14), "step 1 is not the one that these words give there"),
        (with_step(2, claims=[[1, [0]]]), "step 2 is not the one that these words give there"),
        (with_step(2, claims=[[1, 0]]), "trace.steps[1].claims[0][1] is of type int, not a list"),
        (with_step(1, covered=-1), "step 1 is not the one that these words give there"),
        (with_step(1, bare=True), "trace.steps[0].bare is of type bool, not int"),
        (with_step(1, rivals=[]), "step 1 is not the one that these words give there"),
        (with_step(2, number=3), "step 2 says that it is number 3"),
    ],
)
def test_a_trace_that_was_tampered_with_is_refused_with_its_fault(text, sentence):
    with pytest.raises(ValueError) as raised:
        CoverTrace.from_json(text)
    assert str(raised.value) == f"not a CoverTrace: {sentence}"


def test_a_step_after_the_last_is_refused():
    data = json.loads(TRACE.to_json())
    data["steps"].append(data["steps"][-1] | {"number": len(TRACE.steps) + 1})
    with pytest.raises(
        ValueError, match=rf"step {len(TRACE.steps) + 1} comes after the last that these words"
    ):
        CoverTrace.from_json(json.dumps(data))


def test_a_trace_without_a_ceiling_is_read_back():
    trace = coverage.train({"low": 5, "lower": 2})
    assert json.loads(trace.to_json())["max_length"] is None
    assert CoverTrace.from_json(trace.to_json()) == trace
    assert CoverTrace.from_json(edited()) == TRACE
