"""What "The course, recomputed" says about Hugging Face's WordPieceTrainer: it learns by counts.

Its choice is replayed at every size of the course's five words: the pieces must be those of merging in
the same spelling, up to the one tie, where it takes the smallest ids.
"""

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from piecework import bpe, corpora, wordpiece

HUGS = corpora.load("hugs")
LETTERS = 11  # b g h n p s u, and ##g ##n ##s ##u


def library(size):
    """The longer pieces of their vocabulary, in id order."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.WordPieceTrainer(vocab_size=size, show_progress=False)
    tokenizer.train_from_iterator([" ".join([word] * count) for word, count in HUGS.items()], trainer)
    ids = tokenizer.get_vocab()
    return [piece for piece in sorted(ids, key=ids.get) if len(piece.removeprefix("##")) > 1]


def test_its_first_piece_is_the_commonest_pair_and_not_the_most_surprising():
    assert library(LETTERS + 1) == ["##ug"]
    assert bpe.train(HUGS, steps=1, spelling="continuation").learned == ("##ug",)
    assert wordpiece.train(HUGS, steps=1).learned == ("##gs",)


@pytest.mark.parametrize("steps", range(8))
def test_at_every_size_it_has_the_pieces_of_merging(steps):
    ours = bpe.train(HUGS, spelling="continuation")
    tie = next(step for step in ours.steps if step.tied > 1)
    theirs = library(LETTERS + steps)
    assert theirs[: tie.number - 1] == list(ours.learned[: min(steps, tie.number - 1)])
    if steps == tie.number:
        assert theirs[-1] in {rival.symbol for rival in tie.rivals if rival.score == tie.score}
    else:
        assert set(theirs) == set(ours.learned[:steps])


def test_it_stops_where_merging_has_nothing_left():
    assert len(library(100)) == len(bpe.train(HUGS, spelling="plain").learned) == 7
