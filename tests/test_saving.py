"""Tokens saved: the learner against the definition in other terms, and beside coverage."""

import json
import random

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import spelled

from piecework import corpora, coverage, measure, saving
from piecework.model import UNKNOWN
from piecework.saving import Joins, SavingTrace
from piecework.spelling import glue, spell, unspell
from piecework.trace import RIVALS, TIES

examples = settings(deadline=None)

words = strategies.words(run=3, runs=4, longest=7)
small = strategies.small(words, 5)


@st.composite
def asked(draw):
    """A corpus and the arguments of `train`, the budget left out."""
    spelling, corpus = draw(spelled(small))
    return corpus, {
        "spelling": spelling,
        "ties": draw(st.sampled_from(TIES)),
        "max_length": draw(st.sampled_from([None, 2, 3])),
        "unknown": draw(st.booleans()),
    }


def applied(tokens, run):
    """A word's tokens, each a tuple of symbols, once a run has swallowed, from the left, what it spans."""
    out, i = [], 0
    while i < len(tokens):
        joined, j = (), i
        while j < len(tokens) and len(joined) < len(run):
            joined, j = joined + tokens[j], j + 1
        if joined == run:
            out.append(run)
            i = j
        else:
            out.append(tokens[i])
            i += 1
    return out


def by_the_book(corpus, spelling, ties, max_length, **_):
    """The steps straight from the definition, with words as lists of tokens.

    Yields (parts, score, tied, rivals, tokens after).
    """
    state = [([(s,) for s in spell(word, spelling)], count) for word, count in corpus.items()]
    while True:
        scores = {}
        for tokens, count in state:
            symbols = sum(tokens, ())
            for i in range(len(symbols)):
                for j in range(i + 2, len(symbols) + 1):
                    run = symbols[i:j]
                    if max_length is None or len(run) <= max_length:
                        scores.setdefault(run, {})[id(tokens)] = count * (
                            len(tokens) - len(applied(tokens, run))
                        )
        met = {  # the word in which a run still saves
            run: next(n for n, (tokens, _) in enumerate(state) if by.get(id(tokens)))
            for run, by in scores.items()
            if any(by.values())
        }
        scores = {run: sum(by.values()) for run, by in scores.items() if run in met}
        if not scores:
            return
        if ties == "reverse-lexicographic":
            order = sorted(scores, key=lambda run: (scores[run], run), reverse=True)
        elif ties == "first-seen":
            place = {}
            for run in scores:
                symbols = sum(state[met[run]][0], ())
                starts = [i for i in range(len(symbols)) if symbols[i : i + len(run)] == run]
                place[run] = (met[run], starts[0], len(run))
            order = sorted(scores, key=lambda run: (-scores[run], place[run]))
        else:
            order = sorted(scores, key=lambda run: (-scores[run], run))
        run = order[0]
        state = [(applied(tokens, run), count) for tokens, count in state]
        yield (
            run,
            scores[run],
            list(scores.values()).count(scores[run]),
            [(glue(rival, spelling), scores[rival]) for rival in order[1:6]],
            sum(len(tokens) * count for tokens, count in state),
        )


@examples
@given(asked())
def test_the_learner_follows_the_definition(given_):
    corpus, how = given_
    steps = saving.train(corpus, **how).steps
    facts = [(s.parts, s.score, s.tied, [tuple(r) for r in s.rivals], s.tokens) for s in steps]
    assert facts == list(by_the_book(corpus, **how))


@examples
@given(asked())
def test_steps_hold_together(given_):
    corpus, how = given_
    trace = saving.train(corpus, **how)
    known, tokens = set(trace.alphabet), trace.start_tokens
    for number, step in enumerate(trace.steps, 1):
        assert (step.number, step.action, step.symbol) == (number, "join", glue(step.parts, how["spelling"]))
        assert 2 <= len(step.parts) <= (how["max_length"] or len(step.parts))
        assert step.symbol not in known
        assert step.score == tokens - step.tokens > 0
        assert 0 < step.replaced <= step.score
        assert len(step.rivals) <= RIVALS and all(rival.score <= step.score for rival in step.rivals)
        known.add(step.symbol)
        tokens = step.tokens
    assert trace.vocab_size == len(trace.vocabulary) == len(known) + how["unknown"]
    assert trace.model.vocabulary == trace.vocabulary
    assert trace.stopped == "nothing left"


@examples
@given(asked(), st.lists(words | st.text("abcxy", min_size=1), max_size=4))
def test_segmenting_is_applying_the_pieces_in_order(given_, others):
    corpus, how = given_
    trace = saving.train(corpus, **how)
    assert measure.tokens(trace.model, corpus) == trace.tokens
    for word in [*corpus, *others]:
        tokens = [(s,) for s in spell(word, how["spelling"])]
        for step in trace.steps:
            tokens = applied(tokens, step.parts)
        pieces = trace.model.segment(word)
        if UNKNOWN not in pieces:
            assert pieces == [glue(token, how["spelling"]) for token in tokens]
            assert unspell(pieces, how["spelling"]) == word
        if how["unknown"]:
            assert set(pieces) <= set(trace.vocabulary)


@examples
@given(asked())
def test_the_model_at_a_size_is_the_model_trained_to_it(given_):
    corpus, how = given_
    trace = saving.train(corpus, **how)
    least = len(trace.alphabet) + how["unknown"]
    for size in range(least, trace.vocab_size + 2):
        cut = trace.at(size)
        assert cut == saving.train(corpus, vocab_size=size, **how)
        assert trace.model_at(size) == cut.model
        assert measure.tokens(cut.model, corpus) == cut.tokens


@examples
@given(asked(), st.none() | st.integers(0, 3))
def test_a_trace_survives_json(given_, steps):
    corpus, how = given_
    trace = saving.train(corpus, steps, **how)
    assert SavingTrace.from_json(trace.to_json()) == trace


@examples
@given(asked(), st.randoms(use_true_random=False))
def test_word_order_changes_nothing_unless_ties_ask_for_it(given_, rng):
    corpus, how = given_
    if how["ties"] == "first-seen":
        how["ties"] = "lexicographic"
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    assert saving.train(dict(shuffled), **how).steps == saving.train(corpus, **how).steps


# ------------------------------------------------------------------------------------------ cases that bite
def test_where_the_two_rules_part():
    """One pick: covering takes the larger area and leaves 13 tokens, saving leaves 12."""
    corpus = {"ab": 5, "cdef": 2}
    covers, saves = (learner.train(corpus, steps=1, spelling="plain") for learner in (coverage, saving))
    assert [(step.symbol, step.score) for step in covers.steps] == [("ab", 10)]
    assert [(step.symbol, step.score) for step in saves.steps] == [("cdef", 6)]
    assert (covers.tokens, saves.tokens) == (13, 12)


def test_a_piece_may_swallow_earlier_ones_but_not_cut_them():
    model = Joins(tuple("abcd"), (("b", "c"), ("a", "b", "c", "d"), ("a", "b")), "plain")
    assert model.segment("abcd") == ["abcd"]
    assert model.segment("abc") == ["a", "bc"]
    assert model.segment("abab") == ["ab", "ab"]
    covers = coverage.Cover(model.alphabet, model.pieces, "plain")
    assert covers.segment("abcd") == ["a", "bc", "d"]


def test_a_run_may_not_overlap_itself():
    trace = saving.train({"aaaaa": 1}, steps=1, spelling="plain", max_length=2)
    assert (trace.steps[0].score, trace.steps[0].replaced, trace.tokens) == (2, 2, 3)
    assert trace.model.segment("aaaaa") == ["aa", "aa", "a"]


def test_swallowing_lets_a_whole_word_follow_its_parts():
    trace = saving.train({"lowest": 1, "low": 9, "est": 9}, spelling="plain")
    assert [step.symbol for step in trace.steps] == ["est", "low", "lowest"]
    assert trace.steps[-1].score == 1
    assert trace.model.segment("lowest") == ["lowest"]


def test_counts_beyond_machine_words_keep_their_order():
    trace = saving.train({"ab": 2**64, "cd": 2**64 + 1}, spelling="plain")
    assert [(step.symbol, step.score) for step in trace.steps] == [("cd", 2**64 + 1), ("ab", 2**64)]


@pytest.mark.parametrize("corpus", [{}, {"a": 3, "b": 1}])
def test_nothing_to_join_is_a_right_answer(corpus):
    trace = saving.train(corpus, vocab_size=100)
    assert (trace.steps, trace.stopped, trace.tokens) == ((), "nothing left", sum(corpus.values()))


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"max_length": 0}, ValueError, "max_length=0 must be 1 or more"),
        ({"max_length": 2.5}, TypeError, "max_length=2.5 must be a whole number (int)"),
        (
            {"vocab_size": 1},
            ValueError,
            "vocab_size=1 is below the alphabet: this corpus needs at least 3 pieces",
        ),
        ({"steps": -1}, ValueError, "steps=-1 must be 0 or more"),
    ],
)
def test_arguments_that_make_no_sense(how, error, sentence):
    with pytest.raises(error) as raised:
        saving.train({"low": 5}, **how)
    assert str(raised.value) == sentence


LONG = "".join(random.Random(1).choices("acgt", k=12_000))


def test_long_words():
    with pytest.raises(ValueError, match=r"the longest word has 12,000 symbols\); bound the runs with"):
        saving.train({LONG: 1})
    model = saving.train(corpora.load("four-words")).model
    pieces = model.segment("lowest" * 2_000)  # longer than any list of its runs could be
    assert len(pieces) == 6 * 2_000


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"steps": []}, "stopped is 'nothing left', but these words give another step"),
        ({"max_length": 2}, "step 1 is not the one that these words give there"),
        ({"max_length": "2"}, "trace.max_length is of type str, not int or null"),
    ],
)
def test_a_trace_that_was_tampered_with_is_refused_with_its_fault(change, sentence):
    trace = saving.train({"low": 5, "lower": 2})
    with pytest.raises(ValueError) as raised:
        SavingTrace.from_json(json.dumps(json.loads(trace.to_json()) | change))
    assert str(raised.value) == f"not a SavingTrace: {sentence}"
