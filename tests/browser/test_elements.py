"""Computed numbers and challenges in a real browser, on a page made here."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import bpe, corpora, render

FAMILY = bpe.train(corpora.load("word-family"), spelling="leading-space")
OTHER = bpe.train(corpora.load("four-words"))
NUMBER = """<pw-number data-expr="{expr}" id="n-{n}" title="computed: {expr}">{n}</pw-number>"""
CHALLENGE = """<pw-challenge id="{id}" {attributes}><p>Do it.</p>{inside}
<details><summary>Hint</summary><p>Look.</p></details>
<details><summary>Answer</summary><p>So.</p></details></pw-challenge>"""


@pytest.fixture(scope="module")
def address(plates) -> str:
    goals = {
        "exact": ("""goal='{"Word family": [3, "exactly"]}'""", ""),
        "within": ("", render.goal({"Word family": (2, "from"), "Four words": (4, "from")})),
        "plain": ("", ""),
    }
    near, far = (
        NUMBER.format(n=n, expr=expr)
        for n, expr in enumerate(("len(trace.steps)", "trace.start_tokens - trace.tokens"), start=1)
    )
    body = "".join(
        [
            f'<p style="margin-top: 6rem">{near} and, far off, <span style="float: right">{far}</span></p>',
            render.merge_stepper({"Word family": FAMILY, "Four words": OTHER}, columns={"Word family": 3}),
            *(CHALLENGE.format(id=i, attributes=a, inside=inside) for i, (a, inside) in goals.items()),
        ]
    )
    return plates({"index": body}, "merge-stepper", "pw-number", "pw-challenge")


@pytest.fixture
def opened(calm, address):
    calm.goto(address)
    calm.wait_for_selector("#plain .pw-challenge__state")
    return calm


def state(page, name: str) -> str:
    return page.locator(f"#{name}").get_attribute("data-state")


def step(page, name: str) -> None:
    page.locator("merge-stepper .pw-controls").get_by_role("button", name=name).click()


# ------------------------------------------------------------------ numbers
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


# ------------------------------------------------------------------ challenges
def test_a_challenge_goes_from_to_do_to_hint_to_done_and_remembers(opened):
    box = opened.locator("#plain")
    assert state(opened, "plain") == "todo" and "To do" in box.get_by_role("status").inner_text()
    box.locator("summary").first.click()
    opened.wait_for_selector("#plain[data-state=hint]")
    box.get_by_role("button", name="Mark as done").click()
    assert "Done" in box.get_by_role("status").inner_text()
    opened.reload()
    opened.wait_for_selector("#plain[data-state=done]")
    box.get_by_role("button", name="Not done after all").click()
    assert state(opened, "plain") == "todo"


def test_a_challenge_works_where_nothing_can_be_kept(page, address):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    page.goto(address)
    page.locator("#plain").get_by_role("button", name="Mark as done").click()
    assert state(page, "plain") == "done"


def test_a_goal_from_a_step_on_is_met_there_and_told(opened):
    step(opened, "Next")
    assert state(opened, "within") == "todo"
    step(opened, "Next")
    assert state(opened, "within") == "done"
    said = opened.locator("#within").get_by_role("status").text_content()
    assert said == "Done. You are at merge 2 of “Word family”."
    assert opened.locator("#within .pw-hint").inner_text() == "You are at merge 2 of “Word family”."


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


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_elements_are_accessible(opened, scheme):
    opened.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    opened.locator("#n-1 button").focus()
    opened.locator("#plain summary").first.click()
    opened.locator("#exact").get_by_role("button", name="Mark as done").click()
    report = Axe().run(opened)
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
