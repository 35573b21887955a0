"""The figures of the essay of practical labs, computed by the library. Words end in a symbol of their own."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import fsum, log
from typing import Any

from piecework import Corpus, bpe, corpora, measure, unigram, wordpiece
from piecework.spelling import spell

SPELLING, TIES = "separate", "first-seen"
AT_HOME = ("running", "jumped", "national", "connection", "faster")
AWAY = ("ACGTACGTACGTACGT", "xk9zqw4vbnmasdf", "getElementByIdAsyncCallback", "0x1F3A9B2C")


@cache
def merging(lab: int, merges: int) -> bpe.MergeTrace:
    return bpe.train(corpora.load(f"lab-{lab}"), merges, spelling=SPELLING, ties=TIES)


@cache
def surprise() -> wordpiece.WordPieceTrace:
    return wordpiece.train(corpora.load("lab-2"), 3, spelling=SPELLING, ties=TIES)


def first_score(a: str, b: str) -> float:
    """What a pair scores on the first turn."""
    step = surprise().steps[0]
    scores = {step.parts: step.score, **{rival.parts: rival.score for rival in step.rivals}}
    return float(scores[a, b])


def seed() -> dict[str, int]:
    """The third lab's: runs of up to five symbols, counted in each word once, and single symbols twice."""
    corpus = corpora.load("lab-3")
    single = {symbol for word in corpus for symbol in spell(word, SPELLING)}
    counts = unigram.seed(corpus, SPELLING, max_length=5, min_count=1)
    return {piece: 2 * count if piece in single else count for piece, count in counts.items()}


def log_likelihood(size: int) -> float:
    """Of the third lab's words under their best cuts, by so many pieces with the weights of the seed."""
    corpus = corpora.load("lab-3")
    how = (SPELLING, TIES, False, seed(), 0, Fraction(4, 5), "usage")
    model = unigram.train(corpus, size, *how).model
    best = [model.nbest(word, 1)[0] for word in corpus]
    return round(fsum(log(probability) for _, probability in best), 2)


def fertility(words: tuple[str, ...]) -> float:
    return float(measure.fertility(merging(4, 35).model, Corpus.from_words(words)))


COMPUTED: dict[str, Callable[[], Any]] = {
    "lab1_total_tokens": lambda: [
        sum(len(merging(1, merges).model.segment(word)) for word in corpora.load("lab-1"))
        for merges in (0, 5, 10, 15)
    ],
    "lab1_newest_at_15": lambda: merging(1, 15).model.segment("newest"),
    "lab2_bpe": lambda: [list(step.parts) for step in merging(2, 3).steps],
    "lab2_wordpiece": lambda: [list(step.parts) for step in surprise().steps],
    "lab2_first_scores.a b": lambda: first_score("a", "b"),
    "lab2_first_scores.x y": lambda: first_score("x", "y"),
    "lab3_loglikelihood_at_40": lambda: log_likelihood(40),
    "lab3_loglikelihood_at_20": lambda: log_likelihood(20),
    "lab4_fertility_in": lambda: fertility(AT_HOME),
    "lab4_fertility_out": lambda: fertility(AWAY),
}
