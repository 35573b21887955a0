"""The plates that step through a learning, drawn for a reader's own text."""

from collections.abc import Mapping, Sequence
from typing import Any

from .. import Corpus, bpe, render
from ..render.reader import many
from .plates import DRAWN, Drawn, Tell, telling

YOURS = "Your text"


def merge_stepper(
    text: str, *, rules: Sequence[Mapping[str, Any]], words: str, steps: int, tell: Tell
) -> Drawn:
    """The text merged by each of the book's rules, for at most `steps` merges.

    One merge more is learned where there is one: it says which pairs are commonest after the last.
    """
    corpus = Corpus.from_text(text, words)
    told = telling(tell, "Merging\N{HORIZONTAL ELLIPSIS}", of=steps)
    traces = {}
    for rule in rules:
        how = {name: value for name, value in rule.items() if name != "title"}
        title = f"{YOURS}: {rule['title']}" if len(rules) > 1 else YOURS
        traces[title] = bpe.train(corpus, steps=steps + 1, on_step=told, **how)
    merges = min(steps, max(len(trace.steps) for trace in traces.values()))
    says = f"{YOURS} is drawn: {many(len(corpus), 'different word')}, {many(merges, 'merge')}."
    return render.merge_stepper(traces, drawn=DRAWN, steps=steps), says
