"""What a reader meets on the first page and on every page: a sentence, numbers, the ledger, the search."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, render
from piecework.book.ledger import NUMBERS, PUBLISHED, Row, fill
from piecework.live import sentence

TEXT = "The newest low-cost widget."
MODEL = bpe.train(Corpus({" the": 9, " low": 5, " newest": 6, " widest": 3}), spelling="leading-space").model
NUMBER = '<pw-number data-expr="{expr}" id="{id}" title="computed: {expr}">{value}</pw-number>'
WIDE = "".join(f"<td>column {i}</td>" for i in range(20))
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
IMAGE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def address(plates) -> str:
    figure = render.cut_sentence(
        sentence.cuts(TEXT, MODEL), TEXT, {sentence.BY_MERGES: sentence.unknown(TEXT, MODEL)}
    )
    first, far, deep, tabled = (
        NUMBER.format(expr=expr, id=f"n-{i}", value=i)
        for i, expr in enumerate(("len(a)", "x[&quot;far&quot;] + 1", "deep", "sum(in_a_table)"), start=1)
    )
    numbers = f"""<p id="top">{first} and, far off, <span style="float: right">{far}</span></p>
    <div class="pw-scroll" tabindex="0" role="region" aria-label="wide"><table class="pw-table">
    <tr><td>{tabled}</td>{WIDE}</tr></table></div>
    <details><summary>Folded</summary><p>{deep}</p></details><div style="height: 2000px"></div>"""
    pages = [("", "Start"), ("coverage/best/", "Greedy against the best")]
    rows = [
        Row(page, title, f"n-{i}", f"len(words[{i}])" if i % 2 else f"<b>{i}", f"{i:,}")
        for page, title in pages
        for i in range(1, 601)
    ]
    ledger = fill(PUBLISHED + NUMBERS, rows, [], {page: "../" + page for page, _ in pages})
    return plates(
        {
            "index": str(render.live_sentence(figure, TEXT, sentence.packed(MODEL), sentence.LIMIT))
            + '<p id="below">Below</p>',
            "numbers": numbers,
            "ledger": ledger,
            "bare": "<p>Nothing to wake.</p>",
        },
        "elements",
    )


@pytest.fixture
def front(calm, address, hosts):
    calm.goto(address + "index.html")
    calm.wait_for_selector("live-sentence.is-live")
    yield calm
    assert hosts <= {urlsplit(address).netloc}


@pytest.fixture
def numbers(calm, address):
    calm.goto(address + "numbers.html")
    calm.wait_for_selector("#n-1 button")
    return calm


@pytest.fixture
def ledger(calm, address):
    calm.goto(address + "ledger.html")
    calm.wait_for_selector("pw-ledger input")
    return calm


def cut(page, text: str, click: bool = True) -> str:
    """The figure's description once it is the one of that text."""
    page.locator("#pw-sentence").fill(text)
    if click:
        page.get_by_role("button", name="Cut it").click()
    page.wait_for_function(
        """text => document.querySelector('live-sentence figure').ariaLabel.includes(text)
            && !document.querySelector('live-sentence[aria-busy]')""",
        arg=" ".join(text.split()),
        timeout=60_000,
    )
    return page.locator("live-sentence figure").get_attribute("aria-label")


def accessible(page) -> None:
    for scheme in ("default", "slate"):
        page.evaluate("name => { document.body.dataset.mdColorScheme = name }", scheme)
        page.wait_for_timeout(300)  # until the colours have turned
        report = Axe().run(page, options=RULES)
        assert [
            (rule["id"], node["html"][:160], node["any"][:1])
            for rule in report.response["violations"]
            for node in rule["nodes"]
        ] == []


# ------------------------------------------------------------------ a sentence of the reader's own
def test_nothing_is_loaded_before_a_sentence_is_cut(calm, address):
    asked: list[str] = []
    calm.on("request", lambda request: asked.append(request.url))
    calm.goto(address + "index.html")
    calm.locator("#pw-sentence").fill("the low")
    calm.wait_for_timeout(600)
    assert not [url for url in asked if "live.json" in url or "pyodide" in url or "worker" in url]


def test_a_sentence_is_cut_by_the_same_merges_and_then_while_it_is_typed(front):
    said = cut(front, "the newest widest low")
    rows = sentence.cuts("the newest widest low", MODEL)
    assert [f"{label}, {len(parts)} {unit}" in said for label, unit, parts in rows] == [True] * 4
    assert "4 words" in front.locator(".pw-try [role=status]").first.inner_text()
    cut(front, "low low", click=False)
    assert "unknown" not in front.locator(".pw-say").inner_text()
    cut(front, "東京 low", click=False)
    assert "東" in front.locator(".pw-say").inner_text()
    assert front.locator(".is-unknown").count() == 2
    cut(front, IMAGE, click=False)
    assert front.locator("live-sentence img").count() == 0
    accessible(front)
    # The page goes on working after a sentence that cannot be cut, and says why it could not.
    front.locator("#pw-sentence").fill("   ")
    front.get_by_role("button", name="Cut it").click()
    front.wait_for_selector(".pw-python.is-wrong")
    assert "nothing to cut yet" in front.locator(".pw-python").inner_text()
    accessible(front)
    cut(front, "wide low")
    assert front.locator(".pw-python.is-wrong").count() == 0


def test_no_more_can_be_typed_than_can_be_drawn(front):
    front.locator("#pw-sentence").fill("")
    front.locator("#pw-sentence").press_sequentially("x" * (sentence.LIMIT + 5))
    assert len(front.locator("#pw-sentence").input_value()) == sentence.LIMIT
    assert str(sentence.LIMIT) in front.locator("#pw-sentence-note").inner_text()


@pytest.mark.parametrize("width", [1000, 390])
def test_the_form_comes_without_moving_what_is_below_it(calm, address, width):
    calm.set_viewport_size({"width": width, "height": 900})
    calm.route("**/live-sentence.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    calm.goto(address + "index.html")
    calm.wait_for_load_state("networkidle")
    before = calm.locator("#below").bounding_box()["y"]
    calm.unroute("**/live-sentence.js")
    calm.reload()
    calm.wait_for_selector("live-sentence.is-live")
    assert abs(calm.locator("#below").bounding_box()["y"] - before) < 3
    assert calm.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_and_on_paper_the_figure_stands_alone(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "index.html")
    assert page.locator("figure.pw-hero").is_visible() and page.locator("form").count() == 0
    context.close()


def test_the_form_is_not_printed(front):
    front.emulate_media(media="print")
    assert front.locator("figure.pw-hero").is_visible() and not front.locator(".pw-try").is_visible()


# ------------------------------------------------------------------ numbers
def test_a_number_by_key_opens_with_enter_leads_on_and_closes_with_escape(numbers):
    button, tip = numbers.locator("#n-2 button"), numbers.locator("#n-2 .pw-number__tip")
    button.focus()
    assert tip.is_visible() and button.get_attribute("aria-expanded") == "false"
    numbers.keyboard.press("Tab")  # the link is passed by where nobody asked for it
    assert numbers.evaluate("document.activeElement.closest('pw-number')?.id") != "n-2"
    for key in ("Enter", "Space"):
        button.focus()
        numbers.keyboard.press(key)
        assert button.get_attribute("aria-expanded") == "true"
        numbers.keyboard.press("Tab")
        link = numbers.evaluate("document.activeElement.href")
        assert urlsplit(link).path.endswith("/ledger/") and urlsplit(link).fragment.endswith("n-2")
        numbers.keyboard.press("Escape")
        assert not tip.is_visible() and button.get_attribute("aria-expanded") == "false"
        assert numbers.evaluate("document.activeElement.closest('pw-number').id") == "n-2"
        numbers.locator("#top").click(position={"x": 1, "y": 1})


def test_a_number_has_a_name_and_a_description(numbers):
    button = numbers.get_by_role("button", name="2", exact=True)
    described = numbers.locator("#" + button.get_attribute("aria-describedby"))
    assert described.text_content() == 'computed here: x["far"] + 1'


def test_a_tap_opens_a_number_and_a_second_one_or_one_elsewhere_closes_it(browser, address):
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(address + "numbers.html")
    page.wait_for_selector("#n-1 button")
    tip = page.locator("#n-1 .pw-number__tip")
    page.locator("#n-1 button").tap()
    assert tip.is_visible()
    page.locator("#n-1 button").tap()
    assert not tip.is_visible()
    page.locator("#n-1 button").tap()
    assert tip.is_visible()
    page.locator("h1").tap()
    assert not tip.is_visible()
    context.close()


@pytest.mark.parametrize("width", [1000, 390])
def test_a_tip_is_never_cut_off_by_window_or_table(numbers, width):
    numbers.set_viewport_size({"width": width, "height": 700})
    for name in ("n-1", "n-2", "n-4"):
        numbers.locator(f"#{name} button").focus()
        numbers.evaluate("scrollBy(0, document.activeElement.getBoundingClientRect().top - 10)")
        numbers.wait_for_timeout(100)
        box = numbers.locator(f"#{name} .pw-number__tip").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        seen = numbers.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('pw-number')?.id", middle
        )
        assert seen == name
    assert numbers.evaluate("document.documentElement.scrollWidth") <= width


def test_a_tip_has_an_edge_in_forced_colours(numbers):
    numbers.emulate_media(forced_colors="active")
    numbers.locator("#n-1 button").focus()
    tip = numbers.locator("#n-1 .pw-number__tip")
    edge, ground = (
        tip.evaluate(f"node => getComputedStyle(node).{name}")
        for name in ("borderTopColor", "backgroundColor")
    )
    assert tip.is_visible() and edge != ground


def test_open_numbers_are_accessible(numbers):
    numbers.locator("#n-1 button").click()
    accessible(numbers)


def test_a_link_to_a_number_marks_it_and_unfolds_what_it_stands_in(calm, address):
    calm.goto(address + "numbers.html#n-3")
    calm.wait_for_selector("#n-3 button")
    assert calm.locator("details").evaluate("node => node.open")
    assert calm.locator("#n-3").evaluate("node => node.matches(':target')")
    assert calm.locator("#n-3").evaluate("node => getComputedStyle(node).boxShadow") != "none"


# ------------------------------------------------------------------ the ledger
def shown(page) -> int:
    return page.locator("pw-ledger tbody tr:visible").count()


def told(page) -> str:
    return page.locator("pw-ledger [role=status]").inner_text()


def search(page, text: str) -> str:
    page.get_by_label("Search by value").fill(text)
    page.wait_for_function(
        "text => (new URL(location).searchParams.get('find') ?? '') === text", arg=text.strip()
    )
    return told(page)


def test_the_ledger_is_searched_by_value_expression_and_page(ledger):
    assert told(ledger) == "1,200 numbers."
    assert search(ledger, "words[599]") == "2 of 1,200 numbers."
    assert shown(ledger) == 2
    assert search(ledger, "GREEDY words[599]") == "1 of 1,200 numbers."
    assert ledger.locator("pw-ledger caption:visible").count() == 1
    assert ledger.locator("pw-ledger a:visible").get_attribute("href") == "../coverage/best/#n-599"
    assert search(ledger, "<b>600 start") == "1 of 1,200 numbers."
    assert search(ledger, "no such thing").startswith("None of 1,200")
    assert shown(ledger) == 0
    accessible(ledger)
    assert search(ledger, " ") == "1,200 numbers."
    assert "find" not in ledger.url


def test_what_was_asked_stands_in_the_address(ledger, address):
    search(ledger, "greedy 17")
    said, count = told(ledger), shown(ledger)
    ledger.goto(ledger.url)
    ledger.wait_for_selector("pw-ledger input")
    assert ledger.get_by_label("Search by value").input_value() == "greedy 17"
    assert (told(ledger), shown(ledger)) == (said, count) and count
    assert "find=greedy+17" in ledger.url


def test_a_line_of_the_ledger_is_marked_and_not_covered(calm, address):
    calm.goto(address + "ledger.html#coverage/best/n-300")
    calm.wait_for_selector("pw-ledger input")
    calm.wait_for_timeout(300)
    row, bar = calm.locator(":target").bounding_box(), calm.locator(".pw-search").bounding_box()
    assert row["y"] >= bar["y"] + bar["height"] and row["y"] < 700
    calm.set_viewport_size({"width": 390, "height": 800})
    assert calm.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_scripts_the_whole_ledger_stands(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "ledger.html")
    assert page.locator("pw-ledger tbody tr").count() == 1200
    assert page.locator("form").count() == 0
    context.close()


# ------------------------------------------------------------------ what a page loads
def test_every_element_of_the_book_can_be_woken():
    scripts = Path(__file__).parents[2] / "docs/assets/pw"
    defined = {
        name: path.stem
        for path in scripts.glob("*.js")
        for name in re.findall(r'customElements\.define\("([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    listed = (scripts / "elements.js").read_text(encoding="utf-8").split("{")[1].split("}")[0]
    assert json.loads("{" + listed.strip().rstrip(",") + "}") == defined


def test_a_page_loads_the_elements_that_stand_on_it_now_or_later(page, address):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path.split("/")[-1]))
    page.goto(address + "bare.html", wait_until="networkidle")
    assert {name for name in asked if name.endswith(".js")} == {"elements.js"}
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<pw-number data-expr=a id=n-9>9</pw-number>')"
    )
    page.wait_for_selector("#n-9 button")
    assert "merge-stepper.js" not in asked


def test_the_index_of_the_search_is_sent_for_by_the_first_search(page, base):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path.split("/")[-1]))
    page.goto(base, wait_until="networkidle")
    assert "search_index.json" not in asked
    page.keyboard.press("/")
    page.keyboard.type("crossover")
    page.wait_for_selector(".md-search-result__item", timeout=20_000)
    assert asked.count("search_index.json") == 1
    accessible(page)
