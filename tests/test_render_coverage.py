"""The plates on coverage say what the traces say, in their tables as in the data that a page replays."""

import json
import re

import pytest
from markup import Parsed

from piecework import Corpus, bpe, corpora, coverage, measure, render
from piecework.runs import settings
from piecework.spelling import glue, spell

HOSTILE = [
    "<script>",
    "</script>",
    '"quoted"',
    "<img/src=x/onerror=alert(1)>",
    "a&amp;b",
    "<!--",
    "__proto__",
]
FOUR, ENDINGS, SENTENCES = map(corpora.load, ("four-words", "endings", "sentences"))
TRACES = {
    "Four words": coverage.train(FOUR),
    "In characters": coverage.train(FOUR, unit="characters"),
    "Sentences": coverage.train(SENTENCES, unknown=True),
    "Budget": coverage.train(SENTENCES, vocab_size=60, unknown=True, ties="reverse-lexicographic"),
    "Ceiling": coverage.train(SENTENCES, max_length=3, unit="characters", steps=20),
    "First seen": coverage.train(ENDINGS, ties="first-seen", spelling="separate", steps=3),
    "Space in front": coverage.train(corpora.load("word-family"), spelling="leading-space"),
    "Spaces": coverage.train(Corpus({"a low": 2, " low": 3}), spelling="metaspace"),
    "Going on": coverage.train(FOUR, spelling="continuation", steps=3),
    "Overlaps": coverage.train(Corpus({"aaaaa": 2, "aab": 1}), spelling="plain"),
    "Nothing": coverage.train(Corpus({"a": 3})),
    "Hostile": coverage.train(Corpus(dict.fromkeys(HOSTILE, 2)), spelling="plain"),
}


def data(html: str):
    (script,) = Parsed(html).scripts
    return json.loads(script)


def spelled(trace) -> list[tuple[str, ...]]:
    return [spell(word, trace.spelling) for word, _ in trace.words]


def places(flat: list[int]) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


# ------------------------------------------------------------------ escaping
@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text):
    corpus = Corpus({text: 3, "low": 1})
    both = {text: coverage.train(corpus), "other": bpe.train(corpus)}
    for html in (
        render.coverage_claims(both[text], label=text),
        render.ending_drag(corpus, text, label=text),
        render.unit_compare({text: corpus}, label=text),
        render.two_vocabularies(both, [text], label=text),
    ):
        parsed = Parsed(html)
        assert [attrs for tag, attrs in parsed.tags if tag in ("script", "img")] == [
            {"type": "application/json"}
        ]
        assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)
        assert "<" not in parsed.scripts[0]


# ------------------------------------------------------------------ claims
@pytest.mark.parametrize("name", TRACES)
def test_the_bids_are_those_of_the_trace(name):
    trace, record = TRACES[name], data(render.coverage_claims(TRACES[name]))
    words = spelled(trace)
    assert record["words"] == [list(symbols) for symbols in words]
    assert (record["total"], record["unit"], record["ties"]) == (trace.start_tokens, trace.unit, trace.ties)
    assert record["hues"] == render.hues(trace)
    masks = [[0] * len(symbols) for symbols in words]
    for step, turn in zip(trace.steps, record["turns"], strict=True):
        ranked = [(step.symbol, step.score), *((rival.symbol, rival.score) for rival in step.rivals)]
        assert [(symbol, score) for symbol, _, _, score, _, _ in turn["bids"]] == ranked
        for field in ("tied", "covered", "bare", "tokens"):
            assert turn[field] == getattr(step, field)
        for symbol, times, length, score, width, flat in turn["bids"]:
            assert times * length == score
            assert times == sum(trace.words[word][1] for word, _ in places(flat))
            for word, start in places(flat):
                assert glue(words[word][start : start + width], trace.spelling) == symbol
                assert not any(masks[word][start : start + width])
        *_, width, flat = turn["bids"][0]
        assert places(flat) == [(word, start) for word, starts in step.claims for start in starts]
        assert turn["bids"][0][1] == step.replaced
        for word, start in places(flat):
            masks[word][start : start + width] = [step.number] * width
        assert masks == trace.claimed(step.number)


@pytest.mark.parametrize("name", TRACES)
def test_what_comes_too_late_is_what_the_next_turn_would_have_been(name):
    trace, left = TRACES[name], data(render.coverage_claims(TRACES[name]))["left"]
    more = coverage.train(
        dict(trace.words),
        steps=len(trace.steps) + 1,
        unit=trace.unit,
        max_length=trace.max_length,
        spelling=trace.spelling,
        ties=trace.ties,
        unknown=trace.unknown,
    )
    if trace.stopped == "nothing left":
        assert left == [] and more.steps == trace.steps
    else:
        step = more.steps[-1]
        ranked = [(step.symbol, step.score), *((rival.symbol, rival.score) for rival in step.rivals)]
        assert [(bid[0], bid[3]) for bid in left] == ranked


@pytest.mark.parametrize("name", TRACES)
def test_the_table_of_claims_is_the_trace(name):
    trace = TRACES[name]
    ((head, *rows),) = Parsed(render.coverage_claims(trace)).tables
    assert head == ["Turn", "Winner", f"Bid, in {trace.unit}", "Best rival", "Covered", "Bare", "Tokens"]
    for step, row, turn in zip(trace.steps, rows, data(render.coverage_claims(trace))["turns"], strict=True):
        (_, times, length, *_), rivals = turn["bids"][0], turn["bids"][1:]
        tied = f" ({step.tied} tied)" if step.tied > 1 else ""
        rival = f"{rivals[0][0]} {rivals[0][1]} × {rivals[0][2]} = {rivals[0][3]}" if rivals else ""
        assert row == [
            str(step.number),
            step.symbol,
            f"{times} × {length} = {step.score}{tied}",
            rival,
            str(step.covered),
            str(step.bare),
            str(step.tokens),
        ]


def drawn(html: str) -> list[list[dict]]:
    """The cells of every block."""
    out: list[list[dict]] = []
    for _, attrs in Parsed(html).tags:
        if "data-word" in attrs:
            out.append([])
        if "data-cell" in attrs:
            out[-1].append(attrs)
    return out


@pytest.mark.parametrize("name", TRACES)
def test_the_cells_wear_the_hue_of_what_claimed_them(name):
    trace = TRACES[name]
    look, counts = render.hues(trace), [count for _, count in trace.words]
    full = sum(counts) <= 40 and max(counts) <= 12
    _, counted_twice = settings([(s, 1) for s in spelled(trace)], trace.unit, None)
    for cells, mask, symbols, count in zip(
        drawn(render.coverage_claims(trace)), trace.claimed(), spelled(trace), counts, strict=True
    ):
        assert len(cells) == len(symbols) * (count if full else 1)
        for i, cell in enumerate(cells):
            k = i % len(symbols)
            assert cell["data-cell"] == str(k)
            assert cell.get("data-hue") == (look[trace.steps[mask[k] - 1].symbol] if mask[k] else None)
            assert ("data-twice" in cell) == (symbols[k] in counted_twice)


def test_four_words_fill_in_four_turns():
    html = render.coverage_claims(TRACES["Four words"])
    wins = [turn["bids"][0][:4] for turn in data(html)["turns"]]
    assert wins == [["newest⎵", 6, 6, 36], ["widest⎵", 3, 6, 18], ["low⎵", 5, 3, 15], ["lower⎵", 2, 5, 10]]
    assert "4 turns cover 79 of 79 positions" in html and "is-compact" not in html
    assert "is-compact" in render.coverage_claims(TRACES["Sentences"])


# ------------------------------------------------------------------ endings
@pytest.mark.parametrize(
    ("corpus", "word"), [(FOUR, "newest"), (FOUR, "low"), (ENDINGS, "test"), (SENTENCES, "expected")]
)
@pytest.mark.parametrize("unit", ["positions", "characters"])
def test_every_ending_bids_what_coverage_says(corpus, word, unit):
    html = render.ending_drag(corpus, word, unit=unit)
    record, opening = data(html), coverage.candidates(corpus, unit=unit)
    symbols = spell(word)
    assert [bid[0] for bid in record["endings"]] == ["".join(symbols[i:]) for i in range(len(symbols) - 1)]
    assert [bid[3] for bid in record["endings"]] == [opening[bid[0]] for bid in record["endings"]]
    for symbol, times, length, score, width, flat in record["endings"]:
        assert times * length == score and "".join(symbols[-width:]) == symbol
        for number, start in places(flat):
            assert "".join(record["words"][number][start : start + width]) == symbol
        assert times == sum(corpus[record["names"][number]] for number, _ in places(flat))
    assert record["names"][record["number"]] == word and record["symbols"] == list(symbols)
    (_, *rows), whole = Parsed(html).tables[0], record["endings"][0][3]
    for row, (symbol, times, length, score, _, flat) in zip(rows, record["endings"], strict=True):
        assert row[0] == symbol and row[2] == f"{times} × {length} = {score}"
        assert int(row[3].replace("−", "-")) == score - whole
        assert record["names"][flat[0]] in row[1]
    counts = re.findall(r'class="pw-count">(\d+)', html)
    assert list(map(int, counts)) == [bid[3] for bid in record["endings"]]


def test_a_short_ending_loses_to_the_whole_word():
    html = render.ending_drag(FOUR, "newest")
    scores = {symbol: score for symbol, _, _, score, _, _ in data(html)["endings"]}
    assert scores == {"newest⎵": 36, "ewest⎵": 30, "west⎵": 24, "est⎵": 27, "st⎵": 18}
    assert "4 of 4 shorter ones bid less" in html


def test_words_that_hold_no_ending_are_left_out_where_there_are_many():
    record = data(render.ending_drag(SENTENCES, "costs"))
    assert len(record["names"]) < len(SENTENCES)
    held = {number for bid in record["endings"] for number, _ in places(bid[5])}
    assert held == set(range(len(record["names"])))


def test_endings_need_a_word_of_the_corpus_with_two_symbols():
    with pytest.raises(ValueError, match="has no word 'slow'"):
        render.ending_drag(FOUR, "slow")
    with pytest.raises(ValueError, match="single symbol"):
        render.ending_drag(Corpus({"a": 2}), "a")


# ------------------------------------------------------------------ units
def test_both_runs_of_every_corpus_are_recorded_and_tabled():
    choices = {"Four words": FOUR, "Endings": ENDINGS, "Sentences": SENTENCES}
    html = render.unit_compare(choices)
    for (title, corpus), record, (_, *rows) in zip(
        choices.items(), data(html), Parsed(html).tables, strict=True
    ):
        assert record["title"] == title
        runs = [coverage.train(corpus, unit=unit) for unit in ("positions", "characters")]
        assert record["hues"] == render.hues(*runs)
        assert record["totals"] == [
            runs[0].start_tokens,
            sum((len(word) + 1) * count for word, count in corpus.items()),
        ]
        assert len(rows) == len(record["turns"]) == max(len(run.steps) for run in runs)
        for side, run in enumerate(runs):
            assert record["tied"][side] == [step.tied for step in run.steps]
            for i, both in enumerate(record["turns"]):
                if i >= len(run.steps):
                    assert both[side] is None and rows[i][1 + 2 * side] == ""
                    continue
                step, bids = run.steps[i], both[side]
                ranked = [(step.symbol, step.score), *((r.symbol, r.score) for r in step.rivals)]
                assert [(bid[0], bid[3]) for bid in bids] == ranked[:3]
                assert all(times * length == score for _, times, length, score in bids)
                sum_ = f"{bids[0][1]} × {bids[0][2]} = {step.score}"
                assert rows[i][1 + 2 * side : 3 + 2 * side] == [step.symbol, sum_]
        for row in rows:
            assert (row[5] == "differs") == (row[1] != row[3])


def test_the_unit_changes_the_winner_on_endings_and_not_on_four_words():
    four, ends = data(render.unit_compare({"Four words": FOUR, "Endings": ENDINGS}))
    assert [[bids[0][0] for bids in both] for both in ends["turns"][:2]] == [["st", "est⎵"], ["est⎵", "st"]]
    assert all(first[0][0] == second[0][0] for first, second in four["turns"])
    assert "Four words: the unit changes no choice." in render.unit_compare({"Four words": FOUR})
    with pytest.raises(ValueError, match="at least one corpus"):
        render.unit_compare({})


# ------------------------------------------------------------------ two vocabularies
def test_both_lists_and_all_readings_are_the_library_s():
    size = {"vocab_size": 100, "unknown": True}
    traces = {"coverage": coverage.train(SENTENCES, **size), "merging": bpe.train(SENTENCES, **size)}
    words = ["expect", "expected", "analysis", "Zürich"]
    html = render.two_vocabularies(traces, words)
    record = data(html)
    both = measure.shared(*traces.values())
    assert record["shared"] == len(both) == len(record["hues"]) and set(record["hues"]) == set(both)
    for side, (name, trace), other in zip(
        record["sides"], traces.items(), reversed(traces.values()), strict=True
    ):
        assert side["name"] == name
        assert [(row["piece"], row["number"]) for row in side["rows"]] == [
            (step.symbol, step.number) for step in trace.steps
        ]
        numbers = {step.symbol: step.number for step in other.steps}
        assert [row["other"] for row in side["rows"]] == [numbers.get(step.symbol) for step in trace.steps]
        assert [row["piece"] for row in side["rows"] if row["said"]] == measure.whole_words(trace)
        once = [row["piece"] for row in side["rows"] if row["said"] == "once"]
        assert once == measure.whole_words(trace, said=1)
        assert side["readings"] == [trace.model.segment(word) for word in words]
    lists, readings = Parsed(html).tables
    for i, row in enumerate(lists[1:]):
        for j, side in enumerate(record["sides"]):
            entry = side["rows"][i]
            assert row[3 * j : 3 * j + 2] == [str(entry["number"]), entry["piece"]]
            assert ("a word" in row[3 * j + 2]) == bool(entry["said"])
            assert ("said once" in row[3 * j + 2]) == (entry["said"] == "once")
            assert (f"no. {entry['other']} of" in row[3 * j + 2]) == (entry["other"] is not None)
    first, second = (side["readings"] for side in record["sides"])
    assert readings[1:] == [
        [word, "".join(a), str(len(a)), "".join(b), str(len(b))]
        for word, a, b in zip(words, first, second, strict=True)
    ]


def test_a_piece_that_was_made_twice_stands_once_and_lists_may_differ_in_length():
    twice = bpe.train(Corpus({"abc": 9, "bcd": 8, "abcd": 9, "xab": 5}), spelling="plain")
    short = coverage.train(Corpus({"abc": 2}), spelling="plain")
    record = data(render.two_vocabularies({"a": twice, "b": short}, []))
    pieces = [row["piece"] for row in record["sides"][0]["rows"]]
    assert pieces == list(dict.fromkeys(step.symbol for step in twice.steps))
    assert len(record["sides"][1]["rows"]) == 1
    with pytest.raises(ValueError, match="two traces, not 1"):
        render.two_vocabularies({"a": twice}, [])


# ------------------------------------------------------------------ all of them
def test_plates_are_the_same_each_time_and_stay_small():
    def draw():
        return render.coverage_claims(coverage.train(SENTENCES))

    assert draw() == draw() and len(Parsed(draw()).scripts[0].encode()) < 25_000
