"""The lattice of a word and spellings drawn by chance, in a real browser: what is shown is the library's."""

import json
import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe

from piecework import bpe, corpora, dropout, render, unigram
from piecework.render.lattices import record as lattice_of
from piecework.render.spellings import record as sample_of
from piecework.unigram import Unigram

SENTENCES = corpora.load("sentences")
LEARNED = unigram.train(SENTENCES, vocab_size=150).model
IMAGE = "<img/src=x/onerror=alert(1)>"
MEAN = unigram.train({IMAGE: 3, "</script>": 2, '"سلا😀😀▁': 4}, vocab_size=45).model
COURSE = {
    "h": 15,
    "u": 36,
    "g": 20,
    "hu": 15,
    "ug": 20,
    "p": 17,
    "pu": 17,
    "s": 5,
    "hug": 15,
    "n": 16,
    "un": 16,
}
HUGS = Unigram(tuple("ghnpsu"), tuple(COURSE.items()), "plain")
LATTICES = {
    "learned": (LEARNED, ["weather", "reanalysis", "others", "a"]),
    "course": (HUGS, ["pug", "hugs", "pZg"]),
    "mean": (MEAN, [IMAGE, "</script>", '"سلا😀😀▁']),
}
CASES = [(name, word) for name, (_, words) in LATTICES.items() for word in words]


def drawn(word: str, temperature: float, count: int):
    rng = Random(1)
    return LEARNED.shares(word, temperature), [
        tuple(LEARNED.sample(word, rng, temperature)) for _ in range(count)
    ]


def dropped(word: str, count: int):
    model, p, rng = bpe.train(SENTENCES, vocab_size=150).model, Fraction(1, 10), Random(1)
    return dropout.shares(model, word, p), [tuple(dropout.segment(model, word, p, rng)) for _ in range(count)]


HALF = Fraction(1, 2)
SAMPLES = {
    "few": drawn("weather", 1.0, 120),
    "many": drawn("reanalysis", 12.0, 60),
    "dropout": dropped("expected", 40),
    "sure": ({("a⎵",): 1}, [("a⎵",)]),
    IMAGE: ({(IMAGE,): HALF, ("<", IMAGE[1:]): HALF}, [("<", IMAGE[1:]), (IMAGE,), (IMAGE,)]),
}
PAGES = {name: render.word_lattice(*case) for name, case in LATTICES.items()}
PAGES["drawn"] = render.sampled_spellings(SAMPLES, "weather")
PAGES["all"] = PAGES["learned"] + PAGES["drawn"]


@pytest.fixture(scope="module")
def site(plates) -> str:
    """The address of pages that hold a plate each."""
    return plates(PAGES, "word-lattice", "sampled-spellings")


TEXT = """(root, seen) => [...root.querySelectorAll(seen)].map((node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll(".pw-vh").forEach((hidden) => hidden.remove());
  copy.querySelectorAll("sup").forEach((sup) => sup.replaceWith("e" + sup.textContent));
  return copy.textContent.trim().replace(/\\u00b710e/g, "e").replace(/e\\u2212/g, "e-");
})"""


def texts(page, selector: str) -> list[str]:
    """What can be seen of each such part of the live plate, powers of ten as in the data."""
    return page.locator(".pw-live").first.evaluate(TEXT, selector)


def said(page) -> str:
    return texts(page, "[role=status]")[0]


def button(page, name: str):
    return page.locator(".pw-controls").get_by_role("button", name=name, exact=True)


def marked(page, css: str) -> set[int]:
    """The edges that wear a class."""
    bars = page.locator(f".pw-live .pw-edge.{css}")
    return set(bars.evaluate_all("bars => bars.map((bar) => Number(bar.dataset.edge))"))


def places(page, css: str) -> list[int]:
    nodes = page.locator(".pw-live .pw-node")
    wears = nodes.evaluate_all(f"nodes => nodes.map((node) => node.classList.contains('{css}'))")
    return [i for i, yes in enumerate(wears) if yes]


def choose(page, name: str, word: str) -> dict:
    """Opens a word, and returns its data."""
    model, words = LATTICES[name]
    if len(words) > 1:
        page.get_by_role("combobox", name="Word").select_option(index=words.index(word))
    return json.loads(json.dumps(lattice_of(model, word)))


# ------------------------------------------------------------------ the lattice: cuts
def check_cut(page, data: dict, at: int) -> None:
    path, edges = data["paths"][at], data["edges"]
    own = [edges[i] for i in path["edges"]]
    assert marked(page, "is-on") == set(path["edges"])
    assert places(page, "is-on") == [0, *(edge["end"] for edge in own)]
    assert texts(page, ".pw-product .pw-chip") == [edge["piece"] for edge in own]
    factors = [edge["chance"] or "?" for edge in own]
    seen = re.sub(r"\s+", " ", texts(page, ".pw-product")[0])
    for edge, factor in zip(own, factors, strict=True):
        assert f"{edge['piece']} {factor}" in seen
    assert seen.endswith(f"= {path['product']}") and seen.count("×") >= len(own) - 1
    sentence = said(page)
    if data["cuts"] == 1:
        assert "no other way" in sentence
    elif at == 0:
        assert f"The best of {data['cuts']} cuts: it has {path['share']} of" in sentence
    else:
        assert f"Cut {at + 1} of {data['cuts']}: it has {path['share']} of" in sentence
        times = f"The best is {path['times']} times" if path["times"] else "as probable as the best"
        assert times in sentence
    assert ("no piece holds" in sentence) == any(not edge["chance"] for edge in edges)
    now = page.locator(".pw-cut").evaluate_all(
        "rows => rows.map((row) => [row.matches('.is-now'), row.getAttribute('aria-current')])"
    )
    assert now == [[i == at, str(i == at).lower()] for i in range(len(data["paths"]))]


@pytest.mark.parametrize(("name", "word"), CASES)
def test_every_cut_forward_and_back_is_the_model_s(opened, name, word):
    page = opened(name)
    data = choose(page, name, word)
    edges = [edge["piece"] for edge in data["edges"]]
    assert [json.loads(text)[0] for text in page.locator(".pw-live .pw-edge").evaluate_all(
        "bars => bars.map((bar) => JSON.stringify([[...bar.querySelectorAll(':scope > [aria-hidden]')]"
        ".map((letter) => letter.textContent).join('')]))"
    )] == ["".join(data["symbols"][edge["start"] : edge["end"]]) for edge in data["edges"]]  # fmt: skip
    assert len(edges) == page.locator(".pw-live .pw-edge").count()
    cuts = [["".join(edges[i] for i in path["edges"])] for path in data["paths"]]
    assert [[text] for text in texts(page, ".pw-cut .pw-chips")] == cuts
    assert texts(page, ".pw-cut .pw-count") == [path["share"] for path in data["paths"]]
    check_cut(page, data, 0)
    for at in range(1, len(data["paths"])):
        button(page, "Next").click()
        check_cut(page, data, at)
    for at in reversed(range(len(data["paths"]) - 1)):
        button(page, "Back").click()
        check_cut(page, data, at)
    assert page.locator("main img").count() == 0


def test_keys_rows_and_running_lead_to_a_cut(opened):
    page = opened("learned")
    data = choose(page, "learned", "reanalysis")
    button(page, "Next").focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9), ("Home", 0)):
        page.keyboard.press(key)
        check_cut(page, data, at)
    page.locator(".pw-cut").nth(4).click()
    check_cut(page, data, 4)
    assert page.evaluate("told") == [
        [1, "next"],
        [2, "next"],
        [1, "back"],
        [9, "jump"],
        [0, "jump"],
        [4, "jump"],
    ]
    button(page, "Run all").click()
    check_cut(page, data, 9)
    assert texts(page, ".pw-note")[-1] == "54 other cuts have under 0.1% together."


def test_an_edge_says_what_it_is_worth_to_pointer_focus_and_finger(opened, browser, site):
    page = opened("learned")
    data = choose(page, "learned", "weather")
    idle = texts(page, ".pw-note")[0]
    for i, edge in enumerate(data["edges"]):
        bar = page.locator(".pw-live .pw-edge").nth(i)
        name = bar.evaluate("bar => bar.querySelector(':scope > .pw-vh').textContent")
        assert edge["share"] in name and f"{edge['start']} to {edge['end']}" in name
        for show in (bar.hover, bar.focus):
            show()
            note = texts(page, ".pw-note")[0]
            assert note.startswith(
                f"{edge['piece']} from {edge['start']} to {edge['end']}: probability {edge['chance']}."
            )
            assert note.endswith(f"with a chance of {edge['share']}.")
            using = page.locator(".pw-cut").evaluate_all(
                "rows => rows.map((row) => row.matches('.is-using'))"
            )
            assert using == [i in path["edges"] for path in data["paths"]]
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")
            assert texts(page, ".pw-note")[0] == idle and page.locator(".is-using").count() == 0
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    phone = context.new_page()
    phone.goto(site + "learned.html")
    bar = phone.locator(".pw-live .pw-edge").nth(8)
    bar.tap()
    assert bar.get_attribute("aria-pressed") == "true" and texts(phone, ".pw-note")[0] != idle
    phone.locator(".pw-live .pw-button--main").tap()
    assert texts(phone, ".pw-note")[0].startswith(data["edges"][8]["piece"])
    bar.tap()
    phone.evaluate("document.activeElement.blur()")
    phone.locator("h1").tap()
    assert bar.get_attribute("aria-pressed") == "false"
    context.close()


# ------------------------------------------------------------------ the lattice: the walk
@pytest.mark.parametrize(("name", "word"), CASES)
def test_the_walk_keeps_the_best_way_to_each_place(opened, name, word):
    page = opened(name)
    data = choose(page, name, word)
    region = page.get_by_role("status").element_handle()
    page.get_by_label("How the best is found").check()
    assert region.evaluate("node => node.isConnected")
    last = len(data["symbols"]) + 1
    button(page, "Next").focus()
    for at in [*range(last + 1), *reversed(range(last))]:
        kept = {ways[0]["edge"] for ways in data["ways"][:at]}
        assert marked(page, "is-kept") == kept
        lost = {i for i, edge in enumerate(data["edges"]) if edge["end"] <= at} - kept
        assert marked(page, "is-lost") == lost
        ways = data["ways"][at - 1] if 0 < at < last else []
        assert marked(page, "is-here") == {way["edge"] for way in ways}
        assert texts(page, ".pw-node") == [*data["tops"][: at + 1], *[""] * (last - 1 - at)][:last]
        sentence = said(page)
        if at == last:
            path = data["paths"][0]["edges"]
            assert marked(page, "is-on") == set(path)
            for i in path:
                assert f"{data['edges'][i]['piece']} from {data['edges'][i]['start']}" in sentence
            assert len(texts(page, ".pw-way")) == len(path)
        else:
            assert not marked(page, "is-on")
            rows = [re.sub(r"\s+", " ", row) for row in texts(page, ".pw-way")]
            for i, (row, way) in enumerate(zip(rows, ways, strict=True)):
                edge = data["edges"][way["edge"]]
                tag = (
                    "" if len(ways) == 1 else "kept" if i == 0 else "tie" if i < data["ties"][at - 1] else ""
                )
                wanted = (
                    f"to {edge['start']} {way['before']} + {edge['piece']} {way['own']} = {way['sum']} {tag}"
                )
                assert row.replace(" ", "") == wanted.replace(" ", "")
        if 0 < at < last:
            assert data["read"][at - 1] in sentence and ways[0]["sum"] in sentence
            assert ("tie" in sentence) == (data["ties"][at - 1] > 1)
        page.keyboard.press("ArrowRight" if len(page.evaluate("told")) < last else "ArrowLeft")


def test_modes_and_words_open_at_their_start(opened):
    page = opened("learned")
    page.get_by_label("How the best is found").check()
    page.locator(".pw-button--main").click()
    data = choose(page, "learned", "others")
    assert not marked(page, "is-kept") and texts(page, ".pw-node")[0] == "0.0"
    page.get_by_label("The best cuts").check()
    check_cut(page, data, 0)
    assert page.locator(".pw-live .pw-controls").count() == 1


# ------------------------------------------------------------------ the lattice: geometry
BOXES = """nodes => nodes.map((node) => {
  const box = node.getBoundingClientRect();
  return [box.left, box.right, box.top, box.bottom];
})"""


@pytest.mark.parametrize(("name", "word"), CASES)
def test_pieces_stand_over_the_places_that_they_join(opened, name, word):
    page = opened(name)
    data = choose(page, name, word)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        check_places(page, data)


def check_places(page, data: dict) -> None:
    nodes = [box[0] for box in page.locator(".pw-live .pw-node").evaluate_all(BOXES)]
    bars = page.locator(".pw-live .pw-edge").evaluate_all(BOXES)
    for edge, (left, right, *_) in zip(data["edges"], bars, strict=True):
        assert 0 <= left - nodes[edge["start"]] < 5 and 0 <= nodes[edge["end"]] - right < 5
    letters = page.locator(".pw-live .pw-edge").evaluate_all(
        "bars => bars.map((bar) => [...bar.querySelectorAll(':scope > [aria-hidden]')]"
        ".map((n) => { const b = n.getBoundingClientRect(); return (b.left + b.right) / 2 }))"
    )
    for edge, centres in zip(data["edges"], letters, strict=True):
        wanted = [(nodes[i] + nodes[i + 1]) / 2 for i in range(edge["start"], edge["end"])]
        assert all(abs(a - b) < 1 for a, b in zip(centres, wanted, strict=True))
    # The way of the best cut: each upright stands on a place, and reaches from one of its pieces to the next.
    own = [data["edges"][i] for i in data["paths"][0]["edges"]]
    lanes, ends = [-1, *(edge["lane"] for edge in own), -1], [0, *(edge["end"] for edge in own)]
    turns = [(end, a, b) for end, a, b in zip(ends, lanes, lanes[1:], strict=False) if a != b]
    links = page.locator(".pw-live .pw-link-up").evaluate_all(BOXES)
    tops = {edge["lane"]: box[2:] for edge, box in zip(data["edges"], bars, strict=True)}
    assert len(links) == len(turns)
    for (left, right, top, bottom), (end, *both) in zip(links, turns, strict=True):
        assert abs((left + right) / 2 - nodes[end]) < 1
        low, high = sorted(both)
        assert tops[high][0] < bottom < tops[high][1]
        assert low < 0 or tops[low][0] < top < tops[low][1]


def test_the_fill_is_as_high_as_the_share(opened):
    page = opened("learned")
    data = choose(page, "learned", "weather")
    fills = page.locator(".pw-live .pw-edge").evaluate_all(
        "bars => bars.map((bar) => parseFloat(getComputedStyle(bar).getPropertyValue('--share')))"
    )
    assert fills == [edge["part"] for edge in data["edges"]]


# ------------------------------------------------------------------ spellings drawn by chance
def check_draws(page, name: str, at: int) -> None:
    """Everything on the plate is what was drawn so far."""
    data, (shares, draws) = json.loads(json.dumps(sample_of(name, *SAMPLES[name]))), SAMPLES[name]
    own = len(data["shares"]) - bool(data["rare"])
    counts = Counter(min(i, own) for i in data["draws"][:at])
    parts = texts(page, ".pw-spelling:not(.pw-spelling--head) > [role=cell]")
    drawn, exact = parts[::2], parts[1::2]
    assert exact == data["shares"]
    bars = page.locator(".pw-spellings .pw-bar").evaluate_all("bars => bars.map((bar) => bar.style.width)")
    marks = page.locator(".pw-spellings .pw-track__mark").evaluate_all(
        "marks => marks.map((mark) => mark.style.left)"
    )
    for i, share in enumerate(data["exact"]):
        part = counts[i] / at if at else 0
        assert not drawn[i] if not at else abs(float(drawn[i].rstrip("%")) - 100 * part) < 0.0501
        assert float(bars[i].rstrip("%")) == pytest.approx(min(100, 100 * part / data["scale"]), abs=0.01)
        assert float(marks[i].rstrip("%")) == pytest.approx(100 * share / data["scale"], abs=0.01)
    figures = [re.match(r"[\d.–]+", text)[0] for text in texts(page, "dd")]
    gap = f"{data['gaps'][at - 1] / 10:.1f}" if at else "–"
    assert figures == [str(at), str(len(set(draws[:at]))), gap]
    assert f"of {len(shares)}" in texts(page, "dd")[1]
    if at:
        now = data["draws"][at - 1]
        assert texts(page, ".pw-drawn .pw-chip") == list(draws[at - 1])
        rows = page.locator(".pw-spelling:not(.pw-spelling--head)").evaluate_all(
            "rows => rows.map((row) => row.matches('.is-now'))"
        )
        assert rows == [i == min(now, own) for i in range(len(rows))]
    sentence = said(page)
    if at == len(draws):
        assert f"No row is further from its mark than {gap} points" in sentence
    elif at:
        count = counts[min(now, own)]
        assert f"Draw {at}: {''.join(draws[at - 1])}" in sentence.replace(", one", "")
        assert f"come {'once' if count == 1 else f'{count} times'}, " in sentence
        assert sentence.endswith(f"exact share is {data['shares'][min(now, own)]}.")
        assert (f"one of {data['rare']} rarer cuts" in sentence) == (now >= own)
    else:
        assert sentence.startswith("Nothing is drawn yet")


def test_draws_come_one_by_one_ten_by_ten_and_all(opened):
    page = opened("drawn")
    check_draws(page, "few", 0)
    for at in (1, 2, 3):
        button(page, "Draw one").click()
        check_draws(page, "few", at)
    button(page, "Draw ten").click()
    check_draws(page, "few", 13)
    button(page, "Back").click()
    check_draws(page, "few", 12)
    page.keyboard.press("ArrowRight")
    check_draws(page, "few", 13)
    button(page, "Draw all").click()
    check_draws(page, "few", 120)
    for name in ("Draw one", "Draw ten", "Draw all"):
        assert button(page, name).get_attribute("aria-disabled") == "true"
    page.keyboard.press("Home")
    check_draws(page, "few", 0)
    told = [
        [1, "next"],
        [2, "next"],
        [3, "next"],
        [13, "next"],
        [12, "back"],
        [13, "next"],
        [120, "jump"],
        [0, "jump"],
    ]
    assert page.evaluate("told") == told


@pytest.mark.parametrize("name", SAMPLES)
def test_every_draw_of_every_title_is_counted(opened, name):
    page = opened("drawn")
    if name != "few":
        page.get_by_label("Draws from").select_option(label=name)
    button(page, "Draw one").focus()
    last = len(SAMPLES[name][1])
    for at in range(last + 1):
        if at < 12 or at > last - 3 or at % 17 == 0:
            check_draws(page, name, at)
        page.keyboard.press("ArrowRight")
    assert page.locator("main img").count() == 0


def test_another_title_shows_as_many_draws(opened):
    page = opened("drawn")
    region = page.get_by_role("status").element_handle()
    for _ in range(3):
        button(page, "Draw ten").click()
    for name, at in (("many", 30), ("dropout", 30), (IMAGE, 3), ("few", 3)):
        page.get_by_label("Draws from").select_option(label=name)
        check_draws(page, name, at)
    assert region.evaluate("node => node.isConnected")
    page.locator(".pw-button--main").focus()
    page.keyboard.press("ArrowRight")
    check_draws(page, "few", 4)
    assert page.locator(".pw-live .pw-controls").count() == 1


def test_drawing_all_can_be_watched_and_paused(page, site):
    page.goto(site + "drawn.html")
    page.locator(".pw-live").wait_for()
    button(page, "Draw all").click()
    page.wait_for_function("parseInt(document.querySelector('dd').textContent) > 3")
    assert page.get_by_role("status").get_attribute("aria-live") == "off"
    button(page, "Pause").click()
    at = int(texts(page, "dd")[0].split()[0])
    assert 3 < at < 120
    check_draws(page, "few", at)
    button(page, "Draw one").click()
    check_draws(page, "few", at + 1)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"
    button(page, "Draw all").click()
    page.wait_for_function("parseInt(document.querySelector('dd').textContent) === 120", timeout=20000)
    check_draws(page, "few", 120)


# ------------------------------------------------------------------ both
def test_without_scripts_both_plates_are_complete(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}learned.html")
    words = LATTICES["learned"][1]
    assert page.locator(".pw-static .pw-lattice").count() == len(words)
    tables = page.locator(".pw-static table")
    for i, word in enumerate(words):
        data = lattice_of(LEARNED, word)
        rows = [tables.nth(2 * i + k).locator("tbody tr:visible").count() for k in (0, 1)]
        assert rows == [len(data["edges"]), len(data["paths"])]
        stage = page.locator(".pw-static .pw-lattice").nth(i)
        assert stage.locator(".pw-edge").count() == len(data["edges"])
        assert stage.locator(".pw-edge.is-on").count() == len(data["paths"][0]["edges"])
    page.goto(f"{site}drawn.html")
    counts = [table.locator("tbody tr:visible").count() for table in page.locator("table").all()]
    assert counts == [len(sample_of(name, *sample)["shares"]) for name, sample in SAMPLES.items()]
    assert page.locator(".pw-static .pw-bar").first.bounding_box()["width"] > 20
    context.close()


@pytest.mark.parametrize("name", ["learned", "course", "mean", "drawn"])
def test_plates_fit_a_phone_keep_their_room_and_print(opened, name):
    page = opened(name)
    for width, size in ((722, "--room"), (390, "--room-narrow"), (320, None)):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if size and name != "mean":
            needed, kept = page.locator(".pw-explorable > :first-child").evaluate(
                f"n => [n.offsetHeight, 20 * parseFloat(getComputedStyle(n).getPropertyValue('{size}'))]"
            )
            assert abs(needed - kept) < 60, (size, needed / 20, kept / 20)
    assert not page.locator(".pw-static").is_visible()
    page.get_by_role("button", name="as a table").click()
    assert page.locator(".pw-static").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Hide the table").click()
    page.emulate_media(media="print")
    assert page.locator(".pw-static").is_visible() and not page.locator(".pw-live").is_visible()


@pytest.mark.parametrize("name", ["learned", "drawn"])
def test_stepping_does_not_move_the_page_below(opened, name):
    page = opened(name)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("document.fonts.ready")
        heights = set()
        page.locator(".pw-button--main").focus()
        for key in ["Home", *["ArrowRight"] * 9, "End"]:
            page.keyboard.press(key)
            heights.add(page.locator(".pw-live").evaluate("live => live.offsetHeight"))
        assert max(heights) - min(heights) < 2


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_both_plates_are_accessible_in_every_state(opened, scheme):
    page = opened("all")
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    page.add_style_tag(content="body { color: var(--ink) } * { transition: none !important }")

    def clean() -> None:
        report = Axe().run(page, context="main")
        assert [(v["id"], v["nodes"][0]["html"][:160]) for v in report.response["violations"]] == []

    clean()
    page.locator("word-lattice .pw-button--main").click()
    page.locator("word-lattice .pw-edge").nth(8).click()
    page.get_by_role("button", name="Draw ten").click()
    for tag in ("word-lattice", "sampled-spellings"):
        page.locator(tag).get_by_role("button", name="as a table").click()
    clean()
    page.get_by_label("How the best is found").check()
    for _ in range(4):
        page.locator("word-lattice .pw-button--main").click()
    page.get_by_label("Draws from").select_option(label="many")
    clean()
    page.keyboard.press("End")
    clean()
