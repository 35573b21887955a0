"""WordPiece: the two learners against each other, against the definition, and against bad input."""

import json
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
from texts import english

from piecework import Corpus, bpe, corpora, measure, wordpiece
from piecework.spelling import SPELLINGS, glue, spell, symbols_of, unspell
from piecework.trace import RIVALS, TIES, Rival
from piecework.wordpiece import UNKNOWN, WordPieces, WordPieceTrace

examples = settings(deadline=None)

HUGS = corpora.load("hugs")

# Words with runs, where a pair's two symbols are one, over few letters, so that ties are common; and counts
# so large that different scores have one float, or the float 0.
words = strategies.words(run=7, runs=5, longest=12)
counts = strategies.counts | st.integers(2**70, 2**70 + 3) | st.just(2**600)
small = st.dictionaries(words, counts, max_size=7).map(Corpus)


@st.composite
def asked(draw):
    """A corpus and the arguments of `train`, the budget left out."""
    spelling, corpus = draw(spelled(small))
    return corpus, {
        "spelling": spelling,
        "ties": draw(st.sampled_from(TIES)),
        "min_count": draw(st.integers(1, 3) | st.just(2**70)),
        "unknown": draw(st.booleans()),
        "longest_word": draw(st.none() | st.integers(1, 12)),
        "max_length": draw(st.none() | st.integers(1, 5)),
    }


def by_the_book(corpus, spelling, ties, min_count, max_length, **_):
    """The steps straight from the definition, with words as text: `|l|##o|##w|`.

    Yields (parts, score, counts, tied, rivals, replaced, tokens after).
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
        single, seen = {}, {}
        for line, count in lines:
            for symbol in line.strip("|").split("|"):
                single[symbol] = single.get(symbol, 0) + count
            for left, right in re.findall(r"(?<=\|)([^|]+)(?=\|([^|]+))", line):
                if short(left, right):
                    seen[left, right] = seen.get((left, right), 0) + count
        met = [pair for pair in seen if seen[pair] >= min_count]
        if not met:
            return
        scores = {(a, b): Fraction(seen[a, b], 1) / single[a] / single[b] for a, b in met}
        if ties == "reverse-lexicographic":
            order = sorted(met, key=lambda pair: (scores[pair], pair), reverse=True)
        else:
            order = sorted(met, key=lambda p: (-scores[p], met.index(p) if ties == "first-seen" else p))
        (left, right), rivals = order[0], order[1:6]
        before = tokens()
        pattern = rf"\|{re.escape(left)}\|{re.escape(right)}(?=\|)"
        lines = [(re.sub(pattern, f"|{joined(left, right)}", line), count) for line, count in lines]
        yield (
            (left, right),
            scores[left, right],
            (seen[left, right], single[left], single[right]),
            list(scores.values()).count(scores[left, right]),
            [(joined(*pair), scores[pair]) for pair in rivals],
            before - tokens(),
            tokens(),
        )


def facts(trace):
    return [
        (s.parts, s.score, s.counts, s.tied, [tuple(r) for r in s.rivals], s.replaced, s.tokens)
        for s in trace.steps
    ]


@examples
@given(asked(), st.none() | st.integers(0, 6), st.none() | st.integers(0, 6))
def test_keeping_counts_is_recounting(given_, steps, above):
    corpus, how = given_
    if above is not None:
        above += wordpiece.train(corpus, steps=0, **how).vocab_size
    slow = wordpiece.train_by_recounting(corpus, steps, above, **how)
    assert wordpiece.train(corpus, steps, above, **how) == slow


@examples
@given(asked())
def test_both_follow_the_definition(given_):
    corpus, how = given_
    wanted = list(by_the_book(corpus, **how))
    assert facts(wordpiece.train(corpus, **how)) == wanted
    assert facts(wordpiece.train_by_recounting(corpus, **how)) == wanted


@examples
@given(asked(), st.randoms(use_true_random=False))
def test_word_order_changes_nothing_unless_ties_ask_for_it(given_, rng):
    corpus, how = given_
    if how["ties"] == "first-seen":
        how["ties"] = "lexicographic"
    shuffled = list(corpus.items())
    rng.shuffle(shuffled)
    assert wordpiece.train(dict(shuffled), **how).steps == wordpiece.train(corpus, **how).steps


@examples
@given(asked())
def test_steps_hold_together(given_):
    corpus, how = given_
    trace = wordpiece.train(corpus, **how)
    known, tokens = set(trace.alphabet), trace.start_tokens
    assert trace.alphabet == tuple(sorted(known))
    for number, step in enumerate(trace.steps, 1):
        assert (step.number, step.action) == (number, "merge")
        assert step.symbol == glue(step.parts, how["spelling"])
        assert len(step.parts) == 2 and known.issuperset(step.parts) and step.symbol not in known
        pair, first, second = step.counts
        assert how["min_count"] <= pair <= min(first, second)
        assert isinstance(step.score, Fraction) and step.score == Fraction(pair, first * second)
        scores = [step.score, *(rival.score for rival in step.rivals)]
        assert scores == sorted(scores, reverse=True) and len(step.rivals) <= RIVALS
        assert step.tied > RIVALS or scores.count(step.score) == step.tied
        assert 0 < step.replaced == tokens - step.tokens <= pair
        assert step.replaced == pair or step.parts[0] == step.parts[1]
        known.add(step.symbol)
        tokens = step.tokens
    assert trace.tokens == tokens
    assert trace.vocab_size == len(trace.vocabulary) == len(known) + how["unknown"]
    assert trace.model.vocabulary == trace.vocabulary
    assert trace.learned == tuple(dict.fromkeys(step.symbol for step in trace.steps))
    assert trace.stopped == "nothing left"


def scored(cut):
    """Every pair of words that are cut so: how often it occurs, and its score."""
    singles = Counter()
    for symbols, count in cut:
        for symbol in symbols:
            singles[symbol] += count
    return {p: (n, Fraction(n, singles[p[0]] * singles[p[1]])) for p, n in bpe.pair_counts(cut).items()}


@examples
@given(asked())
def test_what_holds_a_joined_symbol_rises(given_):
    """Why a heap of old scores bounds nothing here, as it does where counts can only fall."""
    corpus, how = given_
    cut = [(spell(word, how["spelling"]), count) for word, count in corpus.items()]
    for step in wordpiece.train(corpus, **how).steps:
        before = scored(cut)
        cut = [(bpe.join(symbols, step.parts, step.symbol), count) for symbols, count in cut]
        after = scored(cut)
        for pair in before.keys() & after.keys():
            if before[pair][0] == after[pair][0] and step.symbol not in pair:
                touched = not set(pair).isdisjoint(step.parts)
                assert after[pair][1] > before[pair][1] if touched else after[pair] == before[pair]


@settings(examples, max_examples=40)
@given(asked())
def test_the_model_at_a_size_is_the_model_trained_to_it(given_):
    corpus, how = given_
    trace = wordpiece.train(corpus, **how)
    least = len(trace.alphabet) + how["unknown"]
    for size in range(least, trace.vocab_size + 3):
        trained = wordpiece.train(corpus, vocab_size=size, **how)
        assert trace.at(size) == trained
        assert trace.model_at(size) == trained.model
        assert trained.vocab_size == min(size, trace.vocab_size)


# ------------------------------------------------------------------------------------------- the model
def by_the_longest(model, word):
    """Longest match first as BERT's code has it: on text, with ## before what goes on.

    A symbol is one character there, so a marked last one is written as a capital, and `</w>` as a full stop.
    """
    if model.longest_word is not None and len(word) > model.longest_word:
        return ["[UNK]"]
    word = word.replace(" ", "▁") if model.spelling == "metaspace" else word
    short = {a + "⎵": a.upper() for a in "abcxy"} if model.spelling == "last-marked" else {"</w>": "."}
    known = {}
    for piece in (*model.alphabet, *model.pieces):
        text = piece
        for symbol, char in short.items():
            text = text.replace(symbol, char)
        known[text] = piece
    text = {"last-marked": word[:-1] + word[-1].upper(), "separate": word + "."}.get(model.spelling, word)
    pieces, start = [], 0
    while start < len(text):
        goes_on = "##" if model.spelling == "continuation" and start else ""
        ends = [end for end in range(start + 1, len(text) + 1) if goes_on + text[start:end] in known]
        if not ends:
            return ["[UNK]"]
        pieces.append(known[goes_on + text[start : ends[-1]]])
        start = ends[-1]
    return pieces


@st.composite
def listed(draw):
    """A model of any list of pieces, with symbols missing and pieces repeated, as other tools may hand us."""
    spelling = draw(st.sampled_from(SPELLINGS))
    ends = {"last-marked": ["", "⎵"], "separate": ["", "</w>"]}.get(spelling, [""])
    starts = ["", "##"] if spelling == "continuation" else [""]
    symbols = [
        a + s + z for a in starts for s in "abc" for z in (ends[:1] if spelling == "separate" else ends)
    ]
    symbols += ["</w>"] * (spelling == "separate")
    piece = st.tuples(st.sampled_from(starts), st.text("abc", min_size=2, max_size=4), st.sampled_from(ends))
    return WordPieces(
        alphabet=tuple(sorted(draw(st.sets(st.sampled_from(symbols), min_size=len(symbols) - 2)))),
        pieces=tuple(draw(st.lists(piece.map("".join), max_size=10))),
        spelling=spelling,
        unknown=draw(st.booleans()),
        longest_word=draw(st.none() | st.integers(1, 12)),
    )


@examples
@given(listed(), words)
def test_a_word_is_read_by_the_longest_piece_that_fits(model, word):
    pieces = model.segment(word)
    assert pieces == by_the_longest(model, word)
    if pieces != [UNKNOWN]:
        assert unspell(pieces, model.spelling) == word
        assert {*model.alphabet, *model.pieces}.issuperset(pieces)


@examples
@given(asked(), st.lists(words | st.text("abcxy", min_size=1), max_size=5))
def test_trained_models_read_so_too(given_, others):
    corpus, how = given_
    model = wordpiece.train(corpus, **how).model
    for word in [*corpus, *others]:
        pieces = model.segment(word)
        assert pieces == by_the_longest(model, word)
        fits = how["longest_word"] is None or len(word) <= how["longest_word"]
        if word in corpus and fits:  # its symbols are known, and so it can be finished
            assert unspell(pieces, how["spelling"]) == word
        if how["unknown"]:
            assert set(pieces) <= set(model.vocabulary)


def test_one_dead_end_makes_the_whole_word_unknown():
    """Another cut would have done: `ab` and `##c` read it, but the longest match takes `abc` and is stuck."""
    model = WordPieces(("a", "##b", "##c"), ("ab", "abc", "##cd"))
    assert model.segment("abc") == ["abc"]
    assert model.segment("abcd") == [UNKNOWN]
    assert WordPieces(model.alphabet, ("ab", "##cd")).segment("abcd") == ["ab", "##cd"]


def test_the_longest_word_is_counted_in_characters_and_can_be_set():
    """BERT's limit reads 100 characters and not 101. Marks are none."""
    how = {"alphabet": ("##a", "a"), "pieces": ()}
    berts, none = WordPieces(**how, longest_word=100), WordPieces(**how)
    assert berts.segment("a" * 100) == ["a"] + ["##a"] * 99
    assert berts.segment("a" * 101) == [UNKNOWN]
    assert none.segment("a" * 101) == ["a"] + ["##a"] * 100
    trained = wordpiece.train({"a" * 101: 1, "a": 1}, steps=0, longest_word=100)  # it learns from any word
    assert (trained.longest_word, trained.start_tokens) == (100, 102)
    assert trained.model == trained.model_at(2) == berts
    assert trained.model.segment("a" * 101) == [UNKNOWN]
    marked = wordpiece.train({"aaa": 1}, steps=0, spelling="separate", longest_word=3).model
    assert marked.segment("aaa") == ["a", "a", "a", "</w>"]
    faces = WordPieces(("😀", "##😀"), (), longest_word=2)  # two characters, of four bytes each
    assert faces.segment("😀😀") == ["😀", "##😀"]


def test_the_unknown_token():
    """It stands first where it has a slot, and a word that cannot be read is [UNK] either way."""
    with_slot, without = (wordpiece.train(HUGS, unknown=slot) for slot in (True, False))
    assert with_slot.vocabulary == with_slot.model.vocabulary == (UNKNOWN, *without.vocabulary)
    assert with_slot.learned == without.learned
    assert (with_slot.steps, with_slot.vocab_size) == (without.steps, without.vocab_size + 1)
    for trace in (with_slot, without):
        assert trace.model.segment("mug") == trace.model.segment("hum") == [UNKNOWN]
        assert trace.model.segment("gun") == [UNKNOWN]  # g never began a word
    with pytest.raises(ValueError, match=r"'a\[UNK\]b' holds \[UNK\], .*; clean it, or unknown=False$"):
        wordpiece.train({"a[UNK]b": 2}, unknown=True)
    assert wordpiece.train({"a[UNK]b": 2}).tokens == 2
    assert wordpiece.train({"<unk>": 2}, unknown=True).tokens == 2  # another learner's token is text here


@pytest.mark.parametrize(
    "word, error, sentence",
    [
        ("", ValueError, "an empty word has no symbols; drop it"),
        (b"hug", TypeError, "a word is a str"),
        ("##ug", ValueError, "begins with the continuation mark ##"),
    ],
)
def test_what_is_no_word_is_not_segmented(word, error, sentence):
    with pytest.raises(error, match=sentence):
        wordpiece.train(HUGS, longest_word=1).model.segment(word)


def test_the_model_forgets_the_pairs_and_may_read_a_word_of_its_corpus_otherwise():
    """Training cut it `a`, `##aba`; the longest match begins with `aa`, which was joined last."""
    corpus = Corpus({"aa": 1, "aaba": 1})
    trace = wordpiece.train(corpus, steps=3)
    assert [step.symbol for step in trace.steps] == ["##ab", "##aba", "aa"]
    assert trace.model.segment("aaba") == ["aa", "##b", "##a"]
    assert (trace.tokens, measure.tokens(trace.model, corpus)) == (3, 4)
    lab = corpora.load("lab-4")
    trace = wordpiece.train(lab)
    assert (trace.at(54).tokens, measure.tokens(trace.model_at(54), lab)) == (841, 850)
    assert trace.tokens == measure.tokens(trace.model, lab) == sum(lab.values())  # each word is a piece


# ------------------------------------------------------------------------------------------ cases that bite
def test_the_first_join_is_not_the_commonest_pair():
    """The course's corpus: one twentieth beats one thirty-sixth, though ##u meets ##g four times as often."""
    step = wordpiece.train(HUGS, steps=1).steps[0]
    assert (step.parts, step.score, step.counts) == (("##g", "##s"), Fraction(1, 20), (5, 20, 5))
    assert (step.tied, step.replaced, step.tokens) == (1, 5, 108)
    scores = {rival.parts: rival.score for rival in step.rivals}
    assert scores["##u", "##g"] == scores["h", "##u"] == Fraction(1, 36)
    assert bpe.train(HUGS, steps=1, spelling="continuation").steps[0].parts == ("##u", "##g")


def test_after_two_joins_the_third_is_hugs():
    steps = wordpiece.train(HUGS, steps=3, ties="first-seen").steps
    assert [step.symbol for step in steps] == ["##gs", "hu", "hugs"]
    assert (steps[1].score, steps[1].tied) == (Fraction(1, 36), 6)  # so do all with ##u
    third = steps[2]
    assert (third.parts, third.score, third.counts) == (("hu", "##gs"), Fraction(1, 15), (5, 15, 5))
    assert Rival("hug", ("hu", "##g"), Fraction(2, 45)) in third.rivals


def test_overlapping_pairs_are_counted_by_position_and_replaced_from_the_left():
    trace = wordpiece.train({"aaaaabcbcbc": 1}, steps=1, spelling="plain")
    (step,) = trace.steps
    assert (step.parts, step.score, step.counts) == (("b", "c"), Fraction(1, 3), (3, 3, 3))
    assert dict(step.rivals) == {"cb": Fraction(2, 9), "aa": Fraction(4, 25), "ab": Fraction(1, 15)}
    (step,) = wordpiece.train({"aaaaa": 1}, steps=1).steps[:1]
    assert (step.parts, step.score, step.counts) == (("a", "##a"), Fraction(1, 4), (1, 1, 4))
    (step,) = wordpiece.train({"aaaaa": 1}, steps=1, spelling="plain").steps
    assert (step.score, step.counts, step.replaced, step.tokens) == (Fraction(4, 25), (4, 5, 5), 2, 3)


def test_ties_follow_the_declared_rule():
    for order in (["ab", "cd", "ef"], ["ef", "cd", "ab"], ["cd", "ef", "ab"]):
        corpus = dict.fromkeys(order, 2)
        for ties, symbol in (
            ("lexicographic", "ab"),
            ("reverse-lexicographic", "ef"),
            ("first-seen", order[0]),
        ):
            step = wordpiece.train(corpus, steps=1, ties=ties).steps[0]
            assert (step.symbol, step.tied) == (symbol, 3)


@pytest.mark.parametrize("big", [2**70, 2**1100])
def test_scores_that_floats_cannot_tell_apart_are_no_tie(big):
    """1/n and 1/(n + 1) have one float where n is large, and the float 0 where it is larger still."""
    corpus = {"ab": big + 1, "cd": big, "ef": big + 2}
    assert 1 / big == 1 / (big + 1) == 1 / (big + 2)
    for ties in TIES:
        steps = wordpiece.train(corpus, ties=ties).steps
        assert [(step.symbol, step.score, step.tied) for step in steps] == [
            ("cd", Fraction(1, big), 1),
            ("ab", Fraction(1, big + 1), 1),
            ("ef", Fraction(1, big + 2), 1),
        ]


def test_the_floor_is_on_counts_and_not_on_scores():
    corpus = {"xy": 1, "ab": 3, "ac": 3}
    assert [step.symbol for step in wordpiece.train(corpus, steps=1).steps] == ["xy"]
    trace = wordpiece.train(corpus, min_count=2)
    assert [(step.symbol, step.tied) for step in trace.steps] == [("ab", 2), ("ac", 1)]
    assert trace.stopped == "nothing left"
    assert wordpiece.train(corpus, min_count=4).steps == ()


@pytest.mark.parametrize("learn", [wordpiece.train, wordpiece.train_by_recounting])
@pytest.mark.parametrize("corpus", [{}, Corpus.from_text(""), Corpus.from_text("\n\n  \r\n")])
def test_nothing_to_learn_from_is_a_right_answer(learn, corpus):
    trace = learn(corpus)
    assert (trace.steps, trace.alphabet, trace.start_tokens, trace.tokens) == ((), (), 0, 0)
    assert (trace.vocab_size, trace.stopped) == (0, "nothing left")
    assert trace.model.segment("a") == [UNKNOWN]
    assert learn(corpus, unknown=True).vocabulary == (UNKNOWN,)
    assert learn(corpus, vocab_size=100).vocab_size == 0


@pytest.mark.parametrize("learn", [wordpiece.train, wordpiece.train_by_recounting])
def test_words_of_one_character_hold_no_pair(learn):
    trace = learn({"a": 5, "b": 3})
    assert (trace.steps, trace.alphabet, trace.stopped) == ((), ("a", "b"), "nothing left")
    assert trace.model.segment("a") == ["a"]
    assert trace.model.segment("ab") == [UNKNOWN]  # ##b was never met


def test_a_vocabulary_below_the_alphabet_names_the_minimum():
    with pytest.raises(ValueError, match=r"vocab_size=1 is below the alphabet: .* at least 7 pieces$"):
        wordpiece.train(HUGS, vocab_size=1)
    with pytest.raises(ValueError, match=r"at least 8 pieces, one of them the unknown token$"):
        wordpiece.train(HUGS, vocab_size=7, unknown=True)
    assert wordpiece.train(HUGS, vocab_size=7).steps == ()
    assert wordpiece.train(HUGS, vocab_size=8, unknown=True).steps == ()
    with pytest.raises(ValueError, match="at least 7 pieces"):
        wordpiece.train(HUGS).model_at(6)


def test_a_vocabulary_above_the_reachable_stops_and_says_so():
    trace = wordpiece.train(HUGS, vocab_size=5000)
    assert trace.stopped == "nothing left"
    assert trace.vocab_size == 7 + len(trace.steps) < 5000
    assert trace.at(5000) is trace
    spent = wordpiece.train(HUGS, steps=2)
    assert spent.stopped == "steps"
    with pytest.raises(ValueError, match=r"ends at 9 pieces because its budget was spent; train with vocab_"):
        spent.at(10)
    assert len(wordpiece.train(HUGS, steps=2, vocab_size=12).steps) == 2
    assert wordpiece.train(HUGS, steps=9, vocab_size=9).stopped == "vocab_size"


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        ({"steps": -1}, ValueError, "steps=-1 must be 0 or more"),
        ({"vocab_size": "100"}, TypeError, "vocab_size='100' must be a whole number (int) or None"),
        ({"min_count": 0}, ValueError, "min_count=0 must be 1 or more"),
        ({"min_count": 2.0}, TypeError, "min_count=2.0 must be a whole number (int)"),
        ({"longest_word": 0}, ValueError, "longest_word=0 must be 1 or more"),
        ({"longest_word": True}, TypeError, "longest_word=True must be a whole number (int)"),
        ({"unknown": "[UNK]"}, TypeError, "unknown='[UNK]' must be True or False"),
        (
            {"ties": "random"},
            ValueError,
            "ties='random' is not known; there are 'lexicographic', 'reverse-lexicographic', 'first-seen'",
        ),
    ],
)
def test_arguments_that_make_no_sense(how, error, sentence):
    for learn in (wordpiece.train, wordpiece.train_by_recounting):
        with pytest.raises(error) as raised:
            learn({"hug": 5}, **how)
        assert str(raised.value) == sentence


def test_a_word_that_begins_with_the_mark_is_refused():
    with pytest.raises(ValueError, match=r"'##s' cannot be spelled continuation: it begins with"):
        wordpiece.train({"hug": 5, "##s": 1})
    # inside a word it is text: the one # that begins a word, and two that go on
    trace = wordpiece.train({"#": 1, "a##": 2})
    assert trace.alphabet == ("#", "###", "a")
    assert trace.model.segment("a##") == ["a##"] and trace.model.segment("#a") == [UNKNOWN]


LONG = """
import random
from memory import peak
from piecework import wordpiece
letters = random.Random(1).choices("acgt", k=2**17)
for word, steps in (("".join(letters), 20), ("a" * 2**17, None)):
    trace = wordpiece.train({word: 1}, steps=steps, spelling="plain")
    assert len(trace.steps) == (steps or 17), len(trace.steps)
    assert "".join(trace.model.segment(word)) == word
print(peak())
"""


def test_a_word_of_a_hundred_thousand_symbols_trains_and_segments_within_a_quarter_gigabyte():
    done = subprocess.run(
        [sys.executable, "-c", LONG], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 256


@pytest.mark.parametrize("size, steps, min_count", [(1_000, None, 1), (20_000, 30, 3)])
@pytest.mark.parametrize("ties", TIES)
def test_real_english_gives_one_trace_both_ways(ties, size, steps, min_count):
    """To the end too, where the heap is cleared of old scores on the way."""
    corpus = Corpus.from_text(english(size))
    how = {"ties": ties, "min_count": min_count}
    assert wordpiece.train(corpus, steps, **how) == wordpiece.train_by_recounting(corpus, steps, **how)


# ------------------------------------------------------------------------------------------------- traces
@examples
@given(asked(), st.integers(0, 9))
def test_a_trace_survives_json(given_, steps):
    corpus, how = given_
    for budget in (None, steps):
        trace = wordpiece.train(corpus, budget, **how)
        again = WordPieceTrace.from_json(trace.to_json())
        assert again == trace
        assert all(isinstance(score, Fraction) for step in again.steps for _, score in step.rivals)


TRACE = wordpiece.train(HUGS, steps=3, ties="first-seen")


def edited(**changes):
    return json.dumps(json.loads(TRACE.to_json()) | changes)


def with_step(place, **changes):
    data = json.loads(TRACE.to_json())
    data["steps"][place - 1].update(changes)
    return json.dumps(data)


def without_step(place):
    data = json.loads(TRACE.to_json())
    del data["steps"][place - 1]
    return json.dumps(data)


def test_json_holds_fractions_as_text():
    first = json.loads(TRACE.to_json())["steps"][0]
    assert (first["score"], first["counts"]) == ("1/20", [5, 20, 5])
    assert first["rivals"][0]["score"] == "1/36"
    assert WordPieceTrace.from_json(edited()) == TRACE


@pytest.mark.parametrize(
    "text, sentence",
    [
        (edited(longest_word="100"), "trace.longest_word is of type str, not int or null"),
        (edited(longest_word=0), "longest_word=0 must be 1 or more"),
        (edited(min_count=0), "min_count=0 must be 1 or more"),
        (edited(min_count=6), "step 1 is not the one that these words give there"),
        (edited(ties="lexicographic"), "step 1 is not the one that these words give there"),
        (edited(stopped="nothing left"), "stopped is 'nothing left', but these words give another step"),
        (edited(spelling="plain"), "the alphabet is not that of the words, sorted"),
        (with_step(1, score=0.05), "trace.steps[0].score is of type float, not Fraction"),
        (with_step(1, score="1/0"), "trace.steps[0].score is of type str, not Fraction"),
        (with_step(1, score="1/19"), "step 1 is not the one that these words give there"),
        (with_step(1, counts=[5, 20]), "trace.steps[0].counts has 2 entries, not 3"),
        (with_step(1, counts=[5, 5, 20]), "step 1 is not the one that these words give there"),
        (with_step(1, symbol="##g##s"), "step 1 is not the one that these words give there"),
        (
            with_step(2, parts=["##u", "##g"], symbol="##ug"),
            "step 2 is not the one that these words give there",
        ),
        (with_step(2, tied=4), "step 2 is not the one that these words give there"),
        (with_step(3, rivals=[]), "step 3 is not the one that these words give there"),
        (with_step(3, replaced=4), "step 3 is not the one that these words give there"),
        (with_step(3, number=4), "step 3 says that it is number 4"),
        (without_step(1), "step 1 says that it is number 2"),
    ],
)
def test_a_trace_that_was_changed_is_refused_with_its_fault(text, sentence):
    with pytest.raises(ValueError) as raised:
        WordPieceTrace.from_json(text)
    assert str(raised.value) == f"not a WordPieceTrace: {sentence}"


def test_a_trace_longer_than_its_words_allow_is_refused():
    data = json.loads(wordpiece.train({"ab": 1}).to_json())
    data["steps"].append(data["steps"][0] | {"number": 2})
    with pytest.raises(ValueError, match=r"step 2 comes after the last that these words give$"):
        WordPieceTrace.from_json(json.dumps(data))


def test_another_learners_trace_is_refused():
    with pytest.raises(ValueError, match=r"^not a WordPieceTrace: trace"):
        WordPieceTrace.from_json(bpe.train(HUGS).to_json())
