"""A hue for every piece that was learned, the same wherever the piece is drawn.

Colour is earned: base symbols have none. A piece keeps the hue of the part it grew from where that is safe,
so that a family (lo, low) reads as one colour. Two pieces in view together do not share a hue while hues
last; after that they may, with a dashed edge ("amber-2"), and not inside one word while that can be avoided.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from ..bpe import MergeTrace
from ..spelling import spell
from ..trace import Trace
from .replay import states

HUES = ("blue", "amber", "green", "plum", "lime", "sky", "rose")
LOOKS = HUES + tuple(hue + "-2" for hue in HUES)


def hues(*traces: Trace) -> dict[str, str]:
    """Piece to look, for `chip` and everything built from it. With several traces the earlier ones win.

    >>> from piecework import Corpus, bpe
    >>> hues(bpe.train(Corpus({"low": 5, "lower": 2}), steps=2))
    {'lo': 'blue', 'low⎵': 'amber'}
    """
    look: dict[str, str] = {}
    for trace in traces:
        _extend(look, trace)
    return look


def _extend(look: dict[str, str], trace: Trace) -> None:
    learned = frozenset(trace.learned)
    grew = {step.symbol: step.parts for step in trace.steps}
    in_view, in_word = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for words in _views(trace):
        pieces = [learned.intersection(word) for word in words]
        everything = set[str]().union(*pieces)
        for piece in everything:
            in_view[piece] |= everything - {piece}
        for word in pieces:
            for piece in word:
                in_word[piece] |= word - {piece}
    used = Counter(look.values())
    for piece in trace.learned:
        if piece in look:
            continue
        taken = {look[other] for other in in_view[piece] if other in look}
        near = {_hue(look[other]) for other in in_word[piece] if other in look}
        parents = [look[part] for part in sorted(grew.get(piece, ()), key=len, reverse=True) if part in look]
        fresh = sorted(LOOKS, key=lambda each: ("-" in each, used[each], LOOKS.index(each)))
        apart = [each for each in parents + fresh if _hue(each) not in near]
        shared = [each for each in apart or fresh if "-" in each] or fresh
        look[piece] = next((each for each in apart if each not in taken), shared[0])
        used[look[piece]] += 1


def _views(trace: Trace) -> Iterator[list[tuple[str, ...]]]:
    """What can be seen together: each state of a merging, and for other learners the words as they end."""
    if isinstance(trace, MergeTrace):
        for state in states(trace):
            yield [symbols for symbols, _ in state]
    elif model := getattr(trace, "model", None):
        yield [tuple(model.segment(word)) for word, _ in trace.words]
    else:
        yield [spell(word, trace.spelling) for word, _ in trace.words]


def _hue(look: str) -> str:
    return look.split("-")[0]
