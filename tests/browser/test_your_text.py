"""Plates drawn for a reader's own text, in a real browser: what is learned there is what is learned here."""

import json
import re
from fractions import Fraction
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe
from readers import SONG, TEXTS

from piecework import bpe, corpora, render, unigram, wordpiece
from piecework.live.plates import LIMIT, redraw

HUGS, SENTENCES = corpora.load("hugs"), corpora.load("sentences")
FAMILY = bpe.train(corpora.load("word-family"), spelling="leading-space")
UNIGRAM = unigram.train(SENTENCES, 120).model
MERGES = bpe.train(SENTENCES, vocab_size=120).model
PLATES = {
    "merge": render.merge_stepper({"Word family": FAMILY}, columns={"Word family": 3}),
    "marked": render.merge_stepper({"Four words": bpe.train(corpora.load("four-words"))}),
    "pairs": render.count_and_score(
        {"Five words": (bpe.train(HUGS, spelling="continuation"), wordpiece.train(HUGS))}
    ),
    "pruning": render.pruning_rounds(unigram.train(HUGS, 8, spelling="plain")),
    "lattice": render.word_lattice(UNIGRAM, ["weather"]),
    "drawn": render.sampled_spellings(
        {"temperature 1": (UNIGRAM.shares("weather"), [UNIGRAM.segment("weather")])},
        "weather",
        models={"temperature 5": (UNIGRAM, 5), "dropout": (MERGES, Fraction(1, 10))},
    ),
}
ELEMENTS = ("merge-stepper", "count-and-score", "pruning-rounds", "word-lattice", "sampled-spellings")
DRAWN = ".pw-explorable > :not(your-text, [hidden])"


@pytest.fixture(scope="module")
def site(plates) -> str:
    return plates(PLATES, *ELEMENTS, "your-text")


@pytest.fixture
def form(opened):
    """Opens the form under a plate."""

    def open_(name: str):
        page = opened(name)
        page.get_by_role("button", name=re.compile("Your words?|A text of your own")).click()
        return page

    return open_


def draw(page, text: str | None = None) -> None:
    """Ask for a plate, and wait until it is drawn or refused."""
    if text is not None:
        page.locator("your-text textarea").evaluate("(area, text) => { area.value = text }", text)
    page.locator("your-text").get_by_role("button", name="Draw it").click()
    page.wait_for_function(
        "(() => { const own = document.querySelector('your-text'); return !own.runner.busy; })()",
        timeout=120_000,
    )


def settings(name: str) -> dict:
    """What the book's plate says of itself, as the form sends it."""
    found = dict(re.findall(r' (\w+)="([^"]*)"', PLATES[name].split("<your-text")[1]))
    number = json.loads(unescape(found.get("number", "null")))
    own = {number["name"]: number["value"]} if number else {}
    return {
        "plate": found["plate"],
        "settings": {**json.loads(unescape(found["settings"])), **own},
    }


# ------------------------------------------------------------------ the same program
@pytest.mark.parametrize("name", PLATES)
def test_python_in_the_page_draws_what_python_draws_here(form, name):
    """For every text, to the letter: another version of Python, built for another machine."""
    page = form(name)
    call = settings(name)
    if name == "drawn":
        call["settings"]["seed"] = 7
    for text in TEXTS.values():
        text = text[: {"merge": None, "marked": None, "pruning": 2000}.get(name, 8000)]
        told = page.evaluate(
            """async (args) => {
              const { python } = await import("./assets/pw/python.js");
              return python.call("plates.redraw", args).catch((error) => error.message);
            }""",
            {**call, "text": text},
        )
        try:
            assert told == redraw(text=text, tell=lambda **said: None, **call)
        except ValueError as error:
            assert told == str(error)


# ------------------------------------------------------------------ the form
@pytest.mark.parametrize("name", ["merge", "pairs", "pruning", "lattice", "drawn"])
def test_a_plate_is_drawn_in_the_books_place_and_the_books_comes_back(form, name):
    page = form(name)
    book = page.evaluate_handle("document.querySelector('.pw-explorable').firstElementChild")
    draw(page, "weather others estimated" if name in ("lattice", "drawn") else SONG)
    own = page.locator(DRAWN)
    assert own.count() == 1 and own.get_attribute("label").endswith(": your text")
    assert own.locator(".pw-live .pw-name").inner_text().endswith(": your text")
    assert book.evaluate("(plate) => plate.hidden && plate.classList.contains('is-live')")
    assert own.evaluate("(plate) => plate.contains(document.activeElement)")
    assert "rawn" in page.locator("your-text p[role=status]").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("told").pop()[0] == 1
    page.get_by_role("button", name="Back to the book\u2019s").click()
    assert page.locator(DRAWN).evaluate("(plate, book) => plate === book", book)
    assert page.evaluate("document.activeElement.closest('.pw-live') !== null")
    assert page.get_by_role("button", name="Back to the book\u2019s").count() == 0


def test_the_form_keeps_its_text_and_the_book_its_step(form):
    page = form("merge")
    page.locator("merge-stepper").get_by_role("button", name="Next", exact=True).click()
    draw(page, SONG)
    draw(page, "low low lower")
    assert page.locator("merge-stepper").count() == 2  # the book's, and the last of the reader's
    opener = page.locator("your-text > button")
    opener.click()
    assert not page.locator("your-text form").is_visible()
    opener.click()
    assert page.locator("your-text textarea").input_value() == "low low lower"
    page.get_by_role("button", name="Back to the book\u2019s").click()
    assert page.locator("merge-stepper .pw-scrub").input_value() == "1"


def test_nothing_is_loaded_before_the_form_is_opened_and_then_no_host_but_this_is_asked(opened):
    asked = []
    page = opened("merge")
    page.on("request", lambda request: asked.append(request.url))
    page.locator("merge-stepper").get_by_role("button", name="Next", exact=True).click()
    assert not asked
    with page.expect_request("**/pyodide*.mjs"):
        page.locator("your-text > button").click()
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"


@pytest.mark.parametrize("name", ["a script", "the end of a script", "strange symbols", "one long word"])
def test_text_is_shown_and_does_nothing(form, name):
    page = form("merge")
    draw(page, TEXTS[name])
    own = page.locator(DRAWN)
    assert own.locator(".pw-live .pw-words .pw-chip").count() > 1
    own.get_by_role("button", name="Run all").click()
    assert page.locator("main img, main b:not(.pw-plate b)").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there are no words in this text"),
        (" \n ", "there are no words in this text"),
        ("low \ud83d low", "character 5 is half of a character"),
        ("x" * (LIMIT + 1), "this text has 200,001 bytes, and a plate takes 200,000 at most"),
        ("low\u23b5 low", "it holds the end-of-word mark"),
    ],
    ids=["empty", "spaces", "half a character", "too long", "a mark"],
)
def test_what_cannot_be_learned_from_is_refused_in_one_sentence(form, text, says):
    page = form("marked")
    js = json.dumps(text)
    page.evaluate(f"document.querySelector('your-text textarea').value = {js}")
    draw(page)
    assert says in page.locator("your-text .is-wrong").inner_text()
    assert page.locator(DRAWN).count() == 1 and not page.locator("merge-stepper[hidden]").count()
    draw(page, "low low")
    assert page.locator("your-text .is-wrong").count() == 0 and page.locator("merge-stepper").count() == 2


def test_the_longest_text_is_learned_whole_and_drawn_in_part(form):
    page, words = form("merge"), [word for word in SENTENCES if word.isalpha()]
    text = " ".join(a + b for a in words for b in words)[:LIMIT].ljust(LIMIT, "x")
    draw(page, text)
    own = page.locator(DRAWN)
    assert len(own.locator(".pw-live .pw-words > [role=listitem]").all()) == 60
    assert "60 commonest of" in own.locator(".pw-stagenote").inner_text()
    page.keyboard.press("End")
    assert "Merge 200" in own.get_by_role("status").inner_text()


def test_a_long_training_shows_how_far_it_is_and_stops_at_once(form):
    page, words = form("pruning"), [word for word in SENTENCES if word.isalpha()]
    text = " ".join(a + b for a in words for b in words)[:100_000]
    page.locator("your-text textarea").evaluate("(area, text) => { area.value = text }", text)
    page.locator("your-text").get_by_role("button", name="Draw it").click()
    page.wait_for_selector("your-text progress:not([hidden])", timeout=60_000)
    page.locator("your-text").get_by_role("button", name="Stop").click()
    page.wait_for_function("!document.querySelector('your-text').runner.busy", timeout=1000)
    assert "Stopped" in page.locator("your-text").inner_text()
    assert page.locator("your-text textarea").input_value() == text
    draw(page, SONG)
    assert page.locator("pruning-rounds").count() == 2


def test_a_reader_who_leaves_waits_for_nothing(form):
    page = form("merge")
    page.evaluate("import('./assets/pw/python.js').then((found) => { window.found = found.python })")
    page.locator("your-text textarea").evaluate("(area, text) => { area.value = text }", SONG)
    page.locator("your-text").get_by_role("button", name="Draw it").click()
    page.evaluate("document.querySelector('.pw-explorable').remove()")
    page.wait_for_function("found.state === 'stopped' && found.worker === null && found.calls.size === 0")


def test_without_scripts_nothing_shows(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}merge.html")
    assert page.locator("your-text").bounding_box() is None
    context.close()


def test_on_paper_the_form_is_not_there(form):
    page = form("merge")
    page.emulate_media(media="print")
    assert not page.locator("your-text").is_visible() and page.locator(".pw-static").is_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("name", ["merge", "pairs", "pruning", "lattice", "drawn"])
def test_every_state_is_accessible_on_a_phone(form, name, scheme):
    page = form(name)
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")

    def check() -> None:
        page.evaluate("Promise.allSettled(document.getAnimations().map((moving) => moving.finished))")
        report = Axe().run(page)
        assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    check()
    draw(page, " ")
    check()
    draw(page, "weather others" if name in ("lattice", "drawn") else SONG)
    check()
