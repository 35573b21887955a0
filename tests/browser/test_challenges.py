"""Challenges that check themselves, and their progress, in a real browser, on pages made here."""

import json
import re
from types import SimpleNamespace

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import bpe, corpora, render
from piecework.book import contents
from piecework.render.element import data

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
    return page.locator(f"#{name}-verdict").text_content()


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
    assert said(opened, "within") == "Right: “Word family”, at step 2."


def test_a_goal_may_be_met_beyond_its_step_and_in_another_corpus(opened):
    opened.get_by_label("Corpus").select_option(label="Four words")
    assert state(opened, "within") == "todo"
    step(opened, "Run all")
    assert state(opened, "within") == "done" and state(opened, "exact") == "todo"


DONE = "document.querySelector('#exact').dataset.state === 'done'"


def test_an_exact_goal_is_not_met_in_passing(opened):
    slider = opened.locator(".pw-scrub")
    step(opened, "Run all")
    step(opened, "Reset")
    assert state(opened, "exact") == "todo"
    opened.evaluate("""() => { // a slider that is pulled over the place
      const slider = document.querySelector(".pw-scrub");
      for (const at of [2, 3, 4]) { slider.value = at; slider.dispatchEvent(new Event("input")); }
    }""")
    opened.wait_for_timeout(600)
    assert state(opened, "exact") == "todo" and slider.input_value() == "4"
    step(opened, "Back")
    assert state(opened, "exact") == "done"


def test_an_exact_goal_is_met_by_scrubbing_and_not_by_a_run(page, address):
    page.goto(address)
    step(page, "Run all")
    page.wait_for_function("document.querySelector('.pw-scrub').value >= 5")
    step(page, "Pause")
    assert state(page, "exact") == "todo" and state(page, "within") == "done"
    page.locator(".pw-scrub").fill("3")
    page.wait_for_function(DONE)
    assert page.locator(".pw-say a[href='#exact']").inner_text() == "A challenge is done."


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
    assert give(opened, "count", " 12.0 ") == "Right: 12"
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


TYPED = [
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
]


def test_answers_are_compared_as_people_write_them(opened):
    same = """async (rows) => {
        const { same } = await import("./assets/pw/pw-challenge.js");
        return rows.map(([typed, right]) => [typed, right, same(typed, right)]);
    }"""
    assert [tuple(row) for row in opened.evaluate(same, TYPED)] == TYPED


def test_a_share_may_be_given_as_one_and_any_of_several_answers(opened):
    assert give(opened, "share", "1/8") == "Right: 12.5%"
    assert give(opened, "word", "“SLOW”") == "Right: slow"
    assert give(opened, "word", "lo") == "Not yet. That is a piece, and no word."
    assert state(opened, "word") == "done"  # what is done stays done


def test_markup_in_an_answer_and_in_a_hint_is_text(plates, calm):
    shout = "<script>alert(1)</script>"
    body = CHALLENGE.format(
        id="x", attributes="", inside=render.answer(shout, {"<b>": "<img src=x onerror=alert(2)>"}, "No.")
    )
    calm.goto(plates({"index": body}, "pw-challenge"))
    assert give(calm, "x", "<b>") == "Not yet. <img src=x onerror=alert(2)>"
    assert give(calm, "x", shout) == f"Right: {shout}"
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


# ------------------------------------------------------------------ what Python looks at
BLOCKS = [
    "import no_browser_has_this\nlost = 1",
    """secret = 12
def check_number(n):
    return None if n == secret else f"{n} is not `it`."
def check_text(text):
    return None if len(text.split()) > 2 else f"Too few words: {text}"
def check_code(names):
    print("looking")
    return None if names.get("mine") == 3 else "mine is to be 3."
""",
]
ASKS = {
    "number": render.ask("number", "check_number", "A number"),
    "text": render.ask("text", "check_text", "A text", "one word\n"),
    "code": render.ask("code", "check_code", "Your code", "mine = 2\n"),
}


@pytest.fixture(scope="module")
def asking(plates) -> str:
    boxes = (
        CHALLENGE.format(id=kind, attributes="", inside=f'<pw-block data-block="1">{ask}</pw-block>')
        for kind, ask in ASKS.items()
    )
    record = data([{"code": code, "seen": False, "numbers": []} for code in BLOCKS], "pw-session")
    return plates({"index": "".join(boxes) + record}, "pw-challenge")


def check(page, name: str) -> None:
    page.locator(f"#{name}").get_by_role("button", name="Check").click()


def heard(page, name: str, words: str) -> None:
    """Wait for what is said at last."""
    page.wait_for_function(
        "([id, words]) => document.getElementById(id + '-verdict').textContent === words", arg=[name, words]
    )


def test_python_looks_at_a_number_a_text_and_code(calm, asking, hosts):
    calm.goto(asking)
    assert calm.workers == []  # nothing is loaded before the reader asks
    calm.locator("#number").get_by_role("textbox").focus()
    calm.wait_for_function(
        "performance.getEntriesByType('resource').some((r) => r.name.includes('python-worker'))"
    )
    give(calm, "number", "1,234")
    heard(calm, "number", "Not yet. 1234 is not it.")
    give(calm, "number", "12,5")
    heard(calm, "number", "Not yet (attempt 2). 25/2 is not it.")
    assert give(calm, "number", "a dozen").startswith("A number is asked for")
    give(calm, "number", "24/2")
    heard(calm, "number", "Right: 24/2")
    assert state(calm, "number") == "done"
    field = calm.locator("#text").get_by_role("textbox")
    assert field.input_value() == "one word"
    field.press("Control+Enter")
    heard(calm, "text", "Not yet. Too few words: one word")
    field.fill("<script>alert(1)</script>")
    field.press("Control+Enter")
    heard(calm, "text", "Not yet (attempt 2). Too few words: <script>alert(1)</script>")
    field.fill("one, two, three")
    check(calm, "text")
    heard(calm, "text", "Right.")
    assert {state(calm, name) for name in ("number", "text")} == {"done"}
    assert len(hosts) == 1


def edit(page, code: str) -> None:
    """Type into the editor, which comes when the field is entered."""
    page.locator("#code").get_by_role("textbox").focus()
    page.wait_for_selector("#code .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.type(code)


def test_code_is_written_in_an_editor_and_its_errors_are_told(calm, asking):
    calm.goto(asking)
    edit(calm, "mine = 1 / 0")
    calm.keyboard.press("Control+Enter")
    heard(calm, "code", "Not yet. ZeroDivisionError, line 1: division by zero")
    assert calm.locator("#code .cm-content").get_attribute("aria-invalid") == "true"
    edit(calm, "print('<b>mine</b>')")
    check(calm, "code")
    heard(calm, "code", "Not yet (attempt 2). mine is to be 3.")
    assert (
        calm.locator("#code").get_by_label("What your code printed").inner_text() == "<b>mine</b>\nlooking\n"
    )
    edit(calm, "mine = 3")
    calm.keyboard.press("Control+Enter")
    heard(calm, "code", "Right.")
    assert state(calm, "code") == "done"
    calm.locator("#code").get_by_role("button", name="Start again").click()
    assert state(calm, "code") == "todo"
    calm.wait_for_function("document.querySelector('#code .cm-content')?.innerText === 'mine = 2'")


def test_what_does_not_end_is_stopped(calm, asking):
    calm.goto(asking)
    edit(calm, "while True: pass")
    check(calm, "code")
    box = calm.locator("#code")
    calm.wait_for_function("document.querySelector('#code .pw-python').textContent.startsWith('Running…')")
    assert box.get_by_role("button", name="Check").get_attribute("aria-disabled") == "true"
    box.get_by_role("button", name="Stop").click()
    calm.wait_for_function("document.querySelector('#code .pw-python').textContent.startsWith('Stopped')")
    assert box.get_by_role("button", name="Check").get_attribute("aria-disabled") is None
    assert state(calm, "code") == "todo" and said(calm, "code") == ""
    edit(calm, "mine = 3")
    check(calm, "code")
    heard(calm, "code", "Right.")


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_asking_is_accessible_and_fits_a_phone(calm, asking, scheme):
    calm.set_viewport_size({"width": 390, "height": 844})
    calm.goto(asking)
    calm.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    edit(calm, "print('x' * 500)")
    check(calm, "code")
    heard(calm, "code", "Not yet. mine is to be 3.")
    give(calm, "number", "12")
    heard(calm, "number", "Right: 12")
    report = Axe().run(calm)
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
    assert calm.evaluate("document.documentElement.scrollWidth") <= 390


# ------------------------------------------------------------------ the contents
def contents_page() -> str:
    """The contents of a book of two parts; the challenges of the first are those above."""
    chapter = lambda title, url, names: SimpleNamespace(  # noqa: E731
        title=title, url=url, content="".join(map(challenge, names)), is_page=True, is_index=False
    )
    parts = {
        "One": [chapter("First", "index.html", list(INSIDE)), chapter("Lab", "lab.html", [])],
        "Two": [chapter("Second", "other.html", [])],
    }
    items = [SimpleNamespace(title=title, children=pages, is_section=True) for title, pages in parts.items()]
    places = "".join(f"<h2>{title}</h2><!-- contents: {title} -->" for title in parts)
    return contents.fill(
        f"<div><pw-progress></pw-progress></div>{places}", SimpleNamespace(items=items), "contents.html"
    )


@pytest.fixture(scope="module")
def book(plates) -> str:
    pages = {"index": "".join(map(challenge, INSIDE)), "contents": contents_page()}
    return plates(pages, "pw-challenge", "progress")


def listed(page) -> list[str]:
    """The states on the contents page."""
    page.wait_for_selector("pw-progress .pw-button")
    return page.locator("[data-challenge]").evaluate_all("items => items.map((item) => item.dataset.state)")


def test_what_is_done_stands_in_the_contents_and_goes_to_a_file_and_back(calm, book, tmp_path):
    calm.goto(book + "index.html")
    give(calm, "count", "12")
    calm.locator("#share summary").first.click()
    calm.wait_for_selector("#share[data-state=hint]")  # a fold tells of itself a moment after the click
    calm.goto(book + "contents.html")
    assert listed(calm) == ["todo", "todo", "done", "hint", "todo"]
    assert calm.locator(".pw-standing").all_inner_texts() == [
        "1 of 5 done in all",
        "1 of 5 done",
        "0 of 0 done",
    ]
    assert calm.locator("[data-challenge=count]").inner_text().split("\n") == ["Do it", "Done"]
    with calm.expect_download() as waiting:
        calm.get_by_role("button", name="Export").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert json.loads(file.read_text()) == {
        "piecework": "progress",
        "version": 1,
        "challenges": {"count": "done", "share": "hint"},
    }
    calm.get_by_role("button", name="Clear all").click()
    assert calm.get_by_role("button", name="Keep").evaluate("x => x === document.activeElement")
    calm.keyboard.press("Escape")
    assert listed(calm)[2] == "done" and "Nothing has changed" in calm.get_by_role("status").inner_text()
    calm.get_by_role("button", name="Clear all").click()
    calm.get_by_role("button", name="Clear", exact=True).click()
    assert listed(calm) == ["todo"] * 5 and calm.evaluate("Object.keys(localStorage)") == []
    assert calm.get_by_role("button", name="Clear all").evaluate("x => x === document.activeElement")
    calm.locator("input[type=file]").set_input_files(file)
    calm.wait_for_selector("[data-challenge=count][data-state=done]")
    assert listed(calm) == ["todo", "todo", "done", "hint", "todo"]
    assert calm.get_by_role("status").inner_text() == "Imported: 2."
    calm.get_by_role("link", name="Do it").nth(2).click()
    calm.wait_for_selector("#count[data-state=done]")
    assert calm.url.endswith("index.html#count")


WRONG = [
    "",
    "[]",
    "null",
    "not JSON",
    '{"challenges": {"count": "done"}}',
    '{"piecework": "progress", "version": 2, "challenges": {"count": "done"}}',
    '{"piecework": "progress", "version": 1, "challenges": ["done"]}',
    '{"piecework": "progress", "version": 1, "challenges": {"count": "finished"}}',
    '{"piecework": "progress", "version": 1, "challenges": {"count": "done", "<b>": "done"}}',
    '{"piecework": "progress", "version": 1, "challenges": {"count": ["done"]}}',
    '{"piecework": "progress", "version": 1, "challenges": {"count": "constructor"}}',
    " " * 1_000_001,
]


def test_a_wrong_file_changes_nothing(calm, book):
    calm.goto(book + "contents.html")
    assert listed(calm) == ["todo"] * 5
    for file in WRONG:
        calm.evaluate("document.querySelector('pw-progress [role=status]').textContent = ''")
        calm.locator("input[type=file]").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": file.encode()}
        )
        calm.wait_for_function("document.querySelector('pw-progress [role=status]').textContent")
        assert re.fullmatch(
            r"This file is .*, so nothing has changed\.", calm.get_by_role("status").inner_text()
        )
        assert listed(calm) == ["todo"] * 5


def test_a_file_undoes_nothing_and_brings_nothing_strange(calm, book):
    calm.goto(book + "index.html")
    give(calm, "count", "12")
    calm.goto(book + "contents.html")
    states = {"count": "hint", "word": "done", "of-another-book": "done", "exact": "todo"}
    text = json.dumps({"piecework": "progress", "version": 1, "challenges": states})
    calm.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    calm.wait_for_selector("[data-challenge=word][data-state=done]")
    assert listed(calm) == ["todo", "todo", "done", "todo", "done"]
    assert calm.get_by_role("status").inner_text() == "Imported: 3. Not in this book, and left out: 1."
    assert calm.evaluate("Object.keys(localStorage).sort()") == ["piecework:count", "piecework:word"]


def test_other_things_that_are_kept_are_not_progress(calm, book):
    calm.goto(book + "contents.html")
    calm.evaluate("localStorage.setItem('piecework:text', 'low'); localStorage.setItem('other', 'done')")
    calm.reload()
    listed(calm)
    calm.get_by_role("button", name="Clear all").click()
    assert "nothing to clear" in calm.get_by_role("status").inner_text()
    assert calm.evaluate("localStorage.length") == 2


def test_another_tab_is_heard_of(calm, book):
    calm.goto(book + "contents.html")
    listed(calm)
    other = calm.context.new_page()
    other.goto(book + "index.html")
    give(other, "count", "12")
    calm.wait_for_selector("[data-challenge=count][data-state=done]")
    assert "1 of 5 done in all" in calm.locator("pw-progress").inner_text()


def test_the_contents_work_where_nothing_can_be_kept(page, book):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    page.goto(book + "contents.html")
    assert listed(page) == ["todo"] * 5
    text = '{"piecework": "progress", "version": 1, "challenges": {"count": "done"}}'
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    page.wait_for_selector("[data-challenge=count][data-state=done]")
    page.get_by_role("button", name="Clear all").click()
    page.get_by_role("button", name="Clear", exact=True).click()
    assert listed(page) == ["todo"] * 5


def test_without_scripts_the_contents_are_a_list(browser, book):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(book + "contents.html")
    assert page.get_by_role("link", name="Do it").count() == 5
    assert page.locator(".pw-standing").first.inner_text() == "5 challenges"
    context.close()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_contents_are_accessible_and_fit_a_phone(calm, book, scheme):
    calm.set_viewport_size({"width": 390, "height": 844})
    calm.goto(book + "index.html")
    give(calm, "count", "12")
    calm.locator("#share summary").first.click()
    calm.wait_for_selector("#share[data-state=hint]")  # a fold tells of itself a moment after the click
    calm.goto(book + "contents.html")
    calm.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    assert set(listed(calm)) == {"todo", "hint", "done"}
    for act in (lambda: None, calm.get_by_role("button", name="Clear all").click):
        act()
        report = Axe().run(calm)
        assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
        assert calm.evaluate("document.documentElement.scrollWidth") <= 390
