"""One sentence cut in several ways, one column per character: read straight down."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from unicodedata import category, east_asian_width

from ..spelling import END, MARK
from .chips import MARKS, direction
from .element import data
from .html import Html, attributes
from .hues import HUES

Row = tuple[str, str, Sequence[str]]
PHONE = 26  # characters that fit on a line of a phone; a wide line takes two of them
FEWEST = {"wide": 40, "phone": 20}  # columns of a line: those of a short sentence do not swell


def cut_sentence(
    rows: Sequence[Row], sentence: str, unknown: Mapping[str, Collection[str]] | None = None
) -> Html:
    """Rows of (how it was cut, what the parts are called, the parts) under each other. A colour is a word.

    The sentence is laid in lines that a phone can stack, broken where every row cuts, if such a place is
    near; a part that goes on in the next line is open at that end. End-of-word marks may stand in the parts
    and are not drawn. `unknown` has, by the name of a row, the parts that are none of its pieces: they are
    drawn hollow. Raises `ValueError` for a part that the sentence does not hold at its place.

    >>> rows = [("at spaces", "words", ["a", "cat"]), ("everywhere", "characters", list("a cat"))]
    >>> "5" in cut_sentence(rows, "a cat")
    True
    """
    placed = [(label, unit, list(_place(parts, sentence, label))) for label, unit, parts in rows]
    edges = _lines(sentence, [span for _, _, spans in placed for span in spans])
    halves = list(pairwise(edges))
    widths = [end - start for start, end in halves]
    word = [sentence[:i].count(" ") + (sentence[i] == " ") for i in range(len(sentence))]
    strange = unknown or {}

    def tile(start: int, end: int, at: int, size: int, known: bool) -> str:
        first, last = max(at, start), min(at + size, end)
        look = ("" if known else " is-unknown") + " is-begun" * (first > at) + " is-open" * (last < at + size)
        hue = HUES[word[at] % len(HUES)] if known else None
        return (
            f'<span class="pw-tile{look}"{attributes(data_hue=hue)} '
            f'style="grid-column:{first - start + 1}/span {last - first}">'
            + "".join(map(_drawn, sentence[first:last]))
            + "</span>"
        )

    out = ""
    for start, end in halves:
        out += f'<div class="pw-hero__half" style="--n:{end - start}">'
        for label, unit, spans in placed:
            tiles = "".join(
                tile(start, end, at, size, sentence[at : at + size] not in strange.get(label, ()))
                for at, size in spans
                if at < end and at + size > start
            )
            out += (
                f'<div class="pw-hero__row"><p class="pw-hero__label"><b>{len(spans)}</b> '
                f"<span>{escape(unit)}, cut<br> {escape(label)}</span></p>"
                f'<div class="pw-hero__tiles">{tiles}</div></div>'
            )
        out += "</div>"
    ways = "; ".join(
        f"{label}, {len(spans)} {unit}" + (", some of them unknown" if strange.get(label) else "")
        for label, unit, spans in placed
    )
    says = attributes(role="img", aria_label=f"The sentence “{sentence}” cut in {len(rows)} ways: {ways}.")
    lines = [sum(widths[i : i + 2]) for i in range(0, len(widths), 2)]
    columns = f"--all:{max(FEWEST['wide'], *lines)};--phone:{max(FEWEST['phone'], *widths)}"
    way = attributes(dir=direction(sentence))
    return Html(
        f'<figure class="pw-hero"{says}>'
        f'<div class="pw-hero__halves"{way} style="{columns}">{out}</div></figure>'
    )


def live_sentence(figure: str, sentence: str, model: object, limit: int) -> Html:
    """A figure of `cut_sentence` with a field below it, in which a reader's own sentence is cut.

    `model` is handed to piecework.live.sentence with what was typed, at most `limit` characters.

    >>> live_sentence("<figure></figure>", "a cat", {"alphabet": "act"}, 200)[-43:]
    '{"alphabet":"act"}</script></live-sentence>'
    """
    about = attributes(value=sentence, limit=limit)
    return Html(f"<live-sentence{about}>{figure}{data(model)}</live-sentence>")


def _place(parts: Iterable[str], sentence: str, label: str) -> Iterator[tuple[int, int]]:
    """Where each part starts, and how many characters it has."""
    at = 0
    for part in parts:
        for text in (part, part.removesuffix(END).removesuffix(MARK)):
            found = sentence.find(text, at)
            if found >= 0 and not sentence[at:found].strip():
                break
        else:
            raise ValueError(
                f"the row {label!r} has {part!r} where the sentence goes on {sentence[at : at + 12]!r}"
            )
        if text:
            yield found, len(text)
            at = found + len(text)


def _lines(sentence: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """The places where a phone breaks the sentence: where all rows cut, or else where the line is full."""
    inside = {place for at, size in spans for place in range(at + 1, at + size)}
    common = [i for i in range(1, len(sentence)) if i not in inside and sentence[i - 1] != " "]
    places = [0]
    while len(sentence) - places[-1] > PHONE:
        full = places[-1] + PHONE
        places.append(max((i for i in common if full - PHONE // 2 <= i <= full), default=full))
    return [*places, len(sentence)]


def _drawn(character: str) -> str:
    """One character in its column: a mark that needs a letter sits on a ring, what has no look is a box."""
    if category(character).startswith("M"):
        return f"<span>◌{character}</span>"
    if not character.isprintable():
        return "<span>□</span>"
    wide = ' class="is-wide"' if east_asian_width(character) in "FW" else ""
    if character in MARKS:  # nothing is heard inside a picture
        return f'<span><span class="{MARKS[character][0]}">{character}</span></span>'
    return f"<span{wide}>{escape(character)}</span>"
