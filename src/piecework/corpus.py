"""A corpus is distinct words with counts: the only thing that a learner learns from.

Words come from a mapping of counts, from any iterable, from text, or from a file that is read as a stream.
Left out: normalizing, lower-casing and every way of splitting text but at white space.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike

CHUNK = 1 << 20  # bytes read from a file at a time

# What `str.split` calls white space, written out: the answer must not move with Python's Unicode tables.
WHITE = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
WORDS = {
    "whitespace": re.compile(f"[^{WHITE}]+"),
    "lines": re.compile("[^\r\n]+"),  # a line is one word, for text without spaces between words
    "leading-space": re.compile(f" ?[^{WHITE}]+"),  # a word keeps the one space before it
}
SURROGATE = re.compile("[\ud800-\udfff]")


class Corpus(Mapping[str, int]):
    """Distinct words and how often each occurs, in insertion order. Immutable, comparable, hashable.

    Counts are positive ints of any size. Raises `ValueError` for an empty word, a count below 1 or a word
    that no UTF-8 file could hold (a lone surrogate), `TypeError` for a word that is not a str or a count that
    is not an int. A corpus without words is allowed: nothing can be learned from it.

    >>> Corpus({"low": 5, "lower": 2})
    Corpus({'low': 5, 'lower': 2})
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        if not isinstance(counts, Mapping):
            raise TypeError(
                f"a corpus is a mapping from words to counts, not {type(counts).__name__}; "
                "for text use Corpus.from_text, for a list of words Corpus.from_words"
            )
        for word, count in counts.items():
            if not isinstance(word, str):
                raise TypeError(
                    f"a word is a str, but {word!r} is {type(word).__name__}; decode or convert it"
                )
            if not word:
                raise ValueError("the corpus has an empty word; drop it before counting")
            if isinstance(count, bool) or not isinstance(count, int):
                raise TypeError(f"the count of {short(word)} is {count!r}; counts are whole numbers (int)")
            if count < 1:
                raise ValueError(f"the count of {short(word)} is {count}; counts are 1 or more")
            if SURROGATE.search(word):
                raise ValueError(
                    f"the word {short(word)} holds a lone surrogate, which UTF-8 cannot write; "
                    "decode the text anew, or drop the word"
                )
        self._counts = dict(counts)

    @classmethod
    def from_words(cls, words: Iterable[str]) -> "Corpus":
        """Count the words of any iterable. Raises `TypeError` for a str or a mapping, as surely a mistake.

        >>> Corpus.from_words(["low", "low", "new"])
        Corpus({'low': 2, 'new': 1})
        """
        if isinstance(words, str):
            raise TypeError("from_words takes an iterable of words; for one text use Corpus.from_text")
        if isinstance(words, Mapping):
            raise TypeError("from_words counts words; for words that have counts already use Corpus(counts)")
        return cls(Counter(words))

    @classmethod
    def from_text(cls, text: str, words: str = "whitespace") -> "Corpus":
        """Split text at white space and count the words.

        `words="whitespace"` keeps only what stands between white space; `words="leading-space"` leaves the
        one space before a word on it, so that ``" low"`` and ``"low"`` differ. Other white space only
        separates. `words="lines"` takes each line whole, with its spaces.
        Raises `TypeError` for a text that is not a str, `ValueError` for another name of `words`.

        >>> Corpus.from_text("low low lower", words="leading-space")
        Corpus({'low': 1, ' low': 1, ' lower': 1})
        """
        if not isinstance(text, str):
            raise TypeError(f"text is a str, not {type(text).__name__}")
        return cls(Counter(_splitter(words).findall(text)))

    @classmethod
    def from_file(cls, path: str | PathLike[str], words: str = "whitespace") -> "Corpus":
        """Count the words of a UTF-8 file, read as a stream; a byte order mark at its start is dropped.

        Memory grows with the distinct words and the longest word, not with the file. Raises `ValueError` with
        the byte offset where the file stops being UTF-8.

        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile() as file:
        ...     _ = file.write("low low lower".encode())
        ...     file.flush()
        ...     Corpus.from_file(file.name)
        Corpus({'low': 2, 'lower': 1})
        """
        pattern, counts, tail = _splitter(words), Counter[str](), ""
        for text in _decoded(path):
            text = tail + text
            keep = len(text)  # from here on a word may go on in the next chunk
            found = list(pattern.finditer(text))
            if found and found[-1].end() == keep:
                keep = found.pop().start()
            elif text.endswith(" "):
                keep -= 1
            counts.update(match.group() for match in found)
            tail = text[keep:]
        counts.update(pattern.findall(tail))
        return cls(counts)

    def __getitem__(self, word: str) -> int:
        return self._counts[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return f"Corpus({self._counts!r})"


def _splitter(words: str) -> re.Pattern[str]:
    if words not in WORDS:
        ways = ", ".join(map(repr, WORDS))
        raise ValueError(f"words={words!r} is not a way to split text; there are {ways}")
    return WORDS[words]


def _decoded(path: str | PathLike[str]) -> Iterator[str]:
    """The text of a UTF-8 file, a chunk at a time."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    read = 0  # counted here, since a pipe cannot tell
    with open(path, "rb") as file:
        first, done = True, False
        while not done:
            start = read - len(decoder.getstate()[0])  # a chunk may end inside a character
            chunk = file.read(CHUNK)
            read, done = read + len(chunk), not chunk
            try:
                text = decoder.decode(chunk, final=done)
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"{path} is not UTF-8: byte {start + error.start} ({error.object[error.start]:#04x}) "
                    f"cannot be read ({error.reason}); convert the file, then try again"
                ) from error
            yield text.removeprefix("\ufeff") if first else text
            first = first and not text


def short(word: str) -> str:
    """A word as errors show it.

    >>> short("no" * 30)
    "'nonononononononononononononononononon…'"
    """
    return repr(word if len(word) <= 40 else word[:37] + "…")
