"""One sentence cut in several ways, one column per character: read straight down."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from ..spelling import END, MARK
from .chips import spelled
from .html import Html, attributes
from .hues import HUES

Row = tuple[str, str, Sequence[str]]
PHONE = 26  # characters that fit on a line of a phone


def cut_sentence(rows: Sequence[Row], sentence: str) -> Html:
    """Rows of (how it was cut, what the parts are called, the parts) under each other. A colour is a word.

    The sentence is laid in lines that a phone can stack, broken only where every row cuts. End-of-word marks
    may stand in the parts and are not drawn. Raises `ValueError` for a part that the sentence does not hold
    at its place.

    >>> rows = [("at spaces", "words", ["a", "cat"]), ("everywhere", "characters", list("a cat"))]
    >>> "5" in cut_sentence(rows, "a cat")
    True
    """
    placed = [(label, unit, list(_place(parts, sentence, label))) for label, unit, parts in rows]
    edges = _lines(sentence, [span for _, _, spans in placed for span in spans])
    word = [sentence[:i].count(" ") + (sentence[i] == " ") for i in range(len(sentence))]
    out = ""
    for start, end in pairwise(edges):
        out += f'<div class="pw-hero__half" style="--n:{end - start}">'
        for label, unit, spans in placed:
            tiles = "".join(
                f'<span class="pw-tile" data-hue="{HUES[word[at] % len(HUES)]}" '
                f'style="grid-column:{at - start + 1}/span {size}">'
                + "".join(f"<span>{spelled(c)}</span>" for c in sentence[at : at + size])
                + "</span>"
                for at, size in spans
                if start <= at < end
            )
            out += (
                f'<div class="pw-hero__row"><p class="pw-hero__label"><b>{len(spans)}</b> '
                f"<span>{escape(unit)}, cut<br> {escape(label)}</span></p>"
                f'<div class="pw-hero__tiles">{tiles}</div></div>'
            )
        out += "</div>"
    ways = "; ".join(f"{label}, {len(spans)} {unit}" for label, unit, spans in placed)
    says = attributes(role="img", aria_label=f"The sentence “{sentence}” cut in {len(rows)} ways: {ways}.")
    return Html(
        f'<figure class="pw-hero"{says}>'
        f'<div class="pw-hero__halves" style="--all:{len(sentence)}">{out}</div></figure>'
    )


def _place(parts: Iterable[str], sentence: str, label: str) -> Iterable[tuple[int, int]]:
    """Where each part starts, and how many characters it has."""
    at = 0
    for part in parts:
        text = part.removesuffix(END).removesuffix(MARK)
        if not text:
            continue
        found = sentence.find(text, at)
        if found < 0 or sentence[at:found].strip():
            raise ValueError(
                f"the row {label!r} has {part!r} where the sentence goes on {sentence[at : at + 12]!r}"
            )
        yield found, len(text)
        at = found + len(text)


def _lines(sentence: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """The places where a phone breaks the sentence: as even as the cuts common to all rows allow."""
    inside = {place for at, size in spans for place in range(at + 1, at + size)}
    common = [i for i in range(1, len(sentence)) if i not in inside and sentence[i - 1] != " "]
    count = -(-len(sentence) // PHONE) or 1
    wanted = [len(sentence) * i / count for i in range(1, count)]
    breaks = {min(common, key=lambda i: (abs(i - place), i)) for place in wanted if common}
    return [0, *sorted(breaks), len(sentence)]
