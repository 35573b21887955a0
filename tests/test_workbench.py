"""The workbench's Python: every number is the library's, and what is refused is refused in a sentence."""

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from piecework import Corpus, bpe, corpora, coverage, live, measure, unigram, wordpiece
from piecework.live import plates, workbench
from piecework.live.workbench import DEFAULT, LEARNERS, TITLES
from piecework.spelling import SPELLINGS
from piecework.trace import TIES

KINDS = {
    "merging": bpe.MergeTrace,
    "WordPiece": wordpiece.WordPieceTrace,
    "coverage": coverage.CoverTrace,
    "Unigram": unigram.PruneTrace,
}
TEXT = (corpora.rights()["English"] + " ") * 2
HELD = "All humans reason, and are equal in spirit."
OWN = {**DEFAULT, "corpus": "", "text": TEXT, "held": HELD, "size": 55}


@pytest.fixture(autouse=True)
def nothing_kept():
    workbench._kept.clear()


def direct(learner: str, corpus: Corpus, size: int, spelling: str = "last-marked", ties: str = TIES[0]):
    how = {"vocab_size": size, "spelling": spelling, "ties": ties, "unknown": True}
    return LEARNERS[learner](corpus, **how)


# ------------------------------------------------------------------ what is offered
def test_all_spellings_and_rules_of_the_library_are_offered():
    assert tuple(workbench.NAMES) == SPELLINGS and tuple(workbench.RULES) == TIES
    assert tuple(LEARNERS) == tuple(TITLES)


def test_what_the_page_calls_can_be_called():
    for name in ("start", "train", "curve", "chart", "compare", "take"):
        assert f"workbench.{name}" in live.CALLS
    said = json.loads(live.answer("workbench.start", json.dumps({"settings": OWN})))
    assert said["value"]["held"] is True and said["value"]["said"].startswith("The text has 60 words")


# ------------------------------------------------------------------ numbers
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_number_is_the_librarys(learner, spelling):
    words = "leading-space" if spelling in workbench.SPACED else "whitespace"
    home, away = (Corpus.from_text(text, words) for text in (TEXT, HELD))
    size = 270 if spelling == "bytes" else 55
    trace = direct(learner, home, size, spelling)
    made = workbench.train(learner, {**OWN, "spelling": spelling, "size": size}, {})
    unk = trace.model.vocabulary[0]
    for text, got in ((home, made["home"]), (away, made["held"])):
        tokens = measure.tokens(trace.model, text)
        letters = sum(len(word.replace(" ", "")) * count for word, count in text.items())
        unknown = sum(count * trace.model.segment(word).count(unk) for word, count in text.items())
        assert got["tokens"] == tokens
        assert got["cells"] == [
            f"{tokens:,}",
            f"{float(measure.fertility(trace.model, text)):.2f}",
            f"{letters / tokens:.2f}",
            f"{unknown:,}",
        ]
    assert made["size"] == trace.vocab_size
    shown = sum(len(trace.model.segment(word)) for word in away for _ in range(away[word]))
    assert made["sampled"] == f"{shown} tokens"


@pytest.mark.parametrize("ties", TIES)
def test_the_rule_for_ties_is_followed_and_a_kept_trace_gives_what_a_new_one_would(ties):
    for learner in LEARNERS:
        for size in (70, 55, 45):
            got = workbench.learned(
                learner, workbench.Asked(**{**OWN, "ties": ties, "size": size}), workbench.quiet
            )
            want = direct(learner, Corpus.from_text(TEXT), size, ties=ties)
            assert got.at(size).model == want.model


def test_another_size_a_curve_and_a_file_do_not_train_again(monkeypatch):
    for learner in LEARNERS:
        workbench.train(learner, OWN, {})
    monkeypatch.setattr(workbench, "_train", None)
    for learner in LEARNERS:
        workbench.train(learner, {**OWN, "size": 45}, {})
        workbench.curve(learner, OWN)
        workbench.take(learner, OWN, "json")
        workbench.compare(learner, OWN, {**OWN, "size": 45}, {})


def test_no_more_traces_are_kept_than_two_settings_need():
    for size in range(3):
        for learner in LEARNERS:
            workbench.train(learner, {**OWN, "text": TEXT + "x" * (size + 1)}, {})
    assert len(workbench._kept) == workbench.KEPT == 2 * len(LEARNERS)


def test_a_curve_is_the_measure_at_each_size_and_goes_through_the_one_asked_for():
    home, away = Corpus.from_text(TEXT), Corpus.from_text(HELD)
    sizes = None
    for learner in LEARNERS:
        got = workbench.curve(learner, OWN)
        assert sizes in (None, [size for size, _ in got["home"]])
        sizes = [size for size, _ in got["home"]]
        assert 55 in sizes and sizes == sorted(set(sizes)) and len(sizes) <= workbench.SIZES + 1
        for size in sizes[::5]:
            model = direct(learner, home, size).model
            assert dict(got["home"])[size] == measure.tokens(model, home)
            assert dict(got["held"])[size] == measure.tokens(model, away)


def test_a_large_corpus_is_read_at_the_sizes_that_unigram_went_through(monkeypatch):
    monkeypatch.setattr(workbench, "CHEAP", 10)
    asked = workbench.Asked(**OWN)
    trace = workbench.learned("Unigram", asked, workbench.quiet)
    sizes = [size for size, _ in workbench.curve("merging", OWN)["home"]]
    assert set(sizes) - {55} <= {done.size for done in trace.rounds}


def test_crossings_lie_where_the_library_says():
    curves = {learner: workbench.curve(learner, OWN) for learner in LEARNERS}
    drawn = workbench.chart(curves)
    for one, other in (("merging", "coverage"), ("coverage", "Unigram")):
        size = measure.crossover(dict(curves[one]["home"]), dict(curves[other]["home"]))
        assert (
            f"<td>{one} and {other}</td><td>" + ("never here" if size is None else "") in drawn["crossings"]
        )
        assert size is None or f"{size}</td>" in drawn["crossings"]
    assert "<curve-reader" in drawn["chart"]


def test_a_chart_without_held_out_text_has_one_panel():
    curves = {learner: workbench.curve(learner, {**OWN, "held": ""}) for learner in LEARNERS}
    assert workbench.chart(curves)["chart"].count("<svg") == 1


# ------------------------------------------------------------------ two settings
def test_what_changed_is_what_the_library_says():
    before, after = {**OWN, "size": 45}, {**OWN, "size": 55}
    home = Corpus.from_text(TEXT)
    for learner in LEARNERS:
        old, new = direct(learner, home, 45), direct(learner, home, 55)
        got = workbench.compare(learner, before, after, {})
        was, now = measure.tokens(old.model, home), measure.tokens(new.model, home)
        cells = (was, now, workbench.change(was, now, 0))
        row = "".join(f'<td class="num">{cell}</td>' for cell in cells)
        assert row in got["figures"]
        assert got["come"]["count"] == len(set(new.vocabulary) - set(old.vocabulary))
        assert got["gone"]["count"] == len(set(old.vocabulary) - set(new.vocabulary))
        words = set(HELD.split())
        other = [word for word in words if old.model.segment(word) != new.model.segment(word)]
        assert f"cut differently, {len(other)} of {len(words)}</caption>" in got["words"]


def test_marks_are_no_difference():
    text = {**OWN, "size": 80}
    for was, now in (("last-marked", "leading-space"), ("metaspace", "plain")):
        for one, two in ((was, now), (now, was)):
            asked = workbench.Asked(**{**text, "spelling": two})
            other = workbench.Asked(**{**text, "spelling": one})
            old, new = (workbench.learned("coverage", each, workbench.quiet) for each in (other, asked))
            for _, cut, again in workbench.differing(other, asked, old, new):
                assert workbench.texts(cut, one) != workbench.texts(again, two)


# ------------------------------------------------------------------ files
@pytest.mark.parametrize("learner", LEARNERS)
def test_the_files_load_again(learner):
    trace = direct(learner, Corpus.from_text(TEXT), 55)
    made = workbench.take(learner, OWN, "json")
    loaded = KINDS[learner].from_json(made["text"])
    assert made["name"] == f"{learner.lower()}-55.json" and loaded.model == trace.model
    rows = list(csv.DictReader(io.StringIO(workbench.take(learner, OWN, "csv")["text"])))
    assert [
        (
            int(r["number"]),
            r["symbol"],
            tuple(json.loads(r["parts"])),
            int(r["tied"]),
            int(r["replaced"]),
            int(r["tokens"]),
        )
        for r in rows
    ] == [(s.number, s.symbol, s.parts, s.tied, s.replaced, s.tokens) for s in loaded.steps]
    assert [type(s.score)(Fraction(r["score"])) for s, r in zip(loaded.steps, rows, strict=True)] == [
        s.score for s in loaded.steps
    ]


def test_another_kind_of_file_is_refused():
    with pytest.raises(ValueError, match="'xml' is not known"):
        workbench.take("merging", OWN, "xml")


# ------------------------------------------------------------------ what is refused
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"text": "  \n "}, "there are no words"),
        ({"text": "a " * (plates.LIMIT // 2 + 1)}, "200,002 bytes"),
        ({"text": "end⎵ of"}, "holds the end-of-word mark"),
        ({"text": "a </w>", "spelling": "separate"}, "holds the end-of-word symbol"),
        ({"text": "a ▁b", "spelling": "metaspace"}, "stands for a space"),
        ({"text": "a ##b", "spelling": "continuation"}, "begins with the continuation mark"),
        ({"text": "a <unk> b"}, "is the unknown token"),
        ({"held": "end⎵"}, "in the held-out text: 'end⎵' cannot be spelled"),
        ({"size": 3}, "vocab_size=3 is below the alphabet: this corpus needs at least 35 pieces"),
        ({"spelling": "bites"}, "spelling='bites' is not known"),
        ({"ties": "dice"}, "ties='dice' is not known"),
        ({"corpus": "nowhere"}, "there is no corpus 'nowhere'"),
    ],
)
def test_what_cannot_be_learned_from_is_refused_in_a_sentence(change, says):
    with pytest.raises(ValueError) as error:
        workbench.start({**OWN, **change})
    assert says in str(error.value)


def test_another_learner_is_refused():
    with pytest.raises(ValueError, match="there is no learner 'magic'"):
        workbench.train("magic", OWN, {})


def test_the_smallest_size_and_one_beyond_reach_are_answered():
    least = workbench.start(OWN)["least"]
    for learner in LEARNERS:
        assert workbench.train(learner, {**OWN, "size": least}, {})["size"] == least
        far = workbench.train(learner, {**OWN, "size": 900}, {})
        assert far["size"] < 900 and far["stopped"] == f"Stopped at {far['size']} pieces: nothing left."


# ------------------------------------------------------------------ hostile and foreign text
HOSTILE = "<script>alert(1)</script> <img/src=x/onerror=alert(1)> &amp; \"q' __proto__ "
FOREIGN = "👩‍👩‍👧 👩‍👩‍👧 كتب كتاب مكتبة 分かち書き 分かる ̈x é "


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_any_text_is_shown_escaped_and_read_as_the_library_reads_it(spelling):
    size = 300 if spelling == "bytes" else 120
    settings = {**OWN, "text": (HOSTILE + FOREIGN) * 2, "held": HOSTILE, "size": size, "spelling": spelling}
    workbench.start(settings)
    for learner in LEARNERS:
        made = workbench.train(learner, settings, {})
        for markup in (made["sample"], made["pieces"]):
            assert "<script" not in markup and "<img" not in markup
    drawn = workbench.chart({"<b>": workbench.curve("merging", settings)})
    assert "<b>" not in drawn["crossings"] + drawn["chart"].split("<script")[0]


def test_right_to_left_words_are_laid_out_from_the_right():
    made = workbench.train("merging", {**OWN, "text": "كتب كتاب low", "size": 20, "held": ""}, {})
    assert made["sample"].count('dir="rtl"') == 3  # the list, and two words


# ------------------------------------------------------------------ order
PROGRAM = """
from piecework.live import workbench
own = {**workbench.DEFAULT, "held": "expect nobody", "size": 70}
for learner in workbench.LEARNERS:
    print(workbench.train(learner, own, {}), workbench.curve(learner, own))
    print(workbench.compare(learner, own, {**own, "size": 90, "spelling": "separate"}, {}))
    print(workbench.take(learner, own, "csv"))
print(workbench.plate())
"""


def test_nothing_depends_on_the_order_of_hashes():
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1


def test_progress_is_told_and_not_too_often():
    told = []
    workbench.train("Unigram", {**DEFAULT, "size": 100}, {}, lambda **said: told.append(said))
    assert told[0]["what"].startswith("Unigram") and any(said.get("of") for said in told)
    assert all(said.get("done", 0) <= said.get("of", 0) for said in told)


def test_built_in_corpora_are_spelled_with_and_without_spaces():
    for name in corpora.names():
        for spelling in SPELLINGS:
            corpus, words = workbench.Asked(**{**DEFAULT, "corpus": name, "spelling": spelling}).words()
            assert sum(corpus.values()) == sum(corpora.load(name).values())
            assert any(" " in word for word in words) == (spelling in workbench.SPACED)
