"""No numeral is typed into a chapter's prose: each is computed, or marked with the reason why not."""

import re
from pathlib import Path

import pytest

from piecework.book.chapter import HELD, read

DOCS = Path(__file__).parents[2] / "docs"
CHAPTERS = sorted(p for p in DOCS.rglob("*.md") if "theme" not in p.parts)
LABS = sorted(DOCS.glob("labs/*.py"))

NUMERAL = re.compile(r"(?<![\w.#&-])\d[\d,]*(?:\.\d+)?%?(?!\w)")
WORDS = (
    "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
    "thousand million"
)
WORD = re.compile(rf"\b(?:{WORDS.replace(' ', '|')}|half|twice|thrice|doubled?|doubles)\b", re.IGNORECASE)
MASKS = [
    re.compile(r"<!--.*?-->|\$\$.*?\$\$|\$[^$\n]+\$|(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|<[^>]+>", re.DOTALL),
    re.compile(HELD),
    re.compile(r"\]\([^)]*\)|\]\[[^]]*\]|\{[^}]*\}|https?://\S+"),
    re.compile(r"^\s*\d+\.\s", re.MULTILINE),  # the marker of an ordered list
    re.compile(r"\[\^\w+\]"),
    # Names and dates: they are not quantities.
    re.compile(r"\b(?:Lab|Python|Unicode|UTF|GPT|Apache|CC BY|WCAG|arXiv|ISO)[\s-]*\d[\d.]*(?:\s\d\.\d)?"),
    re.compile(r"\b(?:1[5-9]|20)\d\d\b"),
]


def literals(text: str) -> list[tuple[int, str]]:
    """The numerals of a chapter that nothing computed: line and text."""
    prose = "\n".join(read(text).prose)
    for mask in MASKS:
        prose = mask.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), prose)
    marked = {n for n, line in enumerate(text.split("\n"), 1) if "<!-- lit: " in line}
    found = [
        (prose.count("\n", 0, match.start()) + 1, match[0])
        for pattern in (NUMERAL, WORD)
        for match in pattern.finditer(prose)
    ]
    return sorted(hit for hit in found if hit[0] not in marked)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: str(p.relative_to(DOCS)))
def test_no_numeral_is_typed_into_prose(path):
    if path.name == "bibliography.md":
        return  # citations are made of numerals
    assert literals(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", LABS, ids=lambda p: p.name)
def test_no_numeral_is_typed_into_the_prose_of_a_lab(path):
    cells = re.split(r"^# %%", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    prose = [
        "\n".join(row.removeprefix("# ") for row in cell.split("\n")[1:])
        for cell in cells
        if "[markdown]" in cell[:12]
    ]
    assert prose and literals("\n".join(prose)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It takes 18 merges.",
        "| 3 |\n|--|\n| 1.5% |",
        "It takes eighteen or twenty merges.",
        "- **Half** of them",
        "!!! note\n    17 more",
    ],
)
def test_a_typed_numeral_is_found(text):
    assert literals(text)


@pytest.mark.parametrize(
    "text",
    [
        "Sennrich et al. (2016) in UTF-8.",
        "`bpe.train(steps=5)` and $x^2$",
        "See [there](page-2.md).",
        "1. first\n2. second",
        "a pair of two <!-- lit: a pair is two by definition -->",
        '```python exec="1"\nn = 3\n```\nSo `{python} n`.',
        "As in Lab 1.",
    ],
)
def test_what_is_no_quantity_is_left_alone(text):
    assert literals(text) == []
