"""Coverage without recounting: after each step, only the words that were claimed from are looked at again.

Every base symbol becomes one character, in the order of the tie rule, and what is claimed becomes `BARRED`. Then
a run is a plain string, `text.count(run)` is how often it can claim in a word, and `text.replace` claims.

A run's score never grows, since claiming only takes places away. So a heap of scores as they once were is a heap
of upper bounds, and a run at its top whose score is still the same is the best there is.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from .learning import Spelled
from .trace import RIVALS, Rival, Step

BARRED = "\0"
LAST = "\U0010ffff"  # sorts after every symbol's character


@dataclass(frozen=True)
class CoverStep(Step):
    """One turn of coverage."""

    covered: int  # positions newly covered, each word as often as it occurs
    bare: int  # positions still bare
    claims: tuple[tuple[int, tuple[int, ...]], ...]  # words by number, and where in them the run starts


def cover_steps(
    words: Spelled, ties: str, counted_twice: frozenset[str], longest: int
) -> Iterator[CoverStep]:
    """The steps of coverage, equal to those of `coverage.recount_steps`.

    Cost: for a word of n symbols, n² runs at the start and again whenever it is claimed from; every step also
    searches the words once for its run. Memory: some 300 bytes for each distinct run.
    """
    alphabet = sorted({s for symbols, _ in words for s in symbols}, reverse=ties == "reverse-lexicographic")
    code = {symbol: chr(i + 1) for i, symbol in enumerate(alphabet)}
    symbol_of = {char: symbol for symbol, char in code.items()}
    twice = {code[s] for s in counted_twice}
    texts = ["".join(code[s] for s in symbols) for symbols, _ in words]
    counts = [count for _, count in words]
    end = LAST if ties == "reverse-lexicographic" else ""  # there, a run comes after those that go on from it

    def score(run: str) -> int:
        return times[run] * (len(run) + (run[-1] in twice))

    def symbols(run: str) -> tuple[str, ...]:
        return tuple(symbol_of[char] for char in run)

    def met(run: str) -> tuple[int, int, int]:
        """Where a run is first met: word, start, length."""
        word = next(i for i, text in enumerate(texts) if run in text)
        return word, texts[word].index(run), len(run)

    times = Counter[str]()  # how often each run can claim, words as often as they occur
    for text, count in zip(texts, counts, strict=True):
        for run, n in offers(text, longest).items():
            times[run] += n * count
    with_score = Counter(map(score, times))  # how many runs have each score
    heap = [(-score(run), run + end) for run in times]
    heapify(heap)

    def best(most: int) -> list[str]:
        """The best runs, in order, taken off the heap; more than asked where a tie must be looked through."""
        found: list[str] = []
        while heap:
            negative, key = heap[0]
            run = key.removesuffix(end)
            true = score(run)
            if len(found) >= most and (ties != "first-seen" or -negative < score(found[most - 1])):
                break
            heappop(heap)
            if true == -negative:
                found.append(run)
            elif true:
                heappush(heap, (-true, key))
        if ties == "first-seen":
            found.sort(key=lambda run: (-score(run), *met(run)))
        return found

    number, tokens = 0, sum(len(text) * count for text, count in zip(texts, counts, strict=True))
    bare = tokens
    while ranked := best(RIVALS + 1):
        run, rivals = ranked[0], tuple(Rival(symbols(r), score(r)) for r in ranked[1 : RIVALS + 1])
        for other in ranked[1:]:
            heappush(heap, (-score(other), other + end))
        worth, claimed, tied = score(run), times[run], with_score[score(run)]
        claims: list[tuple[int, tuple[int, ...]]] = []
        was: dict[str, int] = {}  # the scores that this step changes, as they were
        for i, text in enumerate(texts):
            if run not in text:
                continue
            claims.append((i, starts(text, run)))
            texts[i] = text.replace(run, BARRED * len(run))
            now = offers(texts[i], longest)
            for other, n in offers(text, longest).items():
                if lost := n - now.get(other, 0):
                    was.setdefault(other, score(other))
                    times[other] -= lost * counts[i]
        for other, old in was.items():
            with_score[old] -= 1
            if times[other]:
                with_score[score(other)] += 1
            else:
                del times[other]
        number += 1
        tokens, bare = tokens - claimed * (len(run) - 1), bare - claimed * len(run)
        yield CoverStep(
            number=number,
            action="cover",
            symbol="".join(symbols(run)),
            parts=symbols(run),
            score=worth,
            tied=tied,
            rivals=rivals,
            replaced=claimed,
            tokens=tokens,
            covered=claimed * len(run),
            bare=bare,
            claims=tuple(claims),
        )


def offers(text: str, longest: int) -> dict[str, int]:
    """How often each run of two or more bare symbols can claim in a word.

    >>> offers("aab", 2)
    {'aa': 1, 'ab': 1}
    """
    runs = dict.fromkeys(
        part[i:j]
        for part in text.split(BARRED)
        for i in range(len(part) - 1)
        for j in range(i + 2, min(i + longest, len(part)) + 1)
    )
    return {run: text.count(run) for run in runs}


def starts(text: str, run: str) -> tuple[int, ...]:
    """Where a run claims in a word.

    >>> starts("aaaba", "aa")
    (0,)
    """
    found, i = [], text.find(run)
    while i >= 0:
        found.append(i)
        i = text.find(run, i + len(run))
    return tuple(found)
