"""Markdown extension: blocks run in a session of their own page, and prose takes numbers from it.

markdown-exec runs the blocks. This adds the inline form (see chapter.py), shuts each session with its page,
and turns everything that can silently not run into a warning, which fails a strict build.
"""

import contextlib
import io
import itertools
import logging
import re
import xml.etree.ElementTree as etree
from typing import Any

import markdown.util
from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown_exec import formatters

from piecework.live.session import program
from piecework.render.element import data
from piecework.render.html import attributes

from .chapter import HELD, Chapter, read

log = logging.getLogger("mkdocs.plugins.piecework")  # strict builds count the warnings of mkdocs.plugins
HIDDEN = re.compile(r"\s*(<div hidden[^>]*></div>\s*)*")  # a block that shows nothing
run_python: Any = formatters["python"]
pages = itertools.count(1)
# While serving (hooks.py sets it): what the blocks of a page gave, by their code and the page's expressions,
# so that an edit of prose alone runs nothing. Emptied when the library changes.
kept: dict[Any, tuple[list[str], list[str | None]]] | None = None

# Elements of ours that hold Markdown. Python-Markdown takes a tag that it does not know for inline.
for tag in ("pw-challenge", "pw-block"):
    if tag not in markdown.util.BLOCK_LEVEL_ELEMENTS:
        markdown.util.BLOCK_LEVEL_ELEMENTS.append(tag)


class Page:
    """One page while it is converted: what it should run, and what has run."""

    def __init__(self, md: Markdown) -> None:
        self.md, self.chapter, self.session = md, Chapter(), f"page {next(pages)}"
        self.ran = 0
        self.placed: set[int] = set()
        self.values: list[str | None] = []
        self.gave: list[str] = []  # by the blocks, in order
        self.again = False  # everything is known from before

    def begin(self, text: str) -> str:
        self.chapter = read(text)
        self.values = [None] * len(self.chapter.inlines)
        for line, problem in self.chapter.problems:
            log.warning("line %d: %s", line, problem)
        if kept is not None and (known := kept.get(self.key())):
            self.gave, self.values = known
            self.again = True
        return "\n".join(self.chapter.prose)

    def key(self) -> Any:
        inlines = tuple((inline.expr, inline.spec, inline.fence) for inline in self.chapter.inlines)
        return tuple((fence.code, *fence.options.items()) for fence in self.chapter.fences), inlines

    def fence(self, code: str, **options: Any) -> str:
        """Run a block, then evaluate the expressions between it and the next one."""
        self.ran += 1
        out = self.result(code, options)
        tools = options.get("source") or not HIDDEN.fullmatch(out)
        about = attributes(class_="has-tools" if tools else None, data_block=self.ran - 1)
        return f"<pw-block{about}>{out}</pw-block>"

    def result(self, code: str, options: dict[str, Any]) -> str:
        if self.again:
            return self.gave[self.ran - 1]
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                out = run_python(**{**options, "code": code, "md": self.md, "session": self.session})
        except SystemExit as stop:
            log.warning("a block called sys.exit(%s), which would end the build:\n%s", stop.code, code)
            out = ""
        if printed.getvalue():
            log.warning("a block printed from inside a library, which no page shows:\n%s", code)
        for number, inline in enumerate(self.chapter.inlines):
            if inline.fence == self.ran:
                self.values[number] = self.evaluate(inline.expr, inline.spec)
        self.gave.append(str(out))
        return str(out)

    def evaluate(self, expr: str, spec: str) -> str:
        shown = '__import__("piecework.render.html", fromlist=["shown"]).shown'
        code = f"print({shown}(({expr}), {spec!r}))"
        out = run_python(
            code=code, md=self.md, html=True, id=f"inline {expr}", session=self.session, extra={}
        )
        return str(out).removesuffix("\n")

    def record(self) -> str:
        """What a reader's browser needs to run the blocks again: their code, and the prose's numbers."""
        blocks = [
            {
                "code": fence.code,
                "seen": (seen := "source" in fence.options),
                "visible": program(fence.code, seen)[1],
                "form": "html" if "html" in fence.options else fence.options.get("result", "markdown"),
                "numbers": [
                    [f"n-{at + 1}", inline.expr, inline.spec]
                    for at, inline in enumerate(self.chapter.inlines)
                    if inline.fence == number
                ],
            }
            for number, fence in enumerate(self.chapter.fences, 1)
        ]
        return str(data(blocks, "pw-session"))

    def end(self) -> None:
        if self.ran != len(self.chapter.fences):
            log.warning("%d blocks should have run, but %d did", len(self.chapter.fences), self.ran)
        for number, inline in enumerate(self.chapter.inlines):
            if number not in self.placed:
                log.warning(
                    "line %d: %r was evaluated but stands nowhere on the page", inline.line, inline.expr
                )
        if kept is not None and self.ran == len(self.chapter.fences) == len(self.gave):
            kept[self.key()] = self.gave, self.values
        run_python(code="globals().clear()", md=self.md, html=True, session=self.session, extra={})


class Begin(Preprocessor):
    """Before the fences run (superfences, 25): read the page and hold the places of its expressions."""

    md: Any

    def run(self, lines: list[str]) -> list[str]:
        if hasattr(self.md, "_original_md"):  # the output of a block, which is converted on its own
            return lines
        page = self.md.piecework = Page(self.md)
        held = page.begin("\n".join(lines)).split("\n")
        # Fences go to superfences as they are; only prose has changed.
        return [new if new or not old.strip() else old for old, new in zip(lines, held, strict=False)]


class Number(InlineProcessor):
    """Put a value in its place, with the expression that computed it."""

    md: Any

    def handleMatch(self, m: Any, data: str) -> Any:
        page = self.md.piecework
        number = int(m[1])
        inline, value = page.chapter.inlines[number], page.values[number]
        page.placed.add(number)
        if value is None:
            log.warning("line %d: %r was never evaluated", inline.line, inline.expr)
            value = "?"
        element = etree.Element("pw-number" if is_text(value) else "span")
        element.set("id", f"n-{number + 1}")
        element.set("data-expr", inline.expr)
        if is_text(value):
            element.set("title", f"computed: {inline.expr}")
        element.text = self.md.htmlStash.store(value)
        return element, m.start(0), m.end(0)


def is_text(value: str) -> bool:
    return "<" not in value


class End(Treeprocessor):
    """After all else is in its place: shut the session, and leave what readers need to open one."""

    md: Any

    def run(self, root: etree.Element) -> None:
        if hasattr(self.md, "_original_md"):
            return
        page = self.md.piecework
        page.end()
        if page.chapter.fences:
            etree.SubElement(root, "p").text = self.md.htmlStash.store(page.record())


def run_fence(md: Any, code: str, **options: Any) -> str:
    """What markdown-exec calls for a Python block, on a page or inside what a block printed."""
    page: Page = getattr(md, "_original_md", md).piecework
    return page.fence(code, **options)


class Numbers(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        formatters["python"] = run_fence
        md.preprocessors.register(Begin(md), "piecework-begin", 26)
        md.inlinePatterns.register(Number(HELD, md), "piecework-number", 195)
        md.treeprocessors.register(End(md), "piecework-end", -100)


def makeExtension(**options: Any) -> Numbers:
    return Numbers(**options)
