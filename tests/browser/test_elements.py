"""Computed numbers in a real browser, on a page made here."""

import pytest
from axe_playwright_python.sync_playwright import Axe

NUMBER = """<pw-number data-expr="{expr}" id="n-{n}" title="computed: {expr}">{n}</pw-number>"""


@pytest.fixture(scope="module")
def address(plates) -> str:
    near, far = (
        NUMBER.format(n=n, expr=expr)
        for n, expr in enumerate(("len(trace.steps)", "trace.start_tokens - trace.tokens"), start=1)
    )
    body = f'<p style="margin-top: 6rem">{near} and, far off, <span style="float: right">{far}</span></p>'
    return plates({"index": body}, "pw-number")


@pytest.fixture
def opened(calm, address):
    calm.goto(address)
    calm.wait_for_selector("#n-1 button")
    return calm


def test_a_number_tells_its_expression_when_focused_pointed_at_or_tapped(opened):
    number, elsewhere = opened.locator("#n-1"), opened.locator("h1")
    tip, button = number.get_by_role("tooltip"), number.get_by_role("button")
    assert not tip.is_visible()
    for show in (button.focus, button.hover):
        show()
        assert tip.is_visible() and "len(trace.steps)" in tip.inner_text()
        opened.keyboard.press("Escape")
        assert not tip.is_visible()
        elsewhere.hover()
        elsewhere.click()
        assert not tip.is_visible()
    button.click()
    elsewhere.hover()
    assert tip.is_visible()  # a tap leaves it open
    elsewhere.click()
    assert not tip.is_visible()


@pytest.mark.parametrize("width", [1000, 320])
def test_a_tip_stays_inside_the_window(opened, width):
    opened.set_viewport_size({"width": width, "height": 800})
    for name in ("n-1", "n-2"):
        opened.locator(f"#{name} button").focus()
        box = opened.locator(f"#{name}-tip").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_a_number_is_a_number_and_its_title(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("#n-1").get_attribute("title").startswith("computed: ")
    assert page.locator("#n-1 button").count() == 0
    context.close()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_numbers_are_accessible(opened, scheme):
    opened.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    opened.locator("#n-1 button").focus()
    report = Axe().run(opened)
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
