"""The built-in corpora."""

from importlib.resources import files

import pytest

import piecework
from piecework import Corpus, corpora


@pytest.mark.parametrize("name", corpora.names())
def test_every_corpus_loads_the_same_each_time(name):
    corpus = corpora.load(name)
    assert isinstance(corpus, Corpus) and len(corpus) > 0
    assert list(corpora.load(name).items()) == list(corpus.items())


def test_the_names_that_chapters_use():
    used = {"four-words", "sentences", "word-family", "export", "self-checking", "hugs"}
    assert used | {"lab-1", "lab-2", "lab-3", "lab-4"} <= set(corpora.names())


def test_an_unknown_name():
    with pytest.raises(ValueError) as raised:
        corpora.load("four words")
    assert str(raised.value) == f"there is no corpus 'four words'; there are {', '.join(corpora.names())}"


def test_the_sentences_are_those_of_the_table():
    corpus = corpora.load("sentences")
    assert (len(corpus), sum(corpus.values())) == (72, 133)
    assert sum(count == 1 for count in corpus.values()) == 54
    assert list(corpus) == sorted(corpus)


@pytest.mark.parametrize("name", ["alice", "code"])
def test_texts_keep_the_space_before_a_word(name):
    corpus = corpora.load(name)
    assert sum(not word.startswith(" ") for word in corpus) == 1
    assert all(word.strip() and word.isprintable() for word in corpus)


def test_one_text_in_twelve_languages():
    texts = corpora.rights()
    assert len(texts) == 12 and list(texts) == list(corpora.rights())
    assert all(text == " ".join(text.split(" ")).strip() and text for text in texts.values())
    assert len(set(texts.values())) == 12


def test_data_files_are_utf8_with_plain_line_ends():
    for file in (files(piecework) / "data").iterdir():
        data = file.read_bytes()
        assert b"\r" not in data and data.endswith(b"\n"), file.name
        data.decode("utf-8")
