"""A text over its bytes, and the tokens that read them: a token may begin or end inside a character."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import accumulate, pairwise

from ..spelling import LETTERS
from ..tokenizer import Encoding
from .html import Html, attributes
from .hues import HUES
from .sentence import _drawn

PHONE = 10  # bytes that fit on a line of a phone; a wide line takes two of them

Span = tuple[int, int]  # from, to, in bytes
Tile = tuple[Span, str, str | None, Sequence[str]]  # where, class, hue, and one cell or one for each byte


def byte_strip(encoding: Encoding) -> Html:
    """Four rows, one column per byte: the characters, their bytes, the tokens in letters, and their ids.

    A token that begins or ends inside a character is drawn hollow. Raises `ValueError` for an empty text and
    for tokens that are not the bytes of the text: the tokenizer must be spelled "bytes" and leave the text
    as it is.

    >>> from piecework import tokenizer
    >>> byte_strip(tokenizer.train("low", 256).encode("é"))[44:107]
    'aria-label="“é”: 1 character, 2 bytes and 2 tokens, 2 of them c'
    """
    text, data = encoding.text, encoding.text.encode()
    letters = "".join(LETTERS[byte] for byte in data)
    if not text or encoding.tokenizer.model.spelling != "bytes" or "".join(encoding.pieces) != letters:
        raise ValueError(
            "byte_strip shows a text that is not empty, and tokens spelled 'bytes' that spell it"
        )
    chars, tokens = _spans(len(char.encode()) for char in text), _spans(map(len, encoding.pieces))
    borders = {0, *(end for _, end in chars)}
    torn = [not {*span} <= borders for span in tokens]
    cells = [f"<span>{escape(letter)}</span>" for letter in letters]
    counts = (_count(len(chars), "character"), _count(len(data), "byte"), _count(len(tokens), "token"))
    rows: list[tuple[str, list[Tile]]] = [
        (
            _bold(counts[0]),
            [(at, "is-char", None, [_drawn(char)]) for at, char in zip(chars, text, strict=True)],
        ),
        (_bold(counts[1]), [((i, i + 1), "is-byte", None, [f"{byte:02x}"]) for i, byte in enumerate(data)]),
        (
            _bold(counts[2]),
            [
                (at, "pw-tile is-unknown", None, cells[slice(*at)])
                if torn[i]
                else (at, "pw-tile", HUES[i % len(HUES)], cells[slice(*at)])
                for i, at in enumerate(tokens)
            ],
        ),
        (
            "<b></b> <span>ids</span>",
            [(at, "is-id", None, [str(one)]) for at, one in zip(tokens, encoding.ids, strict=True)],
        ),
    ]
    lines = list(pairwise(_lines(chars, tokens)))
    halves = "".join(
        f'<div class="pw-hero__half" style="--n:{end - start}">'
        + "".join(
            f'<div class="pw-hero__row"><p class="pw-hero__label">{label}</p>'
            f'<div class="pw-hero__tiles">{"".join(_part(tile, start, end) for tile in tiles)}</div></div>'
            for label, tiles in rows
        )
        + "</div>"
        for start, end in lines
    )
    says = f"“{text}”: {', '.join(counts[:2])} and {counts[2]}, {sum(torn)} of them cut inside a character."
    columns = f"--all:{2 * PHONE};--phone:{PHONE}"
    return Html(
        f'<figure class="pw-hero pw-strip" role="img"{attributes(aria_label=says)}>'
        f'<div class="pw-hero__halves" dir="ltr" style="{columns}">{halves}</div></figure>'
    )


def _part(tile: Tile, start: int, end: int) -> str:
    """What stands of a tile on the line from start to end: nothing, all of it, or a part that is open."""
    (first, last), css, hue, cells = tile
    here, there = max(first, start), min(last, end)
    if here >= there:
        return ""
    each = cells[here - first : there - first] if len(cells) == last - first else cells[: here == first]
    css += " is-begun" * (here > first) + " is-open" * (there < last)
    look = attributes(class_=css, data_hue=hue, style=f"grid-column:{here - start + 1}/span {there - here}")
    return f"<span{look}>{''.join(each)}</span>"


def _spans(widths: Iterable[int]) -> list[Span]:
    return list(pairwise(accumulate(widths, initial=0)))


def _lines(chars: Sequence[Span], tokens: Sequence[Span]) -> list[int]:
    """Where lines end: never inside a character, and between tokens where that leaves a line half full."""
    ends = [end for _, end in chars]
    between = {end for _, end in tokens}
    places = [0]
    while places[-1] < ends[-1]:
        fit = [end for end in ends if places[-1] < end <= places[-1] + PHONE]
        good = [end for end in fit if end in between and end > places[-1] + PHONE // 2]
        places.append(fit[-1] if fit[-1] == ends[-1] else max(good, default=fit[-1]))
    return places


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _bold(count: str) -> str:
    number, what = count.split(" ")
    return f"<b>{number}</b> <span>{what}</span>"
