"""Check a built site: every link, anchor and id, no request to anybody else, no expression left as text.

python -m piecework.book.check site
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SOURCES = ("script", "img", "iframe", "source", "video", "audio", "embed")
FETCHED = {*((tag, "src") for tag in SOURCES), ("object", "data"), ("image", "href"), ("use", "href")}
STYLE = re.compile(r"""url\(\s*["']?([^)"']+)|@import\s+["']([^"']+)""")


class Page(HTMLParser):
    """What a page names, asks for and says."""

    def __init__(self) -> None:
        super().__init__()
        self.ids, self.links, self.fetched = Counter[str](), list[str](), list[str]()
        self.text, self.prose, self.quiet = list[str](), list[str](), 0  # prose: outside code
        self.canonical = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if "id" in has:
            self.ids[has["id"]] += 1
        relation = has.get("rel", "").split()
        for name, value in has.items():
            if (tag, name) in FETCHED or (tag == "link" and name == "href" and "stylesheet" in relation):
                self.fetched.append(value)
            elif tag == "link" and name == "href":
                if "canonical" in relation:
                    self.canonical = value
                elif {"preload", "icon", "modulepreload", "preconnect", "dns-prefetch"} & set(relation):
                    self.fetched.append(value)
            elif name == "style":
                self.fetched += [a or b for a, b in STYLE.findall(value)]
            if name in ("href", "src"):
                self.links.append(value)
        self.quiet += tag in ("script", "style", "code")

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in ("script", "style", "code") and self.quiet > 0

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if not self.quiet:
            self.prose.append(data)


def problems(site: Path) -> Iterator[str]:
    """Everything that is wrong with the site, a line each."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        page.close()
    if not pages:
        yield f"{site}: no pages at all"
        return
    home = pages.get(site / "index.html")
    base = urlsplit(home.canonical).path if home and home.canonical else "/"
    for path, page in pages.items():
        where = path.relative_to(site)
        for name, times in page.ids.items():
            if times > 1:
                yield f"{where}: the id {name!r} stands {times} times"
        for address in page.fetched:
            if urlsplit(address).netloc:
                yield f"{where}: a request to somebody else, {address}"
        for address in page.links:
            yield from (f"{where}: {wrong}" for wrong in _link(site, base, path, address, pages))
        text = "".join(page.text)
        if "{python" in text:
            yield f"{where}: an inline expression was left as text: {text[text.index('{python') :][:60]!r}"
        if "piecework:" in text and "\x02" in text:
            yield f"{where}: a number's place was never filled"
        if "$$" in "".join(page.prose):
            yield f"{where}: a formula was left as text; set $$ apart by blank lines"
    for path in sorted(site.rglob("*.css")):
        for a, b in STYLE.findall(path.read_text(encoding="utf-8")):
            if urlsplit(a or b).netloc:
                yield f"{path.relative_to(site)}: a request to somebody else, {a or b}"
            elif (
                not (a or b).startswith("data:")
                and not (path.parent / unquote(urlsplit(a or b).path)).exists()
            ):
                yield f"{path.relative_to(site)}: no such file, {a or b}"
    yield from _ledger(site / "ledger.json")


def _link(site: Path, base: str, path: Path, address: str, pages: dict[Path, Page]) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return
    target = path
    if parts.path:
        way = unquote(parts.path)
        target = site / way.removeprefix(base).lstrip("/") if way.startswith("/") else path.parent / way
        target = Path(*target.parts).resolve()
        if target.is_dir():
            target /= "index.html"
    if not target.exists():
        yield f"a dead link, {address}"
        return
    own = parts.fragment.startswith("__")  # Material's switches
    if parts.fragment and not own and target in pages and unquote(parts.fragment) not in pages[target].ids:
        yield f"a dead anchor, {address}"


def _ledger(path: Path) -> Iterator[str]:
    if not path.exists():
        yield "ledger.json is missing"
        return
    for row in json.loads(path.read_text(encoding="utf-8"))["published"]:
        if row["agrees"] is False:
            yield f"{row['name']}: published {row['published']}, computed {row['computed']}"


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m piecework.book.check SITE", file=sys.stderr)
        return 2
    found = list(problems(Path(sys.argv[1]).resolve()))
    print(
        "\n".join(found) or "checked: links, anchors, ids, requests, numbers",
        file=sys.stderr if found else sys.stdout,
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
