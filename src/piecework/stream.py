"""Streams: a space is a symbol like any other, so a text is cut into pieces, and back, without a splitter.

Source: Kudo & Richardson 2018 (SentencePiece). A space is written ▁, a word keeps the space before it, and
the rarest characters are left out of the alphabet. A character that is not in it falls back to the unknown
token, or to its UTF-8 bytes, written <0xE6> and so on. Left out: normalizing, dropping spaces, and the ▁ that
SentencePiece puts before a text, so that nothing but the unknown token loses anything.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from re import compile
from typing import Protocol

from .corpus import SURROGATE, Corpus, short
from .learning import one_of
from .model import UNKNOWN
from .spelling import SPACE, spell

FALLBACKS = ("unknown", "bytes")
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
OWN = frozenset((UNKNOWN, *BYTES))  # never a piece of the model: text that looks so is read by its characters

BYTE = {piece: byte for byte, piece in enumerate(BYTES)}
WORD = compile("[\r\n]+| [^ \r\n]*|[^ \r\n]+")
LINE = compile("[\r\n]+|[^\r\n]+")


class Model(Protocol):
    """A model of any learner."""

    @property
    def alphabet(self) -> tuple[str, ...]: ...
    @property
    def vocabulary(self) -> tuple[str, ...]: ...
    @property
    def spelling(self) -> str: ...
    @property
    def unknown(self) -> bool: ...

    def segment(self, word: str) -> list[str]: ...


def words(text: str, split: bool = True) -> list[str]:
    """Cut a text before every space, or only into lines; end to end, the words are the text.

    A word holds at most one space then, in front. What ends lines is a word of its own. Raises `TypeError`
    for a text that is not a str.

    >>> words("low  lower\\nnew"), words("low  lower\\nnew", split=False)
    (['low', ' ', ' lower', '\\n', 'new'], ['low  lower', '\\n', 'new'])
    """
    return (WORD if split else LINE).findall(_checked(text))


def covered(text: str, coverage: int | float | Fraction = 1) -> list[str]:
    """The commonest characters that make up at least the share `coverage` of a text, commonest first.

    No more than needed; of equally common ones the smaller code point first. Line ends, and ▁ (U+2581)
    itself, are neither counted nor covered. A float is read as it is written: 0.9995 is 1999/2000. Raises
    `ValueError` for a coverage outside 0 to 1, `TypeError` for one that is no number.

    >>> covered("banana split", 0.75)
    ['a', 'n', ' ', 'b', 'i', 'l']
    """
    if isinstance(coverage, bool) or not isinstance(coverage, int | float | Fraction):
        raise TypeError(f"coverage={coverage!r} must be a number (int, float or Fraction)")
    if not 0 <= coverage <= 1:
        raise ValueError(f"coverage={coverage!r} must be a share of all characters, from 0 to 1")
    counts = Counter(_checked(text))
    for never in ("\r", "\n", SPACE):
        del counts[never]
    found: list[str] = []
    missing = Fraction(str(coverage)) * counts.total()
    for char, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if missing <= 0:
            break
        found.append(char)
        missing -= count
    return found


def corpus(text: str, split: bool = True, coverage: int | float | Fraction = 1) -> Corpus:
    """The words of a text with their counts, to train on with `spelling="metaspace"`.

    They are those of `words`, cut apart where a character is not `covered`; that character is dropped. Raises
    as these two do, and `ValueError` for a lone surrogate.

    >>> corpus("low lower naïve", coverage=0.9)
    Corpus({'low': 1, ' lower': 1, ' na': 1, 've': 1})
    """
    known, counts = set(covered(text, coverage)), Counter[str]()
    for word, count in Counter(words(text, split)).items():
        for is_known, run in groupby(word, known.__contains__):
            if is_known:
                counts["".join(run)] += count
    return Corpus(counts)


def byte_pieces(text: str) -> list[str]:
    """The UTF-8 bytes of a text, a piece each. Raises `ValueError` for a lone surrogate, which has none.

    >>> byte_pieces("漢")
    ['<0xE6>', '<0xBC>', '<0xA2>']
    """
    if SURROGATE.search(_checked(text)):
        raise ValueError(
            f"{short(text)} holds a lone surrogate, which UTF-8 cannot write; decode the text anew"
        )
    return [BYTES[byte] for byte in text.encode()]


@dataclass(frozen=True)
class Stream:
    """Text to pieces and back, with a model that was trained with `spelling="metaspace"`.

    `fallback` says what a character becomes that the model's alphabet does not cover. "bytes" writes its
    UTF-8 bytes: `decode(encode(text))` is the text, whatever the text. "unknown" writes one `<unk>` for each
    run of such characters, and they are lost; `uncovered` says which. ▁ (U+2581) in a text is never covered,
    since it would come back as a space. Raises `ValueError` for another spelling or fallback.

    >>> from piecework import bpe
    >>> model = bpe.train(corpus("low low lower"), spelling="metaspace").model
    >>> Stream(model, "bytes").encode("low é"), Stream(model).encode("low é")
    (['low', '▁', '<0xC3>', '<0xA9>'], ['low', '▁', '<unk>'])
    """

    model: Model
    fallback: str = "unknown"

    def __post_init__(self) -> None:
        one_of("fallback", self.fallback, FALLBACKS)
        if self.model.spelling != "metaspace":
            raise ValueError(
                f'a stream reads with a model of spelling "metaspace", not {self.model.spelling!r}; '
                'train one on stream.corpus(text) with spelling="metaspace"'
            )

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: `<unk>` or the 256 bytes, then the model's alphabet and its other pieces."""
        theirs = self.model.vocabulary[self.model.unknown :]
        return (*(BYTES if self.fallback == "bytes" else (UNKNOWN,)), *(p for p in theirs if p not in OWN))

    def encode(self, text: str) -> list[str]:
        """The pieces of a text.

        Raises `TypeError` for a text that is not a str and, with bytes, `ValueError` for a lone surrogate.
        Cost: the model's, once for each distinct word; a model with a piece that goes on after a space reads
        whole lines.

        >>> from piecework import bpe
        >>> stream = Stream(bpe.train(corpus("low low lower"), spelling="metaspace").model)
        >>> stream.encode("lower  low")
        ['low', 'e', 'r', '▁', '▁low']
        """
        pieces: list[str] = []
        read: dict[str, list[str]] = {}
        for is_known, chars in groupby(_checked(text), self._known.__contains__):
            run = "".join(chars)
            if not is_known:
                pieces += self._fall_back(run)
                continue
            for word in words(run, self._split):
                if word not in read:
                    read[word] = self._read(word)
                pieces += read[word]
        return pieces

    def decode(self, pieces: Iterable[str]) -> str:
        """The text of pieces: the inverse of `encode`, but that what became unknown stays `<unk>`.

        Raises `ValueError` for a piece that is not in the vocabulary and for bytes that are not UTF-8, as
        after some were lost; `TypeError` for a str, which is no list of pieces.

        >>> from piecework import bpe
        >>> stream = Stream(bpe.train(corpus("low low lower"), spelling="metaspace").model, "bytes")
        >>> stream.decode(["▁low", "<0xE6>", "<0xBC>", "<0xA2>"])
        ' low漢'
        """
        if isinstance(pieces, str):
            raise TypeError(f"decode takes a list of pieces, not the str {short(pieces)}")
        text: list[str] = []
        known = self._pieces
        for is_byte, run in groupby(pieces, lambda piece: self.fallback == "bytes" and piece in BYTE):
            if not is_byte:
                for piece in run:
                    if piece not in known:
                        raise ValueError(f"{piece!r} is not in the vocabulary of this stream")
                    text.append(piece.replace(SPACE, " "))
                continue
            values = bytes(BYTE[piece] for piece in run)
            try:
                text.append(values.decode())
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"the bytes {values.hex(' ')} are not UTF-8: number {error.start + 1} cannot be read "
                    f"({error.reason}); decode all pieces of a text together"
                ) from error
        return "".join(text)

    def uncovered(self, text: str) -> list[str]:
        """The characters of a text that fall back, each once, as met; with `<unk>` these are lost.

        >>> from piecework import bpe
        >>> Stream(bpe.train(corpus("low low lower"), spelling="metaspace").model).uncovered("slow▁snow")
        ['s', '▁', 'n']
        """
        return list(dict.fromkeys(char for char in _checked(text) if char not in self._known))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(" " if symbol == SPACE else symbol for symbol in self.model.alphabet)

    @cached_property
    def _pieces(self) -> frozenset[str]:
        return frozenset(self.vocabulary)

    @cached_property
    def _split(self) -> bool:
        """Whether the words of a line can be read one by one, as no piece goes on after a space."""
        return not any(SPACE in piece[1:] for piece in self.model.vocabulary)

    def _read(self, word: str) -> list[str]:
        """The pieces of a word whose characters are all covered."""
        found = self.model.segment(word)
        pieces = [part for piece in found for part in (piece if piece in OWN else (piece,))]
        if "".join(pieces) == "".join(spell(word, "metaspace")) and self._pieces.issuperset(pieces):
            return pieces
        return self._fall_back(word)  # the model gave it up, as one of WordPiece may a long word

    def _fall_back(self, run: str) -> list[str]:
        return byte_pieces(run) if self.fallback == "bytes" else [UNKNOWN]


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"text is a str, not {type(text).__name__}")
    return text
