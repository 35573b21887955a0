"""The plate on units: the same rule counting positions and counting characters, side by side.

Both runs are recorded in full; the page only shows them turn by turn.
"""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from ..coverage import CoverStep, CoverTrace, train
from ..runs import UNITS
from .cells import Bid, arithmetic
from .chips import chip
from .claims import TURNS, bidding, cut_to
from .element import element
from .html import Html
from .hues import hues
from .table import table
from .yours import split_of, your_text

Pair = tuple[CoverTrace, CoverTrace]
Sides = list[tuple[list[Bid] | None, list[Bid] | None]]


def unit_compare(
    corpora: Mapping[str, Mapping[str, int]],
    label: str = "One rule, two units",
    steps: int | None = None,
    max_length: int | None = None,
    on_step: Callable[[CoverStep], object] | None = None,
    drawn: int | None = None,
) -> Html:
    """An explorable for one or several corpora, each learned by coverage in positions and in characters.

    Without scripts it is a table for each corpus, every turn of both runs in it. `on_step` is handed each
    step as it is learned. `drawn` bounds the words, the commonest first, that the hues of the pieces are made
    for: what stands in one of them has hues of its own.

    >>> from piecework import corpora
    >>> unit_compare({"Four words": corpora.load("four-words")})[:40]
    '<div class="pw-explorable"><unit-compare'
    """
    if not corpora:
        raise ValueError("unit_compare needs at least one corpus")
    runs = {title: learn(corpus, steps, max_length, on_step) for title, corpus in corpora.items()}
    data = [record(title, pair, drawn) for title, pair in runs.items()]
    static = "".join(plate(each, pair) for each, pair in zip(data, runs.values(), strict=True))
    rows = min(1.55 * len(data[0]["turns"]), 15.5)
    words = split_of(word for corpus in corpora.values() for word in corpus)
    settings = {"words": words, "max_length": max_length}
    number = ("steps", "Turns", min(steps or TURNS[0], TURNS[1]), TURNS[1])
    own = your_text("unit_compare", settings, number)
    return element("unit-compare", label, static, data, (22.4 + rows, 30.8 + rows), own=own)


def learn(
    corpus: Mapping[str, int],
    steps: int | None,
    max_length: int | None,
    on_step: Callable[[CoverStep], object] | None = None,
) -> Pair:
    """The two traces of a corpus, by positions and by characters."""
    first, second = (
        train(corpus, steps, unit=unit, max_length=max_length, on_step=on_step) for unit in UNITS
    )
    return first, second


def sides(pair: Pair) -> Sides:
    """The bids of both runs, turn by turn; None where one of them has ended."""
    # The bids come second, or one too many would be asked for.
    first, second = ([bids for _, bids in zip(trace.steps, bidding(trace), strict=False)] for trace in pair)
    return list(zip_longest(first, second))


def record(title: str, pair: Pair, drawn: int | None = None) -> dict[str, Any]:
    """All that the page needs to replay both runs of a corpus."""
    return {
        "title": title,
        "hues": hues(*(cut_to(trace, drawn) for trace in pair)),
        "turns": [
            [bids and [each.record()[:4] for each in bids[:3]] for bids in both] for both in sides(pair)
        ],
        "tied": [[step.tied for step in trace.steps] for trace in pair],
        "totals": [pair[0].start_tokens, pair[0].start_tokens + _ends(pair[0])],
        "more": any(trace.stopped != "nothing left" for trace in pair),
    }


def plate(data: Mapping[str, Any], pair: Pair) -> str:
    """Both runs of a corpus, in full."""
    title, look, rows = data["title"], data["hues"], []
    turns = sides(pair)
    for number, both in enumerate(turns, 1):
        chosen = [bids[0] if bids else None for bids in both]
        cells = [
            cell for each in chosen for cell in (each and chip(each.symbol, look), each and arithmetic(each))
        ]
        rows.append([number, *(cell or "" for cell in cells), "" if same(both) else "differs"])
    differ = sum(not same(both) for both in turns)
    says = (
        "the unit changes no choice"
        if not differ
        else f"the unit changes the choice in {differ} of {len(rows)} turns"
    )
    says = f"in the first {len(rows)} turns, {says}" if data["more"] and rows else says
    head = ["Turn", "In positions", "Bid", "In characters", "Bid", ""]
    return table(head, rows, "rlllll", f"{title}: {says}.")


def same(both: tuple[list[Bid] | None, list[Bid] | None]) -> bool:
    """Whether both runs choose the same piece in a turn."""
    first, second = both
    return bool(first and second and first[0].run == second[0].run)


def _ends(trace: CoverTrace) -> int:
    """What counting characters adds: the end of every word."""
    return sum(count for _, count in trace.words)
