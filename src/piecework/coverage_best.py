"""How far greed is from the best: the best pieces by search, and the optimum of a neighbouring problem.

`best` searches all ordered selections under the tokenizer's own rule, where an occurrence that meets a
claimed place is lost whole and order matters. `relaxed` solves weighted maximum coverage: occurrences may
overlap, and the union of their positions counts. A selection covers at least as much in that way as under
the tokenizer's rule, so the relaxed optimum bounds the best. It is for the relaxed problem that greed is
known to reach 1 − 1/e of the optimum (Nemhauser, Wolsey and Fisher 1978).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .learning import prepare, whole
from .runs import settings

Run = tuple[str, ...]
EXACT = 2**53  # up to here a float holds every whole number
BARRED = "\0"  # stands in a word's text for what is claimed


@dataclass(frozen=True)
class Selection:
    """Pieces in the order in which they claim, and the positions they cover, words as often as they occur."""

    pieces: tuple[Run, ...]
    covered: int


def best(
    corpus: Mapping[str, int],
    k: int,
    max_length: int | None = None,
    spelling: str = "last-marked",
    most_states: int = 200_000,
) -> Selection:
    """The k pieces, in order, that cover the most positions under the tokenizer's own rule.

    Of equally good selections the one found first: deeper promises are followed first, then smaller tuples. A
    search that meets more than `most_states` states raises `ValueError`: it is for small corpora.

    Cost: exponential in k at worst. Branches are cut where even the largest gains on offer could not beat the
    best so far (gains never grow), and states that were met before are not searched again.

    >>> from piecework import corpora
    >>> found = best(corpora.load("costing"), 2)
    >>> ["".join(piece) for piece in found.pieces], found.covered
    (['costing⎵', 'costly⎵'], 39)
    """
    whole("k", k, 0)
    texts, counts, longest, symbol_of = _encode(corpus, max_length, spelling)
    found: tuple[list[str], int] = [], 0
    met: dict[
        tuple[str, ...], tuple[int, int]
    ] = {}  # a state, and with how many pieces and how much it was met

    def search(state: tuple[str, ...], chosen: list[str], covered: int) -> None:
        nonlocal found
        if covered > found[1]:
            found = chosen, covered
        if len(chosen) == k:
            return
        left = k - len(chosen)
        if state in met and met[state][0] >= left:
            return
        met[state] = left, covered
        if len(met) > most_states:
            raise ValueError(
                f"the search met more than {most_states:,} states; ask for fewer pieces or words"
            )
        gains: dict[str, int] = {}
        for text, count in zip(state, counts, strict=True):
            for run, n in _offers(text, longest).items():
                gains[run] = gains.get(run, 0) + n * count * len(run)
        ranked = sorted(gains, key=lambda run: (-gains[run], run))
        most = sum(gains[run] for run in ranked[:left])
        for i, run in enumerate(ranked):
            # With this run next, the others can at most be the largest gains on offer now.
            bound = most if i < left else most - gains[ranked[left - 1]] + gains[run]
            if covered + bound <= found[1]:
                return  # nor can any that comes later
            after = tuple(text.replace(run, BARRED * len(run)) for text in state)
            search(after, [*chosen, run], covered + gains[run])

    search(tuple(texts), [], 0)
    return Selection(tuple(tuple(symbol_of[c] for c in run) for run in found[0]), found[1])


def relaxed(
    corpus: Mapping[str, int], k: int, max_length: int | None = None, spelling: str = "last-marked"
) -> Selection:
    """The k pieces whose occurrences, overlapping as they may, cover the most positions: an exact optimum.

    Solved as an integer program by HiGHS, through SciPy (an optional dependency: `pip install scipy`). Which
    of several optimal selections is returned is the solver's affair; the number covered is not. Raises
    `ImportError` without SciPy, `RuntimeError` if the solver does not prove an optimum, and `ValueError` for
    more than 2⁵³ positions, which its floats could not tell apart.

    >>> from piecework import corpora
    >>> relaxed(corpora.load("costing"), 2).covered
    39
    """
    whole("k", k, 0)
    try:
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array
    except ImportError as error:
        raise ImportError(
            "relaxed() needs SciPy, which brings the solver HiGHS: pip install scipy"
        ) from error
    texts, counts, longest, symbol_of = _encode(corpus, max_length, spelling)
    if (positions := sum(len(text) * n for text, n in zip(texts, counts, strict=True))) > EXACT:
        raise ValueError(
            f"the corpus has {positions:,} positions, and the solver counts exactly up to {EXACT:,}; "
            "divide the counts"
        )
    place = {at: i for i, at in enumerate((w, p) for w, text in enumerate(texts) for p in range(len(text)))}
    runs = sorted({run for text in texts for run in _offers(text, longest)})
    if not runs or not k:
        return Selection((), 0)
    cells = {  # (place, run) where some occurrence of the run covers the place
        (place[w, at + p], r)
        for r, run in enumerate(runs)
        for w, text in enumerate(texts)
        for at in _everywhere(text, run)
        for p in range(len(run))
    }
    rows, columns = zip(*sorted(cells), strict=True)
    n, m = len(place), len(runs)
    # Variables: is a place covered (n of them), is a run chosen (m). A place counts only under a chosen run.
    under = coo_array((-np.ones(len(rows)), (rows, np.array(columns) + n)), shape=(n, n + m))
    is_covered = coo_array((np.ones(n), (np.arange(n), np.arange(n))), shape=(n, n + m))
    chosen = np.concatenate([np.zeros(n), np.ones(m)])
    worth = np.array([counts[w] for w, _ in place] + [0] * m)
    answer = milp(
        -worth,
        integrality=chosen,
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(under + is_covered, ub=0), LinearConstraint(chosen[None, :], ub=k)],
        options={"mip_rel_gap": 0},
    )
    if not answer.success:
        raise RuntimeError(f"HiGHS found no proven optimum for k={k}: {answer.message}")
    picked = [run for run, value in zip(runs, answer.x[n:], strict=True) if value > 0.5]
    union = {
        (w, at + p)
        for w, text in enumerate(texts)
        for run in picked
        for at in _everywhere(text, run)
        for p in range(len(run))
    }
    covered = sum(counts[w] for w, _ in union)
    return Selection(tuple(tuple(symbol_of[c] for c in run) for run in picked), covered)


def _offers(text: str, longest: int) -> dict[str, int]:
    """How often each run of two or more bare symbols can claim in a word."""
    runs = dict.fromkeys(
        part[i:j]
        for part in text.split(BARRED)
        for i in range(len(part) - 1)
        for j in range(i + 2, min(i + longest, len(part)) + 1)
    )
    return {run: text.count(run) for run in runs}


def _everywhere(text: str, run: str) -> list[int]:
    """Where a run occurs in a word, occurrences that overlap each other included."""
    return [at for at in range(len(text) - len(run) + 1) if text.startswith(run, at)]


def _encode(
    corpus: Mapping[str, int], max_length: int | None, spelling: str
) -> tuple[list[str], list[int], int, dict[str, str]]:
    """Words as text with a character for each symbol; counts; the longest run; what each character means."""
    _, words, alphabet = prepare(corpus, spelling, "lexicographic", False, None, None)
    longest, _ = settings(words, "positions", max_length)
    code = {symbol: chr(i + 1) for i, symbol in enumerate(alphabet)}
    texts = ["".join(code[s] for s in symbols) for symbols, _ in words]
    return texts, [count for _, count in words], longest, {c: s for s, c in code.items()}
