"""Charts that are read place by place, and the playground, in a real browser: what is shown is the library's.

The pages are built here from what is rendered, the style sheet and the scripts, so no chapter is needed.
"""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, corpora, coverage, measure, render

HOSTILE = "<img src=x onerror=alert(1)>"
SENTENCES = corpora.load("sentences")
HELD_OUT = Corpus.from_text("Dr. Alvarez didn't expect the low-cost re-analysis.")
COVER, MERGE = (learner.train(SENTENCES, unknown=True) for learner in (coverage, bpe))
WORDS = ["expect", "analysis", "unwidest", "lowest", "newest", "Alvarez", HOSTILE]
TEXTS = {
    "Sentences": SENTENCES,
    "Four words": corpora.load("four-words"),
    HOSTILE: Corpus({HOSTILE.replace(" ", "/"): 2, "</script>": 3, "__proto__": 2}),
}
PLATES = {
    "gains": render.gain_profile(COVER),
    "hostile": render.gain_profile(coverage.train(TEXTS[HOSTILE]), label=HOSTILE),
    "curves": render.crossover_chart(
        {
            title: (measure.curve(COVER, text), measure.curve(MERGE, text))
            for title, text in (("Corpus", SENTENCES), ("Sentence", HELD_OUT))
        }
    ),
    "ceiling": render.length_ceiling(
        {2: {"corpus": 422}, 5: {"corpus": 324}, None: {"corpus": 296}}, {"corpus": 344}
    ),
    "best": render.greedy_best([(1, 24, 24, 24), (2, 33, 39, 39), (3, 39, 39, None)], total=39),
}
PLAY = render.fit_playground(TEXTS, WORDS, size=100)


@pytest.fixture(scope="module")
def served(plates) -> str:
    return plates({"curves": "".join(PLATES.values()), "play": PLAY}, "curve-reader", "fit-playground")


@pytest.fixture
def curves(calm, served):
    calm.goto(served + "curves.html")
    calm.wait_for_selector("curve-reader:last-of-type .pw-live")
    return calm


@pytest.fixture
def play(calm, served):
    calm.goto(served + "play.html")
    calm.wait_for_selector(".pw-live")
    return calm


TEXT = """(node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll(".pw-vh").forEach((n) => n.remove());
  return copy.textContent;
}"""
SEEN = f"""(plate) => {{
  const text = {TEXT}, chart = plate.querySelector(".pw-live .pw-panel:not([hidden]) svg");
  return {{
    said: text(plate.querySelector("[role=status]")),
    name: plate.querySelector(".pw-scrub").getAttribute("aria-valuetext"),
    rule: Number(chart.querySelector(".rule").getAttribute("x1")),
    dots: [...chart.querySelectorAll(".at")].map((dot) => dot.getAttribute("visibility") === "visible"
      ? dot.getAttribute("transform").match(/[\\d.]+/g).map(Number) : null),
    lit: [...chart.querySelectorAll(".bar")].findIndex((bar) => bar.classList.contains("is-at")),
    value: Number(plate.querySelector(".pw-scrub").value),
  }};
}}"""


def plate(page, name: str):
    return page.locator("curve-reader").nth(list(PLATES).index(name))


def recorded(name: str, panel: int = 0) -> list[list]:
    data = json.loads(re.search(r"<script[^>]*>(.*?)</script>", PLATES[name], re.DOTALL)[1])
    return data["panels"][panel]["readings"]


def check(page, name: str, at: int, panel: int = 0) -> str:
    """All that a plate shows is the reading at a place; returns what it says."""
    seen = plate(page, name).evaluate(SEEN)
    title, x, dots, say, lit = recorded(name, panel)[at]
    assert seen == {
        "said": "".join(part if isinstance(part, str) else part[0] for part in say),
        "name": title,
        "rule": x,
        "value": x,
        "dots": [dot and [*dot] for dot in dots],
        "lit": -1 if lit is None else lit,
    }
    return seen["said"]


# ------------------------------------------------------------------ charts
def test_the_keyboard_reads_every_kind_of_chart(curves):
    for name in PLATES:
        slider, last = plate(curves, name).locator(".pw-scrub"), len(recorded(name)) - 1
        slider.focus()
        for key, at in [
            ("Home", 0),
            ("ArrowLeft", 0),
            ("ArrowRight", 1),
            ("ArrowUp", 2),
            ("ArrowDown", 1),
            ("End", last),
        ]:
            curves.keyboard.press(key)
            said = check(curves, name, min(at, last))
            if name == "gains":
                step = COVER.steps[min(at, last)]
                assert f"Turn {step.number}: {step.symbol} claims {step.replaced} × " in said
                assert f"= {step.score} positions" in said and f"{step.bare} position" in said
    assert plate(curves, "gains").locator("[role=status]").get_attribute("aria-live") == "polite"


def test_both_values_at_a_size_are_the_librarys(curves):
    first = len(COVER.alphabet) + 1
    box = plate(curves, "curves")
    for panel, (title, text) in enumerate((("Corpus", SENTENCES), ("Sentence", HELD_OUT))):
        box.get_by_role("radio", name=title).check()
        for size in (60, 68, 100):
            x = recorded("curves", panel)[size - first][1]
            box.locator(".pw-scrub").evaluate(
                "(node, x) => { node.value = x; node.dispatchEvent(new Event('input')) }", x
            )
            a, b = (measure.tokens(trace.model_at(size), text) for trace in (COVER, MERGE))
            assert f"{a} tokens with coverage, {b} with merging" in check(
                curves, "curves", size - first, panel
            )


def test_the_switch_keeps_the_place_that_was_chosen(curves):
    box, sentence = plate(curves, "curves"), recorded("curves", 1)
    check(curves, "curves", COVER.vocab_size - len(COVER.alphabet) - 1)  # where both end together
    box.get_by_role("radio", name="Sentence").check()
    start = next(i for i, reading in enumerate(sentence) if "takes the lead" in reading[3][0])
    check(curves, "curves", start, 1)
    box.locator(".pw-scrub").focus()
    curves.keyboard.press("ArrowRight")
    box.get_by_role("radio", name="Corpus").check()
    check(curves, "curves", start + 1)
    box.get_by_role("radio", name="Corpus").press("ArrowRight")
    check(curves, "curves", start + 1, 1)
    assert box.locator(".pw-live .pw-panel:visible").count() == 1


def test_pointing_and_touching_read_the_nearest_place(curves, browser, served):
    def point(page, name, at, how):
        chart = plate(page, name).locator(".pw-live .pw-panel:not([hidden]) svg")
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        x = box["x"] + recorded(name)[at][1] / 330 * box["width"]
        how(x, box["y"] + box["height"] / 2)
        check(page, name, at)

    for name, at in (("gains", 30), ("curves", 20), ("ceiling", 1), ("best", 2)):
        point(curves, name, at, curves.mouse.move)
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    phone = context.new_page()
    phone.goto(served + "curves.html")
    phone.wait_for_selector(".pw-live")
    point(phone, "gains", 12, phone.touchscreen.tap)
    context.close()


def test_a_nudge_without_a_pointer_moves_one_place(curves):
    slider = plate(curves, "ceiling").locator(".pw-scrub")
    nudge = "(node, by) => { node.value = Number(node.value) + by; node.dispatchEvent(new Event('input')) }"
    slider.evaluate(nudge, -3)
    check(curves, "ceiling", 1)
    slider.evaluate(nudge, 3)
    check(curves, "ceiling", 2)


def test_the_thumb_stands_under_the_rule_and_nothing_overflows(curves):
    for width in (1280, 390, 320):
        curves.set_viewport_size({"width": width, "height": 800})
        aligned(curves, width)


def aligned(curves, width: int) -> None:
    for name in PLATES:
        slider = plate(curves, name).locator(".pw-scrub")
        slider.focus()
        for key in ("Home", "End"):
            curves.keyboard.press(key)
            rule = plate(curves, name).locator(".pw-live .pw-panel:not([hidden]) .rule").bounding_box()
            share = slider.evaluate("n => (n.value - n.min) / (n.max - n.min)")
            box = slider.bounding_box()
            assert abs(box["x"] + 8 + share * (box["width"] - 16) - rule["x"]) < 2
    assert curves.evaluate("document.documentElement.scrollWidth") <= width
    sizes = (
        plate(curves, "curves")
        .locator(".pw-live svg:visible text")
        .evaluate_all(
            "nodes => nodes.map((n) => parseFloat(getComputedStyle(n).fontSize) * n.getScreenCTM().a)"
        )
    )
    assert min(sizes) >= (10 if width == 320 else 12)


def test_the_room_kept_is_about_what_is_needed(curves, served):
    for page, tag in (("curves.html", "curve-reader"), ("play.html", "fit-playground")):
        curves.goto(served + page)
        for width, name in ((722, "--room"), (390, "--room-narrow")):
            curves.set_viewport_size({"width": width, "height": 800})
            for node in curves.locator(tag).all():
                needed, kept = node.evaluate(
                    f"n => [n.offsetHeight, 20 * parseFloat(getComputedStyle(n).getPropertyValue('{name}'))]"
                )
                assert abs(needed - kept) < 60


# ------------------------------------------------------------------ the playground
PLAYED = f"""() => {{
  const plate = document.querySelector("fit-playground"), text = {TEXT};
  const pieces = (css) => [...plate.querySelectorAll(css)].map((c) => c.dataset.piece);
  return {{
    figures: [...plate.querySelectorAll("dd")].map((d) => d.textContent),
    tokens: pieces(".pw-words .pw-chip"),
    pieces: pieces(".pw-learned > :not(.is-ahead) .pw-chip"), newest: pieces(".is-newest"),
    said: text(plate.querySelector("[role=status]")), at: Number(plate.querySelector(".pw-scrub").value),
  }};
}}"""


def choose(page, **settings: str) -> None:
    names = {"corpus": "Corpus", "unit": "Unit", "ceiling": "Longest piece", "word": "Word to read"}
    for key, value in settings.items():
        page.get_by_label(names[key]).select_option(label=value)


def slide(page, count: int) -> None:
    page.get_by_label("Pieces chosen").fill(str(count))


def played(page, corpus: str, unit: str, most: int | None, count: int, word: str) -> None:
    """Everything on the plate is what the library says under these settings."""
    trace = coverage.train(TEXTS[corpus], unit=unit, max_length=most, unknown=True)
    size = len(trace.alphabet) + 1 + count
    tokens = trace.model_at(size).segment(word)
    done = trace.steps[:count]
    bare = done[-1].bare if done else trace.start_tokens
    seen = page.evaluate(PLAYED)
    assert seen["pieces"] == [step.symbol for step in done]
    assert seen["newest"] == seen["pieces"][-1:] and seen["tokens"] == tokens and seen["at"] == count
    now = done[-1].tokens if done else trace.start_tokens
    covered = f"{trace.start_tokens - bare} of {trace.start_tokens}"
    assert seen["figures"] == [str(size), str(now), covered, str(bare)]
    assert f"{word} is read as {len(tokens)} token" in seen["said"]
    assert ("Nothing is left" in seen["said"]) == (count == len(trace.steps))


def test_every_value_is_the_librarys_under_a_sample_of_settings(play):
    size = 100 - len(COVER.alphabet) - 1
    played(play, "Sentences", "positions", None, size, "expect")
    for unit, most, count, word in [
        ("characters", 2, 0, "analysis"),
        ("positions", 3, 30, "Alvarez"),
        ("characters", None, 17, "unwidest"),
        ("positions", 5, 48, "expect"),
    ]:
        choose(play, unit=unit, ceiling="any" if most is None else f"{most} symbols", word=word)
        slide(play, count)
        played(play, "Sentences", unit, most, count, word)


def test_what_was_chosen_survives_switching(play):
    slide(play, 40)
    choose(play, corpus="Four words", word="lowest")
    played(play, "Four words", "positions", None, 4, "lowest")
    slide(play, 2)
    choose(play, unit="characters", ceiling="3 symbols")
    played(play, "Four words", "characters", 3, 2, "lowest")
    choose(play, corpus="Sentences")
    played(play, "Sentences", "characters", 3, 40, "lowest")
    choose(play, corpus="Four words", unit="positions", ceiling="any")
    played(play, "Four words", "positions", None, 2, "lowest")
    assert play.evaluate("document.activeElement.localName") in ("select", "body", "input")


def test_the_arrow_keys_choose_one_piece_more_or_fewer(play):
    play.get_by_label("Pieces chosen").focus()
    for key, count in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 69)):
        play.keyboard.press(key)
        played(play, "Sentences", "positions", None, count, "expect")


def test_hostile_words_stay_text(play, served):
    choose(play, corpus=HOSTILE, word=HOSTILE)
    for count in (0, 1, 3):
        slide(play, count)
        played(play, HOSTILE, "positions", None, count, HOSTILE)
    assert play.locator("fit-playground img, fit-playground script").count() == 0
    play.goto(served + "curves.html")
    play.wait_for_selector("curve-reader:last-of-type .pw-live")
    assert play.locator("curve-reader img, curve-reader script").count() == 0


# ------------------------------------------------------------------ no scripts, paper, access
def test_without_scripts_everything_is_there(browser, served):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served + "curves.html")
    for name in PLATES:
        static = plate(page, name).locator(".pw-static")
        assert static.locator("svg").count() == (2 if name == "curves" else 1)
        assert all(chart.is_visible() for chart in static.locator("svg").all())
        extra = 1 if name == "ceiling" else 0  # the rival's row
        assert static.locator("tbody tr").count() == len(recorded(name)) + extra
        assert static.locator("tbody tr").last.is_visible()
        assert not static.locator(".rule").first.is_visible()
    page.goto(served + "play.html")
    assert page.locator("tbody tr").count() == len(COVER.steps) + len(WORDS)
    assert page.locator("tbody tr").last.is_visible()
    context.close()


def test_the_static_charts_print(curves):
    box = plate(curves, "curves")
    assert not box.locator(".pw-static").is_visible()
    box.get_by_role("button", name="as a table").click()
    assert box.locator(".pw-static table").is_visible()
    box.get_by_role("button", name="Hide the table").click()
    curves.emulate_media(media="print")
    assert box.locator(".pw-static table").is_visible() and not box.locator(".pw-live").is_visible()
    assert all(chart.is_visible() for chart in box.locator(".pw-static svg").all())


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_plates_are_accessible(calm, served, scheme):
    for name in ("curves.html", "play.html"):
        calm.goto(served + name)
        calm.wait_for_selector(".pw-live")
        calm.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
        calm.add_style_tag(content="body { background: var(--paper); color: var(--ink) }")
        calm.get_by_role("button", name="as a table").last.click()
        report = Axe().run(calm, context="main")
        assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
