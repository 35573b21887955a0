"""The plate of a sum, drawn for two numbers of the reader's own."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext
from typing import Any

from .. import render
from ..corpus import short
from ..render.yours import packed, unpacked
from ..splitting import words
from .plates import Drawn, Tell

DIGITS = 18  # of a number: more do not fit a phone
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
Rules = Sequence[Mapping[str, Any]]


def rule(title: str, splits: Sequence[str], model: Any = None) -> dict[str, Any]:
    """A way to cut numbers, as the settings of the plate hold it: splits, and then merges, if there are any.

    >>> rule("threes from the left", ["cl100k"])
    {'title': 'threes from the left', 'splits': ['cl100k']}
    """
    how: dict[str, Any] = {"title": title, "splits": list(splits)}
    return {**how, "model": packed(model)} if model else how


def cuts(numbers: Sequence[str], rules: Rules) -> dict[str, list[list[str]]]:
    """The pieces of numbers by each rule.

    >>> cuts(["1234"], [rule("threes from the left", ["cl100k"])])
    {'threes from the left': [['123', '4']]}
    """
    out = {}
    for one in rules:
        segment = unpacked(one["model"]).segment if "model" in one else lambda word: [word]
        out[one["title"]] = [
            [piece for word in words(number, one["splits"]) for piece in segment(word)] for number in numbers
        ]
    return out


def column_sum(text: str, *, rules: Rules, tell: Tell) -> Drawn:
    """Two numbers of the text and their sum."""
    numbers = NUMBER.findall(text)
    if len(numbers) != 2 or NUMBER.sub("", text).strip(" +=\n\t"):
        raise ValueError("write two numbers and a plus between them, such as 1234 + 567")
    for number in numbers:
        if len(number.replace(".", "")) > DIGITS:
            raise ValueError(f"{short(number)} has more than {DIGITS} digits: write a shorter number")
    with localcontext() as context:
        context.prec = 3 * DIGITS
        total = f"{Decimal(numbers[0]) + Decimal(numbers[1]):f}"
    return render.column_sum(cuts([*numbers, total], rules)), f"{numbers[0]} + {numbers[1]} is drawn."
