"""Charts that can be read place by place: what each turn gains, and where two curves cross."""

from collections.abc import Mapping

from ..coverage import CoverTrace
from ..measure import Trace, crossover
from .chips import chip
from .claims import cut_to, learned
from .html import Html
from .hues import hues
from .reader import Panel, Part, Reading, curve_reader, distinct, first, many
from .table import table
from .ticks import label as figure
from .vocabularies import rivals
from .yours import your_text

Curve = Mapping[int, int]
BARS = 120, 300  # turns that are drawn of a reader's text, and the most that can be
PIECES = 200, 600  # the same for the pieces that two learners learn of it


def gain_profile(trace: CoverTrace, label: str = "What each turn gains", drawn: int | None = None) -> Html:
    """The gains of a trace as falling bars; a reading names the piece, its arithmetic and its ties.

    `drawn` bounds the words, the commonest first, that the hues of the pieces are made for. Raises
    `ValueError` for a trace without steps.

    >>> from piecework import corpora, coverage
    >>> gain_profile(coverage.train(corpora.load("four-words")))[:40]
    '<div class="pw-explorable"><curve-reader'
    """
    if not trace.steps:
        raise ValueError("gain_profile needs a trace with at least one step")
    look, unit, steps = hues(cut_to(trace, drawn)), trace.unit, trace.steps
    gains = {step.number: step.score for step in steps}
    total = f"{unit} newly covered"
    says = (
        f"Falling bars: {many(len(steps), 'turn')}, the first gains {figure(steps[0].score)} {unit}, "
        f"the last {figure(steps[-1].score)}; {many(trace.bare, 'position')} stay bare."
    )
    panel = Panel(label, says, {"": {0: 0, **gains, len(gains) + 1: 0}}, "turn", total, zero=True)
    area, wide = panel.area, panel.area.x(1) - panel.area.x(0)
    bars, tops = "", ""
    for i, step in enumerate(steps):
        x, y = area.x(step.number) - wide / 2, area.y(step.score)
        height = area.bottom - y
        bars += f'<rect class="bar" x="{x:.1f}" y="{y}" width="{wide * 0.86:.1f}" height="{height:.1f}"/>'
        if not i or steps[i - 1].score != step.score:  # a plateau begins
            same = next((n for n, s in enumerate(steps[i:]) if s.score != step.score), len(steps) - i)
            tops += f'<path class="line" d="M{x:.1f} {y}h{(same - 0.14) * wide:.1f}"/>'
        parts = f"{figure(step.replaced)} × {step.score // step.replaced} = {figure(step.score)} {unit}"
        say: list[Part] = [f"Turn {step.number}: ", (step.symbol,), f" claims {parts}. "]
        ties = (
            "No other candidate gains as much"
            if step.tied == 1
            else f"{step.tied} candidates tie at this gain"
        )
        say.append(f"{ties}. {many(step.bare, 'position')} {'is' if step.bare == 1 else 'are'} still bare.")
        panel.readings.append(Reading(f"turn {step.number}", area.x(step.number), (), say, i))
    panel.under = f'<g data-hue="blue">{bars}{tops}</g>'
    rows = [
        [s.number, chip(s.symbol, look), f"{s.replaced} × {s.score // s.replaced}", s.score, s.tied, s.bare]
        for s in steps
    ]
    asked = len(steps) if trace.stopped != "nothing left" else BARS[0]
    own = your_text("gain_profile", learned(trace), ("steps", "Turns", min(asked, BARS[1]), BARS[1]))
    head = ["Turn", "Piece", "Occurrences × length", "Gain", "Tied", "Bare after it"]
    return curve_reader(
        [(panel, panel.draw(lines=False))], label, "Turn", table(head, rows, "rlrrrr", says), look, own
    )


def crossover_chart(
    panels: Mapping[str, tuple[Curve, Curve]],
    names: tuple[str, str] = ("coverage", "merging"),
    label: str = "Tokens at each vocabulary size",
    traces: tuple[Trace, Trace] | None = None,
) -> Html:
    """Two curves (size to tokens) for each text; the lower is ahead, and where they swap order is marked.

    A curve may end before the other. With the `traces` that the curves are of, by coverage and by merging,
    the chart can be drawn for a reader's text. Raises `ValueError` without a panel or for an empty curve.

    >>> crossover_chart({"Corpus": ({60: 475, 70: 404}, {60: 531, 70: 460})})[:40]
    '<div class="pw-explorable"><curve-reader'
    """
    if not panels:
        raise ValueError("crossover_chart needs at least one panel")
    distinct(names)
    drawn, told = [], []
    for title, curves in panels.items():
        if not all(curves):
            raise ValueError(f"a curve of {title!r} has no points")
        swap = crossover(*curves)
        falls = "; ".join(f"{name} {_span(curve)}" for name, curve in zip(names, curves, strict=True))
        meets = f"order swaps at {figure(swap)}" if swap else "order never swaps where both have a value"
        said = f"{title}: {falls}; {meets}."
        panel = Panel(
            title,
            f"Tokens over vocabulary size. {said}",
            {name: dict(curve) for name, curve in zip(names, curves, strict=True)},
            "pieces in the vocabulary",
            "tokens: fewer is better",
            head=len(panels) > 1,
        )
        panel.under = panel.gap()
        if swap is not None:
            panel.over = panel.mark(swap, f"crossover at {figure(swap)}")
        sizes = sorted(curves[0].keys() | curves[1].keys())
        for size in sizes:
            at = many(size, "piece")
            panel.readings.append(
                Reading(at, panel.area.x(size), panel.dots(size), [_duel(at, size, curves, names, swap)])
            )
        both = [size for size in sizes if size in curves[0] and size in curves[1]]
        panel.start = sizes.index(both[-1] if swap is None and both else swap or sizes[0])
        drawn.append((panel, panel.draw()))
        told.append(said)
    every = sorted({size for pair in panels.values() for curve in pair for size in curve})
    several = len(panels) > 1
    head = ["Pieces", *(f"{t}: {name}" if several else name for t in panels for name in names)]
    rows = [[size, *(c.get(size, "") for pair in panels.values() for c in pair)] for size in every]
    how = rivals(dict(zip(names, traces, strict=True))) if traces else None
    own = your_text("crossover_chart", how, ("pieces", "Pieces to learn", *PIECES)) if how else ""
    return curve_reader(
        drawn, label, "Vocabulary size", table(head, rows, "r" * len(head), " ".join(told)), {}, own
    )


def _duel(at: str, size: int, curves: tuple[Curve, Curve], names: tuple[str, str], swap: int | None) -> str:
    """Two curves at a size: both values and who saves how many."""
    values = [(name, curve.get(size)) for name, curve in zip(names, curves, strict=True)]
    (one, a), (two, b) = values
    if a is None or b is None:
        name, curve, here, value = (one, curves[0], two, b) if a is None else (two, curves[1], one, a)
        assert value is not None
        last = max((s for s in curve if s < size), default=None)
        out = f"At {at}: {many(value, 'token')} with {here}. "
        if last is None:
            return out + f"{first(name)} begins at {min(curve)}."
        ends = "ended" if last == max(curve) else "was last measured"
        return out + f"{first(name)} {ends} at {figure(last)}, with {figure(curve[last])}."
    out = f"At {at}: {many(a, 'token')} with {one}, {figure(b)} with {two}. "
    if a == b:
        return out + "Neither saves any."
    ahead = one if a < b else two
    out += f"{first(ahead)} saves {figure(abs(a - b))}"
    return out + (", and here it takes the lead." if size == swap else ".")


def _span(curve: Curve) -> str:
    first, last = min(curve), max(curve)
    return f"{figure(curve[first])} at {figure(first)} to {figure(curve[last])} at {figure(last)}"
