"""What stands under a plate that can be drawn anew for a reader's own text: nothing, until scripts run.

The element holds what the book's plate was made with, so that the reader's text is learned in the same way.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..bpe import Merges
from ..trace import Score
from ..unigram import Unigram
from .html import Html, attributes


def your_text(
    plate: str,
    settings: Mapping[str, object],
    number: tuple[str, str, int, int] | None = None,
    asks: str = "A text of your own",
    text: str = "",
    word: tuple[str, str] | None = None,
) -> Html:
    """The element under a plate, for `element(…, own=…)`.

    `plate` is the name that `live.plates.redraw` knows, and `settings` are handed to it by name. `number` is
    one setting more that the reader may change: its name, its label, its value and the most that it may be.
    `asks` names the form, and `text` stands in it at first. `word` is a setting that is a word, with its
    label; left empty, the plate finds one.

    >>> your_text("merge_stepper", {"words": "whitespace"}, ("steps", "Merges", 200, 500))[:58]
    '<your-text plate="merge_stepper" asks="A text of your own"'
    """
    name = dict(zip(("name", "label"), word, strict=True)) if word else None
    field = dict(zip(("name", "label", "value", "most"), number, strict=True)) if number else None
    return Html(
        f"<your-text{attributes(plate=plate, asks=asks, settings=_json(settings))}"
        f"{attributes(number=_json(field) if field else None, text=text or None)}"
        f"{attributes(word=_json(name) if name else None)}></your-text>"
    )


def rules(choices: Mapping[str, Mapping[str, object]]) -> list[dict[str, object]]:
    """How each title was learned, once for those that were learned alike.

    >>> rules({"Hugs": {"ties": "first-seen"}, "Words": {"ties": "first-seen"}})
    [{'title': 'Hugs', 'ties': 'first-seen'}]
    """
    out: list[dict[str, object]] = []
    for title, how in choices.items():
        if all({**rule, "title": title} != {"title": title, **how} for rule in out):
            out.append({"title": title, **how})
    return out


def split_of(words: Iterable[str]) -> str:
    """How a text was split into these words, as `Corpus.from_text` names it.

    >>> split_of(["low", " lower"]), split_of(["low", "lower"]), split_of(["a line of words"])
    ('leading-space', 'whitespace', 'lines')
    """
    words = list(words)
    if any(" " in word[1:] for word in words):
        return "lines"
    return "leading-space" if any(word.startswith(" ") for word in words) else "whitespace"


def packed(model: Unigram | Merges) -> dict[str, object]:
    """A model as settings hold it, weights as text: a page's numbers would lose what kind they are.

    >>> packed(Merges(("a", "b"), (("a", "b"),), "plain"))["merges"]
    (('a', 'b'),)
    """
    how: dict[str, object] = {
        "alphabet": model.alphabet,
        "spelling": model.spelling,
        "unknown": model.unknown,
    }
    if isinstance(model, Merges):
        return {**how, "merges": model.merges}
    return {**how, "weights": [(piece, str(weight)) for piece, weight in model.weights]}


def unpacked(model: Mapping[str, Any]) -> Unigram | Merges:
    """The model that `packed` wrote, also after JSON.

    >>> model = Unigram(("a", "b"), (("a", Fraction(1, 3)), ("b", 2.0)), "plain")
    >>> unpacked(json.loads(json.dumps(packed(model)))) == model
    True
    """
    alphabet, how = tuple(model["alphabet"]), (model["spelling"], model["unknown"])
    if "merges" in model:
        return Merges(alphabet, tuple((left, right) for left, right in model["merges"]), *how)
    return Unigram(alphabet, tuple((piece, number(weight)) for piece, weight in model["weights"]), *how)


def number(text: str) -> Score:
    """The number that `str` wrote, of the same kind.

    >>> number("5"), number("5.0"), number("1/20")
    (5, 5.0, Fraction(1, 20))
    """
    if "/" in text:
        return Fraction(text)
    return int(text) if text.isdigit() else float(text)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
