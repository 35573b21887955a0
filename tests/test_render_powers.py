"""The chart of growth: a power is a straight line whose slope is told, and names are text."""

import re

import pytest
from markup import Parsed

from piecework import render
from piecework.render.powers import power, tens

SQUARES = {n: n * n for n in (1, 10, 100, 1000)}


def test_a_power_is_found_whatever_stands_before_it():
    for exponent in (0.5, 1, 2, 3):
        assert power({n: 7 * n**exponent for n in (3, 50, 1000)}) == pytest.approx(exponent)
    assert power({n: 5 for n in (1, 2, 3)}) == pytest.approx(0)


@pytest.mark.parametrize("points", [{}, {1: 1}, {1: 1, 2: 0}, {0: 1, 2: 2}, {1: -1, 2: 2}])
def test_what_has_no_power_is_refused(points):
    with pytest.raises(ValueError, match="two places"):
        power(points)
    with pytest.raises(ValueError):
        render.power_chart({"a": points}, "x", "y", "title", "said", "uid")


def test_a_power_is_drawn_straight_and_its_slope_is_told():
    html = render.power_chart({"squares": SQUARES, "same": {1: 1, 1000: 1000}}, "x", "y", "T", "D", "u")
    line = re.search(r'class="line" d="M([^"]*)"', html)[1]
    points = [tuple(map(float, point.split())) for point in line.split("L")]
    (x0, y0), *inner, (x1, y1) = points
    for x, y in inner:
        assert y - y0 == pytest.approx((x - x0) * (y1 - y0) / (x1 - x0), abs=0.3)
    assert "squares: 2.00</text>" in html and "same: 1.00</text>" in html and ">1M</text>" in html


def test_ticks_cover_the_range():
    for low, high in ((1, 1), (3, 8), (10, 10), (0.02, 7), (1, 10**12)):
        ticks = tens(low, high)
        assert ticks[0] <= low and high <= ticks[-1] and 2 <= len(ticks) <= 6


def test_names_are_text():
    bad = "<img/src=x/onerror=alert(1)>"
    html = render.power_chart({bad: SQUARES}, bad, bad, bad, bad, bad)
    assert not [tag for tag, _ in Parsed(html).tags if tag == "img"]
