"""Extending: go on merging, on new text, from how the tokenizer cuts it now; every old piece keeps its id.

New merges come after the old ones, so each new piece is spelled with old ones, and the mean of their vectors
is where its own may start. Sources: Purason et al. 2025 for merging on (continued BPE training), Gee et al.
2022 for the mean. Left out: models that do not merge, since what they would have to forget is not known; and
taking pieces away.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum
from typing import Any

from .bpe import Merges, Pair
from .bpe_incremental import merge_steps
from .corpus import short
from .learning import Spelled, whole
from .spelling import glue
from .tokenizer import Tokenizer, corpus


def extend(tokenizer: Tokenizer, texts: str | Iterable[str], pieces: int) -> Tokenizer:
    """The tokenizer with that many more pieces, learned from new text.

    The commonest pair comes first, of tied ones the smallest, and none that occurs only once. Old pieces,
    merges and ids stay, special tokens too; new ids follow the largest. What the tokenizer cannot read ends a
    word where it has a fallback. Where there is less to learn, `size` says what was reached. Raises
    `ValueError` for a model that does not merge, a negative number of pieces and, without a fallback, for
    text that cannot be read; `TypeError` for a number that is not an int. Cost: that of `bpe.train` on the
    new text, and of cutting each of its words once.

    >>> from piecework import tokenizer
    >>> old = tokenizer.train("low low lower", 259, specials=["<s>"])
    >>> new = extend(old, "slower slowest", 2)
    >>> [(one, new.piece_of(one)) for one in range(257, new.size)]
    [(257, 'low'), (258, '<s>'), (259, 'lowe'), (260, 'slowe')]
    """
    model = _merging(tokenizer)
    whole("pieces", pieces, 0)
    names = (*tokenizer.specials, *tokenizer.pieces[: len(tokenizer.pieces) - len(model.vocabulary)])
    readable, words = frozenset(model.vocabulary), Spelled()
    for word, count in corpus(texts, tokenizer.normalizers, tokenizer.splits, names).items():
        words += [(run, count) for run in _cut(tokenizer, model, readable, word)]
    known, merges = set(model.vocabulary), list[Pair]()
    steps = merge_steps(words, model.spelling, "lexicographic", 2)
    while len(known) < len(model.vocabulary) + pieces and (step := next(steps, None)):
        known.add(step.symbol)
        merges.append((step.parts[0], step.parts[1]))
    longer = replace(model, merges=(*model.merges, *merges))
    old = [*map(tokenizer.id_of, tokenizer.pieces)]
    after = max([*old, *tokenizer.specials.values()], default=-1) + 1
    ids = (*old, *range(after, after + len(longer.vocabulary) - len(model.vocabulary)))
    return replace(tokenizer, model=longer, ids=ids)


def origins(old: Tokenizer, new: Tokenizer) -> dict[int, list[int]]:
    """For each id that `new` has beyond those of `old`, in rising order: the old ids that spelled its piece.

    They come from the merges, so a piece that ends inside a character has its own too. Raises `ValueError`
    where `new` is not `old` extended: a model that does not merge, an id that became another piece's, and a
    special token or a symbol that `old` does not have.

    >>> from piecework import tokenizer
    >>> old = tokenizer.train("low low lower", 258)
    >>> origins(old, extend(old, "slower slowest", 2)) == {258: [257, 68], 259: [82, 257, 68]}
    True
    """
    before, model = _merging(old), _merging(new)
    if model.spelling != before.spelling or model.merges[: len(before.merges)] != before.merges:
        raise ValueError("the new tokenizer does not begin with the merges of the old one; extend that")
    if model.alphabet != before.alphabet or new.specials != old.specials:
        raise ValueError(
            "the new tokenizer has other symbols or special tokens than the old one; extend that"
        )
    for piece in old.pieces:
        if new.id_of(piece) != old.id_of(piece):
            raise ValueError(
                f"the piece {short(piece)} has the id {old.id_of(piece)} in the old tokenizer and "
                f"{new.id_of(piece)} in the new; ids that stay are what extending is for"
            )
    spelled = {piece: [old.id_of(piece)] for piece in before.vocabulary}
    for left, right in model.merges[len(before.merges) :]:
        if strange := {left, right} - spelled.keys():
            raise ValueError(f"{short(min(strange))} is merged on, and nothing before has made it")
        spelled.setdefault(glue((left, right), model.spelling), [*spelled[left], *spelled[right]])
    fresh = model.vocabulary[len(before.vocabulary) :]
    return dict(sorted((new.id_of(piece), spelled[piece]) for piece in fresh))


def averaged(vectors: Any, origins: Mapping[int, Sequence[int]]) -> Any:
    """For each new id, in the order of `origins`, the mean of the vectors of its old ids.

    `vectors` are the rows of a matrix, the vector of an id in the row of that number. An old id counts as
    often as it was used. Sums are exact (math.fsum). Lists give lists; a NumPy array gives an array, of its
    own type where that is one of floats. Raises `ValueError` for an id without a row, for rows of different
    lengths, and for a new id without old ones. Cost: some ten million numbers read in a second.

    >>> averaged([[0.0, 1.0], [3.0, 1.0]], {2: [0, 1, 1]})
    [[2.0, 1.0]]
    """
    for one, parts in origins.items():
        if not parts:
            raise ValueError(f"the id {one} has no origins, so there is nothing to average")
        if missing := [part for part in parts if not 0 <= part < len(vectors)]:
            raise ValueError(f"the id {missing[0]} has no vector; there are {len(vectors)} rows")
    if not type(vectors).__module__.startswith("numpy"):
        return [_mean([vectors[part] for part in parts], one) for one, parts in origins.items()]
    if vectors.ndim != 2:
        raise ValueError(f"vectors are the rows of a matrix, and this array has {vectors.ndim} dimensions")
    means = vectors[[parts[0] for parts in origins.values()] or slice(0)]  # a copy, of the size that it needs
    means = means if means.dtype.kind == "f" else means.astype(float)
    for i, (one, parts) in enumerate(origins.items()):
        means[i] = _mean([vectors[part].tolist() for part in parts], one)
    return means


def _mean(rows: Sequence[Sequence[float]], one: int) -> list[float]:
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"the vectors that the id {one} comes from are not of one length")
    return [fsum(column) / len(rows) for column in zip(*rows, strict=True)]


def _merging(tokenizer: Tokenizer) -> Merges:
    if not isinstance(tokenizer.model, Merges):
        raise ValueError(
            f"only a model that merges can be extended, and {type(tokenizer.model).__name__} does not; "
            "train a new one on the old and the new text"
        )
    return tokenizer.model


def _cut(tokenizer: Tokenizer, model: Merges, known: frozenset[str], word: str) -> list[tuple[str, ...]]:
    """The pieces of a word, in runs between what the model does not know."""
    try:
        found = model.segment(word)
    except ValueError:  # the word holds the mark of the spelling
        if tokenizer.fallback == "error":
            raise
        return []
    runs = [(is_known, tuple(run)) for is_known, run in groupby(found, known.__contains__)]
    for is_known, run in runs:
        if not is_known and tokenizer.fallback == "error":
            raise ValueError(
                f"{short(''.join(run))} in {short(word)} cannot be read: the model does not know it; "
                "clean the text, or make the tokenizer with a fallback or with spelling='bytes'"
            )
    return [run for is_known, run in runs if is_known]
