"""The plate on the lattice of a word: pieces over the letters they span, the best cuts, and Viterbi's walk.

For every word the data hold the edges with their chances, the best cuts in order, and for each place between
letters all ways to arrive there; the page only shows them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from math import fsum, prod
from typing import Any

from .. import lattice
from ..spelling import glue
from ..unigram import Unigram
from .cells import drawn
from .chips import chip, chips
from .element import element
from .html import Html, attributes
from .odds import number, percent, powers, times, tints
from .reader import many
from .table import table
from .ticks import label as figure
from .yours import packed, your_text

PATHS = 10  # cuts that can be stepped through
EXACT = 9999  # a total of whole weights up to which a probability is written as a fraction of it
LONG = 11  # symbols whose places a phone numbers in one line


def word_lattice(model: Unigram, words: Sequence[str], label: str = "Every way to cut a word") -> Html:
    """An explorable for some words and a model of Unigram: pieces in place, best cuts, how the best is found.

    Without scripts it is, for each word, a drawing with the best cut and tables of all edges and of the best
    cuts. Raises `ValueError` without a word, and as `Unigram.shares` does for one that has too many cuts.

    >>> model = Unigram(("g", "h", "u"), (("h", 15), ("u", 36), ("g", 20), ("hu", 15), ("ug", 20)), "plain")
    >>> word_lattice(model, ["hug"])[:40]
    '<div class="pw-explorable"><word-lattice'
    """
    if not words:
        raise ValueError("word_lattice needs at least one word")
    records = [record(model, word) for word in words]
    look = tints(
        [edge["piece"] for edge in sorted(each["edges"], key=lambda edge: -edge["part"])] for each in records
    )
    static = "".join(plate(each, look) for each in records)
    own = your_text("word_lattice", {"model": packed(model)}, asks="Your words")
    return element(
        "word-lattice", label, static, {"hues": look, "words": records}, _room(records[0]), own=own
    )


def record(model: Unigram, word: str) -> dict[str, Any]:
    """All that the page needs to show one word.

    `read`: the word up to each place after the first. `edges`: where a piece starts and ends, its lane, its
    probability ("" for a symbol that no piece holds), and the share of cuts that use it, as text and as a
    number. `paths`, the best cuts: their edges, probability, share, as text and as a number, and how many
    times as probable the best is ("" if it is not). `tops`: the logarithm of the best way to each place.
    `ways`, for each place after the first: the edges that arrive there, best first, with the logarithm of the
    best way to where they start, their own, and the sum. `ties`: how many of them share the best sum.
    """
    shares, marginals = model.shares(word), model.marginals(word)
    symbols, arriving = model._read(word)
    scores = {
        (start, end): model._scores[number] for end, here in enumerate(arriving) for start, number in here
    }
    top = lattice.heights(arriving, model._scores)
    found = sorted(model.edges(word), key=lambda edge: (edge[1] - edge[0], edge[0]))
    numbers = {(start, end): i for i, (start, end, _, _) in enumerate(found)}
    edges = [
        {
            "start": start,
            "end": end,
            "piece": piece,
            "lane": lane,
            "chance": _probability(model, piece) if chance else "",
            "share": percent(marginals[start, end]),
            "part": round(marginals[start, end], 4),
        }
        for (start, end, piece, chance), lane in zip(found, _lanes(list(numbers)), strict=True)
    ]
    best, paths = next(iter(shares.values())), []
    for cut, share in islice(shares.items(), PATHS):
        own = list(_spans(cut, found))
        chances = [found[numbers[span]][3] for span in own]
        as_good = sum(scores[span] for span in own) == top[-1]
        paths.append(
            {
                "edges": [numbers[span] for span in own],
                "product": number(prod((chance for chance in chances if chance), start=Fraction(1))),
                "share": percent(share),
                "part": round(float(share), 4),
                "times": "" if as_good or not share else times(best / share),
            }
        )
    ways, ties = list[list[dict[str, Any]]](), list[int]()
    for end, here in enumerate(arriving[1:], 1):
        ranked = sorted((-top[start] - scores[start, end], start) for start, _ in here)
        ways.append(
            [
                {
                    "edge": numbers[start, end],
                    "before": _log(top[start]),
                    "own": _log(scores[start, end]),
                    "sum": _log(-cost),
                }
                for cost, start in ranked
            ]
        )
        ties.append(sum(cost == ranked[0][0] for cost, _ in ranked))
    return {
        "word": word,
        "symbols": symbols,
        "read": [glue(symbols[:end], model.spelling) for end in range(1, len(symbols) + 1)],
        "cuts": len(shares),
        "edges": edges,
        "paths": paths,
        "rest": percent(fsum(map(float, islice(shares.values(), PATHS, None)))),
        "tops": [_log(each, 1) for each in top],
        "ways": ways,
        "ties": ties,
    }


def plate(word: Mapping[str, Any], look: Mapping[str, str]) -> str:
    """A word in full: the drawing with the best cut, every edge by where it ends, and the best cuts."""
    edges, paths, count = word["edges"], word["paths"], word["cuts"]
    rows = []
    for end, ways in enumerate(word["ways"], 1):
        for i, way in enumerate(ways):
            edge = edges[way["edge"]]
            sum_ = f"<b>{way['sum']}</b>, kept" if i == 0 else way["sum"]
            rows.append(
                [
                    end if i == 0 else "",
                    edge["start"],
                    chip(edge["piece"], look),
                    powers(edge["chance"]) if edge["chance"] else "none",
                    edge["share"],
                    Html(f"{way['before']} {'−' if '−' not in way['own'] else ''}{way['own']} = {sum_}"),
                ]
            )
    says = f"Every edge of {word['word']}, by the place where it ends: {many(len(edges), 'edge')}."
    head = ["To", "From", "Piece", "Probability", "Used by", "Logarithm: best way there, own, sum"]
    cuts = [
        [
            rank,
            chips([edges[i]["piece"] for i in path["edges"]], look),
            Html(" × ".join(powers(edges[i]["chance"]) for i in path["edges"] if edges[i]["chance"])),
            powers(path["product"]),
            path["share"],
        ]
        for rank, path in enumerate(paths, 1)
    ]
    best = f"The best of {many(count, 'cut')} of {word['word']}"
    if count > len(paths):
        best += f"; the other {figure(count - len(paths))} have {word['rest']} together"
    return (
        _stage(word, look)
        + table(head, rows, "rrllrl", says)
        + table(["", "Cut", "Product", "Probability", "Share of all"], cuts, "rllrr", best + ".")
    )


def _stage(word: Mapping[str, Any], look: Mapping[str, str]) -> str:
    """The pieces over their letters, with the best cut."""
    edges, symbols, own = word["edges"], word["symbols"], word["paths"][0]["edges"]
    on = {0, *(edges[i]["end"] for i in own)}
    dots = "".join(
        f'<span class="pw-node{" is-on" if i in on else ""}" style="--i:{i}"><b>{i}</b></span>'
        for i in range(len(symbols) + 1)
    )
    bars = ""
    for i, edge in enumerate(edges):
        start, end = edge["start"], edge["end"]
        place = (
            f"grid-column:{start + 1}/span {end - start};grid-row:{edge['lane'] + 1};"
            f"--n:{end - start};--share:{edge['part']}"
        )
        bars += (
            f'<span class="pw-edge{" is-on" if i in own else ""}"'
            f"{attributes(data_hue=look.get(edge['piece']) if end - start > 1 else None, style=place)}>"
            + "".join(f"<span>{drawn(symbol)}</span>" for symbol in symbols[start:end])
            + "</span>"
        )
    cut = " ".join(edges[i]["piece"] for i in own)
    says = f"{many(len(edges), 'edge')}, {many(word['cuts'], 'cut')}, of which the best is {cut}."
    name = attributes(role="region", aria_label=f"Lattice of {word['word']}")
    return (
        f'<div class="pw-stage pw-scroll" tabindex="0"{name}>'
        f'<div class="pw-lattice{" is-long" if len(symbols) > LONG else ""}" role="img"'
        f'{attributes(aria_label=says)} style="--n:{len(symbols)}">'
        f'<div class="pw-nodes">{dots}</div>'
        f'<div class="pw-edges">{bars}{_links(edges, own)}</div></div></div>'
    )


def _links(edges: Sequence[Mapping[str, Any]], own: Sequence[int]) -> str:
    """Where a cut goes from lane to lane, along the places between letters."""
    lanes, places = [-1, *(edges[i]["lane"] for i in own), -1], [0, *(edges[i]["end"] for i in own)]
    return "".join(
        f'<span class="pw-link-up" style="--i:{place};--a:{min(turn)};--b:{max(turn)}"></span>'
        for place, turn in zip(places, pairwise(lanes), strict=True)
        if len(set(turn)) > 1
    )


def _spans(cut: Sequence[str], found: Sequence[tuple[int, int, str, Any]]) -> Iterator[tuple[int, int]]:
    """Where the pieces of a cut start and end."""
    start = 0
    for piece in cut:
        end = next(end for begin, end, other, _ in found if (begin, other) == (start, piece))
        yield start, end
        start = end


def _lanes(spans: Sequence[tuple[int, int]]) -> list[int]:
    """A lane for each span, the shortest first, so that none overlap; spans of one symbol get the first.

    >>> _lanes([(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)])
    [0, 0, 0, 1, 2, 3]
    """
    full: list[list[tuple[int, int]]] = [[]]
    out = []
    for start, end in spans:
        lane = next(
            (
                i
                for i, taken in enumerate(full)
                if (i > 0) == (end - start > 1) and all(end <= a or b <= start for a, b in taken)
            ),
            len(full),
        )
        if lane == len(full):
            full.append([])
        full[lane].append((start, end))
        out.append(lane)
    return out


def _probability(model: Unigram, piece: str) -> str:
    """A piece's probability, as a fraction of all weights where these are whole and few."""
    chance, total = model.probability(piece), model.total
    if isinstance(chance, Fraction) and not isinstance(total, float) and total <= EXACT:
        weight = chance * total
        if weight.denominator == total.denominator == 1:
            return f"{weight}/{total}"
    return number(chance)


def _log(score: int, digits: int = 2) -> str:
    """A score as a logarithm, with a true minus sign."""
    text = f"{score / lattice.SCALE:.{digits}f}"
    return text.replace("-", "−" if float(text) else "")


def _room(word: Mapping[str, Any]) -> tuple[float, float]:
    """The height that the live plate of a word needs, in rem, wide and on a phone: an estimate."""
    lanes = 1 + max(edge["lane"] for edge in word["edges"])
    longest = max(len(path["edges"]) for path in word["paths"])
    rows = len(word["paths"]) + (1.4 if word["cuts"] > len(word["paths"]) else 0)
    return 22.8 + 1.7 * lanes + 1.55 * rows, 21.6 + 1.6 * lanes + 1.55 * rows + 0.75 * longest
