"""A sentence of the reader's own, cut four ways: at spaces, at marks too, by merges, everywhere.

The front page draws its first figure with the same functions and hands its merges along (`packed`), so both
cuts are the same program's.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from unicodedata import category

from ..bpe import Merges
from ..render.sentence import Row, cut_sentence

LIMIT = 200  # characters
NAMED = 8  # of the unknown ones
ALONE, AGAIN = "\u2068", "\u2069"  # around a character that may run from right to left
BY_MERGES = "by merges"


def cut(sentence: str, model: str, tell: Callable[..., object]) -> dict[str, str]:
    """The figure of a sentence, and what there is to say about it. `model` is JSON of what `packed` gave.

    Spaces are read as one between words. Raises `ValueError` for a sentence with nothing to cut and for one
    of more than `LIMIT` characters. Cost: n log n for n characters, and once the reading of the model.

    >>> model = json.dumps(packed(Merges(tuple(" abct"), (("a", "t"), ("c", "at")), "leading-space")))
    >>> cut("a cat!", model, print)["said"][:48]
    '2 words, 3 parts, 4 pieces and 6 characters. Hol'
    """
    sentence = " ".join(sentence.split())
    if not sentence:
        raise ValueError("There is nothing to cut yet: type a sentence.")
    if len(sentence) > LIMIT:
        raise ValueError(
            f"This sentence has {len(sentence)} characters, and at most {LIMIT} can be drawn: shorten it."
        )
    merges = unpacked(model)
    rows, strange = cuts(sentence, merges), unknown(sentence, merges)
    return {
        "html": cut_sentence(rows, sentence, {BY_MERGES: strange}),
        "said": said(rows, strange),
    }


def cuts(sentence: str, model: Merges) -> list[Row]:
    """The rows of `render.cut_sentence`. The merges read capitals as small letters.

    >>> model = Merges(tuple(" act"), (("a", "t"), ("c", "at")), "leading-space")
    >>> for _, unit, parts in cuts("A Cat.", model):
    ...     print(unit, parts)
    words ['A', 'Cat.']
    parts ['A', 'Cat', '.']
    pieces ['A', ' ', 'Cat', '.']
    characters ['A', ' ', 'C', 'a', 't', '.']
    """
    words = sentence.split(" ")
    marks = "".join(c if category(c)[0] in "LMN" or c == " " else f" {c} " for c in sentence).split(" ")
    pieces, at = [], 0
    for i, word in enumerate(words):
        for piece in model.segment(small(word if i == 0 else " " + word)):
            pieces.append(sentence[at : at + len(piece)])
            at += len(piece)
    return [
        ("at spaces", "words", words),
        ("at marks too", "parts", [mark for mark in marks if mark]),
        (BY_MERGES, "pieces", pieces),
        ("everywhere", "characters", list(sentence)),
    ]


def unknown(sentence: str, model: Merges) -> list[str]:
    """The characters that the model never met, as they stand in the sentence, each once.

    >>> unknown("A cat!", Merges(tuple(" act"), (), "leading-space"))
    ['!']
    """
    return [c for c in dict.fromkeys(sentence) if small(c) not in model.known]


def small(text: str) -> str:
    """Small letters for capitals, wherever that leaves one character one character."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def said(rows: list[Row], strange: list[str]) -> str:
    """The counts of the rows, and which characters are unknown, in a sentence or two.

    >>> said([("at spaces", "words", ["hm!"]), ("everywhere", "characters", list("hm!"))], ["!"])[:37]
    '1 word and 3 characters. Hollow, beca'
    """
    counts = [f"{len(parts)} {unit if len(parts) > 1 else unit[:-1]}" for _, unit, parts in rows]
    line = f"{', '.join(counts[:-1])} and {counts[-1]}."
    if strange:
        names = [f"“{ALONE}{c}{AGAIN}”" if c.isprintable() else f"U+{ord(c):04X}" for c in strange[:NAMED]]
        names += [f"{len(strange) - NAMED} more"] if len(strange) > NAMED else []
        several = ", ".join(names[:-1]) + " and " if len(names) > 1 else ""
        line += f" Hollow, because unknown: the merges never met {several}{names[-1]}."
    return line


def packed(model: Merges) -> dict[str, str]:
    """Merges with leading spaces in little room: each is the ids of its two parts.

    >>> packed(Merges(tuple(" act"), (("a", "t"), ("c", "at")), "leading-space"))
    {'alphabet': ' act', 'merges': '1 3 2 4'}
    """
    ids = {piece: i for i, piece in enumerate(model.vocabulary)}
    merges = " ".join(str(ids[part]) for pair in model.merges for part in pair)
    return {"alphabet": "".join(model.alphabet), "merges": merges}


@lru_cache(maxsize=1)
def unpacked(model: str) -> Merges:
    """The merges again, from JSON; the last ones are kept.

    >>> model = Merges(tuple(" act"), (("a", "t"), ("c", "at")), "leading-space")
    >>> unpacked(json.dumps(packed(model))) == model
    True
    """
    said = json.loads(model)
    pieces, known, merges = list(said["alphabet"]), set(said["alphabet"]), []
    ids = list(map(int, said["merges"].split()))
    for left, right in zip(ids[::2], ids[1::2], strict=True):
        merges.append((pieces[left], pieces[right]))
        joined = pieces[left] + pieces[right]
        if joined not in known:
            pieces.append(joined)
            known.add(joined)
    return Merges(tuple(said["alphabet"]), tuple(merges), "leading-space")
