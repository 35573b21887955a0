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
    for made, words in _views(trace):
        _meet(in_view, learned & set[str]().union(*words), made)
        for word in words:
            if made is None or made in word:
                _meet(in_word, learned.intersection(word), made)
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


def _meet(met: dict[str, set[str]], together: frozenset[str], made: str | None) -> None:
    """Note which pieces are seen together; where one has just been made, the others have met before."""
    for piece in together if made is None else together & {made}:
        met[piece] |= together - {piece}
        for other in together - {piece}:
            met[other].add(piece)


def _views(trace: Trace) -> Iterator[tuple[str | None, list[tuple[str, ...]]]]:
    """What can be seen together: each state of a merging, and for other learners the words as they end.

    With each state the piece that its step has made, the only one that may not have been there before.
    """
    if isinstance(trace, MergeTrace):
        every = (None, *(step.symbol for step in trace.steps))
        for made, state in zip(every, states(trace), strict=True):
            yield made, [symbols for symbols, _ in state]
    elif model := getattr(trace, "model", None):
        yield None, [tuple(model.segment(word)) for word, _ in trace.words]
    else:
        yield None, [spell(word, trace.spelling) for word, _ in trace.words]


def _hue(look: str) -> str:
    return look.split("-")[0]
