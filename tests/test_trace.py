"""Traces: the golden ones, the same for every hash seed, and JSON that has been tampered with."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from piecework import Corpus, bpe, corpora, coverage, unigram, wordpiece
from piecework.bpe import MergeTrace
from piecework.trace import Rival

GOLDEN = Path(__file__).parent / "golden" / "traces"

# The built-in corpora as the chapters use them, the tie rule written down: learner, corpus, settings.
HOW = {
    "word-family": (bpe, "word-family", {"spelling": "leading-space", "ties": "lexicographic"}),
    "export": (bpe, "export", {"spelling": "plain", "ties": "first-seen"}),
    "self-checking": (bpe, "self-checking", {"spelling": "plain", "ties": "lexicographic", "steps": 5}),
    "lab-1": (bpe, "lab-1", {"spelling": "separate", "ties": "first-seen", "steps": 15}),
    "four-words": (bpe, "four-words", {"spelling": "last-marked", "ties": "lexicographic"}),
    "sentences": (bpe, "sentences", {"spelling": "last-marked", "ties": "lexicographic", "unknown": True}),
    "lab-2": (bpe, "lab-2", {"spelling": "separate", "ties": "first-seen", "min_count": 1}),
    "lab-4": (bpe, "lab-4", {"spelling": "separate", "ties": "first-seen", "steps": 35}),
    "wordpiece-hugs": (wordpiece, "hugs", {"spelling": "continuation", "ties": "first-seen"}),
    "wordpiece-lab-2": (wordpiece, "lab-2", {"spelling": "separate", "ties": "first-seen"}),
    "wordpiece-sentences": (
        wordpiece,
        "sentences",
        {"spelling": "continuation", "ties": "lexicographic", "unknown": True, "min_count": 2},
    ),
    "coverage-four-words": (coverage, "four-words", {"ties": "lexicographic"}),
    "coverage-sentences": (coverage, "sentences", {"ties": "lexicographic", "unknown": True}),
    "coverage-costing": (coverage, "costing", {"ties": "lexicographic", "steps": 2}),
    "coverage-endings-in-characters": (coverage, "endings", {"ties": "lexicographic", "unit": "characters"}),
    "coverage-sentences-up-to-5": (
        coverage,
        "sentences",
        {"ties": "lexicographic", "unknown": True, "vocab_size": 100, "max_length": 5},
    ),
    "unigram-hugs": (unigram, "hugs", {"spelling": "plain", "ties": "lexicographic", "vocab_size": 10}),
}


def by_step(text: str) -> str:
    """A trace's JSON with each step on a line of its own, so that a diff shows which ones changed."""
    data = json.loads(text)
    steps = ",\n".join(json.dumps(step, ensure_ascii=False) for step in data.pop("steps"))
    return json.dumps(data, ensure_ascii=False)[:-1] + f', "steps": [\n{steps}\n]}}\n'


@pytest.mark.parametrize("name", HOW)
def test_golden(name, request):
    learner, corpus, how = HOW[name]
    trace = learner.train(corpora.load(corpus), **how)
    golden = GOLDEN / f"{name}.json"
    if request.config.getoption("--update-goldens"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(by_step(trace.to_json()), encoding="utf-8")
    text = golden.read_text(encoding="utf-8")
    assert by_step(trace.to_json()) == text, f"not what {golden.name} says (if meant: make goldens)"
    assert type(trace).from_json(text) == trace


def test_no_golden_is_left_over():
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == sorted(HOW)


ASKED = [(module.__name__.rpartition(".")[-1], corpus, how) for module, corpus, how in HOW.values()]
DIGEST = f"""
import hashlib
from piecework import bpe, corpora, coverage, unigram, wordpiece
digest = hashlib.sha256()
for learner, name, how in {ASKED!r}:
    for ties in ("lexicographic", "reverse-lexicographic", "first-seen"):
        trace = globals()[learner].train(corpora.load(name), **how | dict(ties=ties))
        digest.update(trace.to_json().encode())
        digest.update(repr([trace.model.segment(word) for word in corpora.load(name)]).encode())
print(digest.hexdigest())
"""


def test_one_trace_for_every_hash_seed():
    said = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "4294967295", "random")
    }
    assert len(said) == 1


# ------------------------------------------------------------------------------------- tampered with
TRACE = bpe.train(Corpus({"low": 5, "lower": 2}), spelling="plain")


def edited(**changes):
    return json.dumps(json.loads(TRACE.to_json()) | changes)


def without(name):
    data = json.loads(TRACE.to_json())
    del data[name]
    return json.dumps(data)


def with_step(place, **changes):
    data = json.loads(TRACE.to_json())
    data["steps"][place - 1].update(changes)
    return json.dumps(data)


def test_an_untouched_trace_is_read():
    assert MergeTrace.from_json(edited()) == TRACE


def test_fractions_are_written_as_fractions():
    """And text that looks like one stays text where text belongs."""
    trace = wordpiece.train({"1/2": 20, "1/1": 3, "ab": 1}, spelling="plain")
    assert Fraction(1, 23) in {step.score for step in trace.steps}
    text = trace.to_json()
    assert '"score": "1/23"' in text and '"1/2"' in text
    assert type(trace).from_json(text) == trace
    for score in (Fraction(1, 2), Fraction(-3), Fraction(10**40, 3)):
        rival = Rival("ab", ("a", "b"), score)
        step = replace(TRACE.steps[0], score=score, rivals=(rival,))
        read = json.loads(replace(TRACE, steps=(step,)).to_json())["steps"][0]
        assert read["score"] == f"{score.numerator}/{score.denominator}" == read["rivals"][0]["score"]


def test_what_is_no_score_is_not_written():
    step = replace(TRACE.steps[0], score=1j)
    with pytest.raises(TypeError, match="JSON cannot hold 1j"):
        replace(TRACE, steps=(step,)).to_json()


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "not a trace: this is not JSON (Expecting value: line 1 column 1 (char 0))"),
        (TRACE.to_json()[:-1], r"not a trace: this is not JSON \(Expecting"),
        ("[" * 100_000, r"not a trace: this is not JSON \("),
        (b"\xff", r"not a trace: this is not JSON \("),
        ("[]", 'not a trace: the JSON object has no "piecework": "trace"'),
        ("null", 'not a trace: the JSON object has no "piecework": "trace"'),
        ('{"steps": []}', 'not a trace: the JSON object has no "piecework": "trace"'),
        (edited(version=1), "a trace of version 1; this library reads version 3"),
        (without("version"), "a trace of version None; this library reads version 3"),
        (without("words"), "not a MergeTrace: trace has no 'words'"),
        (without("min_count"), "not a MergeTrace: trace has no 'min_count'"),
        (without("steps"), "not a MergeTrace: trace has no 'steps'"),
        (edited(note="mine"), "not a MergeTrace: trace has 'note', which is no part of it"),
        (edited(steps=5), "not a MergeTrace: trace.steps is of type int, not a list"),
        (edited(steps=[5]), "not a MergeTrace: trace.steps[0] is of type int, not an object"),
        (edited(alphabet="elorw"), "not a MergeTrace: trace.alphabet is of type str, not a list"),
        (edited(alphabet=["e", 5]), "not a MergeTrace: trace.alphabet[1] is of type int, not str"),
        (edited(unknown=1), "not a MergeTrace: trace.unknown is of type int, not bool"),
        (edited(min_count=True), "not a MergeTrace: trace.min_count is of type bool, not int"),
        (edited(start_tokens=25.0), "not a MergeTrace: trace.start_tokens is of type float, not int"),
        (edited(words=[["low", "5"]]), "not a MergeTrace: trace.words[0][1] is of type str, not int"),
        (edited(words=[["low"]]), "not a MergeTrace: trace.words[0] has 1 entries, not 2"),
        (edited(words={"low": 5}), "not a MergeTrace: trace.words is of type dict, not a list"),
        (edited(words=[["low", 0]]), "not a MergeTrace: the count of 'low' is 0; counts are 1 or more"),
        (edited(words=[["low", 5], ["low", 2]]), "not a MergeTrace: a word is listed twice"),
        (
            edited(spelling="bites"),
            "not a MergeTrace: spelling='bites' is not known; "
            "there are 'plain', 'last-marked', 'separate', 'leading-space', 'metaspace', "
            "'continuation', 'bytes'",
        ),
        (
            edited(ties="any"),
            "not a MergeTrace: ties is 'any'; "
            "there are 'lexicographic', 'reverse-lexicographic', 'first-seen'",
        ),
        (
            edited(stopped="bored"),
            "not a MergeTrace: stopped is 'bored'; there are 'steps', 'vocab_size', 'nothing left'",
        ),
        (edited(alphabet=list("wrole")), "not a MergeTrace: the alphabet is not that of the words, sorted"),
        (edited(start_tokens=24), "not a MergeTrace: start_tokens is 24, but the words have 25"),
        (edited(spelling="last-marked"), "not a MergeTrace: the alphabet is not that of the words, sorted"),
        (with_step(1, symbol="low"), "not a MergeTrace: step 1: ('l', 'o') do not join to 'low'"),
        (
            with_step(1, parts=["l", "o", "w"], symbol="low"),
            "not a MergeTrace: step 1: ('l', 'o', 'w') are not two pieces known by then",
        ),
        (
            with_step(1, parts=["lo", "w"], symbol="low"),
            "not a MergeTrace: step 1: ('lo', 'w') are not two pieces known by then",
        ),
        (with_step(1, parts="lo"), "not a MergeTrace: trace.steps[0].parts is of type str, not a list"),
        (
            with_step(1, score="7"),
            "not a MergeTrace: trace.steps[0].score is of type str, not int or Fraction or float",
        ),
        (
            with_step(1, score="7/0"),
            "not a MergeTrace: trace.steps[0].score is of type str, not int or Fraction or float",
        ),
        (
            with_step(1, score="-"),
            "not a MergeTrace: trace.steps[0].score is of type str, not int or Fraction or float",
        ),
        (with_step(1, score=7.0), "not a MergeTrace: the scores are not of one type, but float, int"),
        (with_step(1, score="7/1"), "not a MergeTrace: the scores are not of one type, but Fraction, int"),
        (with_step(1, parts=["l", "o/1"]), r"not a MergeTrace: step 1: \('l', 'o/1'\) are not two pieces"),
        (with_step(1, number=2), "not a MergeTrace: step 1 says that it is number 2"),
        (with_step(2, tokens=0), "not a MergeTrace: step 2: 18 tokens less 7 are not 0"),
        (with_step(1, extra=1), "not a MergeTrace: trace.steps[0] has 'extra', which is no part of it"),
        (
            with_step(1, rivals=[{"symbol": "ow", "parts": ["o", "w"]}]),
            "not a MergeTrace: trace.steps[0].rivals[0] has no 'score'",
        ),
    ],
)
def test_any_other_text_is_refused_with_its_fault(text, sentence):
    with pytest.raises(ValueError) as raised:
        MergeTrace.from_json(text)
    said = str(raised.value)
    assert said == sentence or re.match(sentence, said), said
