"""Count against score, and the rounds of pruning, in a real browser: every step is the library's."""

from fractions import Fraction
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import Corpus, bpe, corpora, render, unigram, wordpiece
from piecework.bpe import pair_counts
from piecework.render.pruning import moments
from piecework.render.replay import states
from piecework.wordpiece import symbol_counts

HUGS, SENTENCES = corpora.load("hugs"), corpora.load("sentences")
IMAGE = "<img/src=x/onerror=alert(1)>"
MEAN = Corpus({IMAGE: 3, "</script>": 2, "__proto__": 2, '"▁🙂🙂': 4})


def both(corpus, spelling="continuation", steps=None):
    """A corpus learned by both."""
    return bpe.train(corpus, steps, spelling=spelling), wordpiece.train(corpus, steps, spelling=spelling)


PAIRS = {
    "Five words": both(HUGS),
    "Two words": both(corpora.load("lab-2"), "separate"),
    IMAGE: both(MEAN, "plain", steps=6),
    "One letter": both(Corpus({"a": 3})),
}
LONG = both(SENTENCES, steps=12)
TRACES = {
    "five": unigram.train(HUGS, 8, spelling="plain"),
    "usage": unigram.train(HUGS, 8, passes=0, by="usage"),
    "sentences": unigram.train(SENTENCES, 100, unknown=True),
    "mean": unigram.train(MEAN, 45, spelling="plain"),
    "idle": unigram.train(HUGS, 99),
}
PAGES = {
    "pairs": render.count_and_score(PAIRS),
    "long": render.count_and_score({"Sentences": LONG}),
    **{name: render.pruning_rounds(trace) for name, trace in TRACES.items()},
}
PAGES["all"] = PAGES["pairs"] + PAGES["five"] + PAGES["sentences"]


@pytest.fixture(scope="module")
def site(plates) -> str:
    """The address of pages that hold a plate each."""
    return plates(PAGES, "count-and-score", "pruning-rounds")


TEXT = """(root, seen) => [...root.querySelectorAll(seen)].map((node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll(".pw-vh").forEach((hidden) => hidden.remove());
  return copy.textContent.trim();
})"""
PIECES = """(words) => [...words.children].map((word) =>
  [...word.querySelectorAll(".pw-chip")].map((chip) => chip.dataset.piece))"""


def texts(page, selector: str) -> list[str]:
    """What can be seen of each such part of the live plate."""
    return page.locator(".pw-live").evaluate(TEXT, selector)


def said(page) -> str:
    return texts(page, "[role=status]")[0]


def button(page, name: str):
    return page.locator(".pw-controls").get_by_role("button", name=name, exact=True)


# ------------------------------------------------------------------ count and score
def check_turn(page, traces, at: int) -> None:
    seen = [list(states(trace)) for trace in traces]
    for side, trace in enumerate(traces):
        words = seen[side][min(at, len(trace.steps))]
        stage = page.locator(".pw-live .pw-words").nth(side)
        assert stage.evaluate(PIECES) == [list(symbols) for symbols, _ in words]
        tokens = sum(len(symbols) * count for symbols, count in words)
        section = page.locator(".pw-versus.is-stages > section").nth(side)
        assert f" {tokens} token" in section.inner_text()
        counts, singles = pair_counts(words), symbol_counts(words)
        offers = page.locator(".pw-offers").nth(side)
        pairs = offers.locator(".pw-pair").evaluate_all(
            "nodes => nodes.map((node) => [...node.querySelectorAll('.pw-chip')].map((c) => c.dataset.piece))"
        )
        worth = offers.evaluate(TEXT, ".pw-sum" if side else ".pw-count")
        assert len(pairs) == len(worth) == len(set(map(tuple, pairs)))
        for (a, b), text in zip(pairs, worth, strict=True):
            if side:
                score = Fraction(counts[a, b], singles[a] * singles[b])
                assert text.endswith(f"{counts[a, b]} / ({singles[a]} × {singles[b]}) = {score}")
            else:
                assert text.endswith(str(counts[a, b]))
        note = page.locator(".pw-versus:not(.is-stages) > section").nth(side).evaluate(TEXT, ".pw-note")[0]
        if at < len(trace.steps):
            step = trace.steps[at]
            assert tuple(pairs[0]) == step.parts and worth[0].startswith("next")
            assert offers.locator(".is-next").count() == 1
            assert note.startswith(f"{step.tied} pairs tie at {step.score};" if step.tied > 1 else "No tie.")
        else:
            why = " any more" if trace.stopped == "nothing left" else "no more was asked for"
            assert offers.locator(".is-next").count() == 0 and why in note
        if 0 < at <= len(trace.steps):
            assert f"join into {trace.steps[at - 1].symbol}" in said(page)
        elif at:
            assert f"{'by score' if side else 'by count'}, learning has ended" in said(page)


@pytest.mark.parametrize("title", PAIRS)
def test_both_learners_are_the_library_s_forward_and_back(opened, title):
    page, traces = opened("pairs"), PAIRS[title]
    region = page.get_by_role("status").element_handle()
    if title != "Five words":
        page.get_by_label("Corpus").select_option(label=title)
    assert region.evaluate("node => node.isConnected")
    last = max(len(trace.steps) for trace in traces)
    check_turn(page, traces, 0)
    button(page, "Next").focus()
    for at in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        check_turn(page, traces, at)
    assert "learned, by score" in said(page)
    for at in reversed(range(last)):
        page.keyboard.press("ArrowLeft")
        check_turn(page, traces, at)
    for key, at in (("End", last), ("Home", 0)):
        page.keyboard.press(key)
        check_turn(page, traces, at)
    assert page.locator("main img").count() == 0


def test_pointing_at_a_pair_shows_where_it_stands_in_the_other_table(opened):
    page = opened("pairs")
    first = page.locator(".pw-offers").first.locator("button")
    lit = page.locator(".pw-offers .is-twin")
    for show in (first.nth(1).hover, first.nth(1).focus):
        show()
        assert lit.evaluate_all("nodes => nodes.map((n) => n.dataset.pair)") == ["p\0##u"] * 2
        assert texts(page, ".pw-offers .is-twin .pw-rank") == ["2", "6"]
        assert page.locator(".pw-lines .is-twin").get_attribute("data-pair") == "p\0##u"
        assert page.locator(".pw-words .is-wanted").count() == 8  # two words, two pieces, two cuts
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        assert lit.count() == page.locator(".is-wanted").count() == 0
    assert "6th by score" in first.nth(1).inner_text()
    page.locator(".pw-offers").nth(1).locator("button").first.click()
    page.mouse.move(0, 0)
    assert lit.count() == 2 and page.locator("[aria-pressed=true]").count() == 1
    button(page, "Next").click()
    assert lit.count() == 0


def test_a_pair_far_down_has_its_rank_and_one_not_shown_is_told(opened):
    page = opened("long")
    merging, scoring = LONG
    far = page.locator(".pw-offers").first.locator(".is-far")
    assert far.evaluate(TEXT, ".pw-chip") == list(scoring.steps[0].parts)
    rank = int(far.evaluate(TEXT, ".pw-rank")[0])
    notes = page.locator(".pw-versus:not(.is-stages) > section").first
    assert rank == 142 and "stands 142nd of 163 here." in notes.inner_text()
    page.locator(".pw-offers").first.locator("button").nth(1).hover()
    second = merging.steps[0].rivals[0]
    told = page.locator(".pw-versus:not(.is-stages) > section").nth(1).evaluate(TEXT, ".pw-note")[0]
    assert told.startswith("".join(second.parts)) and " of 163 here." in told
    assert page.locator(".pw-stagenote").inner_text().startswith("6 of 72 words")
    page.mouse.move(0, 0)
    for at in range(1, 13):
        button(page, "Next").click()
        assert f"join into {merging.steps[at - 1].symbol}, " in said(page)
    assert "Both" not in said(page) and "no more was asked for" in texts(page, ".pw-note")[-1]


@pytest.mark.parametrize("width", [722, 390])
def test_lines_join_the_two_places_of_a_pair(opened, width):
    page = opened("pairs")
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(100)
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".pw-lines path")].map((line) => {
          const box = line.ownerSVGElement.getBoundingClientRect(), all = line.getTotalLength();
          const [from, to] = [line.getPointAtLength(0), line.getPointAtLength(all)];
          const rows = [...document.querySelectorAll(`.pw-offers > [data-pair]`)].filter(
            (row) => row.dataset.pair === line.dataset.pair).map((row) => row.getBoundingClientRect());
          return [from.x + box.left - rows[0].right, from.y + box.top - rows[0].top - rows[0].height / 2,
                  to.x + box.left - rows[1].left, to.y + box.top - rows[1].top - rows[1].height / 2];
        })"""
    )
    assert len(ends) == 6
    for left, above, right, below in ends:
        assert 0 <= left <= 6 and -6 <= right <= 0 and abs(above) < 2 and abs(below) < 2


# ------------------------------------------------------------------ pruning
def cost(score) -> str:
    return str(int(score)) if not score or isinstance(score, int) else f"{score:.1f}"


def check_moment(page, trace, now, singly: bool) -> None:
    cuts = dict(zip([word for word, _ in trace.words], now.cuts, strict=True))
    shown = page.locator(".pw-live .pw-words").evaluate(PIECES)
    if len(cuts) <= 12:
        assert shown == [list(cut) for cut in cuts.values()]
    else:
        assert len(shown) == 12 and all(tuple(cut) in now.cuts for cut in shown)
    figures = texts(page, ".pw-figures dd")
    likelihood = f"{now.likelihoods[-1]:.1f}".replace("-", "−")
    tokens = sum(count * len(cuts[word]) for word, count in trace.words)
    size = len(now.shares) + trace.unknown
    assert figures == [f"{now.round} of {len(trace.rounds)}", str(size), str(tokens), likelihood]
    rows = page.locator(".pw-share").evaluate_all(
        """rows => rows.map((row) => [row.querySelector(".pw-chip").dataset.piece,
          row.querySelector(".pw-share__value").firstChild.textContent, row.classList.contains("is-gone")])"""
    )
    for piece, value, gone in rows:
        assert gone == (piece not in now.shares)
        assert value == "gone" if gone else abs(float(value[:-1]) - 100 * now.shares[piece]) < 0.0501
    offers = page.locator(".pw-cheapest .pw-row")
    names = offers.evaluate_all("rows => rows.map((row) => row.querySelector('.pw-chip').dataset.piece)")
    if not now.ahead:
        assert names == []
    else:
        first = now.ahead[0][0]
        ranked = [(first.symbol, first.score), *first.rivals][:5]
        assert names == [symbol for symbol, _ in ranked]
        going = sum(map(len, now.ahead))
        for i, (text, (_, score)) in enumerate(
            zip(texts(page, ".pw-cheapest .pw-count"), ranked, strict=True)
        ):
            tag = "stays" if i >= going else "goes" if not singly else "then" if i else "next"
            assert text == f"{cost(score)}{tag}"
        instead = page.locator(".pw-cheapest .pw-instead").first.evaluate(TEXT, ".pw-chip")
        assert instead == list(first.parts)
        note = texts(page, ".pw-cheapest .pw-note")[0]
        assert (f"{first.tied} pieces tie at" in note) == (first.tied > 1)
        assert f"{going} piece" in note
    sentence = said(page)
    if now.kind == "seed":
        assert f"The seed: {size} piece" in sentence and f"is {likelihood}." in sentence
    elif now.kind == "em":
        assert f"ound {now.round}: EM " in sentence and f"{likelihood}." in sentence
    elif singly:
        (step,) = now.gone
        assert f": {step.symbol} goes" in sentence and f" {tokens} token" in sentence
        assert ("for nothing" in sentence) == (step.score == 0)
        assert not step.score or f"{step.replaced} place" in sentence
    else:
        free = sum(step.score == 0 for step in now.gone)
        assert f"ound {now.round}: {len(now.gone)} pieces go" in sentence
        how = (
            "all for nothing" if free == len(now.gone) else f"{free} of them" if free else "none for nothing"
        )
        assert how in sentence


@pytest.mark.parametrize("name", TRACES)
def test_every_moment_forward_and_back_is_the_library_s(opened, name):
    page, trace = opened(name), TRACES[name]
    singly = len(trace.steps) <= 24
    seen = list(moments(trace, trace, singly))
    button(page, "Next").focus()
    check_moment(page, trace, seen[0], singly)
    for now in seen[1:]:
        page.keyboard.press("ArrowRight")
        check_moment(page, trace, now, singly)
    last = (
        "that were asked for are left"
        if trace.stopped == "vocab_size"
        else "no more pieces than were asked for"
    )
    assert last in said(page)
    for at in reversed(range(len(seen) - 1)):
        button(page, "Back").click()
        check_moment(page, trace, seen[at], singly)
    assert page.locator("main img").count() == 0


def test_keys_and_slider_go_anywhere(opened):
    page, trace = opened("sentences"), TRACES["sentences"]
    seen = list(moments(trace, trace, False))
    button(page, "Next").focus()
    for key, at in (("End", 11), ("ArrowLeft", 10), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        check_moment(page, trace, seen[at], False)
    for at in (8, 3):
        page.locator(".pw-scrub").fill(str(at))
        check_moment(page, trace, seen[at], False)
    assert page.evaluate("told") == [
        [11, "jump"],
        [10, "back"],
        [0, "jump"],
        [1, "next"],
        [8, "scrub"],
        [3, "scrub"],
    ]
    assert page.locator(".pw-scrub").get_attribute("aria-valuetext") == "3 of 11: round 2, EM"


def test_pointing_at_a_cheap_piece_rings_it_and_what_would_be_read(opened):
    page = opened("five")
    page.locator(".pw-scrub").fill("10")
    hug = page.locator(".pw-cheapest button", has_text="hugs").first
    for show in (hug.hover, hug.focus):
        show()
        assert page.locator(".pw-words .is-wanted").evaluate_all("n => n.map((c) => c.dataset.piece)") == [
            "hugs"
        ]
        assert texts(page, ".pw-share.is-wanted .pw-chip") == ["hug", "hugs", "s"]
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        assert page.locator(".is-wanted").count() == 0
    hug.click()
    page.mouse.move(0, 0)
    assert page.locator(".pw-share.is-wanted").count() == 3 and hug.get_attribute("aria-pressed") == "true"


# ------------------------------------------------------------------ both of them
def test_run_all_ends_at_the_end_without_motion(opened):
    for name in ("pairs", "five"):
        page = opened(name)
        button(page, "Run all").click()
        assert (
            page.evaluate("told.length") == 1
            and button(page, "Next").get_attribute("aria-disabled") == "true"
        )


@pytest.mark.parametrize(("name", "start"), [("pairs", 0), ("five", 10)])
def test_chips_part_and_join_with_motion_unless_less_is_asked(page, site, name, start):
    moving = """() => [...document.querySelectorAll(".pw-words .pw-chip")]
      .flatMap((chip) => chip.getAnimations()).filter((each) => !(each instanceof CSSTransition)).length"""
    page.goto(f"{site}{name}.html")
    page.wait_for_selector(".pw-live")
    if start:
        page.locator(".pw-scrub").fill(str(start))
    button(page, "Next").click()
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    button(page, "Back").click()
    assert page.evaluate(moving) == 0


def test_nothing_is_fetched_but_the_page_s_own(opened, hosts, site):
    for name in PAGES:
        page = opened(name)
        button(page, "Next").first.click()
    assert hosts == {urlsplit(site).netloc} and page.locator("script[type='application/json']").count() == 0


def test_without_scripts_every_plate_is_complete(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name, rows in {"pairs": [6, 9, 5], "five": [5, 11], "sentences": [6], "idle": [1]}.items():
        page.goto(f"{site}{name}.html")
        page.wait_for_timeout(1700)  # no script took the plate's room
        tables = page.locator(".pw-static table")
        counts = [tables.nth(i).locator("tbody tr:visible").count() for i in range(tables.count())]
        assert counts[: len(rows)] == rows and min(counts) > 0
    assert page.locator(".pw-live").count() == 0
    context.close()


@pytest.mark.parametrize("name", ["pairs", "long", "five", "usage", "sentences"])
def test_plates_fit_a_phone_keep_their_room_and_print(opened, name):
    page = opened(name)
    for width, size in ((722, "--room"), (390, "--room-narrow"), (320, None)):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(60)
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


@pytest.mark.parametrize("name", ["pairs", "five", "sentences"])
def test_a_plate_keeps_its_height_while_it_is_stepped_through(opened, name):
    page = opened(name)
    for width in (722, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(60)
        button(page, "Reset").click(force=True)
        heights = []
        while button(page, "Next").get_attribute("aria-disabled") == "false":
            heights.append(page.locator(".pw-live").evaluate("node => node.offsetHeight"))
            button(page, "Next").click()
        assert max(heights) - min(heights) <= 24, (width, heights)


@pytest.mark.parametrize(("scheme", "step"), [("default", 1), ("slate", 0), ("slate", 4), ("default", 99)])
def test_plates_are_accessible(opened, scheme, step):
    page = opened("all")
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    page.add_style_tag(content="body { color: var(--ink) } * { transition: none !important }")
    for tag in ("count-and-score", "pruning-rounds >> nth=0", "pruning-rounds >> nth=1"):
        plate = page.locator(tag)
        next_ = plate.get_by_role("button", name="Next", exact=True)
        for _ in range(step):
            if next_.get_attribute("aria-disabled") == "true":
                break
            next_.click()
        if step == 1:
            plate.get_by_role("button", name="as a table").click()
        offers = plate.locator(".pw-offer, .pw-cheapest .pw-row")
        if offers.count() and step == 4:
            offers.first.click()
    report = Axe().run(page, context="main")
    assert [(v["id"], v["nodes"][0]["html"][:160]) for v in report.response["violations"]] == []
