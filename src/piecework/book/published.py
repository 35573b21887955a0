"""Every figure that the source essays publish, beside the same figure computed by this library.

figures.toml holds the published side: facts, each recomputed once more by an independent program. Here stands
the computed side. A figure that nothing computes yet is pending; it is listed, never dropped.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from piecework import Corpus, bpe, corpora
from piecework.trace import Step

from . import computed_coverage, computed_labs

SOURCES = {
    "self_checking": "Essay 000, a tokenizer that checks itself",
    "step_by_step": "Essay 001, byte-pair encoding step by step",
    "export_module": "Essay 003, a vocabulary nobody designed",
    "labs": "Essay 002, practical labs",
    "coverage": "Essay 004, greedy coverage",
}
# What an essay starts from is not a figure.
SETTINGS = {"corpus", "text", "checks", "probes", "steps", "held_out", "lab1_corpus", "lab1_merges"} | {
    f"lab{n}_{name}"
    for n, name in ((2, "corpus"), (3, "words"), (3, "targets"), (4, "corpus"), (4, "merges"))
}
SETTINGS |= {"lab4_in_domain", "lab4_out_of_domain"}


@dataclass(frozen=True)
class Figure:
    """A row of the ledger; `agrees` is None while nothing computes the figure."""

    source: str
    name: str
    published: Any
    computed: Any
    agrees: bool | None


def figures() -> list[Figure]:
    """All published figures, in the order of the essays' file."""
    data = tomllib.loads((Path(__file__).parent / "figures.toml").read_text(encoding="utf-8"))
    rows = []
    for name, published in _leaves(data):
        try:
            computed = COMPUTED[name]() if name in COMPUTED else None
        except Exception as error:  # whatever it is, the ledger must say so
            computed = f"{type(error).__name__}: {error}"
        agrees = computed == published if name in COMPUTED else None
        rows.append(Figure(SOURCES[name.split(".")[0]], name, published, computed, agrees))
    if unknown := COMPUTED.keys() - {row.name for row in rows}:
        raise ValueError(f"computed but not published: {', '.join(sorted(unknown))}")
    return rows


def _leaves(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if name in SETTINGS:
            continue
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


# ------------------------------------------------------------ the computed side
@cache
def self_checking() -> bpe.MergeTrace:
    return bpe.train(corpora.load("self-checking"), steps=5, spelling="plain")


@cache
def family() -> bpe.MergeTrace:
    return bpe.train(corpora.load("word-family"), spelling="leading-space")


@cache
def sample() -> bpe.MergeTrace:
    text = "low lower lowest slow slower slowest"
    return bpe.train(Corpus.from_text(text, words="leading-space"), steps=5, spelling="leading-space")


@cache
def export() -> bpe.MergeTrace:
    return bpe.train(corpora.load("export"), steps=7, spelling="plain", ties="first-seen")


def first_merge(trace: bpe.MergeTrace, holds: Callable[[Step], bool]) -> int | None:
    return next((step.number for step in trace.steps if holds(step)), None)


COMPUTED: dict[str, Callable[[], Any]] = {
    "self_checking.merges": lambda: [list(step.parts) for step in self_checking().steps],
    "self_checking.newest": lambda: self_checking().model.segment("newest"),
    "step_by_step.alphabet": lambda: len(family().alphabet),
    "step_by_step.start_tokens": lambda: family().start_tokens,
    "step_by_step.chars_per_token_at_start": lambda: (
        sum(len(word) * count for word, count in family().words) / family().start_tokens
    ),
    "step_by_step.merges_available": lambda: len(family().steps),
    "step_by_step.tokens_after_each_merge": lambda: [step.tokens for step in family().steps],
    "step_by_step.challenge_halve_at_merge": lambda: first_merge(
        family(), lambda step: 2 * step.tokens <= family().start_tokens
    ),
    "step_by_step.challenge_vocabulary_exceeds_tokens_at_merge": lambda: first_merge(
        family(), lambda step: len(family().alphabet) + step.number > step.tokens
    ),
    "step_by_step.code_sample.start_tokens": lambda: sample().start_tokens,
    "step_by_step.code_sample.trace": lambda: [[s.symbol, s.score, s.tokens] for s in sample().steps],
    "export_module.first_pair": lambda: list(export().steps[0].parts),
    "export_module.first_count": lambda: export().steps[0].score,
    "export_module.new_symbols": lambda: [step.symbol for step in export().steps],
    **{f"labs.{name}": compute for name, compute in computed_labs.COMPUTED.items()},
    **{f"coverage.{name}": compute for name, compute in computed_coverage.COMPUTED.items()},
}
