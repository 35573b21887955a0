"""The plate on merging in a real browser: every value on the screen is the library's, at every step.

The page is built here from what is rendered, the style sheet and the scripts, so no chapter is needed.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, corpora, render
from piecework.render.replay import states

HOSTILE = "<img src=x onerror=alert(1)>"
TRACES = {
    "Word family": bpe.train(corpora.load("word-family"), spelling="leading-space"),
    "Export": bpe.train(corpora.load("export"), ties="first-seen"),
    "Ends apart": bpe.train(corpora.load("export"), spelling="separate", ties="reverse-lexicographic"),
    "Budget": bpe.train(corpora.load("four-words"), steps=4),
    "Overlaps": bpe.train(Corpus({"aaaaa": 2, "aa": 1}), spelling="plain"),
    "Nothing": bpe.train(Corpus({"low": 1})),
    HOSTILE: bpe.train(Corpus({HOSTILE: 2, "</script>": 3, "__proto__": 2}), spelling="plain"),
}
FIRST = TRACES["Word family"]


@pytest.fixture(scope="module")
def plate(plates) -> str:
    """The address of a page that holds one plate with all traces; beside it stands one with few."""
    few = {title: TRACES[title] for title in ("Word family", "Export")}
    bodies = {
        name: render.merge_stepper(traces, columns={"Word family": 3})
        for name, traces in (("index", TRACES), ("few", few))
    }
    return plates(bodies, "merge-stepper")


@pytest.fixture
def opened(calm, plate):
    """The page, live."""
    calm.goto(plate)
    calm.wait_for_selector(".pw-live")
    return calm


SEEN = """() => {
  const plate = document.querySelector("merge-stepper");
  const pieces = (node) => [...node.querySelectorAll(".pw-chip")].map((c) => c.dataset.piece);
  const text = (node) => { const copy = node.cloneNode(true); copy.querySelectorAll(".pw-vh").forEach((n) => n.remove()); return copy.textContent; };
  const figures = Object.fromEntries([...plate.querySelectorAll(".pw-figures div")].map((d) => [d.children[0].textContent, d.children[1].textContent]));
  return {
    words: [...plate.querySelectorAll(".pw-live .pw-words > [role=listitem]")].map(pieces),
    shown: [...plate.querySelectorAll(".pw-live .pw-words > [role=listitem]")].map(text),
    hues: [...plate.querySelectorAll(".pw-live .pw-words [data-at]")].map((c) => [c.dataset.piece, c.dataset.hue ?? null]),
    fresh: [...plate.querySelectorAll(".is-fresh")].map((c) => c.dataset.piece),
    pairs: [...plate.querySelectorAll(".pw-live .pw-pair")].map(pieces),
    counts: [...plate.querySelectorAll(".pw-live .pw-count")].map((n) => parseInt(n.textContent)),
    tags: [...plate.querySelectorAll(".pw-live .pw-count")].map((n) => n.querySelector("small")?.textContent ?? ""),
    figures, said: text(plate.querySelector("[role=status]")), note: plate.querySelector(".pw-note").textContent,
    learned: [...plate.querySelectorAll(".pw-learned > :not(.is-ahead)")].flatMap(pieces),
    scrub: Number(plate.querySelector(".pw-scrub").value),
    guesses: [...plate.querySelectorAll(".pw-guess")].map(pieces),
  };
}"""  # noqa: E501

SPOKEN = """(node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll("[aria-hidden]").forEach((hidden) => hidden.remove());
  return copy.textContent;
}"""


def choose(page, title: str) -> None:
    page.get_by_label("Corpus").select_option(label=title)


def button(page, name: str):
    return page.locator("merge-stepper .pw-controls").get_by_role("button", name=name)


def check(page, trace, at: int) -> dict:
    """Everything on the plate at a step is what the library says."""
    seen, look = page.evaluate(SEEN), render.hues(trace)
    words = list(states(trace))[at]
    done = trace.steps[:at]
    tokens = done[-1].tokens if done else trace.start_tokens
    characters = sum(len(word) * count for word, count in trace.words)
    assert seen["words"] == [list(symbols) for symbols, _ in words]
    assert seen["shown"] == ["".join(s) + (f"×{n}" if n > 1 else "") for s, n in words]
    assert seen["hues"] == [[s, look.get(s)] for symbols, _ in words for s in symbols]
    assert seen["figures"] == {
        "merges": f"{at} of {len(trace.steps)}",
        "vocabulary": str(len({*trace.alphabet, *(step.symbol for step in done)})),
        "tokens": str(tokens),
        "chars per token": f"{characters / tokens:.2f}",
    }
    assert seen["learned"] == [step.symbol for step in done]
    assert seen["scrub"] == at
    if at < len(trace.steps) and not seen["guesses"]:
        step = trace.steps[at]
        ranked = [(step.parts, step.score), *((r.parts, r.score) for r in step.rivals)]
        assert seen["pairs"] == [list(parts) for parts, _ in ranked]
        assert seen["counts"] == [score for _, score in ranked]
        top = [score == step.score for _, score in ranked]
        assert [tag.split(",")[0] for tag in seen["tags"]] == [
            "next",
            *("tie" if tie else "" for tie in top[1:]),
        ]
        assert seen["note"].startswith(
            f"{step.tied} pairs tie at {step.score}" if step.tied > 1 else "No tie"
        )
    if done:
        assert (
            f"erge {at}: {done[-1].parts[0]} and {done[-1].parts[1]} join into {done[-1].symbol},"
            in seen["said"]
        )
        assert f"{tokens} token" in seen["said"]
    return seen


# ------------------------------------------------------------------ replay
@pytest.mark.parametrize("title", TRACES)
def test_every_step_forward_and_back_is_the_trace(opened, title):
    trace, last = TRACES[title], len(TRACES[title].steps)
    if title != "Word family":
        choose(opened, title)
    check(opened, trace, 0)
    for at in range(1, last + 1):
        button(opened, "Next").click()
        seen = check(opened, trace, at)
        assert set(seen["fresh"]) == {trace.steps[at - 1].symbol}
    for at in range(last - 1, -1, -1):
        button(opened, "Back").click()
        assert check(opened, trace, at)["fresh"] == []


def test_the_plate_runs_all_and_resets(opened):
    button(opened, "Run all").click()
    check(opened, FIRST, len(FIRST.steps))
    assert button(opened, "Next").get_attribute("aria-disabled") == "true"
    button(opened, "Next").click(force=True)
    check(opened, FIRST, len(FIRST.steps))
    button(opened, "Reset").click()
    check(opened, FIRST, 0)
    assert button(opened, "Back").get_attribute("aria-disabled") == "true"


def test_a_run_can_be_paused_and_goes_on(page, plate):
    page.goto(plate)
    button(page, "Run all").click()
    page.wait_for_function("document.querySelector('.pw-scrub').value >= 2")
    assert page.get_by_role("status").get_attribute("aria-live") == "off"
    button(page, "Pause").click()
    at = page.evaluate(SEEN)["scrub"]
    assert 2 <= at < len(FIRST.steps)
    page.wait_for_timeout(900)
    assert page.evaluate(SEEN)["scrub"] == at
    button(page, "Next").click()
    check(page, FIRST, at + 1)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"


def test_pieces_move_only_on_single_steps_and_settle(page, plate):
    page.goto(plate)
    button(page, "Next").click()
    assert page.locator(".pw-ghost").count() > 0
    page.wait_for_function("!document.querySelector('.pw-ghost')")
    check(page, FIRST, 1)
    page.locator(".pw-scrub").fill("9")
    assert page.locator(".pw-ghost").count() == 0
    check(page, FIRST, 9)


def test_the_slider_and_the_curve_follow(opened):
    for at in (7, len(FIRST.steps), 3):
        opened.locator(".pw-scrub").fill(str(at))
        check(opened, FIRST, at)
        left = opened.locator(".pw-curvebox .now").evaluate("node => node.style.left")
        assert f"{at / len(FIRST.steps) * 100:.3f}"[:5] in left or at == len(FIRST.steps)
    assert opened.locator(".pw-scrub").get_attribute("aria-valuetext") == f"3 of {len(FIRST.steps)}"


def test_the_end_says_why(opened):
    for title, words in {
        "Word family": "No pair occurs twice any more",
        "Budget": "no more was asked for",
        "Overlaps": "No two symbols are left side by side",
    }.items():
        choose(opened, title)
        button(opened, "Run all").click()
        assert words in opened.evaluate(SEEN)["said"]
    choose(opened, "Nothing")
    assert "Nothing is merged yet" in opened.evaluate(SEEN)["said"]
    assert "No pair occurs twice" in opened.evaluate(SEEN)["said"]


def test_overlapping_places_are_not_miscounted(opened):
    choose(opened, "Overlaps")
    step = TRACES["Overlaps"].steps[0]
    assert step.replaced < step.score
    button(opened, "Next").click()
    assert f"at {step.replaced} places of the {step.score} counted" in opened.evaluate(SEEN)["said"]


# ------------------------------------------------------------------ keyboard, focus, speech
def test_the_arrow_keys_work_inside_the_plate_and_nowhere_else(opened):
    opened.keyboard.press("ArrowRight")
    check(opened, FIRST, 0)
    button(opened, "Next").focus()
    for key, at in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 18),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        opened.keyboard.press(key)
        check(opened, FIRST, at)
    opened.get_by_label("Guess before each merge").focus()
    opened.keyboard.press("ArrowRight")
    check(opened, FIRST, 1)
    opened.keyboard.press("Control+ArrowRight")
    check(opened, FIRST, 1)


def test_the_chooser_keeps_the_focus_and_the_live_region(opened):
    region = opened.get_by_role("status").element_handle()
    opened.get_by_label("Corpus").focus()
    choose(opened, "Export")
    assert opened.evaluate("document.activeElement.localName") == "select"
    assert region.evaluate("node => node.isConnected")
    check(opened, TRACES["Export"], 0)


def test_spaces_and_ends_of_words_are_spoken(opened):
    def spoken() -> str:
        return opened.get_by_role("status").evaluate(SPOKEN)

    opened.locator(".pw-scrub").fill("6")
    assert "Merge 6: space  and n join into space n, 3 times." in spoken()
    for title in ("Export", "Ends apart"):
        choose(opened, title)
        button(opened, "Run all").click()
        assert "end of word" in spoken() + opened.locator(".pw-live .pw-words").inner_text()


def test_pointing_at_a_pair_rings_it_wherever_it_stands(opened):
    pair = opened.locator("button.pw-row").first
    pair.hover()
    ringed = opened.locator(".pw-words .is-wanted").evaluate_all("nodes => nodes.map((n) => n.dataset.piece)")
    assert ringed == list(FIRST.steps[0].parts) * FIRST.steps[0].score
    opened.mouse.move(0, 0)
    assert opened.locator(".is-wanted").count() == 0
    pair.focus()
    assert opened.locator(".is-wanted").count() == 2 * FIRST.steps[0].score


def test_every_change_is_told(opened):
    opened.evaluate("window.told = []; document.addEventListener('pw-step', (e) => told.push(e.detail))")
    button(opened, "Next").click()
    opened.locator(".pw-scrub").fill("5")
    button(opened, "Back").click()
    button(opened, "Reset").click()
    button(opened, "Reset").click(force=True)
    choose(opened, "Budget")
    told = [(d["corpus"], d["at"], d["last"], d["by"]) for d in opened.evaluate("told")]
    assert told == [
        ("Word family", 1, 18, "next"),
        ("Word family", 5, 18, "scrub"),
        ("Word family", 4, 18, "back"),
        ("Word family", 0, 18, "jump"),
        ("Budget", 0, 4, "jump"),
    ]


# ------------------------------------------------------------------ guessing
def test_choices_are_not_in_the_order_of_the_answer(opened):
    opened.get_by_label("Guess before each merge").check()
    places = []
    for at, step in enumerate(FIRST.steps):
        offered = opened.evaluate(SEEN)["guesses"]
        assert sorted(offered) == sorted(map(list, (step.parts, *(r.parts for r in step.rivals))))
        places.append(offered.index(list(step.parts)))
        assert opened.locator(".pw-live .pw-count").count() == 0
        opened.keyboard.press("Home")
        button(opened, "Next").focus()
        opened.locator(".pw-scrub").fill(str(at + 1))
    assert len(set(places)) > 3 and places.count(0) < len(places) / 2


def guess(page, pair) -> str:
    offered = page.evaluate(SEEN)["guesses"]
    page.locator(".pw-guess").nth(offered.index(list(pair))).click()
    return page.evaluate(SEEN)["said"]


def test_a_guess_is_judged_by_its_count(opened):
    opened.get_by_label("Guess before each merge").check()
    step = FIRST.steps[0]
    tied = next(r for r in step.rivals if r.score == step.score)
    worse = next(r for r in FIRST.steps[3].rivals if r.score < FIRST.steps[3].score)
    said = guess(opened, tied.parts)
    assert said.startswith(
        f"Right: {step.tied} pairs tie at {step.score}. The one taken is l + o, first in alphabetical"
    )
    assert said.endswith("1 of 1 right so far.")
    assert opened.evaluate("document.activeElement.textContent") == "Next"
    assert "yours" in " ".join(opened.evaluate(SEEN)["tags"])
    opened.locator(".pw-scrub").fill("3")
    assert "Not this time" in guess(opened, worse.parts)
    opened.locator(".pw-scrub").fill("1")
    assert "is the one taken" in guess(opened, FIRST.steps[1].parts)
    assert opened.evaluate(SEEN)["said"].endswith("2 of 3 right so far.")
    opened.locator(".pw-scrub").fill("0")
    assert opened.locator(".pw-guess").count() == 0  # what was guessed stays open
    check(opened, FIRST, 0)


# ------------------------------------------------------------------ hostile words, no scripts, paper, phones
def test_hostile_words_stay_text(opened):
    choose(opened, HOSTILE)
    button(opened, "Run all").click()
    assert opened.evaluate(SEEN)["words"] == [
        list(symbols) for symbols, _ in list(states(TRACES[HOSTILE]))[-1]
    ]
    assert opened.locator("merge-stepper img, merge-stepper script").count() == 0


def test_without_scripts_the_table_is_complete(browser, plate):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(plate)
    page.wait_for_timeout(100)
    static = page.locator(".pw-static")
    assert static.is_visible() and static.locator("svg").is_visible()
    rows = static.locator("tbody tr")
    assert rows.count() == len(FIRST.steps)
    for i, step in enumerate(FIRST.steps):
        cells = rows.nth(i).locator("td").all_text_contents()
        assert cells[0] == str(step.number) and cells[5] == str(step.tokens)
        assert rows.nth(i).is_visible()
    context.close()


def test_the_table_stays_within_reach_and_prints(opened):
    static = opened.locator(".pw-static")
    assert not static.is_visible()
    opened.get_by_role("button", name="as a table").click()
    assert static.is_visible()
    opened.get_by_role("button", name="Hide the table").click()
    assert not static.is_visible()
    opened.emulate_media(media="print")
    assert static.is_visible() and not opened.locator(".pw-live").is_visible()


def test_a_plate_taken_off_the_page_stops(page, plate):
    page.goto(plate)
    button(page, "Run all").click()
    page.evaluate("window.kept = document.querySelector('merge-stepper'); kept.remove()")
    at = page.evaluate("kept.stepper.at")
    page.wait_for_timeout(900)
    assert page.evaluate("kept.stepper.at") == at
    page.evaluate("document.querySelector('main').append(kept)")
    assert page.locator(".pw-live").count() == 1
    button(page, "Next").click()
    check(page, FIRST, at + 1)


@pytest.mark.parametrize("width", [390, 320])
def test_families_stay_in_line_on_a_phone(opened, width):
    opened.set_viewport_size({"width": width, "height": 800})
    opened.wait_for_timeout(100)
    boxes = opened.locator(".pw-live .pw-words > *").evaluate_all(
        "n => n.map((x) => x.getBoundingClientRect().toJSON())"
    )
    columns = len({round(box["left"]) for box in boxes})
    assert columns == (3 if width == 390 else columns) and len(boxes) % columns == 0
    chips = opened.locator(".pw-live .pw-words .pw-chip")
    right = max(chips.evaluate_all("n => n.map((x) => x.getBoundingClientRect().right)"))
    assert right <= width - 16
    assert float(chips.first.evaluate("n => parseFloat(getComputedStyle(n).fontSize)")) >= 11
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


def test_the_controls_do_not_move_while_pieces_join(opened):
    for title in ("Word family", "Budget", HOSTILE):
        choose(opened, title)
        top = button(opened, "Next").bounding_box()["y"]
        for _ in TRACES[title].steps:
            button(opened, "Next").click()
            assert button(opened, "Next").bounding_box()["y"] == top


def test_the_room_kept_for_a_plate_is_about_what_it_needs(opened, plate):
    opened.goto(plate + "few.html")
    for width, name in ((690 + 32, "--room"), (390, "--room-narrow")):
        opened.set_viewport_size({"width": width, "height": 800})
        opened.wait_for_timeout(100)
        plate = opened.locator("merge-stepper")
        needed, kept = plate.evaluate(
            f"n => [n.offsetHeight, 20 * parseFloat(getComputedStyle(n).getPropertyValue('{name}'))]"
        )
        assert abs(needed - kept) < 60


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_plate_is_accessible(opened, scheme):
    opened.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    opened.add_style_tag(content="body { background: var(--paper); color: var(--ink) }")
    for act in (
        lambda: button(opened, "Next").click(),
        lambda: opened.get_by_role("button", name="as a table").click(),
        lambda: opened.get_by_label("Guess before each merge").check(),
        lambda: choose(opened, "Export"),
    ):
        act()
        report = Axe().run(opened, context="merge-stepper")
        assert [(v["id"], v["nodes"][0]["html"][:120]) for v in report.response["violations"]] == []
