"""The plate on sampling: cuts of one word, drawn again and again, beside the share that each should have.

Shares and draws were computed when the page was made; the page counts the draws that it has shown.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ..bpe import Merges
from ..unigram import Unigram
from .chips import chips
from .element import element
from .html import Html
from .odds import Chance, percent, tints
from .reader import many
from .table import table
from .yours import packed, your_text

Cut = tuple[str, ...]
ROWS = 10  # cuts with a row of their own; the rest share one
DRAWS, MOST = 300, 2000  # of a reader's own: at first, and at the most
SCALES = (0.1, 0.2, 0.25, 0.5, 0.75, 1.0)  # where a track may end


def sampled_spellings(
    samples: Mapping[str, tuple[Mapping[Cut, Chance], Sequence[Sequence[str]]]],
    word: str,
    label: str = "One word, drawn again and again",
    models: Mapping[str, tuple[Unigram | Merges, Chance]] | None = None,
) -> Html:
    """An explorable of draws: under each title the exact share of every cut, and cuts in the order drawn.

    Without scripts it is a table for each title. `models` says for some titles what a reader may draw from:
    a model of Unigram and a temperature, or one of merging and the probability that a place is struck.
    Raises `ValueError` without a title, for one without draws, for shares that do not add up to 1, and for a
    draw that has no share.

    >>> from fractions import Fraction
    >>> shares = {("ug",): Fraction(3, 4), ("u", "g"): Fraction(1, 4)}
    >>> sampled_spellings({"coin": (shares, [("ug",), ("u", "g")])}, "ug")[:45]
    '<div class="pw-explorable"><sampled-spellings'
    """
    if not samples:
        raise ValueError("sampled_spellings needs at least one title with its shares and draws")
    records = [record(title, shares, draws) for title, (shares, draws) in samples.items()]
    look = tints([[piece for each in records for cut in each["cuts"] for piece in cut]])
    static = "".join(plate(each, look) for each in records)
    data = {"word": word, "hues": look, "samples": records}
    rows = len(records[0]["shares"])
    room = 27 + 1.55 * rows, 33 + 2.6 * rows
    return element("sampled-spellings", label, static, data, room, own=_own(models, word) if models else "")


def _own(models: Mapping[str, tuple[Unigram | Merges, Chance]], word: str) -> Html:
    """The form for draws of a reader's own; a model that several titles share is written once."""
    every: list[Unigram | Merges] = []
    titles = []
    for title, (model, chance) in models.items():
        if model not in every:
            every.append(model)
        titles.append({"title": title, "model": every.index(model), "chance": str(chance)})
    settings = {"models": [packed(model) for model in every], "titles": titles}
    return your_text("sampled_spellings", settings, ("draws", "Draws", DRAWS, MOST), "Your word", word)


def record(title: str, shares: Mapping[Cut, Chance], draws: Sequence[Sequence[str]]) -> dict[str, Any]:
    """All that the page needs to play one title.

    `cuts` are those with a row, the likeliest first, then the rarer ones that were drawn; `rare` counts all
    rarer ones, which share the last row. `draws` are numbers of cuts. `shares` and `exact` are the shares of
    the rows, as text and as numbers. `gaps`, after each draw: the largest difference between drawn and exact
    share of a row, in tenths of a percentage point.
    """
    if not draws:
        raise ValueError(f"{title!r} has no draws")
    every = fsum(map(float, shares.values()))
    if abs(every - 1) > 1e-6:
        raise ValueError(f"the shares of {title!r} add up to {every:.4g}, not 1: give every cut its share")
    ranked = sorted(shares, key=lambda cut: -shares[cut])
    own = ranked if len(ranked) <= ROWS + 1 else ranked[:ROWS]
    rare = len(ranked) - len(own)
    exact: list[Chance] = [shares[cut] for cut in own]
    if rare:
        exact.append(fsum(float(shares[cut]) for cut in ranked[ROWS:]))
    numbers = {cut: i for i, cut in enumerate(own)}
    drawn, counts, gaps = list[int](), Counter[int](), list[int]()
    for n, pieces in enumerate(draws, 1):
        cut = tuple(pieces)
        if cut not in shares:
            raise ValueError(f"draw {n} of {title!r} is {' '.join(cut)}, to which no share is given")
        drawn.append(numbers.setdefault(cut, len(numbers)))
        counts[min(drawn[-1], len(own))] += 1
        gaps.append(round(1000 * max(abs(counts[i] / n - float(share)) for i, share in enumerate(exact))))
    return {
        "title": title,
        "cuts": list(numbers),
        "rare": rare,
        "shares": [percent(share) for share in exact],
        "exact": [round(float(share), 5) for share in exact],
        "scale": next(scale for scale in SCALES if scale >= min(1.0, 1.15 * float(max(exact)))),
        "draws": drawn,
        "gaps": gaps,
    }


def plate(sample: Mapping[str, Any], look: Mapping[str, str]) -> str:
    """A title in full: every row with its share, its draws, and how far they are apart."""
    draws, own = sample["draws"], len(sample["shares"]) - bool(sample["rare"])
    counts = Counter(min(i, own) for i in draws)
    rows = []
    for i, (share, text) in enumerate(zip(sample["exact"], sample["shares"], strict=True)):
        name = chips(sample["cuts"][i], look) if i < own else many(sample["rare"], "rarer cut")
        part = counts[i] / len(draws)
        bar = track(part, share, sample["scale"])
        rows.append([name, bar, text, counts[i], percent(part), _points(part - share)])
    gap = f"{sample['gaps'][-1] / 10:.1f} points"
    says = f"{sample['title']}: {many(len(draws), 'draw')}; the largest gap is {gap}."
    head = ["Cut", "Bar: drawn, mark: exact", "Exact share", "Draws", "Their share", "Difference, in points"]
    return table(head, rows, "llrrrr", says)


def track(part: float, share: float, scale: float) -> Html:
    """A bar for what was drawn, with a mark where the exact share is."""
    over = " is-over" if part > scale else ""
    return Html(
        f'<span class="pw-track{over}"><span class="pw-bar" style="width:{min(1, part / scale):.2%}"></span>'
        f'<span class="pw-track__mark" style="left:{share / scale:.2%}"></span></span>'
    )


def _points(difference: float) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> _points(0.0213), _points(-0.0213), _points(-0.0001)
    ('+2.1', '−2.1', '0.0')
    """
    text = f"{100 * difference:+.1f}"
    return text.replace("-", "−") if float(text) else "0.0"
