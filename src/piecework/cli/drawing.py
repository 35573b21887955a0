"""Curves for a terminal, in plain characters, and for a file, as SVG that needs no style sheet."""

import shutil
from collections.abc import Mapping
from fractions import Fraction

from ..measure import crossover
from ..render.charts import line_chart
from ..render.ticks import Number, label, ticks, within
from .writing import harmless

Curves = Mapping[str, Mapping[int, int]]  # by learner: size to tokens
POINTS = "*o+x"  # a learner's points on the plot
WIDE, HIGH, EDGE = 580, 300, 24  # an SVG, each of its charts, and the paper around them

# The style sheet's colours for light and dark paper, so that the file looks right wherever it is opened.
STYLE = """
svg { --paper: #fdfcf9; --ink: #1d2026; --ink-2: #565b66; --line: #d9d6cc;
  --blue: #123ca1; --amber: #7a3300; --green: #0c9a57; --plum: #9a5cca; }
@media (prefers-color-scheme: dark) { svg { --paper: #15171c; --ink: #eceae4; --ink-2: #a9adb6;
  --line: #343842; --blue: #add6fe; --amber: #d0713f; --green: #3fdcc4; --plum: #9a78ea; } }
.paper { fill: var(--paper); }
text { font: 12px system-ui, sans-serif; fill: var(--ink-2); font-variant-numeric: tabular-nums; }
.head { font-size: 13px; font-weight: 600; fill: var(--ink); }
.name { font-weight: 600; fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
svg svg { overflow: visible; }
.grid { stroke: var(--line); } .mark { stroke: var(--ink-2); stroke-dasharray: 2 3; }
.line { fill: none; stroke: var(--edge); stroke-width: 2; stroke-linejoin: round; }
.dot { fill: var(--edge); stroke: var(--paper); }
[data-hue=blue] { --edge: var(--blue); } [data-hue=amber] { --edge: var(--amber); }
[data-hue=green] { --edge: var(--green); } [data-hue=plum] { --edge: var(--plum); }
"""


def plot(curves: Curves, width: int | None = None, height: int = 12) -> str:
    """Curves in plain characters, as wide as the terminal, and at most 100 columns.

    Where two meet, the first learner's point is seen. Raises `ValueError` without a point.

    >>> print(plot({"bpe": {60: 500, 80: 400}, "coverage": {60: 450, 80: 420}}, 40, 5))
    tokens
    500 |****
    480 |    *******
    460 |           ******
    440 |ooooooooooooooooo*******
    420 |                       o*******oooo
    400 |                               ****
        +-----------------------------------
         60                               80
         pieces    * bpe    o coverage
    """
    width = width or min(100, shutil.get_terminal_size().columns)
    points = {name: sorted(curve.items()) for name, curve in curves.items() if curve}
    if not points:
        raise ValueError("a chart needs at least one point")
    xs = [x for curve in points.values() for x, _ in curve]
    rungs = ticks(
        min(y for c in points.values() for _, y in c), max(y for c in points.values() for _, y in c)
    )
    left = max(len(label(tick)) for tick in rungs) + 2
    columns = max(10, width - left)
    grid = [[" "] * columns for _ in range(height + 1)]

    def across(x: Fraction | int) -> int:
        return round(Fraction(x - min(xs), max(xs) - min(xs) or 1) * (columns - 1))

    def down(y: Fraction | int) -> int:
        return height - round((y - rungs[0]) / (rungs[-1] - rungs[0]) * height)

    for mark, curve in reversed(list(zip(POINTS, points.values(), strict=False))):
        for (x0, y0), (x1, y1) in zip(curve, curve[1:] or curve, strict=False):
            start, end = across(x0), across(x1)
            for column in range(start, end + 1):
                share = Fraction(column - start, end - start or 1)
                grid[down(y0 + share * (y1 - y0))][column] = mark
    names = {down(tick): label(tick) for tick in rungs}
    lines = [f"{names.get(i, ''):>{left - 2}} |{''.join(row)}" for i, row in enumerate(grid)]
    axis = [" "] * columns
    for tick in within(min(xs), max(xs), max(2, columns // 12)) or [Fraction(min(xs))]:
        name = label(tick)
        at = min(max(0, across(tick) - len(name) // 2), columns - len(name))
        axis[at : at + len(name)] = name
    key = "    ".join(f"{mark} {name}" for mark, name in zip(POINTS, points, strict=False))
    pad = " " * left
    lines += [f"{pad[:-1]}+{'-' * columns}", pad + "".join(axis), f"{pad}pieces    {key}"]
    return "\n".join(line.rstrip() for line in ("tokens", *lines))


def svg(texts: Mapping[str, Curves]) -> str:
    """A chart for each text, one under another, as one SVG file with its own colours.

    >>> svg({"essay.txt": {"bpe": {60: 500, 80: 400}}})[:61]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 348"'
    """
    charts = []
    for i, (text, curves) in enumerate(texts.items()):
        ends = "; ".join(
            f"{name} falls from {curve[min(curve)]:,} to {curve[max(curve)]:,}"
            for name, curve in curves.items()
        )
        size = crossover(*curves.values()) if len(curves) == 2 else None
        swap: dict[Number, str] = {} if size is None else {size: f"crossed by {size:,}"}
        chart = line_chart(
            curves,
            "pieces in the vocabulary",
            "tokens: fewer is better",
            harmless(text),
            f"Tokens for {harmless(text)} over vocabulary size: {ends}.",
            f"chart-{i + 1}",
            marks=swap,
            width=WIDE - 2 * EDGE,
            height=HIGH,
        )
        place = f'x="{EDGE}" y="{EDGE + i * (HIGH + EDGE)}" width="{WIDE - 2 * EDGE}" height="{HIGH}"'
        charts.append(chart.replace('<svg class="pw-chart"', f'<svg class="pw-chart" {place}', 1))
    high = EDGE + len(charts) * (HIGH + EDGE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" '
        f'width="{WIDE}" height="{high}">\n'
        f'<style>{STYLE}</style>\n<rect class="paper" width="{WIDE}" height="{high}"/>\n'
        + "\n".join(charts)
        + "\n</svg>\n"
    )
