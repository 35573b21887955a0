"""The plate on sizes: its numbers are the library's, its rules are what they say, and any text is drawn."""

import json
from fractions import Fraction

import pytest
from markup import Parsed
from own_texts import DRAWN, REFUSED

from piecework import Corpus, bpe, corpora, measure, render
from piecework.live import plates
from piecework.render.sizes import farthest, grid, rare_by_size, slow, tokens_by_size

ALICE = corpora.load("alice")
HELD_OUT = Corpus.from_text("She had never before seen aaaa naïve rabbits. 漢字", words="leading-space")
TRACE = bpe.train(ALICE, spelling="leading-space")
TWICE = bpe.train({"abcabc": 2, "bcbc": 3}, spelling="plain")


def data(html: str) -> dict:
    (script,) = Parsed(html).scripts
    return json.loads(script)


def redraw(text: str, html: str | None = None, **changed: object) -> str:
    (own,) = [attrs for tag, attrs in Parsed(html or render.size_curve(TRACE)).tags if tag == "your-text"]
    field = json.loads(own["number"])
    how = {**json.loads(own["settings"]), field["name"]: field["value"], **changed}
    return plates.redraw("size_curve", text, how, lambda **said: None)["html"]


# ------------------------------------------------------------------ what is measured
@pytest.mark.parametrize("trace", [TRACE, TWICE, bpe.train({"aaaaaaa": 3, "aa": 1}, spelling="plain")])
@pytest.mark.parametrize("spelling", ["as it is", "unknown"])
def test_one_pass_says_the_tokens_of_every_size(trace, spelling):
    if spelling == "unknown":
        trace = bpe.train(dict(trace.words), spelling=trace.spelling, unknown=True)
    for corpus in (dict(trace.words), HELD_OUT, {"aaaaaaaa": 2, "abcabcabc": 5}, {}):
        assert tokens_by_size(trace, corpus) == measure.curve(trace, corpus)


def test_rare_pieces_are_those_that_the_cut_text_says_seldom():
    sizes = [*TRACE.sizes][::30]
    for size, scarce in rare_by_size(TRACE, sizes, 5):
        model, uses = TRACE.model_at(size), dict.fromkeys(TRACE.at(size).learned, 0)
        for word, count in ALICE.items():
            for piece in model.segment(word):
                if piece in uses:
                    uses[piece] += count
        assert scarce == sum(count < 5 for count in uses.values())


def test_a_doubling_is_slow_once_it_saves_too_little():
    tokens = {1: 100, 2: 80, 4: 64, 8: 63}
    assert [slow(tokens, Fraction(share, 100)) for share in (21, 20, 19, 1)] == [1, 4, 4, None]


def test_the_farthest_size_is_below_the_line_between_the_ends():
    assert farthest({1: 10, 2: 9, 3: 8}) is None
    assert farthest({1: 10, 2: 9, 3: 2, 4: 1}) == 3
    tokens = tokens_by_size(TRACE, ALICE)
    cut = {size: tokens[size] for size in tokens if size <= 100}
    assert farthest(cut) < farthest(tokens)


def test_the_grid_has_both_ends_and_all_doublings():
    sizes = grid(range(42, 5000))
    assert {42, 64, 128, 256, 512, 1024, 2048, 4096, 4999} <= set(sizes) and len(sizes) < 60
    assert grid(range(7, 8)) == [7]


# ------------------------------------------------------------------ the plate
def test_every_reading_says_what_measures_say():
    html = render.size_curve(TRACE, HELD_OUT, less_than=Fraction(2, 5), rare=5)
    panel = data(html)["panels"][0]
    said = sum(HELD_OUT.values())
    for name, _, dots, (say,), _ in panel["readings"]:
        size = int(name.split(" ")[0].replace(",", ""))
        model = TRACE.model_at(size)
        home, away = (measure.fertility(model, text) for text in (ALICE, HELD_OUT))
        assert f"{float(home):.2f} tokens a word where it was learned, {float(away):.2f} on new text" in say
        assert len(dots) == 2 and all(dots) and away == Fraction(measure.tokens(model, HELD_OUT), said)
        if size // 2 in TRACE.sizes:
            share = 1 - home / measure.fertility(TRACE.model_at(size // 2), ALICE)
            assert f"The last doubling saved {float(share):.1%}." in say
    starts = [say for *_, (say,), _ in panel["readings"] if "Here: " in say]
    assert len(starts) == 2 and "Here: " in panel["readings"][panel["start"]][3][0]


def test_a_trace_alone_has_one_curve_and_the_smallest_traces_are_drawn():
    for trace in (
        TRACE,
        TWICE,
        bpe.train({"ab": 2}, spelling="plain"),
        bpe.train({"aa": 2}, spelling="plain"),
    ):
        panel = data(render.size_curve(trace))["panels"][0]
        assert all(len(reading[2]) == 1 for reading in panel["readings"])
        assert f"{trace.vocab_size} piece" in panel["readings"][-1][0]


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="at least one step"):
        render.size_curve(bpe.train({"ab": 1}))
    with pytest.raises(ValueError, match="has no words"):
        render.size_curve(TRACE, {})


# ------------------------------------------------------------------ a reader's text
def test_a_reader_s_text_is_learned_as_the_book_s_was_and_a_tenth_of_it_is_new():
    text = " ".join(word.strip() for word, count in ALICE.items() for _ in range(count))
    html = redraw(text)
    at = text.index(" ", len(text) * 9 // 10)
    home, away = (Corpus.from_text(part, words="leading-space") for part in (text[:at], text[at:]))
    trace = bpe.train(home, spelling="leading-space")
    assert html == render.size_curve(trace, away)
    few = bpe.train(home, spelling="leading-space", steps=7)
    assert redraw(text, pieces=7) == render.size_curve(few, away)


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_any_text_is_drawn_or_refused_and_is_never_markup(text):
    try:
        html = redraw(text)
    except ValueError as error:
        assert "nothing to learn" in str(error)
        return
    parsed = Parsed(html)
    assert not [tag for tag, attrs in parsed.tags if tag == "img" or (tag == "script" and "src" in attrs)]
    assert "<" not in parsed.scripts[0]


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_a_text_that_cannot_be_learned_from_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why):
        redraw(text, render.size_curve(bpe.train(corpora.load("four-words"))))
