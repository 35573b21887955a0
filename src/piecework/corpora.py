"""The built-in corpora: small enough to follow by eye, each one used by a chapter."""

from collections.abc import Callable
from importlib.resources import files

from .corpus import Corpus

FAMILY = "low lower lowest slow slower slowest new newer newest wide wider widest old older oldest"


def _table(name: str) -> Corpus:
    """A corpus kept as a file of words and counts, with a heading line."""
    rows = (files(__package__) / "data" / name).read_text(encoding="utf-8").splitlines()[1:]
    return Corpus({word: int(count) for word, count in (row.split("\t") for row in rows)})


def _text(name: str) -> Corpus:
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    return Corpus.from_text(" ".join(text.split()), words="leading-space")


_CORPORA: dict[str, Callable[[], Corpus]] = {
    # four words with counts; the end of a word is worth marking
    "four-words": lambda: Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
    # eighteen sentences of office English, as word counts
    "sentences": lambda: _table("sentences.tsv"),
    # fifteen words in five families, each keeping the space before it
    "word-family": lambda: Corpus.from_text(FAMILY, words="leading-space"),
    # one verb in three forms
    "export": lambda: Corpus({"export": 5, "exports": 2, "exported": 3}),
    # the four words of the tokenizer that checks itself
    "self-checking": lambda: Corpus({"low": 3, "lowest": 2, "newer": 2, "wider": 1}),
    # two words that greed reads badly
    "costing": lambda: Corpus({"costing": 3, "costly": 3}),
    # words on which the unit of counting changes the winner
    "endings": lambda: Corpus({"test": 3, "rest": 3, "best": 3, "stem": 5, "stop": 5, "stub": 5}),
    # the words of the first lab
    "lab-1": lambda: Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3, "new": 4, "wide": 2}),
    # the words of the second: two letters that meet often, and two that meet only each other
    "lab-2": lambda: Corpus({"ababababab": 1, "xy": 20}),
    # the words of the third
    "lab-3": lambda: Corpus.from_text("low lower lowest new newer newest wide wider widest slow slower"),
    # the words of the fourth: a little English, as counts
    "lab-4": lambda: _table("lab4.tsv"),
    # the five words of the course that most people learn from
    "hugs": lambda: Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
    # the opening of Alice's Adventures in Wonderland (Lewis Carroll, 1865; public domain)
    "alice": lambda: _text("alice.txt"),
    # a page of Python
    "code": lambda: _text("code.txt"),
}


def names() -> list[str]:
    """The names that `load` knows.

    >>> "four-words" in names()
    True
    """
    return list(_CORPORA)


def load(name: str) -> Corpus:
    """A built-in corpus. Raises `ValueError` for a name that there is not.

    >>> load("four-words")
    Corpus({'low': 5, 'lower': 2, 'newest': 6, 'widest': 3})
    """
    if name not in _CORPORA:
        raise ValueError(f"there is no corpus {name!r}; there are {', '.join(_CORPORA)}")
    return _CORPORA[name]()


def rights() -> dict[str, str]:
    """One text in twelve languages: Article 1 of the Universal Declaration of Human Rights, by language.

    >>> rights()["English"][:43]
    'All human beings are born free and equal in'
    """
    rows = (files(__package__) / "data" / "rights.tsv").read_text(encoding="utf-8").splitlines()[2:]
    return {name: text for _, name, text in (row.split("\t") for row in rows)}
