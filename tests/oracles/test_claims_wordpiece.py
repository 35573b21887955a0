"""What "WordPiece: counting surprise" says about the WordPieceTrainer of Hugging Face: it learns by counts.

That each of its choices is the commonest pair is replayed in test_wordpiece_libraries.py. Here are the words
of the chapter, and what its pieces cost on the chapter's texts.
"""

import re
from collections import Counter

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from piecework import Corpus, bpe, corpora, measure, wordpiece
from piecework.spelling import spell


def theirs(corpus, vocab_size, floor=0):
    """Its pieces of more than one character, in the order in which it learned them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(
        vocab_size=vocab_size, min_frequency=floor, special_tokens=["[UNK]"], show_progress=False
    )
    tokenizer.train_from_iterator((word for word, n in corpus.items() for _ in range(n)), trainer)
    ids = tokenizer.get_vocab()
    return sorted((p for p in ids if len(p.removeprefix("##")) > 1 and p != "[UNK]"), key=ids.get)


def letters(name):
    """The words of a corpus in lower case, without punctuation, as the chapter takes them."""
    found = Counter()
    for word, n in corpora.load(name).items():
        for part in re.findall("[a-z]+", word.lower()):
            found[part] += n
    return Corpus(found)


def test_on_the_five_words_it_learns_what_merging_learns():
    hugs = corpora.load("hugs")
    merging = bpe.train(hugs, spelling="continuation")
    assert theirs(hugs, 15) == [step.symbol for step in merging.steps[:3]] == ["##ug", "##un", "hug"]
    assert all(step.tied == 1 for step in merging.steps[:3])
    assert wordpiece.train(hugs).steps[0].symbol == "##gs" and "##gs" not in theirs(hugs, 10**6)


@pytest.mark.parametrize("learned", [10, 30, 56, 116])
def test_its_pieces_need_fewer_tokens_than_those_of_the_score(learned):
    alice = letters("alice")
    score = wordpiece.train(alice)
    known = set(score.alphabet)
    away = Corpus({w: n for w, n in letters("sentences").items() if known >= set(spell(w, "continuation"))})
    pieces = tuple(theirs(alice, 10**6))[:learned]
    by_count = wordpiece.WordPieces(score.alphabet, pieces)
    by_score = score.model_at(len(score.alphabet) + learned)
    for text in (alice, away):
        assert measure.tokens(by_count, text) < measure.tokens(by_score, text)
