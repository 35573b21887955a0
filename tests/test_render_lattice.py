"""The plate on the lattice of a word says what the model says, in its tables as in the data of the page."""

import json
import re
from fractions import Fraction
from itertools import pairwise
from math import exp, fsum, isclose, prod

import pytest
from test_render_coverage import HOSTILE, Parsed

from piecework import Corpus, corpora, render, unigram
from piecework.render.lattices import PATHS, _lanes
from piecework.render.odds import base, number, percent, powers, times, tints
from piecework.spelling import spell
from piecework.unigram import Unigram

SENTENCES = corpora.load("sentences")
LEARNED = unigram.train(SENTENCES, vocab_size=150).model
COURSE = {
    "h": 15,
    "u": 36,
    "g": 20,
    "hu": 15,
    "ug": 20,
    "p": 17,
    "pu": 17,
    "n": 16,
    "un": 16,
    "b": 4,
    "bu": 4,
}
COURSE |= {"s": 5, "hug": 15, "gs": 5, "ugs": 5}
HUGS = Unigram(
    tuple("bghnpsu"),
    tuple(COURSE.items()),
    "plain",
)
STRANGE = ["<", ">", '"', "'", "s", "&", "▁", "س", "ل", "ا", "😀", "<s", '">', "▁س", "لا", "😀😀", "</", "سل"]
MEAN = Unigram(
    tuple(sorted(piece for piece in STRANGE if len(piece) == 1)),
    tuple((piece, 3 + i) for i, piece in enumerate(STRANGE)),
    "metaspace",
)
CASES = {
    "reanalysis": LEARNED,
    "weather": LEARNED,
    "a": LEARNED,
    "hugs": HUGS,
    "pug": HUGS,
    '"><s': MEAN,
    "</s": MEAN,
    " سلا": MEAN,
    "😀😀😀": MEAN,
    "huggedZ": Unigram(("g", "h", "u"), (("g", 0.5), ("h", 2.5), ("u", 1.0), ("hu", 3.5)), "plain"),
    "uZ": Unigram(("u",), (("u", Fraction(1, 3)),), "plain", unknown=True),
}


def record(word: str) -> dict:
    """The data of a word's plate."""
    (script,) = Parsed(render.word_lattice(CASES[word], [word])).scripts
    return json.loads(script)["words"][0]


def chance(text: str) -> Fraction | float:
    """A probability as the data write it."""
    return Fraction(text) if "/" in text else float(text)


def near(text: str, value: float) -> bool:
    """Whether a probability is written in three digits."""
    return isclose(chance(text), value, rel_tol=0.0051)


@pytest.mark.parametrize("word", CASES)
def test_the_edges_are_the_model_s(word):
    model, data = CASES[word], record(word)
    symbols = spell(word, model.spelling)
    assert data["symbols"] == list(symbols)
    assert data["read"] == ["".join(symbols[: end + 1]) for end in range(len(symbols))]
    edges = {(edge["start"], edge["end"]): edge for edge in data["edges"]}
    assert len(edges) == len(data["edges"])
    assert {(start, end, edge["piece"]) for (start, end), edge in edges.items()} == {
        (start, end, piece) for start, end, piece, _ in model.edges(word)
    }
    marginals = model.marginals(word)
    for start, end, _, p in model.edges(word):
        edge = edges[start, end]
        assert near(edge["chance"], float(p)) if p else edge["chance"] == ""
        assert edge["part"] == round(marginals[start, end], 4)
        assert edge["share"] == percent(marginals[start, end])


@pytest.mark.parametrize("word", CASES)
def test_the_cuts_are_the_model_s_best_first(word):
    model, data = CASES[word], record(word)
    shares = list(model.shares(word).items())
    assert data["cuts"] == len(shares) == len(model.segmentations(word))
    assert len(data["paths"]) == min(PATHS, len(shares))
    for path, (cut, share), (_, p) in zip(data["paths"], shares, model.nbest(word, PATHS), strict=False):
        own = [data["edges"][i] for i in path["edges"]]
        assert [edge["piece"] for edge in own] == list(cut)
        assert [edge["end"] for edge in own[:-1]] == [edge["start"] for edge in own[1:]]
        assert own[0]["start"] == 0 and own[-1]["end"] == len(data["symbols"])
        factors = prod(chance(edge["chance"]) for edge in own if edge["chance"])
        assert isclose(factors, chance(path["product"]), rel_tol=0.04)
        if p:
            assert near(path["product"], float(p))
        assert path["share"] == percent(share) and path["part"] == round(float(share), 4)
        assert (path["times"] == "") == isclose(share, shares[0][1], rel_tol=1e-8)
        assert not path["times"] or isclose(
            float(path["times"].replace(",", "")), shares[0][1] / share, rel_tol=0.06
        )
    assert data["rest"] == percent(fsum(float(share) for _, share in shares[PATHS:]))


def walked(model: Unigram, word: str) -> list[tuple[float, list[tuple[float, int, str]]]]:
    """Viterbi, once more and by itself: for every place the best probability, and all ways there."""
    best: list[tuple[float, list[tuple[float, int, str]]]] = [(1.0, [])]
    for place in range(1, len(spell(word, model.spelling)) + 1):
        ways = [
            (best[start][0] * float(p or 1), start, piece)
            for start, end, piece, p in model.edges(word)
            if end == place
        ]
        best.append((max(ways)[0], ways))
    return best


@pytest.mark.parametrize("word", CASES)
def test_the_walk_finds_the_best_cut(word):
    model, data = CASES[word], record(word)
    number_of = lambda text: float(text.replace("−", "-"))  # noqa: E731
    for place, (top, ways) in enumerate(walked(model, word)):
        assert isclose(exp(number_of(data["tops"][place])), top, rel_tol=0.06)
        if not place:
            continue
        told = data["ways"][place - 1]
        assert len(told) == len(ways)
        sums = [number_of(way["sum"]) for way in told]
        assert sums == sorted(sums, reverse=True)
        for way in told:
            edge = data["edges"][way["edge"]]
            assert edge["end"] == place
            assert abs(number_of(way["before"]) + number_of(way["own"]) - number_of(way["sum"])) < 0.02
            assert isclose(exp(number_of(way["own"])), chance(edge["chance"] or "1"), rel_tol=0.02)
        tied = [way for way in told if way["sum"] == told[0]["sum"]]
        assert 1 <= data["ties"][place - 1] <= len(tied)
        starts = [data["edges"][way["edge"]]["start"] for way in told[: data["ties"][place - 1]]]
        assert starts == sorted(starts)
    back, place = list[int](), len(data["ways"])
    while place:
        back.append(data["ways"][place - 1][0]["edge"])
        place = data["edges"][back[-1]]["start"]
    assert back[::-1] == data["paths"][0]["edges"]
    assert [data["edges"][i]["piece"] for i in reversed(back)] == model.segment(word)


@pytest.mark.parametrize("word", CASES)
def test_nothing_overlaps_in_a_lane_and_none_is_empty(word):
    edges = record(word)["edges"]
    lanes: dict[int, list[tuple[int, int]]] = {}
    for edge in edges:
        lanes.setdefault(edge["lane"], []).append((edge["start"], edge["end"]))
        assert (edge["lane"] == 0) == (edge["end"] - edge["start"] == 1)
    assert sorted(lanes) == list(range(len(lanes)))
    for spans in lanes.values():
        ordered = sorted(spans)
        assert all(end <= start for (_, end), (start, _) in pairwise(ordered))


def test_spans_share_lanes_where_they_can():
    assert _lanes([(0, 1), (1, 2), (0, 2), (2, 4), (1, 3), (3, 5), (0, 5)]) == [0, 0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("word", CASES)
def test_the_static_plate_is_complete(word):
    data = record(word)
    html = render.word_lattice(CASES[word], [word])
    (_, *edges), (_, *cuts) = Parsed(html).tables
    told = [(place, way) for place, ways in enumerate(data["ways"], 1) for way in ways]
    assert len(edges) == len(told) == len(data["edges"])
    for row, (_, way) in zip(edges, told, strict=True):
        edge = data["edges"][way["edge"]]
        assert (row[1], row[2], row[4]) == (str(edge["start"]), edge["piece"], edge["share"])
        assert row[3] == (
            Parsed(f"<table><tr><td>{powers(edge['chance'])}</td></tr></table>").tables[0][0][0] or "none"
        )
        assert way["before"] in row[5] and way["sum"] in row[5]
    assert [row[0] for row in edges if row[0]] == [str(i) for i in range(1, len(data["ways"]) + 1)]
    assert [row[5].endswith("kept") for row in edges] == [
        way is ways[0] for ways in data["ways"] for way in ways
    ]
    assert len(cuts) == len(data["paths"])
    for rank, (row, path) in enumerate(zip(cuts, data["paths"], strict=True), 1):
        own = [data["edges"][i] for i in path["edges"]]
        assert (row[0], row[1], row[4]) == (str(rank), "".join(edge["piece"] for edge in own), path["share"])
        assert row[2].count("×") == max(0, sum(bool(edge["chance"]) for edge in own) - 1)
    assert html.count("pw-edge") == len(data["edges"]) + 1 and html.count("pw-edge is-on") == len(
        data["paths"][0]["edges"]
    )


def test_whole_weights_are_written_as_fractions_and_others_as_decimals():
    assert {edge["chance"] for edge in record("pug")["edges"]} == {"17/210", "36/210", "20/210"}
    assert all("/" not in edge["chance"] for edge in record("weather")["edges"])
    html = render.word_lattice(HUGS, ["pug"])
    assert "17/210 × 36/210 × 20/210" in html
    assert "20/210" not in render.word_lattice(Unigram(("a",), (("a", 10**5),), "plain"), ["aa"])


def test_known_numbers():
    data = record("pug")
    assert [path["product"] for path in data["paths"]] == ["0.00771", "0.00771", "0.00132"]
    assert data["paths"][1]["times"] == "" and data["ties"] == [1, 1, 2]
    assert record("reanalysis")["cuts"] == 64


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text):
    model = unigram.train(Corpus({text: 3, "low": 1}), vocab_size=40).model
    parsed = Parsed(render.word_lattice(model, [text, "low"], label=text))
    assert [attrs for tag, attrs in parsed.tags if tag in ("script", "img")] == [{"type": "application/json"}]
    assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)
    assert "<" not in parsed.scripts[0]


def test_strange_symbols_stand_in_the_columns_of_their_places():
    html = render.word_lattice(MEAN, [" سلا"])
    html = re.sub(r'<span class="pw-lowbar">(.)</span>', r"\1", html)
    bars = re.findall(r'class="pw-edge[^>]*grid-column:(\d+)/span (\d+)[^>]*>(.*?)</span></span>', html)
    letters = {(int(a), int(n)): re.findall(r"<span>(.)", body) for a, n, body in bars}
    assert letters[1, 1] == ["▁"] and letters[1, 2] == ["▁", "س"] and letters[3, 2] == ["ل", "ا"]
    assert [letters[i, 1] for i in (2, 3, 4)] == [["س"], ["ل"], ["ا"]]


def test_no_words_and_too_many_cuts_are_refused():
    with pytest.raises(ValueError, match="at least one word"):
        render.word_lattice(HUGS, [])
    with pytest.raises(ValueError, match="too many to list"):
        render.word_lattice(Unigram(("a",), (("a", 2), ("aa", 1)), "plain"), ["a" * 40])


# ------------------------------------------------------------------ chances and hues
@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1, "1"), (0.1 + 0.2, "0.3"), (1e-3, "0.001"), (9.996e-4, "1.00e-3"), (5e-324, "4.94e-324")],
)
def test_numbers_have_three_digits(value, text):
    assert number(value) == text


def test_what_is_smaller_than_any_float_says_so():
    assert number(Fraction(1, 10**400)) == "under 1e-300" and powers("0.5") == "0.5"
    assert percent(0) == "0.0%" and percent(0.9991) == "over 99.9%" and percent(1 - 1e-14) == "100%"
    assert times(1.04) == "1.0" and times(12_345) == "12,000" and times(9.96) == "10.0"


def test_pieces_of_one_word_differ_while_looks_last():
    words = [["ab", "bc", "a", "cd"], ["xy", "ab"], [f"{i:02}" for i in range(20)]]
    look = tints(words)
    assert all(not base(piece) for piece in look) and set(look) == {p for word in words for p in word} - {"a"}
    assert len({look[piece] for piece in ("ab", "bc", "cd")}) == 3 and look["xy"] != look["ab"]
    assert len({look[piece] for piece in words[2]}) == len(render.HUES) * 2
