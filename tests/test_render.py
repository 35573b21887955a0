"""What is rendered is well-formed, hides nothing, and says exactly what the trace says."""

import json
import re
from itertools import pairwise

import pytest
from markup import Parsed

from piecework import Corpus, bpe, corpora, render
from piecework.bpe import join, pair_counts
from piecework.render.replay import states
from piecework.render.ticks import label, ticks, within

HOSTILE = [
    "<script>",
    "</script>",
    '"quoted"',
    "<img/src=x/onerror=alert(1)>",
    "a&amp;b",
    "<!--",
    "'it'",
    "]]>",
]
TRACES = {
    "Word family": bpe.train(corpora.load("word-family"), spelling="leading-space"),
    "Four words": bpe.train(corpora.load("four-words")),
    "Export": bpe.train(corpora.load("export"), spelling="separate", ties="first-seen"),
    "Reversed": bpe.train(
        corpora.load("word-family"), spelling="leading-space", ties="reverse-lexicographic"
    ),
    "Budget": bpe.train(corpora.load("sentences"), vocab_size=60, unknown=True),
    "Repeats": bpe.train(Corpus({"aaaaa": 2, "aa": 1}), spelling="plain"),
    "Going on": bpe.train(corpora.load("hugs"), spelling="continuation"),
    "Nothing": bpe.train(Corpus({"low": 1})),
    "Hostile": bpe.train(Corpus(dict.fromkeys(HOSTILE, 2)), spelling="plain"),
}


def data(html: str) -> list[dict]:
    (script,) = Parsed(html).scripts
    return json.loads(script)


# ------------------------------------------------------------------ escaping
@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text):
    trace = bpe.train(Corpus({text: 3}), spelling="plain", steps=2)
    built = [
        render.chip(text, {text: '"><script>'}),
        render.chips([text, text]),
        render.table([text], [[text]], caption=text),
        render.figure("", text),
        render.bar_chart([(text, 1)], text, wins=text, tie=text),
        render.line_chart({text: {1: 2}}, text, text, text, text, "u", marks={1: text}),
        render.cut_sentence([(text, text, [text])], text),
        render.merge_stepper({text: trace}, label=text, columns={text: 2}),
    ]
    for html in built:
        parsed = Parsed(html)
        tags = [(tag, attrs) for tag, attrs in parsed.tags if tag in ("script", "img")]
        assert [attrs for _, attrs in tags] == [{"type": "application/json"}] * len(parsed.scripts)
        assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)


def test_the_data_cannot_end_their_script():
    html = render.merge_stepper({"</script>": TRACES["Hostile"]})
    inside = html.split('<script type="application/json">')[1].split("</script></merge-stepper>")[0]
    assert "<" not in inside
    assert data(html)[0]["title"] == "</script>"
    assert ["".join(word) for word in data(html)[0]["words"]] == HOSTILE


def test_only_html_is_markup():
    table = render.table(["a"], [[render.Html("<b>1</b>")], ["<b>2</b>"]])
    assert "<td><b>1</b></td>" in table and "<td>&lt;b&gt;2&lt;/b&gt;</td>" in table
    assert render.Html("<b>").__html__() == "<b>"


# ------------------------------------------------------------------ pieces and tables
def test_marks_are_drawn_and_spoken_and_stay_in_the_text():
    space, end, tag = render.chip(" low"), render.chip("low⎵"), render.chip("</w>")
    assert '<span class="pw-space" aria-hidden="true"> </span><span class="pw-vh">space </span>low' in space
    assert 'low<span class="pw-end" aria-hidden="true">⎵</span><span class="pw-vh"> end of word</span>' in end
    assert "&lt;/w&gt;" in tag and "end of word" in tag


def test_numbers_go_right_and_alignment_can_be_said():
    table = Parsed(render.table(["piece", "count", "share"], [["lo", 7, "1%"], ["w", 5, "2%"]], align="lrr"))
    assert [attrs.get("class") for tag, attrs in table.tags if tag == "td"] == [None, "num", "num"] * 2
    guessed = Parsed(render.table(["piece", "count"], [["lo", 7], ["w", 5.5]]))
    assert [attrs.get("class") for tag, attrs in guessed.tags if tag == "th"] == [None, "num"]


@pytest.mark.parametrize(("rows", "align"), [([["a", "b"]], ""), ([["a"]], "lr"), ([["a"]], "c")])
def test_a_table_refuses_what_does_not_fit(rows, align):
    with pytest.raises(ValueError, match=r"cells under a heading|must hold one of"):
        render.table(["one"], rows, align)


def test_rows_may_come_from_a_generator():
    assert Parsed(render.table(["n"], ([n] for n in range(3)))).rows[1:] == [["0"], ["1"], ["2"]]


# ------------------------------------------------------------------ hues
def test_every_learned_piece_has_a_hue_and_nothing_else_has():
    for trace in TRACES.values():
        assert set(render.hues(trace)) == {step.symbol for step in trace.steps}


@pytest.mark.parametrize("name", ["Word family", "Four words", "Export"])
def test_pieces_in_one_word_never_share_a_hue(name):
    look = render.hues(TRACES[name])
    for words in states(TRACES[name]):
        for symbols, _ in words:
            coloured = [look[s].split("-")[0] for s in dict.fromkeys(symbols) if s in look]
            assert len(set(coloured)) == len(coloured), symbols


def test_pieces_in_view_together_share_no_look_while_looks_last():
    look, trace = render.hues(TRACES["Word family"]), TRACES["Word family"]
    for words in states(trace):
        view = {symbol for symbols, _ in words for symbol in symbols if symbol in look}
        if len(view) <= len(render.HUES):
            assert len({look[symbol] for symbol in view}) == len(view), view


def test_a_piece_keeps_the_hue_of_its_family():
    look = render.hues(TRACES["Word family"])
    assert look["lo"] == look["low"] == "blue"


def test_earlier_traces_win():
    both = render.hues(TRACES["Word family"], TRACES["Four words"])
    assert both.items() >= render.hues(TRACES["Word family"]).items()
    assert "newest⎵" in both


def test_a_large_corpus_does_not_run_out_of_hues():
    trace = bpe.train(corpora.load("sentences"))
    assert len(render.hues(trace)) == len(trace.steps)


# ------------------------------------------------------------------ charts
@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (267, 531), (0.1, 0.34), (5, 5), (0, 0), (-3, 12), (1, 10**12)]
)
def test_ticks_are_round_cover_the_range_and_are_few(low, high):
    found = ticks(low, high)
    assert found[0] <= low and found[-1] >= high and 2 <= len(found) <= 6
    (gap,) = {b - a for a, b in pairwise(found)}
    assert f"{float(gap):e}"[0] in "125"
    assert all(low <= tick <= high for tick in within(low, high))


def test_labels_of_ticks_are_exact():
    assert [label(tick) for tick in ticks(0, 1)] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_a_line_chart_is_named_described_and_the_same_each_time():
    def draw():
        series = {"a": {1: 10, 2: 5, 3: 4}, "b": {1: 8, 2: 6, 3: 4.1}}
        return render.line_chart(series, "size", "tokens", "Title", "A sentence.", "u1", marks={2: "here"})

    html = draw()
    parsed = Parsed(html)
    (svg,) = [attrs for tag, attrs in parsed.tags if tag == "svg"]
    ids = {attrs["id"] for _, attrs in parsed.tags if "id" in attrs}
    assert set(svg["aria-labelledby"].split()) == ids == {"u1-t", "u1-d"}
    assert float(svg["viewbox"].split()[2]) <= 360
    assert html == draw()
    assert "stroke-dasharray" in html and "<rect" in html  # the second line differs without colour, too


def test_names_at_the_ends_of_lines_do_not_overlap():
    html = render.line_chart({str(i): {0: 10, 1: 5 + i / 100} for i in range(4)}, "", "", "t", "d", "u")
    heights = sorted(float(y) for y in re.findall(r'class="name" x="[\d.]+" y="([\d.]+)"', html))
    assert all(b - a >= 14 for a, b in pairwise(heights)) and len(heights) == 4


def test_a_chart_without_points_is_refused_and_one_point_is_enough():
    with pytest.raises(ValueError, match="at least one point"):
        render.line_chart({"a": {}}, "", "", "", "", "u")
    Parsed(render.line_chart({"a": {3: 0}}, "", "", "", "", "u"))


def test_bars_say_who_wins_and_who_ties():
    html = render.bar_chart([("a", 3), ("b", 3), ("c", 1)])
    css = [
        attrs["class"] for tag, attrs in Parsed(html).tags if tag == "div" and attrs.get("role") == "listitem"
    ]
    assert css == ["pw-row is-top is-next is-tied", "pw-row is-top is-tied", "pw-row"]
    assert "is-top" not in render.bar_chart([("a", 3)], winner=None)
    Parsed(render.bar_chart([]))


# ------------------------------------------------------------------ the sentence
def test_a_sentence_breaks_only_where_every_row_cuts():
    text = "Dr. Alvarez didn't expect the low-cost re-analysis."
    rows = [
        ("at spaces", "words", text.split()),
        ("in two", "pieces", ["Dr. Alvarez didn't expect", " the low-cost re-analysis."]),
    ]
    html = render.cut_sentence(rows, text)
    Parsed(html)
    assert re.findall(r'pw-hero__half" style="--n:(\d+)"', html) == ["25", "26"]
    tiles = re.findall(r'<span class="pw-tile"', html)
    assert len(tiles) == len(text.split()) + 2


def test_a_sentence_refuses_pieces_that_are_not_its_own():
    with pytest.raises(ValueError, match="goes on 'cat'"):
        render.cut_sentence([("badly", "pieces", ["a ", "dog"])], "a cat")


def test_marks_of_word_ends_are_not_characters_of_the_sentence():
    html = render.cut_sentence(
        [("by merges", "pieces", ["a⎵", "c", "at⎵"]), ("so", "pieces", ["a", "</w>", "cat"])], "a cat"
    )
    assert html.count("pw-tile") == 3 + 2


# ------------------------------------------------------------------ goals
def test_a_goal_is_data_for_the_page_and_knows_two_ways():
    html = render.goal({'"Alice"</div>': (12, "from")})
    ((_, attrs),) = Parsed(html).tags
    assert json.loads(attrs["data-goal"]) == {'"Alice"</div>': [12, "from"]}
    with pytest.raises(ValueError, match="'exactly' or 'from' it on"):
        render.goal({"Alice": (12, "at")})


# ------------------------------------------------------------------ the stepper
@pytest.mark.parametrize("name", TRACES)
def test_replaying_the_data_gives_the_words_of_the_trace(name):
    trace = TRACES[name]
    (record,) = data(render.merge_stepper({name: trace}))
    words = [tuple(word) for word in record["words"]]
    assert words == [symbols for symbols, _ in next(states(trace))]
    assert record["counts"] == [count for _, count in trace.words]
    for step, recorded in zip(trace.steps, record["steps"], strict=True):
        before = words
        words = [tuple(recorded["changed"].get(str(i), word)) for i, word in enumerate(words)]
        assert words == [join(word, step.parts, step.symbol) for word in before]
        changed = [i for i, (old, new) in enumerate(zip(before, words, strict=True)) if old != new]
        assert sorted(map(int, recorded["changed"])) == changed
    counts = pair_counts([(word, count) for word, (_, count) in zip(words, trace.words, strict=True)])
    assert all(counts[a, b] == n for a, b, n in record["left"])
    assert [n for *_, n in record["left"]] == sorted(counts.values(), reverse=True)[:6]


@pytest.mark.parametrize("name", TRACES)
def test_the_data_hold_the_steps_of_the_trace(name):
    trace = TRACES[name]
    (record,) = data(render.merge_stepper({name: trace}))
    pieces = set(trace.alphabet)
    for step, recorded in zip(trace.steps, record["steps"], strict=True):
        pieces.add(step.symbol)
        assert recorded["parts"] == list(step.parts)
        assert recorded["rivals"] == [[*rival.parts, rival.score] for rival in step.rivals]
        assert recorded["size"] == len(pieces) + trace.unknown
        for field in ("symbol", "score", "tied", "replaced", "tokens"):
            assert recorded[field] == getattr(step, field)
    assert (record["tokens"], record["ties"], record["stopped"]) == (
        trace.start_tokens,
        trace.ties,
        trace.stopped,
    )
    assert record["steps"][-1:] == [] or record["steps"][-1]["size"] == trace.vocab_size


@pytest.mark.parametrize("name", TRACES)
def test_the_static_table_is_the_trace(name):
    trace = TRACES[name]
    _, *rows = Parsed(render.merge_stepper({name: trace})).rows
    characters = sum(len(word) * count for word, count in trace.words)
    sizes = [recorded["size"] for recorded in data(render.merge_stepper({name: trace}))[0]["steps"]]
    assert rows == [
        [
            str(step.number),
            " + ".join(step.parts),
            f"{step.score}" + (f" ({step.tied} tied)" if step.tied > 1 else ""),
            step.symbol,
            str(size),
            str(step.tokens),
            f"{characters / step.tokens:.2f}",
        ]
        for step, size in zip(trace.steps, sizes, strict=True)
    ]


def test_several_traces_stand_in_one_plate_and_the_first_is_static():
    html = render.merge_stepper(TRACES, columns={"Word family": 3})
    assert [record["title"] for record in data(html)] == list(TRACES)
    assert data(html)[0]["stage"] == {"columns": 3, "narrow": 3, "longest": 8}
    assert data(html)[1]["stage"] == {}
    assert len(Parsed(html).rows) == 1 + len(TRACES["Word family"].steps)


def test_an_empty_choice_is_refused():
    with pytest.raises(ValueError, match="at least one trace"):
        render.merge_stepper({})


def test_a_plate_of_sixty_words_and_steps_stays_small():
    words = dict(list(corpora.load("alice").items())[:60])
    trace = bpe.train(Corpus(words), spelling="leading-space", steps=60)
    script = Parsed(render.merge_stepper({"Alice": trace})).scripts[0]
    assert len(trace.steps) == 60 and len(script.encode()) < 25_000


def test_ids_are_unique_and_the_same_each_time():
    def draw():
        return render.merge_stepper({"a": TRACES["Four words"]}) + render.merge_stepper(
            {"b": TRACES["Four words"]}
        )

    ids = [attrs["id"] for _, attrs in Parsed(draw()).tags if "id" in attrs]
    assert len(ids) == len(set(ids)) == 4
    assert draw() == draw()
