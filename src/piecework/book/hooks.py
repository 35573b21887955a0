"""What mkdocs must be asked for: the ledger once all pages are known, and a fresh library while serving.

Everything else is a Markdown extension, which any builder of Markdown pages can load.
"""

import sys
from pathlib import Path
from typing import Any

from mkdocs.utils import get_relative_url

SOURCE = Path(__file__).parents[1]
LEDGER = "ledger.md"
seen: dict[str, Any] = {}


def on_pre_build(config: Any) -> None:
    """While serving, a library that was edited is imported anew by the next block that asks for it."""
    newest = max(path.stat().st_mtime_ns for path in SOURCE.rglob("*.*") if "book" not in path.parts)
    if seen.setdefault("newest", newest) != newest:
        seen["newest"] = newest
        for name in [n for n in sys.modules if n == "piecework" or n.startswith("piecework.")]:
            if not name.startswith("piecework.book") or name == "piecework.book.published":
                del sys.modules[name]


def on_env(env: Any, config: Any, files: Any) -> Any:
    """All pages are Markdown no more, and not yet written: harvest them, and fill in the ledger page."""
    from piecework.book import ledger
    from piecework.book.published import figures

    pages = [file.page for file in files.documentation_pages() if file.page and file.page.content]
    rows = []
    for page in pages:
        rows += ledger.harvest(page.url, page.title, page.content)
    seen["ledger"] = rows, figures()
    for page in pages:
        if page.file.src_uri == LEDGER:
            page.content = ledger.fill(page.content, *seen["ledger"], lambda url: get_relative_url(url, page.url))  # noqa: B023
    return env


def on_post_build(config: Any) -> None:
    from piecework.book import ledger

    ledger.write(Path(config["site_dir"]) / "ledger.json", *seen["ledger"])
