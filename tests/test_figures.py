"""Every figure that the source essays publish and the library answers, through the public interface.

figures.toml holds the facts. The tests here compute each of them once more, so that they fail both where the
library gives another number and where the ledger's own computation of it drifts.
"""

import math
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import piecework.book
from piecework import Corpus, bpe, corpora, coverage, measure, unigram, wordpiece
from piecework.book import published

TOML = Path(piecework.book.__file__).parent / "figures.toml"
FACTS = tomllib.loads(TOML.read_text(encoding="utf-8"))
COVERAGE = FACTS["coverage"]

# What the essays start from: settings, not results.
INPUTS = {
    "self_checking.corpus",
    "self_checking.checks",
    "self_checking.probes",
    "step_by_step.text",
    "step_by_step.code_sample.text",
    "export_module.corpus",
    "export_module.steps",
    "labs.lab1_corpus",
    "labs.lab1_merges",
    "labs.lab2_corpus",
    "labs.lab3_words",
    "labs.lab3_targets",
    "labs.lab4_merges",
    "labs.lab4_in_domain",
    "labs.lab4_out_of_domain",
    "labs.lab4_corpus",
    "coverage.four_words.corpus",
    "coverage.sentences.held_out",
    "coverage.greedy_against_best.corpus",
    "coverage.unit_changes_the_winner.corpus",
}


# ----------------------------------------------------------------------------------- essay 000
def test_self_checking():
    facts = FACTS["self_checking"]
    corpus = corpora.load("self-checking")
    assert corpus == facts["corpus"]
    rounds = 5
    trace = bpe.train(corpus, steps=rounds, spelling="plain")
    assert [list(step.parts) for step in trace.steps] == facts["merges"]
    assert trace.model.segment("newest") == facts["newest"]
    # its own five checks, on its own probes
    assert len(trace.steps) == rounds
    assert all(step.symbol == "".join(step.parts) for step in trace.steps)
    for word in facts["probes"]:
        pieces = trace.model.segment(word)
        assert "".join(pieces) == word
        assert len(pieces) <= len(word)
        assert "" not in pieces


# ----------------------------------------------------------------------------------- essay 001
def test_step_by_step():
    facts = FACTS["step_by_step"]
    corpus = corpora.load("word-family")
    assert corpus == Corpus.from_text(facts["text"], words="leading-space")
    trace = bpe.train(corpus, spelling="leading-space")
    assert len(trace.alphabet) == facts["alphabet"]
    assert trace.start_tokens == facts["start_tokens"] == len(facts["text"])
    assert len(facts["text"]) / trace.start_tokens == facts["chars_per_token_at_start"]
    assert len(trace.steps) == facts["merges_available"]
    tokens = [step.tokens for step in trace.steps]
    assert tokens == facts["tokens_after_each_merge"]
    halved = next(n for n, left in enumerate(tokens, 1) if 2 * left <= trace.start_tokens)
    assert halved == facts["challenge_halve_at_merge"]
    more = next(n for n, left in enumerate(tokens, 1) if len(trace.alphabet) + n > left)
    assert more == facts["challenge_vocabulary_exceeds_tokens_at_merge"]


def test_step_by_step_code_sample():
    facts = FACTS["step_by_step"]["code_sample"]
    corpus = Corpus.from_text(facts["text"], words="leading-space")
    trace = bpe.train(corpus, steps=len(facts["trace"]), spelling="leading-space")
    assert trace.start_tokens == facts["start_tokens"]
    assert [[step.symbol, step.score, step.tokens] for step in trace.steps] == facts["trace"]


# ----------------------------------------------------------------------------------- essay 003
def test_export_module():
    facts = FACTS["export_module"]
    corpus = corpora.load("export")
    assert corpus == facts["corpus"]
    trace = bpe.train(corpus, steps=facts["steps"], spelling="plain", ties="first-seen")
    assert list(trace.steps[0].parts) == facts["first_pair"]
    assert trace.steps[0].score == facts["first_count"]
    assert [step.symbol for step in trace.steps] == facts["new_symbols"]
    assert len(trace.steps) == facts["steps"]


# ----------------------------------------------------------------------------------- essay 002
def test_lab_1():
    facts = FACTS["labs"]
    corpus = corpora.load("lab-1")
    assert corpus == facts["lab1_corpus"]
    models = [
        bpe.train(corpus, steps=merges, spelling="separate", ties="first-seen").model
        for merges in facts["lab1_merges"]
    ]
    totals = [sum(len(model.segment(word)) for word in corpus) for model in models]
    assert totals == facts["lab1_total_tokens"]
    assert models[facts["lab1_merges"].index(15)].segment("newest") == facts["lab1_newest_at_15"]


@pytest.mark.parametrize("ties", ["first-seen", "lexicographic"])
def test_lab_2(ties):
    facts = FACTS["labs"]
    corpus = corpora.load("lab-2")
    assert corpus == facts["lab2_corpus"]
    for learner, name in ((bpe, "lab2_bpe"), (wordpiece, "lab2_wordpiece")):
        trace = learner.train(corpus, steps=len(facts[name]), spelling="separate", ties=ties)
        assert [list(step.parts) for step in trace.steps] == facts[name]
    opening = wordpiece.train(corpus, steps=1, spelling="separate", ties=ties).steps[0]
    ranked = [(opening.parts, opening.score), *((rival.parts, rival.score) for rival in opening.rivals)]
    scores = {" ".join(parts): float(score) for parts, score in ranked}
    published = facts["lab2_first_scores"]
    assert {pair: scores[pair] for pair in published} == published


def test_lab_3():
    """Its words have a single character for their end; to us it is a symbol, as to its own code."""
    facts = FACTS["labs"]
    corpus = corpora.load("lab-3")
    assert list(corpus) == facts["lab3_words"] and set(corpus.values()) == {1}
    ended = [[*word, "</w>"] for word in corpus]
    runs = Counter(
        "".join(word[i:j])
        for word in ended
        for i in range(len(word))
        for j in range(i + 1, i + 6)
        if j <= len(word)
    )
    seed = runs + Counter(symbol for word in ended for symbol in word)
    how = {"spelling": "separate", "ties": "first-seen", "seed": seed}
    for size in facts["lab3_targets"]:
        trace = unigram.train(corpus, size, keep=Fraction(4, 5), by="usage", passes=0, **how)
        assert trace.vocab_size == size
        pieces = dict(trace.rounds[-1].weights)
        total = sum(pieces.values())
        cuts = [trace.model.segment(word) for word in corpus]
        assert all("".join(cut) == f"{word}</w>" for cut, word in zip(cuts, corpus, strict=True))
        likelihood = math.fsum(math.log(pieces[piece] / total) for cut in cuts for piece in cut)
        if size != 25:  # which the essay only trains
            assert round(likelihood, 2) == facts[f"lab3_loglikelihood_at_{size}"]
        else:  # fewer pieces are not always less likely words: their weights shrink with the total
            assert likelihood > facts["lab3_loglikelihood_at_40"]


def test_lab_4():
    facts = FACTS["labs"]
    assert corpora.load("lab-4") == facts["lab4_corpus"]
    model = bpe.train(
        facts["lab4_corpus"], steps=facts["lab4_merges"], spelling="separate", ties="first-seen"
    ).model
    for words, fertility in (
        ("lab4_in_domain", "lab4_fertility_in"),
        ("lab4_out_of_domain", "lab4_fertility_out"),
    ):
        assert float(measure.fertility(model, Corpus.from_words(facts[words]))) == facts[fertility]


# ----------------------------------------------------------------------------------- essay 004
def test_coverage_four_words():
    facts = COVERAGE["four_words"]
    corpus = corpora.load("four-words")
    assert corpus == facts["corpus"]
    trace = bpe.train(corpus)
    assert sum(corpus.values()) == facts["occurrences"]
    assert trace.start_tokens == facts["positions"]
    assert list(trace.steps[0].parts) == facts["first_merge_of_bpe"]
    assert trace.steps[0].score == facts["first_merge_count"]


@pytest.mark.parametrize("unit, suffix", [("positions", ""), ("characters", "_counting_characters")])
def test_coverage_four_words_in_both_units(unit, suffix):
    facts = COVERAGE["four_words"]
    corpus = corpora.load("four-words")
    opening = coverage.candidates(corpus, unit=unit)
    published = facts[f"opening_candidates{suffix}"]
    assert {piece: opening[piece] for piece in published} == published
    assert next(iter(opening)) == facts["chosen"][0]
    trace = coverage.train(corpus, unit=unit)
    assert [step.symbol for step in trace.steps] == facts["chosen"]
    assert [step.score for step in trace.steps] == facts[f"gains{suffix}"]
    assert trace.stopped == "nothing left"
    assert sum(step.covered for step in trace.steps) == facts["positions"]


def test_coverage_four_words_at_its_ceiling():
    """16 twice over: entries of the vocabulary, the unknown slot included, and tokens of the corpus."""
    facts = COVERAGE["four_words"]
    trace = coverage.train(corpora.load("four-words"), steps=300, unknown=True)
    assert trace.vocab_size == facts["tokens_at_ceiling"]
    assert trace.tokens == facts["occurrences"]
    model = coverage.train(corpora.load("four-words")).model
    assert model.segment("unwidest") == facts["unwidest"]
    assert model.segment("lower") == facts["lower"]


SENTENCES = corpora.load("sentences")
FULL = bpe.train(SENTENCES, unknown=True)
COVERED = coverage.train(SENTENCES, unknown=True)
HELD_OUT = Corpus.from_text(COVERAGE["sentences"]["held_out"])


def test_coverage_sentences():
    facts = COVERAGE["sentences"]
    assert len(SENTENCES) == facts["distinct_words"]
    assert sum(SENTENCES.values()) == facts["occurrences"]
    assert FULL.start_tokens == facts["positions"]
    assert sum(count == 1 for count in SENTENCES.values()) == facts["words_seen_once"]
    assert len(FULL.alphabet) == facts["alphabet"]
    first = FULL.steps[0]
    ranked = [(first.parts, first.score), *((rival.parts, rival.score) for rival in first.rivals)]
    assert [[*pair, count] for pair, count in ranked[: len(facts["top_pairs"])]] == facts["top_pairs"]
    assert FULL.stopped == "nothing left"
    assert FULL.vocab_size == facts["merging_ceiling"]


def test_coverage_sentences_covered():
    facts = COVERAGE["sentences"]
    opening = coverage.candidates(SENTENCES)
    assert len(opening) == facts["candidates"]
    published = facts["opening_candidates"]
    assert {piece: opening[piece] for piece in published} == published
    assert len(COVERED.alphabet) == facts["alphabet"]
    assert COVERED.start_tokens == facts["positions"]
    assert COVERED.stopped == "nothing left"
    assert len(COVERED.steps) == facts["rows_at_ceiling"]
    assert COVERED.vocab_size == facts["tokens_at_ceiling"]
    assert sum(step.covered for step in COVERED.steps) == facts["positions_covered"]
    assert COVERED.bare == COVERED.steps[-1].bare == facts["positions_bare"]
    gains = [step.score for step in COVERED.steps]
    assert gains[: len(facts["first_gains"])] == facts["first_gains"]
    assert gains[-1] == facts["last_gain"]


@pytest.mark.parametrize("size", [int(size) for size in COVERAGE["matched"]])
def test_coverage_matched_sizes_by_merging(size):
    """The second and fourth column: pieces by merging, of the corpus and of the held-out sentence."""
    _, corpus_pieces, _, held_out_pieces = COVERAGE["matched"][str(size)]
    model = FULL.model_at(size)
    assert measure.tokens(model, SENTENCES) == FULL.at(size).tokens == corpus_pieces
    assert measure.tokens(model, HELD_OUT) == held_out_pieces


@pytest.mark.parametrize("size", [int(size) for size in COVERAGE["matched"]])
def test_coverage_matched_sizes_by_coverage(size):
    corpus_pieces, _, held_out_pieces, _ = COVERAGE["matched"][str(size)]
    model = COVERED.model_at(size)
    assert measure.tokens(model, SENTENCES) == COVERED.at(size).tokens == corpus_pieces
    assert measure.tokens(model, HELD_OUT) == held_out_pieces


def test_coverage_matched_sizes_side_by_side():
    sizes = [int(size) for size in COVERAGE["matched"]]
    both, texts = {"coverage": COVERED, "merging": FULL}, {"corpus": SENTENCES, "held out": HELD_OUT}
    rows = measure.matched(both, texts, sizes)
    assert {
        str(size): [said[learner][text] for text in texts for learner in both] for size, said in rows
    } == COVERAGE["matched"]
    curves = {text: [measure.curve(t, c, sizes) for t in both.values()] for text, c in texts.items()}
    assert measure.crossover(*curves["held out"]) == 70  # “at 70 they have crossed”
    assert measure.crossover(*curves["corpus"]) == 137  # ahead at every size up to its ceiling
    assert measure.crossover(*(measure.curve(trace, SENTENCES) for trace in both.values())) is None


def test_coverage_at_100_by_coverage():
    facts = COVERAGE["at_100"]
    trace, other = COVERED.at(100), FULL.at(100)
    learned = [step.symbol for step in trace.steps]
    assert len(learned) == facts["rows"]
    theirs = {step.symbol for step in other.steps}
    assert len([piece for piece in learned if piece in theirs]) == facts["shared_rows"]
    whole = {word: count for word, count in SENTENCES.items() if word + "⎵" in learned}
    assert len(whole) == facts["whole_words_coverage"]
    assert sum(count == 1 for count in whole.values()) == facts["whole_words_seen_once_coverage"]
    mean = sum(len(piece.removesuffix("⎵")) for piece in learned) / len(learned)
    assert round(mean, 2) == facts["mean_length_coverage"]
    at_121 = [step.symbol for step in COVERED.at(121).steps]
    once = [word for word, count in SENTENCES.items() if count == 1 and word + "⎵" in at_121]
    assert len(once) == facts["whole_words_seen_once_coverage_at_121"]
    pieces = [piece for word in HELD_OUT for piece in trace.model.segment(word)]
    singles = [piece for piece in pieces if piece in trace.alphabet]
    assert len(singles) == facts["bare_single_symbols_coverage"]
    for word in ("expected", "expect", "analysis"):
        assert trace.model.segment(word) == facts[f"{word}_by_coverage"]


def test_coverage_at_100_by_measure():
    """The same numbers where the library has a function for them."""
    facts = COVERAGE["at_100"]
    traces = {"coverage": COVERED.at(100), "merging": FULL.at(100)}
    assert len(measure.shared(*traces.values())) == facts["shared_rows"]
    for name, trace in traces.items():
        assert len(measure.whole_words(trace)) == facts[f"whole_words_{name}"]
        assert len(measure.whole_words(trace, said=1)) == facts[f"whole_words_seen_once_{name}"]
        assert round(float(measure.mean_length(trace)), 2) == facts[f"mean_length_{name}"]
        assert measure.bare_singles(trace.model, HELD_OUT) == facts[f"bare_single_symbols_{name}"]
    assert measure.idle(traces["coverage"]) == []


@pytest.mark.parametrize("ceiling", COVERAGE["length_ceiling"])
def test_coverage_length_ceilings(ceiling):
    how = {} if ceiling == "any" else {"max_length": int(ceiling)}
    trace = coverage.train(SENTENCES, vocab_size=100, unknown=True, **how)
    assert [
        trace.tokens,
        measure.tokens(trace.model, HELD_OUT),
        len(measure.whole_words(trace, said=1)),
    ] == COVERAGE["length_ceiling"][ceiling]


def test_coverage_greedy_against_best():
    facts = COVERAGE["greedy_against_best"]
    corpus = corpora.load("costing")
    assert corpus == facts["corpus"]
    trace = coverage.train(corpus, steps=2)
    assert [step.symbol for step in trace.steps] == facts["greedy"]
    assert sum(step.covered for step in trace.steps) == facts["greedy_covered"]
    assert trace.tokens == facts["greedy_tokens"]
    best = coverage.best(corpus, 2)
    assert ["".join(piece) for piece in best.pieces] == facts["best"]
    assert best.covered == facts["best_covered"] == facts["positions"]
    assert round(100 * facts["greedy_covered"] / best.covered, 1) == facts["ratio_percent"]
    model = coverage.Cover(trace.alphabet, best.pieces)
    assert measure.tokens(model, corpus) == facts["best_tokens"]
    assert round(1 - math.exp(-1), 3) == facts["theorem_bound"]
    assert trace.model.segment("costly") == ["cost", "l", "y⎵"]


def test_coverage_unit_changes_the_winner():
    facts = COVERAGE["unit_changes_the_winner"]
    corpus = corpora.load("endings")
    assert corpus == facts["corpus"]
    assert sum((len(word) + 1) * count for word, count in corpus.items()) == facts["characters"]
    for unit in ("positions", "characters"):
        opening = coverage.candidates(corpus, unit=unit)
        assert list(next(iter(opening.items()))) == facts[f"counting_{unit}"][0]
        steps = coverage.train(corpus, unit=unit).steps[:2]
        assert [[step.symbol, step.score] for step in steps] == facts[f"counting_{unit}"]


def test_coverage_at_100_by_merging():
    facts = COVERAGE["at_100"]
    trace = FULL.at(100)
    model = trace.model
    learned = [step.symbol for step in trace.steps]
    assert len(learned) == facts["rows"]
    whole = {word: count for word, count in SENTENCES.items() if word + "⎵" in learned and len(word) > 1}
    assert len(whole) == facts["whole_words_merging"]
    assert sum(count == 1 for count in whole.values()) == facts["whole_words_seen_once_merging"]
    mean = sum(len(piece.removesuffix("⎵")) for piece in learned) / len(learned)
    assert round(mean, 2) == facts["mean_length_merging"]
    held_out = Counter(piece for word in HELD_OUT for piece in model.segment(word))
    singles = {piece: n for piece, n in held_out.items() if len(piece.removesuffix("⎵")) == 1}
    assert sum(singles.values()) == facts["bare_single_symbols_merging"]
    assert model.segment("expect") == facts["expect_by_merging"]
    assert model.segment("analysis") == facts["analysis_by_merging"]


@pytest.mark.parametrize("name", ["greedy_against_best", "unit_changes_the_winner"])
def test_coverage_small_corpora(name):
    facts = COVERAGE[name]
    assert bpe.train(facts["corpus"], steps=0).start_tokens == facts["positions"]


# ----------------------------------------------------------------------------------- the ledger's rows
def leaves(table, prefix=""):
    for name, value in table.items():
        if prefix + name in INPUTS:
            continue
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def test_the_ledger_lists_every_figure_in_order():
    assert [(row.name, row.published) for row in published.figures()] == list(leaves(FACTS))


def test_the_ledger_computes_every_figure_and_agrees():
    assert [row.name for row in published.figures() if row.agrees is not True] == []


def test_what_counts_as_an_input_is_in_the_file():
    for name in INPUTS:
        value = FACTS
        for part in name.split("."):
            value = value[part]  # a KeyError names one that is not
