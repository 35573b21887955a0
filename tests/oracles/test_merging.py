"""Merging against three libraries in wide use, each with its own rule for ties.

subword-nmt     the largest pair: our `ties="reverse-lexicographic"`, so its whole list must be ours
Hugging Face    the smallest (left id, right id)
sentencepiece   the fewest characters, then the smallest string

The last two rules depend on things that our learner does not have (ids, joined strings), so their merges are
replayed: at every turn the library's choice must be what its own rule picks among the commonest pairs of our
recount, and up to the first tie its list must be ours.
"""

import io
import json
from collections import Counter

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from piecework import bpe, corpora, spelling

runs = st.tuples(st.sampled_from("aaabc"), st.integers(1, 5)).map(lambda run: run[0] * run[1])
words = st.lists(runs, min_size=1, max_size=4).map("".join) | st.text("abcdef", min_size=1, max_size=8)
small = st.dictionaries(words, st.integers(1, 9), min_size=1, max_size=8)

# A chain of prefixes whose counts all differ, so that no turn has a tie.
NO_TIES = {"a": 16, "ab": 8, "abc": 4, "abcd": 2, "abcde": 2}


def built_in(name):
    """A built-in corpus without leading spaces: all three libraries split their text at spaces."""
    counts = Counter()
    for word, count in corpora.load(name).items():
        counts[word.strip()] += count
    return dict(counts)


def until_a_tie(trace):
    """The merges of the steps before the first one that had to break a tie."""
    merges = []
    for step in trace.steps:
        if step.tied > 1:
            break
        merges.append(step.parts)
    return merges


# ------------------------------------------------------------------------------------------- subword-nmt
def by_subword_nmt(counts, merges=10_000):
    """Its merges. It marks the last character with `</w>`, and stops below a count of 2, as we do."""
    out = io.StringIO()
    learn_bpe([f"{word} {count}\n" for word, count in counts.items()], out, merges, 2, is_dict=True)
    return [tuple(line.split(" ")) for line in out.getvalue().splitlines()[1:]]


@pytest.fixture
def their_mark(monkeypatch):
    """Last-marked words with `</w>` for our ⎵.

    Ties compare strings, and `<` sorts before every letter where ⎵ sorts after: the mark is part of the rule.
    """
    monkeypatch.setattr(spelling, "MARK", "</w>")


@pytest.mark.parametrize("name", corpora.names())
def test_subword_nmt_learns_the_same_list(their_mark, name):
    counts = built_in(name)
    trace = bpe.train(counts, ties="reverse-lexicographic")
    assert trace.stopped == "nothing left"
    assert by_subword_nmt(counts) == [step.parts for step in trace.steps]


@settings(deadline=None)
@given(small.filter(lambda counts: any(len(word) > 1 for word in counts)))
def test_subword_nmt_learns_the_same_list_from_any_corpus(counts):
    """Any with a pair in it: from words of one character alone it raises, where we learn nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spelling, "MARK", "</w>")
        trace = bpe.train(counts, ties="reverse-lexicographic")
    assert by_subword_nmt(counts) == [step.parts for step in trace.steps]


def test_subword_nmt_with_our_own_mark_differs_only_by_ties():
    counts = built_in("sentences")
    theirs = [tuple(part.replace("</w>", "⎵") for part in pair) for pair in by_subword_nmt(counts)]
    state = [(spelling.spell(word), count) for word, count in counts.items()]
    for pair in theirs:
        seen = bpe.pair_counts(state)
        assert seen[pair] == max(seen.values())
        state = [(bpe.join(symbols, pair), count) for symbols, count in state]


# ------------------------------------------------------------------------------------------ Hugging Face
def by_hugging_face(counts, suffix=None, floor=2):
    """Its merges, and its ids: the alphabet by code point, marked characters as met, then new pieces.

    It learns from text only, so a word is repeated as often as it counts. The order in which it meets words
    is not that of the text, so the ids of marked characters differ from run to run, and ties with them.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    marked = {"end_of_word_suffix": suffix} if suffix else {}
    trainer = trainers.BpeTrainer(
        vocab_size=10**6, min_frequency=floor, special_tokens=[], show_progress=False, **marked
    )
    text = (word for word, count in counts.items() for _ in range(count))
    tokenizer.train_from_iterator(text, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return [tuple(pair) for pair in model["merges"]], model["vocab"]


def check_hugging_face(counts, suffix, floor=2):
    merges, ids = by_hugging_face(counts, suffix, floor)
    how = "last-marked" if suffix else "plain"
    state = [(spelling.spell(word, how), count) for word, count in counts.items()]
    for pair in merges:
        seen = bpe.pair_counts(state)
        best = min(seen, key=lambda pair: (-seen[pair], ids[pair[0]], ids[pair[1]]))
        assert pair == best and seen[best] >= floor
        state = [(bpe.join(symbols, pair), count) for symbols, count in state]
    assert max(bpe.pair_counts(state).values(), default=0) < floor, "it stopped early"
    certain = until_a_tie(bpe.train(counts, spelling=how, min_count=floor))
    assert merges[: len(certain)] == certain
    return merges


@pytest.mark.parametrize("suffix", [None, "</w>"])
@pytest.mark.parametrize("name", corpora.names())
def test_hugging_face_replayed(their_mark, name, suffix):
    check_hugging_face(built_in(name), suffix)


@settings(deadline=None)
@given(small, st.sampled_from([None, "</w>"]), st.integers(1, 3))
def test_hugging_face_replayed_on_any_corpus(counts, suffix, floor):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spelling, "MARK", "</w>")
        check_hugging_face(counts, suffix, floor)


def test_hugging_face_learns_the_same_list_where_nothing_ties():
    trace = bpe.train(NO_TIES, spelling="plain")
    assert [step.tied for step in trace.steps] == [1, 1, 1, 1]
    assert check_hugging_face(NO_TIES, None) == [step.parts for step in trace.steps]


# ----------------------------------------------------------------------------------------- sentencepiece
def by_sentencepiece(counts):
    """The pieces in its order, the unknown token and single characters left out.

    It is asked to leave the text alone: no normalization, every character kept (its default drops the rarest
    of them), no cuts at scripts and digits, and its longest piece allowed (512 characters). What stays: each
    word gets a `▁` in front, it has no floor, and when no pair is left it goes on and lists stale ones.
    """
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(word for word, count in counts.items() for _ in range(count)),
        model_writer=out,
        model_type="bpe",
        vocab_size=5000,
        hard_vocab_limit=False,
        normalization_rule_name="identity",
        character_coverage=1.0,
        split_by_unicode_script=False,
        split_by_number=False,
        max_sentencepiece_length=512,
        bos_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    model = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
    return [piece for piece in map(model.id_to_piece, range(1, len(model))) if len(piece) > 1]


def check_sentencepiece(counts):
    pieces = iter(by_sentencepiece(counts))
    state = [(tuple("▁" + word), count) for word, count in counts.items()]
    merges = []
    while seen := bpe.pair_counts(state):
        best = min(seen, key=lambda pair: (-seen[pair], len("".join(pair)), "".join(pair)))
        assert next(pieces) == "".join(best)
        merges.append(best)
        state = [(bpe.join(symbols, best), count) for symbols, count in state]
    return merges


@pytest.mark.parametrize("name", corpora.names())
def test_sentencepiece_replayed(name):
    check_sentencepiece(built_in(name))


@settings(deadline=None, max_examples=50)
@given(small)
def test_sentencepiece_replayed_on_any_corpus(counts):
    check_sentencepiece(counts)


def test_sentencepiece_learns_the_same_list_where_nothing_ties():
    trace = bpe.train({"▁" + word: n for word, n in NO_TIES.items()}, spelling="plain", min_count=1)
    assert [step.tied for step in trace.steps] == [1] * 5
    assert check_sentencepiece(NO_TIES) == [step.parts for step in trace.steps]


def test_the_four_words_under_two_rules():
    """One corpus and one tie at its first step: the rules build `est` from different ends."""
    counts = built_in("four-words")
    assert bpe.train(counts, steps=1).steps[0].tied == 2
    firsts = {
        "subword-nmt": by_subword_nmt(counts)[:2],
        "Hugging Face": by_hugging_face(counts, "</w>")[0][:2],
    }
    assert firsts == {
        "subword-nmt": [("s", "t</w>"), ("e", "st</w>")],
        "Hugging Face": [("e", "s"), ("es", "t</w>")],
    }
