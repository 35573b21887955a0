"""Chapters as tests: pytest-markdown-docs runs their blocks, and what they say is compared with goldens.

Authors write for the site only. `piecework.book.chapter` reads a chapter for both, so a test runs the blocks
that a page runs, once each and in one session, and evaluates the inline expressions where they stand. What
came out is compared with tests/golden/chapters/; `make goldens` (--update-goldens) writes those files anew.
"""

import contextlib
import io
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_markdown_docs._runners import DefaultRunner, register_runner
from pytest_markdown_docs.plugin import MarkdownTextFile

from piecework.book.chapter import Chapter, read
from piecework.render.html import shown

ROOT = Path(__file__).parents[1]
DOCS, GOLDEN = ROOT / "docs", ROOT / "tests" / "golden" / "chapters"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="record what chapters and labs say now")


def pytest_configure(config: pytest.Config) -> None:
    Session.update = config.getoption("--update-goldens")
    config.addinivalue_line("markers", "xdist_group(name): blocks of one page run in one process")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".md" and DOCS in file_path.parents and not parent.config.option.markdowndocs:
        return MarkdownTextFile.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item.parent, MarkdownTextFile):  # one worker runs the blocks of a chapter, in order
            item.add_marker(pytest.mark.xdist_group(str(item.path)))


def pytest_markdown_docs_markdown_it() -> Any:
    """Stand in for the Markdown parser: the blocks of a chapter as `read` finds them, in admonitions too."""

    def parse(text: str) -> list[Any]:
        return [
            SimpleNamespace(type="fence", info="python", content=fence.code, map=[fence.line - 1, fence.line])
            for fence in read(text).fences
        ]

    return SimpleNamespace(parse=parse)


@dataclass
class Session:
    """The blocks of one chapter, run as far as a test has asked."""

    update = False
    path: Path
    chapter: Chapter
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "chapter"})
    said: list[str] = field(default_factory=list)

    def run(self, number: int) -> None:
        fence = self.chapter.fences[number]
        code = "\n" * fence.line + fence.code  # line numbers of tracebacks are the chapter's
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, str(self.path), "exec", dont_inherit=True), self.names)
        text = printed.getvalue()
        out = [f"=== block {number + 1}: {fence.code.strip().splitlines()[0]}"]
        out += (visible(text) if fence.options.get("html") else text).splitlines()
        for inline in self.chapter.inlines:
            if inline.fence == number + 1:
                value = visible(shown(eval(inline.expr, self.names), inline.spec))
                out.append(f"--- {inline.expr}: {value.strip()}")
        self.said.append("\n".join(out) + "\n")


@register_runner(default=True)
class ChapterRunner(DefaultRunner):
    """Run a block after the blocks above it, each of them once, and compare what it said with its golden."""

    session: Session | None = None

    def runtest(self, test: Any, args: dict[str, Any], *, asyncio_runner: Any = None) -> None:
        path = Path(test.source_path)
        chapter = read(path.read_text(encoding="utf-8"))
        number = next(i for i, fence in enumerate(chapter.fences) if fence.line == test.start_line)
        session = self.session
        if not session or session.path != path or len(session.said) > number:
            session = self.session = Session(path, chapter)
        try:
            while len(session.said) <= number:
                session.run(len(session.said))
        except BaseException:
            self.session = None  # only a success may be continued
            raise
        golden = GOLDEN / path.relative_to(DOCS).with_suffix(".txt")
        if Session.update:
            golden.parent.mkdir(parents=True, exist_ok=True)
            golden.write_text("".join(session.said), encoding="utf-8")
        assert session.said[number] == sections(golden).get(number + 1, ""), f"not what {golden.name} says"

    def repr_failure(self, test: Any, excinfo: Any, style: Any = None) -> str:
        if excinfo.errisinstance(AssertionError) and "says" in str(excinfo.value):
            return f"{excinfo.value}\n(if the change is meant: make goldens, and read the diff)"
        return super().repr_failure(test, excinfo, style)


def sections(golden: Path) -> dict[int, str]:
    """A golden file by number of block."""
    if not golden.exists():
        return {}
    parts = golden.read_text(encoding="utf-8").split("=== block ")[1:]
    return {int(part.split(":", 1)[0]): "=== block " + part for part in parts}


def visible(html: str) -> str:
    """The text of a page's markup, a line for each row, paragraph or item."""
    reader = _Visible()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.out).splitlines())
    return "\n".join(line for line in lines if line)


class _Visible(HTMLParser):
    BREAKS = frozenset(
        {"tr", "p", "li", "div", "figure", "figcaption", "caption", "text", "title", "desc", "dd"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.out: list[str] = []
        self.script = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.script = tag == "script"
        self.out.append("\n" if tag in self.BREAKS else " " if tag in ("td", "th") else "")

    def handle_endtag(self, tag: str) -> None:
        self.script = False
        self.out.append("\n" if tag in self.BREAKS else "")

    def handle_data(self, data: str) -> None:
        if not self.script:
            self.out.append(data)
