"""Words and counts, from every source; files of every kind of badness."""

import os
import sys
import threading
import unicodedata
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from piecework import Corpus
from piecework import corpus as module
from piecework.corpus import WORDS, short

texts = st.text(st.sampled_from("ab  \t\n\r\x0b\x1c\x85\xa0\u2003é漢😀\ufeff")) | st.text()


@pytest.fixture
def file(tmp_path):
    def write(content: bytes | str):
        path = tmp_path / "text.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


# --------------------------------------------------------------------------------------------- what it is
def test_a_corpus_is_a_mapping_in_insertion_order():
    corpus = Corpus({"new": 2, "low": 5})
    assert list(corpus) == ["new", "low"]
    assert (corpus["low"], len(corpus), "old" in corpus) == (5, 2, False)
    assert corpus == {"low": 5, "new": 2} and hash(corpus) == hash(Corpus({"low": 5, "new": 2}))
    assert eval(repr(corpus)) == corpus


def test_a_corpus_does_not_change_with_what_it_came_from():
    counts = {"low": 5}
    corpus = Corpus(counts)
    counts["low"] = 0
    assert corpus["low"] == 5
    with pytest.raises(TypeError):
        corpus["low"] = 3


def test_a_corpus_may_be_empty():
    assert len(Corpus({})) == len(Corpus.from_text("")) == len(Corpus.from_words([])) == 0


@pytest.mark.parametrize(
    "counts, error, sentence",
    [
        ({"": 1}, ValueError, "the corpus has an empty word; drop it before counting"),
        ({"low": 0}, ValueError, "the count of 'low' is 0; counts are 1 or more"),
        ({"low": -3}, ValueError, "the count of 'low' is -3; counts are 1 or more"),
        ({"low": 2.0}, TypeError, "the count of 'low' is 2.0; counts are whole numbers (int)"),
        ({"low": True}, TypeError, "the count of 'low' is True; counts are whole numbers (int)"),
        ({"low": None}, TypeError, "the count of 'low' is None; counts are whole numbers (int)"),
        ({b"low": 1}, TypeError, "a word is a str, but b'low' is bytes; decode or convert it"),
        ({7: 1}, TypeError, "a word is a str, but 7 is int; decode or convert it"),
        (
            {"a\ud800": 1},
            ValueError,
            r"the word 'a\ud800' holds a lone surrogate, which UTF-8 cannot write; "
            "decode the text anew, or drop the word",
        ),
        (
            ["low"],
            TypeError,
            "a corpus is a mapping from words to counts, not list; "
            "for text use Corpus.from_text, for a list of words Corpus.from_words",
        ),
    ],
)
def test_what_no_corpus_may_hold(counts, error, sentence):
    with pytest.raises(error) as raised:
        Corpus(counts)
    assert str(raised.value) == sentence


def test_errors_shorten_long_words():
    with pytest.raises(ValueError, match=r"^.{,80}$"):
        Corpus({"a" * 10**6: 0})
    assert short("a" * 40) == repr("a" * 40)


def test_from_words():
    assert Corpus.from_words(word for word in ["b", "a", "b"]) == {"b": 2, "a": 1}
    assert list(Corpus.from_words(["b", "a"])) == ["b", "a"]
    with pytest.raises(TypeError, match=r"for one text use Corpus\.from_text$"):
        Corpus.from_words("low low")
    with pytest.raises(TypeError, match=r"for words that have counts already use Corpus\(counts\)$"):
        Corpus.from_words({"low": 5})
    with pytest.raises(TypeError, match="a word is a str, but 5 is int"):
        Corpus.from_words([5])
    with pytest.raises(ValueError, match="empty word"):
        Corpus.from_words(["low", ""])


# --------------------------------------------------------------------------------------------- from text
def test_a_leading_space_stays_on_its_word():
    corpus = Corpus.from_text("low  low\nlow\t low ", words="leading-space")
    assert corpus == {"low": 2, " low": 2}


def test_a_line_is_a_word_with_its_spaces():
    corpus = Corpus.from_text("low  new\r\n\n low new \rlow  new\u2028x\n", words="lines")
    assert corpus == {"low  new": 1, " low new ": 1, "low  new\u2028x": 1}


@settings(deadline=None)
@given(texts)
def test_whitespace_words_are_those_of_split(text):
    if any(0xD800 <= ord(c) < 0xE000 for c in text):
        with pytest.raises(ValueError, match="lone surrogate"):
            Corpus.from_text(text + "\ud800")
    else:
        assert Corpus.from_text(text) == Counter(text.split())
        led = Corpus.from_text(text, words="leading-space")
        assert sum(led.values()) == len(text.split())
        assert all(word.removeprefix(" ").split() == [word.removeprefix(" ")] for word in led)


def test_white_space_is_what_python_calls_so():
    """Written out in corpus.py so that no release of Unicode moves it; this says when one would have."""
    for c in map(chr, range(sys.maxunicode + 1)):
        assert bool(WORDS["whitespace"].match(c)) != c.isspace(), f"U+{ord(c):04X}, {unicodedata.name(c)}"


def test_bad_ways_to_split(file):
    for read in (
        lambda words: Corpus.from_text("low", words),
        lambda words: Corpus.from_file(file(""), words),
    ):
        with pytest.raises(ValueError) as raised:
            read("bytes")
        assert str(raised.value) == (
            "words='bytes' is not a way to split text; there are 'whitespace', 'lines', 'leading-space'"
        )
    with pytest.raises(TypeError, match="text is a str, not bytes"):
        Corpus.from_text(b"low")


# --------------------------------------------------------------------------------------------- from files
@settings(deadline=None)
@given(texts, st.sampled_from(sorted(WORDS)), st.integers(1, 40))
@example("  low", "leading-space", 1)
@example("a  b", "leading-space", 2)
@example("漢", "whitespace", 1)
def test_a_file_read_in_chunks_is_its_text(tmp_path_factory, text, words, chunk):
    text = "".join(c for c in text if not 0xD800 <= ord(c) < 0xE000)
    path = tmp_path_factory.getbasetemp() / "chunks.txt"
    path.write_bytes(text.encode())
    whole = Corpus.from_text(text.removeprefix("\ufeff"), words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", chunk)
        streamed = Corpus.from_file(path, words)
    assert list(streamed.items()) == list(whole.items())


@pytest.mark.parametrize("chunk", [1, 2, 3, 5, 1 << 20])
@pytest.mark.parametrize(
    "content, byte, value, reason",
    [
        (b"low \xff low", 4, "0xff", "invalid start byte"),
        ("é漢".encode() + b"\x80", 5, "0x80", "invalid start byte"),
        ("low 漢".encode()[:-1], 4, "0xe6", "unexpected end of data"),
        ("low 漢".encode()[:-1] + b"x", 4, "0xe6", "invalid continuation byte"),
        (b"\xef\xbb\xbflow\xc0", 6, "0xc0", "invalid start byte"),
        (b"\xed\xa0\x80", 0, "0xed", "invalid continuation byte"),  # a surrogate, written as UTF-8 forbids
        ("low".encode("utf-16"), 0, "0xff", "invalid start byte"),
    ],
)
def test_a_file_that_is_not_utf8_names_the_byte(file, monkeypatch, chunk, content, byte, value, reason):
    monkeypatch.setattr(module, "CHUNK", chunk)
    path = file(content)
    with pytest.raises(ValueError) as raised:
        Corpus.from_file(path)
    assert str(raised.value) == (
        f"{path} is not UTF-8: byte {byte} ({value}) cannot be read ({reason}); "
        "convert the file, then try again"
    )


@pytest.mark.parametrize("chunk", [1, 2, 3, 1 << 20])
def test_a_byte_order_mark_is_dropped_at_the_start_only(file, monkeypatch, chunk):
    monkeypatch.setattr(module, "CHUNK", chunk)
    assert Corpus.from_file(file("\ufefflow \ufefflow")) == {"low": 1, "\ufefflow": 1}
    assert Corpus.from_file(file("\ufeff")) == {}


@pytest.mark.parametrize("content", ["", "\n\n\n", " \t\r\n "])
def test_files_without_words(file, content):
    assert Corpus.from_file(file(content)) == {}


def test_line_ends_of_every_kind(file):
    assert Corpus.from_file(file("low\r\nlow\rlow\n\nlow")) == {"low": 4}


def test_a_path_may_be_a_string_and_a_missing_file_is_named(file):
    assert Corpus.from_file(str(file("low"))) == {"low": 1}
    with pytest.raises(FileNotFoundError, match=r"nowhere\.txt"):
        Corpus.from_file("nowhere.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_like_a_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"low low new",))
    writer.start()
    assert Corpus.from_file(pipe) == {"low": 2, "new": 1}
    writer.join()
