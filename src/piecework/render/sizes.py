"""A vocabulary at every size: tokens per word, what the last doubling saved, and how many pieces are rare.

Two rules say where the curve bends. Both are declared, neither is a law: the first size whose doubling saves
less than some share of the tokens, and the size at which the curve is farthest below the straight line from
its one end to the other, both axes linear.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log2

from ..bpe import MergeTrace
from ..bpe_incremental import NONE, in_a_row
from ..spelling import spell
from .charts import _text
from .html import Html, attributes
from .reader import Panel, Reading, curve_reader, many
from .table import table
from .ticks import Number
from .ticks import label as figure
from .yours import split_of, your_text

SCALE = 1000  # places on the axis in one doubling: a chart's places are whole numbers
READINGS = 40  # sizes that can be read, about
PIECES = 1500, 5000  # that are learned of a reader's text: at first, and at the most
HOME, AWAY = "learned from", "new text"


def size_curve(
    trace: MergeTrace,
    away: Mapping[str, int] | None = None,
    label: str = "Tokens per word at each size",
    less_than: Fraction = Fraction(3, 20),
    rare: int = 10,
) -> Html:
    """Tokens per word at sizes that double along the axis, for the text learned from and for another.

    `less_than` is the share of the first rule; a piece is `rare` if the text learned from uses it fewer
    times. Raises `ValueError` for a trace without steps, or for another text without words.

    >>> from piecework import bpe, corpora
    >>> size_curve(bpe.train(corpora.load("four-words")))[:40]
    '<div class="pw-explorable"><curve-reader'
    """
    if not trace.steps:
        raise ValueError("size_curve needs a trace with at least one step")
    if away is not None and not away:
        raise ValueError("the other text has no words; leave it out")
    texts = {HOME: dict(trace.words), **({AWAY: away} if away else {})}
    tokens = {name: tokens_by_size(trace, text) for name, text in texts.items()}
    words = {name: sum(text.values()) for name, text in texts.items()}
    found = {"doubling": slow(tokens[HOME], less_than), "line": farthest(tokens[HOME])}
    bends = {rule: size for rule, size in found.items() if size}
    meant = {
        "doubling": f"the next doubling saves under {float(less_than):.0%}",
        "line": "farthest below the line",
    }
    sizes = sorted({*grid(trace.sizes), *bends.values()})
    scarce = dict(rare_by_size(trace, sizes, rare))

    def rate(name: str, size: int) -> Fraction:
        return Fraction(tokens[name][size], words[name])

    def saved(size: int) -> float | None:
        """The share that the last doubling saved, where half the size was ever there."""
        return 1 - tokens[HOME][size] / tokens[HOME][size // 2] if size // 2 in tokens[HOME] else None

    at = ", ".join(f"{meant[rule]} at {figure(size)}" for rule, size in bends.items())
    says = (
        f"Tokens per word fall from {float(rate(HOME, sizes[0])):.2f} at {many(sizes[0], 'piece')} to "
        f"{float(rate(HOME, sizes[-1])):.2f} at {figure(sizes[-1])}{'; ' if at else ''}{at}."
    )
    curves: dict[str, dict[int, Number]] = {
        name if away else "": {_place(size): rate(name, size) for size in sizes} for name in texts
    }
    axis = "pieces, on a scale of doublings"
    panel = Panel(label, says, curves, axis, "tokens per word", xticks=_doublings(sizes))
    for size in sizes:
        there = f" where it was learned, {float(rate(AWAY, size)):.2f} on {AWAY}" if away else ""
        say = f"At {many(size, 'piece')}: {float(rate(HOME, size)):.2f} tokens a word{there}. "
        if (share := saved(size)) is not None:
            say += f"The last doubling saved {share:.1%}. "
        if learned := size - trace.sizes[0]:
            say += (
                f"{figure(scarce[size])} of {many(learned, 'learned piece')} used fewer than {rare} times. "
            )
        say += "".join(f"Here: {meant[rule]}. " for rule, bend in bends.items() if bend == size)
        x = _place(size)
        panel.readings.append(Reading(many(size, "piece"), panel.area.x(x), panel.dots(x), [say.strip()]))
    panel.start = sizes.index(min(bends.values(), default=sizes[-1]))
    rising = sorted(bends.items(), key=lambda bend: bend[1])
    panel.over = "".join(
        _mark(panel, size, f"{figure(size)}: {rule}", i) for i, (rule, size) in enumerate(rising)
    )
    shown = sorted({sizes[0], sizes[-1], *_powers(sizes), *bends.values()})
    head = ["Pieces", *(f"Per word, {name}" if away else "Tokens per word" for name in texts)]
    head += ["Last doubling saved", f"Used fewer than {rare} times"]
    rows = [
        [
            size,
            *(f"{float(rate(name, size)):.2f}" for name in texts),
            "" if (share := saved(size)) is None else f"{share:.1%}",
            scarce[size],
        ]
        for size in shown
    ]
    own = your_text("size_curve", settings(trace, less_than, rare), ("pieces", "Pieces to learn", *PIECES))
    chart = [(panel, panel.draw())]
    return curve_reader(chart, label, "Vocabulary size", table(head, rows, "r" * len(head), says), {}, own)


def settings(trace: MergeTrace, less_than: Fraction, rare: int) -> dict[str, object]:
    """How the text was split and learned, and what the rules are."""
    names = ("spelling", "ties", "unknown", "min_count", "max_length")
    return {
        **{name: getattr(trace, name) for name in names},
        "words": split_of(word for word, _ in trace.words),
        "less_than": str(less_than),
        "rare": rare,
    }


def tokens_by_size(trace: MergeTrace, corpus: Mapping[str, int]) -> dict[int, int]:
    """The tokens of a corpus at each size that the trace went through, as `measure.curve` says them.

    The corpus goes through the steps once, for a model of fewer pieces is the same merges, stopped sooner.
    Cost: that of the corpus's symbols, not that of reading it at each size.

    >>> from piecework import Corpus, bpe, corpora
    >>> tokens_by_size(bpe.train(corpora.load("export"), steps=2), Corpus({"exit": 1}))
    {9: 4, 10: 3, 11: 3}
    """
    spelled = [(spell(word, trace.spelling), count) for word, count in corpus.items()]
    symbols, after, before, weight = in_a_row(spelled)
    where: dict[tuple[str, ...], list[int]] = {}

    def note(i: int) -> None:
        if i != NONE and after[i] != NONE:
            where.setdefault((symbols[i], symbols[after[i]]), []).append(i)

    for i in range(len(symbols)):
        note(i)
    size, tokens = trace.sizes[0], sum(weight)
    out, seen = {size: tokens}, set(trace.alphabet)
    for step in trace.steps:
        for i in sorted(where.pop(step.parts, ())):
            j = after[i]
            if j == NONE or (symbols[i], symbols[j]) != step.parts:
                continue  # this place has changed since
            symbols[i], symbols[j], after[i] = step.symbol, "", after[j]
            if after[j] != NONE:
                before[after[j]] = i
            tokens -= weight[i]
            note(before[i])
            note(i)
        size += step.symbol not in seen  # two merges may make one piece
        seen.add(step.symbol)
        out[size] = tokens
    return out


def slow(tokens: Mapping[int, int], less_than: Fraction) -> int | None:
    """The first size whose doubling saves less than that share of the tokens; None where none is so slow.

    >>> slow({1: 100, 2: 60, 4: 50, 8: 45}, Fraction(1, 5))
    2
    """
    return next(
        (n for n in sorted(tokens) if 2 * n in tokens and tokens[n] - tokens[2 * n] < less_than * tokens[n]),
        None,
    )


def farthest(tokens: Mapping[int, int]) -> int | None:
    """The size at which the curve is farthest below the line between its ends; the first of several.

    >>> farthest({1: 10, 2: 5, 3: 4, 4: 4})
    2
    """
    first, last = min(tokens), max(tokens)
    fall, width = tokens[first] - tokens[last], last - first
    below = {n: (tokens[first] - tokens[n]) * width - (n - first) * fall for n in sorted(tokens)}
    most = max(below, key=below.__getitem__)
    return most if below[most] > 0 else None


def rare_by_size(trace: MergeTrace, sizes: Sequence[int], rare: int) -> Iterator[tuple[int, int]]:
    """How many learned pieces the text uses fewer than `rare` times, at each of some rising sizes.

    A merge makes its piece as often as it replaces, and uses up each of its parts as often.

    >>> from piecework import bpe, corpora
    >>> list(rare_by_size(bpe.train(corpora.load("export"), spelling="plain"), [9, 10, 14], 2))
    [(9, 0), (10, 1), (14, 4)]
    """
    uses = Counter[str]()
    for word, count in trace.words:
        for symbol in spell(word, trace.spelling):
            uses[symbol] += count
    alphabet, steps = set(trace.alphabet), iter(trace.steps)
    learned: set[str] = set()
    for size in sizes:
        while len(learned) + len(alphabet) + trace.unknown < size:
            step = next(steps)
            uses[step.symbol] += step.replaced
            for part in step.parts:
                uses[part] -= step.replaced
            learned |= {step.symbol} - alphabet
        yield size, sum(uses[piece] < rare for piece in learned)


def grid(sizes: range) -> list[int]:
    """Sizes that grow by an equal factor, both ends and all powers of two among them.

    >>> grid(range(9, 13))
    [9, 10, 11, 12]
    """
    first, last = sizes[0], sizes[-1]
    every = {round(first * (last / first) ** (i / READINGS)) for i in range(READINGS + 1)}
    return sorted({first, last, *every, *_powers([first, last])})


def _mark(panel: Panel, size: int, name: str, i: int) -> str:
    """A named line across. Each begins below the names of those before it, which stand to its left."""
    area, at = panel.area, panel.area.x(_place(size))
    line = attributes(class_="mark", x1=at, x2=at, y1=area.top + 16 * i, y2=area.bottom)
    late = at > (area.left + 2 * area.right) / 3
    return f"<line{line}/>" + _text(
        at + (-5 if late else 5), area.top + 16 * i + 10, name, "end" if late else "start", "name"
    )


def _place(size: int) -> int:
    return round(SCALE * log2(size))


def _powers(sizes: Sequence[int]) -> list[int]:
    return [n for n in (1 << power for power in range(40)) if sizes[0] <= n <= sizes[-1]]


def _doublings(sizes: Sequence[int]) -> dict[int, str]:
    """Ticks at the powers of two; at both ends where there are not two of them. At most five."""
    powers = _powers(sizes)
    every = -(-len(powers) // 5)
    ticks = powers[::every] if len(powers) > 1 else sorted({sizes[0], sizes[-1]})
    return {_place(size): figure(size) for size in ticks}
