"""The plate on merging: a complete table of every merge, and the data that lets a page step through them.

The page replays what was recorded and computes nothing: for every step the data hold what was chosen, what it
beat, and the words that changed.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from ..bpe import MergeTrace, pair_counts
from ..learning import Spelled
from ..trace import RIVALS
from .charts import line_chart
from .chips import chip, chips
from .html import Html, attributes, markup
from .hues import hues
from .layout import columns_of, room_for, style
from .replay import states
from .table import table


def merge_stepper(
    choices: Mapping[str, MergeTrace],
    label: str = "Merging, one pair at a time",
    columns: Mapping[str, int] | None = None,
) -> Html:
    """An explorable for one or several traces, each under the title that a reader chooses it by.

    The first is also there in full without scripts: its words at the end, every merge, the falling curve.
    `columns` lays the words of a title out in so many columns, so that families of words line up; without it
    they flow. Nothing is fetched: the data stand in the page.

    >>> from piecework import bpe, corpora
    >>> merge_stepper({"Four words": bpe.train(corpora.load("four-words"))})[:41]
    '<div class="pw-explorable"><merge-stepper'
    """
    if not choices:
        raise ValueError("merge_stepper needs at least one trace")
    columns = columns or {}
    data = [record(title, trace, columns.get(title)) for title, trace in choices.items()]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    title, trace = next(iter(choices.items()))
    uid = "pw-" + sha256((label + text).encode()).hexdigest()[:8]
    room = style(room_for(trace, columns.get(title)).items())
    script = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    # The div is for Markdown, which takes a tag that it does not know for part of a paragraph.
    return Html(
        f'<div class="pw-explorable"><merge-stepper{attributes(label=label, style=room)}>'
        f'<figure class="pw-static"><figcaption class="pw-name">{markup(label)}: {markup(title)}</figcaption>'
        f"{plate(title, trace, columns.get(title), uid)}</figure>"
        f'<script type="application/json">{script}</script></merge-stepper></div>'
    )


def plate(title: str, trace: MergeTrace, columns: int | None, uid: str) -> str:
    """A merging in full: the words as they ended, every merge, and the tokens falling."""
    look, characters = hues(trace), _characters(trace)
    *_, end = states(trace)
    words = "".join(
        f'<div role="listitem">{chips(symbols, look)}{_times(count)}</div>' for symbols, count in end
    )
    rows = [
        [
            step.number,
            Html(" + ".join(chip(part, look) for part in step.parts)),
            Html(f"{step.score}" + (f" <small>({step.tied} tied)</small>" if step.tied > 1 else "")),
            chip(step.symbol, look),
            size,
            step.tokens,
            f"{characters / step.tokens:.2f}",
        ]
        for step, size in zip(trace.steps, _sizes(trace), strict=True)
    ]
    merges = "1 merge takes" if len(rows) == 1 else f"{len(rows)} merges take"
    says = f"{merges} {trace.start_tokens} tokens to {trace.tokens}."
    head = ["Merge", "Pair", "Count", "New piece", "Vocabulary", "Tokens", "Characters per token"]
    curve = line_chart(
        {"tokens": dict(enumerate([trace.start_tokens, *(step.tokens for step in trace.steps)]))},
        "merges learned",
        "tokens of the corpus",
        f"{title}: tokens, merge by merge",
        f"A falling curve: {says}",
        uid,
        zero=True,
    )
    return (
        f'<div role="list" aria-label="Words, in pieces" {_stage(trace, columns)}>{words}</div>'
        + table(head, rows, "rlrlrrr", f"Every merge, in order: {says}")
        + curve
    )


def record(title: str, trace: MergeTrace, columns: int | None) -> dict[str, Any]:
    """All that the page needs to replay a trace: the start, and for each step what changed."""
    steps, seen = [], states(trace)
    start = words = next(seen)
    for step, after, size in zip(trace.steps, seen, _sizes(trace), strict=True):
        steps.append(
            {
                "parts": step.parts,
                "symbol": step.symbol,
                "score": step.score,
                "tied": step.tied,
                "rivals": [[*rival.parts, rival.score] for rival in step.rivals],
                "replaced": step.replaced,
                "tokens": step.tokens,
                "size": size,
                "changed": _changed(words, after),
            }
        )
        words = after
    return {
        "title": title,
        "stage": columns_of(trace, columns),
        "words": [symbols for symbols, _ in start],
        "counts": [count for _, count in start],
        "characters": _characters(trace),
        "tokens": trace.start_tokens,
        "size": len(trace.alphabet) + trace.unknown,
        "ties": trace.ties,
        "min_count": trace.min_count,
        "stopped": trace.stopped,
        "hues": hues(trace),
        "steps": steps,
        "left": _ranked(words, trace.ties),
    }


def _changed(before: Spelled, after: Spelled) -> dict[int, tuple[str, ...]]:
    """The words that a step changed, by their place."""
    pairs = enumerate(zip(before, after, strict=True))
    return {i: new for i, ((old, _), (new, _)) in pairs if new != old}


def _ranked(words: Spelled, ties: str) -> list[list[str | int]]:
    """The commonest pairs after the last step, in the order in which they would have been taken."""
    counts = pair_counts(words)
    ranked = list(counts)
    if ties != "first-seen":
        ranked.sort(reverse=ties == "reverse-lexicographic")
    ranked.sort(key=lambda pair: -counts[pair])
    return [[*pair, counts[pair]] for pair in ranked[: RIVALS + 1]]


def _sizes(trace: MergeTrace) -> Iterable[int]:
    """The size of the vocabulary after each step; a piece can be made twice and counts once."""
    pieces = set(trace.alphabet)
    for step in trace.steps:
        pieces.add(step.symbol)
        yield len(pieces) + trace.unknown


def _characters(trace: MergeTrace) -> int:
    return sum(len(word) * count for word, count in trace.words)


def _times(count: int) -> str:
    return f'<span class="pw-times">×{count}</span>' if count > 1 else ""


def _stage(trace: MergeTrace, columns: int | None) -> str:
    grid = columns_of(trace, columns)
    return attributes(class_="pw-words is-grid" if grid else "pw-words", style=style(grid.items())).strip()
