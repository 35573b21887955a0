"""The site against its budgets: time to build it, to see an edit while serving, and bytes to load a chapter.

Prints numbers beside budgets; judges nothing. It works in a copy of the book, so nothing here is touched.
"""

import gzip
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
SITE_PATH = urlsplit(re.search(r"^site_url:\s*(\S+)", CONFIG, re.MULTILINE)[1]).path
CHROMIUM = os.environ.get("PIECEWORK_CHROMIUM") or next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)
BUILD_BUDGET, EDIT_BUDGET, PAGE_BUDGET = 40, 3, 300_000  # seconds, seconds, bytes
EDITS = 3
PATIENCE = 120  # seconds after which an edit that does not show is given up
COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".xml"}  # by hosts like GitHub Pages
COUNTED = ("html", "css", "js", "fonts")  # what the budget is about
KINDS = {".html": "html", ".css": "css", ".js": "js", ".mjs": "js", ".woff2": "fonts"}
sent = Counter[str]()  # bytes by kind, since it was last cleared


def copy_book(to: Path) -> dict[str, str]:
    """Copy what a build reads; the environment in which the copy is what runs."""
    ignore = shutil.ignore_patterns("__pycache__", ".cache")
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, to / name, ignore=ignore)
    shutil.copy(ROOT / "mkdocs.yml", to)
    return (
        {"SOURCE_DATE_EPOCH": "0", "NO_MKDOCS_2_WARNING": "1"} | os.environ | {"PYTHONPATH": str(to / "src")}
    )


# ------------------------------------------------------------------------------------------------ building
def build(book: Path, env: dict[str, str]) -> None:
    start = perf_counter()
    for command in (["mkdocs", "build", "--strict", "--site-dir", "site"], ["piecework.book.check", "site"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=book, env=env, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    pages = len(list((book / "site").rglob("index.html")))
    print(f"strict build and check, {pages} pages: {perf_counter() - start:.1f} s (budget {BUILD_BUDGET} s)")


# ------------------------------------------------------------------------------------------------ editing
def chapters(book: Path) -> list[str]:
    """Pages with code in them, by address inside the site."""
    found = [p for p in sorted((book / "docs").rglob("*.md")) if 'exec="' in p.read_text(encoding="utf-8")]
    return [p.relative_to(book / "docs").with_suffix("").as_posix() for p in found if p.stem != "index"]


@contextmanager
def serving(book: Path, env: dict[str, str]) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open(book / "serve.log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=book,
            env=env | {"PIECEWORK_LABS": "off"},
            stdout=log,
            stderr=log,
        )
    try:
        yield f"http://127.0.0.1:{port}{SITE_PATH}"
    finally:
        server.terminate()
        server.wait()


def wait_for(url: str, text: str) -> float:
    """Seconds until a page shows a text."""
    start = perf_counter()
    while perf_counter() - start < PATIENCE:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as page:
                if text in page.read().decode("utf-8"):
                    return perf_counter() - start
        except (URLError, ConnectionError):
            pass  # not up yet
        sleep(0.02)
    sys.exit(f"{url} did not show {text!r} within {PATIENCE} s")


def edits(book: Path, env: dict[str, str]) -> None:
    print(f"\nserving: an edit shows after (budget {EDIT_BUDGET} s; prose, then code)")
    with serving(book, env) as base:
        first = True
        for chapter in chapters(book):
            url, path = f"{base}{chapter}/", book / "docs" / f"{chapter}.md"
            start = wait_for(url, "</html>")
            if first:
                print(f"  first page after {start:.1f} s")
                first = False
            before = path.read_text(encoding="utf-8")
            took = []
            for edit in range(EDITS):
                text = "abc"[edit] * 8
                path.write_text(f"{before}\n\nAn edited line, {text}.\n", encoding="utf-8")
                took.append(wait_for(url, text))
            code = re.sub(
                r'(?m)^(\s*)(```python exec="1".*)$', r"\1\2\n\1edited = 'in code'", before, count=1
            )
            path.write_text(f"{code}\n\nAn edited line, `{{python}} edited`.\n", encoding="utf-8")
            in_code = wait_for(url, "in code")
            path.write_text(before, encoding="utf-8")
            print(f"  {chapter:28} {', '.join(f'{t:.2f}' for t in took)} s; {in_code:.2f} s", flush=True)


# ------------------------------------------------------------------------------------------------ loading
class Handler(SimpleHTTPRequestHandler):
    """Serves the site under its path, text compressed, and notes what it sent."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".woff2": "font/woff2",
    }

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        inside = "/" + urlsplit(self.path).path.removeprefix(SITE_PATH)
        file = Path(self.translate_path(inside))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        body = file.read_bytes()
        self.send_response(200)
        if file.suffix in COMPRESSED:
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        sent[KINDS.get(file.suffix, "other")] += len(body)


def loads(book: Path) -> None:
    print(f"\nbytes of a cold load, text gzipped (budget {PAGE_BUDGET:,} for {' + '.join(COUNTED)})")
    if CHROMIUM is None:
        print("  not measured: no Chromium here; install it, or name one in PIECEWORK_CHROMIUM")
        return
    from playwright.sync_api import sync_playwright

    kinds = (*COUNTED, "other")
    print(f"  {'':28}" + "".join(f"{kind:>9}" for kind in kinds) + "   counted")
    pages = sorted(p.parent.relative_to(book / "site") for p in (book / "site").rglob("index.html"))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(book / "site"))) as server,
        sync_playwright() as play,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for page in pages:
            sent.clear()
            context = browser.new_context()  # nothing cached
            tab = context.new_page()
            tab.goto(
                f"http://127.0.0.1:{server.server_port}{SITE_PATH}{page.as_posix()}/".replace("/./", "/")
            )
            tab.wait_for_load_state("networkidle")
            context.close()
            counted = sum(sent[kind] for kind in COUNTED)
            print(f"  {page.as_posix():28}" + "".join(f"{sent[k]:9,}" for k in kinds) + f"{counted:10,}")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        book = Path(folder)
        print(f"machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before we start")
        env = copy_book(book)
        build(book, env)
        edits(book, env)
        loads(book)
