"""The palette in the style sheet stays safe: hues apart for every kind of sight, and contrast enough.

Two hues must differ in the pair (edge, fill) under normal sight and under simulated protanopia, deuteranopia
and tritanopia (full strength; Machado, Oliveira and Fernandes 2009).
"""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from piecework.render import HUES

CSS = (Path(__file__).parents[1] / "docs/assets/piecework.css").read_text(encoding="utf-8")
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def tokens() -> dict[str, dict[str, str]]:
    """The colours of the two schemes, by name."""
    light, dark = CSS.split('[data-md-color-scheme="slate"] {', 1)
    colour = r"--([\w-]+):\s*(#[0-9a-f]{6})"
    return {
        "light": dict(re.findall(colour, light)),
        "dark": dict(re.findall(colour, dark.split("}", 1)[0])),
    }


def linear(code: str) -> list[float]:
    values = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def contrast(a: str, b: str) -> float:
    """WCAG contrast ratio."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (a, b)))
    return (high + 0.05) / (low + 0.05)


def seen(code: str, sight: str) -> tuple[float, float, float]:
    """OKLab coordinates of a colour as that sight has it."""
    rgb = linear(code)
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in SIGHT[sight])
    x, y, z = (
        v ** (1 / 3)
        for v in (
            0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
            0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
            0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
        )
    )
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHT)
def test_hues_stay_apart(scheme, sight):
    colours = tokens()[scheme]
    for a, b in combinations(HUES, 2):
        edges = math.dist(seen(colours[a], sight), seen(colours[b], sight))
        fills = math.dist(seen(colours[f"{a}-fill"], sight), seen(colours[f"{b}-fill"], sight))
        assert math.hypot(edges, fills) >= 0.10, (a, b)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough(scheme):
    colours = tokens()[scheme]
    for hue in HUES:
        for ground in ("paper", "wash"):
            assert contrast(colours[hue], colours[ground]) >= 3, (hue, ground)
        assert contrast(colours["ink"], colours[f"{hue}-fill"]) >= 6.5, hue
    for ink in ("ink-2", "good", "hold", "code-word", "code-text", "code-number", "code-name"):
        for ground in ("paper", "wash"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["ink-2"], colours["char-fill"]) >= 4.5
    assert contrast(colours["line-2"], colours["paper"]) >= 3  # edges of what can be operated


def test_every_hue_of_the_library_has_its_rule():
    for hue in HUES:
        assert f'[data-hue^="{hue}"]' in CSS
        assert all({hue, f"{hue}-fill"} <= tokens()[scheme].keys() for scheme in ("light", "dark"))
