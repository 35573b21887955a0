"""What the models of all learners share: the ids of their pieces, and a word's symbols as they know them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .spelling import glue, spell

UNKNOWN = "<unk>"


def vocabulary(alphabet: tuple[str, ...], learned: Iterable[str], unknown: bool) -> tuple[str, ...]:
    """Pieces in id order: the unknown token where there is one, the alphabet, then each new piece once.

    >>> vocabulary(("a", "b"), ["ab", "ab"], unknown=True)
    ('<unk>', 'a', 'b', 'ab')
    """
    return tuple(dict.fromkeys((*((UNKNOWN,) if unknown else ()), *alphabet, *learned)))


def known_symbols(word: str, spelling: str, alphabet: frozenset[str], unknown: bool) -> tuple[str, ...]:
    """The symbols of a word; one outside the alphabet becomes the unknown token where the model has one.

    >>> known_symbols("cab", "plain", frozenset("ab"), unknown=True)
    ('<unk>', 'a', 'b')
    """
    symbols = spell(word, spelling)
    return tuple(s if s in alphabet else UNKNOWN for s in symbols) if unknown else symbols


@dataclass(frozen=True)
class ChosenPieces:
    """A model of whole pieces in the order in which they were chosen; learners add how it reads."""

    alphabet: tuple[str, ...]
    pieces: tuple[tuple[str, ...], ...]
    spelling: str = "last-marked"
    unknown: bool = False

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: the unknown token where there is one, the alphabet, then the chosen pieces."""
        return vocabulary(self.alphabet, (glue(piece, self.spelling) for piece in self.pieces), self.unknown)

    @cached_property
    def ranks(self) -> dict[tuple[str, ...], int]:
        """When each piece was chosen, the first time."""
        return {piece: rank for rank, piece in reversed(list(enumerate(self.pieces)))}

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The lengths that pieces have, in symbols."""
        return frozenset(map(len, self.pieces))

    @cached_property
    def known(self) -> frozenset[str]:
        """The alphabet, to look symbols up in."""
        return frozenset(self.alphabet)

    def symbols(self, word: str) -> tuple[str, ...]:
        """The symbols of a word as this model knows them; raises as `spelling.spell` does."""
        return known_symbols(word, self.spelling, self.known, self.unknown)
