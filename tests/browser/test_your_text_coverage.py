"""The plates on coverage take the reader's own text in a real browser, and draw what Python draws here."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from markup import Parsed
from own_texts import BIG_WORD, DRAWN, LIMIT, REFUSED, long_text

from piecework import bpe, corpora, coverage, measure, render
from piecework.live import plates as live_plates

FOUR, SENTENCES = map(corpora.load, ("four-words", "sentences"))
SIZE = {"vocab_size": 100, "unknown": True}
BOTH = {"coverage": coverage.train(SENTENCES, **SIZE), "merging": bpe.train(SENTENCES, **SIZE)}
CURVES = tuple(measure.curve(trace, SENTENCES, range(60, 100)) for trace in BOTH.values())
BOOK = {
    "coverage_claims": render.coverage_claims(coverage.train(FOUR)),
    "unit_compare": render.unit_compare({"Four words": FOUR}),
    "ending_drag": render.ending_drag(FOUR),
    "two_vocabularies": render.two_vocabularies(BOTH, ["expected"]),
    "fit_playground": render.fit_playground({"Sentences": SENTENCES}, ["lowest"], ceilings=(2, None)),
    "gain_profile": render.gain_profile(coverage.train(SENTENCES, steps=40)),
    "crossover_chart": render.crossover_chart({"Corpus": CURVES}, traces=tuple(BOTH.values())),
}
PAGES = {**BOOK, "all": "".join(BOOK.values())}
TAGS = (
    "coverage-claims",
    "unit-compare",
    "ending-drag",
    "two-vocabularies",
    "fit-playground",
    "curve-reader",
)
HOSTILE = DRAWN["markup"]


@pytest.fixture(scope="module")
def site(plates) -> str:
    """The address of pages that hold a plate each, and of one with all of them."""
    return plates(PAGES, *TAGS, "your-text")


def settings(name: str) -> dict:
    """What the form under a plate sends as it opens."""
    (own,) = [attrs for tag, attrs in Parsed(BOOK[name]).tags if tag == "your-text"]
    out = json.loads(own["settings"])
    if "number" in own:
        field = json.loads(own["number"])
        out[field["name"]] = field["value"]
    return {**out, "word": ""} if "word" in own else out


def here(name: str, text: str) -> dict:
    """What Python says on this machine."""
    try:
        return live_plates.redraw(name, text, settings(name), lambda **said: None)
    except ValueError as error:
        return {"error": str(error)}


THERE = """async ([plate, text, settings]) => {
  const { python } = await import("./assets/pw/python.js");
  return python.call("plates.redraw", { plate, text, settings }).catch((error) => ({ error: error.message }));
}"""


def there(page, name: str, text: str) -> dict:
    """What Python says in the page."""
    return page.evaluate(THERE, [name, text, settings(name)])


def draw(page, text: str, name: str, word: str | None = None):
    """Give a plate a text by its form; the plate that stands there afterwards."""
    own = page.locator(f'your-text[plate="{name}"]')
    if not own.locator("textarea").is_visible():
        own.get_by_role("button", name="A text of your own").click()
    own.locator("textarea").evaluate("(node, text) => { node.value = text; }", text)
    if word is not None:
        own.get_by_label("Word").fill(word)
    own.get_by_role("button", name="Draw it").click()
    page.wait_for_function(
        """(own) => { const form = own.querySelector("form"), button = form.querySelector("[type=submit]");
          return button.getAttribute("aria-disabled") === "false"; }""",
        arg=own.element_handle(),
        timeout=120_000,
    )
    return own.locator("xpath=preceding-sibling::*[1]")


def said(plate) -> str:
    return plate.locator(".pw-say").evaluate(
        "(n) => { const copy = n.cloneNode(true); copy.querySelectorAll('.pw-vh').forEach((x) => x.remove());"
        " return copy.textContent; }"
    )


# ------------------------------------------------------------------ the same here and there
def test_python_in_the_page_draws_what_it_draws_here(opened):
    page = opened("all")
    for name in BOOK:
        for text in DRAWN.values():
            assert there(page, name, text) == here(name, text), (name, text)
        for text, why in REFUSED.values():
            if "\ud83d" not in text:  # which no browser hands over as it is
                assert why in there(page, name, text)["error"] and "error" in here(name, text)
    long = long_text(20_000)
    for name in BOOK:
        assert there(page, name, long) == here(name, long), name
    assert there(page, "coverage_claims", BIG_WORD) == here("coverage_claims", BIG_WORD)
    assert "50,000 characters" in here("coverage_claims", BIG_WORD)["error"]


def test_two_hundred_kilobytes_are_learned_from_and_every_number_is_of_all(opened):
    page, text = opened("coverage_claims"), long_text(LIMIT)
    plate, native = draw(page, text, "coverage_claims"), here("coverage_claims", text)
    (script,) = Parsed(native["html"]).scripts
    record = json.loads(script)
    assert page.locator("your-text .pw-note").inner_text() == native["says"]
    assert f"All {record['total']:,} positions are bare" in said(plate)
    assert plate.locator(".pw-live .pw-block").count() == len(record["words"]) == 40
    assert record["left_out"] in plate.locator(".pw-live").inner_text()
    plate.get_by_role("button", name="Next", exact=True).focus()
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        turn = record["turns"][at - 1]
        assert f"{turn['bare']:,} of {record['total']:,} stay bare; {turn['tokens']:,} tokens" in said(plate)
    page.keyboard.press("End")
    assert "Learning goes on, and the plate ends here." in said(plate)
    assert "Bids for turn 61" in plate.locator(".pw-live").inner_text()


# ------------------------------------------------------------------ each plate
@pytest.mark.parametrize("name", BOOK)
def test_a_plate_is_swapped_stepped_and_put_back(opened, name):
    page = opened(name)
    mine = draw(page, f"low low lower newest newest widest {HOSTILE}", name)
    assert mine.get_attribute("label").endswith(": your text")
    assert mine.locator(".pw-live img, .pw-live script, .pw-static img, .pw-static script").count() == 0
    assert page.locator(".pw-explorable .pw-live:visible").count() == 1
    own = page.locator("your-text")
    assert own.locator(".pw-note").inner_text().startswith("Your text is drawn: ")
    live, before = mine.locator(".pw-live"), said(mine)
    place = live.locator("[role=slider], input[type=range], .pw-word, .pw-button--main").first
    place.focus()
    heard = set()
    for key in ("ArrowRight", "Home"):  # a curve may open at its end
        page.keyboard.press(key)
        heard.add(said(mine))
    assert heard - {before}
    again = draw(page, "banana bandana banana bandana", name)
    assert page.locator(".pw-explorable > :not(your-text)").count() == 2 and said(again) != before
    own.get_by_role("button", name="Back to the book").click()
    assert page.locator(".pw-explorable > :not(your-text)").count() == 1
    assert "your text" not in page.locator(".pw-explorable > :first-child").get_attribute("label")
    assert page.locator(".pw-explorable > :first-child .pw-live").is_visible()


def test_a_word_s_endings_can_be_asked_for(opened):
    page = opened("ending_drag")
    mine = draw(page, "low low lower newest newest widest", "ending_drag", word="widest")
    assert "The whole word, widest" in said(mine)
    draw(page, "low low lower", "ending_drag", word="slow")
    assert page.locator("your-text .is-wrong").inner_text().startswith("your text has no word 'slow'")
    assert "The whole word, widest" in said(mine)


def test_what_is_refused_is_said_and_the_plate_stays(opened):
    page = opened("coverage_claims")
    for text, why in [(text, why) for text, why in REFUSED.values() if "\ud83d" not in text]:
        plate = draw(page, text, "coverage_claims")
        assert why in page.locator("your-text .is-wrong").inner_text()
        assert plate.get_attribute("label") == "Pieces bid for bare positions"


# ------------------------------------------------------------------ for everyone
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_no_accessibility_violations_and_a_phone_is_wide_enough(opened, scheme):
    page, words = opened("all"), " ".join(["low"] * 30 + ["Donaudampfschifffahrtsgesellschaftskapitän"] * 2)
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    found = lambda: [v["id"] for v in Axe().run(page).response["violations"]]  # noqa: E731
    for name in BOOK:
        draw(page, f"{words} lower newest {HOSTILE}", name)
    assert found() == []
    for width in (722, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in BOOK:
        draw(page, " ", name)
    assert page.locator("your-text .is-wrong").count() == len(BOOK) and found() == []
