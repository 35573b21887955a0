"""A reader's own text is learned as the book's was, and drawn with no number that is not of all of it."""

import json
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from markup import Parsed
from readers import TEXTS

from piecework import Corpus, bpe, corpora, dropout, render, unigram, wordpiece
from piecework.live import CALLS, answer, plates
from piecework.live.plates import DRAWN, LIMIT, check_text, redraw, telling
from piecework.render.replay import LONG, clip, in_part, states
from piecework.spelling import spell

HUGS, SENTENCES = corpora.load("hugs"), corpora.load("sentences")
UNIGRAM = unigram.train(SENTENCES, 150).model
MERGES = bpe.train(SENTENCES, vocab_size=150).model
TIES = ("lexicographic", "reverse-lexicographic", "first-seen")
FAMILY = {
    ties: bpe.train(corpora.load("word-family"), spelling="leading-space", ties=ties, min_count=3)
    for ties in TIES
}
BOOK = {
    "merge_stepper": render.merge_stepper(FAMILY),
    "count_and_score": render.count_and_score(
        {"Five words": (bpe.train(HUGS, spelling="continuation"), wordpiece.train(HUGS))}
    ),
    "pruning_rounds": render.pruning_rounds(unigram.train(HUGS, 8, spelling="plain")),
    "word_lattice": render.word_lattice(UNIGRAM, ["weather"]),
    "sampled_spellings": render.sampled_spellings(
        {"temperature 1": (UNIGRAM.shares("weather"), [UNIGRAM.segment("weather")])},
        "weather",
        models={"temperature 5": (UNIGRAM, 5), "dropout": (MERGES, Fraction(1, 10))},
    ),
}
LEARNED = ("merge_stepper", "count_and_score", "pruning_rounds")


def form(html: str) -> dict:
    """The attributes of the element under a plate, their JSON read."""
    ((_, found),) = [(tag, attrs) for tag, attrs in Parsed(html).tags if tag == "your-text"]
    return {key: json.loads(value) if value[:1] in "{[" else value for key, value in found.items()}


def settings(plate: str, **changed: object) -> dict:
    own = form(BOOK[plate])
    number = {own["number"]["name"]: own["number"]["value"]} if "number" in own else {}
    return {**own["settings"], **number, **changed}


def draw(plate: str, text: str, **changed: object) -> tuple[Parsed, object, str]:
    """The plate for a text, parsed; its data; what is said of it."""
    value = redraw(plate, text, settings(plate, **changed), lambda **said: None)
    parsed = Parsed(value["html"])
    (script,) = parsed.scripts
    return parsed, json.loads(script), value["says"]


def english(size: int) -> str:
    """A text of so many characters, made of words of which some are commoner than others."""
    words, rng = [word for word in SENTENCES if word.isalpha()], Random(1)
    made = (rng.choice(words) + rng.choice(words) * (rng.random() < 0.7) for _ in range(size // 3))
    return " ".join(made)[:size]


BIG = english(60_000)


# ------------------------------------------------------------------ what a text may be
@pytest.mark.parametrize("text", ["", " ", " \r\n\t\u3000"])
def test_a_text_without_words_is_refused_in_a_sentence(text):
    for plate in BOOK:
        with pytest.raises(ValueError, match="there are no words in this text"):
            redraw(plate, text, settings(plate), print)


def test_a_text_may_have_the_limit_and_not_a_byte_more():
    for most in ("a " * (LIMIT // 2), "\u00e9" * (LIMIT // 2), "\U0001f642" * (LIMIT // 4)):
        assert len(check_text(most).encode()) == LIMIT
        with pytest.raises(ValueError, match="has 200,001 bytes, and a plate takes 200,000 at most"):
            check_text(most + "x")


def test_half_of_a_character_is_named_by_its_place():
    with pytest.raises(ValueError, match="character 5 is half of a character"):
        check_text("low \ud83d low")


@pytest.mark.parametrize(
    ("plate", "text", "says"),
    [
        ("merge_stepper", "low\u23b5 low", "it holds the end-of-word mark"),
        ("count_and_score", "a ##ing", "it begins with the continuation mark ##"),
        ("sampled_spellings", "low\u23b5", "it holds the end-of-word mark"),
        ("word_lattice", "low\u23b5", "it holds the end-of-word mark"),
    ],
)
def test_a_mark_of_the_plates_spelling_is_refused_by_the_library(plate, text, says):
    changed = {}
    if plate == "merge_stepper":
        changed["rules"] = [{**settings(plate)["rules"][0], "spelling": "last-marked"}]
    with pytest.raises(ValueError, match=says):
        draw(plate, text, **changed)


def test_what_the_page_does_not_know_is_refused():
    with pytest.raises(LookupError, match="there is no plate no_such"):
        redraw("no_such", "low", {}, print)
    with pytest.raises(TypeError, match="steps"):
        redraw("merge_stepper", "low", form(BOOK["merge_stepper"])["settings"], print)
    assert "plates.redraw" in CALLS


# ------------------------------------------------------------------ as the book's was learned
@pytest.mark.parametrize("plate", BOOK)
def test_the_element_under_a_plate_holds_its_settings_and_shows_nothing(plate):
    own = form(BOOK[plate])
    assert own["plate"] == plate and own["asks"].split()[0] in {"A", "Your"}
    assert BOOK[plate].endswith("></your-text></div>")


def test_rules_that_are_alike_are_learned_once():
    assert [rule["ties"] for rule in settings("merge_stepper")["rules"]] == list(TIES)
    twice = render.merge_stepper({"a": FAMILY["first-seen"], "b": FAMILY["first-seen"]})
    assert form(twice)["settings"] == {
        "rules": [
            {
                "title": "a",
                "spelling": "leading-space",
                "ties": "first-seen",
                "min_count": 3,
                "unknown": False,
            }
        ],
        "words": "leading-space",
    }
    value = redraw("merge_stepper", "low low", {**form(twice)["settings"], "steps": 9}, lambda **said: None)
    assert json.loads(Parsed(value["html"]).scripts[0])[0]["title"] == "Your text"


@pytest.mark.parametrize("name", TEXTS)
def test_merging_is_the_librarys_by_each_of_the_books_rules(name):
    _, data, says = draw("merge_stepper", TEXTS[name])
    assert [record["title"] for record in data] == [f"Your text: {ties}" for ties in TIES]
    corpus = Corpus.from_text(TEXTS[name], words="leading-space")
    assert says.startswith(f"Your text is drawn: {len(corpus)} different word")
    learner = bpe.train if max(map(len, corpus)) > 1000 else bpe.train_by_recounting
    for record, ties in zip(data, TIES, strict=True):
        trace = learner(corpus, spelling="leading-space", ties=ties, min_count=3, steps=200)
        check_merging(record, trace, trace.steps)


def check_merging(record: dict, trace: bpe.MergeTrace, steps) -> None:
    assert [step["parts"] for step in record["steps"]] == [list(step.parts) for step in steps]
    for key in ("symbol", "score", "tied", "replaced", "tokens"):
        assert [step[key] for step in record["steps"]] == [getattr(step, key) for step in steps]
    assert record["characters"] == sum(len(word) * count for word, count in trace.words)
    assert record["tokens"] == trace.start_tokens
    counts = dict(trace.words)
    drawn = sorted(counts.values(), reverse=True)[:DRAWN]
    assert sorted(record["counts"], reverse=True) == drawn
    every = states(trace)
    ends = {
        word: symbols for (word, _), (symbols, _) in zip(trace.words, list(every)[len(steps)], strict=True)
    }
    seen = [record["words"]]
    for step in record["steps"]:
        seen.append([step["changed"].get(str(i), word) for i, word in enumerate(seen[-1])])
    shown = dict(in_part(trace, DRAWN).words)
    assert seen[-1] == [list(clip(ends[word])) for word in shown]
    assert record.get("beyond", {}) == {str(i): len(word) for i, word in enumerate(shown) if len(word) > LONG}
    left = Counter()
    for word, symbols in ends.items():
        for pair in pairwise(symbols):
            left[pair] += counts[word]
    found = {(a, b): n for a, b, n in record["left"]}
    assert sorted(found.values(), reverse=True) == sorted(left.values(), reverse=True)[: len(found)]
    assert all(left[pair] == n for pair, n in found.items())


@pytest.mark.parametrize("steps", [1, 50, 500])
def test_of_many_words_the_commonest_are_drawn_and_all_are_counted(steps):
    rule = settings("merge_stepper")["rules"][:1]
    parsed, (record,), _ = draw("merge_stepper", BIG, rules=rule, steps=steps)
    corpus = Corpus.from_text(BIG, words="leading-space")
    whole = bpe.train(corpus, spelling="leading-space", min_count=3)
    assert len(corpus) > 10 * DRAWN and len(whole.steps) > 500
    check_merging(record, whole, whole.steps[:steps])
    assert record["stopped"] == "steps"
    assert record["left_out"] == f"The {DRAWN} commonest of {len(corpus):,} words are drawn; all are counted."
    assert len(record["words"]) == DRAWN and len(parsed.tables[0]) == steps + 1


@pytest.mark.parametrize("name", TEXTS)
def test_every_plate_shows_any_text_and_never_as_markup(name):
    for plate in BOOK:
        text = TEXTS[name][: 4000 if plate == "pruning_rounds" else None]
        try:
            parsed, _, says = draw(plate, text)
        except ValueError as error:
            assert str(error) and "\n" not in str(error)
            assert plate in ("word_lattice", "sampled_spellings") or name == "marks of other spellings"
            continue
        tags = [tag for tag, _ in parsed.tags]
        assert tags.count("script") == 1 and "img" not in tags and says


def test_count_and_score_are_learned_with_the_books_settings():
    _, (record,), _ = draw("count_and_score", BIG, steps=12)
    corpus = Corpus.from_text(BIG)
    both = bpe.train(corpus, steps=12, spelling="continuation"), wordpiece.train(corpus, steps=12)
    for side, trace in zip(record["sides"], both, strict=True):
        assert [turn["did"][2] for turn in side["turns"][1:]] == [step.symbol for step in trace.steps]
        assert [turn["tokens"] for turn in side["turns"][1:]] == [step.tokens for step in trace.steps]
        assert side["floor"] == trace.min_count and side["stopped"] == "steps"
    assert record["all"] == len(corpus) and len(record["words"]) == 6


def test_pruning_counts_the_tokens_of_all_words_whatever_is_drawn():
    text = BIG[:2500]
    _, record, _ = draw("pruning_rounds", text, longer=30)
    corpus = Corpus.from_text(text)
    trace = unigram.train(corpus, len({*"".join(corpus)}) + 30, spelling="plain")
    whole = json.loads(Parsed(render.pruning_rounds(trace)).scripts[0])
    assert len(corpus) > DRAWN and record["drawn"] == DRAWN and record["all"] == len(corpus)
    for key in ("size", "tokens", "likelihoods", "went", "going", "next", "shares", "gone"):
        assert [now[key] for now in record["moments"]] == [now[key] for now in whole["moments"]]


def test_the_first_words_have_lattices_by_the_books_model():
    _, data, says = draw("word_lattice", "weather others weather estimated rain sun")
    (book,) = json.loads(Parsed(BOOK["word_lattice"]).scripts[0])["words"]
    assert [word["word"] for word in data["words"]] == ["weather", "others", "estimated", "rain"]
    assert data["words"][0] == book and says.endswith("the first of 5 words.")
    with pytest.raises(ValueError, match="has 25 characters, and at most 24 can be drawn"):
        draw("word_lattice", "a" * 25)


def test_a_seed_repeats_the_draws_and_without_one_they_differ():
    once = draw("sampled_spellings", "others", seed=7)
    assert once[1] == draw("sampled_spellings", "others", seed=7)[1]
    assert draw("sampled_spellings", "others")[1] != draw("sampled_spellings", "others")[1]
    hot, struck = once[1]["samples"]
    rng, other = Random(7), Random(7)
    cuts = [UNIGRAM.sample("others", rng, temperature=5) for _ in range(300)]
    assert [hot["cuts"][i] for i in hot["draws"]] == cuts
    cuts = [dropout.segment(MERGES, "others", Fraction(1, 10), other) for _ in range(300)]
    assert [struck["cuts"][i] for i in struck["draws"]] == cuts


# ------------------------------------------------------------------ in the page
def test_a_call_from_the_page_goes_through_json_and_tells_how_far_it_is():
    said = list[dict]()
    call = {"plate": "pruning_rounds", "text": TEXTS["a song"], "settings": settings("pruning_rounds")}
    out = json.loads(answer("plates.redraw", json.dumps(call), lambda text: said.append(json.loads(text))))
    assert out["value"]["html"] == redraw(**call, tell=lambda **said: None)["html"]
    assert [each["what"] for each in said][:2] == [
        "Listing every run of every word\u2026",
        "Estimating and removing\u2026",
    ]
    wrong = json.loads(answer("plates.redraw", json.dumps({**call, "text": " "})))
    assert wrong["error"]["kind"] == "ValueError" and wrong["error"]["line"] is None


def test_progress_is_told_now_and_then_and_not_at_every_step(monkeypatch):
    clock = iter([0.0, 0.05, 0.099, 0.1, 0.15, 0.3])
    monkeypatch.setattr(plates, "monotonic", lambda: next(clock))
    said, told = [], telling(lambda **each: said.append(each), "Merging", of=9)
    trace = bpe.train(HUGS, steps=6)
    for step in trace.steps:
        told(step)
    assert [each["done"] for each in said] == [1, 4, 6] and said[0] == {"done": 1, "of": 9, "what": "Merging"}


def test_settings_stand_in_the_page_escaped():
    text = "\"'<b>&amp;\u2028"
    html = render.merge_stepper({text: bpe.train(Corpus({text: 2}), spelling="plain")})
    assert form(html)["settings"]["rules"][0]["title"] == text
    assert "<b>" not in html.split("<your-text")[1] and unescape(html).count("your-text") == 2


def test_no_module_of_this_knows_a_browser():
    for name in ("plates", "steppers"):
        source = Path(plates.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        assert "import js" not in source and "pyodide" not in source
    assert spell("a") == ("a\u23b5",)
