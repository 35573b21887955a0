"""What a tokenizer makes of a text, counted: how many tokens a word takes, a byte, and what kind they are.

A word is a maximal run without white space (`corpus.WHITE`), whatever the tokenizer splits at, so that audits
of different tokenizers, and of their patterns, can be compared. Punctuation stays on its word; a language
that writes no spaces has few words, long ones. Left out: what the numbers mean for a model that is trained on
the tokens, which none of them says.
"""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import accumulate

from .corpus import WHITE
from .normalizing import normalize
from .splitting import words
from .tokenizer import Tokenizer

WORD = re.compile(f"[^{WHITE}]+")


@dataclass(frozen=True)
class Audit:
    """Counts, exact, and ratios of them as fractions; None where there is nothing to divide by."""

    texts: int  # that were read
    words: int  # maximal runs without white space
    chunks: int  # what the tokenizer splits the texts into, before its model reads them
    characters: int  # code points, white space included
    bytes: int  # of UTF-8
    tokens: int
    unknown: int  # tokens that are the unknown token: what they stood for is lost
    single: (
        int  # tokens, but unknown ones, of no more than one character beside white space, or a part of one
    )
    whole: int  # words that are one token, which holds nothing else but white space
    used: int  # different ids that occur
    size: int  # ids of the tokenizer

    @property
    def fertility(self) -> Fraction | None:
        """Tokens per word."""
        return _share(self.tokens, self.words)

    @property
    def chunks_per_word(self) -> Fraction | None:
        """Chunks per word: a tokenizer cannot take fewer tokens than its pattern makes chunks."""
        return _share(self.chunks, self.words)

    @property
    def bytes_per_token(self) -> Fraction | None:
        """Bytes of UTF-8 per token, which is the compression."""
        return _share(self.bytes, self.tokens)

    @property
    def characters_per_token(self) -> Fraction | None:
        """Characters per token."""
        return _share(self.characters, self.tokens)

    @property
    def unknown_share(self) -> Fraction | None:
        """The share of tokens that are the unknown token."""
        return _share(self.unknown, self.tokens)

    @property
    def single_share(self) -> Fraction | None:
        """The share of tokens that hold no more than one character."""
        return _share(self.single, self.tokens)

    @property
    def whole_share(self) -> Fraction | None:
        """The share of words that are one token."""
        return _share(self.whole, self.words)

    @property
    def used_share(self) -> Fraction | None:
        """The share of the vocabulary that occurs."""
        return _share(self.used, self.size)

    def parity(self, reference: "Audit") -> Fraction | None:
        """Tokens as a multiple of the reference's, for texts that say the same: above 1 costs more.

        Petrov et al. 2023 call it the premium of a language.
        """
        return _share(self.tokens, reference.tokens)

    def to_dict(self) -> dict[str, int | Fraction | None]:
        """All counts and ratios by name."""
        ratios = [name for name, value in vars(Audit).items() if isinstance(value, property)]
        return {**asdict(self), **{name: getattr(self, name) for name in ratios}}


def audit(tokenizer: Tokenizer, text: str | Iterable[str]) -> Audit:
    """Count what a tokenizer makes of one text, or of several, read one after the other.

    No special token is recognised. Raises `ValueError` as `Tokenizer.encode` does. Cost: two readings of each
    text; memory grows with the longest of them.

    >>> from piecework import tokenizer
    >>> coder = tokenizer.train(["low low lower"], 258)
    >>> found = audit(coder, ["low lower é"])
    >>> found.words, found.tokens, found.whole, found.single, found.fertility
    (3, 8, 1, 6, Fraction(8, 3))
    """
    texts = n_words = chunks = characters = size = tokens = unknown = single = whole = 0
    used: set[int] = set()
    lost = tokenizer.id_of(tokenizer.unknown_token) if tokenizer.fallback == "unknown" else None
    for one in [text] if isinstance(text, str) else text:
        encoding = tokenizer.encode(one)
        # Before each boundary, how many characters stand that are no white space: what is counted so far.
        spans = [match.span() for match in WORD.finditer(one)]
        solid = [0] * len(one)
        for start, end in spans:
            solid[start:end] = [1] * (end - start)
        solid = list(accumulate(solid, initial=0))
        found = {(solid[start], solid[end]) for start, end in spans}
        ids, offsets = encoding.ids, encoding.offsets
        ends = [end for _, end in offsets]
        for (start, end), after, token in zip(offsets, [*ends[1:], -1][: len(ids)], ids, strict=True):
            if token == lost:
                unknown += 1
                continue
            held = solid[end] - solid[start]
            single += held == 1 or (not held and end - start <= 1)
            alone = after != end  # an empty piece after it holds a part of its last character
            whole += alone and (solid[start], solid[end]) in found
        texts, n_words, tokens = texts + 1, n_words + len(spans), tokens + len(ids)
        chunks += len(words(normalize(one, tokenizer.normalizers), tokenizer.splits))
        characters, size = characters + len(one), size + len(one.encode())
        used.update(ids)
    return Audit(
        texts=texts,
        words=n_words,
        chunks=chunks,
        characters=characters,
        bytes=size,
        tokens=tokens,
        unknown=unknown,
        single=single,
        whole=whole,
        used=len(used),
        size=tokenizer.size,
    )


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None
