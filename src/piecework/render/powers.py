"""A chart of growth: both axes go by factors, so what grows as a power is a straight line of that slope."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor, log, log10
from statistics import linear_regression
from textwrap import wrap

from .charts import CHAR, LINE, _Area, _drawn
from .html import Html
from .ticks import Number, label

MOST = 5  # ticks of an axis


def power(points: Mapping[int, Number]) -> float:
    """The power that fits best, by least squares of logarithms: about 2 where twice as much costs four times.

    Raises `ValueError` for fewer than two places, or a value that is not above 0.

    >>> round(power({10: 300, 20: 1200, 40: 4800}), 6)
    2.0
    """
    if len(points) < 2 or min([*points, *points.values()]) <= 0:
        raise ValueError("a power needs at least two places, and values above 0")
    xs, ys = [log(x) for x in points], [log(y) for y in points.values()]
    return linear_regression(xs, ys).slope


def power_chart(
    series: Mapping[str, Mapping[int, Number]],
    xlabel: str,
    ylabel: str,
    title: str,
    desc: str,
    uid: str,
    *,
    width: int = 330,
    height: int = 260,
) -> Html:
    """Curves over axes that go by factors, each with its `power` behind its name.

    `desc` says in a sentence what the chart shows; `uid` must be unique on the page. Raises `ValueError` as
    `power` does.

    >>> power_chart({"pairs": {10: 45, 100: 4950}}, "symbols", "pairs", "Growth", "A line.", "c1")[:50]
    '<svg class="pw-chart" viewBox="0 0 330 260" role="'
    """
    curves = {f"{name}: {power(points):.2f}": sorted(points.items()) for name, points in series.items()}
    if not curves:
        raise ValueError("a chart needs at least one curve")
    heading = wrap(title, width // 7)
    area = _Factors(curves, width, height, len(heading))
    words = (heading, xlabel, ylabel, title, desc, uid)
    return _drawn(area, curves, words, short, width, height, {})


class _Factors(_Area):
    """The rectangle that the curves are drawn in; equal factors are equally far apart."""

    def __init__(
        self, curves: Mapping[str, list[tuple[int, Number]]], width: int, height: int, lines: int
    ) -> None:
        xs = [x for points in curves.values() for x, _ in points]
        ys = [y for points in curves.values() for _, y in points]
        self.yticks = tens(min(ys), max(ys))
        names = max(map(len, curves)) * CHAR + 14
        self.left = 12 + 7 * max(len(short(tick)) for tick in self.yticks)
        self.right = round(max(width - names, width / 2))
        self.top, self.bottom = 34 + round(LINE * 1.2 * (lines - 1)) + 8, height - 40
        self.x0, self.x1 = min(xs), max(xs)
        self.y0, self.y1 = self.yticks[0], self.yticks[-1]
        self.xticks = [tick for tick in tens(self.x0, self.x1) if self.x0 <= tick <= self.x1]

    def x(self, value: Number) -> float:
        share = log(value / self.x0) / (log(self.x1 / self.x0) or 1)
        return round(self.left + share * (self.right - self.left), 1)

    def y(self, value: Number) -> float:
        share = log(value / self.y0) / (log(self.y1 / self.y0) or 1)
        return round(self.bottom - share * (self.bottom - self.top), 1)


def tens(low: Number, high: Number) -> list[Fraction]:
    """Powers of ten that cover a range, at most `MOST` of them, equally far apart, and at least two.

    >>> [str(tick) for tick in tens(313, 49_283)]
    ['100', '1000', '10000', '100000']
    """
    first, last = floor(log10(low)), ceil(log10(high))
    last = max(last, first + 1)
    step = ceil((last - first) / (MOST - 1))
    return [Fraction(10) ** n for n in range(first, last + step, step)]


def short(value: Number) -> str:
    """A power of ten as small print has room for: 1,000 or 1M.

    >>> short(1000), short(10_000_000), short(10**9)
    ('1,000', '10M', '1,000M')
    """
    return f"{label(value / 10**6)}M" if value >= 10**6 else label(value)
