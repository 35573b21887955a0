"""The plate on count and score: merging and WordPiece learn one corpus, each with its own cuts of the words.

For every turn the data hold both tables of pairs, one by count and one by score, and where each pair stands
in the other; the page only shows them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, fsum
from typing import Any

from ..bpe import MergeTrace, Pair, count_tokens, pair_counts
from ..learning import Spelled
from ..wordpiece import WordPieceTrace, symbol_counts
from .chips import chip, chips
from .element import element
from .html import Html
from .hues import hues
from .reader import many
from .replay import changed, clip, clipped, states
from .table import table
from .yours import rules, split_of, your_text

SHOWN = 6  # pairs of a table, besides the one that the other learner takes
WORDS = 6  # that stand on the stage, where the corpus has more
STEPS, MOST = 20, 60  # of each learner on a reader's own text: at first, and at the most
NAMES = ("By count", "By score")

Learners = tuple[MergeTrace, WordPieceTrace]


@dataclass(frozen=True)
class Offer:
    """A pair: how often it meets, and how often each of its symbols occurs."""

    pair: Pair
    count: int
    first: int
    second: int

    @property
    def score(self) -> Fraction:
        """The count over the product of the symbols' counts."""
        return Fraction(self.count, self.first * self.second)


@dataclass(frozen=True)
class Turn:
    """Where a learner stands: the words as it cuts them now, and the pairs, the one it wants most first."""

    words: Spelled
    offers: Sequence[Offer]
    takes: Pair | None  # the first pair, or None where learning ends
    tied: int  # pairs that it wants as much as the first, itself included

    @cached_property
    def ranks(self) -> dict[Pair, int]:
        """Where each pair stands, from 1."""
        return {offer.pair: n for n, offer in enumerate(self.offers, 1)}

    def rank(self, pair: Pair | None) -> int:
        """Where a pair stands, from 1; 0 where it is not on offer."""
        return self.ranks.get(pair, 0) if pair else 0


def count_and_score(
    choices: Mapping[str, Learners], label: str = "Count against score", steps: int | None = None
) -> Html:
    """An explorable for one or several corpora, each learned by merging and by WordPiece, for `steps` steps.

    Both step together, each on its own cuts. Without scripts it is, for each corpus, the pairs at the start
    in both orders, and every step of both. Raises `ValueError` without a corpus, and for two traces whose
    words are not the same or not spelled alike.

    >>> from piecework import bpe, corpora, wordpiece
    >>> hugs = corpora.load("hugs")
    >>> both = bpe.train(hugs, spelling="continuation"), wordpiece.train(hugs)
    >>> count_and_score({"Five words": both})[:43]
    '<div class="pw-explorable"><count-and-score'
    """
    if not choices:
        raise ValueError("count_and_score needs at least one corpus")
    data, static = [], ""
    for title, (merging, wordpiece) in choices.items():
        if (merging.words, merging.spelling) != (wordpiece.words, wordpiece.spelling):
            raise ValueError(f"{title!r}: the two traces must have the same words in the same spelling")
        traces = merging_of(merging, steps), merging_of(wordpiece, steps)
        both = list(turns(traces[0], by_score=False)), list(turns(traces[1], by_score=True))
        look = hues(*traces)
        data.append(record(title, traces, both, look))
        static += plate(title, traces, both, look)
    own = your_text("count_and_score", settings(choices), ("steps", "Steps of each", STEPS, MOST))
    return element("count-and-score", label, static, data, _room(data[0], len(data) > 1), own=own)


def settings(choices: Mapping[str, Learners]) -> dict[str, Any]:
    """How the texts were split, and how both learned each corpus: once what is the same for all."""
    ways = {
        title: {
            "spelling": merging.spelling,
            **{
                f"{name}_{value}": getattr(trace, value)
                for name, trace in (("count", merging), ("score", wordpiece))
                for value in ("ties", "min_count")
            },
        }
        for title, (merging, wordpiece) in choices.items()
    }
    words = [word for merging, _ in choices.values() for word, _ in merging.words]
    return {"rules": rules(ways), "words": split_of(words)}


def merging_of(trace: MergeTrace | WordPieceTrace, steps: int | None) -> MergeTrace:
    """The first steps of a trace whose steps are merges, whatever chose them, as a trace of merging.

    >>> from piecework import corpora, wordpiece
    >>> merging_of(wordpiece.train(corpora.load("hugs")), 2).learned
    ('##gs', '##ug')
    """
    return MergeTrace(
        words=trace.words,
        spelling=trace.spelling,
        ties=trace.ties,
        unknown=trace.unknown,
        alphabet=trace.alphabet,
        start_tokens=trace.start_tokens,
        steps=trace.steps[:steps],
        stopped=trace.stopped if steps is None or steps >= len(trace.steps) else "steps",
        min_count=trace.min_count,
        max_length=trace.max_length,
    )


def turns(trace: MergeTrace, by_score: bool) -> Iterator[Turn]:
    """Before the first step, and after each.

    Pairs that occur too seldom to be joined come last by count. By score they could stand anywhere, and are
    left out.
    """
    for i, words in enumerate(states(trace)):
        counts, singles = pair_counts(words), symbol_counts(words)
        offers = [
            Offer((a, b), count, singles[a], singles[b])
            for (a, b), count in counts.items()  # in the order in which the pairs are first met
            if count >= trace.min_count or not by_score
        ]
        if trace.ties != "first-seen":
            offers.sort(key=lambda offer: offer.pair, reverse=trace.ties == "reverse-lexicographic")
        offers.sort(key=lambda offer: -offer.score if by_score else -offer.count)  # stable: ties stay so
        step = trace.steps[i] if i < len(trace.steps) else None
        yield Turn(words, offers, (step.parts[0], step.parts[1]) if step else None, step.tied if step else 0)


def record(
    title: str, traces: Sequence[MergeTrace], both: Sequence[Sequence[Turn]], look: Mapping[str, str]
) -> dict[str, Any]:
    """All that the page needs to replay both learners on a corpus."""
    stage, last = _stage(both), max(map(len, both))
    learned = [set(trace.learned) for trace in traces]
    sides, start = [], [both[0][0].words[i][0] for i in stage]
    for trace, mine, others in zip(traces, both, reversed(both), strict=True):
        out, was = list[dict[str, Any]](), [clip(cut) for cut in start]
        for at in range(last):
            turn, other = mine[min(at, len(mine) - 1)], others[min(at, len(others) - 1)]
            now = [clip(turn.words[i][0]) for i in stage]
            step = trace.steps[at - 1] if 0 < at < len(mine) else None
            out.append(
                {
                    "did": [*step.parts, step.symbol] if step else [],
                    "changed": changed(was, now),
                    "tokens": count_tokens(turn.words),
                    "of": len(turn.offers),
                    "tied": turn.tied,
                    "rows": [_row(offer, turn, other) for offer in _shown(turn, other)],
                }
            )
            was = now
        sides.append({"stopped": trace.stopped, "ties": trace.ties, "floor": trace.min_count, "turns": out})
        sides[-1]["steps"] = len(trace.steps)
    beyond = {n: len(traces[0].words[i][0]) for n, i in enumerate(stage) if clip(start[n]) != start[n]}
    return {
        "title": title,
        "hues": look,
        "words": [clip(cut) for cut in start],
        "counts": [traces[0].words[i][1] for i in stage],
        "all": len(traces[0].words),
        "learned": [*map(len, learned), len(learned[0] & learned[1])],
        "sides": sides,
        **({"beyond": beyond} if beyond else {}),
    }


def plate(
    title: str, traces: Sequence[MergeTrace], both: Sequence[Sequence[Turn]], look: Mapping[str, str]
) -> str:
    """Both learners in full: the pairs at the start, every step, and the words as they end."""
    by_count, by_score = both[0][0], both[1][0]
    pairs = list(dict.fromkeys((*by_count.offers, *by_score.offers)))
    shown = [
        offer
        for offer in pairs
        if min(by_count.rank(offer.pair) or len(pairs), by_score.rank(offer.pair) or len(pairs)) <= 2 * SHOWN
    ]
    rows: list[list[object]] = [
        [
            _pair(offer.pair, look),
            offer.count,
            _arithmetic(offer),
            by_count.rank(offer.pair) or "",
            by_score.rank(offer.pair) or "",
        ]
        for offer in shown
    ]
    most = "" if len(shown) == len(pairs) else f", the first of {len(pairs)}"
    says = f"{title}: the pairs at the start{most}."
    out = (
        table(["Pair", "Count", "Score", "Rank by count", "Rank by score"], rows, "lrlrr", says)
        if rows
        else ""
    )
    rows = []
    for at in range(max(map(len, both)) - 1):
        cells: list[object] = [at + 1]
        for mine, other in ((both[0], both[1]), (both[1], both[0])):
            turn = mine[min(at, len(mine) - 1)]
            if turn.takes:
                offer = turn.offers[0]
                worth = str(_arithmetic(offer) if mine is both[1] else offer.count)
                tied = f" <small>({turn.tied} tied)</small>" if turn.tied > 1 else ""
                cells += [_pair(turn.takes, look), Html(worth + tied)]
                cells.append(other[min(at, len(other) - 1)].rank(turn.takes) or "–")
            else:
                cells += ["", "", ""]
        rows.append(cells)
    alike = len(set(traces[0].learned) & set(traces[1].learned))
    told = f"Every step of both: {many(alike, 'piece')} {'is' if alike == 1 else 'are'} learned by both."
    head = ["Step", NAMES[0], "Count", "Rank by score", NAMES[1], "Score", "Rank by count"]
    out += table(head, rows, "rllrllr", told) if rows else ""
    ends = [
        [clipped(traces[0].words[i][0]), *(chips(clip(side[-1].words[i][0]), look) for side in both)]
        for i in _stage(both)
    ]
    return out + table(["Word", *NAMES], ends, "lll", f"{title}: the words as they are cut at the end.")


def _shown(turn: Turn, other: Turn) -> list[Offer]:
    """The first pairs, and the one that the other learner takes, wherever it stands."""
    rank = turn.rank(other.takes)
    return [*turn.offers[:SHOWN], *([turn.offers[rank - 1]] if rank > SHOWN else [])]


def _row(offer: Offer, turn: Turn, other: Turn) -> list[object]:
    """As the page reads it: the pair, its three counts, its score, its rank here and there."""
    ranks = turn.rank(offer.pair), other.rank(offer.pair)
    return [*offer.pair, offer.count, offer.first, offer.second, str(offer.score), *ranks]


def _stage(both: Sequence[Sequence[Turn]]) -> list[int]:
    """The words on the stage: all, or those that either learner cuts anew most often."""
    words = both[0][0].words
    anew = [
        sum(was.words[i] != now.words[i] for side in both for was, now in pairwise(side))
        for i in range(len(words))
    ]
    ranked = sorted(range(len(words)), key=lambda i: (-anew[i], -words[i][1], i))
    return sorted(ranked[:WORDS])


def _pair(pair: Pair, look: Mapping[str, str]) -> Html:
    return Html(" + ".join(chip(part, look) for part in pair))


def _arithmetic(offer: Offer) -> Html:
    """The count over the product of the symbols' counts, and what that makes.

    >>> _arithmetic(Offer(("##g", "##s"), 5, 20, 5))
    '5 / (20 × 5) = <b>1/20</b>'
    """
    return Html(f"{offer.count} / ({offer.first} × {offer.second}) = <b>{offer.score}</b>")


def lines_of(
    cuts: Iterable[Sequence[str]],
    counts: Iterable[int],
    room: float,
    character: float,
    chip: float,
    gap: float,
) -> int:
    """Lines that words fill where they flow, and a word that is too long for one is broken; sizes in pixels.

    `chip` is what a piece takes besides its characters.

    >>> lines_of([["h", "##ug"], ["p", "##ug"]], [10, 1], room=100, character=9, chip=12, gap=16)
    2
    """
    lines, used = 1, 0.0
    for cut, count in zip(cuts, counts, strict=True):
        wide = fsum(len(piece) * character + chip for piece in cut) + (
            8 * len(f"×{count}") if count > 1 else 0
        )
        if used and used + gap + wide > room:
            lines, used = lines + 1, 0.0
        used += (gap if used else 0) + wide
        if used > room:
            lines, used = lines + ceil(used / room) - 1, room
    return lines


def _room(data: Mapping[str, Any], several: bool) -> tuple[float, float]:
    """How tall the live plate stands, in rem, wide and on a phone. An estimate, from the style sheet."""
    words, counts = data["words"], data["counts"]
    wide = 32.6 * lines_of(words, counts, 308, 9, 12, 16) / 20
    narrow = 25.2 * lines_of(words, counts, 155, 7.7, 7, 12) / 20
    more = 1.6 * (len(words) < data["all"]) + 0.8 * several
    far = any(len(turn["rows"]) > SHOWN for side in data["sides"] for turn in side["turns"])
    return 31.2 + wide + more + 2.2 * far, 38.7 + narrow + more + 3.2 * far
