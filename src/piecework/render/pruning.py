"""The plate on pruning: EM makes a text more probable, removals make it less so, round after round.

For every moment the data hold each piece's share, the words as they are cut, and what the next removals would
cost; the page only shows them. Few removals are shown one by one, many a round at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from math import fsum
from typing import Any

from ..lattice import best, lattice, score
from ..spelling import spell
from ..trace import Rival, Score
from ..unigram import PruneStep, PruneTrace, Unigram
from ..unigram_training import NEVER, in_order, logarithms, total
from .cells import left_out
from .charts import bar_chart, line_chart
from .chips import chip, chips
from .criteria import lines_of
from .element import element
from .html import Html
from .hues import hues
from .reader import many
from .replay import LONG, changed, clip, in_part
from .stepper import _times
from .table import table
from .yours import split_of, your_text

OFFERS = 5  # of the cheapest pieces are shown
BARS = 16  # where not every piece gets one
NAMED = 10  # of the removals of a moment
WORDS = 12  # that stand on the stage, where the corpus has more
LONGER, MOST = 40, 300  # pieces besides symbols that stay of a reader's own text: at first, and at the most

Cut = tuple[str, ...]
Group = Sequence[PruneStep]  # removals that are shown as one


@dataclass(frozen=True)
class Moment:
    """What stands at one place of the plate."""

    kind: str  # what came before it: "seed", "em" or "prune"
    round: int  # that it belongs to; 0 for the seed
    shares: Mapping[str, float]  # of the pieces that are there
    cuts: tuple[Cut, ...]  # the best ones, of the words that are drawn
    tokens: int  # of the corpus
    likelihoods: tuple[float, ...]  # of the corpus over all cuts: after each pass of EM, and otherwise one
    gone: Group  # what has just been removed, the cheapest first
    ahead: Sequence[Group]  # what will have been before EM comes next


def pruning_rounds(
    trace: PruneTrace, label: str = "Estimate, rank, remove", most: int = 24, drawn: int | None = None
) -> Html:
    """An explorable for one trace of Unigram: shares rise and fall, pieces go, words are cut anew.

    Where at most `most` pieces go, each removal is a moment of its own; else those of a round are one, and
    the dearest are named. Where there are more pieces than that, those with the largest shares have a bar.
    Without scripts it is the words as they end, every round, and at most `most` removals of each. `drawn`
    bounds the words that are drawn, the commonest first; every number is still that of all words.

    >>> from piecework import corpora, unigram
    >>> pruning_rounds(unigram.train(corpora.load("hugs"), 10))[:42]
    '<div class="pw-explorable"><pruning-rounds'
    """
    part = in_part(trace, drawn)
    seen = list(moments(trace, part, len(trace.steps) <= most))
    look = _look(part, seen)
    data = record(trace, part, seen, look, most)
    uid = "pw-" + sha256(repr((label, data)).encode()).hexdigest()[:8]
    own = your_text("pruning_rounds", settings(trace), ("longer", "Longer pieces that stay", LONGER, MOST))
    note = left_out(len(part.words), len(trace.words))
    static = (f'<p class="pw-note">{note}</p>' if note else "") + plate(part, seen, look, most, uid)
    return element("pruning-rounds", label, static, data, _room(data), own=own)


def settings(trace: PruneTrace) -> dict[str, Any]:
    """How the text was split, and how Unigram learned from it."""
    names = ("spelling", "ties", "unknown", "passes", "by")
    return {
        **{name: getattr(trace, name) for name in names},
        "keep": str(trace.keep),
        "words": split_of(word for word, _ in trace.words),
    }


def moments(trace: PruneTrace, part: PruneTrace, singly: bool) -> Iterator[Moment]:
    """The seed; then of every round what EM makes of it, if there is any, and its removals.

    Only the words of `part` are cut; all others are where no step and no round says how many tokens there
    are: with the seed, and after the last removal of a round.
    """
    em, rounds = trace.passes > 0, trace.rounds
    groups = [_groups(trace, done.number, singly) for done in rounds]
    every = _Words(trace)
    some = every if part is trace else _Words(part)
    weights = dict(trace.seed)
    first = rounds[0].log_likelihood[:1]
    ahead: Sequence[Group] = [] if em else groups[0]
    yield Moment("seed", 0, _shares(weights), some.cuts(weights), every.tokens(weights), first, (), ahead)
    for i, done in enumerate(rounds):
        left = weights = dict(done.weights)
        if em:
            cuts, then = some.cuts(weights), done.log_likelihood[1:]
            yield Moment("em", done.number, _shares(left), cuts, done.tokens, then, (), groups[i])
        for place, gone in enumerate(groups[i], 1):
            names = {step.symbol for step in gone}
            left = {piece: weight for piece, weight in left.items() if piece not in names}
            ahead = groups[i][place:]
            if ahead:
                model = Unigram(trace.alphabet, tuple(left.items()), trace.spelling, trace.unknown)
                now = model.log_likelihood(dict(trace.words))
            else:  # the next round begins with it
                now = rounds[i + 1].log_likelihood[0]
            # Cuts are compared by what the round found, until the next one finds it anew.
            by = weights if ahead or em else left
            tokens = gone[-1].tokens if ahead else every.tokens(by, left)
            cuts = some.cuts(by, left)
            ahead = ahead or ([] if em else groups[i + 1])
            yield Moment("prune", done.number, _shares(left), cuts, tokens, (now,), gone, ahead)


class _Words:
    """The words of a trace, with the lattice of each over all pieces of the seed."""

    def __init__(self, trace: PruneTrace) -> None:
        self.names = [piece for piece, _ in trace.seed]
        self.numbers = {piece: number for number, piece in enumerate(self.names)}
        longest = max(map(len, self.names), default=1)  # in characters, of which a symbol has at least one
        self.words = [
            (lattice(spell(word, trace.spelling), self.numbers, longest, trace.spelling), count)
            for word, count in trace.words
        ]

    def cuts(self, weights: Mapping[str, Score], left: Mapping[str, Score] | None = None) -> tuple[Cut, ...]:
        """The best cuts, by the weights of a round, out of the pieces that are left of it."""
        scores = [NEVER] * len(self.names)
        for piece, one in zip(weights, logarithms(list(weights.values())), strict=True):
            if left is None or piece in left:
                scores[self.numbers[piece]] = score(one)
        return tuple(tuple(self.names[piece] for *_, piece in best(edges, scores)) for edges, _ in self.words)

    def tokens(self, weights: Mapping[str, Score], left: Mapping[str, Score] | None = None) -> int:
        """The tokens of those cuts, each word as often as it occurs."""
        cuts = self.cuts(weights, left)
        return sum(count * len(cut) for cut, (_, count) in zip(cuts, self.words, strict=True))


def record(
    trace: PruneTrace, part: PruneTrace, seen: Sequence[Moment], look: Mapping[str, str], most: int
) -> dict[str, Any]:
    """All that the page needs to replay a trace: the start, and for each moment what is new."""
    rows, stage = _rows(trace, seen, most), _stage(part, seen)
    out, was = list[dict[str, Any]](), seen[0]
    for now in seen:
        others = sorted(now.shares.keys() - set(rows))
        first = now.ahead[0][0] if now.ahead else None
        offers = [Rival(first.symbol, first.parts, first.score), *first.rivals][:OFFERS] if first else []
        out.append(
            {
                "kind": now.kind,
                "round": now.round,
                "size": len(now.shares) + trace.unknown,
                "tokens": now.tokens,
                "likelihoods": [round(one, 1) for one in now.likelihoods],
                "shares": [round(now.shares[piece], 3) if piece in now.shares else None for piece in rows],
                "moved": _moved(was, now) if now.kind == "em" else [],
                "others": [len(others), round(fsum(now.shares[piece] for piece in others), 3)],
                "changed": changed(_on(stage, was), _on(stage, now)),
                "gone": [
                    [step.symbol, step.parts, _brief(step.score), step.replaced]
                    for step in _named(now, NAMED)
                ],
                "went": len(now.gone),
                "free": sum(step.score == 0 for step in now.gone),
                "next": [[each.symbol, each.parts, _brief(each.score)] for each in offers],
                "tied": first.tied if first else 0,
                "going": sum(map(len, now.ahead)),
            }
        )
        was = now
    words = [part.words[i][0] for i in stage]
    beyond = {n: len(word) for n, word in enumerate(words) if len(word) > LONG}
    return {
        "hues": look,
        "by": trace.by,
        "ties": trace.ties,
        "stopped": trace.stopped,
        "rounds": len(trace.rounds),
        "singly": len(trace.steps) <= most,
        "all": len(trace.words),
        "words": _on(stage, seen[0]),
        "counts": [part.words[i][1] for i in stage],
        "pieces": rows,
        "stays": [piece in trace.alphabet for piece in rows],
        "moments": out,
        **({"beyond": beyond} if beyond else {}),
        **({"drawn": len(part.words)} if part is not trace else {}),
    }


def plate(trace: PruneTrace, seen: Sequence[Moment], look: Mapping[str, str], most: int, uid: str) -> str:
    """The words as they end, every round, the removals, what stays, and the likelihood."""
    words = "".join(
        f'<div role="listitem">{chips(clip(cut), look)}{_times(count)}</div>'
        for cut, (_, count) in zip(seen[-1].cuts, trace.words, strict=True)
    )
    return (
        f'<div class="pw-words" role="list" aria-label="Words, as they are cut at the end">{words}</div>'
        + _every_round(trace)
        + _removals(trace, seen, look, most)
        + _what_stays(seen[-1], look, most)
        + _curve(trace, uid)
    )


def _every_round(trace: PruneTrace) -> Html:
    rows = []
    for done in trace.rounds:
        gone = [step for step in trace.steps if step.round == done.number]
        free = sum(step.score == 0 for step in gone)
        ends = (_nats(done.log_likelihood[0]), _nats(done.log_likelihood[-1]))
        rows.append([done.number, done.size, *ends, done.tokens, len(gone), free])
    before, after = trace.rounds[0], trace.rounds[-1]
    says = (
        f"{many(len(rows), 'round')}: {many(before.size, 'piece')} become {after.size}, "
        f"and {many(before.tokens, 'token')} become {after.tokens}."
    )
    head = ["Round", "Pieces", "Log-likelihood", "After EM", "Tokens", "Removed", "For nothing"]
    return table(head, rows, "rrrrrrr", says)


def _removals(trace: PruneTrace, seen: Sequence[Moment], look: Mapping[str, str], most: int) -> str:
    """Each removal, or the dearest of each round."""
    rows = [
        [
            step.round,
            step.number,
            chip(step.symbol, look),
            Html(_cost(step.score) + (f" <small>({step.tied} tied)</small>" if step.tied > 1 else "")),
            chips(step.parts, look),
            step.replaced,
        ]
        for now in seen
        for step in sorted(_named(now, most), key=lambda step: step.number)
    ]
    if not trace.steps:
        return ""
    singly = len(rows) == len(trace.steps)
    which = "Every removal" if singly else "The dearest removals of each round"
    says = f"{which}, from {many(len(trace.seed), 'piece')} to {len(trace.seed) - len(trace.steps)}."
    head = ["Round", "Removal", "Piece", _unit(trace), "Read instead by", "Places"]
    return table(head, rows, "rrlrlr", says)


def _what_stays(end: Moment, look: Mapping[str, str], most: int) -> str:
    """The shares at the end, the largest first."""
    ranked = sorted(end.shares, key=lambda piece: -end.shares[piece])
    rows = [(chip(piece, look), round(100 * end.shares[piece], 1)) for piece in ranked[:most]]
    others = f", the {len(rows)} largest of {len(ranked)}" if len(rows) < len(ranked) else ""
    return bar_chart(rows, f"Shares at the end, in percent{others}", winner=None)


def _curve(trace: PruneTrace, uid: str) -> Html:
    """Each round begins half a step before its number, where removals have left the likelihood."""
    points: dict[float, float] = {}
    for done in trace.rounds:
        points |= {done.number - 0.5: done.log_likelihood[0], float(done.number): done.log_likelihood[-1]}
    first, last = trace.rounds[0].log_likelihood[0], trace.rounds[-1].log_likelihood[-1]
    says = (
        f"From {_nats(first)} to {_nats(last)} nats. A round begins where removals left it, and EM lifts it."
    )
    title = "Log-likelihood, round by round"
    return line_chart({"the words": points}, "round", "nats", title, says, uid)


def _groups(trace: PruneTrace, number: int, singly: bool) -> list[Group]:
    """The removals of a round, one by one or all at once."""
    steps = [step for step in trace.steps if step.round == number]
    return [[step] for step in steps] if singly else [steps] if steps else []


def _shares(weights: Mapping[str, Score]) -> dict[str, float]:
    """Each piece's share of all weights."""
    every = total(weights.values())
    return {piece: float(weight / every) for piece, weight in weights.items()}


def _look(trace: PruneTrace, seen: Sequence[Moment]) -> dict[str, str]:
    """A hue for each longer piece that reads a word at some moment; what none is ever cut into stays grey."""
    used = {piece for now in seen for cut in now.cuts for piece in cut}
    every = hues(*(trace.at(done.size) for done in trace.rounds))
    return {piece: hue for piece, hue in every.items() if piece in used}


def _rows(trace: PruneTrace, seen: Sequence[Moment], most: int) -> list[str]:
    """The pieces that have a bar: those with the largest shares once EM has run, longer ones first."""
    later = [now for now in seen if now.kind == "em"] or seen
    top = {piece: max(now.shares.get(piece, 0.0) for now in later) for piece in seen[0].shares}
    order = in_order(trace.alphabet, dict(trace.rounds[0].weights))
    ranked = sorted(order, key=lambda piece: -top[piece])
    kept = set(ranked if len(ranked) <= most else ranked[:BARS])
    longer = [piece for piece in order if piece not in trace.alphabet]
    return [piece for piece in (*longer, *trace.alphabet) if piece in kept]


def _stage(trace: PruneTrace, seen: Sequence[Moment]) -> list[int]:
    """The words on the stage: all, or those that are cut anew most often, of these the commonest."""
    if len(trace.words) <= WORDS:
        return list(range(len(trace.words)))
    anew = [sum(was.cuts[i] != now.cuts[i] for was, now in pairwise(seen)) for i in range(len(trace.words))]
    ranked = sorted(range(len(trace.words)), key=lambda i: (-anew[i], -trace.words[i][1], i))
    return sorted(ranked[:WORDS])


def _on(stage: Sequence[int], now: Moment) -> list[Cut]:
    """The cuts of the words on the stage, as far as they are drawn."""
    return [clip(now.cuts[i]) for i in stage]


def _moved(was: Moment, now: Moment) -> list[str]:
    """The piece whose share has grown most, and the one whose has shrunk most; none where nothing moves."""
    by = {piece: now.shares[piece] - was.shares[piece] for piece in sorted(now.shares)}
    most, least = max(by, key=lambda p: by[p], default=""), min(by, key=lambda p: by[p], default="")
    return [most, least] if by and by[most] - by[least] >= 0.001 else []


def _named(now: Moment, most: int) -> list[PruneStep]:
    """The removals of a moment that are named: the dearest first, then some of those for nothing."""
    dear = [step for step in now.gone if step.score != 0]
    return [*dear[::-1], *(step for step in now.gone if step.score == 0)][:most]


def _unit(trace: PruneTrace) -> str:
    return "Loss, in nats" if trace.by == "loss" else "Times used"


def _cost(score: Score) -> str:
    """A loss as the plate shows it: to a tenth, and never nothing where there is some."""
    if isinstance(score, int) or not score:
        return str(int(score))
    return "<0.1" if score < 0.05 else f"{float(score):.1f}"


def _brief(score: Score) -> int | float:
    """A score as the page shows it, to a tenth; 0 only where it is nothing."""
    return score if isinstance(score, int) else round(float(score), 1) or (0.01 if score else 0)


def _nats(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


def _room(data: Mapping[str, Any]) -> tuple[float, float]:
    """How tall the live plate stands, in rem, wide and on a phone. An estimate, from the style sheet."""
    cuts, counts = [cut for cut in data["words"]], data["counts"]
    states = [list(cuts)]
    for moment in data["moments"]:
        for i, cut in moment["changed"].items():
            cuts[i] = cut
        states.append(list(cuts))
    wide = max(lines_of(state, counts, 656, 9, 12, 24) for state in states) * 36 / 20
    narrow = max(lines_of(state, counts, 342, 8.2, 8, 12) for state in states) * 30.5 / 20
    kinds = [data["stays"].count(False), data["stays"].count(True)]
    more = 1.8 * (len(cuts) < data["all"]) + 1.8 * (data["moments"][0]["others"][0] > 0)
    long = max(map(len, data["pieces"]), default=0) > 5
    rows, stacked = 1.35 * max(kinds), 1.35 * sum(kinds) + 1.6 if long else 1.35 * max(kinds)
    return 29 + wide + rows + more, 42.3 + narrow + stacked + more
