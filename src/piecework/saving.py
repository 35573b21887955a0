"""Tokens saved: take the run that joins the most neighbours not joined yet; repeat.

The rule of GreedTok (Lim et al. 2025, arXiv 2501.06246), a neighbour of coverage. A word's symbols are linked
pair by pair. A chosen run joins the links inside each of its occurrences that cuts through no joined link at
either end, so it may lie around earlier pieces, and swallow them, but not across them. Each newly joined link
saves one token, and that is the score. The readable learner is the only one here: it recounts for every step.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from .learning import Spelled, collect, prepare, retraced
from .model import ChosenPieces
from .runs import settings
from .spelling import glue
from .trace import RIVALS, Rival, Step, Trace

Run = tuple[str, ...]


def train(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    max_length: int | None = None,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    unknown: bool = False,
) -> "SavingTrace":
    """Choose pieces until `steps` or `vocab_size` is reached, or until no run saves a token.

    Settings, ties and errors as for `coverage.train`; "first-seen" goes by the first word in which a run
    still saves, then by where it first stands there. Cost: every run of every word, for each step.

    >>> from piecework import Corpus
    >>> trace = train(Corpus({"ab": 5, "cdef": 2}), steps=1)
    >>> trace.steps[0].symbol, trace.steps[0].score, trace.tokens
    ('cdef⎵', 6, 12)
    """
    corpus, words, alphabet = prepare(corpus, spelling, ties, unknown, steps, vocab_size)
    longest, _ = settings(words, "positions", max_length)
    done, stopped = collect(
        saving_steps(words, spelling, ties, longest), alphabet, unknown, steps, vocab_size
    )
    return SavingTrace(
        words=tuple(corpus.items()),
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        alphabet=alphabet,
        start_tokens=sum(len(symbols) * count for symbols, count in words),
        steps=done,
        stopped=stopped,
        max_length=max_length,
    )


def saving_steps(words: Spelled, spelling: str, ties: str, longest: int) -> Iterator[Step]:
    """Each step in turn, for as long as a run saves a token."""
    joined = [
        [False] * (len(symbols) + 1) for symbols, _ in words
    ]  # the link before each symbol; ends stay open
    number, tokens = 0, sum(len(symbols) * count for symbols, count in words)
    while True:
        scores, times = Counter[Run](), Counter[Run]()
        for (symbols, count), links in zip(words, joined, strict=True):
            runs = dict.fromkeys(
                symbols[i:j]
                for i in range(len(symbols) - 1)
                for j in range(i + 2, min(i + longest, len(symbols)) + 1)
            )
            for run in runs:
                before = sum(links)
                after, found = join(symbols, links, run)
                if sum(after) > before:
                    scores[run] += (sum(after) - before) * count
                    times[run] += found * count
        if not scores:
            return
        ranked = list(scores)
        if ties != "first-seen":
            ranked.sort(reverse=ties == "reverse-lexicographic")
        ranked.sort(key=lambda run: -scores[run])
        run, number = ranked[0], number + 1
        joined = [join(symbols, links, run)[0] for (symbols, _), links in zip(words, joined, strict=True)]
        tokens -= scores[run]
        yield Step(
            number=number,
            action="join",
            symbol=glue(run, spelling),
            parts=run,
            score=scores[run],
            tied=sum(score == scores[run] for score in scores.values()),
            rivals=tuple(
                Rival(glue(rival, spelling), rival, scores[rival]) for rival in ranked[1 : RIVALS + 1]
            ),
            replaced=times[run],
            tokens=tokens,
        )


def join(symbols: Run, links: list[bool], run: Run) -> tuple[list[bool], int]:
    """The links of a word once a run has joined its own, from the left, and how many occurrences changed any.

    >>> join(("a", "b", "c"), [False, True, False, False], ("a", "b", "c"))
    ([False, True, True, False], 1)
    """
    links, changed, size = list(links), 0, len(run)
    for i in range(len(symbols) - size + 1):
        whole = symbols[i : i + size] == run and not links[i] and not links[i + size]
        if whole and not all(links[i + 1 : i + size]):
            links[i + 1 : i + size] = [True] * (size - 1)
            changed += 1
    return links, changed


@dataclass(frozen=True)
class Joins(ChosenPieces):
    """The model: an alphabet and pieces in the order in which they were chosen."""

    def segment(self, word: str) -> list[str]:
        """Let the pieces join a word's symbols, in the order in which they were chosen.

        Unknown symbols and errors as for `coverage.Cover.segment`. Cost: n times the number of different
        piece lengths to find the pieces in a word of n symbols, and n for each one found.

        >>> Joins(tuple("abc"), (("a", "b"), ("a", "b", "c")), "plain").segment("abcab")
        ['abc', 'ab']
        """
        symbols = self.symbols(word)
        links = [False] * (len(symbols) + 1)
        inside = {
            self.ranks[run]
            for size in self.sizes
            for i in range(len(symbols) - size + 1)
            if (run := symbols[i : i + size]) in self.ranks
        }
        for rank in sorted(inside):
            links, _ = join(symbols, links, self.pieces[rank])
        out: list[str] = []
        for symbol, linked in zip(symbols, links, strict=False):
            if linked:
                out[-1] = glue((out[-1], symbol), self.spelling)
            else:
                out.append(symbol)
        return out


@dataclass(frozen=True)
class SavingTrace(Trace):
    """The trace of tokens saved."""

    max_length: int | None

    @cached_property
    def model(self) -> Joins:
        """The model after the last step."""
        return Joins(self.alphabet, tuple(step.parts for step in self.steps), self.spelling, self.unknown)

    def model_at(self, vocab_size: int) -> Joins:
        """The model as it was with that many pieces; `ValueError` as for `at`.

        >>> from piecework import corpora
        >>> train(corpora.load("four-words")).model_at(13).segment("lowest")
        ['l', 'o', 'w', 'e', 's', 't⎵']
        """
        return self.at(vocab_size).model

    def verify(self) -> None:
        """Raise `ValueError` where a step is not the one that this rule takes there. Cost: training again."""
        super().verify()
        more = len(self.steps) + 1  # to see whether anything was left
        how = (self.max_length, self.spelling, self.ties, self.unknown)
        retraced(self, train(dict(self.words), more, None, *how))
