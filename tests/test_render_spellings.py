"""The plate on sampling says what was drawn and what is exact, in its tables as in the data of the page."""

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from test_render_coverage import HOSTILE, Parsed

from piecework import bpe, corpora, dropout, render, unigram
from piecework.render.odds import percent
from piecework.render.spellings import ROWS

SENTENCES = corpora.load("sentences")
MODEL = unigram.train(SENTENCES, vocab_size=150).model
MERGES = bpe.train(SENTENCES, vocab_size=150).model


def drawn(word: str, temperature: float, count: int, seed: int = 1):
    rng = Random(seed)
    draws = [tuple(MODEL.sample(word, rng, temperature)) for _ in range(count)]
    return MODEL.shares(word, temperature), draws


def dropped(word: str, p: Fraction, count: int):
    rng = Random(2)
    draws = [tuple(dropout.segment(MERGES, word, p, rng)) for _ in range(count)]
    return dropout.shares(MERGES, word, p), draws


SAMPLES = {
    "few": drawn("weather", 1.0, 300),
    "many": drawn("reanalysis", 9.0, 200),
    "sharp": drawn("reanalysis", 0.3, 30),
    "dropout": dropped("expected", Fraction(1, 5), 200),
    "one": ({("a",): 1}, [("a",)]),
    "coin": ({("ab",): Fraction(1, 2), ("a", "b"): Fraction(1, 2)}, [("a", "b")] * 3 + [("ab",)]),
}


def record(name: str) -> dict:
    """The data of a sample."""
    (script,) = Parsed(render.sampled_spellings({name: SAMPLES[name]}, "word")).scripts
    return json.loads(script)["samples"][0]


def rows(name: str) -> list[tuple[set, float]]:
    """What each row must stand for: its cuts, and their exact share."""
    shares, _ = SAMPLES[name]
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    own = ranked if len(ranked) <= ROWS + 1 else ranked[:ROWS]
    out = [({cut}, float(share)) for cut, share in own]
    if rare := ranked[len(own) :]:
        out.append(({cut for cut, _ in rare}, float(sum(share for _, share in rare))))
    return out


@pytest.mark.parametrize("name", SAMPLES)
def test_shares_draws_and_gaps_are_what_was_given(name):
    data, (shares, draws) = record(name), SAMPLES[name]
    assert [tuple(data["cuts"][i]) for i in data["draws"]] == draws
    wanted = rows(name)
    assert len(data["shares"]) == len(data["exact"]) == len(wanted)
    for text, exact, (_, share) in zip(data["shares"], data["exact"], wanted, strict=True):
        assert text == percent(share) and exact == pytest.approx(share, abs=1e-5)
    own = len(wanted) - bool(data["rare"])
    assert data["rare"] == len(shares) - own
    assert [{tuple(cut)} for cut in data["cuts"][:own]] == [cuts for cuts, _ in wanted[:own]]
    assert len(set(map(tuple, data["cuts"]))) == len(data["cuts"])
    for n, gap in enumerate(data["gaps"], 1):
        apart = [abs(sum(cut in cuts for cut in draws[:n]) / n - share) for cuts, share in wanted]
        assert gap == pytest.approx(1000 * max(apart), abs=0.5001)
    assert len(data["gaps"]) == len(draws)
    assert max(data["exact"]) <= data["scale"] <= 1


@pytest.mark.parametrize("name", SAMPLES)
def test_the_table_counts_the_draws(name):
    (head, *body), data = (
        Parsed(render.sampled_spellings({name: SAMPLES[name]}, "word")).tables[0],
        record(name),
    )
    assert head[2:] == ["Exact share", "Draws", "Their share", "Difference, in points"]
    draws = Counter(SAMPLES[name][1])
    for row, (cuts, share), text in zip(body, rows(name), data["shares"], strict=True):
        count = sum(draws[cut] for cut in cuts)
        (cut, *others) = cuts
        assert row[0] == (f"{len(cuts)} rarer cuts" if others else "".join(cut))
        assert row[2:5] == [text, str(count), percent(count / draws.total())]
        assert float(row[5].replace("−", "-")) == pytest.approx(
            100 * (count / draws.total() - share), abs=0.051
        )


def test_rare_cuts_share_a_row_and_keep_their_pieces():
    data = record("many")
    assert len(data["shares"]) == ROWS + 1 and data["rare"] == 54
    rare = [i for i in data["draws"] if i >= ROWS]
    assert rare and max(rare) == len(data["cuts"]) - 1 >= ROWS
    assert record("few")["rare"] == 0
    eleven = {(str(i),): Fraction(1, 11) for i in range(11)}
    (script,) = Parsed(render.sampled_spellings({"eleven": (eleven, [("3",)])}, "x")).scripts
    assert len(json.loads(script)["samples"][0]["shares"]) == 11


def test_the_track_ends_at_a_round_share_that_the_largest_fits():
    for name, scale in {"few": 0.75, "one": 1, "coin": 0.75, "sharp": 1}.items():
        assert record(name)["scale"] == scale
    html = render.sampled_spellings({"coin": SAMPLES["coin"]}, "ab")
    assert html.count('class="pw-track"') == 2 and "left:66.67%" in html and "width:100.00%" in html


def test_titles_keep_their_order_and_pieces_their_hue():
    (script,) = Parsed(render.sampled_spellings(SAMPLES, "word")).scripts
    data = json.loads(script)
    assert [sample["title"] for sample in data["samples"]] == list(SAMPLES)
    pieces = {piece for sample in data["samples"] for cut in sample["cuts"] for piece in cut}
    assert set(data["hues"]) == {piece for piece in pieces if len(piece.removesuffix("⎵")) > 1}


@pytest.mark.parametrize("text", [*HOSTILE, "▁سلا", "😀😀", "⎵"])
def test_text_is_never_markup(text):
    shares = {(text,): Fraction(3, 4), tuple(text): Fraction(1, 4)} if len(text) > 1 else {(text,): 1}
    html = render.sampled_spellings({text: (shares, [(text,)])}, text, label=text)
    parsed = Parsed(html)
    assert [attrs for tag, attrs in parsed.tags if tag in ("script", "img")] == [{"type": "application/json"}]
    assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)
    assert "<" not in parsed.scripts[0]
    assert json.loads(parsed.scripts[0])["samples"][0]["cuts"][0] == [text]


def test_what_cannot_be_shown_is_refused():
    half = {("a",): 0.5}
    for samples, why in [
        ({}, "at least one title"),
        ({"t": ({("a",): 1}, [])}, "'t' has no draws"),
        ({"t": (half, [("a",)])}, "add up to 0.5, not 1"),
        ({"t": ({("a",): 1}, [("a",), ("b", "c")])}, "draw 2 of 't' is b c, to which no share"),
    ]:
        with pytest.raises(ValueError, match=why):
            render.sampled_spellings(samples, "a")
