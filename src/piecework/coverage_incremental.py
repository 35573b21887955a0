"""Coverage without recounting: after each step, only what the step claimed from is looked at again.

Every base symbol becomes one character, in the order of the tie rule, and what is bare of the words is kept
as fragments: strings of adjacent bare symbols. A run claims inside a fragment, and what it leaves on either
side is a fragment again. Words that have come to the same fragment share it, and are looked at once.

Claiming only takes places away. So a run's score never grows, and the place where it is first met only moves
on; a heap of runs as they once stood is a heap of bounds, and a run at its top that still stands as it did is
the best there is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

from .learning import Spelled
from .spelling import glue
from .trace import RIVALS, Rival, Step

LAST = "\U0010ffff"  # sorts after every symbol's character

Place = tuple[int, int]  # a word by number, and where in it a fragment starts
# A run's score, negated; what orders it among runs of that score; the run.
Standing = tuple[int, str | tuple[int, ...], str]


@dataclass(frozen=True)
class CoverStep(Step):
    """One turn of coverage."""

    covered: int  # positions newly covered, each word as often as it occurs
    bare: int  # positions still bare
    claims: tuple[tuple[int, tuple[int, ...]], ...]  # words by number, and where in them the run starts


def cover_steps(
    words: Spelled, spelling: str, ties: str, counted_twice: frozenset[str], longest: int
) -> Iterator[CoverStep]:
    """The steps of coverage, equal to those of `coverage.recount_steps`.

    Cost: for a fragment of n symbols, n² runs (n × `longest` under a ceiling), once when it comes up and once
    when it is claimed from. Memory: some 200 bytes for each distinct run, and its characters.

    >>> words = [(tuple("low"), 5), (tuple("slow"), 1)]
    >>> [step.symbol for step in cover_steps(words, "plain", "lexicographic", frozenset(), 4)]
    ['low']
    """
    alphabet = sorted({s for symbols, _ in words for s in symbols}, reverse=ties == "reverse-lexicographic")
    code = {symbol: chr(i) for i, symbol in enumerate(alphabet)}
    counts = [count for _, count in words]
    twice = {code[s] for s in counted_twice}
    end = LAST if ties == "reverse-lexicographic" else ""  # there, a run comes after those that go on from it

    places = defaultdict[str, list[Place]](list)  # where each fragment is
    holders = defaultdict[str, set[str]](set)  # for every two adjacent symbols, the fragments that hold them
    times = Counter[str]()  # how often each run can claim, words as often as they occur

    def symbols(run: str) -> tuple[str, ...]:
        return tuple(alphabet[ord(char)] for char in run)

    def score(run: str) -> int:
        return times[run] * (len(run) + (run[-1] in twice))

    def claimable(run: str) -> list[str]:
        """The fragments in which a run can claim."""
        fewest = min((holders[a + b] for a, b in pairwise(run)), key=len)
        return [fragment for fragment in fewest if run in fragment]

    def standing(run: str) -> Standing:
        if ties != "first-seen":
            return -score(run), run + end, run
        within = [(fragment, fragment.index(run)) for fragment in claimable(run)]
        first = min((word, start + at) for fragment, at in within for word, start in places[fragment])
        return -score(run), (*first, len(run)), run

    def best() -> list[Standing]:
        """The run to choose and its rivals, taken off the heap."""
        found: list[Standing] = []
        while heap and len(found) <= RIVALS:
            then = heappop(heap)
            if times[then[-1]]:
                now = standing(then[-1])
                if now == then:
                    found.append(now)
                else:
                    heappush(heap, now)
        return found

    for i, (spelled, count) in enumerate(words):
        text = "".join(code[s] for s in spelled)
        places[text].append((i, 0))
        for pair in pairs(text):
            holders[pair].add(text)
        for run in offers(text, longest):
            times[run] += count
    with_score = Counter(map(score, times))  # how many runs have each score
    heap: list[Standing] = [(-score(run), () if ties == "first-seen" else run + end, run) for run in times]
    heapify(heap)  # () comes before any place: a bound for runs whose place has not been asked for

    number, tokens = 0, sum(len(spelled) * count for spelled, count in words)
    bare = tokens
    while ranked := best():
        for rival in ranked[1:]:
            heappush(heap, rival)
        run = ranked[0][-1]
        worth, claimed, tied = score(run), times[run], with_score[score(run)]
        number, tokens, bare = number + 1, tokens - claimed * (len(run) - 1), bare - claimed * len(run)

        claims = defaultdict[int, list[int]](list)
        was: dict[str, int] = {}  # the scores that this step changes, as they were
        left = Counter[str]()  # the fragments that it leaves, and how often
        for fragment in claimable(run):
            moved = places.pop(fragment)
            weight = sum(counts[word] for word, _ in moved)
            for pair in pairs(fragment):
                holders[pair].remove(fragment)
            for other in offers(fragment, longest):
                was.setdefault(other, score(other))
                times[other] -= weight
            at = 0
            for part in fragment.split(run):
                if len(part) > 1:
                    left[part] += weight
                    places[part] += [(word, start + at) for word, start in moved]
                at += len(part)
                if at < len(fragment):
                    for word, start in moved:
                        claims[word].append(start + at)
                at += len(run)
        for part, weight in left.items():
            for pair in pairs(part):
                holders[pair].add(part)
            for other in offers(part, longest):
                times[other] += weight
        for other, old in was.items():
            with_score[old] -= 1
            if times[other]:
                with_score[score(other)] += 1
            else:
                del times[other]

        yield CoverStep(
            number=number,
            action="cover",
            symbol=glue(symbols(run), spelling),
            parts=symbols(run),
            score=worth,
            tied=tied,
            rivals=tuple(
                Rival(glue(symbols(rival), spelling), symbols(rival), -negative)
                for negative, _, rival in ranked[1:]
            ),
            replaced=claimed,
            tokens=tokens,
            covered=claimed * len(run),
            bare=bare,
            claims=tuple((word, tuple(sorted(starts))) for word, starts in sorted(claims.items())),
        )


def offers(fragment: str, longest: int) -> Iterator[str]:
    """Each run of two or more symbols, as often as it can claim in a fragment: it may not overlap itself.

    >>> list(offers("aaa", 3))
    ['aa', 'aaa']
    """
    ends: dict[str, int] = {}  # where each run's last claim ended
    for i in range(len(fragment) - 1):
        for j in range(i + 2, min(i + longest, len(fragment)) + 1):
            run = fragment[i:j]
            if ends.get(run, 0) <= i:
                ends[run] = j
                yield run


def pairs(fragment: str) -> set[str]:
    """The different pairs of adjacent symbols in a fragment.

    >>> sorted(pairs("aab"))
    ['aa', 'ab']
    """
    return {a + b for a, b in pairwise(fragment)}
