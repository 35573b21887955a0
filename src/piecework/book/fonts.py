"""Cut the book's four fonts down to what its pages use: `python -m piecework.book.fonts FOLDER`.

The fonts are Adobe's Source Serif 4, Source Sans 3 and Source Code Pro, under the SIL Open Font License
1.1. They are installed by name (the fontpkg-* packages), cut here while the book is built, and not
committed. The licence asks two things of a copy that was cut: that the licence text travels with it (it is
written beside the fonts), and that its own name is not "Source", which is reserved. Hence the names inside
the files; a style sheet may call them what it likes.

The same packages give the same bytes: no date is written.
"""

import importlib.metadata
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEIGHTS = (400, 700)
FEATURES = ["kern", "liga", "mark", "tnum", "lnum"]

# What the pages write: Western European letters, the marks that stand for spaces and word ends, and a little
# mathematics. A character that a font lacks is left to the next font of the reader's machine.
CHARACTERS = {
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x180)),  # Latin-1 and Latin Extended-A
    *"\N{COMBINING GRAVE ACCENT}\N{COMBINING ACUTE ACCENT}\N{COMBINING TILDE}\N{COMBINING DIAERESIS}",
    *"‐‑‒–—‘’‚“”„†•…‹›′″⁄€™",
    *"\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}\N{FIGURE SPACE}",
    *"←→↑↓↔−∕√∞∑∏∂∫≈≠≤≥⁰⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃₄₅₆₇₈₉",
    *"ΔΣΩαβγδεθλμπσφ",
    *"␣⎵▁·✓✗■□▲▼●○",
}
BOXES = set("─│┌┐└┘├┤┬┴┼╭╮╯╰█░▒▓")  # trees and bars in printed output

# The two marks that every chapter writes are in none of the fonts: draw them, so that they look the same on
# every machine and printed columns stay aligned. How far the bracket's ends rise, in thousandths of an em:
MARKS = {"⎵": 70, "␣": 270}


@dataclass(frozen=True)
class Face:
    """One file to make: from which package and file, under which name, with which axes pinned."""

    package: str
    source: str
    target: str
    name: str
    pinned: dict[str, float]
    extra: frozenset[str] = frozenset()


FACES = [
    Face(
        "fontpkg-source-serif-4",
        "SourceSerif4[opsz,wght].ttf",
        "source-serif-4-wght-normal.woff2",
        "Piecework Serif",
        {"opsz": 14},
    ),
    Face(
        "fontpkg-source-serif-4",
        "SourceSerif4-Italic[opsz,wght].ttf",
        "source-serif-4-wght-italic.woff2",
        "Piecework Serif",
        {"opsz": 14},
    ),
    Face(
        "fontpkg-source-sans-3",
        "SourceSans3[wght].ttf",
        "source-sans-3-wght-normal.woff2",
        "Piecework Sans",
        {},
    ),
    Face(
        "fontpkg-source-code-pro",
        "SourceCodePro[wght].ttf",
        "source-code-pro-wght-normal.woff2",
        "Piecework Mono",
        {},
        frozenset(BOXES),
    ),
]


def installed(package: str, name: str) -> Path:
    """The path of the file called `name` in an installed package."""
    for file in importlib.metadata.files(package) or []:
        if file.name == name:
            return Path(str(file.locate()))
    raise FileNotFoundError(
        f"package {package} holds no file {name}; `make requirements` may have moved its version"
    )


def cut(face: Face) -> TTFont:
    """The font of `face` with its axes narrowed, only the pages' characters, and its own name."""
    font = TTFont(installed(face.package, face.source), recalcTimestamp=False)
    font["fvar"].instances = []  # named weights serve font menus, not style sheets
    options = subset.Options(
        layout_features=FEATURES,
        flavor="woff2",
        hinting=False,
        drop_tables=[*subset.Options().drop_tables, "HVAR"],  # a cache of widths that drawn marks would miss
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 6, 13, 14],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map(ord, CHARACTERS | face.extra))
    cutter.subset(font)
    instancer.instantiateVariableFont(font, {"wght": WEIGHTS, **face.pinned}, inplace=True)
    draw_marks(font)
    rename(font, face.name)
    font.flavor = "woff2"
    return font


def draw_marks(font: TTFont) -> None:
    """Add the marks that the font lacks: a bracket lying under the line, as wide as a digit."""
    width = font["hmtx"][font.getBestCmap()[ord("0")]][0]
    left, right, bottom, stroke = 50, width - 50, -180, 64
    for character, rise in MARKS.items():
        if ord(character) in font.getBestCmap():
            continue
        top, floor = bottom + stroke + rise, bottom + stroke
        pen = TTGlyphPen(None)
        pen.moveTo((left, bottom))
        for point in [
            (left, top),
            (left + stroke, top),
            (left + stroke, floor),
            (right - stroke, floor),
            (right - stroke, top),
            (right, top),
            (right, bottom),
        ]:
            pen.lineTo(point)
        pen.closePath()
        name = f"uni{ord(character):04X}"
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = (width, left)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(character)] = name


def rename(font: TTFont, family: str) -> None:
    """Give the font its own name, wherever it says what it is called."""
    style = font["name"].getDebugName(2) or "Regular"
    names = {
        1: family,
        3: f"{family} {style}",
        4: f"{family} {style}",
        6: f"{family}-{style}".replace(" ", ""),
    }
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(
                names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID
            )


def licences() -> Iterator[tuple[str, bytes]]:
    """The licence text of each package used, under the name it has beside the fonts."""
    for package in dict.fromkeys(face.package for face in FACES):
        yield f"OFL-{package.removeprefix('fontpkg-')}.txt", installed(package, "LICENSE").read_bytes()


def write(folder: Path) -> list[Path]:
    """Write the fonts and their licences into `folder`; each file appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, data in licences():
        unfinished = folder / f"{name}.part"
        unfinished.write_bytes(data)
        written.append(unfinished)
    for face in FACES:
        unfinished = folder / f"{face.target}.part"
        cut(face).save(unfinished)
        written.append(unfinished)
    finished = [path.with_suffix("") for path in written]
    for path, final in zip(written, finished, strict=True):
        os.replace(path, final)
    return finished


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in write(Path(sys.argv[1])):
        print(f"{path.stat().st_size:>7,} bytes  {path}")
