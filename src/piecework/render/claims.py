"""The plate on coverage: pieces bid for positions that are still bare, and the largest bid claims them.

For every turn the data hold the bids, with the places that each would claim; the page only shows them.
"""

from collections.abc import Iterator
from typing import Any

from ..coverage import CoverTrace, on_offer
from ..learning import Spelled
from ..runs import settings
from ..spelling import spell
from ..trace import RIVALS
from .cells import Bid, arithmetic, bid, blocks, room
from .chips import chip
from .element import element
from .html import Html
from .hues import hues
from .table import table


def coverage_claims(trace: CoverTrace, label: str = "Pieces bid for bare positions") -> Html:
    """An explorable for one trace of coverage: positions filling turn by turn, and who bid how much for them.

    Without scripts it is the words as they end and a table of every turn.

    >>> from piecework import corpora, coverage
    >>> coverage_claims(coverage.train(corpora.load("four-words")))[:43]
    '<div class="pw-explorable"><coverage-claims'
    """
    data = record(trace)
    return element("coverage-claims", label, plate(trace), data, _room(trace))


def turns(trace: CoverTrace) -> Iterator[list[Bid]]:
    """The bids of every turn, the winner's first; then those for the turn that was not taken any more."""
    words, counted_twice, longest = _words(trace)
    for number, step in enumerate(trace.steps):
        masks = trace.claimed(number)
        runs = [step.parts, *(rival.parts for rival in step.rivals)]
        yield [bid(words, masks, run, counted_twice, trace.spelling) for run in runs]
    masks = trace.claimed()
    scores = on_offer([(s, m, n) for (s, n), m in zip(words, masks, strict=True)], counted_twice, longest)
    ranked = list(scores)
    if trace.ties != "first-seen":
        ranked.sort(reverse=trace.ties == "reverse-lexicographic")
    ranked.sort(key=lambda run: -scores[run][0])
    yield [bid(words, masks, run, counted_twice, trace.spelling) for run in ranked[: RIVALS + 1]]


def record(trace: CoverTrace) -> dict[str, Any]:
    """All that the page needs to replay a trace."""
    *taken, left = turns(trace)
    return {
        "unit": trace.unit,
        "total": trace.start_tokens,
        "words": [symbols for symbols, _ in _words(trace)[0]],
        "ties": trace.ties,
        "stopped": trace.stopped,
        "hues": hues(trace),
        "turns": [
            {
                "bids": [each.record() for each in bids],
                "tied": step.tied,
                "covered": step.covered,
                "bare": step.bare,
                "tokens": step.tokens,
            }
            for step, bids in zip(trace.steps, taken, strict=True)
        ],
        "left": [each.record() for each in left],
    }


def plate(trace: CoverTrace) -> str:
    """Who claimed what, in full."""
    words, counted_twice, _ = _words(trace)
    look = hues(trace)
    owners = [
        {k: look[trace.steps[step - 1].symbol] for k, step in enumerate(mask) if step}
        for mask in trace.claimed()
    ]
    said = [
        f"{word}, said {'once' if count == 1 else f'{count} times'}, in pieces: "
        + ", ".join(trace.model.segment(word))
        for word, count in trace.words
    ]
    rows = []
    for step, (first, *rivals) in zip(trace.steps, turns(trace), strict=False):
        tied = f" <small>({step.tied} tied)</small>" if step.tied > 1 else ""
        rival = Html(f"{chip(rivals[0].symbol)} {arithmetic(rivals[0])}") if rivals else ""
        rows.append(
            [
                step.number,
                chip(step.symbol, look),
                Html(arithmetic(first) + tied),
                rival,
                step.covered,
                step.bare,
                step.tokens,
            ]
        )
    of = f"{trace.start_tokens} positions"
    takes = "1 turn" if len(rows) == 1 else f"{len(rows)} turns"
    says = f"Every turn, in order: {takes} cover {trace.start_tokens - trace.bare} of {of}."
    head = ["Turn", "Winner", f"Bid, in {trace.unit}", "Best rival", "Covered", "Bare", "Tokens"]
    return blocks(words, owners, said, counted_twice) + table(head, rows, "rlllrrr", says)


def _words(trace: CoverTrace) -> tuple[Spelled, frozenset[str], int]:
    """The words with their counts, the symbols that the unit counts as two, and the longest run allowed."""
    words = [(spell(word, trace.spelling), count) for word, count in trace.words]
    longest, counted_twice = settings(words, trace.unit, trace.max_length)
    return words, counted_twice, longest


def _room(trace: CoverTrace) -> tuple[float, float]:
    words, counted_twice, _ = _words(trace)
    wide, narrow = room(words, counted_twice)
    scrub = 1.2 if len(trace.steps) > 6 else 0
    return 26.5 + wide + scrub, 28.7 + narrow + scrub
