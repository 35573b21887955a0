"""Chances as text, and hues for pieces that come from no trace."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf

from ..spelling import END, MARK, MORE
from .html import Html
from .hues import LOOKS

Chance = int | float | Fraction


def number(value: Chance) -> str:
    """A probability in three digits, with a power of ten where it is small.

    >>> number(Fraction(2, 21)), number(0.5), number(2.854e-13)
    ('0.0952', '0.5', '2.85e-13')
    """
    if value and not float(value):
        return "under 1e-300"
    text = f"{float(value):.3g}"
    if 0 < value < 0.001:
        mantissa, exponent = f"{float(value):.2e}".split("e")
        text = f"{mantissa}e{int(exponent)}"
    return text


def powers(text: str) -> Html:
    """A number from `number` for the eye: the power of ten raised.

    >>> powers("2.85e-13")
    '2.85·10<sup>−13</sup>'
    """
    mantissa, _, exponent = text.partition("e-")
    return Html(f"{mantissa}·10<sup>−{exponent}</sup>" if exponent else mantissa)


def percent(share: Chance) -> str:
    """A share to a tenth of a percent; what is not nothing and not all is never rounded to that.

    >>> percent(0.476), percent(1e-9), percent(0.99999), percent(Fraction(1))
    ('47.6%', 'under 0.1%', 'over 99.9%', '100%')
    """
    value = float(share)
    if value > 1 - 1e-12:
        return "100%"
    if value and value < 0.001:
        return "under 0.1%"
    return "over 99.9%" if value > 0.999 else f"{value:.1%}"


def times(ratio: Chance) -> str:
    """How many times as much, in two digits.

    >>> times(1.554), times(161.3), times(3.5e14)
    ('1.6', '160', '3.5e14')
    """
    value = float(ratio)
    if value == inf or value >= 1e6:
        return f"{value:.1e}".replace("e+0", "e").replace("e+", "e")
    return f"{round(float(f'{value:.2g}')):,}" if value >= 10 else f"{value:.1f}"


def base(piece: str) -> bool:
    """Whether a piece is one symbol, marks aside.

    >>> base("s⎵"), base("##u"), base("es")
    (True, True, False)
    """
    return len(piece.removesuffix(MARK).removesuffix(END).removeprefix(MORE)) < 2


def tints(words: Iterable[Sequence[str]]) -> dict[str, str]:
    """A look for every piece of more than one symbol; `words` lists what is seen together, main things first.

    Pieces of one word differ while looks last, and a piece looks the same in every word.

    >>> tints([["ug", "h", "hu"], ["ug", "pu"]])
    {'ug': 'blue', 'hu': 'amber', 'pu': 'amber'}
    """
    groups = [[piece for piece in dict.fromkeys(word) if not base(piece)] for word in words]
    look: dict[str, str] = {}
    for group in groups:
        for piece in group:
            if piece not in look:
                near = [look[other] for each in groups if piece in each for other in each if other in look]
                look[piece] = min(LOOKS, key=near.count)
    return look
