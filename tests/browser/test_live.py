"""Python in the reader's browser: blocks run, edited, put back and stopped, and equal to the build's."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework.book.chapter import read

from .conftest import Handler, serve

ROOT = Path(__file__).parents[2]
CHAPTER = "merging/step-by-step/"
# Packages and modules that chapters use and browsers do not have.
ABSENT = re.compile(
    r"\b(tokenizers|sentencepiece|scipy|subword_nmt|hypothesis|subprocess|tiktoken|interop\.published|numpy"
    r"|piecework\.book)\b"
)
LACK = re.compile("is not defined|does not run in a browser|does not support processes|needs SciPy| is \\?$")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CHAPTERS = sorted(
    path.relative_to(ROOT / "docs").as_posix()
    for path in (ROOT / "docs").rglob("*.md")
    if 'exec="' in path.read_text(encoding="utf-8")
)


@pytest.fixture
def live(calm, base, hosts):
    """Opens a chapter whose blocks can be run; no other host is asked."""
    calm.set_default_timeout(60_000)

    def open_(path: str = CHAPTER):
        calm.goto(base + path)
        calm.wait_for_selector(".pw-tools")
        return calm

    yield open_
    assert hosts <= {urlsplit(base).netloc, ""}


def block(page, number: int):
    return page.locator(f'pw-block[data-block="{number}"]')


def press(block, name: str) -> None:
    block.get_by_role("button", name=re.compile(f"^{name}")).first.click()


def said(block) -> str:
    """What stands under a block once it has run."""
    line = block.locator(".pw-python")
    line.get_by_text(re.compile("Ran here|Error|Stopped|fails")).wait_for()
    return line.inner_text()


def edit(page, number: int, code: str) -> None:
    if not block(page, number).locator(".cm-content").count():
        press(block(page, number), "(Edit|Code)")
    block(page, number).locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)


# ------------------------------------------------------------------------------------------ the whole book
COMPARE = """async ([folder, paths]) => {
  const { python } = await import(folder + "assets/pw/python.js");
  const text = (nodes) => {
    const holder = document.createElement("span");
    holder.append(...nodes);
    return holder.textContent;
  };
  const markup = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.childNodes;
  };
  const wrong = [];
  let ran = 0;
  for (const path of paths) {
    const page = new DOMParser().parseFromString(await (await fetch(folder + path)).text(), "text/html");
    const blocks = JSON.parse(page.querySelector("script.pw-session").textContent);
    for (const [at, block] of blocks.entries()) {
      const { error, claims, output, numbers } = await python.call("session.run", { page: path,
        blocks: blocks.slice(0, at + 1).map(({ code, seen, visible }) => ({ code, seen, edit: visible })),
        numbers: block.numbers.map(([, expr, spec]) => [expr, spec]) });
      const note = (what) => wrong.push([path, at, what]);
      if (error) { note(`${error.kind}: ${error.message}`); continue; }
      ran += 1;
      for (const { text, why } of claims) note(`claim ${text} ${why}`);
      if (["text", "json"].includes(block.form)) {
        const built = page.querySelector(`pw-block[data-block="${at}"]`);
        const printed = [...built.querySelectorAll(":scope > .highlight")].slice(block.seen ? 1 : 0);
        if (text(printed).trim() !== output.trim()) note(`printed ${output}`);
      }
      block.numbers.forEach(([id, expr], i) => {
        const number = text(markup(numbers[i] ?? "?"));
        if (number !== page.getElementById(id).textContent) note(`number ${expr} is ${number}`);
      });
    }
  }
  return [ran, wrong];
}"""


def address(chapter: str) -> str:
    """Where a chapter stands on the site."""
    return (
        chapter.removesuffix("index.md")
        if chapter.endswith("index.md")
        else chapter.removesuffix(".md") + "/"
    )


@pytest.mark.parametrize("shard", range(4))
def test_every_block_of_the_book_gives_in_the_browser_what_the_build_gave(page, base, shard):
    """In Python of another version, in WebAssembly; each block edited to the same, so hidden lines move."""
    page.set_default_timeout(600_000)
    page.goto(base + CHAPTER)
    codes = {
        address(name): [
            fence.code for fence in read((ROOT / "docs" / name).read_text(encoding="utf-8")).fences
        ]
        for name in CHAPTERS[shard::4]
    }
    ran, wrong = page.evaluate(COMPARE, [base, list(codes)])
    # The first block of each page that browsers cannot run; what needs its names cannot run either.
    absent = {
        path: next((at for at, code in enumerate(blocks) if ABSENT.search(code)), len(blocks))
        for path, blocks in codes.items()
    }
    excused = [each for each in wrong if each[1] >= absent[each[0]] and LACK.search(each[2])]
    assert [each for each in wrong if each not in excused] == []
    assert ran >= sum(map(len, codes.values())) - len(excused)
    assert ran > 0.8 * sum(map(len, codes.values()))


# --------------------------------------------------------------------------------------------- one block
def test_a_block_runs_and_agrees_with_the_build(live):
    page = live()
    press(block(page, 1), "Run")
    assert "the same output" in said(block(page, 1))
    assert (
        block(page, 1).locator(".pw-output").inner_text().strip() == "('l', 'o') occurs 6 times; 3 pairs do"
    )


def test_edited_code_sees_what_stands_above_it_and_what_stands_below_sees_it(live):
    page = live()
    edit(
        page,
        1,
        "trace = bpe.train({'low': 5, 'lower': 2})\nfirst = trace.steps[0]\nprint(len(corpus), first)",
    )
    page.keyboard.press("ControlOrMeta+Enter")
    assert "not what the book printed" in said(block(page, 1))
    assert re.match(r"15 Step\(.*symbol='lo'", block(page, 1).locator(".pw-output").inner_text())
    edit(page, 2, "print(first.symbol, trace.start_tokens)")
    page.keyboard.press("ControlOrMeta+Enter")
    said(block(page, 2))
    assert block(page, 2).locator(".pw-output").inner_text().strip() == "lo 25"
    press(block(page, 1), "Reset")
    assert "('l', 'o') occurs 6 times" in block(page, 1).inner_text()
    assert block(page, 1).locator(".cm-content").count() == 0


def test_an_edit_that_makes_the_book_wrong_is_told_and_can_be_taken_back(live):
    """The words of the chapter are exchanged: claims fail, numbers in the prose move, and come back."""
    page = live()
    place = next(
        at
        for at, fence in enumerate(read((ROOT / "docs/merging/step-by-step.md").read_text()).fences)
        if "halfway =" in fence.code
    )
    numbers = page.locator("pw-number[data-expr='halfway']")
    was = numbers.first.inner_text()
    edit(page, place, "saved = [3, 5, 4]\nhalfway = 999")
    page.keyboard.press("ControlOrMeta+Enter")
    said(block(page, place))
    assert "the page would be wrong to claim" in block(page, place).locator(".pw-claims").inner_text()
    assert numbers.first.inner_text().startswith("999") and numbers.first.evaluate(
        "node => node.matches('.is-changed')"
    )
    press(block(page, place), "Reset")
    assert numbers.first.inner_text() == was and page.locator(".is-changed").count() == 0
    assert block(page, place).locator(".pw-claims").inner_text() == ""


def test_an_error_is_shown_in_place_with_its_line(live):
    page = live()
    edit(page, 1, "good = 1\nprint(good)\n1 / 0")
    page.keyboard.press("ControlOrMeta+Enter")
    assert said(block(page, 1)) == "ZeroDivisionError in line 3: division by zero"
    assert block(page, 1).locator(".pw-output").inner_text().strip() == "1"
    edit(page, 1, "for x in:\n  pass")
    page.keyboard.press("ControlOrMeta+Enter")
    page.get_by_text("SyntaxError in line 1").wait_for()
    press(block(page, 3), "(Run|Code)") if block(page, 3).get_by_role(
        "button", name=re.compile("^Run")
    ).is_visible() else None


def test_a_block_above_that_fails_is_named(live):
    page = live()
    later = page.locator("pw-block:has(.language-python)").nth(2)
    edit(page, 1, "raise ValueError('<b>mine</b>')")
    press(later, "Run")
    assert "Ran here" in said(later)  # the edit has not been run, so it is no part of the session
    press(block(page, 1), "Run")
    assert said(block(page, 1)) == "ValueError in line 1: <b>mine</b>"
    press(later, "Run")
    later.get_by_text("What you edited above breaks this block. ValueError in line 1: <b>mine</b>").wait_for()


def test_what_readers_print_cannot_act(live):
    page = live()
    at = next(  # a figure: its block prints markup
        at
        for at, fence in enumerate(read((ROOT / "docs/merging/step-by-step.md").read_text()).fences)
        if "html" in fence.options and "bar_chart" in fence.code
    )
    press(block(page, at), "Code")
    block(page, at).locator(".cm-content").wait_for()
    hostile = (
        '<p id=mine>here<img src=x onerror="alert(1)"><a href="javascript:alert(2)">b</a>'
        '<script>alert(3)</script><iframe srcdoc="<script>alert(4)</script>"></iframe></p>'
    )
    edit(page, at, f"print({hostile!r})")
    page.keyboard.press("ControlOrMeta+Enter")
    said(block(page, at))
    assert page.locator("#mine").inner_text() == "hereb"
    assert page.locator("#mine").evaluate("node => node.innerHTML") == "here<img><a>b</a>"


def test_the_code_of_a_figure_is_put_away_with_what_was_written(live):
    page = live()
    figure = page.locator("pw-block.has-tools:not(:has(> .language-python))").first
    press(figure, "Code")
    figure.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.insert_text("\n# mine")
    press(figure, "Hide code")
    assert not figure.locator(".cm-content").is_visible()
    press(figure, "Code")
    assert "# mine" in figure.locator(".cm-content").inner_text()
    press(figure, "Run")
    assert "Ran here" in said(figure)
    press(figure, "Reset")
    assert (
        figure.locator(".cm-content").count() == 0 and figure.get_by_role("button", name="Run").count() == 0
    )


def test_a_loop_without_end_is_stopped_within_a_second_and_nothing_is_lost(live):
    page = live()
    press(block(page, 1), "Run")
    said(block(page, 1))
    edit(page, 1, "while True:\n    pass")
    page.keyboard.press("ControlOrMeta+Enter")
    stop = block(page, 1).get_by_role("button", name="Stop")
    stop.wait_for()
    page.wait_for_timeout(300)
    took = stop.evaluate("""async (button) => {
      const begun = performance.now();
      button.click();
      while (!/Stopped/.test(button.parentNode.textContent)) await new Promise((done) => setTimeout(done, 5));
      return performance.now() - begun;
    }""")
    assert took < 1000
    assert "while True:" in block(page, 1).locator(".cm-content").inner_text()
    edit(page, 1, "print(len(corpus))")
    page.keyboard.press("ControlOrMeta+Enter")
    block(page, 1).get_by_text("Ran here").wait_for()
    assert block(page, 1).locator(".pw-output").inner_text().strip() == "15"


def test_printing_for_ever_fills_nothing(live):
    page = live()
    edit(page, 1, "for i in range(10**6):\n    print(i)")
    page.keyboard.press("ControlOrMeta+Enter")
    said(block(page, 1))
    output = block(page, 1).locator(".pw-output").inner_text()
    assert len(output) < 300_000 and "the rest is not shown" in output


def test_blocks_work_by_keyboard_alone(live):
    page = live()
    block(page, 1).get_by_role("button", name="Run").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cm-content:focus")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("if corpus:\nprint('typed')")  # the second line is indented by the editor
    page.keyboard.press("ControlOrMeta+Enter")
    said(block(page, 1))
    assert block(page, 1).locator(".pw-output").inner_text().strip() == "typed"
    page.keyboard.press("Tab")  # out of the editor, over the output, which scrolls, to the tools
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Edit"


def test_a_block_that_needs_what_browsers_lack_says_so(live):
    page = live("merging/self-checking/")
    at = next(
        at
        for at, fence in enumerate(read((ROOT / "docs/merging/self-checking.md").read_text()).fences)
        if "import tokenizers" in fence.code or "from tokenizers" in fence.code
    )
    press(block(page, at), "Run")
    block(page, at).get_by_text(
        "tokenizers does not run in a browser. What the build printed stands."
    ).wait_for()


# ------------------------------------------------------------------------------------------ what is fetched
def test_nothing_is_fetched_before_a_reader_asks(live, page):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    live()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/live/" in url or "python-worker" in url] == []
    press(block(page, 1), "Run")
    said(block(page, 1))
    assert [url for url in asked if "editor-" in url] == []  # that waits for an edit


def test_python_survives_instant_navigation(live):
    page = live()
    press(block(page, 1), "Run")
    said(block(page, 1))
    page.get_by_role("link", name="Ties decide more than you think").first.click()
    page.wait_for_url("**/merging/ties/")
    page.wait_for_selector(".pw-tools")
    tools = page.locator("pw-block.has-tools:has(.language-python)").first
    press(tools, "Run")
    assert "Ran here" in said(tools)
    assert [worker.url.rsplit("/")[-1] for worker in page.workers].count("python-worker.js") == 1
    page.go_back()
    page.wait_for_url("**/merging/step-by-step/")
    page.wait_for_selector(".pw-tools")
    assert page.locator("pw-block .pw-tools").count() == page.locator("pw-block.has-tools").count()
    press(block(page, 1), "Run")
    assert "the same output" in said(block(page, 1))


def test_a_return_visit_takes_python_from_the_cache(playwright, browser_type_launch_args, tmp_path):
    """In a browser with a profile on disk, closed and opened again; the server counts what it is asked."""
    asked: list[str] = []

    class Counting(Handler):
        def send_head(self):
            asked.append(Path(self.path).name)
            return super().send_head()

        def end_headers(self):
            self.send_header("Cache-Control", "max-age=0")  # stale at once, as after weeks
            super().end_headers()

    def visit(address: str) -> set[str]:
        asked.clear()
        context = playwright.chromium.launch_persistent_context(tmp_path, **browser_type_launch_args)
        page = context.new_page()
        page.goto(f"{address}/{CHAPTER}")
        page.wait_for_selector(".pw-tools")
        press(block(page, 1), "Run")
        said(block(page, 1))
        page.wait_for_timeout(1000)  # the cache writes to disk behind the page's back
        context.close()
        return set(asked)

    with serve(Counting, ROOT / "site") as address:
        first, second = visit(address), visit(address)
    files = {path.name for path in (ROOT / "site/assets/live").rglob("*.*")} - {"live.json"}
    assert {"pyodide.asm.wasm", "python_stdlib.zip"} <= first & files
    assert second & files <= {"pyodide.mjs", "pyodide.asm.mjs"}  # asked about as modules are, and not sent


def test_a_site_without_python_says_so(live, page):
    page.route("**/live.json", lambda route: route.fulfill(json={"missing": "there is no npm here"}))
    live()
    press(block(page, 1), "Run")
    block(page, 1).get_by_text("Nothing can run on this copy of the book: there is no npm here.").wait_for()


# ------------------------------------------------------------------------------------------ how it looks
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_a_block_is_accessible_and_fits_a_phone(live, scheme):
    page = live()
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    states = {
        "run": lambda: press(block(page, 1), "Run"),
        "wrong": lambda: (edit(page, 1, "1 / 0"), page.keyboard.press("ControlOrMeta+Enter")),
    }
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 2000})
        for name, go in states.items():
            go()
            said(block(page, 1))
            report = Axe().run(page, options=RULES)
            found = [
                (rule["id"], node["html"][:200])
                for rule in report.response["violations"]
                for node in rule["nodes"]
            ]
            assert found == [], name
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        press(block(page, 1), "Reset")
