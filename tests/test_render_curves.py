"""Charts that are read place by place, and the playground: readings are the library's, text is escaped."""

import json
import re
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from piecework import Corpus, bpe, corpora, coverage, measure, render
from piecework.model import UNKNOWN
from piecework.render.reader import Panel

HOSTILE = ["<img/src=x/onerror=alert(1)>", "</script>", '"quoted"', "a&amp;b", "__proto__", "<!--", "'it'"]
SENTENCES = corpora.load("sentences")
HELD_OUT = Corpus.from_text("Dr. Alvarez didn't expect the low-cost re-analysis.")
COVER = coverage.train(SENTENCES, unknown=True)
MERGE = bpe.train(SENTENCES, unknown=True)
WORDS = [
    "expect",
    "expected",
    "analysis",
    "analyses",
    "unwidest",
    "lowest",
    "lower",
    "newest",
    "costly",
    "reports",
]
WORDS += ["Tuesday.", "Alvarez"]
VOID = {"br", "input", "line", "rect", "circle", "path"}


class Balanced(HTMLParser):
    """Fails where tags do not balance; keeps the tags, the rows of tables and the labels of charts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.seen, self.rows, self.charts = [], set(), [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "svg":
            self.charts.append(dict(attrs)["aria-label"])
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if {"td", "th"} & set(self.open) and "pw-vh" not in text:
            self.rows[-1][-1] += text


def data(html: str) -> dict:
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)[1])


def said(reading: list) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in reading[3])


def exact(panel: dict, series: int, values: list) -> None:
    """Markers stand where a straight scale puts their values, to a tenth of a unit."""
    ys = [reading[2][series][1] for reading in panel["readings"]]
    low, high = values.index(min(values)), values.index(max(values))
    for value, y in zip(values, ys, strict=True):
        share = Fraction(value - values[low], (values[high] - values[low]) or 1)
        assert y == pytest.approx(ys[low] + float(share) * (ys[high] - ys[low]), abs=0.16)
    assert all(reading[2][series][0] == reading[1] for reading in panel["readings"])


# ------------------------------------------------------------------ the falling profile
@pytest.mark.parametrize("unit", ["positions", "characters"])
def test_a_profile_says_what_the_trace_says(unit):
    trace = coverage.train(SENTENCES, unit=unit)
    html = render.gain_profile(trace)
    found, page = data(html), Balanced(html)
    [panel] = found["panels"]
    assert found["hues"] == render.hues(trace)
    assert len(panel["readings"]) == len(trace.steps) == html.count('class="bar"')
    for i, (reading, step) in enumerate(zip(panel["readings"], trace.steps, strict=True)):
        size = len(step.parts) + (unit == "characters" and step.symbol.endswith("⎵"))
        text = said(reading)
        assert text.startswith(
            f"Turn {step.number}: {step.symbol} claims {step.replaced} × {size} = {step.score} {unit}. "
        )
        assert (f"{step.tied} candidates tie" in text) == (step.tied > 1)
        assert text.endswith("still bare.") and f" {step.bare} position" in text and reading[4] == i
        row = page.rows[i + 1]
        assert row[2:] == [f"{step.replaced} × {size}", *map(str, (step.score, step.tied, step.bare))]


def test_equal_gains_make_one_plateau():
    html = render.gain_profile(COVER)
    gains = [step.score for step in COVER.steps]
    plateaus = 1 + sum(a != b for a, b in pairwise(gains))
    assert len(re.findall(r'<path class="line" d="M[\d.]+ [\d.]+h', html)) == plateaus < len(gains)


# ------------------------------------------------------------------ crossovers
def crossing() -> str:
    both = {
        title: (measure.curve(COVER, text), measure.curve(MERGE, text))
        for title, text in (("Corpus", SENTENCES), ("Sentence", HELD_OUT))
    }
    return render.crossover_chart(both)


def test_a_crossover_says_both_values_and_who_saves():
    found = data(crossing())
    first = len(COVER.alphabet) + 1
    for panel, text in zip(found["panels"], (SENTENCES, HELD_OUT), strict=True):
        assert len(panel["readings"]) == MERGE.vocab_size - first + 1
        for size in (first, 60, 65, 67, 68, 69, 80, 100, COVER.vocab_size):
            a, b = (measure.tokens(trace.model_at(size), text) for trace in (COVER, MERGE))
            name, _, dots, *_ = reading = panel["readings"][size - first]
            assert name == f"{size} pieces" and all(dots)
            assert said(reading).startswith(f"At {size} pieces: {a} tokens with coverage, {b} with merging. ")
            ahead = (
                "Neither saves any" if a == b else f"{'Coverage' if a < b else 'Merging'} saves {abs(a - b)}"
            )
            assert ahead in said(reading)
        for reading in panel["readings"][COVER.vocab_size - first + 1 :]:
            assert f"Coverage ended at {COVER.vocab_size}, with" in said(reading) and reading[2][0] is None
    both = [reading for reading in found["panels"][0]["readings"] if all(reading[2])]
    sizes = range(first, COVER.vocab_size + 1)
    for series, trace in enumerate((COVER, MERGE)):
        exact({"readings": both}, series, [trace.at(size).tokens for size in sizes])


def test_the_crossing_and_the_end_are_marked():
    html = crossing()
    swap = measure.crossover(measure.curve(COVER, HELD_OUT), measure.curve(MERGE, HELD_OUT))
    assert html.count(f"crossover at {swap}</text>") == 1 and html.count("crossover at") == 1
    assert html.count(f"coverage, to {COVER.vocab_size}</text>") == 2
    sentence = data(html)["panels"][1]
    start = sentence["readings"][sentence["start"]]
    assert start[0] == f"{swap} pieces" and said(start).endswith("here it takes the lead.")
    corpus, sentence = Balanced(html).charts
    assert "never swaps" in corpus and f"swaps at {swap}" in sentence


def test_the_table_holds_both_curves_whole():
    curves = ({10: 9, 12: 7}, {10: 8, 11: 8, 12: 8})
    rows = Balanced(render.crossover_chart({"One": curves})).rows
    assert rows == [["Pieces", "coverage", "merging"], ["10", "9", "8"], ["11", "", "8"], ["12", "7", "8"]]
    readings = data(render.crossover_chart({"One": curves}))["panels"][0]["readings"]
    assert (
        said(readings[1]) == "At 11 pieces: 8 tokens with merging. Coverage was last measured at 10, with 9."
    )


def test_the_gap_is_split_where_the_curves_cross():
    panel = Panel("", "", {"a": {0: 0, 4: 4}, "b": {0: 3, 4: 0}}, "", "")
    tints = [
        [tuple(map(float, point.split())) for point in path.split("L")]
        for path in re.findall(r'd="M(.*?)Z"', panel.gap())
    ]
    at = panel.area.x(Fraction(12, 7))
    for points in tints:
        assert any(x == pytest.approx(at, abs=0.1) for x, _ in points)

    def area(points):
        turns = zip(points, points[1:] + points[:1], strict=True)
        return abs(sum(x * v - u * y for (x, y), (u, v) in turns)) / 2

    scale = (panel.area.x(1) - panel.area.x(0)) * (panel.area.y(0) - panel.area.y(1))
    a, b = (area(points) / scale for points in tints)
    assert (a, b) == pytest.approx((3 * 12 / 7 / 2, 4 * 16 / 7 / 2), rel=0.01)


# ------------------------------------------------------------------ a ceiling, and the best
def test_a_ceiling_says_its_value_and_the_rivals():
    rows = {None: {"corpus": 296, "once": 10}, 2: {"corpus": 422, "once": 1}, 5: {"corpus": 324, "once": 2}}
    html = render.length_ceiling(rows, {"corpus": 344}, units={"once": "rows"})
    corpus, once = data(html)["panels"]
    two, five, free = map(said, corpus["readings"])
    assert two.startswith("Corpus, no piece longer than 2 symbols: 422 tokens, 126 above the fewest.")
    assert two.endswith("Merging needs 344: 78 fewer.")
    assert five.endswith(" 324 tokens, 28 above the fewest. Merging needs 344: 20 more.")
    assert free == "Corpus, pieces of any length: 296 tokens, the fewest here. Merging needs 344: 48 more."
    assert said(once["readings"][1]) == "Once, no piece longer than 5 symbols: 2 rows, 1 above the fewest."
    exact(corpus, 0, [422, 324, 296])
    assert len({y for _, _, (_, (_, y)), *_ in corpus["readings"]}) == 1
    assert Balanced(html).rows[1:] == [
        ["2", "422", "1"],
        ["5", "324", "2"],
        ["any", "296", "10"],
        ["merging", "344", ""],
    ]


def test_greedy_and_best_as_the_library_finds_them():
    corpus = corpora.load("costing")
    trace = coverage.train(corpus)
    greedy = [sum(step.covered for step in trace.steps[:k]) for k in (1, 2, 3)]
    best = [coverage.best(corpus, k).covered for k in (1, 2)]
    rows = [
        (1, greedy[0], Fraction(2, 3), best[0]),
        (2, greedy[1], 24.653, best[1]),
        (3, greedy[2], 39, None),
    ]
    html = render.greedy_best(rows, total=39, names=("greedy", "promise", "best"))
    [panel] = data(html)["panels"]
    one, two, three = map(said, panel["readings"])
    assert one.endswith("That is as much as the best; the promise is 0.7.")
    assert two.startswith("With 2 pieces, greedy covers 33 positions of 39. ")
    assert two.endswith(f"That is {33 / 39:.1%} of the best, 39; the promise is 24.7.")
    assert three.endswith("The best is not known here; the promise is 39.") and panel["start"] == 1
    assert panel["readings"][2][2][1] is None
    assert Balanced(html).rows[2] == ["2", "33", "24.7", "39", "84.6%"]
    assert "99.9%" in render.greedy_best([(1, 99_999, 1, 100_000)])


# ------------------------------------------------------------------ the playground
def played(found: dict, corpus: int, unit: int, ceiling: int) -> tuple[dict, dict]:
    at = found["corpora"][corpus]
    return at, at["runs"][at["which"][unit * len(found["ceilings"]) + ceiling]]


def test_every_setting_replays_to_the_library():
    texts = {
        "Four words": corpora.load("four-words"),
        "Endings": corpora.load("endings"),
        "Sentences": SENTENCES,
    }
    found = data(render.fit_playground(texts, WORDS))
    for c, text in enumerate(texts.values()):
        for u, unit in enumerate(found["units"]):
            for m, most in enumerate(found["ceilings"]):
                at, run = played(found, c, u, m)
                trace = coverage.train(text, unit=unit, max_length=most, unknown=True)
                assert [at["pieces"][i] for i in run["pieces"]] == [step.symbol for step in trace.steps]
                assert at["size"] + len(run["pieces"]) == trace.vocab_size
                assert run["tokens"] == [trace.start_tokens, *(step.tokens for step in trace.steps)]
                assert run["bare"] == [trace.start_tokens, *(step.bare for step in trace.steps)]
                assert {a + b for a, b in zip(run["bare"], run["covered"], strict=True)} == {at["positions"]}
                for count in range(0, len(trace.steps) + 1, 1 if c < 2 else 9):
                    model = trace.model_at(at["size"] + count)
                    assert run["tokens"][count] == measure.tokens(model, text)
                    for w, word in enumerate(WORDS):
                        [*_, (_, widths)] = [r for r in run["readings"][w] if r[0] <= count]
                        ends = [sum(widths[:i]) for i in range(len(widths) + 1)]
                        tokens = ["".join(at["symbols"][w][i:j]) for i, j in pairwise(ends)]
                        assert tokens == model.segment(word)


def test_readings_are_recorded_only_where_they_change():
    found = data(render.fit_playground({"Sentences": SENTENCES}, WORDS))
    _, run = played(found, 0, 0, len(found["ceilings"]) - 1)
    for changes in run["readings"]:
        assert all(a[1] != b[1] for a, b in pairwise(changes))
    assert UNKNOWN in found["corpora"][0]["symbols"][WORDS.index("Alvarez")]
    raw = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(raw) < 60_000


def test_the_static_plate_is_one_setting_in_full():
    html = render.fit_playground({"Sentences": SENTENCES}, WORDS, size=100)
    rows = Balanced(html).rows
    pieces, words = rows[1 : len(COVER.steps) + 1], rows[-len(WORDS) :]
    assert [row[0] for row in pieces] == [
        str(n) for n in range(len(COVER.alphabet) + 2, COVER.vocab_size + 1)
    ]
    for row, step in zip(pieces, COVER.steps, strict=True):
        assert row[2:] == [
            str(n) for n in (step.score, step.tokens, COVER.start_tokens - step.bare, step.bare)
        ]
    model = COVER.model_at(100)
    assert [(row[0], row[2]) for row in words] == [(word, str(len(model.segment(word)))) for word in WORDS]


# ------------------------------------------------------------------ hostile text, and mistakes
def test_hostile_text_stays_text():
    corpus = Corpus(dict.fromkeys(HOSTILE, 2))
    trace = coverage.train(corpus)
    bad = "<b>&\"'</script>"
    for html in (
        render.gain_profile(trace, label=bad),
        render.crossover_chart({bad: ({1: 2}, {1: 3, 2: 1})}, names=(bad, bad + "2"), label=bad),
        render.length_ceiling({2: {bad: 3}}, {bad: 4}, bad, (bad, bad + "2"), {bad: bad}),
        render.greedy_best([(1, 1, 1, 1)], names=(bad, bad + "2", bad + "3"), label=bad),
        render.fit_playground({bad: corpus}, [*HOSTILE, bad], label=bad),
    ):
        page = Balanced(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL))
        assert not page.seen & {"b", "img", "script"} and html.count("<script") == 1
        assert json.dumps(data(html)) and unescape(re.search(r' label="(.*?)"', html)[1]) == bad
    assert (
        said(data(render.gain_profile(trace))["panels"][0]["readings"][0]).count(trace.steps[0].symbol) == 1
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: render.gain_profile(coverage.train(Corpus({"a": 1}))),
        lambda: render.crossover_chart({}),
        lambda: render.crossover_chart({"One": ({1: 1}, {})}),
        lambda: render.crossover_chart({"One": ({1: 1}, {1: 1})}, names=("a", "a")),
        lambda: render.length_ceiling({}),
        lambda: render.greedy_best([]),
        lambda: render.greedy_best([(1, 5, 1, 4)]),
        lambda: render.fit_playground({}, ["low"]),
    ],
)
def test_mistakes_are_named(call):
    with pytest.raises(ValueError):
        call()


def test_one_point_is_enough():
    for html in (
        render.gain_profile(coverage.train(Corpus({"ab": 1}))),
        render.crossover_chart({"One": ({1: 1}, {1: 1})}),
        render.length_ceiling({None: {"corpus": 3}}),
        render.greedy_best([(1, 0, 0, 0)]),
        render.fit_playground({"One": Corpus({"a": 1})}, ["a", "b"]),
    ):
        assert "nan" not in Balanced(html).rows and data(html)
