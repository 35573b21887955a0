"""Merges from ranks: tiktoken and SentencePiece keep what was merged and when, and not from which two parts.

Both join the two neighbours whose join ranks first, whatever the two are. So a piece is made of what the
pieces before it leave of its own symbols: where these are two, and they are for every piece that merging has
learned, its merge is known, and the merges in their order cut every word as the ranks do. Left out: lists in
which a piece is left in more than two, which no order of merges could spell out.
"""

from collections.abc import Callable, Iterable

from ..bpe import Merges
from ..corpus import short

Pair = tuple[str, str]


def merges(
    pieces: Iterable[str], alphabet: frozenset[str], named: Callable[[str], str] = short
) -> list[Pair]:
    """The merge of each piece of two symbols and more; the pieces come best rank first.

    Every character of a piece is a symbol of it. Raises `ValueError` for a piece that holds a character which
    is not in the alphabet, that is listed twice, and that the pieces before it do not leave in exactly two
    parts; errors show a piece as `named` does. Cost: for each piece the square of its length.

    >>> merges(["ab", "abc"], frozenset("abc"))
    [('a', 'b'), ('ab', 'c')]
    >>> merges(["abc"], frozenset("abc"))
    Traceback (most recent call last):
    ValueError: 'abc' is no merge: the pieces ranked before it leave 'a' 'b' 'c', and a merge joins two
    """
    ranks: dict[str, int] = {}
    found: list[Pair] = []
    for piece in pieces:
        parts = list(piece)
        if not alphabet.issuperset(parts):
            unknown = next(symbol for symbol in parts if symbol not in alphabet)
            raise ValueError(f"{named(piece)} holds {named(unknown)}, which has no entry of its own")
        if piece in ranks:
            raise ValueError(f"{named(piece)} is listed twice; drop one")
        while len(parts) > 2:
            first, at = len(ranks), -1
            for i in range(len(parts) - 1):
                rank = ranks.get(parts[i] + parts[i + 1], first)
                if rank < first:
                    first, at = rank, i
            if at < 0:
                left = " ".join(map(named, parts))
                raise ValueError(
                    f"{named(piece)} is no merge: the pieces ranked before it leave {left}, "
                    "and a merge joins two"
                )
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        ranks[piece] = len(ranks)
        found.append((parts[0], parts[1]))
    return found


def check(model: Merges, whose: str, named: Callable[[str], str] = short) -> None:
    """Raise `ValueError` where ranks in the order of the merges would not give these merges back.

    `whose` they are is for the error: it names the first piece that two merges make, or that the pieces
    before it would make from other parts. Training makes no such list; one from elsewhere may be one.

    >>> check(Merges(tuple("abc"), (("a", "b"), ("b", "c"), ("a", "bc")), "plain"), "tiktoken's")
    Traceback (most recent call last):
    ValueError: 'abc' is merged from 'a' and 'bc', but by tiktoken's ranks it would come from 'ab' and 'c'
    """
    by_ranks = merges([left + right for left, right in model.merges], model.known, named)
    for mine, theirs in zip(model.merges, by_ranks, strict=True):
        if mine != theirs:
            raise ValueError(
                f"{named(''.join(mine))} is merged from {named(mine[0])} and {named(mine[1])}, "
                f"but by {whose} ranks it would come from {named(theirs[0])} and {named(theirs[1])}"
            )
