"""What the models of all learners share: the ids of their pieces, and a word's symbols as they know them."""

from collections.abc import Iterable

from .spelling import spell

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
