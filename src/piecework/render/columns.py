"""A sum in columns, once for each way to cut its numbers: pieces that end at one place have one hue."""

from collections.abc import Mapping, Sequence
from html import escape

from .html import Html, attributes
from .hues import LOOKS

Pieces = Sequence[str]


def column_sum(cuts: Mapping[str, Sequence[Pieces]], own: str = "") -> Html:
    """Numbers under each other, the last below a line: how they are cut, by the name of a rule.

    Digits of one value stand in one column, so a decimal point stands under a decimal point. `own` is
    `your_text`, for a plate that can be drawn anew. Raises `ValueError` without a number.

    >>> "in columns" in column_sum({"threes": [["95"], ["7"], ["102"]]})
    True
    """
    if not cuts or not all(numbers and all(map("".join, numbers)) for numbers in cuts.values()):
        raise ValueError("column_sum needs a rule, and under each rule numbers that are not empty")
    panels = "".join(_panel(rule, numbers) for rule, numbers in cuts.items())
    # The outer tag is only a place for `own` to put another plate in.
    return Html(
        f'<div class="pw-explorable"><column-sum label="In columns"><figure class="pw-sums">{panels}</figure>'
        f"</column-sum>{own}</div>"
    )


def aligned(numbers: Sequence[Pieces]) -> bool:
    """Whether pieces stand on pieces: where two numbers both have digits, both are cut at the same places.

    >>> aligned([["123", "4"], ["567"]]), aligned([["1", "234"], ["567"]])
    (False, True)
    """
    spans = [columns(pieces) for pieces in numbers]
    for i, one in enumerate(spans):
        for other in spans[:i]:
            first, last = max(one[0], other[0]), min(one[-1], other[-1])
            if [at for at in one if first < at < last] != [at for at in other if first < at < last]:
                return False
    return True


def columns(pieces: Pieces) -> list[int]:
    """The places at which pieces begin, and at the end where the last one ends; the units end at 0.

    >>> columns(["123", "4"]), columns(["12", ".", "5"])
    ([-4, -1, 0], [-2, 0, 1, 2])
    """
    text = "".join(pieces)
    point = text.find(".")
    places = [-(point if point >= 0 else len(text))]
    for piece in pieces:
        places.append(places[-1] + len(piece))
    return places


def _panel(rule: str, numbers: Sequence[Pieces]) -> str:
    placed = [columns(pieces) for pieces in numbers]
    left, right = min(places[0] for places in placed), max(places[-1] for places in placed)
    rows = ""
    for i, (pieces, places) in enumerate(zip(numbers, placed, strict=True)):
        tiles = "".join(
            f'<span class="pw-tile"{attributes(data_hue=LOOKS[-end % len(LOOKS)])} '
            f'style="grid-column:{start - left + 2}/span {end - start}">'
            + "".join(f"<span>{escape(digit)}</span>" for digit in piece)
            + "</span>"
            for piece, start, end in zip(pieces, places, places[1:], strict=False)
        )
        plus = '<span class="pw-sums__plus">+</span>' if 0 < i < len(numbers) - 1 else ""
        total = " is-total" if 0 < i == len(numbers) - 1 else ""
        rows += f'<div class="pw-sums__row{total}">{plus}{tiles}</div>'
    tokens, level = sum(map(len, numbers)), aligned(numbers)
    heard = "; ".join(", ".join(pieces) for pieces in numbers)
    says = attributes(role="img", aria_label=f"Cut {rule}: {heard}.")
    verdict = "in columns" if level else "out of line"
    return (
        f'<div class="pw-sums__panel{"" if level else " is-askew"}"><p><b>{escape(rule)}</b></p>'
        f'<div class="pw-sums__grid"{says} style="--n:{right - left + 1}">{rows}</div>'
        f"<p>{tokens} tokens, {verdict}</p></div>"
    )
