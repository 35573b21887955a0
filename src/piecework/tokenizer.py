"""A tokenizer: text is normalized, split into words, cut into pieces, and each piece has an id; and back.

    text ──normalize──▶ text ──split──▶ words ──model──▶ pieces ──▶ ids

The ids of the model's pieces are their order; special tokens come after them. They stand for no text: nothing
of them is learned, and in a text they are read only where the caller allows it. Left out: what some models
want around a text (a first and a last token), which is for the caller to add.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain, groupby
from os import PathLike
from typing import Any

from . import bpe, coverage, files, tokenizer_file, unigram, wordpiece
from .corpus import SURROGATE, Corpus, short
from .decoding import Decoder, broken
from .learning import one_of, whole
from .model import UNKNOWN
from .normalizing import aligned, normalize
from .progress import bar
from .spelling import ENDS, MORE, SPACE, alphabet, spell, to_bytes, unmarked
from .splitting import spans, words
from .stream import BYTES

Model = bpe.Merges | wordpiece.WordPieces | unigram.Unigram | coverage.Cover
Read = list[tuple[str, int]]  # the pieces of a word, each with the number of characters that begin in it

LEARNERS: dict[str, Callable[..., Any]] = {
    "bpe": bpe.train,
    "wordpiece": wordpiece.train,
    "unigram": unigram.train,
    "coverage": coverage.train,
}
FALLBACKS = ("error", "unknown", "bytes")
MARKED = {**ENDS, "continuation": MORE}
TEXTUAL = ("plain", "leading-space", "metaspace")  # spellings without marks, in which bytes may take over
KEPT, LONG = 1 << 16, 64  # words that are remembered, of at most so many characters


class Memory(dict[str, tuple[int, ...]]):
    """What a function gave for the words asked about lately; long ones are asked about anew.

    Looking a word up is all that most words of a text cost. When it is full, it starts again.

    >>> memory = Memory(lambda word: (len(word),))
    >>> memory["low"], memory["low" * 99], len(memory)
    ((3,), (297,), 1)
    """

    def __init__(self, ask: Callable[[str], tuple[int, ...]]) -> None:
        self.ask = ask

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = self.ask(word)
        if len(word) <= LONG:
            if len(self) >= KEPT:
                self.clear()
            self[word] = found
        return found


@dataclass(frozen=True)
class Encoding:
    """What `Tokenizer.encode` gives: ids, and on demand the pieces and where each stands in the text."""

    ids: list[int]
    tokenizer: "Tokenizer"
    text: str
    allow: tuple[str, ...]

    @property
    def pieces(self) -> list[str]:
        """The piece of each id."""
        return [self.tokenizer.piece_of(one) for one in self.ids]

    @cached_property
    def offsets(self) -> list[tuple[int, int]]:
        """Where each piece begins and ends in the text, in characters.

        They tile it: each begins where the one before ended, the first at 0, and the last ends where the text
        does. A character belongs to the piece in which it begins, so a piece may be empty; white space that a
        split drops belongs to the piece after it, at the end of the text to the last.

        >>> coder = train("low lower", 260, specials=["<s>"])
        >>> coder.encode("low é").pieces, coder.encode("low é").offsets
        (['low', 'Ġ', 'Ã', '©'], [(0, 3), (3, 4), (4, 5), (5, 5)])
        """
        starts = self.tokenizer._starts(self.text, self.allow)
        return list(zip(starts, [*starts[1:], len(self.text)], strict=False))  # no pieces, none


@dataclass(frozen=True, repr=False)
class Tokenizer:
    """A whole pipeline. Immutable, and compared by value.

    `normalizers` and `splits` are applied in the order given (`normalizing.NORMALIZERS`, `splitting.SPLITS`).
    `fallback` says what becomes of a character that the model does not know: "error" refuses the text,
    "unknown" writes the unknown token, one for each run of them in a word if `fuse_unknown` and else one
    each (WordPiece gives up the whole word), and "bytes" writes UTF-8 bytes as pieces `<0xE6>` and so on, for
    spellings that have no marks. It takes the place of the model's own unknown slot. Spelled "bytes", no
    character is unknown. `unknown` is what the unknown token is called, if not as in the model's family.

    `specials` maps the names of special tokens to ids; a list of names gives them the ids after all pieces.
    `ids` are those of `pieces`, in that order, where they are not 0, 1, 2, …
    Raises `ValueError` and `TypeError` for what does not fit together.

    >>> coder = train("low low lower", 258)
    >>> coder.encode("lower").ids, coder.decode([257, 68, 81])
    ([257, 68, 81], 'lower')
    """

    model: Model
    normalizers: tuple[str, ...] = ()
    splits: tuple[str, ...] = ("whitespace",)
    fallback: str = "error"
    specials: Mapping[str, int] = field(default_factory=dict)
    ids: tuple[int, ...] | None = None
    fuse_unknown: bool = True
    unknown: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.model, Model):
            raise TypeError(
                f"model={short(repr(self.model))} is not a model of merging, WordPiece, Unigram or coverage"
            )
        normalize("", self.normalizers)  # these two say what is no name of theirs
        words("", self.splits)
        object.__setattr__(self, "normalizers", tuple(self.normalizers))
        object.__setattr__(self, "splits", tuple(self.splits))
        one_of("fallback", self.fallback, FALLBACKS)
        if self.fallback == "bytes" and self.model.spelling not in TEXTUAL:
            raise ValueError(
                f"fallback='bytes' needs a spelling without marks ({', '.join(map(repr, TEXTUAL))}), "
                f"not {self.model.spelling!r}"
            )
        object.__setattr__(self, "model", replace(self.model, unknown=False))
        if own := sorted(set(self._own).intersection(self.model.vocabulary)):
            raise ValueError(
                f"the model has learned {own[0]!r}, which its fallback writes; "
                "cut that out of the text that it learns from, as tokenizer.train does"
            )
        if self.ids is not None:
            object.__setattr__(self, "ids", tuple(self.ids))
            if len(self._ids) != len(self.pieces):
                raise ValueError(f"there are {len(self._ids)} ids for {len(self.pieces)} pieces")
        object.__setattr__(self, "specials", self._numbered())
        if SURROGATE.search("".join(chain(self.pieces, self.specials))):
            lone = next(filter(SURROGATE.search, chain(self.pieces, self.specials)))
            raise ValueError(f"{short(lone)} holds a lone surrogate, which UTF-8 cannot write; rename it")
        every = [*self._ids, *self.specials.values()]
        for one in every:
            whole("id", one, 0)
        if len(set(every)) < len(every):
            twice = next(one for one, count in Counter(every).items() if count > 1)
            raise ValueError(f"the id {twice} is given to more than one piece")
        if self.ids == tuple(range(len(self.pieces))):  # as they would be without
            object.__setattr__(self, "ids", None)

    def _numbered(self) -> dict[str, int]:
        """The specials with their ids."""
        names = _named(self.specials)
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            raise ValueError(f"the special token {twice[0]!r} is listed twice")
        if isinstance(self.specials, Mapping):
            return dict(self.specials)
        return {name: one for one, name in enumerate(names, max(self._ids, default=-1) + 1)}

    def __repr__(self) -> str:
        kind = type(self.model).__name__
        return f"<Tokenizer: {self.size:,} ids, {kind} spelled {self.model.spelling}, split by {self.splits}>"

    # ------------------------------------------------------------------ vocabulary
    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The unknown token or the 256 bytes, if the fallback is one of these, then the model's pieces."""
        return (*self._own, *self.model.vocabulary)

    @property
    def unknown_token(self) -> str:
        """What the unknown token is called: `unknown`, or `[UNK]` for WordPiece and otherwise `<unk>`."""
        return self.unknown or (
            wordpiece.UNKNOWN if isinstance(self.model, wordpiece.WordPieces) else UNKNOWN
        )

    @property
    def size(self) -> int:
        """How many ids there are, those of specials included."""
        return len(self.pieces) + len(self.specials)

    @property
    def lossless(self) -> bool:
        """Whether `decode` gives back every text that `encode` reads."""
        spelling, longest = self.model.spelling, getattr(self.model, "longest_word", None)
        reads_all = spelling == "bytes" and len(self.model.alphabet) == 256 and longest is None
        exact = reads_all or (spelling in ("bytes", *TEXTUAL) and self.fallback != "unknown")
        return exact and {"prefix-space"}.issuperset(self.normalizers) and "whitespace" not in self.splits

    def piece_of(self, one: int) -> str:
        """The piece, or the special token, of an id. Raises `ValueError` for an id that is not given."""
        try:
            return self._piece[one]
        except (KeyError, TypeError):
            most = max(self._piece, default=-1)
            raise ValueError(f"the id {one!r} is not in this vocabulary, whose largest is {most}") from None

    def bytes_of(self, one: int) -> bytes:
        """The bytes of an id's piece by itself, without a mark; of a special token, its name's.

        >>> train("low", 256).bytes_of(162)
        b'\\xe6'
        """
        if (data := self._bytes.get(one)) is None:
            piece, spelling = self.piece_of(one), self.model.spelling
            place = self._place_of.get(one)  # None for a special token, whose name may be that of a piece
            if place is None or (place < len(self._own) and self.fallback == "unknown"):
                data = piece.encode()
            elif place < len(self._own):
                data = bytes([place])
            elif spelling == "bytes":
                data = to_bytes(piece)
            else:
                text = unmarked(piece, spelling)
                data = (text.replace(SPACE, " ") if spelling == "metaspace" else text).encode()
            self._bytes[one] = data
        return data

    def id_of(self, piece: str) -> int:
        """The id of a piece; for a special token see `specials`. Raises `ValueError` for any other."""
        try:
            return self._ids[self._place[piece]]
        except KeyError:
            raise ValueError(f"{piece!r} is not a piece of this vocabulary") from None

    # ------------------------------------------------------------------ encoding
    def encode(self, text: str, allow: str | Iterable[str] = ()) -> Encoding:
        """The ids of a text.

        `allow` names the special tokens that are recognised in it ("all" for all of them, the longest where
        several begin at one place); any other is read as the text that it is, and never gets its id. Raises
        `ValueError` for a character that cannot be read, for a lone surrogate, and for a special that there
        is not. Cost: that of the model, once for each different word while these are at most 65,536.

        >>> coder = train("low lower", 260, specials=["<s>"])
        >>> coder.encode("<s>low", allow="all").pieces, coder.encode("<s>low").pieces
        (['<s>', 'low'], ['<', 's', '>', 'low'])
        """
        allowed, known = self._allowed(allow), self._ids_of.__getitem__
        out: list[int] = []
        for part, special in self._parts(text, allowed):
            if special:
                out.append(self.specials[part])
                continue
            found = words(normalize(part, self.normalizers), self.splits)
            out.extend(chain.from_iterable(map(known, found)))
        return Encoding(out, self, text, allowed)

    def encode_batch(
        self, texts: Iterable[str], allow: str | Iterable[str] = (), progress: bool = False
    ) -> list[Encoding]:
        """The encodings of several texts, in order; `progress` draws a bar on the standard error stream.

        >>> [one.ids for one in train("low", 256).encode_batch(["lo", ""])]
        [[75, 78], []]
        """
        if isinstance(texts, str):
            raise TypeError("encode_batch takes several texts; for one use encode")
        texts = list(texts)
        return [self.encode(text, allow) for text in (bar(texts, "texts") if progress else texts)]

    def _allowed(self, allow: str | Iterable[str]) -> tuple[str, ...]:
        if isinstance(allow, str) and allow != "all":
            raise TypeError(f'allow={allow!r} must be "all" or a list of names, such as [{allow!r}]')
        allowed = tuple(self.specials) if allow == "all" else tuple(allow)
        if strange := [name for name in allowed if name not in self.specials]:
            raise ValueError(f"{strange[0]!r} is not a special token of this tokenizer")
        return allowed

    def _parts(self, text: str, allowed: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """The text between special tokens, and these."""
        if not isinstance(text, str):
            raise TypeError(f"text is a str, not {type(text).__name__}")
        if not text.isascii() and (lone := SURROGATE.search(text)):
            raise ValueError(
                f"character {lone.start()} of the text, {lone.group()!r}, is a lone surrogate, which UTF-8 "
                "cannot write; decode the text anew"
            )
        for i, part in enumerate(_cut(allowed, text)):
            if part:
                yield part, i % 2 == 1

    @cached_property
    def _ids_of(self) -> Memory:
        ids, place = self._ids, self._place
        return Memory(lambda word: tuple(ids[place[piece]] for piece, _ in self._read(word)))

    @cached_property
    def _widths_of(self) -> Memory:
        return Memory(lambda word: tuple(width for _, width in self._read(word)))

    def _read(self, word: str) -> Read:
        """The pieces of a word, each with the number of characters that begin in it."""
        try:
            found = self.model.segment(word)
        except ValueError:  # it holds the mark of the spelling
            if self.fallback == "error":
                raise
            if self.model.spelling != "metaspace" or word == SPACE:
                return self._fall_back(word)
            return [read for part in re.split(f"({SPACE})", word) if part for read in self._read(part)]
        if isinstance(self.model, wordpiece.WordPieces) and found == [wordpiece.UNKNOWN]:
            return self._fall_back(word)
        out: Read = []
        at = 0  # in the word, in characters
        for known, run in groupby(found, self._learned.__contains__):
            sized = [(piece, self._begun(piece)) for piece in run]
            width = sum(begun for _, begun in sized)
            if known:
                out += sized
            elif self.fallback == "unknown" and not self.fuse_unknown:
                out += [(self.unknown_token, begun) for _, begun in sized]
            else:
                out += self._fall_back(word[at : at + width])
            at += width
        return out

    def _fall_back(self, text: str) -> Read:
        """The pieces of a text that the model does not know."""
        if self.fallback == "unknown":
            return [(self.unknown_token, len(text))]
        if self.fallback == "bytes":
            return [(BYTES[value], value & 0xC0 != 0x80) for value in text.encode()]
        raise ValueError(
            f"{short(text)} cannot be read: the model does not know it; clean the text, or make the "
            "tokenizer with a fallback or with spelling='bytes'"
        )

    def _begun(self, piece: str) -> int:
        """How many characters begin in a piece of the model, or in a symbol."""
        if self.model.spelling == "bytes":
            return sum(value & 0xC0 != 0x80 for value in to_bytes(piece))
        return len(unmarked(piece, self.model.spelling))

    def _starts(self, text: str, allowed: tuple[str, ...]) -> list[int]:
        """Where each piece of a text begins, in characters of the text."""
        starts: list[int] = []
        origin = 0
        for part, special in self._parts(text, allowed):
            if special:
                starts.append(origin)
            else:
                normal, before = aligned(part, self.normalizers)
                gap = 0  # where the word before ended: what was dropped since belongs to the next piece
                for start, end in spans(normal, self.splits):
                    at = start
                    for i, width in enumerate(self._widths_of[normal[start:end]]):
                        starts.append(origin + before[at if i else gap])
                        at += width
                    gap = end
            origin += len(part)
        return [0, *starts[1:]] if starts else []

    # ------------------------------------------------------------------ decoding
    def decode(self, ids: Iterable[int], skip_specials: bool = False, errors: str = "strict") -> str:
        """The text of ids.

        It is the text that was encoded where the tokenizer is `lossless`; otherwise the text as the model saw
        it, unknown tokens written out. `errors` as for `bytes.decode`: ids that were cut apart inside a
        character are not UTF-8, and raise `ValueError` unless it is "replace" or "ignore". Raises
        `ValueError` for an id that is not in the vocabulary.

        >>> coder = train("low", 256)
        >>> ids = coder.encode("漢").ids
        >>> coder.decode(ids), coder.decode(ids[:2], errors="replace")
        ('漢', '\\ufffd')
        """
        data = Decoder(self, errors, skip_specials).bytes_of(ids)
        try:
            return data.decode(errors=errors)
        except UnicodeDecodeError as error:
            raise broken(error) from error

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of ids: lossless also where they are no UTF-8. Raises as `decode` does.

        >>> train("low", 256).decode_bytes([162])
        b'\\xe6'
        """
        return Decoder(self).bytes_of(ids)

    def decoder(self, errors: str = "strict") -> Decoder:
        """A decoder for ids that come one by one: it holds what is not yet a whole character.

        >>> decoder = train("low", 256).decoder()
        >>> [decoder.push(one) for one in train("low", 256).encode("l漢").ids], decoder.end()
        (['l', '', '', '漢'], '')
        """
        return Decoder(self, errors)

    # ------------------------------------------------------------------ files
    def save(self, path: str | PathLike[str]) -> None:
        """Write the tokenizer as one JSON file, whole or not at all."""
        files.write(path, self.to_json())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Tokenizer":
        """The tokenizer that `save` wrote. Raises `ValueError` that names the file and the field at fault."""
        try:
            with open(path, "rb") as file:
                return cls.from_json(file.read().decode())
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    def to_json(self) -> str:
        """The tokenizer as JSON text; `from_json` gives an equal one back.

        >>> coder = train("low low lower", 258)
        >>> Tokenizer.from_json(coder.to_json()) == coder
        True
        """
        return tokenizer_file.write({one.name: getattr(self, one.name) for one in fields(self)})

    @classmethod
    def from_json(cls, text: str) -> "Tokenizer":
        """The tokenizer that `to_json` wrote. Raises `ValueError` that names the field at fault."""
        try:
            return cls(**tokenizer_file.read(text))
        except TypeError as error:
            raise ValueError(f"not a tokenizer: {error}") from error

    # ------------------------------------------------------------------ tables, made once
    @cached_property
    def _place(self) -> dict[str, int]:
        return {piece: place for place, piece in enumerate(self.pieces)}

    @cached_property
    def _place_of(self) -> dict[int, int]:
        return {one: place for place, one in enumerate(self._ids)}

    @cached_property
    def _bytes(self) -> dict[int, bytes]:
        return {}

    @cached_property
    def _ids(self) -> Sequence[int]:
        return range(len(self.pieces)) if self.ids is None else self.ids

    @cached_property
    def _piece(self) -> dict[int, str]:
        specials = {one: name for name, one in self.specials.items()}
        return dict(zip(self._ids, self.pieces, strict=True)) | specials

    @cached_property
    def _learned(self) -> frozenset[str]:
        return frozenset(self.model.vocabulary)

    @property
    def _own(self) -> tuple[str, ...]:
        """The pieces that the fallback writes."""
        return {"error": (), "unknown": (self.unknown_token,), "bytes": BYTES}[self.fallback]


def _named(specials: Iterable[str]) -> list[str]:
    """The names of special tokens. Raises `TypeError` and `ValueError` for what is no list of names."""
    if isinstance(specials, str):
        raise TypeError(f"specials={specials!r} must be a list of names, such as [{specials!r}]")
    names = list(specials)
    for name in names:
        if not isinstance(name, str) or not name:
            raise ValueError(f"a special token is a text that is not empty, not {name!r}")
    return names


def _marked(word: str, spelling: str) -> bool:
    """Whether a word holds the mark of a spelling where that could not be told from a real one."""
    return word.startswith(MORE) if spelling == "continuation" else MARKED[spelling] in word


def _cut(specials: Sequence[str], text: str) -> list[str]:
    """A text cut at special tokens: every second part is one. The longest wins where several begin."""
    if not specials:
        return [text]
    longest_first = sorted(specials, key=len, reverse=True)
    return re.split(f"({'|'.join(map(re.escape, longest_first))})", text)


# ---------------------------------------------------------------------- training
def corpus(
    texts: str | Iterable[str],
    normalizers: Sequence[str] = (),
    splits: Sequence[str] = ("whitespace",),
    specials: Iterable[str] = (),
) -> Corpus:
    """The words of texts as a learner gets them, with their counts. Texts are read one after the other.

    Special tokens are cut out, before normalizing and after, so that nothing of them is learned.

    >>> corpus(["low<s>low lower"], splits=["gpt2"], specials=["<s>"])
    Corpus({'low': 2, ' lower': 1})
    """
    names, counts = _named(specials), Counter[str]()
    for text in [texts] if isinstance(texts, str) else texts:
        for part in _cut(names, text)[::2]:
            for rest in _cut(names, normalize(part, normalizers))[::2]:
                counts.update(words(rest, splits))
    return Corpus(counts)


def train(
    texts: str | Iterable[str],
    vocab_size: int,
    learner: str = "bpe",
    normalizers: Sequence[str] = (),
    splits: Sequence[str] = ("gpt2",),
    spelling: str = "bytes",
    fallback: str | None = None,
    specials: Iterable[str] = (),
    on_step: Callable[..., object] | None = None,
    on_trace: Callable[..., object] | None = None,
    **settings: Any,
) -> Tokenizer:
    """Learn a tokenizer of at most `vocab_size` ids, special tokens and the fallback's pieces included.

    `learner` is "bpe", "wordpiece", "unigram" or "coverage"; `settings` and `on_step` go to its `train`, and
    `on_trace` is handed the whole trace at the end.
    `fallback` is "unknown" by default, and "error" for bytes, which never need it. Where there is less to
    learn, `size` says what was reached. With a fallback, nothing is learned of what will fall back: ▁ in a
    text for metaspace, and a word that holds the mark of its spelling. Raises as the learner does, and
    `ValueError` with the least size where `vocab_size` is smaller. Cost: that of the learner.

    >>> coder = train(["low low lower"], 258)
    >>> coder.size, coder.encode(" lower").pieces
    (258, ['Ġ', 'low', 'e', 'r'])
    """
    one_of("learner", learner, tuple(LEARNERS))
    fallback = fallback or ("error" if spelling == "bytes" else "unknown")
    one_of("fallback", fallback, FALLBACKS)
    names = _named(specials)
    whole("vocab_size", vocab_size, 0)
    how: tuple[Any, ...] = (normalizers, splits, fallback, names)
    Tokenizer(bpe.Merges((), (), spelling), *how)  # what does not fit together is said before the work
    own = {"error": (), "unknown": (UNKNOWN, wordpiece.UNKNOWN), "bytes": BYTES}[fallback]
    apart = (SPACE,) if spelling == "metaspace" and fallback != "error" else ()
    given = corpus(texts, normalizers, splits, (*names, *own, *apart))
    if fallback != "error" and spelling in MARKED:
        given = Corpus({word: count for word, count in given.items() if not _marked(word, spelling)})
    beside = len(names) + {"error": 0, "unknown": 1, "bytes": len(BYTES)}[fallback]
    symbols = len(alphabet((spell(word, spelling) for word in given), spelling))
    if vocab_size < symbols + beside:
        raise ValueError(
            f"vocab_size={vocab_size} is too small: this text needs at least {symbols + beside} ids, "
            f"{symbols} for its symbols and {beside} for special tokens and the fallback"
        )
    trace = LEARNERS[learner](
        given, vocab_size=vocab_size - beside, spelling=spelling, on_step=on_step, **settings
    )
    if on_trace:
        on_trace(trace)
    return Tokenizer(trace.model, *how)
