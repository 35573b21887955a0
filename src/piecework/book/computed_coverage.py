"""The figures of the essay on coverage, computed by the library. Sizes count the unknown slot, as it does."""

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from piecework import Corpus, bpe, corpora, coverage, measure
from piecework.trace import Score

HELD_OUT = "Dr. Alvarez didn't expect the low-cost re-analysis."
CEILING = 121  # where coverage has nothing left to cover


@cache
def corpus(name: str) -> Corpus:
    return corpora.load(name)


@cache
def held_out() -> Corpus:
    return Corpus.from_text(HELD_OUT)


@cache
def cover(name: str, unit: str = "positions") -> coverage.CoverTrace:
    return coverage.train(corpus(name), unit=unit, unknown=name == "sentences")


@cache
def merge(name: str) -> bpe.MergeTrace:
    return bpe.train(corpus(name), unknown=name == "sentences")


@cache
def at_100() -> tuple[coverage.CoverTrace, bpe.MergeTrace]:
    return cover("sentences").at(100), merge("sentences").at(100)


@cache
def greedy_two() -> coverage.CoverTrace:
    return coverage.train(corpus("costing"), steps=2)


@cache
def best_two() -> coverage.Selection:
    return coverage.best(corpus("costing"), 2)


def matched(size: int) -> list[int]:
    """Tokens of the corpus by coverage and by merging, then of the held-out sentence."""
    models = [trace.model_at(size) for trace in (cover("sentences"), merge("sentences"))]
    return [measure.tokens(model, text) for text in (corpus("sentences"), held_out()) for model in models]


def under(ceiling: int | None) -> list[int]:
    """With no piece longer than that: tokens of the corpus, of the sentence, rows on words seen once."""
    trace = coverage.train(corpus("sentences"), vocab_size=100, max_length=ceiling, unknown=True)
    texts = (corpus("sentences"), held_out())
    return [*(measure.tokens(trace.model, text) for text in texts), len(measure.whole_words(trace, said=1))]


def opening(name: str, unit: str, piece: str) -> int:
    return coverage.candidates(corpus(name), unit=unit)[piece]


def top_pairs(most: int) -> list[list[str | Score]]:
    first = bpe.train(corpus("sentences"), steps=1).steps[0]
    ranked = [(first.parts, first.score), *((rival.parts, rival.score) for rival in first.rivals)]
    return [[*parts, score] for parts, score in ranked[:most]]


def characters(name: str) -> int:
    """Positions with each end of a word counted once more."""
    return sum((len(word) + 1) * count for word, count in corpus(name).items())


def read(learner: int, word: str) -> list[str]:
    return at_100()[learner].model.segment(word)


def first_two(unit: str) -> list[list[str | Score]]:
    return [[step.symbol, step.score] for step in cover("endings", unit).steps[:2]]


def gains(name: str, unit: str = "positions") -> list[Score]:
    return [step.score for step in cover(name, unit).steps]


COMPUTED: dict[str, Callable[[], Any]] = {
    "four_words.occurrences": lambda: sum(corpus("four-words").values()),
    "four_words.positions": lambda: cover("four-words").start_tokens,
    **{
        f"four_words.opening_candidates.{piece}": partial(opening, "four-words", "positions", piece)
        for piece in ("newest⎵", "ewest⎵", "newes", "est⎵", "widest⎵")
    },
    **{
        f"four_words.opening_candidates_counting_characters.{piece}": partial(
            opening, "four-words", "characters", piece
        )
        for piece in ("newest⎵", "est⎵", "ewest⎵")
    },
    "four_words.chosen": lambda: [step.symbol for step in cover("four-words").steps],
    "four_words.gains": lambda: gains("four-words"),
    "four_words.gains_counting_characters": lambda: gains("four-words", "characters"),
    # the size of the vocabulary, the unknown slot included; by chance the corpus's tokens then are as many
    "four_words.tokens_at_ceiling": lambda: coverage.train(corpus("four-words"), unknown=True).vocab_size,
    "four_words.unwidest": lambda: cover("four-words").model.segment("unwidest"),
    "four_words.lower": lambda: cover("four-words").model.segment("lower"),
    "four_words.first_merge_of_bpe": lambda: list(merge("four-words").steps[0].parts),
    "four_words.first_merge_count": lambda: merge("four-words").steps[0].score,
    "sentences.distinct_words": lambda: len(corpus("sentences")),
    "sentences.occurrences": lambda: sum(corpus("sentences").values()),
    "sentences.positions": lambda: cover("sentences").start_tokens,
    "sentences.words_seen_once": lambda: sum(count == 1 for count in corpus("sentences").values()),
    "sentences.alphabet": lambda: len(cover("sentences").alphabet),
    "sentences.candidates": lambda: len(coverage.candidates(corpus("sentences"))),
    "sentences.top_pairs": lambda: top_pairs(4),
    **{
        f"sentences.opening_candidates.{piece}": partial(opening, "sentences", "positions", piece)
        for piece in ("he⎵", "analys", "expecte", "re")
    },
    "sentences.rows_at_ceiling": lambda: len(cover("sentences").steps),
    "sentences.tokens_at_ceiling": lambda: cover("sentences").vocab_size,
    "sentences.positions_covered": lambda: cover("sentences").start_tokens - cover("sentences").bare,
    "sentences.positions_bare": lambda: cover("sentences").bare,
    "sentences.first_gains": lambda: gains("sentences")[:8],
    "sentences.last_gain": lambda: gains("sentences")[-1],
    "sentences.merging_ceiling": lambda: merge("sentences").vocab_size,
    **{f"matched.{size}": partial(matched, size) for size in (60, 65, 70, 80, 100, 121, 137)},
    "at_100.rows": lambda: len(at_100()[0].steps),
    "at_100.shared_rows": lambda: len(measure.shared(*at_100())),
    "at_100.whole_words_coverage": lambda: len(measure.whole_words(at_100()[0])),
    "at_100.whole_words_merging": lambda: len(measure.whole_words(at_100()[1])),
    "at_100.mean_length_coverage": lambda: round(float(measure.mean_length(at_100()[0])), 2),
    "at_100.mean_length_merging": lambda: round(float(measure.mean_length(at_100()[1])), 2),
    "at_100.whole_words_seen_once_coverage": lambda: len(measure.whole_words(at_100()[0], said=1)),
    "at_100.whole_words_seen_once_merging": lambda: len(measure.whole_words(at_100()[1], said=1)),
    "at_100.whole_words_seen_once_coverage_at_121": lambda: len(
        measure.whole_words(cover("sentences").at(CEILING), said=1)
    ),
    "at_100.bare_single_symbols_coverage": lambda: measure.bare_singles(at_100()[0].model, held_out()),
    "at_100.bare_single_symbols_merging": lambda: measure.bare_singles(at_100()[1].model, held_out()),
    **{
        f"at_100.{word}_by_{name}": partial(read, i, word)
        for i, name in enumerate(("coverage", "merging"))
        for word in ("expected", "expect", "analysis")
        if (word, name) != ("expected", "merging")
    },
    **{
        f"length_ceiling.{name}": partial(under, None if name == "any" else int(name))
        for name in ("2", "3", "4", "5", "6", "8", "any")
    },
    "greedy_against_best.positions": lambda: greedy_two().start_tokens,
    "greedy_against_best.greedy": lambda: [step.symbol for step in greedy_two().steps],
    "greedy_against_best.greedy_covered": lambda: greedy_two().start_tokens - greedy_two().bare,
    "greedy_against_best.best": lambda: ["".join(piece) for piece in best_two().pieces],
    "greedy_against_best.best_covered": lambda: best_two().covered,
    "greedy_against_best.ratio_percent": lambda: round(
        100 * (greedy_two().start_tokens - greedy_two().bare) / best_two().covered, 1
    ),
    "greedy_against_best.greedy_tokens": lambda: greedy_two().tokens,
    "greedy_against_best.best_tokens": lambda: measure.tokens(
        coverage.Cover(greedy_two().alphabet, best_two().pieces), corpus("costing")
    ),
    "greedy_against_best.theorem_bound": lambda: round(1 - 1 / math.e, 3),
    "unit_changes_the_winner.positions": lambda: cover("endings").start_tokens,
    "unit_changes_the_winner.characters": lambda: characters("endings"),
    **{
        f"unit_changes_the_winner.counting_{unit}": partial(first_two, unit)
        for unit in ("positions", "characters")
    },
}
