"""The plate on units: the same rule counting positions and counting characters, side by side.

Both runs are recorded in full; the page only shows them turn by turn.
"""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from ..coverage import CoverTrace, train
from ..runs import UNITS
from .cells import Bid, arithmetic
from .chips import chip
from .claims import turns
from .element import element
from .html import Html
from .hues import hues
from .table import table

Pair = tuple[CoverTrace, CoverTrace]


def unit_compare(
    corpora: Mapping[str, Mapping[str, int]],
    label: str = "One rule, two units",
    steps: int | None = None,
    max_length: int | None = None,
) -> Html:
    """An explorable for one or several corpora, each learned by coverage in positions and in characters.

    Without scripts it is a table for each corpus, every turn of both runs in it.

    >>> from piecework import corpora
    >>> unit_compare({"Four words": corpora.load("four-words")})[:40]
    '<div class="pw-explorable"><unit-compare'
    """
    if not corpora:
        raise ValueError("unit_compare needs at least one corpus")
    runs = {title: learn(corpus, steps, max_length) for title, corpus in corpora.items()}
    data = [record(title, pair) for title, pair in runs.items()]
    static = "".join(plate(title, pair) for title, pair in runs.items())
    rows = min(1.55 * len(data[0]["turns"]), 15.5)
    return element("unit-compare", label, static, data, (22.4 + rows, 30.8 + rows))


def learn(corpus: Mapping[str, int], steps: int | None, max_length: int | None) -> Pair:
    """The two traces of a corpus, by positions and by characters."""
    first, second = (train(corpus, steps, unit=unit, max_length=max_length) for unit in UNITS)
    return first, second


def sides(pair: Pair) -> list[tuple[list[Bid] | None, list[Bid] | None]]:
    """The bids of both runs, turn by turn; None where one of them has ended."""
    first, second = (list(turns(trace))[:-1] for trace in pair)
    return list(zip_longest(first, second))


def record(title: str, pair: Pair) -> dict[str, Any]:
    """All that the page needs to replay both runs of a corpus."""
    return {
        "title": title,
        "hues": hues(*pair),
        "turns": [
            [bids and [each.record()[:4] for each in bids[:3]] for bids in both] for both in sides(pair)
        ],
        "tied": [[step.tied for step in trace.steps] for trace in pair],
        "totals": [pair[0].start_tokens, pair[0].start_tokens + _ends(pair[0])],
    }


def plate(title: str, pair: Pair) -> str:
    """Both runs of a corpus, in full."""
    look, rows = hues(*pair), []
    for number, both in enumerate(sides(pair), 1):
        chosen = [bids[0] if bids else None for bids in both]
        cells = [
            cell for each in chosen for cell in (each and chip(each.symbol, look), each and arithmetic(each))
        ]
        rows.append([number, *(cell or "" for cell in cells), "" if same(both) else "differs"])
    differ = sum(not same(both) for both in sides(pair))
    says = (
        "the unit changes no choice"
        if not differ
        else f"the unit changes the choice in {differ} of {len(rows)} turns"
    )
    head = ["Turn", "In positions", "Bid", "In characters", "Bid", ""]
    return table(head, rows, "rlllll", f"{title}: {says}.")


def same(both: tuple[list[Bid] | None, list[Bid] | None]) -> bool:
    """Whether both runs choose the same piece in a turn."""
    first, second = both
    return bool(first and second and first[0].run == second[0].run)


def _ends(trace: CoverTrace) -> int:
    """What counting characters adds: the end of every word."""
    return sum(count for _, count in trace.words)
