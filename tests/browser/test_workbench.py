"""The workbench in a real browser: what it shows is the library's, and a link brings it back."""

import csv
import json
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import bpe, corpora
from piecework.live import workbench
from piecework.live.workbench import DEFAULT, LEARNERS

HOSTILE = (
    "<script>alert(1)</script> <img/src=x/onerror=alert(1)> 👩‍👩‍👧 👩‍👩‍👧 كتب كتاب مكتبة 分かち書き 分かる "
)
KINDS = dict(zip(LEARNERS, ("MergeTrace", "WordPieceTrace", "CoverTrace", "PruneTrace"), strict=True))
MINUTE = 60_000


@pytest.fixture(scope="module")
def address(plates) -> str:
    return plates({"index": workbench.plate()}, "workbench", "curve-reader") + "index.html"


@pytest.fixture
def bench(calm, address, hosts):
    calm.goto(address)
    calm.wait_for_selector(".pw-bench")
    yield calm
    assert hosts <= {urlsplit(address).netloc}


def train(page, wait: str = "curve-reader .pw-live", **fields: str) -> None:
    for name, value in fields.items():
        node = page.locator(f"#pw-bench-{name}")
        if name in ("spelling", "ties"):
            node.select_option(value)
        else:
            node.fill(value)
    page.get_by_role("button", name="Train").click()
    if wait:
        page.wait_for_selector(wait, timeout=MINUTE)
        page.wait_for_selector(".pw-button--main[aria-disabled=false]", timeout=MINUTE)


def own(page, text: str, **more: str) -> None:
    page.get_by_label("Text", exact=True).select_option("")
    page.get_by_label("My text").fill(text)
    train(page, **more)


def shown(page, learner: str) -> list[list[str]]:
    """The pieces of the sample, word by word, without what is only heard."""
    return page.get_by_role("region", name=f"{workbench.TITLES[learner]}: sample").evaluate(
        """(node) => [...node.querySelectorAll("[role=listitem]")].map((word) =>
             [...word.querySelectorAll(".pw-chip")].map((chip) => {
               const copy = chip.cloneNode(true);
               for (const heard of copy.querySelectorAll(".pw-vh")) heard.remove();
               return copy.textContent;
             }))"""
    )


def figures(page, name: str) -> list[list[str]]:
    rows = page.get_by_role("region", name=f"Figures: {name}").locator("tbody tr").all()
    return [row.locator("td").all_inner_texts()[1:] for row in rows]


def want(learner: str, settings: dict):
    asked = workbench.Asked(**settings)
    corpus, _ = asked.words()
    how = {"spelling": asked.spelling, "ties": asked.ties, "unknown": True}
    return LEARNERS[learner](corpus, vocab_size=asked.size, **how), asked.sample()


# ------------------------------------------------------------------ training
def test_nothing_is_loaded_and_an_example_is_there_before_the_reader_asks(calm, address):
    asked = []
    calm.on("request", lambda request: asked.append(request.url))
    calm.goto(address)
    calm.wait_for_selector(".pw-bench")
    assert calm.locator(".pw-static").is_visible()
    assert not [url for url in asked if "/live/" in url]


def test_what_is_shown_is_what_the_library_says(bench):
    held = "Nobody expects the low-cost report."
    train(bench, size="90")
    settings = {**DEFAULT, "size": 90}
    assert figures(bench, "The text") == [
        workbench.train(learner, settings, {})["home"]["cells"] for learner in LEARNERS
    ]
    bench.locator("#pw-bench-held").fill(held)
    train(bench, "[aria-label='Figures: Held-out text']")
    settings["held"] = held
    assert figures(bench, "Held-out text") == [
        workbench.train(learner, settings, {})["held"]["cells"] for learner in LEARNERS
    ]
    for learner in LEARNERS:
        trace, words = want(learner, settings)
        assert shown(bench, learner) == [trace.model.segment(word) for word in words]
    assert bench.locator("curve-reader input[type=radio]").count() == 2
    said = bench.locator(".pw-bench").get_by_role("status").last.inner_text()
    assert "72 of them different" in said and "Unigram" in said


def test_any_text_is_shown_as_it_is_and_cut_as_the_library_cuts_it(bench):
    for spelling in ("last-marked", "leading-space", "continuation"):
        own(bench, HOSTILE * 2, spelling=spelling, size="100")
        settings = {**DEFAULT, "corpus": "", "text": HOSTILE * 2, "spelling": spelling, "size": 100}
        for learner in LEARNERS:
            trace, words = want(learner, settings)
            assert shown(bench, learner) == [trace.model.segment(word) for word in words]
        assert bench.locator("pw-workbench script, pw-workbench img").count() == 0
        assert bench.locator(".pw-bench__stage [dir=rtl]").count() > 0


def test_what_cannot_be_learned_from_is_said_in_place(bench):
    bench.get_by_label("Text", exact=True).select_option("")
    for text, size, says in (
        ("a mark⎵ inside", "20", "it holds the end-of-word mark ⎵"),
        ("   ", "20", "there are no words in this text"),
        ("abc abd", "2", "vocab_size=2 is below the alphabet: this corpus needs at least"),
        ("a" * 200_001, "20", "this text has 200,001 bytes"),
    ):
        bench.get_by_label("My text").evaluate(
            "(node, text) => { node.value = text; node.dispatchEvent(new Event('input')) }", text
        )
        train(bench, ".pw-python.is-wrong", size=size)
        assert says in bench.locator(".pw-python").inner_text()
        assert bench.locator(".pw-bench__results").is_hidden()
        assert bench.locator(".pw-static").is_visible()
    own(bench, "low lower lowest", size="12")  # and then it works
    assert bench.locator(".pw-python.is-wrong").count() == 0


def test_a_learner_with_nothing_left_says_where_it_stopped(bench):
    train(bench, size="400")
    end = bpe.train(corpora.load("sentences"), unknown=True).vocab_size
    assert (
        f"Stopped at {end} pieces: nothing left."
        in bench.get_by_label("Merging (BPE)", exact=True).inner_text()
    )


def test_stop_stops_and_the_next_training_works(bench):
    text = " ".join(
        f"{a}{b}{c}ing{a}{c}ed{b}"
        for a in "abcdefghijkl"
        for b in "mnopqrstuvw"
        for c in "aeiouy"
        for _ in (1, 2)
    )
    bench.get_by_label("Text", exact=True).select_option("")
    bench.get_by_label("My text").fill(text)
    train(bench, "", size="900")
    bench.wait_for_selector(".pw-bench__card table")
    bench.get_by_role("button", name="Stop").click()
    bench.wait_for_selector(".pw-button--main[aria-disabled=false]")
    assert "Stopped" in bench.locator(".pw-python").inner_text()
    assert bench.evaluate("document.activeElement.textContent") == "Train"
    assert bench.locator(".pw-bench__card table").count() >= 1  # what was there stays
    bench.get_by_label("Text", exact=True).select_option("four-words")
    train(bench, size="14")
    small = {**DEFAULT, "corpus": "four-words", "size": 14}
    assert figures(bench, "The text")[2] == workbench.train("coverage", small, {})["home"]["cells"]


# ------------------------------------------------------------------ links
def test_a_link_brings_everything_back_in_another_browser(bench, browser, address):
    held = "كتب <b>&amp; 分かる"
    own(bench, HOSTILE, spelling="metaspace", size="95", held=held, ties="first-seen")
    bench.get_by_role("button", name="Keep to compare").click()
    train(bench, ".pw-bench__change:nth-of-type(4)", size="110")
    context = browser.new_context()
    other = context.new_page()
    other.goto(bench.url)
    other.wait_for_selector(".pw-bench__change:nth-of-type(4)", timeout=MINUTE)
    other.wait_for_selector(".pw-button--main[aria-disabled=false]", timeout=MINUTE)
    for page in (bench, other):
        assert page.get_by_label("My text").input_value() == HOSTILE
        assert page.locator("#pw-bench-held").input_value() == held
        assert page.locator("#pw-bench-ties").input_value() == "first-seen"
    assert figures(other, "The text") == figures(bench, "The text")
    assert other.locator(".pw-bench__chart").inner_text() == bench.locator(".pw-bench__chart").inner_text()
    for learner in LEARNERS:
        assert shown(other, learner) == shown(bench, learner)
    for change, again in zip(
        bench.locator(".pw-bench__change").all(), other.locator(".pw-bench__change").all(), strict=True
    ):
        assert change.inner_text() == again.inner_text()
    context.close()


def test_a_text_too_long_for_a_link_is_left_out_and_that_is_said(bench, browser):
    bench.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = " ".join(f"{i * 7919 % 104729:x}{i * 104729 % 7919:x}" for i in range(4000))
    bench.get_by_label("Text", exact=True).select_option("")
    bench.get_by_label("My text").fill(text)
    bench.get_by_label("Vocabulary size").fill("77")
    bench.get_by_role("button", name="Copy link").click()
    bench.wait_for_function("document.querySelector('.pw-bench .pw-say').textContent")
    assert "too long for a link" in bench.locator(".pw-bench .pw-say").inner_text()
    link = bench.evaluate("navigator.clipboard.readText()")
    assert len(link) < 8200 and link == bench.url
    other = bench.context.new_page()
    other.goto(link)
    other.wait_for_function("document.querySelector('.pw-bench .pw-say').textContent")
    assert "paste the text" in other.locator(".pw-bench .pw-say").inner_text()
    assert other.get_by_label("Vocabulary size").input_value() == "77"


@pytest.mark.parametrize(
    "fragment",
    [
        "corpus=&size=40&spelling=plain&ties=lexicographic&text=AAAA",
        "corpus=moon&size=40&spelling=plain&ties=lexicographic",
        "corpus=sentences&size=x&spelling=plain&ties=lexicographic",
        "corpus=sentences&size=40&spelling=__proto__&ties=lexicographic",
    ],
)
def test_a_damaged_link_is_answered_with_a_sentence(calm, address, fragment):
    calm.goto(f"{address}#{fragment}")
    calm.wait_for_function(
        "document.querySelector('.pw-bench .pw-say')?.textContent.startsWith('The text in this link') "
        "|| document.querySelector('.pw-bench .pw-say')?.textContent.startsWith('This link')"
    )
    assert calm.locator(".pw-static").is_visible()


def test_an_anchor_is_no_link_to_a_setting(calm, address):
    calm.goto(address + "#what-is-compared")
    calm.wait_for_selector(".pw-bench")
    assert calm.locator(".pw-bench .pw-say").inner_text() == ""


# ------------------------------------------------------------------ two settings, files
def test_two_settings_are_compared(bench):
    train(bench)
    bench.get_by_role("button", name="Keep to compare").click()
    train(bench, ".pw-bench__change:nth-of-type(4)", size="120")
    for learner, title in workbench.TITLES.items():
        got = workbench.compare(learner, DEFAULT, {**DEFAULT, "size": 120}, {})
        text = bench.get_by_label(f"{title}: what changed").inner_text()
        assert f"Pieces only before: {got['gone']['count']}" in text
        assert f"Pieces only now: {got['come']['count']}" in text
    bench.get_by_role("button", name="Forget it").click()
    assert bench.get_by_role("heading", name="What changed").count() == 0
    assert bench.evaluate("document.activeElement.textContent") == "Keep to compare"
    assert "kept" not in bench.url


def test_files_load_with_the_library(bench, tmp_path):
    train(bench)
    for learner, title in workbench.TITLES.items():
        card = bench.get_by_label(title, exact=True)
        trace, words = want(learner, DEFAULT)
        for name in ("Trace and model (JSON)", "Steps (CSV)"):
            with bench.expect_download() as waiting:
                card.get_by_role("button", name=name).click()
            path = tmp_path / waiting.value.suggested_filename
            waiting.value.save_as(path)
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".json":
                loaded = type(trace).from_json(text)
                assert json.loads(text)["version"] and type(loaded).__name__ == KINDS[learner]
                assert [loaded.model.segment(w) for w in words] == [trace.model.segment(w) for w in words]
            else:
                rows = list(csv.DictReader(text.splitlines()))
                assert [row["symbol"] for row in rows] == [step.symbol for step in trace.steps]


# ------------------------------------------------------------------ for everybody
def violations(page) -> list:
    return [
        (v["id"], v["nodes"][0]["html"][:160], v["nodes"][0]["failureSummary"])
        for v in Axe().run(page).response["violations"]
    ]


def test_it_is_accessible_before_and_after(bench):
    def look() -> None:
        for scheme in ("default", "slate"):
            bench.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
            bench.wait_for_timeout(300)  # colours change over a moment
            assert violations(bench) == [], scheme

    look()
    train(bench, held="Dr. Alvarez didn't expect it.")
    bench.get_by_role("button", name="Keep to compare").click()
    train(bench, ".pw-bench__change:nth-of-type(4)", size="120")
    look()
    train(bench, ".pw-python.is-wrong", size="2")
    look()


def test_a_phone_never_scrolls_sideways(bench):
    bench.set_viewport_size({"width": 390, "height": 800})
    train(bench, held="Dr. Alvarez didn't expect it.")
    bench.get_by_role("button", name="Keep to compare").click()
    own(bench, "w" * 300 + " " + HOSTILE, size="90")
    bench.wait_for_selector(".pw-bench__change:nth-of-type(4)", timeout=MINUTE)
    assert bench.evaluate("document.documentElement.scrollWidth") <= 390


def test_results_come_without_moving_what_is_there(bench):
    train(bench)
    assert bench.evaluate("document.querySelector('.pw-bench__chart').offsetHeight > 300")
    before = bench.locator(".pw-bench__chart").bounding_box()["y"]
    train(bench, size="80")
    bench.wait_for_selector(".pw-bench__chart curve-reader")
    assert abs(bench.locator(".pw-bench__chart").bounding_box()["y"] - before) < 4


def test_all_of_it_works_from_the_keyboard(bench):
    bench.get_by_label("Vocabulary size").focus()
    bench.keyboard.press("Enter")
    bench.wait_for_selector("curve-reader .pw-live", timeout=MINUTE)
    assert bench.evaluate("document.activeElement.type") == "number"
