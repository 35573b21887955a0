"""Unigram by scores, the logarithms of weights, as SentencePiece and Hugging Face keep it.

Both use a piece wherever a text spells it. Here that takes a piece for each of its characters, without which
it is never used: such a piece is refused, on either way, and so is one without a weight.
"""

from collections.abc import Iterable
from math import exp

from ..corpus import short
from ..unigram import Unigram


def unigram(scored: Iterable[tuple[str, float]], spelling: str) -> Unigram:
    """The model of pieces with their scores. Raises `ValueError` that names a piece which cannot be read.

    >>> unigram([("l", -1.0), ("ow", -2.0)], "plain")
    Traceback (most recent call last):
    ValueError: the piece 'ow' holds 'o', which is no piece of its own; add that
    """
    scores = dict(scored)
    for piece, score in scores.items():
        if not -700 < score < 700:  # what a 64-bit float can be the exponential of
            raise ValueError(f"the score of {short(piece)}, {score:g}, is no logarithm of a weight")
    alphabet = tuple(sorted(piece for piece in scores if len(piece) == 1))
    weights = tuple((piece, exp(score)) for piece, score in scores.items())
    model = Unigram(alphabet, weights, spelling, whole=1.0)
    check(model)
    return model


def check(model: Unigram) -> None:
    """Raise `ValueError` for a piece that is never used, which a file would not say.

    >>> check(Unigram(("a", "b"), (("a", 1),), "plain"))
    Traceback (most recent call last):
    ValueError: the piece 'b' has no weight, so it is never used; give it one
    """
    weighed = {piece for piece, _ in model.weights}
    for piece in model.vocabulary:
        if piece not in weighed:
            raise ValueError(f"the piece {short(piece)} has no weight, so it is never used; give it one")
        if strange := [char for char in piece if char not in weighed]:
            raise ValueError(
                f"the piece {short(piece)} holds {strange[0]!r}, which is no piece of its own; add that"
            )
