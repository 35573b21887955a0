"""A reader types two numbers: what is drawn of them in the browser is what Python draws here."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, render
from piecework.live.plates import redraw
from piecework.live.sums import cuts, rule

MERGES = bpe.train(Corpus({str(year): 2 for year in range(1900, 2000)}), spelling="plain").model
RULES = [
    rule("digit by digit", ["digits"]),
    rule("threes from the left", ["cl100k"]),
    rule("threes from the right", ["thousands"]),
    rule("merges", ["whitespace"], MERGES),
]
OWN = render.yours.your_text("column_sum", {"rules": RULES}, asks="Two numbers of your own")
PLATE = render.column_sum(cuts(["45678", "1234", "46912"], RULES), OWN)


@pytest.fixture(scope="module")
def site(plates) -> str:
    return plates({"sum": PLATE}, "your-text")


@pytest.fixture
def page_of_sums(calm, site):
    calm.goto(site + "sum.html")
    calm.wait_for_selector("your-text button")
    return calm


def draw(page, text: str) -> str:
    page.locator("your-text textarea").fill(text)
    page.locator("your-text").get_by_role("button", name="Draw it").click()
    page.wait_for_function("!document.querySelector('your-text').runner.busy", timeout=120_000)
    return page.locator("your-text .pw-yours").inner_text()


def test_a_sum_of_the_readers_own_is_drawn_and_put_back(page_of_sums):
    page = page_of_sums
    page.get_by_role("button", name="Two numbers of your own").click()
    draw(page, "1999 + 7.25")
    shown = page.locator("column-sum:not([hidden]) .pw-sums")
    expected = redraw("column_sum", "1999 + 7.25", {"rules": RULES}, print)["html"]
    assert shown.inner_html() == page.evaluate(
        "html => new DOMParser().parseFromString(html, 'text/html').querySelector('.pw-sums').innerHTML",
        expected,
    )
    assert Axe().run(page).violations_count == 0
    assert "two numbers and a plus" in draw(page, "7")
    page.get_by_role("button", name="Back to the book").click()
    assert "45678" in shown.inner_text().replace("\n", "")


def test_on_a_phone_the_sums_stand_in_the_page(page_of_sums):
    page = page_of_sums
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
