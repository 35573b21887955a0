"""Ids to text, one by one: a character comes out when its last byte is in, and a space with its word."""

import codecs
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .learning import one_of
from .spelling import ENDS, MORE

if TYPE_CHECKING:
    from .tokenizer import Tokenizer

ERRORS = ("strict", "replace", "ignore")


class Decoder:
    """What `Tokenizer.decoder` gives. The texts of all `push` and of `end` together are those of `decode`.

    Words whose end is marked, and those that begin where ## is not, are written with one space between them.
    Raises `ValueError` for an `errors` that is not "strict", "replace" or "ignore".
    """

    def __init__(self, tokenizer: "Tokenizer", errors: str = "strict", skip_specials: bool = False) -> None:
        one_of("errors", errors, ERRORS)
        self._tokenizer, self._errors = tokenizer, errors
        self._special = frozenset(tokenizer.specials.values())
        self._skipped = self._special if skip_specials else frozenset[int]()
        spelling = tokenizer.model.spelling
        self._end = ENDS.get(spelling)
        self._more = MORE if spelling == "continuation" else None
        self._prefixed = "prefix-space" in tokenizer.normalizers
        self._start()

    def _start(self) -> None:
        """As at the start of a text: nothing is held, and the next word needs no space before it."""
        self._utf8 = codecs.getincrementaldecoder("utf-8")(self._errors)
        self._first, self._ended = True, False

    def push(self, one: int) -> str:
        """The text that is complete once this id has come. Raises `ValueError` as `Tokenizer.decode` does."""
        if one not in self._special:
            return self._decode(self._bytes_of(one), final=False)
        held = self.end()
        return held if one in self._skipped else held + self._tokenizer.piece_of(one)

    def end(self) -> str:
        """What is left at the end of the ids: nothing, or, inside a character, what `errors` says."""
        text = self._decode(b"", final=True)
        self._start()
        return text

    def bytes_of(self, ids: Iterable[int]) -> bytes:
        """The bytes of all these ids."""
        if self._end or self._more or self._prefixed or self._skipped:
            return b"".join(map(self._bytes_of, ids))
        return b"".join(map(self._tokenizer.bytes_of, ids))  # the same, as no piece depends on another

    def _bytes_of(self, one: int) -> bytes:
        """The bytes of the next id, with the space that comes before it where its word needs one."""
        data = self._tokenizer.bytes_of(one)
        if one in self._special:
            self._start()
            return b"" if one in self._skipped else data
        first, ended = self._first, self._ended
        self._first = False
        if self._end:
            self._ended = self._tokenizer.piece_of(one).endswith(self._end)
            return b" " * ended + data
        if self._more and not first and not self._tokenizer.piece_of(one).startswith(self._more):
            return b" " + data
        return data.removeprefix(b" ") if first and self._prefixed else data

    def _decode(self, data: bytes, final: bool) -> str:
        try:
            return self._utf8.decode(data, final)
        except UnicodeDecodeError as error:
            self._start()
            raise broken(error) from error


def broken(error: UnicodeDecodeError) -> ValueError:
    """What is said of ids whose bytes are no UTF-8."""
    return ValueError(
        f"these ids are not a whole text: byte {error.object[error.start]:#04x} cannot be read "
        f"({error.reason}); decode all ids together, with errors='replace', or with decode_bytes"
    )
