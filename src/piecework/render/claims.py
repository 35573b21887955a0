"""The plate on coverage: pieces bid for positions that are still bare, and the largest bid claims them.

For every turn the data hold the bids, with the places that each would claim; the page only shows them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..coverage import CoverTrace, on_offer
from ..learning import Spelled
from ..runs import settings
from ..spelling import glue, spell
from ..trace import RIVALS
from .cells import Bid, Run, arithmetic, blocks, commonest, left_out, neighbours, places, room
from .chips import chip
from .element import element
from .html import Html
from .hues import hues
from .table import table
from .ticks import label as figure
from .yours import split_of, your_text

TURNS = 60, 120  # that are drawn of a reader's text, and the most that can be


def coverage_claims(
    trace: CoverTrace,
    label: str = "Pieces bid for bare positions",
    drawn: int | None = None,
    turns: int | None = None,
) -> Html:
    """An explorable for one trace of coverage: positions filling turn by turn, and who bid how much for them.

    Without scripts it is the words as they end and a table of every turn. `drawn` bounds the words that are
    drawn, the commonest first, and `turns` the turns; the plate says what it leaves out, and every number is
    still that of the whole corpus.

    >>> from piecework import corpora, coverage
    >>> coverage_claims(coverage.train(corpora.load("four-words")))[:43]
    '<div class="pw-explorable"><coverage-claims'
    """
    view = _view(trace, drawn, turns)
    wide, narrow = room(view.words, view.counted_twice)
    scrub = (1.2 if len(view.cut.steps) > 6 else 0) + (1.4 if view.left_out else 0)
    asked = len(trace.steps) if trace.stopped != "nothing left" else TURNS[0]
    number = ("steps", "Turns", min(asked, TURNS[1]) if turns is None else turns, TURNS[1])
    own = your_text("coverage_claims", learned(trace), number)
    tall = (26.5 + wide + scrub, 28.7 + narrow + scrub)
    return element("coverage-claims", label, plate(view), record(view), tall, own=own)


def cut_to(trace: CoverTrace, drawn: int | None) -> CoverTrace:
    """The trace with only the words that a plate draws, for hues: to look at all of many would take long.

    >>> from piecework import Corpus, coverage
    >>> cut_to(coverage.train(Corpus({"low": 2, "lower": 5})), 1).words
    (('lower', 5),)
    """
    if drawn is None:
        return trace
    words = [(spell(word, trace.spelling), count) for word, count in trace.words]
    return replace(trace, words=tuple(trace.words[i] for i in commonest(words, drawn)))


def learned(trace: CoverTrace) -> dict[str, Any]:
    """How a trace of coverage was learned, but for its budget: what a reader's text is learned with.

    >>> from piecework import corpora, coverage
    >>> learned(coverage.train(corpora.load("four-words")))["unit"]
    'positions'
    """
    return {
        "words": split_of(word for word, _ in trace.words),
        "spelling": trace.spelling,
        "unit": trace.unit,
        "max_length": trace.max_length,
        "ties": trace.ties,
        "unknown": trace.unknown,
    }


def bidding(trace: CoverTrace, seen: Sequence[int] = (), most: int | None = None) -> Iterator[list[Bid]]:
    """The bids of every turn, the winner's first; then those for the turn that was not taken any more.

    Places are looked for in the words of these numbers alone, and named by their order. Cost: for each bid
    what `places` says; for the last bids, where no budget foresaw them, every run of every word.
    """
    every, counted_twice, longest = _words(trace)
    words = [every[i] for i in seen]
    masks, where = [[0] * len(symbols) for symbols, _ in words], neighbours(words)
    order = {i: place for place, i in enumerate(seen)}

    def bid(symbol: str, run: Run, score: int) -> Bid:
        length = len(run) + (run[-1] in counted_twice)
        return Bid(symbol, run, score // length, length, tuple(places(words, masks, run, where)))

    for step in trace.steps[: None if most is None else most + 1]:
        yield [bid(step.symbol, step.parts, int(step.score))] + [
            bid(rival.symbol, rival.parts, int(rival.score)) for rival in step.rivals
        ]
        for i, starts in step.claims:
            for start in starts if i in order else ():
                masks[order[i]][start : start + len(step.parts)] = [step.number] * len(step.parts)
    if most is not None and most < len(trace.steps):
        return
    scores: dict[Run, tuple[int, int]] = {}
    if trace.stopped != "nothing left":
        left = [(s, mask, n) for (s, n), mask in zip(every, trace.claimed(), strict=True)]
        scores = on_offer(left, counted_twice, longest)
    ranked = list(scores)
    if trace.ties != "first-seen":
        ranked.sort(reverse=trace.ties == "reverse-lexicographic")
    ranked.sort(key=lambda run: -scores[run][0])
    yield [bid(glue(run, trace.spelling), run, scores[run][0]) for run in ranked[: RIVALS + 1]]


@dataclass(frozen=True)
class View:
    """What is drawn of a trace."""

    trace: CoverTrace  # all of it
    cut: CoverTrace  # the words and the turns that are drawn
    words: Spelled  # those words as symbols
    masks: list[list[int]]  # which of those turns claimed each position of them
    counted_twice: frozenset[str]
    bids: list[list[Bid]]  # of every turn that is drawn, and of the one after
    hues: dict[str, str]
    left_out: str


def _view(trace: CoverTrace, drawn: int | None, turns: int | None) -> View:
    every, counted_twice, _ = _words(trace)
    seen = commonest(every, drawn)
    some = turns is not None and turns < len(trace.steps)
    cut = trace
    if len(seen) < len(every) or some:
        picked = tuple(trace.words[i] for i in seen)
        cut = replace(trace, words=picked, steps=trace.steps[:turns])
    claimed = trace.claimed(len(cut.steps))
    return View(
        trace,
        cut,
        [every[i] for i in seen],
        [claimed[i] for i in seen],
        counted_twice,
        list(bidding(trace, seen, turns)),
        hues(cut),
        left_out(len(seen), len(every), turns if some else None),
    )


def record(view: View) -> dict[str, Any]:
    """All that the page needs to replay a trace."""
    *taken, left = view.bids
    trace, cut = view.trace, view.cut
    return {
        "unit": trace.unit,
        "total": trace.start_tokens,
        "words": [symbols for symbols, _ in view.words],
        "ties": trace.ties,
        "stopped": trace.stopped if len(cut.steps) == len(trace.steps) else "drawn",
        "hues": view.hues,
        "turns": [
            {
                "bids": [each.record() for each in bids],
                "tied": step.tied,
                "covered": step.covered,
                "bare": step.bare,
                "tokens": step.tokens,
            }
            for step, bids in zip(cut.steps, taken, strict=True)
        ],
        "left": [each.record() for each in left],
        "left_out": view.left_out,
    }


def plate(view: View) -> str:
    """Who claimed what, in full."""
    trace, cut, look = view.trace, view.cut, view.hues
    owners = [
        {k: look[cut.steps[step - 1].symbol] for k, step in enumerate(mask) if step} for mask in view.masks
    ]
    said = [
        f"{word}, said {'once' if count == 1 else f'{count} times'}, in pieces: "
        + ", ".join(cut.model.segment(word))
        for word, count in cut.words
    ]
    rows = []
    for step, (first, *rivals) in zip(cut.steps, view.bids, strict=False):
        tied = f" <small>({step.tied} tied)</small>" if step.tied > 1 else ""
        rival = Html(f"{chip(rivals[0].symbol)} {arithmetic(rivals[0])}") if rivals else ""
        rows.append(
            [
                step.number,
                chip(step.symbol, look),
                Html(arithmetic(first) + tied),
                rival,
                figure(step.covered),
                figure(step.bare),
                figure(step.tokens),
            ]
        )
    of = f"{figure(trace.start_tokens)} positions"
    takes = "1 turn" if len(rows) == 1 else f"{len(rows)} turns"
    if len(rows) == len(trace.steps):
        says = f"Every turn, in order: {takes} cover {figure(trace.start_tokens - trace.bare)} of {of}."
    else:
        says = f"Turn by turn: the first {takes} cover {figure(trace.start_tokens - cut.bare)} of {of}."
    head = ["Turn", "Winner", f"Bid, in {trace.unit}", "Best rival", "Covered", "Bare", "Tokens"]
    left = Html(f'<p class="pw-note">{view.left_out}</p>') if view.left_out else ""
    return blocks(view.words, owners, said, view.counted_twice) + left + table(head, rows, "rlllrrr", says)


def _words(trace: CoverTrace) -> tuple[Spelled, frozenset[str], int]:
    """The words with their counts, the symbols that the unit counts as two, and the longest run allowed."""
    words = [(spell(word, trace.spelling), count) for word, count in trace.words]
    longest, counted_twice = settings(words, trace.unit, trace.max_length)
    return words, counted_twice, longest
