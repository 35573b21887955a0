"""The plate on count and score: replaying its data gives both traces, and both tables at every step."""

import json
from fractions import Fraction

import pytest
from markup import Parsed

from piecework import Corpus, bpe, corpora, render, wordpiece
from piecework.bpe import pair_counts
from piecework.render.criteria import SHOWN
from piecework.render.replay import states
from piecework.wordpiece import symbol_counts

HOSTILE = [
    "<script>",
    "</script>",
    '"quoted"',
    "<img/src=x/onerror=alert(1)>",
    "a&amp;b",
    "<!--",
    "__proto__",
]
HOSTILE += ["a▁b", "ab⎵", "☃🙂☃🙂"]
HUGS, SENTENCES = corpora.load("hugs"), corpora.load("sentences")


def both(corpus, spelling="continuation", steps=None, **how):
    """A corpus learned by both."""
    return (
        bpe.train(corpus, steps, spelling=spelling, **how),
        wordpiece.train(corpus, steps, spelling=spelling, **how),
    )


CASES = {
    "Five words": both(HUGS),
    "Two words": both(corpora.load("lab-2"), "separate"),
    "Four words": both(corpora.load("four-words"), "last-marked"),
    "Sentences": both(SENTENCES, steps=20),
    "A floor": both(SENTENCES, vocab_size=90, min_count=3, unknown=True, ties="reverse-lexicographic"),
    "First seen": both(SENTENCES, steps=8, ties="first-seen"),
    "Repeated": both(Corpus({"aaaaa": 2, "aab": 1}), "plain"),
    "One letter": both(Corpus({"a": 3})),
    "Nothing": both(Corpus({})),
    "Hostile": both(Corpus(dict.fromkeys(HOSTILE, 2)), "plain"),
}


def data(html: str):
    (script,) = Parsed(html).scripts
    return json.loads(script)


def drawn(name: str, **how):
    (record,) = data(render.count_and_score({name: CASES[name]}, **how))
    return record


def ranked(trace, words) -> list[tuple[str, str]]:
    """The pairs as a learner ranks them, by its definition; a floor shows in the scores alone."""
    counts, singles = pair_counts(words), symbol_counts(words)
    by_score = isinstance(trace, wordpiece.WordPieceTrace)
    worth = {
        (a, b): Fraction(count, singles[a] * singles[b]) if by_score else count
        for (a, b), count in counts.items()
        if count >= trace.min_count or not by_score
    }
    pairs = list(worth)
    if trace.ties != "first-seen":
        pairs.sort(reverse=trace.ties == "reverse-lexicographic")
    return sorted(pairs, key=lambda pair: -worth[pair])


@pytest.mark.parametrize("name", CASES)
def test_replaying_the_data_gives_both_traces(name):
    record, last = drawn(name), max(len(trace.steps) for trace in CASES[name])
    assert len(record["sides"]) == 2
    for trace, side in zip(CASES[name], record["sides"], strict=True):
        assert (side["ties"], side["floor"], side["stopped"]) == (trace.ties, trace.min_count, trace.stopped)
        assert side["steps"] == len(trace.steps) and len(side["turns"]) == last + 1
        cuts, seen = record["words"], list(states(trace))
        stage = dict.fromkeys(range(len(trace.words)))
        if len(trace.words) > len(cuts):
            spelled = [list(symbols) for symbols, _ in seen[0]]
            stage = dict.fromkeys(spelled.index(cut) for cut in cuts)
        assert record["counts"] == [trace.words[i][1] for i in stage] and record["all"] == len(trace.words)
        for at, turn in enumerate(side["turns"]):
            words = seen[min(at, len(trace.steps))]
            cuts = [turn["changed"].get(str(n), cut) for n, cut in enumerate(cuts)]
            assert cuts == [list(words[i][0]) for i in stage]
            assert turn["tokens"] == (
                trace.steps[min(at, len(trace.steps)) - 1].tokens
                if at and trace.steps
                else trace.start_tokens
            )
            step = trace.steps[at - 1] if 0 < at <= len(trace.steps) else None
            assert turn["did"] == ([*step.parts, step.symbol] if step else [])
            assert turn["tied"] == (trace.steps[at].tied if at < len(trace.steps) else 0)


@pytest.mark.parametrize("name", CASES)
def test_every_table_ranks_as_its_learner_does_and_as_the_other_one(name):
    record, traces = drawn(name), CASES[name]
    seen = [list(states(trace)) for trace in traces]
    for at in range(len(record["sides"][0]["turns"])):
        words = [each[min(at, len(each) - 1)] for each in seen]
        tables = [ranked(trace, cuts) for trace, cuts in zip(traces, words, strict=True)]
        for side, (trace, cuts) in enumerate(zip(traces, words, strict=True)):
            turn, mine, others = record["sides"][side]["turns"][at], tables[side], tables[1 - side]
            counts, singles = pair_counts(cuts), symbol_counts(cuts)
            assert turn["of"] == len(mine)
            pairs = [(a, b) for a, b, *_ in turn["rows"]]
            assert pairs[:SHOWN] == mine[:SHOWN]
            other = traces[1 - side]
            wanted = tuple(other.steps[at].parts) if at < len(other.steps) else None
            assert pairs[SHOWN:] == ([wanted] if wanted in mine[SHOWN:] else [])
            for a, b, count, first, second, score, here, there in turn["rows"]:
                assert (count, first, second) == (counts[a, b], singles[a], singles[b])
                assert Fraction(score) == Fraction(count, first * second)
                assert mine[here - 1] == (a, b)
                assert others[there - 1] == (a, b) if there else (a, b) not in others
            if at < len(trace.steps):
                step = trace.steps[at]
                assert pairs[0] == tuple(step.parts)
                assert [*map(tuple, pairs[1:SHOWN])] == [rival.parts for rival in step.rivals]
                if side:
                    assert (
                        tuple(turn["rows"][0][2:5]) == step.counts
                        and Fraction(turn["rows"][0][5]) == step.score
                    )
                else:
                    assert turn["rows"][0][2] == step.score


def test_a_few_steps_are_those_of_shorter_traces():
    short = data(render.count_and_score({"Five words": both(HUGS, steps=3)}))
    assert data(render.count_and_score({"Five words": both(HUGS)}, steps=3)) == short
    assert len(short[0]["sides"][0]["turns"]) == 4 and short[0]["sides"][0]["stopped"] == "steps"
    (none,) = data(render.count_and_score({"Five words": both(HUGS)}, steps=0))
    assert [len(side["turns"]) for side in none["sides"]] == [1, 1]


def test_five_words_part_at_the_first_step():
    record = drawn("Five words")
    first = [side["turns"][0]["rows"] for side in record["sides"]]
    assert first[0][0] == ["##u", "##g", 20, 36, 20, "1/36", 1, 2]
    assert first[1][0] == ["##g", "##s", 5, 20, 5, "1/20", 1, 5]
    assert [row[5] for row in first[1][1:]] == ["1/36"] * 5
    assert record["learned"][2] == 7


@pytest.mark.parametrize("name", CASES)
def test_without_scripts_every_step_of_both_is_there(name):
    html = render.count_and_score({name: CASES[name]})
    merging, scoring = CASES[name]
    record = drawn(name)
    last = max(len(merging.steps), len(scoring.steps))
    *rest, ends = Parsed(html).tables
    pairs = rest.pop(0) if last else [["Pair", "Count", "Score", "Rank by count", "Rank by score"]]
    assert pairs[0] == ["Pair", "Count", "Score", "Rank by count", "Rank by score"]
    for row in pairs[1:]:
        count, _, total = row[2].partition(" = ")
        top, bottom = count.split(" / (")
        first, second = bottom.rstrip(")").split(" × ")
        assert Fraction(total) == Fraction(int(top), int(first) * int(second)) and top == row[1]
    assert len(rest) == bool(last)
    if last:
        steps = rest[0][1:]
        assert len(steps) == last
        for at, row in enumerate(steps):
            for side, trace in enumerate(CASES[name]):
                cells = row[1 + 3 * side : 4 + 3 * side]
                if at >= len(trace.steps):
                    assert cells == ["", "", ""]
                    continue
                step = trace.steps[at]
                assert cells[0] == " + ".join(step.parts)
                assert f"{step.score}" in cells[1] and ("tied" in cells[1]) == (step.tied > 1)
                there = record["sides"][side]["turns"][at]["rows"][0][7]
                assert cells[2] == (str(there) if there else "–")
    for row in ends[1:]:
        word = dict.fromkeys(word for word, _ in merging.words)
        assert row[0] in word and len(row) == 3


@pytest.mark.parametrize("text", [*HOSTILE, "⎵⎵"])
def test_text_is_never_markup(text):
    traces = both(Corpus({text: 3, "low": 1}), "plain")
    html = render.count_and_score({text: traces, "other": traces}, label=text)
    parsed = Parsed(html)
    assert [attrs for tag, attrs in parsed.tags if tag in ("script", "img")] == [{"type": "application/json"}]
    assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)
    assert "<" not in parsed.scripts[0] and data(html)[0]["title"] == text


def test_two_traces_must_have_the_same_words_in_the_same_spelling():
    with pytest.raises(ValueError, match="at least one corpus"):
        render.count_and_score({})
    for other in (both(SENTENCES, steps=1), both(HUGS, "separate")):
        with pytest.raises(ValueError, match="'Both': the two traces must have the same words"):
            render.count_and_score({"Both": (CASES["Five words"][0], other[1])})


def test_the_plate_is_the_same_every_time_and_small():
    def draw():
        return render.count_and_score({"Five words": both(HUGS)})

    assert draw() == draw() and len(Parsed(draw()).scripts[0].encode()) < 6_000
    sentences = render.count_and_score({"Sentences": both(SENTENCES, steps=40)})
    assert len(Parsed(sentences).scripts[0].encode()) < 40_000
