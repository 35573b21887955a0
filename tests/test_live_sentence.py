"""A reader's sentence, cut by the merges of the front page."""

import json
import re

import pytest
from markup import Parsed

from piecework import Corpus, bpe, render
from piecework.live import answer, sentence

WORDS = {" low": 5, " lower": 2, " newest": 6, " widest": 3, " don't": 4}
MODEL = bpe.train(Corpus(WORDS), spelling="leading-space").model
PACKED = json.dumps(sentence.packed(MODEL))
STRANGE = [
    "Lowest prices!",
    "مرحبا بالعالم",
    "東京 low 東京",
    "नमस्ते e\u0301",
    "👩‍👩‍👧 </w> a⎵ ▁",
    "<img src=x onerror=alert(1)>",
    "İ ẞ Σ",
    "x" * 200,
]


def cut(text: str) -> dict[str, str]:
    return sentence.cut(text, PACKED, lambda **said: None)


def test_a_model_travels_whole():
    assert sentence.unpacked(PACKED) == MODEL
    again = bpe.train(Corpus({"a": 3, "aa": 2, "aaa": 2}), spelling="leading-space", min_count=1).model
    assert sentence.unpacked(json.dumps(sentence.packed(again))) == again


@pytest.mark.parametrize("text", STRANGE)
def test_every_row_is_the_sentence_again(text):
    rows = sentence.cuts(text, MODEL)
    assert [unit for _, unit, _ in rows] == ["words", "parts", "pieces", "characters"]
    _, words, marks, *_ = [text, *("".join(parts) for _, _, parts in rows)]
    assert words == marks == text.replace(" ", "")
    assert "".join(rows[2][2]) == "".join(rows[3][2]) == text
    counts = [len(parts) for _, _, parts in rows]
    assert counts == sorted(counts)


@pytest.mark.parametrize("text", STRANGE)
def test_the_pieces_are_those_of_the_model_in_small_letters(text):
    (pieces,) = (parts for label, _, parts in sentence.cuts(text, MODEL) if label == sentence.BY_MERGES)
    words = [word if i == 0 else " " + word for i, word in enumerate(sentence.small(text).split(" "))]
    assert [sentence.small(piece) for piece in pieces] == [p for word in words for p in MODEL.segment(word)]


@pytest.mark.parametrize("text", STRANGE)
def test_text_is_never_markup(text):
    parsed = Parsed(cut(text)["html"])
    assert {tag for tag, _ in parsed.tags} <= {"figure", "div", "p", "b", "span", "br"}
    assert not any(name.startswith("on") for _, attrs in parsed.tags for name in attrs)


def test_what_the_merges_never_met_is_hollow_and_named():
    made = cut("Lower, löw")
    assert made["html"].count("is-unknown") == 2  # in the row of the merges, and nowhere else
    counts, why = re.sub("[\u2068\u2069]", "", made["said"]).split(" Hollow, ")
    assert counts == "2 words, 3 parts, 9 pieces and 10 characters."
    assert why == "because unknown: the merges never met “,” and “ö”."
    assert "some of them unknown" in made["html"]
    known = cut("lower low")
    assert "is-unknown" not in known["html"] and "Hollow" not in known["said"]


def test_many_unknown_characters_are_counted_and_one_without_a_look_is_called_by_its_number():
    said = cut("".join(map(chr, range(0x3041, 0x3041 + 20))) + "\u200d")["said"]
    assert said.endswith("and 13 more.")
    assert "U+200D" in cut("low\u200d")["said"]


@pytest.mark.parametrize("text", ["", "  \n ", "\u3000"])
def test_nothing_to_cut_is_said(text):
    with pytest.raises(ValueError, match="nothing to cut yet"):
        cut(text)


def test_a_sentence_that_is_too_long_is_refused_with_its_length():
    cut("a" * sentence.LIMIT)
    with pytest.raises(ValueError, match="has 201 characters, and at most 200"):
        cut("a" * (sentence.LIMIT + 1))


def test_it_is_called_by_name_and_answers_in_json():
    said = json.loads(answer("sentence.cut", json.dumps({"sentence": " a   b ", "model": PACKED})))
    assert said["value"]["said"].startswith("2 words, 2 parts, ")


# ------------------------------------------------------------------ how it is laid out
def halves(html: str) -> list[int]:
    return [int(n) for n in re.findall(r'pw-hero__half" style="--n:(\d+)"', html)]


def test_no_line_is_longer_than_a_phone_and_none_is_lost():
    text = "a sentence that goes on for longer than a line of any phone, and without-a-place-to-break-it too"
    html = render.cut_sentence([("at spaces", "words", text.split())], text)
    assert sum(halves(html)) == len(text) and max(halves(html)) <= 26


def test_a_word_longer_than_a_line_goes_on_in_the_next():
    html = render.cut_sentence([("at spaces", "words", ["x" * 60])], "x" * 60)
    assert halves(html) == [26, 26, 8]
    looks = re.findall(r'pw-tile([^"]*)"', html)
    assert looks == [" is-open", " is-begun is-open", " is-begun"]
    assert "<b>1</b>" in html and "<b>3</b>" not in html


@pytest.mark.parametrize(("text", "way"), [("مرحبا low", True), ("low مرحبا", False), ("12!", False)])
def test_a_sentence_from_the_right_is_laid_from_the_right(text, way):
    html = render.cut_sentence([("everywhere", "characters", list(text))], text)
    assert ('dir="rtl"' in html) == way


def test_a_short_sentence_does_not_swell():
    html = render.cut_sentence([("everywhere", "characters", list("Hi."))], "Hi.")
    assert "--all:40;--phone:20" in html


def test_the_data_cannot_end_their_script():
    html = render.live_sentence("", "</script>", {"alphabet": "</script>"}, 9)
    assert html.count("</script>") == 1
    ((_, attrs), _) = Parsed(html).tags
    assert attrs["value"] == "</script>"
