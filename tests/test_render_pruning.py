"""The plate on pruning: replaying its data gives the trace, its rounds, and the cuts of its models."""

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isclose

import pytest
from markup import Parsed

from piecework import Corpus, corpora, render, unigram
from piecework.render.pruning import BARS, NAMED, OFFERS, moments
from piecework.unigram import Unigram

HOSTILE = [
    "<script>",
    "</script>",
    '"quoted"',
    "<img/src=x/onerror=alert(1)>",
    "a&amp;b",
    "<!--",
    "__proto__",
]
HOSTILE += ["a▁b", "⎵⎵", "☃🙂☃🙂"]
HUGS, SENTENCES = corpora.load("hugs"), corpora.load("sentences")
COURSE = unigram.seed(HUGS, "plain", whole_words=False)
TRACES = {
    "Five words": unigram.train(HUGS, 8, spelling="plain"),
    "Their ends": unigram.train(HUGS, 8),
    "No passes": unigram.train(HUGS, 8, passes=0),
    "By usage": unigram.train(corpora.load("lab-3"), 25, passes=0, by="usage", keep=Fraction(4, 5)),
    "One at a time": unigram.train(HUGS, 8, spelling="plain", seed=COURSE, keep=1, passes=1),
    "Continued": unigram.train(HUGS, 9, spelling="continuation", unknown=True),
    "Sentences": unigram.train(SENTENCES, 100, unknown=True),
    "Backwards": unigram.train(SENTENCES, 200, ties="reverse-lexicographic", by="usage"),
    "Cut short": unigram.train(SENTENCES, 100, unknown=True).at(150),
    "Nothing goes": unigram.train(HUGS, 99),
    "One letter": unigram.train({"a": 3}, 1, spelling="plain"),
    "Hostile": unigram.train(dict.fromkeys(HOSTILE, 2), 60, spelling="plain"),
    "Spaces": unigram.train({" the cat": 2, " the": 3}, 12, spelling="metaspace"),
}


def data(html: str):
    (script,) = Parsed(html).scripts
    return json.loads(script)


def model(trace, weights) -> Unigram:
    return Unigram(trace.alphabet, tuple(weights.items()), trace.spelling, trace.unknown)


def close(one, other) -> bool:
    return abs(one - other) <= 0.05001


@cache
def seen(name: str):
    """The moments of a plate, each with the weights that the trace has there."""
    trace, record = TRACES[name], data(render.pruning_rounds(TRACES[name]))
    weights, steps, out = dict(trace.seed), iter(trace.steps), []
    for moment in record["moments"]:
        gone = []
        if moment["kind"] == "em":
            weights = dict(trace.rounds[moment["round"] - 1].weights)
        elif moment["kind"] == "prune":
            gone = [next(steps) for _ in range(moment["went"])]
            names = {step.symbol for step in gone}
            weights = {piece: weight for piece, weight in weights.items() if piece not in names}
        out.append((moment, weights, gone))
    assert next(steps, None) is None
    return trace, record, out


@pytest.mark.parametrize("name", TRACES)
def test_the_moments_are_the_rounds_and_the_removals(name):
    trace, record, out = seen(name)
    singly = len(trace.steps) <= 24
    assert record["singly"] == singly and record["rounds"] == len(trace.rounds)
    assert (record["by"], record["ties"], record["stopped"]) == (trace.by, trace.ties, trace.stopped)
    kinds = [moment["kind"] for moment, *_ in out]
    assert kinds[0] == "seed" and kinds.count("em") == (len(trace.rounds) if trace.passes else 0)
    assert kinds.count("prune") == (len(trace.steps) if singly else len(trace.rounds) - 1)
    for moment, weights, gone in out:
        assert moment["size"] == len(weights) + trace.unknown
        assert moment["went"] == len(gone) and moment["free"] == sum(step.score == 0 for step in gone)
        assert {step.round for step in gone} <= {moment["round"]}
        done = {each.number: each for each in trace.rounds}.get(moment["round"])
        if moment["kind"] == "em":
            assert moment["size"] == done.size and moment["tokens"] == done.tokens
            assert [*map(float, moment["likelihoods"])] == [round(one, 1) for one in done.log_likelihood[1:]]
    first, (last, *_) = trace.rounds[0], out[-1]
    assert out[0][0]["likelihoods"] == [round(first.log_likelihood[0], 1)]
    assert last["tokens"] == trace.tokens and last["size"] == trace.rounds[-1].size
    assert last["likelihoods"][-1] == round(trace.rounds[-1].log_likelihood[-1], 1)
    assert last["next"] == [] and last["going"] == 0


@pytest.mark.parametrize("name", TRACES)
def test_shares_and_likelihoods_are_those_of_the_model_at_every_moment(name):
    trace, record, out = seen(name)
    rows = record["pieces"]
    longer = [piece for piece, stays in zip(rows, record["stays"], strict=True) if not stays]
    assert rows == [*longer, *(piece for piece in rows if piece in trace.alphabet)]
    assert len(rows) == len(trace.seed) if len(trace.seed) <= 24 else len(rows) == BARS
    for moment, weights, _ in out:
        here = model(trace, weights)
        for piece, share in zip(rows, moment["shares"], strict=True):
            assert (share is None) == (piece not in weights)
            assert share is None or abs(share - here.probability(piece)) <= 0.5001e-3
        others, rest = moment["others"]
        assert others == len(weights) - sum(share is not None for share in moment["shares"])
        assert abs(rest + sum(share or 0 for share in moment["shares"]) - 1) < 0.02
        assert close(moment["likelihoods"][-1], here.log_likelihood(dict(trace.words)))


@pytest.mark.parametrize("name", TRACES)
def test_words_are_cut_as_the_model_cuts_them_and_tokens_counted(name):
    trace, record, out = seen(name)
    cuts, counts = record["words"], record["counts"]
    assert record["all"] == len(trace.words) and len(cuts) == min(len(trace.words), 12)
    words = ["".join(cut) for cut in cuts]
    for (moment, weights, gone), now in zip(out, moments(trace, trace, record["singly"]), strict=True):
        cuts = [moment["changed"].get(str(n), cut) for n, cut in enumerate(cuts)]
        if trace.spelling != "continuation":
            assert ["".join(cut) for cut in cuts] == words
        assert all(piece in weights for cut in cuts for piece in cut)
        everything = dict(zip([word for word, _ in trace.words], now.cuts, strict=True))
        assert [list(cut) for cut in everything.values() if list(cut) in cuts] and moment["tokens"] == sum(
            count * len(everything[word]) for word, count in trace.words
        )
        if moment["kind"] != "prune":
            here = model(trace, weights)
            assert everything == {word: tuple(here.segment(word)) for word in everything}
        elif record["singly"] and moment["next"] and trace.passes:  # as the round that goes on has it
            assert moment["tokens"] == gone[-1].tokens
    assert sum(counts) <= sum(count for _, count in trace.words)


@pytest.mark.parametrize("name", TRACES)
def test_what_goes_and_what_would_is_the_trace_s(name):
    _, _, out = seen(name)
    ahead = [*out[1:], (None, None, [])]
    for (moment, _, gone), (then, _, soon) in zip(out, ahead, strict=True):
        named = [(symbol, tuple(parts), places) for symbol, parts, _, places in moment["gone"]]
        dearest = [step for step in gone if step.score][::-1] + [step for step in gone if not step.score]
        assert named == [(step.symbol, step.parts, step.replaced) for step in dearest][:NAMED]
        for (*_, score, _), step in zip(moment["gone"], dearest, strict=False):
            assert abs(score - step.score) <= 0.05001 and (score == 0) == (step.score == 0)
        if then is None or then["kind"] == "em":
            assert (moment["next"], moment["tied"], moment["going"]) == ([], 0, 0)
            continue
        first = soon[0]
        offers = [(first.symbol, first.parts), *((rival.symbol, rival.parts) for rival in first.rivals)]
        assert [(symbol, tuple(parts)) for symbol, parts, _ in moment["next"]] == offers[:OFFERS]
        assert moment["tied"] == first.tied and moment["going"] >= len(soon)
        scores = [score for *_, score in moment["next"]]
        assert scores == sorted(scores)


@pytest.mark.parametrize("name", TRACES)
def test_em_says_which_share_moved_most(name):
    _, _, out = seen(name)
    for (_, before, _), (moment, after, _) in pairwise(out):
        if moment["kind"] == "em" and moment["moved"]:
            every, then = sum(before.values()), sum(after.values())
            by = {piece: float(after[piece] / then) - float(before[piece] / every) for piece in after}
            most, least = moment["moved"]
            assert isclose(by[most], max(by.values())) and isclose(by[least], min(by.values()))
        else:
            assert moment["moved"] == []


@pytest.mark.parametrize("name", TRACES)
def test_only_pieces_that_read_a_word_have_a_hue(name):
    trace, record, _ = seen(name)
    used = {piece for now in moments(trace, trace, record["singly"]) for cut in now.cuts for piece in cut}
    assert set(record["hues"]) == used - set(trace.alphabet)


@pytest.mark.parametrize("name", TRACES)
def test_without_scripts_every_round_and_removal_is_there(name):
    trace = TRACES[name]
    html = render.pruning_rounds(trace)
    tables = Parsed(html).tables
    rounds, removals = tables[0][1:], tables[1][1:] if trace.steps else []
    assert len(tables) == 1 + bool(trace.steps)
    for done, row in zip(trace.rounds, rounds, strict=True):
        gone = [step for step in trace.steps if step.round == done.number]
        free = sum(step.score == 0 for step in gone)
        assert row[:2] + row[4:] == [
            str(each) for each in (done.number, done.size, done.tokens, len(gone), free)
        ]
        for cell, value in zip(row[2:4], (done.log_likelihood[0], done.log_likelihood[-1]), strict=True):
            assert cell == f"{value:.1f}".replace("-", "−")
    steps = {step.number: step for step in trace.steps}
    assert len(removals) == len(steps) if len(steps) <= 24 else len(removals) <= 24 * len(trace.rounds)
    for row in removals:
        step = steps[int(row[1])]
        assert (row[0], row[2], row[4]) == (str(step.round), step.symbol, "".join(step.parts))
        assert row[5] == str(step.replaced) and ("tied" in row[3]) == (step.tied > 1)
    assert f"{'1 round' if len(rounds) == 1 else f'{len(rounds)} rounds'}:" in html
    assert html.count('role="listitem"') >= len(trace.words)


def test_the_five_words_lose_the_idle_pieces_first():
    record = data(render.pruning_rounds(TRACES["Five words"]))
    free = ["bu", "gs", "hu", "pu", "ug", "ugs", "un"]
    gone = [moment["gone"][0] for moment in record["moments"] if moment["gone"]]
    assert [symbol for symbol, *_ in gone] == [*free, "hugs", "bun", "pug", "pun"]
    assert [score for *_, score, _ in gone][:7] == [0] * 7 and gone[7] == ["hugs", ["hug", "s"], 53.0, 5]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text):
    html = render.pruning_rounds(unigram.train(Corpus({text: 3, "low": 1}), 25, spelling="plain"), label=text)
    parsed = Parsed(html)
    assert [attrs for tag, attrs in parsed.tags if tag in ("script", "img")] == [{"type": "application/json"}]
    assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)
    assert "<" not in parsed.scripts[0]


def test_an_empty_corpus_has_a_plate():
    record = data(render.pruning_rounds(unigram.train({}, 0)))
    assert record["words"] == record["pieces"] == [] and len(record["moments"]) == 2


def test_the_plate_is_the_same_every_time_and_small():
    def draw(name: str):
        return Parsed(render.pruning_rounds(TRACES[name])).scripts[0]

    assert draw("Sentences") == draw("Sentences")
    assert len(draw("Five words").encode()) < 9_000 and len(draw("Sentences").encode()) < 10_000
    whole = Parsed(render.pruning_rounds(TRACES["Sentences"], most=300)).scripts[0]
    assert len(json.loads(whole)["moments"]) == 1 + len(TRACES["Sentences"].steps) + len(
        TRACES["Sentences"].rounds
    )
