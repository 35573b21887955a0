"""Charts, drawn small enough for a phone: nothing on them is smaller than small print there.

Colours are the style sheet's, so a chart follows the theme and prints. Lines are told apart by dash, marker
and name as well as by hue.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from .html import Html, attributes, markup
from .hues import HUES
from .table import plain
from .ticks import Number, label, ticks, within

DASHES = (None, "6 4", "2 3", "9 3 2 3")
LINE, MARKERS = 14, 8  # a line of text, in units; how many markers a long line gets
CHAR = 6.3  # the width of a character of a name, about


def line_chart(
    series: Mapping[str, Mapping[int, Number]] | Mapping[str, Mapping[float, Number]],
    xlabel: str,
    ylabel: str,
    title: str,
    desc: str,
    uid: str,
    *,
    marks: Mapping[Number, str] | None = None,
    zero: bool = False,
    width: int = 330,
    height: int = 240,
) -> Html:
    """Curves, each a mapping from x to y, named where they end.

    `desc` says in a sentence what the chart shows; `uid` must be unique on the page. `marks` draws a named
    line across at an x; `zero` lets the upright axis start at nothing. Raises `ValueError` without a point.

    >>> line_chart({"tokens": {0: 29, 1: 22}}, "steps", "tokens", "Falling", "Two points.", "c1")[:50]
    '<svg class="pw-chart" viewBox="0 0 330 240" role="'
    """
    curves = {name: sorted(points.items()) for name, points in series.items() if points}
    if not curves:
        raise ValueError("a chart needs at least one point")
    heading = wrap(title, width // 7)
    area = _Area(curves, width, height, zero, len(heading), max(len(name) for name in curves) * CHAR + 14)
    words = (heading, xlabel, ylabel, title, desc, uid)
    return _drawn(area, curves, words, label, width, height, marks or {})


def _drawn(
    area: "_Area",
    curves: Mapping[str, Sequence[tuple[Any, Any]]],
    words: tuple[list[str], str, str, str, str, str],
    shown: Callable[[Any], str],
    width: int,
    height: int,
    marks: Mapping[Number, str],
) -> Html:
    """A chart in its area: heading, grid, axes, marks, and curves with names; `shown` writes a tick."""
    heading, xlabel, ylabel, title, desc, uid = words
    out = [_text(0, 14 + LINE * 1.2 * i, line, "start", "head") for i, line in enumerate(heading)]
    out.append(_text(0, area.top - 14, ylabel, "start"))
    for tick in area.yticks:
        y = area.y(tick)
        out.append(f'<line class="grid" x1="{area.left}" x2="{area.right}" y1="{y}" y2="{y}"/>')
        out.append(_text(area.left - 6, y + 4, shown(tick), "end"))
    for tick in area.xticks:
        out.append(_text(area.x(tick), area.bottom + 16, shown(tick), "middle"))
    out.append(_text((area.left + area.right) / 2, height - 4, xlabel, "middle"))
    for x, name in marks.items():
        late = area.x(x) > (area.left + area.right) / 2
        at = area.x(x)
        out.append(f'<line class="mark" x1="{at}" x2="{at}" y1="{area.top}" y2="{area.bottom}"/>')
        out.append(_text(at + (-5 if late else 5), area.top + 9, name, "end" if late else "start", "name"))
    for i, points in enumerate(curves.values()):
        out.append(_curve(area, points, i))
    for i, ((name, points), y) in enumerate(zip(curves.items(), _apart(area, curves), strict=True)):
        x = area.x(points[-1][0])
        out.append(_marker(i, x, area.y(points[-1][1])))
        out.append(_text(x + 9, y + 4, name, "start", "name"))
    named, told = escape(f"{uid}-t"), escape(f"{uid}-d")
    return Html(
        f'<svg class="pw-chart" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{named} {told}">'
        f'<title id="{named}">{escape(title)}</title><desc id="{told}">{escape(desc)}</desc>'
        f"{''.join(out)}</svg>"
    )


class _Area:
    """The rectangle that the curves are drawn in, and its two scales."""

    def __init__(
        self,
        curves: Mapping[str, Sequence[tuple[Number, Number]]],
        width: int,
        height: int,
        zero: bool,
        lines: int,
        names: float,
    ) -> None:
        xs = [x for points in curves.values() for x, _ in points]
        ys = [y for points in curves.values() for _, y in points] + ([0] if zero else [])
        self.yticks = ticks(min(ys), max(ys))
        self.left = 12 + 7 * max(len(label(tick)) for tick in self.yticks)
        self.right = round(max(width - names, width / 2))
        self.top, self.bottom = 34 + round(LINE * 1.2 * (lines - 1)) + 8, height - 40
        self.x0, self.x1 = min(xs), max(xs)
        self.y0, self.y1 = self.yticks[0], self.yticks[-1]
        self.xticks = within(self.x0, self.x1, 7)

    def x(self, value: Number) -> float:
        share = float(value - self.x0) / (float(self.x1 - self.x0) or 1)
        return round(self.left + share * (self.right - self.left), 1)

    def y(self, value: Number) -> float:
        share = float(value - self.y0) / float(self.y1 - self.y0)
        return round(self.bottom - share * (self.bottom - self.top), 1)


def _curve(area: _Area, points: Sequence[tuple[Number, Number]], i: int) -> str:
    path = "M" + "L".join(f"{area.x(x)} {area.y(y)}" for x, y in points)
    every = max(1, round(len(points) / MARKERS))
    dots = "".join(_marker(i, area.x(x), area.y(y)) for x, y in points[:-1:every])
    line = attributes(class_="line", d=path, stroke_dasharray=DASHES[i % len(DASHES)])
    return f'<g data-hue="{HUES[i % len(HUES)]}"><path{line}/></g>{dots}'


def _marker(i: int, x: float, y: float) -> str:
    shape = (
        f'<circle cx="{x}" cy="{y}" r="3.2"/>',
        f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>',
        f'<path d="M{x} {y - 4:.1f}l4 7h-8z"/>',
        f'<path d="M{x} {y - 4.2:.1f}l4.2 4.2-4.2 4.2-4.2-4.2z"/>',
    )[i % 4]
    return f'<g class="dot" data-hue="{HUES[i % len(HUES)]}">{shape}</g>'


def _apart(area: _Area, curves: Mapping[str, Sequence[tuple[Number, Number]]]) -> list[float]:
    """Heights for the names, in the order of the curves: where each ends, but never one over another."""
    ends = [area.y(points[-1][1]) for points in curves.values()]
    heights, lowest = dict[int, float](), float("-inf")
    for i in sorted(range(len(ends)), key=ends.__getitem__):
        heights[i] = lowest = max(ends[i], lowest + LINE)
    over = max(0.0, lowest - area.bottom)
    return [round(heights[i] - over, 1) for i in range(len(ends))]


def _text(x: float, y: float, text: str, anchor: str, css: str | None = None) -> str:
    place = attributes(
        class_=css, x=round(x, 1), y=round(y, 1), text_anchor=None if anchor == "start" else anchor
    )
    return f"<text{place}>{escape(text)}</text>"


def bar_chart(
    rows: Sequence[tuple[object, Number]],
    caption: object = "",
    *,
    wins: str = "next",
    tie: str = "tie",
    winner: int | None = 0,
) -> Html:
    """Bars of one scale, such as pair counts: the winner solid, what ties with it hollow, the rest pale.

    Labels are HTML (chips, say) or anything else, which is escaped. `winner` is the row that was taken, or
    `None` where there is no contest; `wins` and `tie` are the words beside it and beside its equals.

    >>> bar_chart([("lo", 7), ("ow", 5)])[:38]
    '<div class="pw-bars" role="list"><div '
    """
    best = rows[winner][1] if winner is not None and rows else None
    scale = max((value for _, value in rows), default=1) or 1
    out = ""
    for i, (name, value) in enumerate(rows):
        top = best is not None and value == best
        first = top and i == winner
        tied = top and sum(value == best for _, value in rows) > 1
        css = " ".join(("pw-row", *["is-top"] * top, *["is-next"] * first, *["is-tied"] * tied))
        word = wins if first else tie if top else ""
        beside = f"<small>{escape(word)}</small>" if word else ""
        out += (
            f'<div class="{css}" role="listitem"><span class="pw-pair">{markup(name)}</span>'
            f'<span class="pw-bar" style="width:{float(value / scale):.2%}"></span>'
            f'<span class="pw-count">{label(value)}{beside}</span></div>'
        )
    title = f'<p class="pw-heading">{markup(caption)}</p>' if caption else ""
    name = attributes(aria_label=plain(caption) or None)
    return Html(f'{title}<div class="pw-bars" role="list"{name}>{out}</div>')
