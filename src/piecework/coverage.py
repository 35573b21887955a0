"""Coverage: take the run of symbols that covers the most positions still bare; repeat.

A run is two or more adjacent base symbols of a word. It claims its places from the left, and only where all
of them are bare; what is claimed stays claimed. Source: the essay “Greedy coverage”. The bound (1 − 1/e) that
is often quoted beside such rules belongs to another problem (coverage_best.py says which). Left out: pieces
made of pieces.

`train` keeps its counts between steps (coverage_incremental.py); `train_by_recounting` is the definition,
counting everything anew for every step. Their traces are identical.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from .coverage_best import Selection, best, relaxed
from .coverage_incremental import CoverStep, cover_steps
from .learning import Spelled, collect, one_of, prepare, retraced, whole
from .model import ChosenPieces
from .runs import UNITS, settings
from .spelling import glue, spell
from .trace import RIVALS, Rival, Trace

__all__ = [
    "Cover",
    "CoverStep",
    "CoverTrace",
    "Selection",
    "best",
    "candidates",
    "relaxed",
    "train",
    "train_by_recounting",
]

Run = tuple[str, ...]
Learner = Callable[[Spelled, str, str, frozenset[str], int], Iterator[CoverStep]]


def train(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    unit: str = "positions",
    max_length: int | None = None,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    unknown: bool = False,
    on_step: Callable[[CoverStep], object] | None = None,
) -> "CoverTrace":
    """Choose pieces until `steps` or `vocab_size` is reached, or until no run is left to claim.

    A run scores what it would newly cover: occurrences times length. `unit="positions"` counts each symbol as
    one; `unit="characters"` counts a marked last symbol as two, the letter and the end of the word.
    `max_length` bars runs of more symbols. `ties` says which of the best is taken: the smallest tuple of
    symbols ("lexicographic"), the largest ("reverse-lexicographic"), or the one met first where bare, by word
    in corpus order, start and length ("first-seen"). `vocab_size` counts the alphabet, the chosen pieces, and
    one more where `unknown` is true. `on_step` is handed each step, as by
    `bpe.train`.

    Raises `ValueError` for a budget below the alphabet, for a `max_length` below 1, for words so long that to
    list their runs would take a gigabyte (one of 1,650 symbols, or ten of 700; `max_length` bounds it), and
    for words as `bpe.train` does; `TypeError` for a wrong type.

    Cost: a word of n symbols has n² / 2 runs (n × max_length under a ceiling). They are listed once, and for
    what a step leaves bare of the word again. Memory grows with the distinct runs.

    >>> from piecework import corpora
    >>> trace = train(corpora.load("four-words"))
    >>> [(step.symbol, step.score) for step in trace.steps]
    [('newest⎵', 36), ('widest⎵', 18), ('low⎵', 15), ('lower⎵', 10)]
    """
    return _train(cover_steps, corpus, steps, vocab_size, unit, max_length, spelling, ties, unknown, on_step)


def train_by_recounting(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    unit: str = "positions",
    max_length: int | None = None,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    unknown: bool = False,
    on_step: Callable[[CoverStep], object] | None = None,
) -> "CoverTrace":
    """The same trace as `train`, the plain way. Cost: every run of every word, for each step.

    >>> from piecework import corpora
    >>> train_by_recounting(corpora.load("export")) == train(corpora.load("export"))
    True
    """
    return _train(
        recount_steps, corpus, steps, vocab_size, unit, max_length, spelling, ties, unknown, on_step
    )


def candidates(
    corpus: Mapping[str, int],
    unit: str = "positions",
    max_length: int | None = None,
    spelling: str = "last-marked",
) -> dict[str, int]:
    """What every run would score on the opening turn, best first, ties as by the default rule.

    Raises as `train` does. Cost: every run of every word, and their sorting.

    >>> from piecework import corpora
    >>> list(candidates(corpora.load("four-words")).items())[:4]
    [('newest⎵', 36), ('ewest⎵', 30), ('newes', 30), ('est⎵', 27)]
    """
    _, words, _ = prepare(corpus, spelling, "lexicographic", False, None, None)
    longest, counted_twice = settings(words, unit, max_length)
    scores = on_offer(
        [(symbols, [0] * len(symbols), count) for symbols, count in words], counted_twice, longest
    )
    return {
        glue(run, spelling): score
        for run, (score, _) in sorted(scores.items(), key=lambda item: (-item[1][0], item[0]))
    }


def recount_steps(
    words: Spelled, spelling: str, ties: str, counted_twice: frozenset[str], longest: int
) -> Iterator[CoverStep]:
    """Each step in turn, for as long as a run can be claimed."""
    masks = [(symbols, [0] * len(symbols), count) for symbols, count in words]  # 0 is bare
    tokens = bare = sum(len(symbols) * count for symbols, count in words)
    number = 0
    while scores := on_offer(masks, counted_twice, longest):
        ranked = list(scores)  # in the order in which the runs were first met
        if ties != "first-seen":
            ranked.sort(reverse=ties == "reverse-lexicographic")
        ranked.sort(key=lambda run: -scores[run][0])  # stable, so ties stay in that order
        run, (score, times), number = ranked[0], scores[ranked[0]], number + 1
        claims = []
        for i, (symbols, mask, _) in enumerate(masks):
            if starts := claim(symbols, mask, run, number):
                claims.append((i, tuple(starts)))
        covered = times * len(run)
        tokens, bare = tokens - times * (len(run) - 1), bare - covered
        yield CoverStep(
            number=number,
            action="cover",
            symbol=glue(run, spelling),
            parts=run,
            score=score,
            tied=sum(other == score for other, _ in scores.values()),
            rivals=tuple(
                Rival(glue(other, spelling), other, scores[other][0]) for other in ranked[1 : RIVALS + 1]
            ),
            replaced=times,
            tokens=tokens,
            covered=covered,
            bare=bare,
            claims=tuple(claims),
        )


def on_offer(
    masks: list[tuple[Run, list[int], int]], counted_twice: frozenset[str], longest: int
) -> dict[Run, tuple[int, int]]:
    """What each run would score now, and how often it would claim, in order of first meeting."""
    times = Counter[Run]()
    for symbols, mask, count in masks:
        after: dict[Run, int] = {}  # where the last claim of each run ended: a run may not overlap itself
        for i in range(len(symbols)):
            for j in range(i + 1, min(i + longest, len(symbols)) + 1):
                if mask[j - 1]:
                    break
                run = symbols[i:j]
                if j - i > 1 and after.get(run, 0) <= i:
                    times[run] += count
                    after[run] = j
    return {run: (n * (len(run) + (run[-1] in counted_twice)), n) for run, n in times.items()}


def claim(symbols: Run, mask: list[int], run: Run, number: int) -> list[int]:
    """Let a run claim its places in a word, from the left, marking them with a number; says where it starts.

    >>> mask = [0, 0, 0, 0, 0]
    >>> claim(("a", "a", "a", "b", "a"), mask, ("a", "a"), 7), mask
    ([0], [7, 7, 0, 0, 0])
    """
    starts, i = [], 0
    while i + len(run) <= len(symbols):
        if symbols[i : i + len(run)] == run and not any(mask[i : i + len(run)]):
            mask[i : i + len(run)] = [number] * len(run)
            starts.append(i)
            i += len(run)
        else:
            i += 1
    return starts


@dataclass(frozen=True)
class Cover(ChosenPieces):
    """The model of coverage: an alphabet and pieces in the order in which they were chosen.

    >>> Cover(tuple("low"), (("l", "o"),), "plain", unknown=True).vocabulary
    ('<unk>', 'l', 'o', 'w', 'lo')
    """

    def segment(self, word: str) -> list[str]:
        """Let the pieces claim their places in a word, in the order in which they were chosen.

        What no piece claims is a token by itself; a symbol outside the alphabet becomes the unknown token
        where the model has one, and otherwise stays itself. Raises `TypeError` and `ValueError` as
        `spelling.spell` does. Cost: n times the number of different piece lengths, for n symbols.

        >>> Cover(tuple("low"), (("l", "o"), ("o", "w")), "plain").segment("slow")
        ['s', 'lo', 'w']
        """
        symbols = self.symbols(word)
        found = sorted(
            (self.ranks[run], i, size)
            for size in self.sizes
            for i in range(len(symbols) - size + 1)
            if (run := symbols[i : i + size]) in self.ranks
        )
        taken = [False] * len(symbols)
        cut: dict[int, int] = {}  # where a piece starts, and where it ends
        for _, i, size in found:
            if not any(taken[i : i + size]):
                taken[i : i + size] = [True] * size
                cut[i] = i + size
        out, i = [], 0
        while i < len(symbols):
            end = cut.get(i, i + 1)
            out.append(glue(symbols[i:end], self.spelling))
            i = end
        return out


@dataclass(frozen=True)
class CoverTrace(Trace):
    """The trace of coverage.

    >>> from piecework import corpora
    >>> trace = train(corpora.load("four-words"), steps=1)
    >>> trace.start_tokens, trace.bare, trace.steps[0].covered, trace.steps[0].claims
    (79, 43, 36, ((2, (0,)),))
    """

    steps: tuple[CoverStep, ...]
    unit: str  # of the scores: "positions" or "characters"
    max_length: int | None  # symbols of the longest run allowed, if there was a ceiling

    @cached_property
    def model(self) -> Cover:
        """The model after the last step."""
        return Cover(self.alphabet, tuple(step.parts for step in self.steps), self.spelling, self.unknown)

    def model_at(self, vocab_size: int) -> Cover:
        """The model as it was with that many pieces; `ValueError` as for `at`.

        >>> from piecework import corpora
        >>> train(corpora.load("four-words")).model_at(13).segment("lowest")
        ['l', 'o', 'w', 'e', 's', 't⎵']
        """
        return self.at(vocab_size).model

    @property
    def bare(self) -> int:
        """Positions that are bare after the last step, each word as often as it occurs."""
        return self.steps[-1].bare if self.steps else self.start_tokens

    def claimed(self, number: int | None = None) -> list[list[int]]:
        """The mask of every word after step `number` (the last by default): which step claimed each position.

        A position that is bare has 0. Raises `ValueError` for a step that the trace does not have. Cost: the
        corpus's positions.

        >>> from piecework import Corpus
        >>> train(Corpus({"low": 5, "lower": 2})).claimed()
        [[1, 1, 1], [2, 2, 2, 2, 2]]
        """
        if number is not None:
            whole("number", number, 0)
            if number > len(self.steps):
                raise ValueError(f"number={number} is after the last step; this trace has {len(self.steps)}")
        masks = [[0] * len(spell(word, self.spelling)) for word, _ in self.words]
        for step in self.steps[:number]:
            for i, starts in step.claims:
                for start in starts:
                    masks[i][start : start + len(step.parts)] = [step.number] * len(step.parts)
        return masks

    def verify(self) -> None:
        """Raise `ValueError` where a step is not the one that coverage takes there. Cost: training again."""
        super().verify()
        one_of("unit", self.unit, UNITS)
        more = len(self.steps) + 1  # to see whether anything was left
        how = (self.unit, self.max_length, self.spelling, self.ties, self.unknown)
        retraced(self, train(dict(self.words), more, None, *how))


def _train(
    learner: Learner,
    corpus: Mapping[str, int],
    steps: int | None,
    vocab_size: int | None,
    unit: str,
    max_length: int | None,
    spelling: str,
    ties: str,
    unknown: bool,
    on_step: Callable[[CoverStep], object] | None,
) -> CoverTrace:
    """Check what was asked, and collect steps until a budget is spent or none is left."""
    corpus, words, alphabet = prepare(corpus, spelling, ties, unknown, steps, vocab_size)
    longest, counted_twice = settings(words, unit, max_length)
    learning = learner(words, spelling, ties, counted_twice, longest)
    done, stopped = collect(learning, alphabet, unknown, steps, vocab_size, on_step)
    return CoverTrace(
        words=tuple(corpus.items()),
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        alphabet=alphabet,
        start_tokens=sum(len(symbols) * count for symbols, count in words),
        steps=done,
        stopped=stopped,
        unit=unit,
        max_length=max_length,
    )
