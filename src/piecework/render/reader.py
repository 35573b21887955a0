"""A chart with a reading at each place: what it looks like, and what a page needs to read it.

The chart and its table are complete as they stand. For each place the data say where the rule stands, which
markers are lit and which sentence to say; the page computes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import wrap
from typing import Any

from .charts import CHAR, LINE, _apart, _Area, _curve, _marker, _text
from .element import element
from .html import Html, attributes
from .hues import HUES
from .ticks import Number, label

Part = str | tuple[str]  # text, or a piece
WIDTH, HEIGHT = 330, 250
ROOM = (23.0, 28.0)  # rem, wide and on a phone: every chart has one size
TAIL = 14  # between the end of a curve and the edge, besides its name


@dataclass(frozen=True)
class Reading:
    """What one place says."""

    name: str  # of the place, spoken by the slider
    x: float  # of the rule
    dots: Sequence[tuple[float, float] | None]  # one for each curve, where it has a point
    say: Sequence[Part]
    lit: int | None = None  # which bar, in charts of bars


@dataclass
class Panel:
    """One chart and its readings. `draw` them with the scales of `area`."""

    title: str
    says: str  # the chart in a sentence
    curves: dict[str, dict[int, Number]]
    xlabel: str
    ylabel: str
    head: bool = False  # whether the title is drawn
    zero: bool = False
    xticks: Mapping[int, str] | None = None
    room: int = 0  # characters of the longest name beside the curves, where none of the curves has it
    readings: list[Reading] = field(default_factory=list)
    start: int = 0
    under: str = ""
    over: str = ""

    def __post_init__(self) -> None:
        if not any(self.curves.values()):
            raise ValueError("a chart needs at least one point")
        lines = wrap(self.title, WIDTH // 7) if self.head else []
        names = max(self.room, *map(len, self.curves)) * CHAR + TAIL
        points = {name: sorted(curve.items()) for name, curve in self.curves.items() if curve}
        self.lines, self.points = lines, points
        self.area = _Area(points, WIDTH, HEIGHT, self.zero, len(lines), names)
        if not lines:
            self.area.top -= round(LINE * 0.6)

    def dots(self, x: int) -> list[tuple[float, float] | None]:
        """Where the curves stand at a place."""
        return [
            (self.area.x(x), self.area.y(curve[x])) if x in curve else None for curve in self.curves.values()
        ]

    def draw(self, lines: bool = True) -> Html:
        """The chart: axes, what lies under the curves, the curves with their names, what lies over them."""
        area = self.area
        out = [_text(0, 14 + LINE * 1.2 * i, line, "start", "head") for i, line in enumerate(self.lines)]
        out.append(_text(0, area.top - 14, self.ylabel, "start"))
        for tick in area.yticks:
            y = area.y(tick)
            out.append(f'<line class="grid" x1="{area.left}" x2="{area.right}" y1="{y}" y2="{y}"/>')
            out.append(_text(area.left - 6, y + 4, label(tick), "end"))
        whole = {int(tick): label(tick) for tick in area.xticks if tick.denominator == 1}
        for place, name in (self.xticks or whole).items():
            out.append(_text(area.x(place), area.bottom + 16, name, "middle"))
        out.append(_text((area.left + area.right) / 2, HEIGHT - 4, self.xlabel, "middle"))
        out.append(self.under)
        if lines:
            out += [_curve(area, points, i) for i, points in enumerate(self.points.values())]
            out += self._names()
        out.append(self.over)
        # The page moves these; until then they are nowhere.
        rule = attributes(class_="rule", y1=area.top, y2=area.bottom, visibility="hidden")
        out.append(f"<line{rule}/>")
        if lines:
            out += [
                f'<g class="at" visibility="hidden">{_marker(i, 0, 0)}</g>' for i in range(len(self.curves))
            ]
        return Html(
            f'<svg class="pw-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
            f"{attributes(aria_label=self.says)}>{''.join(out)}</svg>"
        )

    def _names(self) -> list[str]:
        """Each curve's name where it ends; one that ends before the others says so."""
        out, area = [], self.area
        full = {name: points for name, points in self.points.items() if points[-1][0] == area.x1}
        heights = dict(zip(full, _apart(area, full), strict=True))
        for i, (name, points) in enumerate(self.points.items()):
            x, value = points[-1]
            at, y = area.x(x), area.y(value)
            out.append(_marker(i, at, y))
            if name in full:
                out.append(_text(at + 9, heights[name] + 4, name, "start", "name"))
                continue
            above = any(other.get(x, value) < value for other in self.curves.values())
            place = (at + 2, y - 10, "start") if above else (at - 7, y + 18, "end")
            out.append(f'<circle class="end" data-hue="{HUES[i % len(HUES)]}" cx="{at}" cy="{y}" r="6.5"/>')
            out.append(_text(*place[:2], f"{name}, to {label(x)}", place[2], "name"))
        return out

    def mark(self, x: int, name: str) -> str:
        """A named line across at a place."""
        area = self.area
        at, late = area.x(x), area.x(x) > (area.left + area.right) / 2
        line = attributes(class_="mark", x1=at, x2=at, y1=area.top, y2=area.bottom)
        side = "end" if late else "start"
        return f"<line{line}/>" + _text(at + (-5 if late else 5), area.top + 9, name, side, "name")

    def gap(self) -> str:
        """The gap between the first two curves, in the tint of whichever is lower, split where they cross."""
        (_, a), (_, b) = list(self.curves.items())[:2]
        both = sorted(a.keys() & b.keys())
        area, edges = self.area, list[tuple[float, float, float]]()
        for x, then in pairwise([*both, both[-1]] if both else []):
            edges.append((area.x(x), area.y(a[x]), area.y(b[x])))
            before, after = b[x] - a[x], b[then] - a[then]
            if before * after < 0:
                share = float(before / (before - after))
                at = area.x(x) + share * (area.x(then) - area.x(x))
                y = area.y(a[x]) + share * (area.y(a[then]) - area.y(a[x]))
                edges.append((round(at, 1), round(y, 1), round(y, 1)))
        out = ""
        for i in (0, 1):
            own = [(x, ys[i]) for x, *ys in edges]
            top = [(x, min(ys)) for x, *ys in reversed(edges)]
            path = "L".join(f"{x} {y}" for x, y in own + top)
            out += f'<path class="gap" data-hue="{HUES[i]}" d="M{path}Z"/>' if path else ""
        return out

    def record(self) -> dict[str, Any]:
        """What the page needs."""
        return {
            "title": self.title,
            "left": self.area.left,
            "right": self.area.right,
            "start": self.start,
            "readings": [[r.name, r.x, r.dots, r.say, r.lit] for r in self.readings],
        }


def curve_reader(
    panels: Sequence[tuple[Panel, Html]],
    label: str,
    axis: str,
    table: Html,
    hues: Mapping[str, str],
    own: str = "",
) -> Html:
    """The element, with everything that stands in it: charts, table, data. `axis` names the slider.

    `own` is `your_text`, for a chart that can be drawn anew.
    """
    data = {"axis": axis, "hues": hues, "panels": [panel.record() for panel, _ in panels]}
    charts = "".join(f'<div class="pw-panel">{chart}</div>' for _, chart in panels)
    static = f'<div class="pw-panels">{charts}</div>{table}'
    return element("curve-reader", label, static, data, ROOM, own=own)


def distinct(names: Sequence[str]) -> None:
    """Raise `ValueError` for curves that share a name."""
    if len(set(names)) < len(names):
        raise ValueError(f"curves need names that differ, not {', '.join(map(repr, names))}")


def many(count: Number, noun: str) -> str:
    """A count with its noun: "1 piece", "2 pieces"."""
    return f"{label(count)} {noun}{'' if count == 1 else 's'}"


def first(name: str) -> str:
    """A name at the start of a sentence; the rest keeps its case."""
    return name[:1].upper() + name[1:]
