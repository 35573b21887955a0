"""The plate on merging: a complete table of every merge, and the data that lets a page step through them.

The page replays what was recorded and computes nothing: for every step the data hold what was chosen, what it
beat, and the words that changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

from ..bpe import MergeTrace, pair_counts
from ..learning import Spelled
from ..trace import RIVALS, Score
from .cells import left_out
from .charts import line_chart
from .chips import chip, chips
from .element import element
from .html import Html, attributes
from .hues import hues
from .layout import columns_of, room_for, style
from .replay import changed, clip, in_part, states
from .table import table
from .ticks import label as figure
from .yours import rules, split_of, your_text

STEPS, MOST = 200, 500  # merges of a reader's own text: at first, and at the most


def merge_stepper(
    choices: Mapping[str, MergeTrace],
    label: str = "Merging, one pair at a time",
    columns: Mapping[str, int] | None = None,
    drawn: int | None = None,
    steps: int | None = None,
) -> Html:
    """An explorable for one or several traces, each under the title that a reader chooses it by.

    The first is also there in full without scripts: its words at the end, every merge, the falling curve.
    `columns` lays the words of a title out in so many columns, so that families of words line up; without it
    they flow. `drawn` bounds the words that are drawn, the commonest first and each to its 48th character,
    and `steps` the merges; the plate says what it leaves out, and every number is still that of all words.
    Nothing is fetched: the data stand in the page.

    >>> from piecework import bpe, corpora
    >>> merge_stepper({"Four words": bpe.train(corpora.load("four-words"))})[:41]
    '<div class="pw-explorable"><merge-stepper'
    """
    if not choices:
        raise ValueError("merge_stepper needs at least one trace")
    columns = columns or {}
    views = {title: View.of(trace, drawn, steps) for title, trace in choices.items()}
    data = [record(title, view, columns.get(title)) for title, view in views.items()]
    title, view = next(iter(views.items()))
    uid = "pw-" + sha256((label + repr(data)).encode()).hexdigest()[:8]
    static = plate(title, view, columns.get(title), uid)
    own = your_text("merge_stepper", settings(choices), ("steps", "Merges, at most", STEPS, MOST))
    return element("merge-stepper", label, static, data, room_for(view.part, columns.get(title)), title, own)


def settings(choices: Mapping[str, MergeTrace]) -> dict[str, Any]:
    """How the texts were split, and how each of these traces was learned: once what is the same for all."""
    names = ("spelling", "ties", "min_count", "unknown")
    ways = {title: {name: getattr(trace, name) for name in names} for title, trace in choices.items()}
    words = [word for trace in choices.values() for word, _ in trace.words]
    return {"rules": rules(ways), "words": split_of(words)}


@dataclass(frozen=True)
class View:
    """What is drawn of a trace."""

    trace: MergeTrace  # all of it
    part: MergeTrace  # the words and the merges that are drawn
    looks: dict[str, str]
    states: Sequence[
        Sequence[tuple[str, ...]]
    ]  # those words in pieces, at first and after each of those merges
    beyond: dict[int, int]  # the characters of a word that is not drawn to its end
    left: list[list[str | Score]]  # the commonest pairs after the last of those merges

    @classmethod
    def of(cls, trace: MergeTrace, drawn: int | None, steps: int | None) -> Self:
        """The first merges and the commonest words of a trace, or all."""

        part = replace(trace, steps=trace.steps[:steps]) if steps is not None else trace
        if len(part.steps) < len(trace.steps):
            part = replace(part, stopped="steps")
            after = trace.steps[len(part.steps)]
            left = [[*after.parts, after.score]] + [[*rival.parts, rival.score] for rival in after.rivals]
        else:
            *_, end = states(trace)
            left = _ranked(end, trace.ties)
        part = in_part(part, drawn)
        seen = [[symbols for symbols, _ in words] for words in states(part)]
        beyond = {}
        if drawn is not None:
            beyond = {
                i: len(word) for i, (word, _) in enumerate(part.words) if clip(seen[0][i]) != seen[0][i]
            }
            seen = [[clip(cut) if i in beyond else cut for i, cut in enumerate(words)] for words in seen]
        return cls(trace, part, hues(part), seen, beyond, left)

    @cached_property
    def characters(self) -> int:
        """The characters of all words, each word as often as it occurs."""
        return sum(len(word) * count for word, count in self.trace.words)

    @property
    def left_out(self) -> str:
        """What the plate says of the words that it does not draw, or not to their end."""
        out = [left_out(len(self.part.words), len(self.trace.words))]
        if self.beyond:
            out.append("A long word is drawn only as far as it fits.")
        return " ".join(filter(None, out))


def plate(title: str, view: View, columns: int | None, uid: str) -> str:
    """A merging in full: the words as they ended, every merge, and the tokens falling."""
    trace, look = view.part, view.looks
    words = "".join(
        f'<div role="listitem">{chips(symbols, look)}{_beyond(view, i)}{_times(count)}</div>'
        for i, (symbols, (_, count)) in enumerate(zip(view.states[-1], trace.words, strict=True))
    )
    rows = [
        [
            step.number,
            Html(" + ".join(chip(part, look) for part in step.parts)),
            Html(f"{step.score}" + (f" <small>({step.tied} tied)</small>" if step.tied > 1 else "")),
            chip(step.symbol, look),
            size,
            step.tokens,
            f"{view.characters / step.tokens:.2f}",
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
        + (f'<p class="pw-note">{view.left_out}</p>' if view.left_out else "")
        + table(head, rows, "rlrlrrr", f"Every merge, in order: {says}")
        + curve
    )


def record(title: str, view: View, columns: int | None) -> dict[str, Any]:
    """All that the page needs to replay a trace: the start, and for each step what changed."""
    trace, steps = view.part, []
    for step, before, after, size in zip(
        trace.steps, view.states, view.states[1:], _sizes(trace), strict=False
    ):
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
                "changed": changed(before, after),
            }
        )
    return {
        "title": title,
        "stage": columns_of(trace, columns),
        "words": view.states[0],
        "counts": [count for _, count in trace.words],
        "characters": view.characters,
        "tokens": trace.start_tokens,
        "size": len(trace.alphabet) + trace.unknown,
        "ties": trace.ties,
        "min_count": trace.min_count,
        "stopped": trace.stopped,
        "hues": view.looks,
        "steps": steps,
        "left": view.left,
        **({"beyond": view.beyond} if view.beyond else {}),
        **({"left_out": view.left_out} if view.left_out else {}),
    }


def _ranked(words: Spelled, ties: str) -> list[list[str | Score]]:
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


def _beyond(view: View, word: int) -> str:
    characters = view.beyond.get(word)
    return f'<span class="pw-times">… {figure(characters)} characters</span>' if characters else ""


def _times(count: int) -> str:
    return f'<span class="pw-times">×{count}</span>' if count > 1 else ""


def _stage(trace: MergeTrace, columns: int | None) -> str:
    grid = columns_of(trace, columns)
    return attributes(class_="pw-words is-grid" if grid else "pw-words", style=style(grid.items())).strip()
