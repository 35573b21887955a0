"""Python in the reader's browser: seconds to a first result, cold and on return, and milliseconds after.

Prints numbers beside budgets; judges nothing. It needs a built site (`make build`) and Chromium.
"""

import os
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import sync_playwright

SITE = Path(__file__).parents[2] / "site"
CHROMIUM = os.environ.get("PIECEWORK_CHROMIUM") or next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
COLD, WARM, LATER = 8, 3, 100  # seconds, seconds, milliseconds
RUN = """async () => {
  const block = document.querySelector("pw-block[data-block='1']"), line = block.querySelector(".pw-python");
  const begun = performance.now();
  block.querySelector(".pw-tool").click();
  await new Promise((done) => setTimeout(done));
  while (!line.textContent.startsWith("Ran here")) await new Promise((done) => setTimeout(done, 2));
  return performance.now() - begun;
}"""


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *args: object) -> None:
        pass


def main() -> None:
    if not (SITE / "assets/live").is_dir() or CHROMIUM is None:
        sys.exit("make build first, and have Chromium")
    with (
        TemporaryDirectory() as profile,
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server,
        sync_playwright() as playwright,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        for visit, budget in (("cold", COLD), ("on return", WARM)):
            browser = playwright.chromium.launch_persistent_context(
                profile, executable_path=CHROMIUM, args=ARGS
            )
            page = browser.new_page()
            page.set_default_timeout(120_000)
            page.goto(f"http://127.0.0.1:{server.server_port}/merging/step-by-step/")
            page.wait_for_selector(".pw-tools")
            first = page.evaluate(RUN)
            later = median(page.evaluate(RUN) for _ in range(20))
            print(
                f"first result {visit}: {first / 1000:.1f} s (budget {budget}); "
                f"later ones {later:.0f} ms (budget {LATER})"
            )
            page.wait_for_timeout(1000)
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
