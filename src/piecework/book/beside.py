"""The code of several chapters at once, in processes beside the one that builds the site.

A chapter's code needs nothing of any other chapter's. Each process runs a chapter as the build would and
hands over what its blocks gave (strings, as numbers.py keeps them); the build then renders the page without
running anything. A chapter that warned or failed there is run once more by the build, which reports it.
"""

import contextlib
import logging
import multiprocessing
import os
from typing import Any

from piecework.book import numbers

results: dict[str, Any] = {}  # by page: what will become of its blocks
book: dict[str, Any] = {}  # for the processes, which are copies of this one: configuration, files, pages


def start(config: Any, files: Any) -> None:
    """Start, once: a server has threads by its second build, and such a process is not to be copied."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if book or processors == 1:
        return
    pages = [file.page for file in files.documentation_pages() if file.src_uri.endswith(".md")]
    book.update(config=config, files=files, pages={page.file.src_uri: page for page in pages})
    pool = multiprocessing.get_context("fork").Pool(processors)
    for uri, page in book["pages"].items():
        if 'exec="' in page.file.content_string:
            results[uri] = pool.apply_async(run, [uri])
    pool.close()


def take(uri: str) -> None:
    """Keep what the blocks of a page gave, once it is there."""
    if waiting := results.pop(uri, None):
        numbers.kept = {**(numbers.kept or {}), **waiting.get()}


def run(uri: str) -> dict[Any, Any]:
    """In a process of its own: what the blocks of a page gave, or nothing where anything was wrong."""
    warnings = Count(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    logger.handlers = [warnings]
    numbers.kept = {}
    page, config, files = book["pages"][uri], book["config"], book["files"]
    with (
        contextlib.suppress(Exception),
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stderr(nowhere),
    ):
        page.read_source(config)
        how = {"page": page, "config": config, "files": files}
        page.markdown = config.plugins.on_page_markdown(page.markdown, **how)
        page.render(config, files)
        return {} if warnings.seen else numbers.kept
    return {}


class Count(logging.Handler):
    """Counts what is logged."""

    seen = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.seen += 1
