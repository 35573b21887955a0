"""A reader's own text is learned as the book's was, and what its plate leaves out is only drawing."""

import json

import pytest
from markup import Parsed
from own_texts import BIG_WORD, DRAWN, LIMIT, REFUSED, long_text

from piecework import Corpus, bpe, corpora, coverage, measure, render
from piecework.live import covers, plates
from piecework.spelling import glue, spell

FOUR, SENTENCES = map(corpora.load, ("four-words", "sentences"))
SIZE = {"vocab_size": 100, "unknown": True}
BOTH = {"coverage": coverage.train(SENTENCES, **SIZE), "merging": bpe.train(SENTENCES, **SIZE)}
FULL = (coverage.train(SENTENCES, unknown=True), bpe.train(SENTENCES, unknown=True))
SIZES = range(len(FULL[1].alphabet) + 1, FULL[1].vocab_size + 1)
CURVES = tuple(measure.curve(trace, SENTENCES, SIZES) for trace in FULL)
BOOK = {
    "coverage_claims": render.coverage_claims(coverage.train(FOUR)),
    "unit_compare": render.unit_compare({"Four words": FOUR}),
    "ending_drag": render.ending_drag(FOUR),
    "two_vocabularies": render.two_vocabularies(BOTH, ["expected"]),
    "fit_playground": render.fit_playground({"Sentences": SENTENCES}, ["lowest"], ceilings=(2, None)),
    "gain_profile": render.gain_profile(coverage.train(SENTENCES)),
    "crossover_chart": render.crossover_chart({"Corpus": CURVES}, traces=FULL),
}


def settings(html: str) -> tuple[str, dict]:
    """What the element under a plate would send: the plate, and its settings as they stand."""
    (own,) = [attrs for tag, attrs in Parsed(html).tags if tag == "your-text"]
    out = json.loads(own["settings"])
    if "number" in own:
        field = json.loads(own["number"])
        out[field["name"]] = field["value"]
    if "word" in own:
        out[json.loads(own["word"])["name"]] = ""
    return own["plate"], out


def redraw(html: str, text: str, **changed) -> str:
    plate, how = settings(html)
    return plates.redraw(plate, text, {**how, **changed}, lambda **said: None)["html"]


def data(html: str):
    (script,) = Parsed(html).scripts
    return json.loads(script)


def as_text(corpus) -> str:
    return " ".join(word for word, count in corpus.items() for _ in range(count))


def places(flat: list[int]) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


# ------------------------------------------------------------------ the same as the book's
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"unit": "characters"},
        {"max_length": 3, "ties": "reverse-lexicographic"},
        {"spelling": "separate", "ties": "first-seen", "unknown": True},
        {"spelling": "continuation", "max_length": 2},
    ],
)
def test_a_text_is_covered_with_the_settings_of_the_book_s_plate(how):
    book = render.coverage_claims(coverage.train(FOUR, **how))
    assert redraw(book, as_text(FOUR)) == book


@pytest.mark.parametrize("name", ["unit_compare", "ending_drag", "two_vocabularies", "gain_profile"])
def test_the_book_s_own_words_as_a_text_give_the_book_s_numbers(name):
    corpus = SENTENCES if name in ("two_vocabularies", "gain_profile") else FOUR
    mine, book = data(redraw(BOOK[name], as_text(corpus))), data(BOOK[name])
    match name:
        case "unit_compare":
            assert [{**mine[0], "title": "Four words"}] == book
        case "ending_drag":  # the word that bids most is the book's
            assert mine == book
        case "two_vocabularies":
            assert [side["rows"] for side in mine["sides"]] == [side["rows"] for side in book["sides"]]
        case "gain_profile":
            said = [[reading[3] for reading in each["panels"][0]["readings"]] for each in (mine, book)]
            assert said[0] == said[1]


def test_a_budget_of_the_book_is_the_one_that_the_form_opens_with():
    book = render.coverage_claims(coverage.train(SENTENCES, steps=9))
    _, how = settings(book)
    assert how["steps"] == 9 and len(data(redraw(book, as_text(SENTENCES)))["turns"]) == 9
    assert settings(BOOK["coverage_claims"])[1]["steps"] == 60


def test_words_keep_the_space_before_them_where_the_book_s_do():
    book = render.coverage_claims(coverage.train(corpora.load("word-family"), spelling="leading-space"))
    assert settings(book)[1]["words"] == "leading-space"
    assert [" ", "l", "o", "w"] in data(redraw(book, "a low low"))["words"]


# ------------------------------------------------------------------ what is left out is only drawing
LONG = long_text(30_000)


def test_the_commonest_words_are_drawn_and_every_number_is_of_all_of_them():
    corpus = Corpus.from_text(LONG)
    record, trace = data(redraw(BOOK["coverage_claims"], LONG)), coverage.train(corpus, steps=61)
    order = sorted(range(len(corpus)), key=lambda i: -trace.words[i][1])[:40]
    assert record["words"] == [list(spell(trace.words[i][0])) for i in order]
    assert record["left_out"] == (
        f"The 40 commonest of {len(corpus):,} words are drawn; all are counted. "
        "The first 60 turns are drawn; there are more."
    )
    assert record["total"] == trace.start_tokens and record["stopped"] == "drawn"
    masks = [[0] * len(symbols) for symbols in record["words"]]
    for step, turn in zip(trace.steps, [*record["turns"], {"bids": record["left"]}], strict=True):
        ranked = [(step.symbol, step.score), *((rival.symbol, rival.score) for rival in step.rivals)]
        assert [(bid[0], bid[3]) for bid in turn["bids"]] == ranked
        assert turn["bids"][0][1] == step.replaced
        if step.number <= 60:
            assert all(turn[name] == getattr(step, name) for name in ("tied", "covered", "bare", "tokens"))
        claims = dict(step.claims)
        assert places(turn["bids"][0][5]) == [
            (k, at) for k, i in enumerate(order) for at in claims.get(i, ())
        ]
        for symbol, _, _, _, width, flat in turn["bids"]:
            for word, start in places(flat):
                assert glue(record["words"][word][start : start + width], "last-marked") == symbol
                assert not any(masks[word][start : start + width])
        for word, start in places(turn["bids"][0][5]):
            masks[word][start : start + turn["bids"][0][4]] = [step.number] * turn["bids"][0][4]


def test_a_whole_trace_can_be_drawn_in_part():
    trace = coverage.train(SENTENCES)
    record = data(render.coverage_claims(trace, drawn=5, turns=7))
    assert (len(record["words"]), len(record["turns"])) == (5, 7)
    assert [bid[0] for bid in record["left"]] == [
        trace.steps[7].symbol,
        *(r.symbol for r in trace.steps[7].rivals),
    ]
    assert "The first 7 turns cover" not in render.coverage_claims(trace)
    assert "first 7 turns cover" in render.coverage_claims(trace, turns=7)


def test_a_word_too_long_for_many_beside_it_stands_alone():
    record = data(redraw(BOOK["coverage_claims"], " ".join(["ab" * 350] * 3 + ["xyz" * 120, "low"])))
    assert [len(symbols) for symbols in record["words"]] == [700]
    assert record["left_out"].startswith("The commonest of 3 words is drawn; all are counted.")


def test_both_units_of_a_long_text_are_its_traces():
    corpus = Corpus.from_text(LONG)
    (record,) = data(redraw(BOOK["unit_compare"], LONG, steps=30))
    runs = [coverage.train(corpus, steps=30, unit=unit) for unit in ("positions", "characters")]
    assert record["more"] and len(record["turns"]) == 30
    for both, *steps in zip(record["turns"], *(run.steps for run in runs), strict=True):
        assert [bids[0][0] for bids in both] == [step.symbol for step in steps]
        assert [bids[0][3] for bids in both] == [step.score for step in steps]


def test_the_endings_of_a_word_bid_what_coverage_says_of_the_whole_text():
    corpus = Corpus.from_text(LONG)
    record, opening = data(redraw(BOOK["ending_drag"], LONG)), coverage.candidates(corpus)
    fit = [word for word in corpus if len(word) in covers.LONG and word.isalpha()]
    assert record["word"] == max(fit, key=lambda word: corpus[word] * len(word))
    assert [bid[3] for bid in record["endings"]] == [opening[bid[0]] for bid in record["endings"]]
    for bid, holds in zip(record["endings"], record["holds"], strict=True):
        assert holds == sum(bid[0] in word + "⎵" for word in corpus)
    word = next(word for word in reversed(fit) if word.endswith("ing"))
    record = data(redraw(BOOK["ending_drag"], LONG, word=f" {word} "))
    assert record["word"] == word == record["names"][record["number"]]
    assert len(record["names"]) == 41 and record["left_out"].startswith(f"{word} and the 40 commonest of ")
    assert max(record["holds"]) > 200
    with pytest.raises(ValueError, match="your text has no word 'slow'"):
        redraw(BOOK["ending_drag"], LONG, word="slow")


def test_two_vocabularies_have_one_size_and_read_words_of_the_text():
    corpus = Corpus.from_text(LONG)
    record = data(redraw(BOOK["two_vocabularies"], LONG, pieces=20))
    assert [len(side["rows"]) for side in record["sides"]] == [20, 20]
    size = len({symbol for word in corpus for symbol in spell(word)}) + 21
    models = [learner.train(corpus, vocab_size=size, unknown=True).model for learner in (coverage, bpe)]
    assert record["words"][-1] == "expected" and all(word in corpus for word in record["words"][:3])
    for side, model in zip(record["sides"], models, strict=True):
        assert side["readings"] == [model.segment(word) for word in record["words"]]
    other = render.two_vocabularies(dict(reversed(BOTH.items())), [])
    assert [side["name"] for side in data(redraw(other, "low low lower"))["sides"]] == ["merging", "coverage"]


def test_every_setting_of_the_playground_is_trained():
    corpus, record = Corpus.from_text(LONG), data(redraw(BOOK["fit_playground"], LONG, steps=12))
    (mine,) = record["corpora"]
    for i, (unit, top) in enumerate((u, t) for u in ("positions", "characters") for t in (2, None)):
        trace = coverage.train(corpus, 12, unit=unit, max_length=top, unknown=True)
        run = mine["runs"][mine["which"][i]]
        assert [mine["pieces"][piece] for piece in run["pieces"]] == [step.symbol for step in trace.steps]
        assert run["tokens"][1:] == [step.tokens for step in trace.steps] and run["more"]


def test_learners_of_other_kinds_or_settings_offer_no_text():
    twice = {"a": BOTH["coverage"], "b": BOTH["coverage"]}
    other = {"a": BOTH["coverage"], "b": bpe.train(SENTENCES, vocab_size=100)}
    assert "<your-text" not in render.two_vocabularies(twice, []) + render.two_vocabularies(other, [])
    assert "<your-text" not in render.crossover_chart({"Corpus": CURVES})


# ------------------------------------------------------------------ curves
@pytest.mark.parametrize("trace", FULL)
def test_tokens_by_size_are_those_of_the_models(trace):
    for text in ("Dr. Alvarez didn't expect the low-cost re-analysis.", as_text(SENTENCES), "Ωλ aaa <unk>"):
        corpus = Corpus.from_text(text)
        assert covers.tokens_by_size(trace, corpus, SIZES) == measure.curve(trace, corpus, SIZES)


def test_curves_are_of_what_was_learned_from_and_of_a_last_tenth():
    html, home = (
        redraw(BOOK["crossover_chart"], LONG, pieces=50),
        LONG[: LONG.index(" ", len(LONG) * 9 // 10)],
    )
    record = data(html)
    assert [panel["title"] for panel in record["panels"]] == ["Learned from", "Not seen before"]
    first = len({symbol for word in Corpus.from_text(home) for symbol in spell(word)}) + 1
    traces = [
        learner.train(Corpus.from_text(home), vocab_size=first + 50, unknown=True)
        for learner in (coverage, bpe)
    ]
    sizes = range(first, first + 51)
    for panel, text in zip(record["panels"], (home, LONG[len(home) :]), strict=True):
        a, b = (measure.curve(trace, Corpus.from_text(text), sizes) for trace in traces)
        said = [f"At {size} pieces: {a[size]:,} token" for size in sizes]
        assert all(
            reading[3][0].startswith(start) for reading, start in zip(panel["readings"], said, strict=True)
        )
        swap = measure.crossover(a, b)
        assert swap is None or f"crossover at {swap}" in html
    assert [panel["title"] for panel in data(redraw(BOOK["crossover_chart"], "low low lower"))["panels"]] == [
        "Your text"
    ]


# ------------------------------------------------------------------ any text
@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("name", BOOK)
def test_any_text_is_drawn_and_is_never_markup(name, text):
    if text == DRAWN["single symbols"] and name in ("ending_drag", "gain_profile"):
        with pytest.raises(ValueError, match="every word of this text is a single symbol"):
            redraw(BOOK[name], text)
        return
    html = redraw(BOOK[name], text)
    parsed = Parsed(html)
    assert not [tag for tag, attrs in parsed.tags if tag == "img" or (tag == "script" and "src" in attrs)]
    assert not any(each.startswith("on") for _, attrs in parsed.tags for each in attrs)
    assert "<" not in parsed.scripts[0] and redraw(BOOK[name], text) == html


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("name", BOOK)
def test_a_text_that_cannot_be_learned_from_is_refused_in_a_sentence(name, text, why):
    with pytest.raises(ValueError, match=why):
        redraw(BOOK[name], text)


@pytest.mark.parametrize("name", sorted(BOOK.keys() - {"ending_drag"}))
def test_a_word_that_would_fill_the_memory_is_refused(name):
    with pytest.raises(ValueError, match="the longest word of this text has 50,000 characters"):
        redraw(BOOK[name], BIG_WORD)


def test_a_long_text_says_how_far_it_is():
    told = []
    plate, how = settings(BOOK["coverage_claims"])
    said = plates.redraw(plate, long_text(LIMIT), how, lambda **each: told.append(each))["says"]
    assert "different words, 60 turns." in said
    assert told[0] == {"what": "Listing every run of symbols…"} and told[1]["of"] == 61
