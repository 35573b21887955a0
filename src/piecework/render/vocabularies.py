"""The plate on two vocabularies: what each learned, in order, what both have, and how each reads some words.

Here a hue says that both vocabularies have the piece, so that the same row can be found in both lists.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ..bpe import MergeTrace
from ..coverage import CoverTrace
from ..measure import Trace, whole_words
from .chips import chip, chips
from .claims import learned
from .element import element
from .html import Html
from .hues import LOOKS
from .table import table
from .yours import your_text

MOST = 200  # pieces that each may learn of a reader's text
NOTES = {"once": "a word said once", "word": "a word", "": ""}


def two_vocabularies(
    traces: Mapping[str, Trace], words: Sequence[str], label: str = "Two vocabularies, side by side"
) -> Html:
    """An explorable for two traces, of any learners, each under its name; `words` are what it can read.

    Without scripts it is a table of both lists and a table of readings.

    >>> from piecework import bpe, corpora, coverage
    >>> both = {learner.__name__: learner.train(corpora.load("export")) for learner in (bpe, coverage)}
    >>> two_vocabularies(both, ["exports"])[:44]
    '<div class="pw-explorable"><two-vocabularies'
    """
    if len(traces) != 2:
        raise ValueError(f"two_vocabularies compares two traces, not {len(traces)}")
    data = record(traces, words)
    longest = max(len(side["rows"]) for side in data["sides"])
    own = _own(traces, words)
    tall = (23.4 + 0.65 * longest, 31 + 1.3 * longest)
    return element("two-vocabularies", label, plate(data), data, tall, own=own)


def rivals(traces: Mapping[str, Trace]) -> dict[str, object] | None:
    """How coverage and merging learned, where both did with the same settings: what a text is learned with.

    >>> from piecework import bpe, corpora, coverage
    >>> rivals({each.__name__: each.train(corpora.load("export")) for each in (bpe, coverage)})["names"]
    ['piecework.bpe', 'piecework.coverage']
    """
    covers = [isinstance(trace, CoverTrace) for trace in traces.values()]
    cover = next((trace for trace in traces.values() if isinstance(trace, CoverTrace)), None)
    merge = next((trace for trace in traces.values() if isinstance(trace, MergeTrace)), None)
    if not cover or not merge:
        return None
    if any(getattr(cover, name) != getattr(merge, name) for name in ("spelling", "ties", "unknown")):
        return None
    return {
        **learned(cover),
        "min_count": merge.min_count,
        "names": list(traces),
        "cover": covers.index(True),
    }


def _own(traces: Mapping[str, Trace], words: Sequence[str]) -> str:
    """The element under the plate, where a reader's text can be learned in the same way."""
    how = rivals(traces)
    if how is None:
        return ""
    pieces = min(max(1, *(len(trace.learned) for trace in traces.values())), MOST)
    number = ("pieces", "Pieces to learn", pieces, MOST)
    return your_text("two_vocabularies", {**how, "read": list(words)}, number)


def record(traces: Mapping[str, Trace], words: Sequence[str]) -> dict[str, Any]:
    """All that the page shows: both lists, and every reading."""
    numbers = [{piece: i for i, piece in enumerate(trace.learned, 1)} for trace in traces.values()]
    both = [piece for piece in sorted(numbers[0], key=numbers[0].__getitem__) if piece in numbers[1]]
    sides = []
    for (name, trace), mine, other in zip(traces.items(), numbers, reversed(numbers), strict=True):
        wholes, once = set(whole_words(trace)), set(whole_words(trace, said=1))
        rows = [
            {
                "piece": piece,
                "number": mine[piece],
                "other": other.get(piece),
                "said": "once" if piece in once else "word" if piece in wholes else "",
            }
            for piece in sorted(mine, key=mine.__getitem__)
        ]
        sides.append({"name": name, "rows": rows, "readings": [trace.model.segment(word) for word in words]})
    hues = {piece: LOOKS[i % len(LOOKS)] for i, piece in enumerate(both)}
    return {"sides": sides, "words": list(words), "shared": len(both), "hues": hues}


def plate(data: Mapping[str, Any]) -> str:
    """Both lists and all readings, in full."""
    names, hues = [side["name"] for side in data["sides"]], data["hues"]
    sizes = [len(side["rows"]) for side in data["sides"]]

    def cells(row: Mapping[str, Any] | None, other: str) -> list[object]:
        if row is None:
            return ["", "", ""]
        notes = [NOTES[row["said"]], f"no. {row['other']} of {other}" if row["other"] else ""]
        return [row["number"], chip(row["piece"], hues), ", ".join(filter(None, notes))]

    rows = [
        [*cells(left, names[1]), *cells(right, names[0])]
        for left, right in zip_longest(*(side["rows"] for side in data["sides"]))
    ]
    says = (
        f"What each learned, in order: {sizes[0]} pieces and {sizes[1]}, {data['shared']} of them the same."
    )
    lists = table(["No.", names[0], "", "No.", names[1], ""], rows, "rllrll", says)
    if not data["words"]:
        return lists
    readings = [
        [word, *(cell for pieces in both for cell in (chips(pieces, hues), len(pieces)))]
        for word, *both in zip(data["words"], *(side["readings"] for side in data["sides"]), strict=True)
    ]
    head = ["Word", f"Read by {names[0]}", "Tokens", f"Read by {names[1]}", "Tokens"]
    return lists + table(head, readings, "llrlr", "How each vocabulary reads a word.")
