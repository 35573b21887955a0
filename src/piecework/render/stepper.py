"""The plate on merging: a complete table of every merge, and the data that lets a page step through them.

The page replays what was recorded and computes nothing: for every step the data hold what was chosen, what it
beat, and the words that changed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..bpe import MergeTrace, Spelled, pair_counts
from ..trace import RIVALS
from .charts import line_chart
from .chips import chip, chips
from .html import Html, attributes, markup
from .hues import hues
from .replay import states
from .table import table

ROW = 1.85  # rem that a row of words takes; the style sheet has the same
PHONE = 312  # pixels inside a plate on a narrow phone, and what a character takes there at the least
CHARACTER = 11.3


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
    >>> merge_stepper({"Four words": bpe.train(corpora.load("four-words"))})[:15]
    '<merge-stepper '
    """
    if not choices:
        raise ValueError("merge_stepper needs at least one trace")
    columns = columns or {}
    data = [record(title, trace, columns.get(title)) for title, trace in choices.items()]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    title, trace = next(iter(choices.items()))
    uid = "pw-" + sha256((label + text).encode()).hexdigest()[:8]
    rows = -(-len(trace.words) // columns[title]) if title in columns else 0
    room = attributes(style=f"--rows:{rows}") if rows else ""
    script = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return Html(
        f"<merge-stepper{attributes(label=label)}{room}>"
        f'<figure class="pw-static"><figcaption><b>{markup(label)}</b> {markup(title)}</figcaption>'
        f"{plate(title, trace, columns.get(title), uid)}</figure>"
        f'<script type="application/json">{script}</script></merge-stepper>'
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
        "stage": _layout(trace, columns),
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


def _layout(trace: MergeTrace, columns: int | None) -> dict[str, int]:
    """How the words stand: columns on a wide plate and on a phone, and the characters of the longest word."""
    if columns is None:
        return {}
    longest = max((len(word) + 2 * (count > 1) for word, count in trace.words), default=1) + 1
    fits = [n for n in range(1, columns + 1) if n * longest * CHARACTER + (n - 1) * 8 <= PHONE]
    even = [n for n in fits if columns % n == 0 or n == 1]
    return {"columns": columns, "narrow": max(even, default=1), "longest": longest}


def _stage(trace: MergeTrace, columns: int | None) -> str:
    layout: Sequence[tuple[str, int]] = list(_layout(trace, columns).items())
    css = "pw-words is-grid" if layout else "pw-words"
    style = ";".join(f"--{name}:{value}" for name, value in layout) or None
    return attributes(class_=css, style=style).strip()
