"""The kept optima are what the solver finds, and they do bound the greedy learner."""

from itertools import pairwise

from piecework import corpora, coverage
from piecework.book import optimum


def test_the_file_is_what_the_solver_finds():
    assert optimum.FILE.read_text(encoding="utf-8") == optimum.solve()


def test_greed_lies_between_the_bound_and_the_optimum():
    rows = optimum.rows()
    assert [row.k for row in rows] == list(range(1, len(coverage.train(corpora.load("sentences")).steps) + 1))
    assert all(row.bound < row.greedy <= row.optimum for row in rows)
    assert all(a.optimum <= b.optimum for a, b in pairwise(rows))
