"""Merging: the two learners against each other, against the definition, and against bad input."""

import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import spelled

from piecework import Corpus, bpe, corpora, measure
from piecework.bpe import Merges, MergeTrace
from piecework.model import UNKNOWN
from piecework.spelling import glue, spell, symbols_of, unspell
from piecework.trace import RIVALS, TIES, Rival

examples = settings(deadline=None)

# Words with runs, since runs are where counting and replacing differ (`aaaa` holds `aa` three times, once
# replaced twice), over few letters, so that ties are common.
words = strategies.words(run=7, runs=5, longest=12)
small = strategies.small(words, 7)
floors = st.integers(1, 3)


@st.composite
def asked(draw):
    """A corpus and the arguments of `train`, the budget left out."""
    spelling, corpus = draw(spelled(small))
    return corpus, {
        "spelling": spelling,
        "ties": draw(st.sampled_from(TIES)),
        "min_count": draw(floors),
        "unknown": draw(st.booleans()),
        "max_length": draw(st.none() | st.integers(1, 5)),
    }


def by_the_book(corpus, spelling, ties, min_count, max_length, **_):
    """The steps straight from the definition, with words as text: `|l|o|w⎵|`.

    Yields (parts, score, tied, rivals, replaced, tokens after).
    """
    end = {"last-marked": "⎵", "separate": "|</w>"}.get(spelling, "")
    goes_on = "##" if spelling == "continuation" else ""
    lines = [("|" + f"|{goes_on}".join(word) + end + "|", count) for word, count in corpus.items()]
    if spelling == "metaspace":
        lines = [(line.replace(" ", "▁"), count) for line, count in lines]

    def joined(left, right):
        return left + right.removeprefix(goes_on)

    def tokens():
        return sum((line.count("|") - 1) * count for line, count in lines)

    def short(left, right):
        return not max_length or sum(len(symbols_of(part, spelling)) for part in (left, right)) <= max_length

    while True:
        seen = {}
        for line, count in lines:
            for left, right in re.findall(r"(?<=\|)([^|]+)(?=\|([^|]+))", line):
                if short(left, right):
                    seen[left, right] = seen.get((left, right), 0) + count
        if not seen or max(seen.values()) < min_count:
            return
        met = list(seen)
        if ties == "reverse-lexicographic":
            order = sorted(met, key=lambda pair: (seen[pair], pair), reverse=True)
        else:
            order = sorted(met, key=lambda p: (-seen[p], met.index(p) if ties == "first-seen" else p))
        (left, right), rivals = order[0], order[1:6]
        before = tokens()
        pattern = rf"\|{re.escape(left)}\|{re.escape(right)}(?=\|)"
        lines = [(re.sub(pattern, f"|{joined(left, right)}", line), count) for line, count in lines]
        top = seen[left, right]
        tied = list(seen.values()).count(top)
        beaten = [(joined(*pair), seen[pair]) for pair in rivals]
        yield (left, right), top, tied, beaten, before - tokens(), tokens()


def facts(trace):
    return [
        (s.parts, s.score, s.tied, [tuple(r) for r in s.rivals], s.replaced, s.tokens) for s in trace.steps
    ]


@examples
@given(asked(), st.none() | st.integers(0, 6), st.none() | st.integers(0, 6))
def test_keeping_counts_is_recounting(given_, steps, above):
    corpus, how = given_
    if above is not None:
        above += bpe.train(corpus, steps=0, **how).vocab_size
    slow = bpe.train_by_recounting(corpus, steps, above, **how)
    assert bpe.train(corpus, steps, above, **how) == slow


@examples
@given(asked())
def test_both_follow_the_definition(given_):
    corpus, how = given_
    wanted = list(by_the_book(corpus, **how))
    assert facts(bpe.train(corpus, **how)) == wanted
    assert facts(bpe.train_by_recounting(corpus, **how)) == wanted


@examples
@given(asked(), st.randoms(use_true_random=False))
def test_word_order_changes_nothing_unless_ties_ask_for_it(given_, rng):
    corpus, how = given_
    if how["ties"] == "first-seen":
        how["ties"] = "lexicographic"
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    assert bpe.train(dict(shuffled), **how).steps == bpe.train(corpus, **how).steps


@examples
@given(asked())
def test_steps_hold_together(given_):
    corpus, how = given_
    trace = bpe.train(corpus, **how)
    known, tokens = set(trace.alphabet), trace.start_tokens
    assert trace.alphabet == tuple(sorted(known))
    for number, step in enumerate(trace.steps, 1):
        left, right = step.parts
        assert (step.number, step.action, step.symbol) == (
            number,
            "merge",
            glue((left, right), how["spelling"]),
        )
        assert {left, right} <= known and step.symbol not in known
        assert step.score >= how["min_count"] and step.tied >= 1
        assert len(step.rivals) <= RIVALS
        assert all(rival.score <= step.score for rival in step.rivals)
        assert step.replaced == tokens - step.tokens > 0
        assert step.replaced <= step.score
        known.add(step.symbol)
        tokens = step.tokens
    assert trace.tokens == tokens
    assert trace.vocab_size == len(trace.vocabulary) == len(known) + how["unknown"]
    assert trace.model.vocabulary == trace.vocabulary
    assert trace.learned == tuple(step.symbol for step in trace.steps)
    assert trace.stopped == "nothing left"


@examples
@given(asked())
def test_segmenting_a_training_word_is_what_training_left_of_it(given_):
    corpus, how = given_
    trace = bpe.train(corpus, **how)
    for word in corpus:
        symbols = spell(word, how["spelling"])
        for step in trace.steps:
            symbols = bpe.join(symbols, step.parts, step.symbol)
        assert trace.model.segment(word) == list(symbols)


@examples
@given(asked())
def test_the_model_at_a_size_is_the_model_trained_to_it(given_):
    corpus, how = given_
    trace = bpe.train(corpus, **how)
    least = len(trace.alphabet) + how["unknown"]
    for size in range(least, trace.vocab_size + 3):
        cut = trace.at(size)
        assert cut == bpe.train(corpus, vocab_size=size, **how)
        assert trace.model_at(size) == bpe.train(corpus, vocab_size=size, **how).model
        assert measure.tokens(cut.model, corpus) == cut.tokens
    assert [trace.at(least + step.number).tokens for step in trace.steps] == [s.tokens for s in trace.steps]


@examples
@given(asked(), st.lists(words | st.text("abcxy", min_size=1), max_size=5))
def test_pieces_spell_the_word_and_are_never_more_than_its_symbols(given_, others):
    corpus, how = given_
    model = bpe.train(corpus, **how).model
    for word in [*corpus, *others]:
        pieces = model.segment(word)
        assert "" not in pieces
        assert len(pieces) <= len(spell(word, how["spelling"]))
        if UNKNOWN not in pieces:
            assert unspell(pieces, how["spelling"]) == word
        if how["unknown"]:
            assert set(pieces) <= set(model.vocabulary)


pieces = st.text("ab", min_size=1, max_size=3)


@examples
@given(st.lists(st.tuples(pieces, pieces), max_size=12), words)
def test_segmenting_is_applying_the_merges_in_order(merges, word):
    """For any list of merges, one with repeats and out of order too, as other tools may hand us."""
    symbols = spell(word, "plain")
    for pair in merges:
        symbols = bpe.join(symbols, pair)
    assert Merges(tuple("abc"), tuple(merges), "plain").segment(word) == list(symbols)


@examples
@given(asked())
def test_a_trace_survives_json(given_):
    corpus, how = given_
    trace = bpe.train(corpus, **how)
    assert MergeTrace.from_json(trace.to_json()) == trace


# ------------------------------------------------------------------------------------------ cases that bite
def test_overlapping_pairs_are_counted_by_position_and_replaced_from_the_left():
    trace = bpe.train({"aaaaabcbcbc": 1}, steps=1, spelling="plain")
    (step,) = trace.steps
    assert (step.parts, step.score, step.replaced, step.tokens) == (("a", "a"), 4, 2, 9)
    assert dict(step.rivals) == {"bc": 3, "cb": 2, "ab": 1}
    assert trace.model.segment("aaaaa") == ["aa", "aa", "a"]


def test_ties_follow_the_declared_rule():
    for order in (["ab", "cd", "ef"], ["ef", "cd", "ab"], ["cd", "ef", "ab"]):
        corpus = dict.fromkeys(order, 2)
        assert bpe.train(corpus, steps=1, spelling="plain").steps[0].symbol == "ab"
        last = bpe.train(corpus, steps=1, spelling="plain", ties="reverse-lexicographic")
        assert last.steps[0].symbol == "ef"
        first = bpe.train(corpus, steps=1, spelling="plain", ties="first-seen")
        assert first.steps[0].symbol == order[0]
        assert first.steps[0].tied == 3


def test_the_smallest_tuple_is_not_the_smallest_joined_string():
    trace = bpe.train({"ab": 3, "abc": 2, "bcc": 1, "c": 1}, spelling="plain", min_count=1)
    assert trace.steps == bpe.train_by_recounting(dict(trace.words), spelling="plain", min_count=1).steps
    tied = bpe.train({"axb": 1, "a": 1}, steps=1, spelling="plain", min_count=1)
    assert tied.steps[0].parts == ("a", "x")
    # ("a", "z") comes before ("ab", "a"), though "aba" comes before "az"
    pairs = bpe.train({"ab": 9, "aba": 2, "az": 2}, steps=2, spelling="plain").steps[1]
    assert (pairs.parts, pairs.tied, pairs.rivals) == (("a", "z"), 2, (Rival("aba", ("ab", "a"), 2),))


def test_counts_beyond_machine_words_keep_their_order():
    big = 2**31
    trace = bpe.train({"ab": big + 1, "cd": big, "ef": 2**64, "gh": 2**64 + 1}, spelling="plain")
    assert [step.symbol for step in trace.steps] == ["gh", "ef", "ab", "cd"]
    assert trace.steps[0].score == 2**64 + 1


@pytest.mark.parametrize("learn", [bpe.train, bpe.train_by_recounting])
@pytest.mark.parametrize("corpus", [{}, Corpus.from_text(""), Corpus.from_text("\n\n  \r\n")])
def test_nothing_to_learn_from_is_a_right_answer(learn, corpus):
    trace = learn(corpus)
    assert (trace.steps, trace.alphabet, trace.start_tokens, trace.tokens) == ((), (), 0, 0)
    assert (trace.vocab_size, trace.stopped) == (0, "nothing left")
    assert learn(corpus, unknown=True).vocabulary == (UNKNOWN,)
    assert learn(corpus, vocab_size=100).vocab_size == 0


def test_words_of_one_character_hold_no_pair():
    trace = bpe.train({"a": 5, "b": 3})
    assert (trace.steps, trace.alphabet) == ((), ("a⎵", "b⎵"))
    assert trace.model.segment("a") == ["a⎵"]


def test_a_vocabulary_below_the_alphabet_names_the_minimum():
    corpus = corpora.load("four-words")
    with pytest.raises(ValueError, match=r"vocab_size=1 is below the alphabet: .* at least 11 pieces$"):
        bpe.train(corpus, vocab_size=1)
    with pytest.raises(ValueError, match=r"at least 12 pieces, one of them the unknown token$"):
        bpe.train(corpus, vocab_size=11, unknown=True)
    assert bpe.train(corpus, vocab_size=11).steps == ()
    assert bpe.train(corpus, vocab_size=12, unknown=True).steps == ()
    with pytest.raises(ValueError, match="at least 11 pieces"):
        bpe.train(corpus).model_at(10)


def test_a_vocabulary_above_the_reachable_stops_and_says_so():
    trace = bpe.train(corpora.load("four-words"), vocab_size=5000)
    assert trace.stopped == "nothing left"
    assert trace.vocab_size == 11 + len(trace.steps) < 5000
    assert trace.at(5000) is trace
    spent = bpe.train(corpora.load("four-words"), steps=2)
    assert spent.stopped == "steps"
    with pytest.raises(
        ValueError, match=r"ends at 13 pieces because its budget was spent; train with vocab_"
    ):
        spent.at(14)


def test_a_budget_of_both_stops_at_the_earlier():
    corpus = corpora.load("four-words")
    assert len(bpe.train(corpus, steps=2, vocab_size=14).steps) == 2
    assert bpe.train(corpus, steps=9, vocab_size=14).stopped == "vocab_size"


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"steps": -1}, ValueError, "steps=-1 must be 0 or more"),
        ({"steps": 1.5}, TypeError, "steps=1.5 must be a whole number (int) or None"),
        ({"steps": True}, TypeError, "steps=True must be a whole number (int) or None"),
        ({"vocab_size": "100"}, TypeError, "vocab_size='100' must be a whole number (int) or None"),
        ({"min_count": 0}, ValueError, "min_count=0 must be 1 or more"),
        ({"min_count": 2.0}, TypeError, "min_count=2.0 must be a whole number (int)"),
        ({"unknown": "yes"}, TypeError, "unknown='yes' must be True or False"),
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
def test_arguments_that_make_no_sense(how, error, sentence):
    for learn in (bpe.train, bpe.train_by_recounting):
        with pytest.raises(error) as raised:
            learn({"low": 5}, **how)
        assert str(raised.value) == sentence


@pytest.mark.parametrize("size", [7.0, True, "7"])
def test_a_size_is_a_whole_number(size):
    with pytest.raises(TypeError, match=r"must be a whole number \(int\)"):
        bpe.train({"low": 5}).model_at(size)


@pytest.mark.parametrize("count", [0, -2, True, 2.0, "3", None, Fraction(2)])
def test_a_plain_mapping_is_checked_like_a_corpus(count):
    with pytest.raises((TypeError, ValueError), match="the count of 'low' is "):
        bpe.train({"low": count})


def test_a_word_that_holds_the_unknown_token():
    with pytest.raises(ValueError, match=r"the word 'a<unk>b' holds <unk>, .*; clean it, or unknown=False"):
        bpe.train({"a<unk>b": 2}, unknown=True)
    assert bpe.train({"a<unk>b": 2}).tokens == 2
    # text that spells it out is not the token
    model = bpe.train({"low": 2}, unknown=True).model
    assert model.segment("<unk>") == [UNKNOWN] * 5


def test_unknown_symbols():
    with_slot = bpe.train({"low": 5, "lower": 2}, unknown=True).model
    without = bpe.train({"low": 5, "lower": 2}).model
    assert with_slot.vocabulary[0] == UNKNOWN
    assert with_slot.segment("slow") == [UNKNOWN, "low⎵"]
    assert without.segment("slow") == ["s", "low⎵"]
    # at its end `l` is another symbol, which no word showed
    assert with_slot.segment("wool") == ["w", "o", "o", UNKNOWN]


@pytest.mark.parametrize("word, error", [("", ValueError), (b"low", TypeError), (5, TypeError)])
def test_what_is_no_word_is_not_segmented(word, error):
    with pytest.raises(error, match="word"):
        bpe.train({"low": 5}).model.segment(word)


LONG = """
import random
from memory import peak
from piecework import bpe
letters = random.Random(1).choices("acgt", k=2**20)
for word, steps in (("".join(letters), 50), ("a" * 2**17, None)):
    trace = bpe.train({word: 1}, steps=steps, spelling="plain")
    assert len(trace.steps) == (steps or 16), len(trace.steps)
    pieces = trace.model.segment(word)
    assert "".join(pieces) == word and len(pieces) == trace.tokens
print(peak())
"""


def test_a_word_of_a_million_symbols_trains_and_segments_within_a_gigabyte():
    done = subprocess.run(
        [sys.executable, "-c", LONG], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 1024


def test_a_corpus_of_real_size_gives_one_trace_both_ways():
    rng = random.Random(7)
    stems = ["".join(rng.choices("etaoinshr", k=rng.randint(1, 6))) for _ in range(60)]
    text = Counter("".join(rng.choices(stems, k=rng.randint(1, 3))) for _ in range(600))
    for ties in TIES:
        assert bpe.train(text, 150, ties=ties) == bpe.train_by_recounting(text, 150, ties=ties)
