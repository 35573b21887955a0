"""A spelling says how a word becomes base symbols, and how pieces become the word again.

    plain           its characters                                  l o w
    last-marked     its characters, the last one carrying a mark    l o w⎵
    separate        its characters, then a symbol of its own        l o w </w>
    leading-space   its characters, a space in front being one      ␣ l o w
    metaspace       its characters, every space written as ▁        ▁ l o w
    continuation    its characters, all but the first after ##      l ##o ##w
    bytes           the bytes of its UTF-8 text, each as a letter   Ġ l o w

A character is a Unicode code point. Sources: Sennrich et al. 2016 attach the end of the word to its last
character (last-marked) after a first version that kept it apart (separate); GPT-2 keeps the space in front;
Kudo & Richardson 2018 write spaces as ▁ (SentencePiece), Devlin et al. 2019 mark what goes on with ## (BERT).
Radford et al. 2019 (GPT-2) write bytes as letters: those that print stand for themselves, the others get the
letters from U+0100 on, so that a space is Ġ. No text lacks a byte, hence all of them are in the alphabet.
"""

from collections.abc import Iterable, Sequence

from .corpus import SURROGATE, short

MARK = "⎵"  # U+23B5, the end of a word, on its last symbol
END = "</w>"  # the end of a word, as a symbol of its own
SPACE = "▁"  # U+2581, a space that is a symbol
MORE = "##"  # before every symbol that goes on with a word
ENDS = {"last-marked": MARK, "separate": END}  # what ends a word
SPELLINGS = ("plain", "last-marked", "separate", "leading-space", "metaspace", "continuation", "bytes")

PRINTS = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))  # bytes that are their own letters
OTHERS = [byte for byte in range(256) if byte not in PRINTS]
LETTERS = "".join(chr(byte) if byte in PRINTS else chr(0x100 + OTHERS.index(byte)) for byte in range(256))
LETTER = {letter: byte for byte, letter in enumerate(LETTERS)}


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
        case "metaspace":
            _refuse(SPACE in word, word, spelling, f"it holds {SPACE} (U+2581), which stands for a space")
            return tuple(word.replace(" ", SPACE))
        case "continuation":
            _refuse(word.startswith(MORE), word, spelling, f"it begins with the continuation mark {MORE}")
            return (word[0], *(MORE + char for char in word[1:]))
        case "bytes":
            _refuse(bool(SURROGATE.search(word)), word, spelling, "it holds a lone surrogate, without bytes")
            return tuple(LETTERS[byte] for byte in word.encode())
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
    pieces = list(pieces)
    text = "".join(pieces)
    if spelling == "continuation":
        if (
            not pieces
            or pieces[0].startswith(MORE)
            or not all(piece.startswith(MORE) for piece in pieces[1:])
        ):
            raise ValueError(
                f"{short(text)} is not one whole word: all but its first piece begin with {MORE}"
            )
        text = glue(pieces, spelling)
    ending = ENDS.get(spelling, "")
    word = text.removesuffix(ending)
    if ending and (word == text or ending in word):
        raise ValueError(f"{short(text)} is not one whole word: it must hold {ending} once, at its end")
    if not word:
        raise ValueError(f"{short(text)} is not one whole word: there is nothing in it")
    if spelling == "bytes":
        try:
            return to_bytes(word).decode()
        except UnicodeDecodeError as error:
            raise ValueError(
                f"{short(text)} is not one whole word: its bytes are not UTF-8 from number {error.start} on"
            ) from error
    if spelling == "leading-space" and " " in word[1:]:
        raise ValueError(f"{short(text)} is not one whole word: only its first character may be a space")
    return word.replace(SPACE, " ") if spelling == "metaspace" else word


def to_bytes(letters: str) -> bytes:
    """The bytes that letters of the spelling "bytes" stand for. Raises `ValueError` for any other letter.

    >>> to_bytes("Ġcaf") + to_bytes("Ã©")
    b' caf\\xc3\\xa9'
    """
    try:
        return bytes(LETTER[letter] for letter in letters)
    except KeyError as error:
        raise ValueError(f"{short(letters)} holds {error.args[0]!r}, which stands for no byte") from None


def alphabet(words: Iterable[Sequence[str]], spelling: str) -> tuple[str, ...]:
    """The base symbols of words that are spelled so, sorted; of bytes, all 256.

    >>> alphabet([spell("low"), spell("new")], "last-marked"), len(alphabet([], "bytes"))
    (('e', 'l', 'n', 'o', 'w⎵'), 256)
    """
    return tuple(sorted(LETTERS if spelling == "bytes" else {symbol for word in words for symbol in word}))


def glue(parts: Sequence[str], spelling: str) -> str:
    """The piece that adjacent symbols or pieces make; only the first may keep its continuation mark.

    >>> glue(("hu", "##gs"), "continuation"), glue(("##u", "##g"), "continuation"), glue(("e", "s"), "plain")
    ('hugs', '##ug', 'es')
    """
    if spelling == "continuation":
        parts = (*parts[:1], *(part.removeprefix(MORE) for part in parts[1:]))
    return "".join(parts)


def unmarked(piece: str, spelling: str = "last-marked") -> str:
    """The text of a piece without the mark of a word's end, or of its going on.

    >>> unmarked("est⎵"), unmarked("##est", "continuation")
    ('est', 'est')
    """
    if spelling == "continuation":
        return piece.removeprefix(MORE)
    return piece.removesuffix(ENDS.get(spelling, ""))


def symbols_of(piece: str, spelling: str) -> tuple[str, ...]:
    """The symbols that a piece is made of.

    >>> symbols_of("est⎵", "last-marked"), symbols_of("##est", "continuation")
    (('e', 's', 't⎵'), ('##e', '##s', '##t'))
    """
    if spelling == "continuation":
        head = MORE if piece.startswith(MORE) and len(piece) > len(MORE) else ""
        letters = piece.removeprefix(head)
        return (head + letters[:1], *(MORE + char for char in letters[1:]))
    ending = ENDS.get(spelling, "")
    if not ending or not piece.endswith(ending):
        return tuple(piece)
    letters = piece.removesuffix(ending)
    return (*letters, ending) if spelling == "separate" else (*letters[:-1], letters[-1:] + ending)


def _refuse(bad: bool, word: str, spelling: str, why: str) -> None:
    if bad:
        raise ValueError(
            f"{short(word)} cannot be spelled {spelling}: {why}; clean the text or choose another spelling"
        )
