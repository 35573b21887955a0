"""Fixtures for tests that open the built site in Chromium.

The site is served from `site/`, under the sub-path of its true address, so a link that only works at the root
of a domain fails here as it would there. Without a browser the tests are skipped, loudly; with
PIECEWORK_REQUIRE_BROWSER=1 they fail.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

from piecework.book import live

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
CHROMIUM = os.environ.get("PIECEWORK_CHROMIUM") or next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)
NO_BROWSER = "no Chromium here: install it, or name one in PIECEWORK_CHROMIUM"
# A browser that talks to nobody but the page's own server.
LAUNCH_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is None:
        return
    if not (SITE / "index.html").exists():
        pytest.fail("site/ is not built: run `make build` first", pytrace=False)
    if CHROMIUM is None:
        if os.environ.get("PIECEWORK_REQUIRE_BROWSER") == "1":
            pytest.fail(NO_BROWSER, pytrace=False)
        pytest.skip(NO_BROWSER)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report for report in terminalreporter.getreports("skipped") if NO_BROWSER in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.section("browser tests did not run", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests skipped: {NO_BROWSER}", red=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": LAUNCH_ARGS}


@pytest.fixture(scope="session")
def site_path() -> str:
    """The path under which the site is published, with both slashes."""
    address = re.search(
        r"^site_url:\s*(\S+)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert address, "mkdocs.yml names no site_url"
    return urlsplit(address[1]).path


class Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
    }

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def serve(handler: type[Handler], folder: Path) -> Iterator[str]:
    """Serve a folder on a free port for as long as the block lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def base(site_path: str) -> Iterator[str]:
    """The address of the served site, with a final slash."""

    class UnderPath(Handler):
        def send_head(self):
            if not self.path.startswith(site_path):
                self.send_error(404)
                return None
            self.path = "/" + self.path.removeprefix(site_path)
            return super().send_head()

    with serve(UnderPath, SITE) as address:
        yield address + site_path


PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plates</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="assets/piecework.css">{scripts}
<style>html {{ font-size: 20px }} button {{ all: unset }}
body {{ margin: 16px; max-width: 690px; color: var(--ink); background: var(--paper) }}</style></head>
<body data-md-color-scheme="default" dir="ltr">
<main class="md-typeset"><h1>Plates</h1>{body}</main></body></html>"""


@pytest.fixture(scope="module")
def plates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """`plates({"name": markup, …}, "merge-stepper", …)` serves a page for each, with these elements' scripts.

    Returns the address that `name.html` is appended to. No chapter is needed, and Python can be called.
    """
    with ExitStack() as serving:

        def start(bodies: dict[str, str], *elements: str) -> str:
            folder = tmp_path_factory.mktemp("plates")
            shutil.copytree(ROOT / "docs/assets", folder / "assets")
            live.add_library(folder / "assets/live")
            scripts = "".join(
                f'<script type="module" src="assets/pw/{name}.js"></script>' for name in elements
            )
            for name, body in bodies.items():
                (folder / f"{name}.html").write_text(
                    PAGE.format(scripts=scripts, body=body), encoding="utf-8"
                )
            return serving.enter_context(serve(Handler, folder)) + "/"

        yield start


@pytest.fixture
def calm(page) -> Iterator:
    """A page without motion; what goes wrong on it fails the test, and so does any alert."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.emulate_media(reduced_motion="reduce")
    yield page
    assert wrong == []


@pytest.fixture
def hosts(page) -> set[str]:
    """The hosts that the page has asked for anything, filled as it goes."""
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    return asked


@pytest.fixture
def opened(calm, site, hosts) -> Iterator:
    """Opens a page of the module's `site`, its plate live, and listens to it; no other host is asked."""

    def open_(name: str):
        calm.goto(f"{site}{name}.html")
        calm.wait_for_selector(".pw-live")
        calm.evaluate(
            "window.told = []; addEventListener('pw-step', (e) => told.push([e.detail.at, e.detail.by]))"
        )
        return calm

    yield open_
    assert hosts <= {urlsplit(site).netloc}
