"""Every learner tells of its steps as it learns them, and learns the same whether anybody listens."""

from functools import partial

import pytest

from piecework import bpe, corpora, coverage, unigram, wordpiece

CORPUS = corpora.load("lab-1")
LEARNERS = {
    "merging": bpe.train,
    "merging, recounting": bpe.train_by_recounting,
    "WordPiece": wordpiece.train,
    "WordPiece, recounting": wordpiece.train_by_recounting,
    "coverage": coverage.train,
    "coverage, recounting": coverage.train_by_recounting,
    "Unigram": partial(unigram.train, vocab_size=20),
    "Unigram, at one go": partial(unigram.train, vocab_size=20, keep=0),
    "Unigram, one by one": partial(unigram.train, vocab_size=40, keep=1),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_each_step_is_told_once_in_order_and_as_the_trace_holds_it(name):
    told = []
    trace = LEARNERS[name](CORPUS, on_step=told.append)
    assert tuple(told) == trace.steps and len(told) > 3
    assert trace == LEARNERS[name](CORPUS)


@pytest.mark.parametrize("name", LEARNERS)
def test_what_a_listener_raises_ends_the_training(name):
    told = []

    def enough(step):
        told.append(step)
        if len(told) == 3:
            raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        LEARNERS[name](CORPUS, on_step=enough)
    assert len(told) == 3
