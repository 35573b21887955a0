"""The ledger: every computed number of the site, and every published figure beside ours.

It is harvested from the pages as they were built, so it cannot list what no page shows.
"""

import json
import re
from dataclasses import asdict, dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from piecework.render import Html, table

from .published import Figure

NUMBERS, PUBLISHED = "<!-- ledger: numbers -->", "<!-- ledger: published -->"


@dataclass(frozen=True)
class Row:
    """One computed number: the page's address, its title, the anchor, the expression and the value shown."""

    page: str
    title: str
    anchor: str
    expression: str
    value: str


def harvest(page: str, title: str, html: str) -> list[Row]:
    """The computed numbers of one page, in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [Row(page, title, anchor, expression, "".join(text)) for anchor, expression, text in reader.found]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, list[str]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "pw-number":
            has = dict(attrs)
            self.found.append((has.get("id") or "", has.get("data-expr") or "", []))
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "pw-number":
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[-1][2].append(data)


def fill(html: str, rows: list[Row], figures: list[Figure], addresses: dict[str, str]) -> str:
    """The ledger page with its tables; `addresses` leads from there to each page.

    The line of a number has the page's address and the number's anchor for its own anchor.
    """
    numbers = []
    for page in dict.fromkeys(row.page for row in rows):
        here = [row for row in rows if row.page == page]
        cells = [
            [
                Html(
                    f'<a id="{escape(page + r.anchor)}" href="{escape(addresses[page])}#{r.anchor}">'
                    f"{escape(r.value)}</a>"
                ),
                _code(r.expression),
            ]
            for r in here
        ]
        numbers.append(table(["value", "computed by"], cells, "rl", f"{here[0].title}: {len(here)} numbers"))
    verdicts = {True: "agrees", False: Html("<b>differs</b>"), None: "pending"}
    published = []
    for source in dict.fromkeys(figure.source for figure in figures):
        compared: list[list[object]] = [
            [
                Html(re.sub("([._])", r"\1<wbr>", _code(f.name))),
                _code(_json(f.published)),
                "" if f.agrees is None else _code(_json(f.computed)),
                verdicts[f.agrees],
            ]
            for f in figures
            if f.source == source
        ]
        published.append(table(["figure", "published", "computed here", "verdict"], compared, caption=source))
    all_numbers = f"<pw-ledger>{''.join(numbers)}</pw-ledger>"
    return html.replace(NUMBERS, all_numbers).replace(PUBLISHED, "".join(published))


def write(path: Path, rows: list[Row], figures: list[Figure]) -> None:
    """ledger.json, at the site's root."""
    numbers = [{k: v for k, v in asdict(row).items() if k != "title"} for row in rows]
    published = [asdict(figure) for figure in figures]
    text = json.dumps({"numbers": numbers, "published": published}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def _code(text: str) -> Html:
    return Html(f"<code>{escape(text)}</code>")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
