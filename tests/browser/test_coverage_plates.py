"""The plates on coverage in a real browser: every value on the screen is the library's, at every step."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, corpora, coverage, measure, render
from piecework.spelling import spell

FOUR, ENDINGS, SENTENCES = map(corpora.load, ("four-words", "endings", "sentences"))
HOSTILE = "<img src=x onerror=alert(1)>"
MEAN = Corpus({HOSTILE: 2, "</script>": 3, "__proto__": 2})
TRACES = {
    "four": coverage.train(FOUR),
    "characters": coverage.train(FOUR, unit="characters", steps=2),
    "sentences": coverage.train(SENTENCES),
    "mean": coverage.train(MEAN),
}
SIZE = {"vocab_size": 100, "unknown": True}
BOTH = {"coverage": coverage.train(SENTENCES, **SIZE), "merging": bpe.train(SENTENCES, **SIZE)}
WORDS = ["expect", "expected", HOSTILE]
UNITS = {"Endings": ENDINGS, "Four words": FOUR, HOSTILE: MEAN}
PAGES = {
    **{name: render.coverage_claims(trace) for name, trace in TRACES.items()},
    "drag": render.ending_drag(FOUR),
    "drag-mean": render.ending_drag(MEAN, HOSTILE),
    "units": render.unit_compare(UNITS),
    "vocabularies": render.two_vocabularies(BOTH, WORDS),
}
PAGES["all"] = "".join(PAGES[name] for name in ("four", "drag", "units"))
PAGES["all"] += render.two_vocabularies({name: trace.at(65) for name, trace in BOTH.items()}, WORDS)
TAGS = ("coverage-claims", "ending-drag", "unit-compare", "two-vocabularies")


@pytest.fixture(scope="module")
def site(plates) -> str:
    """The address of pages that hold a plate each."""
    return plates(PAGES, *TAGS)


TEXT = """(root, seen) => [...root.querySelectorAll(seen)].map((node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll(".pw-vh").forEach((hidden) => hidden.remove());
  return copy.textContent;
})"""


def texts(page, selector: str) -> list[str]:
    """What can be seen of each such part of the live plate."""
    return page.locator(".pw-live").evaluate(TEXT, selector)


def said(page) -> str:
    return texts(page, "[role=status]")[0]


def button(page, name: str):
    return page.locator(".pw-controls").get_by_role("button", name=name, exact=True)


# ------------------------------------------------------------------ claims
MASKS = """(map) => [...map.children].map((block) =>
  [...block.querySelectorAll(".pw-cell")].map((cell) => cell.dataset.hue ?? null))"""


def check_claims(page, trace, at: int) -> None:
    look = render.hues(trace)
    symbols = [spell(word) for word, _ in trace.words]
    shown = page.locator(".pw-live .pw-blocks").evaluate(MASKS)
    for cells, mask, word in zip(shown, trace.claimed(at), symbols, strict=True):
        owner = [look[trace.steps[step - 1].symbol] if step else None for step in mask]
        assert cells == owner * (len(cells) // len(word))
    sums = texts(page, ".pw-bid .pw-sum")
    if at < len(trace.steps):
        step = trace.steps[at]
        assert texts(page, ".pw-bid .pw-pair") == [step.symbol, *(r.symbol for r in step.rivals)]
        scores = [step.score, *(r.score for r in step.rivals)]
        for i, (text, score) in enumerate(zip(sums, scores, strict=True)):
            left, right = text.split(" = ")
            times, length = left.split(" × ")
            tag = "next" if i == 0 else "tie" if score == step.score else ""
            assert int(times) * int(length) == score and right == f"{score}{tag}"
        note = texts(page, ".pw-note")[0]
        assert note.startswith(f"{step.tied} pieces tie at {step.score}" if step.tied > 1 else "No tie")
    sentence = said(page)
    if at:
        step = trace.steps[at - 1]
        assert f"urn {at}: {step.symbol} " in sentence and f" = {step.score} {trace.unit}" in sentence
        assert f"{step.bare} of {trace.start_tokens} stay bare; {step.tokens} token" in sentence
    else:
        assert f"All {trace.start_tokens} positions are bare" in sentence
    length = "length" if trace.unit == "positions" else f"length in {trace.unit}"
    heading = texts(page, ".pw-heading")[1]
    assert (f" places × {length}; point or tap to see where" in heading) == bool(sums)


@pytest.mark.parametrize("name", ["four", "characters", "mean"])
def test_every_turn_forward_and_back_is_the_trace(opened, name):
    page, trace = opened(name), TRACES[name]
    check_claims(page, trace, 0)
    for at in range(1, len(trace.steps) + 1):
        button(page, "Next").click()
        check_claims(page, trace, at)
    why = "no more turns were asked for" if name == "characters" else "Nothing is left to cover"
    assert why in said(page)
    for at in reversed(range(len(trace.steps))):
        button(page, "Back").click()
        check_claims(page, trace, at)
    assert page.locator(".pw-live img").count() == 0


def test_many_words_fill_by_keys_and_slider(opened):
    page, trace = opened("sentences"), TRACES["sentences"]
    button(page, "Next").focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 69), ("Home", 0)):
        page.keyboard.press(key)
        check_claims(page, trace, at)
    assert [told[0] for told in page.evaluate("told")] == [1, 2, 1, 69, 0]
    for at in (3, 20, 45):
        page.locator(".pw-scrub").fill(str(at))
        check_claims(page, trace, at)
    page.keyboard.press("End")


def test_pointing_at_a_bid_shows_where_it_would_claim_and_a_tap_pins_it(opened):
    page, step = opened("four"), TRACES["four"].steps[0]
    rival = next(i for i, r in enumerate(step.rivals, 1) if r.symbol == "est⎵")
    bid, wanted = page.locator("button.pw-bid").nth(rival), page.locator(".pw-live .is-wanted")
    for show in (bid.hover, bid.focus):
        show()
        assert wanted.count() == step.rivals[rival - 1].score == 27
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        assert wanted.count() == 0
    bid.click()
    page.mouse.move(0, 0)
    assert wanted.count() == 27 and bid.get_attribute("aria-pressed") == "true"
    button(page, "Next").click()
    assert wanted.count() == 0


GUESSES = """(root) => [...root.querySelectorAll(".pw-guess .pw-chip")].map((chip) => chip.dataset.piece)"""


def guess(page, symbol: str) -> str:
    offered = page.locator(".pw-live").evaluate(GUESSES)
    page.locator(".pw-guess").nth(offered.index(symbol)).click()
    return said(page)


@pytest.mark.parametrize("name", ["four", "mean"])
def test_choices_give_nothing_away_and_a_guess_is_judged(opened, name):
    page, trace = opened(name), TRACES[name]
    page.get_by_label("Guess before each turn").check()
    for at, step in enumerate(trace.steps):
        ranked = [step.symbol, *(r.symbol for r in step.rivals)]
        assert page.locator(".pw-live").evaluate(GUESSES) == sorted(ranked)
        assert texts(page, ".pw-bid, .pw-sum, .pw-bids small") == []
        assert page.locator(".pw-bids [data-hue]").count() == 0
        verdict = guess(page, step.symbol)
        assert verdict.startswith("Right: ") and verdict.endswith(f"{at + 1} of {at + 1} right so far.")
        assert page.evaluate("document.activeElement.textContent") == "Next"
        button(page, "Next").click()
    assert page.locator(".pw-guess").count() == 0 and page.locator(".pw-live img").count() == 0
    page.keyboard.press("Home")
    check_claims(page, trace, 0)  # what was guessed stays open
    page.keyboard.press("ArrowRight")
    check_claims(page, trace, 1)


def test_wrong_and_tied_guesses_say_so(opened):
    page, trace = opened("sentences"), TRACES["sentences"]
    page.get_by_label("Guess before each turn").check()
    worse = trace.steps[0].rivals[-1]
    verdict = guess(page, worse.symbol)
    assert verdict.startswith(f"Not this time: {worse.symbol} bids ")
    assert f" = {worse.score}, {trace.steps[0].symbol} " in verdict and "0 of 1 right" in verdict
    assert f"= {worse.score}yours" in texts(page, ".pw-bid .pw-sum")[-1]
    at, tied, even = next(
        (i, step, rival)
        for i, step in enumerate(trace.steps)
        for rival in step.rivals
        if i and rival.score == step.score
    )
    page.locator(".pw-scrub").fill(str(at))
    assert texts(page, ".pw-note")[0] == "0 of 1 right so far."
    verdict = guess(page, even.symbol)
    assert verdict.startswith(
        f"Right: {tied.tied} pieces tie at {tied.score}, and {tied.symbol} is the one taken"
    )
    assert verdict.endswith("1 of 2 right so far.")
    assert "tie, yours" in "".join(texts(page, ".pw-bid .pw-sum"))


def test_guessing_by_keys_keeps_the_focus_in_the_plate(opened):
    page = opened("four")
    focus = "[document.activeElement.className, document.activeElement.textContent]"
    box = page.get_by_label("Guess before each turn")
    box.focus()
    page.keyboard.press("Space")
    assert box.is_checked()
    button(page, "Next").focus()
    page.keyboard.press("Enter")  # who does not guess goes on by Next
    assert page.evaluate(focus)[1] == "Next" and page.locator(".pw-guess").count() > 1
    page.locator(".pw-guess").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(focus)[1] == "Next" and "of 1 right" in said(page)
    page.keyboard.press("Enter")  # who has just guessed is led to the next choice
    assert page.evaluate(focus)[0] == "pw-guess"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus)[0] == "pw-guess"
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(focus)[1] == "Next" and "Turn 4: lower" in said(page)


def test_cells_arrive_with_motion_unless_less_is_asked(page, site):
    moving = """() => [...document.querySelectorAll(".is-fresh")]
      .flatMap((cell) => cell.getAnimations()).filter((each) => !(each instanceof CSSTransition)).length"""
    page.goto(site + "four.html")
    page.locator(".pw-live .pw-button--main").click()
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    button(page, "Next").click()
    assert page.evaluate(moving) == 0


# ------------------------------------------------------------------ endings
def check_ending(page, corpus: Corpus, word: str, at: int) -> None:
    symbols, opening = spell(word), coverage.candidates(corpus)
    ending, whole = "".join(symbols[at:]), "".join(symbols)
    lit = sum(
        count * (len(symbols) - at) for each, count in corpus.items() if "".join(spell(each)).endswith(ending)
    )
    assert page.locator(".pw-live .pw-blocks [data-hue]").count() == lit == opening[ending]
    assert page.locator(".pw-drag__word [data-hue]").count() == len(symbols) - at
    bars = texts(page, ".pw-drag__bar")
    assert bars == [str(opening["".join(symbols[i:])]) for i in range(len(symbols) - 1)]
    assert texts(page, ".pw-drag__bar.is-now") == [bars[at]]
    sentence = said(page)
    assert ending in sentence and f" = {opening[ending]} positions" in sentence
    if at:
        assert f"{opening[whole] - opening[ending]} less than {whole}" in sentence
    assert page.get_by_role("slider").get_attribute("aria-valuenow") == str(at)


def test_the_ending_follows_keys_pointer_and_finger(opened, browser, site):
    page = opened("drag")
    check_ending(page, FOUR, "newest", 0)
    page.get_by_role("slider").focus()
    for key, at in (("ArrowRight", 1), ("ArrowUp", 2), ("End", 4), ("ArrowRight", 4), ("ArrowLeft", 3)):
        page.keyboard.press(key)
        check_ending(page, FOUR, "newest", at)
    assert "est⎵ occurs 9 times, in newest and widest: 9 × 3 = 27" in said(page)
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "est end of word: 9 × 3 = 27"
    assert page.evaluate("told") == [[1, "step"], [2, "step"], [4, "step"], [3, "step"]]
    page.keyboard.press("Home")
    box, cell = page.locator(".pw-drag__word").bounding_box(), page.locator(".pw-drag__word .pw-cell")
    wide = cell.first.bounding_box()["width"]
    grip = page.get_by_role("slider").bounding_box()
    page.mouse.move(box["x"], grip["y"] + grip["height"] - 8)
    page.mouse.down()
    for i in (1, 2, 3):
        page.mouse.move(box["x"] + i * wide + 4, grip["y"])
        check_ending(page, FOUR, "newest", i)
    page.mouse.up()
    page.mouse.move(box["x"] + 5, grip["y"])
    check_ending(page, FOUR, "newest", 3)
    page.mouse.click(box["x"] + 1.5 * wide, box["y"] + 5)
    check_ending(page, FOUR, "newest", 1)

    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    phone = context.new_page()
    phone.goto(site + "drag.html")
    box = phone.locator(".pw-live .pw-drag__word").bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] * 3.5 / 6, box["y"] + 5)
    check_ending(phone, FOUR, "newest", 3)
    context.close()


def test_a_hostile_word_can_be_cut(opened):
    page = opened("drag-mean")
    page.get_by_role("slider").focus()
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        check_ending(page, MEAN, HOSTILE, at)
    assert page.locator("main img").count() == 0


# ------------------------------------------------------------------ units
@pytest.mark.parametrize("title", UNITS)
def test_both_runs_are_the_library_s_at_every_turn(opened, title):
    page, runs = (
        opened("units"),
        [coverage.train(UNITS[title], unit=unit) for unit in ("positions", "characters")],
    )
    region = page.get_by_role("status").element_handle()
    if title != "Endings":
        page.get_by_label("Corpus").select_option(label=title)
    assert region.evaluate("node => node.isConnected")
    last = len(runs[0].steps)
    button(page, "Next").focus()
    for at in range(last + 1):
        shown = texts(page, ".pw-turn:not(.is-ahead, .pw-turn--head)")
        assert len(shown) == at
        if at:
            first, second = (run.steps[at - 1] for run in runs)
            same = first.symbol == second.symbol
            assert first.symbol in shown[-1] and f" = {second.score}" in shown[-1]
            assert ("differs" in shown[-1]) == (not same)
            sentence = said(page)
            assert ("does not change the winner" if same else "The unit changes the winner") in sentence
            for step, unit in zip((first, second), ("positions", "characters"), strict=True):
                assert step.symbol in sentence and f" = {step.score} {unit}" in sentence
        for side, run in enumerate(runs):
            bids = page.locator(".pw-two section").nth(side).evaluate(TEXT, ".pw-pair")
            step = run.steps[at] if at < last else None
            assert bids == ([step.symbol, *(r.symbol for r in step.rivals[:2])] if step else [])
        page.keyboard.press("ArrowRight")
    if title == "Endings":
        assert "In all it changes 2 of " in said(page)
    assert page.locator("main img").count() == 0


# ------------------------------------------------------------------ two vocabularies
def test_lists_filters_and_readings_are_the_library_s(opened):
    page, both = opened("vocabularies"), measure.shared(*BOTH.values())
    for name, trace in BOTH.items():
        rows = page.get_by_role("list", name=f"Pieces of {name}")
        pieces = [step.symbol for step in trace.steps]
        entry = rows.locator(".pw-entry")
        assert entry.evaluate_all("nodes => nodes.map((n) => n.dataset.entry)") == pieces
        coloured = rows.locator("[data-hue]").evaluate_all("nodes => nodes.map((n) => n.dataset.piece)")
        assert coloured == [piece for piece in pieces if piece in both]
        assert rows.locator("small").count() == len(measure.whole_words(trace))
        assert rows.locator(".is-once").count() == len(measure.whole_words(trace, said=1))
    for name, count in (("Shared: 12", 24), ("Only in one: 36 and 36", 72), ("All", 96)):
        button(page, name).click()
        assert page.locator(".pw-entry:visible").count() == count
    button(page, "expect").focus()
    for at, word in enumerate(WORDS):
        assert button(page, word).get_attribute("aria-pressed") == "true"
        readings = [trace.model.segment(word) for trace in BOTH.values()]
        for i, pieces in enumerate(readings):
            chips = page.locator(".pw-read__pieces").nth(i).locator(".pw-chip")
            assert chips.evaluate_all("nodes => nodes.map((n) => n.dataset.piece)") == pieces
            used = page.locator(".pw-vocabulary").nth(i).locator(".is-used")
            learned = {step.symbol for step in list(BOTH.values())[i].steps}
            assert used.count() == len(learned.intersection(pieces))
        assert texts(page, ".pw-read__count") == [f"{len(p)} token{'s' * (len(p) > 1)}" for p in readings]
        if at + 1 < len(WORDS):
            page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == HOSTILE
    page.locator(".pw-entry button").first.hover()
    assert page.locator(".pw-entry.is-wanted").count() == 2


# ------------------------------------------------------------------ all of them
def test_without_scripts_every_plate_is_complete(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name, rows in {"four": [4], "drag": [5], "units": [5, 4, 3], "vocabularies": [48, 3]}.items():
        page.goto(f"{site}{name}.html")
        tables = page.locator(".pw-static table")
        counts = [tables.nth(i).locator("tbody tr:visible").count() for i in range(tables.count())]
        assert len(counts) == len(rows) and counts[0] == rows[0] and min(counts) > 0
    context.close()


@pytest.mark.parametrize("name", ["four", "sentences", "drag", "units", "vocabularies"])
def test_plates_fit_a_phone_keep_their_room_and_print(opened, name):
    page = opened(name)
    for width, size in ((722, "--room"), (390, "--room-narrow"), (320, None)):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if size:
            needed, kept = page.locator(".pw-explorable > :first-child").evaluate(
                f"n => [n.offsetHeight, 20 * parseFloat(getComputedStyle(n).getPropertyValue('{size}'))]"
            )
            assert abs(needed - kept) < 60, size
    assert not page.locator(".pw-static").is_visible()
    page.get_by_role("button", name="as a table").click()
    assert page.locator(".pw-static").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".pw-static").is_visible() and not page.locator(".pw-live").is_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_plates_are_accessible(opened, scheme):
    page = opened("all")
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    page.add_style_tag(content="body { color: var(--ink) } * { transition: none !important }")
    for tag in ("coverage-claims", "unit-compare"):
        page.locator(f"{tag} .pw-button--main").click()
    for tag in ("coverage-claims", "ending-drag"):
        page.locator(tag).get_by_role("button", name="as a table").click()
    page.get_by_role("slider", name="ending").focus()
    report = Axe().run(page, context="main")
    assert [(v["id"], v["nodes"][0]["html"][:160]) for v in report.response["violations"]] == []
