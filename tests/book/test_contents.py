"""The contents page lists every chapter and challenge, and every challenge can be done."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from piecework.book import contents
from piecework.book.chapter import read

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PARTS = ("Merging", "Coverage", "Families", "Practice")
BOX = re.compile(
    r'^<pw-challenge id="([\w-]+)" markdown="1">$(.*?)^</pw-challenge>$', re.MULTILINE | re.DOTALL
)


class Loader(yaml.SafeLoader):
    """mkdocs.yml has tags of its own, which matter nothing here."""


Loader.add_multi_constructor("", lambda loader, tag, node: None)


def chapters() -> dict[str, str]:
    """The chapters that have challenges, in the order of nav: path and title."""
    nav = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)["nav"]
    parts = {title: pages for entry in nav for title, pages in entry.items() if title in PARTS}
    assert list(parts) == list(PARTS)
    entries = [entry for part in parts.values() for entry in part if isinstance(entry, dict)]
    pages = [(path, title) for entry in entries for title, path in entry.items()]
    return {path: title for path, title in pages if path.endswith(".md")}


CHAPTERS = chapters()


def boxes(path: str) -> dict[str, str]:
    return dict(BOX.findall((DOCS / path).read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_has_three_or_four_challenges_that_can_be_done(path):
    text = (DOCS / path).read_text(encoding="utf-8")
    found = boxes(path)
    assert len(found) == text.count("<pw-challenge") and len(found) in (3, 4)
    for name, inside in found.items():
        chapter = read(inside)
        assert re.match(r"\s*\*\*.+\*\*", "\n".join(chapter.prose)), f"{name} has no title in bold"
        code = "\n".join(fence.code for fence in chapter.fences)
        calls = re.findall(r"render\.(goal|answer|ask)\(", code)
        assert len(calls) == 1, f"{name} waits for {calls or 'nothing'}"


def test_no_two_challenges_have_one_name():
    names = [name for path in CHAPTERS for name in boxes(path)]
    assert len(names) == len(set(names))


def page(title: str, url: str, content: str) -> SimpleNamespace:
    index = url.endswith("index/")
    return SimpleNamespace(
        title=title, url=url, content=content, is_page=True, is_section=False, is_index=index
    )


def part(title: str, *children: SimpleNamespace) -> SimpleNamespace:
    return SimpleNamespace(title=title, children=children, is_page=False, is_section=True)


BOXES = """<p><strong>Not this</strong></p>
<pw-challenge id="x-a"><p><strong>Make <em>it</em> &lt;b&gt;.</strong> <strong>No</strong></p></pw-challenge>
<pw-challenge id="x-b"><p><strong>Why?</strong></p></pw-challenge>"""


def test_challenges_are_found_by_their_first_bold_words():
    assert contents.harvest(BOXES) == [
        contents.Challenge("x-a", "Make it <b>"),
        contents.Challenge("x-b", "Why?"),
    ]


def test_the_page_is_filled_in_the_order_of_the_navigation():
    nav = SimpleNamespace(
        items=[
            page("Start", "./", BOXES),
            part(
                "One & only",
                page("One", "one/index/", ""),
                page("First", "one/a/", BOXES),
                page("Lab", "labs/x/", ""),
            ),
        ]
    )
    made = contents.fill("<h2>1</h2><!-- contents: One & only -->", nav, "contents/")
    assert made == (
        '<h2>1</h2><div class="pw-contents"><p class="pw-standing">2 challenges</p><ul>'
        '<li><a href="../one/a/"><b>First</b></a><ul>'
        '<li data-challenge="x-a"><a href="../one/a/#x-a">Make it &lt;b&gt;</a></li>'
        '<li data-challenge="x-b"><a href="../one/a/#x-b">Why?</a></li></ul></li>'
        '<li><a href="../labs/x/"><b>Lab</b></a></li></ul></div>'
    )


def test_a_part_that_has_no_place_is_a_warning(caplog):
    nav = SimpleNamespace(items=[part("Two", page("A", "a/", BOXES)), part("Reference", page("B", "b/", ""))])
    assert contents.fill("", nav, "contents/") == ""
    assert [record.getMessage() for record in caplog.records] == [
        "the contents page has no place for the part Two: write <!-- contents: Two -->"
    ]
