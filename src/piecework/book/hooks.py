"""What mkdocs must be asked for: the ledger once all pages are known, the library itself for the reader's
browser, and quick, fresh pages while serving.

Everything else is a Markdown extension, which any builder of Markdown pages can load.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.utils import get_relative_url

from piecework.book import beside, numbers

SOURCE = Path(__file__).parents[1]
LEDGER, CONTENTS = "ledger.md", "contents.md"
seen: dict[str, Any] = {}
kept: dict[str, tuple[Any, dict[str, Any]]] = {}  # while serving: what became of each page, and of what text


def on_startup(command: str, dirty: bool) -> None:
    seen["serving"] = command == "serve"
    if seen["serving"]:
        numbers.kept = {}


def on_pre_build(config: Any) -> None:
    """While serving, a library that was edited is imported anew by the next block that asks for it."""
    newest = max(path.stat().st_mtime_ns for path in SOURCE.rglob("*.*") if "book" not in path.parts)
    if seen.setdefault("newest", newest) != newest:
        seen["newest"] = newest
        if seen["serving"]:
            numbers.kept = {}
        for name in [n for n in sys.modules if n == "piecework" or n.startswith("piecework.")]:
            if not name.startswith("piecework.book") or "computed" in name or name.endswith(".published"):
                del sys.modules[name]


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    seen["nav"] = nav
    beside.start(config, files)
    return nav


def on_pre_page(page: Any, config: Any, files: Any) -> Any:
    """While serving, a page whose file and library have not changed is not rendered again."""
    beside.take(page.file.src_uri)
    if seen["serving"]:
        page.render = partial(_render, page, page.render)
    return page


def _render(page: Any, render: Any, config: Any, files: Any) -> None:
    text = page.file.content_bytes, seen["newest"]
    was, result = kept.get(page.file.src_uri, (None, {}))
    if was == text:
        vars(page).update(result)
        return
    before = dict(vars(page))
    render(config, files)
    result = {name: value for name, value in vars(page).items() if value is not before.get(name)}
    kept[page.file.src_uri] = text, result


def on_env(env: Any, config: Any, files: Any) -> Any:
    """All pages are Markdown no more, and not yet written: harvest them for the ledger and the contents."""
    from piecework.book import contents, ledger
    from piecework.book.published import figures

    pages = [file.page for file in files.documentation_pages() if file.page and file.page.content]
    rows = []
    for page in pages:
        rows += ledger.harvest(page.url, page.title, page.content)
    seen["ledger"] = rows, figures()
    for page in pages:
        if page.file.src_uri == LEDGER:
            addresses = {row.page: get_relative_url(row.page, page.url) for row in rows}
            page.content = ledger.fill(page.content, rows, seen["ledger"][1], addresses)
        elif page.file.src_uri == CONTENTS:
            page.content = contents.fill(page.content, seen["nav"], page.url)
    return env


def on_post_build(config: Any) -> None:
    from piecework.book import ledger, live

    site = Path(config["site_dir"])
    ledger.write(site / "ledger.json", *seen["ledger"])
    live.add_library(site / "assets/live")
