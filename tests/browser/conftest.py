"""Fixtures for tests that open the built site in Chromium.

The site is served from `site/`, under the sub-path of its true address, so a link that only works at the root
of a domain fails here as it would there. Without a browser the tests are skipped, loudly; with
PIECEWORK_REQUIRE_BROWSER=1 they fail.
"""

import os
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

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


@pytest.fixture(scope="session")
def base(site_path: str) -> Iterator[str]:
    """The address of the served site, with a final slash."""

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = SimpleHTTPRequestHandler.extensions_map | {
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
            ".woff2": "font/woff2",
        }

        def log_message(self, *args: object) -> None:
            pass

        def send_head(self):
            if not self.path.startswith(site_path):
                self.send_error(404)
                return None
            self.path = "/" + self.path.removeprefix(site_path)
            return super().send_head()

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{site_path}"
        server.shutdown()


@pytest.fixture
def hosts(page) -> set[str]:
    """The hosts that the page has asked for anything, filled as it goes."""
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    return asked
