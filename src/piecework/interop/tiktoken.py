"""tiktoken's rank files, in and out: on each line a token's bytes in base64, and its rank, which is its id.

The token of lowest rank that two neighbours make is made first. Which two they are follows from the ranks
(ranks.py), so a rank file is a list of merges, exactly. Source: tiktoken/load.py. A rank file holds neither
the pattern that cuts text into words nor special tokens: both go to `tiktoken.Encoding` beside it.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..bpe import Merges
from ..corpus import short
from ..spelling import LETTERS, to_bytes
from ..tokenizer import Tokenizer
from . import ranks

# What cuts text into words, for each split that tiktoken knows of: tiktoken_ext/openai_public.py.
PATTERNS = {
    "gpt2": r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s""",
    "cl100k": (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"""
        r"""|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
    ),
    "o200k": (
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
}


def from_tiktoken(
    data: bytes, splits: Sequence[str] = ("cl100k",), specials: Mapping[str, int] | None = None
) -> Tokenizer:
    """The tokenizer of a rank file, with its ranks as ids, gaps and all.

    `splits` and `specials`, with their ids, are what the file does not hold. Raises `ValueError` that names
    the line for what is no token with its rank, a token or a rank that is listed twice, and names the token
    for a byte without a rank and for a token that is not made of exactly two that rank before it; `TypeError`
    for data that is not bytes. Cost: some ten seconds a million tokens.

    >>> singles = b"".join(b"%s %d\\n" % (b64encode(bytes([byte])), byte) for byte in range(256))
    >>> from_tiktoken(singles + b"bG8= 256\\nbG93 300\\n").encode("low lo").ids
    [300, 32, 256]
    """
    if not isinstance(data, bytes):
        raise TypeError(f"a rank file is bytes, not {type(data).__name__}; read it with open(path, 'rb')")
    ids: dict[str, int] = {}  # token, as letters: rank
    lines: dict[int, int] = {}  # rank: line
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        piece, rank = _entry(line, number)
        if piece in ids:
            raise ValueError(
                f"line {number}: {_shown(piece)} is listed twice, first on line {lines[ids[piece]]}; drop one"
            )
        if rank in lines:
            raise ValueError(f"line {number}: rank {rank} was given on line {lines[rank]} already")
        ids[piece], lines[rank] = rank, number
    if missing := [letter for letter in LETTERS if letter not in ids]:
        raise ValueError(f"the byte {_shown(missing[0])} has no rank; a rank file lists all 256 bytes")
    longer = sorted((piece for piece in ids if len(piece) > 1), key=ids.__getitem__)
    merges = ranks.merges(longer, frozenset(LETTERS), _shown)
    model = Merges(tuple(sorted(LETTERS)), tuple(merges), "bytes")
    given = tuple(ids[piece] for piece in model.vocabulary)
    return Tokenizer(
        model,
        splits=tuple(splits),
        specials=dict(specials or {}),
        ids=given,
    )


def to_tiktoken(tokenizer: Tokenizer) -> bytes:
    """The rank file of a merging tokenizer: `tiktoken.load.load_tiktoken_bpe` reads it.

    That function keeps what it once read from a path, so it misses a file that is written anew: set
    TIKTOKEN_CACHE_DIR="" in the environment. Hand tiktoken the rest yourself:
    `tiktoken.Encoding(name, pat_str=pattern(tokenizer), mergeable_ranks=ranks,
    special_tokens=dict(tokenizer.specials))`, and it gives the same ids. Raises `ValueError` that names what
    such a file cannot say: another model than merges, another spelling than "bytes", normalizers, ids that do
    not rise in the order of the merges, and a merge that the ranks would make otherwise, or not at all.

    >>> from piecework import tokenizer
    >>> to_tiktoken(tokenizer.train("low lower", 258)).splitlines()[-2:]
    [b'bG8= 256', b'bG93 257']
    """
    model = tokenizer.model
    if not isinstance(model, Merges):
        raise ValueError(
            f"a rank file lists merges, and a model of {type(model).__name__} has none; "
            'train with learner="bpe"'
        )
    if model.spelling != "bytes":
        raise ValueError(
            f"the model is spelled {model.spelling!r}, and the tokens of a rank file are bytes; "
            'train with spelling="bytes"'
        )
    if tokenizer.normalizers:
        raise ValueError(
            f"the tokenizer normalizes ({', '.join(tokenizer.normalizers)}), and tiktoken does not; "
            "normalize the text before, and train without"
        )
    if set(model.alphabet) != set(LETTERS):
        raise ValueError("the alphabet of the model is not the 256 bytes, all of which a rank file lists")
    ranks.check(model, "tiktoken's", _shown)
    ids = {piece: tokenizer.id_of(piece) for piece in model.vocabulary}
    learned = [left + right for left, right in model.merges]
    for before, piece in pairwise(learned):
        if ids[piece] < ids[before]:
            raise ValueError(
                f"the ids do not rise in the order of the merges: {_shown(before)} is {ids[before]} and "
                f"{_shown(piece)}, merged after it, {ids[piece]}; tiktoken merges in the order of ids"
            )
    ranked = sorted(ids.items(), key=lambda item: item[1])
    return b"".join(b"%s %d\n" % (b64encode(to_bytes(piece)), rank) for piece, rank in ranked)


def pattern(tokenizer: Tokenizer) -> str:
    """What to hand to `tiktoken.Encoding` as `pat_str`, so that it cuts words as this tokenizer does.

    Raises `ValueError` for splits that are not one of "gpt2", "cl100k" and "o200k".

    >>> from piecework import tokenizer
    >>> pattern(tokenizer.train("low lower", 258)).split("|")[-1]
    '\\\\s'
    """
    if len(tokenizer.splits) != 1 or tokenizer.splits[0] not in PATTERNS:
        raise ValueError(
            f"tiktoken has no pattern for the splits {tokenizer.splits!r}; "
            f"train with one of {', '.join(map(repr, PATTERNS))} alone"
        )
    return PATTERNS[tokenizer.splits[0]]


def _entry(line: bytes, number: int) -> tuple[str, int]:
    """The token of a line, as letters, and its rank."""
    try:
        token, rank = line.split()
        value = b64decode(token, validate=True)
        if not value or not rank.isdigit():
            raise ValueError
    except ValueError:
        shown = short(line.decode(errors="backslashreplace"))
        raise ValueError(f"line {number}: {shown} is not a token in base64, a space and its rank") from None
    return "".join(LETTERS[byte] for byte in value), int(rank)


def _shown(piece: str) -> str:
    """A piece as errors show it: as bytes."""
    value = to_bytes(piece)
    return repr(value) if len(value) <= 40 else f"{value[:37]!r}…"
