"""What "Longest match first" says about Hugging Face's model: the same cuts, whole words lost, and a limit.

test_wordpiece_libraries.py sets the readings side by side on a long text and on any vocabulary. Here are the
vocabulary and the words of the chapter.
"""

import pytest
from tokenizers.models import WordPiece
from wordfreq import top_n_list, word_frequency

from piecework import Corpus, bpe, corpora, wordpiece

UNKNOWN = [wordpiece.UNKNOWN]
RANKED = [word for word in top_n_list("en", 4200) if word.isascii() and word.isalpha()]


@pytest.fixture(scope="module")
def ours():
    english = Corpus({word: round(1e9 * word_frequency(word, "en")) for word in RANKED[:2000]})
    trace = bpe.train(english, vocab_size=1000, spelling="continuation", unknown=True)
    return wordpiece.WordPieces(trace.alphabet, trace.learned, unknown=True)


@pytest.fixture(scope="module")
def theirs(ours):
    model = WordPiece({piece: i for i, piece in enumerate(ours.vocabulary)}, unk_token=wordpiece.UNKNOWN)
    return lambda word: [token.value for token in model.tokenize(word)]


def test_every_word_of_the_chapter_is_cut_the_same(ours, theirs):
    assert all(theirs(word) == ours.segment(word) != UNKNOWN for word in RANKED)
    assert theirs("itself") == ["its", "##el", "##f"]


@pytest.mark.parametrize(("language", "all_lost"), [("German", False), ("Turkish", False), ("Greek", True)])
def test_one_character_takes_the_word_there_too(ours, theirs, language, all_lost):
    words = [word.strip(".,") for word in corpora.rights()[language].lower().split()]
    cuts = [theirs(word) for word in words]
    assert cuts == [ours.segment(word) for word in words]
    assert UNKNOWN in cuts and all(cut == UNKNOWN for cut in cuts) is all_lost


def test_it_gets_stuck_where_a_cut_exists():
    model = WordPiece({"[UNK]": 0, "th": 1, "the": 2, "##ese": 3, "##n": 4}, unk_token="[UNK]")
    assert [token.value for token in model.tokenize("then")] == ["the", "##n"]
    assert [token.value for token in model.tokenize("these")] == UNKNOWN


def test_its_limit_is_a_hundred_characters_unless_set(ours, theirs):
    dna = "acgt" * 25
    assert theirs(dna) == ours.segment(dna) != UNKNOWN
    assert theirs(dna + "a") == UNKNOWN != ours.segment(dna + "a")
    longer = WordPiece({"[UNK]": 0, "a": 1, "##a": 2}, unk_token="[UNK]", max_input_chars_per_word=200)
    assert longer.max_input_chars_per_word == 200 and len(longer.tokenize("a" * 200)) == 200
