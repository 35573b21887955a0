"""The curve over sizes takes a reader's text: what the browser draws of it is what Python draws here."""

import json
from importlib.resources import files

import pytest
from axe_playwright_python.sync_playwright import Axe
from markup import Parsed
from own_texts import DRAWN, REFUSED

from piecework import Corpus, bpe, corpora, render
from piecework.live.plates import redraw

NEW = Corpus.from_text("Dr. Alvarez didn't expect the low-cost re-analysis.")
BOOK = render.size_curve(bpe.train(corpora.load("sentences")), NEW)
PAGE = (files("piecework") / "data/alice.txt").read_text("utf-8")
SONG = "row row row your boat gently down the stream merrily merrily merrily merrily life is but a dream " * 3
TABLE = """(html) => new DOMParser().parseFromString(html, "text/html")
  .querySelector(".pw-table").textContent"""


def settings(pieces: int | None = None) -> dict:
    (own,) = [attrs for tag, attrs in Parsed(BOOK).tags if tag == "your-text"]
    field = json.loads(own["number"])
    return {**json.loads(own["settings"]), field["name"]: pieces or field["value"]}


def here(text: str, pieces: int | None = None) -> dict:
    """What Python says on this machine."""
    try:
        return redraw("size_curve", text, settings(pieces), lambda **said: None)
    except ValueError as error:
        return {"error": str(error)}


@pytest.fixture(scope="module")
def site(plates) -> str:
    return plates({"sizes": BOOK}, "curve-reader", "your-text")


@pytest.fixture
def page_of_sizes(calm, site):
    calm.goto(site + "sizes.html")
    calm.wait_for_selector("curve-reader .pw-live")
    calm.get_by_role("button", name="A text of your own").click()
    return calm


def draw(page, text: str, pieces: int | None = None) -> str:
    """Ask for the plate of a text; what the form says then."""
    own = page.locator("your-text")
    own.locator("textarea").evaluate("(area, text) => { area.value = text }", text)
    if pieces:
        own.get_by_label("Pieces to learn").fill(str(pieces))
    own.get_by_role("button", name="Draw it").click()
    page.wait_for_function("!document.querySelector('your-text').runner.busy", timeout=120_000)
    return own.locator(".pw-yours").inner_text()


def shown(page):
    return page.locator(".pw-explorable > curve-reader:not([hidden])")


# ------------------------------------------------------------------ the same program
def test_python_in_the_page_draws_what_python_draws_here(page_of_sizes):
    for text in [SONG, PAGE, "low low", *DRAWN.values(), *(text for text, _ in REFUSED.values())]:
        told = page_of_sizes.evaluate(
            """async (args) => {
              const { python } = await import("./assets/pw/python.js");
              return python.call("plates.redraw", args).catch((error) => ({ error: error.message }));
            }""",
            {"plate": "size_curve", "text": text, "settings": settings()},
        )
        assert told == here(text)


# ------------------------------------------------------------------ the form
def test_a_readers_text_is_drawn_and_the_books_comes_back(page_of_sizes):
    page = page_of_sizes
    said = draw(page, PAGE, pieces=90)
    expected = here(PAGE, pieces=90)
    assert expected["says"] in said and "one tenth new" in said
    slider, status = shown(page).locator(".pw-scrub"), shown(page).get_by_role("status")
    slider.press("Home")
    for reading in json.loads(Parsed(expected["html"]).scripts[0])["panels"][0]["readings"]:
        assert slider.get_attribute("aria-valuetext").startswith(reading[0])
        assert status.inner_text() == reading[3][0]
        slider.press("ArrowRight")
    table = shown(page).locator(".pw-table").evaluate("(table) => table.textContent")
    assert table == page.evaluate(TABLE, expected["html"])
    page.get_by_role("button", name="Back to the book").click()
    assert page.locator("curve-reader").count() == 1 and shown(page).count() == 1


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_learned_from_is_refused_and_the_plate_stays(page_of_sizes, name):
    text, why = REFUSED[name]
    page = page_of_sizes
    assert text.strip() == "" or why in here(text)["error"]
    draw(page, text)
    wrong = page.locator("your-text .is-wrong").inner_text()
    assert (why if not text.strip() else here(text)["error"]) in wrong
    assert page.locator("curve-reader").count() == 1
    draw(page, SONG)
    assert page.locator("your-text .is-wrong").count() == 0 and page.locator("curve-reader").count() == 2


def test_axe_finds_nothing_in_any_state(page_of_sizes):
    page = page_of_sizes
    assert Axe().run(page).violations_count == 0
    draw(page, "low")
    assert Axe().run(page).violations_count == 0
    draw(page, SONG)
    assert Axe().run(page).violations_count == 0
    shown(page).get_by_role("button", name="Show all of it as a table").click()
    assert Axe().run(page).violations_count == 0


def test_on_a_phone_the_curve_stands_in_the_page(page_of_sizes):
    page = page_of_sizes
    page.set_viewport_size({"width": 390, "height": 800})
    draw(page, SONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
