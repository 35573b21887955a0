"""The ledger: every computed number of the site, and every published figure beside ours.

It is harvested from the pages as they were built, so it cannot list what no page shows.
"""

import json
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

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


def fill(html: str, rows: list[Row], figures: list[Figure], link: Any) -> str:
    """The ledger page with its two tables; `link(page)` is a page's address as seen from the ledger."""
    parts = []
    for page in dict.fromkeys(row.page for row in rows):
        here = [row for row in rows if row.page == page]
        head = f"<tr><th>Value</th><th>Computed by</th></tr>"
        body = "".join(
            f'<tr><td class="num"><a href="{escape(link(page))}#{row.anchor}">{escape(row.value)}</a></td>'
            f"<td><code>{escape(row.expression)}</code></td></tr>"
            for row in here
        )
        parts.append(_table(f"{here[0].title}: {len(here)} numbers", head, body))
    verdicts = {True: "agrees", False: "differs", None: "pending"}
    head = "<tr><th>Figure</th><th>Published</th><th>Computed here</th><th>Verdict</th></tr>"
    published = []
    for source in dict.fromkeys(figure.source for figure in figures):
        body = "".join(
            f'<tr class="is-{verdicts[f.agrees]}"><td><code>{escape(f.name)}</code></td><td>{_value(f.published)}</td>'
            f"<td>{_value(f.computed) if f.agrees is not None else ''}</td><td>{verdicts[f.agrees]}</td></tr>"
            for f in figures
            if f.source == source
        )
        published.append(_table(source, head, body))
    return html.replace(NUMBERS, "".join(parts)).replace(PUBLISHED, "".join(published))


def write(path: Path, rows: list[Row], figures: list[Figure]) -> None:
    """ledger.json, at the site's root."""
    data = {
        "numbers": [
            {"page": r.page, "expression": r.expression, "value": r.value, "anchor": r.anchor} for r in rows
        ],
        "published": [
            {"source": f.source, "name": f.name, "published": f.published, "computed": f.computed, "agrees": f.agrees}
            for f in figures
        ],
    }
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _table(caption: str, head: str, body: str) -> str:
    return (
        f'<div class="pw-scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table class="pw-table pw-ledger">'
        f"<caption>{escape(caption)}</caption><thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def _value(value: Any) -> str:
    return f"<code>{escape(json.dumps(value, ensure_ascii=False))}</code>"
