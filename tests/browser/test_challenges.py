"""Challenges that check themselves, and their progress, in a real browser, on pages made here."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import bpe, corpora, render

FAMILY = bpe.train(corpora.load("word-family"), spelling="leading-space")
OTHER = bpe.train(corpora.load("four-words"))
CHALLENGE = """<pw-challenge id="{id}" {attributes}><p><strong>Do it.</strong> And so on.</p>{inside}
<details><summary>Hint</summary><p>Look.</p></details>
<details><summary>Answer</summary><p>So.</p></details></pw-challenge>"""
INSIDE = {
    "exact": ("""goal='{"Word family": [3, "exactly"]}'""", ""),
    "within": ("", render.goal({"Word family": (2, "from"), "Four words": (4, "from")})),
    "count": ("", render.answer(12, {11: "The mark counts: see `⎵`."}, "Count the symbols.", "How many?")),
    "share": ("", render.answer(["12.5%"], {}, "Divide first.")),
    "word": (
        "",
        render.answer(["low", "slow"], {"lo": "That is a piece, and no word."}, "Look at the families."),
    ),
}


def challenge(name: str) -> str:
    attributes, inside = INSIDE[name]
    return CHALLENGE.format(id=name, attributes=attributes, inside=inside)


@pytest.fixture(scope="module")
def address(plates) -> str:
    stepper = render.merge_stepper({"Word family": FAMILY, "Four words": OTHER}, columns={"Word family": 3})
    return plates({"index": stepper + "".join(map(challenge, INSIDE))}, "merge-stepper", "pw-challenge")


@pytest.fixture
def opened(calm, address):
    calm.goto(address)
    calm.wait_for_selector("#word .pw-challenge__state")
    return calm


def state(page, name: str) -> str:
    return page.locator(f"#{name}").get_attribute("data-state")


def said(page, name: str) -> str:
    return page.locator(f"#{name}").get_by_role("status").text_content()


def step(page, name: str) -> None:
    page.locator("merge-stepper .pw-controls").get_by_role("button", name=name).click()


def give(page, name: str, answer: str) -> str:
    """Type an answer, press Enter, and hear what is said."""
    field = page.locator(f"#{name}").get_by_role("textbox")
    field.fill(answer)
    field.press("Enter")
    return said(page, name)


# ------------------------------------------------------------------ a plate's step
def test_a_goal_from_a_step_on_is_met_there_and_told(opened):
    step(opened, "Next")
    assert state(opened, "within") == "todo"
    step(opened, "Next")
    assert state(opened, "within") == "done"
    assert said(opened, "within") == "Right: you are at step 2 of “Word family”."


def test_a_goal_may_be_met_beyond_its_step_and_in_another_corpus(opened):
    opened.get_by_label("Corpus").select_option(label="Four words")
    assert state(opened, "within") == "todo"
    step(opened, "Run all")
    assert state(opened, "within") == "done" and state(opened, "exact") == "todo"


def test_an_exact_goal_is_not_met_in_passing(opened):
    slider = opened.locator(".pw-scrub")
    step(opened, "Run all")
    step(opened, "Reset")
    assert state(opened, "exact") == "todo"
    slider.fill("4")
    step(opened, "Back")  # at 3, but from behind
    assert state(opened, "exact") == "todo"
    slider.fill("2")
    step(opened, "Next")
    assert state(opened, "exact") == "done"


def test_an_exact_goal_is_met_by_scrubbing_and_not_by_a_run(page, address):
    page.goto(address)
    step(page, "Run all")
    page.wait_for_function("document.querySelector('.pw-scrub').value >= 5")
    step(page, "Pause")
    assert state(page, "exact") == "todo" and state(page, "within") == "done"
    page.locator(".pw-scrub").fill("3")
    assert state(page, "exact") == "done"


def test_a_challenge_off_the_page_does_not_listen(opened):
    opened.evaluate("window.kept = document.querySelector('#within'); kept.remove()")
    opened.locator(".pw-scrub").fill("5")
    assert opened.evaluate("kept.dataset.state") == "todo"
    opened.evaluate("document.querySelector('main').append(kept)")
    step(opened, "Next")
    assert state(opened, "within") == "done"


# ------------------------------------------------------------------ an answer
def test_an_answer_fails_is_hinted_passes_and_is_remembered(opened):
    box = opened.locator("#count")
    assert state(opened, "count") == "todo" and "To do" in box.inner_text()
    assert give(opened, "count", "11") == "Not yet. The mark counts: see ⎵."
    assert box.locator("code").inner_text() == "⎵"
    assert box.get_by_label("How many?").get_attribute("aria-invalid") == "true"
    assert give(opened, "count", "10") == "Not yet (attempt 2). Count the symbols."
    assert state(opened, "count") == "todo"
    box.locator("summary").first.click()
    opened.wait_for_selector("#count[data-state=hint]")
    assert give(opened, "count", " 12.0 ") == "Right: 12."
    assert box.get_by_role("textbox").get_attribute("aria-invalid") is None
    opened.reload()
    opened.wait_for_selector("#count[data-state=done]")
    assert "Done" in box.inner_text()
    box.get_by_role("button", name="Start again").click()
    assert state(opened, "count") == "todo" and box.get_by_role("textbox").evaluate(
        "x => x === document.activeElement"
    )
    opened.reload()
    opened.wait_for_selector("#count[data-state=todo]")
    assert not box.get_by_role("button", name="Start again").is_visible()


def test_nothing_is_done_by_hand_or_by_an_empty_answer(opened):
    assert opened.get_by_role("button", name="Mark as done").count() == 0
    for empty in ("", "  ", " \u00a0"):
        assert give(opened, "count", empty) == "There is nothing to check yet."
        assert opened.locator("#count").get_by_role("textbox").evaluate("x => x === document.activeElement")
    assert give(opened, "count", "1") == "Not yet. Count the symbols."  # the first attempt
    assert state(opened, "count") == "todo"


def test_what_is_no_number_is_no_attempt(opened):
    assert give(opened, "count", "a dozen").startswith("A number is asked for")
    assert give(opened, "count", "12 %") == "Give it without per cent, please."
    assert give(opened, "count", "1") == "Not yet. Count the symbols."


@pytest.mark.parametrize(
    "typed, right, is_it",
    [
        ("1,234", "1234", True),
        ("1 234", "1234", True),
        ("1\u202f234", "1,234", True),
        ("1,234,567.50", "1234567.5", True),
        ("12,34", "1234", False),
        ("12,5", "12.5", True),
        ("0,125", "1/8", True),
        ("12.50", "12.5", True),
        ("12.", "12", True),
        (".5", "1/2", True),
        ("3/4", "0.75", True),
        ("3 / 4", "0.75", True),
        ("6/8", "3/4", True),
        ("1/0", "0", False),
        ("\u22123", "-3", True),
        ("+3", "3", True),
        ("-3", "3", False),
        ("0.30000000000000001", "0.3", False),
        ("50 %", "0.5", False),
        ("0.5", "50%", True),
        ("50", "50%", True),
        ("50 %", "50%", True),
        ("1/2", "50%", True),
        ("5000%", "50%", False),
        ("\u201cLow\u201d ", "low", True),
        ("' low", "low", True),
        ("lo w", "low", False),
        ("two  words", "Two words", True),
        ('"', "'", False),
        ("constructor", "low", False),
    ],
)
def test_answers_are_compared_as_people_write_them(opened, typed, right, is_it):
    same = 'async ([a, b]) => (await import("./assets/pw/pw-challenge.js")).same(a, b)'
    assert opened.evaluate(same, [typed, right]) is is_it


def test_a_share_may_be_given_as_one_and_any_of_several_answers(opened):
    assert give(opened, "share", "1/8") == "Right: 12.5%."
    assert give(opened, "word", "“SLOW”") == "Right: slow."
    assert give(opened, "word", "lo") == "Not yet. That is a piece, and no word."
    assert state(opened, "word") == "done"  # what is done stays done


def test_markup_in_an_answer_and_in_a_hint_is_text(plates, calm):
    shout = "<script>alert(1)</script>"
    body = CHALLENGE.format(
        id="x", attributes="", inside=render.answer(shout, {"<b>": "<img src=x onerror=alert(2)>"}, "No.")
    )
    calm.goto(plates({"index": body}, "pw-challenge"))
    assert give(calm, "x", "<b>") == "Not yet. <img src=x onerror=alert(2)>"
    assert give(calm, "x", shout) == f"Right: {shout}."
    assert calm.locator("pw-challenge :is(script, img, b)").count() == 0


def test_a_challenge_works_where_nothing_can_be_kept(page, address):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    page.goto(address)
    give(page, "count", "12")
    assert state(page, "count") == "done"
    page.locator("#count").get_by_role("button", name="Start again").click()
    assert state(page, "count") == "todo"


def test_the_keyboard_is_enough(opened):
    opened.locator("#count summary").first.focus()
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.type("12")
    opened.keyboard.press("Tab")
    opened.keyboard.press("Space")
    assert state(opened, "count") == "done"
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    assert state(opened, "count") == "todo" and said(opened, "count") == "To do again."


def test_a_challenge_fits_a_phone(opened):
    opened.set_viewport_size({"width": 390, "height": 844})
    give(opened, "word", "w" * 200)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_challenges_are_accessible_in_every_state(opened, scheme):
    opened.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    opened.locator("#within summary").first.click()
    give(opened, "count", "12")
    give(opened, "share", "")
    give(opened, "word", "lo")
    states = [state(opened, name) for name in INSIDE]
    assert states == ["todo", "hint", "done", "todo", "todo"]
    report = Axe().run(opened)
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
