"""How far greed stays below the relaxed optimum on the eighteen sentences, for every number of pieces.

The optima are kept in optimum.tsv, because solving them all takes some seconds of every build; a test solves
them anew. To write the file again:

    python -m piecework.book.optimum
"""

import math
from pathlib import Path
from typing import NamedTuple

from piecework import corpora, coverage

FILE = Path(__file__).parent / "optimum.tsv"
CORPUS = "sentences"


class Row(NamedTuple):
    """Positions covered with k pieces: by greed under the tokenizer's rule, by the bound, and at best.

    The best is the relaxed optimum; the bound, 1 − 1/e of it, is what theory promises for greed there.
    """

    k: int
    greedy: int
    bound: float
    optimum: int


def rows() -> list[Row]:
    """A row for each number of pieces up to greed's last."""
    trace = coverage.train(corpora.load(CORPUS))
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    optima = {int(k): int(covered) for k, covered in (line.split("\t") for line in lines)}
    share = 1 - 1 / math.e
    return [
        Row(step.number, trace.start_tokens - step.bare, share * optima[step.number], optima[step.number])
        for step in trace.steps
    ]


def solve() -> str:
    """The text of optimum.tsv, solved anew."""
    corpus = corpora.load(CORPUS)
    steps = len(coverage.train(corpus).steps)
    lines = [f"{k}\t{coverage.relaxed(corpus, k).covered}" for k in range(1, steps + 1)]
    return "\n".join(["pieces\tcovered", *lines]) + "\n"


if __name__ == "__main__":
    new = FILE.with_suffix(".new")
    new.write_text(solve(), encoding="utf-8")
    new.replace(FILE)
