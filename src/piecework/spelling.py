"""A spelling says how a word becomes base symbols, and how pieces become the word again.

    plain           its characters                                  l o w
    last-marked     its characters, the last one carrying a mark    l o w⎵
    separate        its characters, then a symbol of its own        l o w </w>
    leading-space   its characters, a space in front being one      ␣ l o w

A character is a Unicode code point. Sources: Sennrich et al. 2016 attach the end of the word to its last
character (last-marked) after a first version that kept it apart (separate); GPT-2 keeps the space in front.
Left out: bytes, `▁` and `##`, which come with the learners that use them.
"""

from collections.abc import Iterable

from .corpus import short

MARK = "⎵"  # U+23B5, the end of a word, on its last symbol
END = "</w>"  # the end of a word, as a symbol of its own
SPELLINGS = ("plain", "last-marked", "separate", "leading-space")


def check(spelling: str) -> None:
    """Raise `ValueError` unless there is a spelling of that name.

    >>> check("plain")
    """
    if spelling not in SPELLINGS:
        raise ValueError(f"spelling={spelling!r} is not known; there are {', '.join(map(repr, SPELLINGS))}")


def spell(word: str, spelling: str = "last-marked") -> tuple[str, ...]:
    """The base symbols of a word.

    Raises `TypeError` for a word that is not a str, `ValueError` for an empty one and for one that already
    holds the mark of this spelling: read as one, it could not be told from a real end of word.

    >>> spell("low")
    ('l', 'o', 'w⎵')
    >>> spell("low", "separate")
    ('l', 'o', 'w', '</w>')
    """
    if not isinstance(word, str):
        raise TypeError(f"a word is a str, but {word!r} is {type(word).__name__}; decode or convert it")
    if not word:
        raise ValueError("an empty word has no symbols; drop it")
    match spelling:
        case "plain":
            return tuple(word)
        case "last-marked":
            _refuse(MARK in word, word, spelling, f"it holds the end-of-word mark {MARK} (U+23B5)")
            return (*word[:-1], word[-1] + MARK)
        case "separate":
            _refuse(END in word, word, spelling, f"it holds the end-of-word symbol {END}")
            return (*word, END)
        case "leading-space":
            _refuse(" " in word[1:], word, spelling, "it holds a space that is not its first character")
            return tuple(word)
    check(spelling)
    raise AssertionError  # check() has raised


def unspell(pieces: Iterable[str], spelling: str = "last-marked") -> str:
    """The word that pieces spell: the inverse of `spell`, however its symbols have been joined.

    Raises `ValueError` where the pieces are not one whole word of that spelling. What an unknown token stood
    for is lost: it stays `<unk>`.

    >>> unspell(["low", "est⎵"])
    'lowest'
    """
    check(spelling)
    text = "".join(pieces)
    ending = {"last-marked": MARK, "separate": END}.get(spelling, "")
    word = text.removesuffix(ending)
    if ending and (word == text or ending in word):
        raise ValueError(f"{short(text)} is not one whole word: it must hold {ending} once, at its end")
    if not word:
        raise ValueError(f"{short(text)} is not one whole word: there is nothing in it")
    if spelling == "leading-space" and " " in word[1:]:
        raise ValueError(f"{short(text)} is not one whole word: only its first character may be a space")
    return word


def unmarked(piece: str, spelling: str = "last-marked") -> str:
    """The text of a piece without the mark of a word's end.

    >>> unmarked("est⎵")
    'est'
    """
    return piece.removesuffix({"last-marked": MARK, "separate": END}.get(spelling, ""))


def _refuse(bad: bool, word: str, spelling: str, why: str) -> None:
    if bad:
        raise ValueError(
            f"{short(word)} cannot be spelled {spelling}: {why}; clean the text or choose another spelling"
        )
