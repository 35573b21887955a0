"""Ids to text, one by one: a character comes out when its last byte is in, and a space with its word."""

import codecs
from typing import TYPE_CHECKING

from .learning import one_of
from .spelling import END, MARK, MORE, SPACE, to_bytes, unmarked
from .stream import BYTE

if TYPE_CHECKING:
    from .tokenizer import Tokenizer

ERRORS = ("strict", "replace", "ignore")


class Decoder:
    """What `Tokenizer.decoder` gives. The texts of all `push` and of `end` together are those of `decode`.

    Words whose end is marked, and those that begin where ## is not, are written with one space between them.
    """

    def __init__(self, tokenizer: "Tokenizer", errors: str = "strict", skip_specials: bool = False) -> None:
        one_of("errors", errors, ERRORS)
        self._tokenizer, self._errors, self._skip = tokenizer, errors, skip_specials
        self._spelling = tokenizer.model.spelling
        self._special = frozenset(tokenizer.specials.values())
        self._pieces = frozenset(BYTE) if tokenizer.fallback == "bytes" else frozenset[str]()
        self._prefixed = "prefix-space" in tokenizer.normalizers
        self._start()

    def _start(self) -> None:
        """As at the start of a text: nothing is held, and the next word needs no space before it."""
        self._utf8 = codecs.getincrementaldecoder("utf-8")(self._errors)
        self._first, self._ended = True, False

    def push(self, one: int) -> str:
        """The text that is complete once this id has come. Raises `ValueError` as `Tokenizer.decode` does."""
        if one in self._special:
            held = self.end()
            return held if self._skip else held + self._tokenizer.piece_of(one)
        return self._decode(self.bytes_of(one), final=False)

    def end(self) -> str:
        """What is left at the end of the ids: nothing, or, inside a character, what `errors` says."""
        text = self._decode(b"", final=True)
        self._start()
        return text

    def bytes_of(self, one: int) -> bytes:
        """The bytes of the next id, with the space that comes before it where its word needs one."""
        piece = self._tokenizer.piece_of(one)
        if one in self._special:
            self._start()
            return b"" if self._skip else piece.encode()
        first, ended = self._first, self._ended
        self._first = self._ended = False
        if self._spelling == "bytes" and piece != self._tokenizer.unknown_token:
            data = to_bytes(piece)
        elif piece in self._pieces:
            data = bytes([BYTE[piece]])
        elif self._spelling in ("last-marked", "separate"):
            mark = MARK if self._spelling == "last-marked" else END
            self._ended = piece.endswith(mark)
            data = b" " * ended + unmarked(piece, self._spelling).encode()
        elif self._spelling == "continuation":
            goes_on = piece.startswith(MORE) or first
            data = b" " * (not goes_on) + unmarked(piece, self._spelling).encode()
        else:
            data = (piece.replace(SPACE, " ") if self._spelling == "metaspace" else piece).encode()
        return data.removeprefix(b" ") if first and self._prefixed else data

    def _decode(self, data: bytes, final: bool) -> str:
        try:
            return self._utf8.decode(data, final)
        except UnicodeDecodeError as error:
            self._start()
            raise ValueError(
                f"these ids are not a whole text: byte {error.object[error.start]:#04x} cannot be read "
                f"({error.reason}); decode all ids together, with errors='replace', or with decode_bytes"
            ) from error
