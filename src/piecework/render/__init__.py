"""Traces and measures become HTML, SVG and the data of an explorable. Strings only; nothing learns or prints.

    from piecework import render

Markup is marked as such (`Html`), and everything else is escaped. Colours and sizes are the style sheet's.
"""

from .challenge import answer, ask, goal
from .charts import bar_chart, line_chart
from .chips import chip, chips
from .claims import coverage_claims
from .columns import column_sum
from .criteria import count_and_score
from .curves import crossover_chart, gain_profile
from .ending import ending_drag
from .figure import figure
from .html import Html
from .hues import HUES, hues
from .lattices import word_lattice
from .limits import greedy_best, length_ceiling
from .playground import fit_playground
from .powers import power_chart
from .pruning import pruning_rounds
from .sentence import cut_sentence, live_sentence
from .sizes import size_curve
from .spellings import sampled_spellings
from .stepper import merge_stepper
from .strip import byte_strip
from .table import table
from .units import unit_compare
from .vocabularies import two_vocabularies

__all__ = [
    "HUES",
    "Html",
    "answer",
    "ask",
    "bar_chart",
    "byte_strip",
    "chip",
    "chips",
    "column_sum",
    "count_and_score",
    "coverage_claims",
    "crossover_chart",
    "cut_sentence",
    "ending_drag",
    "figure",
    "fit_playground",
    "gain_profile",
    "goal",
    "greedy_best",
    "hues",
    "length_ceiling",
    "line_chart",
    "live_sentence",
    "merge_stepper",
    "power_chart",
    "pruning_rounds",
    "sampled_spellings",
    "size_curve",
    "table",
    "two_vocabularies",
    "unit_compare",
    "word_lattice",
]
