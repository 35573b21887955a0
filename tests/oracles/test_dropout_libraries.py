"""Dropout against three libraries in wide use, which mean three things by the same probability.

subword-nmt     turns: all places draw, and the best merge left goes to all its places left. This is ours
Hugging Face    a queue: the best place draws; dropped, it waits until another is kept, and draws again
sentencepiece   a queue: the best place draws; dropped, it is gone

subword-nmt takes its draws from Python, so it is run for every way in which they may fall, and its shares are
exact. The other two have sources of their own. What they do was read in their code and is written down here,
its shares are computed exactly, and what the libraries draw must agree with them, and not with ours.
"""

import io
from collections import Counter
from fractions import Fraction
from heapq import heapify, heappop, heappush
from random import Random

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt import apply_bpe
from test_dropout import every_draw
from tokenizers import ByteLevelBPETokenizer, Tokenizer, models

from piecework import bpe, corpora, dropout
from piecework.bpe import Merges

DRAWS = 20_000
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
FOUR = corpora.load("four-words")


def check(drawn, shares):
    """So many draws lie within six standard deviations of their shares, as all but two in 10^9 do."""
    n = drawn.total()
    assert drawn.keys() <= shares.keys()
    for cut, share in shares.items():
        assert abs(drawn[cut] / n - share) <= 6 * (share * (1 - share) / n) ** 0.5, cut


# ------------------------------------------------------------------------------------------ subword-nmt
def subword_nmt(model):
    lines = [" ".join(pair).replace("⎵", "</w>") for pair in model.merges]
    return apply_bpe.BPE(io.StringIO("\n".join(["#version: 0.2", *lines]) + "\n"))


def by_subword_nmt(theirs, word, p, source):
    """Its cut of a word, the mark of the end as we write it; draws come from `source`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apply_bpe, "random", source)
        cut = theirs.segment_tokens([word], dropout=p)
    return [piece.removesuffix("@@") for piece in cut[:-1]] + [cut[-1] + "⎵"]


runs = st.tuples(st.sampled_from("aab"), st.integers(1, 3)).map(lambda run: run[0] * run[1])
words = st.lists(runs, min_size=1, max_size=2).map("".join) | st.text("abc", min_size=1, max_size=5)
small = st.dictionaries(words.filter(lambda word: len(word) > 1), st.integers(1, 4), min_size=1, max_size=6)


@settings(deadline=None)
@given(small, words, st.fractions(0, 1, max_denominator=20).filter(bool))
def test_subword_nmt_has_the_same_shares(counts, word, p):
    model = bpe.train(counts, min_count=1).model
    theirs = subword_nmt(model)
    exact = every_draw(lambda coins: by_subword_nmt(theirs, word, 0.5, coins), p)
    assert exact == dropout.shares(model, word, p)


@pytest.mark.parametrize("word", ["lower", "newest", "lowest"])
def test_subword_nmt_has_the_same_shares_for_the_four_words(word):
    model = bpe.train(FOUR).model
    theirs = subword_nmt(model)
    exact = every_draw(lambda coins: by_subword_nmt(theirs, word, 0.5, coins), TENTH)
    assert exact == dropout.shares(model, word, TENTH)


@pytest.mark.parametrize("p", [HALF, TENTH])
def test_subword_nmt_draws_by_these_shares(p):
    model, source = bpe.train(FOUR).model, Random(2020)
    theirs = subword_nmt(model)
    drawn = Counter(tuple(by_subword_nmt(theirs, "newest", float(p), source)) for _ in range(DRAWS))
    check(drawn, dropout.shares(model, "newest", p))


# ------------------------------------------------------------------------------------------ Hugging Face
class Row:
    """A row of symbols that are merged in place, and the queue of the places where a merge could go."""

    def __init__(self, symbols, rank):
        self.symbols, self.rank = list(symbols), rank
        self.after = list(range(1, len(self.symbols) + 1))
        self.before = list(range(-1, len(self.symbols) - 1))
        self.queue = [place for i in range(len(self.symbols)) for place in self.places(i)]
        heapify(self.queue)

    def places(self, i):
        if i >= 0 and self.symbols[i] and self.after[i] < len(self.symbols):
            pair = self.symbols[i], self.symbols[self.after[i]]
            if (rank := self.rank(pair)) is not None:
                yield rank, i, pair

    def stands(self, place):
        return place in self.places(place[1])

    def merge(self, place):
        i = place[1]
        j = self.after[i]
        self.symbols[i], self.symbols[j], self.after[i] = self.symbols[i] + self.symbols[j], "", self.after[j]
        if self.after[i] < len(self.symbols):
            self.before[self.after[i]] = i
        for new in (*self.places(self.before[i]), *self.places(i)):
            heappush(self.queue, new)

    def cut(self):
        return [symbol for symbol in self.symbols if symbol]


def queue_that_waits(model, word, coins):
    """What Hugging Face does. A place that no longer stands draws too, and calls the dropped ones back."""
    ranks = {pair: rank for rank, pair in enumerate(model.merges)}
    row, dropped = Row(word, ranks.get), []
    while row.queue:
        place = heappop(row.queue)
        if coins.random() < 0.5:
            dropped.append(place)
            continue
        for one in dropped:
            heappush(row.queue, one)
        dropped.clear()
        if row.stands(place):
            row.merge(place)
    return row.cut()


def by_hugging_face(model, word, p, draws=DRAWS):
    """What it draws: it has no seed."""
    ids = {piece: i for i, piece in enumerate(model.vocabulary)}
    tokenizer = Tokenizer(models.BPE(ids, list(model.merges), dropout=float(p)))
    return Counter(tuple(tokenizer.encode(word).tokens) for _ in range(draws))


def plain(*merges):
    return Merges(tuple(sorted({char for pair in merges for char in "".join(pair)})), merges, "plain")


@pytest.mark.parametrize("p", [HALF, TENTH])
def test_hugging_face_has_the_same_shares_where_no_merge_has_two_places_and_no_two_share_a_symbol(p):
    model = bpe.train(FOUR, spelling="plain").model
    for word in ("lower", "newest", "lowest"):
        shares = dropout.shares(model, word, p)
        assert every_draw(lambda coins, word=word: queue_that_waits(model, word, coins), p) == shares
        check(by_hugging_face(model, word, p), shares)


def test_hugging_face_merges_one_place_at_a_time():
    """In a turn of ours two places draw together; in its queue the second place has a turn of its own."""
    model = plain(("a", "b"))
    ours = dropout.shares(model, "abab", HALF)
    theirs = every_draw(lambda coins: queue_that_waits(model, "abab", coins), HALF)
    assert ours == {
        ("ab", "ab"): Fraction(4, 8),
        ("a", "b", "a", "b"): Fraction(2, 8),
        ("a", "b", "ab"): Fraction(1, 8),
        ("ab", "a", "b"): Fraction(1, 8),
    }
    assert theirs == ours | {("ab", "ab"): Fraction(3, 8), ("ab", "a", "b"): Fraction(2, 8)}
    check(by_hugging_face(model, "abab", HALF), theirs)


def test_hugging_face_lets_a_place_that_is_gone_call_dropped_ones_back():
    """`bc` is gone once `ab` has merged; kept by its draw all the same, it gives a dropped `cd` a new one."""
    model = plain(("a", "b"), ("c", "d"), ("b", "c"))
    ours = dropout.shares(model, "abcd", HALF)
    theirs = every_draw(lambda coins: queue_that_waits(model, "abcd", coins), HALF)
    assert (ours["ab", "cd"], theirs["ab", "cd"]) == (Fraction(3, 8), Fraction(15, 32))
    check(by_hugging_face(model, "abcd", HALF), theirs)


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_hugging_face_agrees_at_both_ends(p):
    model = bpe.train(FOUR, spelling="plain").model
    for word in FOUR:
        assert by_hugging_face(model, word, p, 20).keys() == dropout.shares(model, word, p).keys()


def test_a_setting_that_is_reported_and_has_no_effect():
    """Trained from nothing, its byte-level tokenizer reports a dropout that its model does not have."""
    tokenizer = ByteLevelBPETokenizer(dropout=0.5)
    tokenizer.train_from_iterator(["ab ab ab"], vocab_size=260, min_frequency=1, show_progress=False)
    assert tokenizer._parameters["dropout"] == 0.5
    assert tokenizer._tokenizer.model.dropout is None
    assert {tuple(tokenizer.encode("ab").tokens) for _ in range(300)} == {("ab",)}


# ----------------------------------------------------------------------------------------- sentencepiece
@pytest.fixture(scope="module")
def theirs():
    """A model of its own from the four words, each with ▁ in front."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(word for word, count in FOUR.items() for _ in range(count)),
        model_writer=out,
        model_type="bpe",
        vocab_size=24,
        normalization_rule_name="identity",
        character_coverage=1.0,
        bos_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())


def their_ranks(theirs):
    """It has no list of merges: two symbols merge where both together are a piece, by the piece's rank."""
    return {piece: i for i, piece in enumerate(map(theirs.id_to_piece, range(len(theirs)))) if len(piece) > 1}


def queue_that_forgets(ranks, symbols, coins):
    """What sentencepiece does. A place that no longer stands does not draw."""
    row = Row(symbols, lambda pair: ranks.get("".join(pair)))
    while row.queue:
        place = heappop(row.queue)
        if row.stands(place) and not coins.random() < 0.5:
            row.merge(place)
    return row.cut()


@pytest.mark.parametrize("p", [HALF, TENTH])
@pytest.mark.parametrize("word", ["newest", "lowest"])
def test_sentencepiece_forgets_what_it_drops(theirs, word, p):
    ranks = their_ranks(theirs)
    shares = every_draw(lambda coins: queue_that_forgets(ranks, "▁" + word, coins), p)
    sentencepiece.set_random_generator_seed(2020)
    sampling = {"enable_sampling": True, "alpha": float(p), "nbest_size": -1, "out_type": str}
    check(Counter(tuple(theirs.encode(word, **sampling)) for _ in range(DRAWS)), shares)


def test_sentencepiece_leaves_fewer_words_whole(theirs):
    """A word of six merges stays whole only if all six survive their one draw; ours may draw again."""
    ranks, word = their_ranks(theirs), "▁newest"
    pairs = [(piece[:i], piece[i:]) for piece in ranks for i in range(1, len(piece))]
    model = Merges(tuple(sorted(word)), tuple(pairs), "plain")
    assert theirs.encode("newest", out_type=str) == model.segment(word) == [word]
    shares = every_draw(lambda coins: queue_that_forgets(ranks, word, coins), TENTH)
    assert shares[word,] == Fraction(9, 10) ** 6  # 53 in a hundred
    assert float(dropout.shares(model, word, TENTH)[word,]) == 0.7213780134
