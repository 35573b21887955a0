"""The plate on all that coverage lets a reader decide: corpus, unit, ceiling, size, and a word to read.

Every setting is trained here. The page gets, for each, the pieces in order, the tokens and the bare positions
after each, and the reading of a word wherever a piece changes it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .. import coverage
from ..corpus import Corpus
from ..coverage import CoverStep, CoverTrace
from ..model import UNKNOWN
from ..runs import UNITS
from ..spelling import spell
from .chips import chip, chips
from .claims import TURNS, cut_to
from .element import element
from .html import Html
from .hues import hues
from .reader import many
from .table import table
from .yours import split_of, your_text

ROOM = (31.0, 42.5)  # rem, wide and on a phone, with room for some seventy pieces
CEILINGS = (2, 3, 4, 5, 6, 8, None)
Setting = tuple[str, int | None]  # unit and ceiling


def fit_playground(
    corpora: Mapping[str, Corpus],
    words: Sequence[str],
    units: Sequence[str] = UNITS,
    ceilings: Sequence[int | None] = CEILINGS,
    label: str = "What else was decided",
    size: int | None = None,
    steps: int | None = None,
    drawn: int | None = None,
    on_step: Callable[[CoverStep], object] | None = None,
) -> Html:
    """An explorable in which coverage is trained under every setting, and read with at every size.

    The static table shows the first corpus and unit without a ceiling, or under the last. `size` is the
    vocabulary to begin with in the first corpus; without it, all that can be chosen is. `steps` bounds what
    can be chosen, `on_step` is handed each step as it is learned, and `drawn` bounds the words, the commonest
    first, that the hues of the pieces are made for.

    >>> from piecework import corpora
    >>> fit_playground({"Four words": corpora.load("four-words")}, ["lowest"], ceilings=(None,))[:42]
    '<div class="pw-explorable"><fit-playground'
    """
    if not (corpora and words and units and ceilings):
        raise ValueError("fit_playground needs a corpus, a word, a unit and a ceiling")
    most = None if None in ceilings else ceilings[-1]
    settings = [(unit, ceiling) for unit in units for ceiling in ceilings]
    traces = {
        title: {
            (unit, top): coverage.train(
                corpus, steps, unit=unit, max_length=top, unknown=True, on_step=on_step
            )
            for unit, top in settings
        }
        for title, corpus in corpora.items()
    }
    title, first = next((title, by[units[0], most]) for title, by in traces.items())
    chosen = len(first.steps) if size is None else len(first.at(size).steps)
    data = {
        "units": units,
        "ceilings": ceilings,
        "words": words,
        "setting": [0, ceilings.index(most)],
        "chosen": chosen,
        "corpora": [record(title, by, words, drawn) for title, by in traces.items()],
    }
    name = f"{title}, counting {units[0]}, {_limit(most)}"
    how = {
        "words": split_of(word for corpus in corpora.values() for word in corpus),
        "read": list(words),
        "units": list(units),
        "ceilings": list(ceilings),
    }
    own = your_text("fit_playground", how, ("steps", "Pieces to choose", steps or TURNS[0], TURNS[1]))
    static = plate(first, chosen, words, drawn)
    return element("fit-playground", label, static, data, ROOM, name, own=own)


def plate(trace: CoverTrace, chosen: int, words: Sequence[str], drawn: int | None = None) -> str:
    """A setting in full: every piece in order, and what each word becomes at a size."""
    look = hues(cut_to(trace, drawn))
    start, all_of_it = len(trace.alphabet) + 1, trace.start_tokens
    rows = [
        [start + s.number, chip(s.symbol, look), s.score, s.tokens, all_of_it - s.bare, s.bare]
        for s in trace.steps
    ]
    some = f"The first {many(len(rows), 'piece')}" if trace.stopped != "nothing left" else "Every piece"
    says = f"{some} in the order of choice: {many(trace.start_tokens, 'token')} become {trace.tokens}."
    head = ["Vocabulary", "Piece", "Gain", "Tokens", "Positions covered", "Bare"]
    model, size = model_after(trace, chosen), start + chosen
    read = [[word, chips(cut, look), len(cut)] for word in words for cut in [model.segment(word)]]
    return table(head, rows, "rlrrrr", says) + table(
        ["Word", "Read as", "Tokens"], read, "llr", f"The words with {many(size, 'piece')}."
    )


def record(
    title: str, traces: Mapping[Setting, CoverTrace], words: Sequence[str], drawn: int | None = None
) -> dict[str, Any]:
    """A corpus under every setting. Settings that choose the same pieces share one run."""
    some = next(iter(traces.values()))
    pieces: dict[str, int] = {}
    look: dict[str, str] = {}
    runs: list[dict[str, Any]] = []
    which = []
    for trace in traces.values():
        for step in trace.steps:
            pieces.setdefault(step.symbol, len(pieces))
        look = {**hues(cut_to(trace, drawn)), **look}
        run = {
            "pieces": [pieces[step.symbol] for step in trace.steps],
            "tokens": [trace.start_tokens, *(step.tokens for step in trace.steps)],
            "covered": [0, *(trace.start_tokens - step.bare for step in trace.steps)],
            "bare": [trace.start_tokens, *(step.bare for step in trace.steps)],
            "readings": [readings(trace, word) for word in words],
            "more": trace.stopped != "nothing left",
        }
        if run not in runs:
            runs.append(run)
        which.append(runs.index(run))
    known = set(some.alphabet)
    return {
        "title": title,
        "size": len(some.alphabet) + 1,
        "positions": some.start_tokens,
        "symbols": [[s if s in known else UNKNOWN for s in spell(word, some.spelling)] for word in words],
        "pieces": list(pieces),
        "hues": [look[piece] for piece in pieces],
        "runs": runs,
        "which": which,
    }


def readings(trace: CoverTrace, word: str) -> list[tuple[int, list[int]]]:
    """How a word is read, wherever that changes: after how many pieces, and how many symbols each token has.

    >>> from piecework import Corpus
    >>> readings(coverage.train(Corpus({"low": 5, "lower": 2})), "lowlow")
    [(0, [1, 1, 1, 1, 1, 1]), (1, [1, 1, 1, 3])]
    """
    symbols, out = spell(word, trace.spelling), list[tuple[int, list[int]]]()
    runs = {symbols[i:j] for j in range(len(symbols) + 1) for i in range(j)}
    for count in [0, *(step.number for step in trace.steps if step.parts in runs)]:
        widths = _widths(symbols, model_after(trace, count).segment(word))
        if not out or out[-1][1] != widths:
            out.append((count, widths))
    return out


def model_after(trace: CoverTrace, count: int) -> coverage.Cover:
    """The model with the first so many pieces."""
    return replace(trace.model, pieces=trace.model.pieces[:count])


def _widths(symbols: Sequence[str], tokens: Sequence[str]) -> list[int]:
    """How many symbols each token is made of."""
    out, i = [], 0
    for token in tokens:
        j = i + 1
        while token != UNKNOWN and "".join(symbols[i:j]) != token:
            j += 1
        out.append(j - i)
        i = j
    return out


def _limit(most: int | None) -> str:
    return "pieces of any length" if most is None else f"pieces of at most {many(most, 'symbol')}"
