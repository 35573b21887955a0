"""The plate on sizes, drawn for a reader's own text."""

from fractions import Fraction
from typing import Any

from .. import Corpus, bpe, render
from ..render.reader import many
from .covers import _nine_tenths
from .plates import Drawn, Tell, telling

MERGING = "Merging\N{HORIZONTAL ELLIPSIS}"


def size_curve(
    text: str, *, words: str, less_than: str, rare: int, pieces: int, tell: Tell, **how: Any
) -> Drawn:
    """Tokens per word at every size, for at most `pieces` learned.

    They are learned from the first nine tenths of the text, and the last tenth is new; a text of few words is
    learned from as it is. Raises `ValueError` for a text in which no pair of symbols occurs often enough.
    """
    whole = Corpus.from_text(text, words)
    home, away = _nine_tenths(text, words)
    if not away:
        home = whole
    trace = bpe.train(home, steps=pieces, on_step=telling(tell, MERGING, pieces), **how)
    if not trace.steps:
        raise ValueError(
            f"no two neighbours of this text meet {how['min_count']} times, so there is nothing to learn: "
            "take more text"
        )
    html = render.size_curve(trace, away or None, less_than=Fraction(less_than), rare=rare)
    more = ["nine tenths of it learned from, and one tenth new"] if away else []
    said_of = [many(len(whole), "different word"), f"up to {many(trace.vocab_size, 'piece')}", *more]
    return html, f"Your text is drawn: {', '.join(said_of)}."
