"""The contents page: every chapter in the order of the navigation, and its challenges.

It is made from the pages as they were built. Scripts add how far the reader is with each challenge.
"""

import logging
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from typing import Any

from mkdocs.utils import get_relative_url

log = logging.getLogger("mkdocs.plugins.piecework")  # strict builds count the warnings of mkdocs.plugins


@dataclass(frozen=True)
class Challenge:
    """One challenge: its anchor, and the bold words that it begins with."""

    anchor: str
    title: str


def harvest(html: str) -> list[Challenge]:
    """The challenges of one page, in order.

    >>> harvest('<pw-challenge id="a-b"><p><strong>Halve it.</strong> Find the <strong>fewest</strong> …</p>')
    [Challenge(anchor='a-b', title='Halve it')]
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [Challenge(anchor, "".join(words).strip().removesuffix(".")) for anchor, words in reader.found]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.bold = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "pw-challenge":
            self.found.append((dict(attrs).get("id") or "", []))
        elif tag == "strong":
            self.bold = bool(self.found) and not self.found[-1][1]

    def handle_endtag(self, tag: str) -> None:
        self.bold = self.bold and tag != "strong"

    def handle_data(self, data: str) -> None:
        if self.bold:
            self.found[-1][1].append(data)


def fill(html: str, nav: Any, url: str) -> str:
    """The contents page, which stands at `url`, with a list in the place of `<!-- contents: Part -->`.

    The page that opens a part is none of its chapters. A part of the navigation that has challenges and no
    such place is a warning, which stops a strict build.
    """
    for part in nav.items:
        if not part.is_section:
            continue
        chapters = [
            (page, harvest(page.content or ""))
            for page in part.children
            if page.is_page and not page.is_index
        ]
        place = f"<!-- contents: {part.title} -->"
        if place in html:
            html = html.replace(place, listed(chapters, url))
        elif any(challenges for _, challenges in chapters):
            log.warning("the contents page has no place for the part %s: write %s", part.title, place)
    return html


def listed(chapters: list[tuple[Any, list[Challenge]]], url: str) -> str:
    """The chapters of a part, each a page with its challenges, as a list of lists."""
    items = []
    for page, challenges in chapters:
        address = escape(get_relative_url(page.url, url))
        inside = "".join(
            f'<li data-challenge="{escape(c.anchor)}">'
            f'<a href="{address}#{escape(c.anchor)}">{escape(c.title)}</a></li>'
            for c in challenges
        )
        items.append(
            f'<li><a href="{address}"><b>{escape(page.title)}</b></a>'
            + (f"<ul>{inside}</ul>" if inside else "")
            + "</li>"
        )
    count = sum(len(challenges) for _, challenges in chapters)
    standing = f'<p class="pw-standing">{count} challenges</p>'
    return f'<div class="pw-contents">{standing}<ul>{"".join(items)}</ul></div>'
