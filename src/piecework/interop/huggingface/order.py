"""Merges that go by the lowest rank, as there, and in the order in which they were learned, as here.

The two are the same where a merge comes after all that make its parts.
"""

from collections.abc import Iterable, Mapping

from ...corpus import short
from ...spelling import glue, symbols_of

Pair = tuple[str, str]


def disorder(merges: Iterable[Pair], alphabet: Iterable[str], spelling: str) -> str:
    """Why merging by the lowest rank may differ from merging in order; nothing if it does not.

    A merge can only come up late if a part of it is made after its own place in the list.

    >>> disorder([("ab", "c"), ("a", "b")], "abc", "plain")
    "merge 0, of 'ab' and 'c', uses 'ab', which merge 1, of 'a' and 'b', makes after it"
    """
    merges, known = list(merges), frozenset(alphabet)
    last = {glue(pair, spelling): rank for rank, pair in enumerate(merges)}
    seen = set[Pair]()
    for rank, pair in enumerate(merges):
        named = f"merge {rank}, of {short(pair[0])} and {short(pair[1])},"
        if pair in seen:
            return f"{named} is listed twice"
        seen.add(pair)
        for part in pair:
            if (made := last.get(part, -1)) >= rank:
                other = " and ".join(map(short, merges[made]))
                return f"{named} uses {short(part)}, which merge {made}, of {other}, makes after it"
            if part not in last and part not in known:
                return f"{named} uses {short(part)}, which is no symbol, nor made by a merge"
    return ""


def useful(merges: list[Pair], spelling: str) -> list[Pair]:
    """The merges that ever come up, one for a piece; files list more, such as every two pieces that join.

    By the lowest rank, merging does to a run of symbols inside a word what it does to that run alone, as long
    as nothing is merged across its ends. So a piece is only ever made as it is made of its own symbols, and
    one that these do not come to is never made. Cost: for each piece the square of its length.

    >>> useful([("a", "b"), ("b", "c"), ("a", "bc")], "plain")  # "abc" is cut ab c
    [('a', 'b'), ('b', 'c')]
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    made = {last(piece, ranks, spelling) for piece in {glue(pair, spelling) for pair in merges}}
    return [pair for pair in merges if pair in made]


def last(piece: str, ranks: Mapping[Pair, int], spelling: str) -> Pair | None:
    """The merge by which merging by the lowest rank makes a piece of its symbols, if it does.

    >>> last("abc", {("b", "c"): 0, ("a", "bc"): 1}, "plain")
    ('a', 'bc')
    """
    symbols, never = list(symbols_of(piece, spelling)), len(ranks)
    while len(symbols) > 1:
        rank, at = min((ranks.get((symbols[i], symbols[i + 1]), never), i) for i in range(len(symbols) - 1))
        if rank == never:
            return None
        if len(symbols) == 2:
            return symbols[0], symbols[1]
        symbols[at : at + 2] = [glue(symbols[at : at + 2], spelling)]
    return None
