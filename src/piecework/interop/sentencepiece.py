"""SentencePiece's .model files, in and out: pieces with scores, and how a text is normalized.

Source: sentencepiece_model.proto, and what the library makes of it. A piece's id is its place. For merging, a
score says when a piece was merged, the highest first, and from which parts follows (ranks.py); for Unigram it
is the logarithm of a weight, and the weights need not add up to 1. Control pieces become special tokens; a
run of unknown characters is one <unk>, or its bytes.

Left out, and refused by name: tables of characters to normalize (train with
--normalization_rule_name=identity), pieces that users defined, which are cut out of any text, unused pieces,
models of words or characters, and a space behind the word instead of before it.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite, log
from struct import pack, unpack

from ..bpe import Merges
from ..corpus import short
from ..model import UNKNOWN
from ..spelling import SPACE
from ..stream import BYTES
from ..tokenizer import Tokenizer
from ..unigram import Unigram
from . import ranks, scores, wire

NORMAL, UNKNOWN_TYPE, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
REFUSED = {
    USER_DEFINED: "user-defined, so SentencePiece cuts it out of any text before the model reads",
    UNUSED: "unused, so SentencePiece takes it apart again",
}
NORMALIZERS = ("single-spaces", "prefix-space")
KINDS = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}

# Numbers of fields in sentencepiece_model.proto
PIECES, TRAINER, NORMALIZER, DENORMALIZER = 1, 2, 3, 5
PIECE, SCORE, TYPE = 1, 2, 3
MODEL_TYPE, VOCAB_SIZE, AS_SUFFIX, BYTE_FALLBACK = 3, 4, 24, 35
UNK_ID, UNK_PIECE = 40, 45
RESERVED = {"<s>": 41, "</s>": 42, "<pad>": 43}  # whose ids have fields of their own
NAME, CHARSMAP, ADD_PREFIX, REMOVE_EXTRA, ESCAPE = 1, 2, 3, 4, 5


@dataclass(frozen=True)
class Piece:
    """An entry of the file."""

    text: str
    score: float
    type: int
    id: int


def from_sentencepiece(data: bytes) -> Tokenizer:
    """The tokenizer of a .model file of SentencePiece, with its ids: of type BPE or Unigram.

    Raises `TypeError` for data that is not bytes, `ValueError` for bytes that are not such a file and, naming
    it, for what is left out here (see the module). It cuts as the library does, but for two things: where two
    cuts of Unigram are equally probable up to the rounding of its 32-bit sums, that rounding decides there;
    and ▁ (U+2581) in a text is a space there, while here its word falls back. Cost: about a second for
    100,000 pieces.

    >>> from piecework import tokenizer
    >>> coder = tokenizer.train("low lower", 9, splits=["space"], spelling="metaspace")
    >>> from_sentencepiece(to_sentencepiece(coder)).encode("low lower").pieces
    ['low', '▁', 'low', 'e', 'r']
    """
    if not isinstance(data, bytes):
        raise TypeError(f"a .model file is bytes, not {type(data).__name__}; read it with open(path, 'rb')")
    pieces, trainer, normalizer = _message(data)
    kind = KINDS.get(int(trainer.get(MODEL_TYPE, 1)), "unknown")
    if kind not in ("unigram", "bpe"):
        raise ValueError(f"the model is of type {kind}; only those of type bpe and unigram are read")
    if trainer.get(AS_SUFFIX):
        raise ValueError(
            "the model puts spaces behind words (treat_whitespace_as_suffix); train without that"
        )
    by_type = {type_: [piece for piece in pieces if piece.type == type_] for type_ in range(1, 7)}
    for type_, why in REFUSED.items():
        for piece in by_type[type_]:
            raise ValueError(f"the piece {short(piece.text)} is {why}; train without it")
    unknown = by_type[UNKNOWN_TYPE]
    if len(unknown) != 1:
        names = ", ".join(short(piece.text) for piece in unknown) or "none"
        raise ValueError(f"a model has one unknown piece, and here are {names}")
    name, fallback = unknown[0].text, "bytes" if trainer.get(BYTE_FALLBACK) else "unknown"
    if sorted(piece.text for piece in by_type[BYTE]) != sorted(BYTES if fallback == "bytes" else ()):
        raise ValueError(
            f"there are {len(by_type[BYTE])} byte pieces, but byte_fallback={fallback == 'bytes'}; "
            "there must be all 256 with it, and none without"
        )
    normal, own = by_type[NORMAL], by_type[BYTE] if fallback == "bytes" else unknown
    specials = {
        piece.text: piece.id for piece in [*by_type[CONTROL], *(unknown if fallback == "bytes" else [])]
    }
    _check_names([piece.text for piece in [*own, *normal]], specials)
    alphabet = tuple(sorted(piece.text for piece in normal if len(piece.text) == 1))
    longer = [piece for piece in normal if len(piece.text) > 1]
    if fallback == "bytes" and SPACE not in alphabet:
        raise ValueError(
            f"the model has no piece {SPACE}, so its bytes would stand for a space; train with spaces"
        )
    scored = [(piece.text, piece.score) for piece in normal]
    model = _merges(alphabet, longer) if kind == "bpe" else scores.unigram(scored, "metaspace")
    ids = {piece.text: piece.id for piece in [*own, *normal]}
    apart = SPACE in alphabet and not any(SPACE in piece.text[1:] for piece in longer)
    first = BYTES if fallback == "bytes" else (name,)
    given = tuple(ids[piece] for piece in (*first, *model.vocabulary))
    return Tokenizer(
        model,
        normalizers=_normalizers(normalizer),
        splits=("space",) if apart else (),  # a piece that goes on after a space wants the text whole
        fallback=fallback,
        specials=specials,
        ids=given,
        unknown=None if name == UNKNOWN else name,
    )


def _message(data: bytes) -> tuple[list[Piece], dict[int, wire.Value], dict[int, wire.Value]]:
    """The pieces, and the fields of the two specifications by number, the last of a number counting."""
    pieces: list[Piece] = []
    specs: dict[int, dict[int, wire.Value]] = {TRAINER: {}, NORMALIZER: {}, DENORMALIZER: {}}
    for number, value in wire.read(data, "the file"):
        if number == PIECES and isinstance(value, bytes):
            where = f"piece {len(pieces)}"
            fields = dict(wire.read(value, where))
            text, score, type_ = fields.get(PIECE, b""), fields.get(SCORE, 0.0), fields.get(TYPE, NORMAL)
            if not isinstance(text, bytes) or not isinstance(score, float) or not isinstance(type_, int):
                raise ValueError(f"{where} is not a text with a score and a type; is this a .model file?")
            try:
                pieces.append(Piece(text.decode(), score, type_, len(pieces)))
            except UnicodeDecodeError:
                raise ValueError(
                    f"{where} is not UTF-8: {short(repr(text))}; is this a .model file?"
                ) from None
            if not text or not NORMAL <= type_ <= BYTE:
                raise ValueError(f"{where} is {'of an unknown type' if text else 'empty'}")
        elif number in specs and isinstance(value, bytes):
            specs[number] |= dict(wire.read(value, f"field {number}"))
    if not pieces:
        raise ValueError("the file has no pieces; is this a .model file of SentencePiece?")
    if specs[DENORMALIZER].get(CHARSMAP):
        raise ValueError("the model rewrites what it decodes (denormalizer_spec); train without that")
    return pieces, specs[TRAINER], specs[NORMALIZER]


def _normalizers(spec: Mapping[int, wire.Value]) -> tuple[str, ...]:
    if spec.get(CHARSMAP):
        name = spec.get(NAME, b"")
        shown = name.decode(errors="replace") if isinstance(name, bytes) and name else "of no name"
        raise ValueError(
            f"the model normalizes by a table of characters ({shown}); "
            "train with --normalization_rule_name=identity"
        )
    if not spec.get(ESCAPE, True):
        raise ValueError(
            f"the model does not write spaces as {SPACE} (escape_whitespaces=false); train with that"
        )
    asked = spec.get(REMOVE_EXTRA, True), spec.get(ADD_PREFIX, True)
    return tuple(name for name, wanted in zip(NORMALIZERS, asked, strict=True) if wanted)


def _check_names(names: Iterable[str], specials: Container[str]) -> None:
    seen = set[str]()
    for name in names:
        if name in seen or name in specials:
            raise ValueError(
                f"{short(name)} is the name of two pieces, or of one and a special token; rename one"
            )
        seen.add(name)


def _merges(alphabet: tuple[str, ...], longer: list[Piece]) -> Merges:
    """By falling score, each of which may stand but once: of equal ones, the leftmost place would decide."""
    order = sorted(longer, key=lambda piece: -piece.score)
    for one, other in pairwise(order):
        if one.score == other.score:
            raise ValueError(
                f"{short(one.text)} and {short(other.text)} have the same score {one.score:g}; "
                "merges need an order"
            )
    pairs = ranks.merges([piece.text for piece in order], frozenset(alphabet))
    return Merges(alphabet, tuple(pairs), "metaspace")


def to_sentencepiece(tokenizer: Tokenizer) -> bytes:
    """The .model file of a tokenizer that merges or is of Unigram, spelled "metaspace".

    The library loads it and gives the same ids, but for what `from_sentencepiece` says of ▁ and of equally
    probable cuts (a score is a 32-bit float, so cuts that differ by less may come out otherwise). A file
    always has an unknown piece: with bytes to fall back to, that is the special token <unk>, or else an id
    after all others, which nothing becomes. Raises `ValueError` that names what such a file cannot say.

    >>> from piecework import tokenizer
    >>> coder = tokenizer.train("low lower", 9, splits=["space"], spelling="metaspace")
    >>> to_sentencepiece(coder)[:11]
    b'\\n\\x0e\\n\\x05<unk>\\x15\\x00'
    """
    model = tokenizer.model
    if not isinstance(model, Merges | Unigram):
        raise ValueError(
            f"SentencePiece merges or weighs pieces, and {type(model).__name__} does neither; "
            'train with learner="bpe" or "unigram"'
        )
    if model.spelling != "metaspace":
        raise ValueError(
            f"the model is spelled {model.spelling!r}; SentencePiece writes spaces as {SPACE}: "
            'train with spelling="metaspace" and splits=["space"]'
        )
    if tokenizer.normalizers not in ((), NORMALIZERS, NORMALIZERS[:1], NORMALIZERS[1:]):
        raise ValueError(
            f"SentencePiece cannot normalize by {tokenizer.normalizers!r} without a table of characters, "
            f"only by {NORMALIZERS[0]!r}, then {NORMALIZERS[1]!r}"
        )
    if tokenizer.splits not in ((), ("space",)):
        raise ValueError(
            f'SentencePiece cuts at spaces alone, not by {tokenizer.splits!r}; use splits=["space"]'
        )
    if tokenizer.fallback == "error":
        raise ValueError(
            "SentencePiece refuses no character, and fallback='error' does; use fallback='unknown' or 'bytes'"
        )
    if tokenizer.fallback == "unknown" and not tokenizer.fuse_unknown:
        raise ValueError(
            f"SentencePiece writes one {UNKNOWN} for a run; make the tokenizer with fuse_unknown=True"
        )
    unknown = tokenizer.unknown_token
    own = BYTES if tokenizer.fallback == "bytes" else (unknown,)
    pieces = tokenizer.pieces[len(own) :]
    _check_pieces(tokenizer, pieces)
    scored = _merge_scores(model, pieces) if isinstance(model, Merges) else _logarithms(model, pieces)
    entries = {tokenizer.id_of(piece): (piece, scored[piece], NORMAL) for piece in pieces}
    type_ = BYTE if tokenizer.fallback == "bytes" else UNKNOWN_TYPE
    entries |= {tokenizer.id_of(piece): (piece, 0.0, type_) for piece in own}
    specials = dict(tokenizer.specials)
    if tokenizer.fallback == "bytes" and unknown not in specials:
        if unknown in model.vocabulary:
            raise ValueError(
                f"the model has learned {unknown}, SentencePiece's own piece; name another: unknown=…"
            )
        specials[unknown] = max([*entries, *specials.values()]) + 1
    for name, one in specials.items():
        entries[one] = (name, 0.0, UNKNOWN_TYPE if name == unknown else CONTROL)
    if gap := [one for one in range(len(entries)) if one not in entries]:
        raise ValueError(f"no piece has the id {gap[0]}, and SentencePiece's ids have no gaps")
    trainer: dict[int, wire.Value | str] = {
        MODEL_TYPE: 2 if isinstance(model, Merges) else 1,
        VOCAB_SIZE: len(entries),
        BYTE_FALLBACK: tokenizer.fallback == "bytes",
    }
    named = {name: one for one, (name, _, type_) in entries.items() if type_ in (CONTROL, UNKNOWN_TYPE)}
    trainer |= {number: named.get(name, -1) for name, number in RESERVED.items()}
    trainer |= {UNK_ID: named[unknown], UNK_PIECE: unknown}
    normalizer: dict[int, wire.Value | str] = {
        NAME: "identity",
        ADD_PREFIX: "prefix-space" in tokenizer.normalizers,
        REMOVE_EXTRA: "single-spaces" in tokenizer.normalizers,
        ESCAPE: True,
    }
    return b"".join(
        [
            *(_written(PIECES, {PIECE: n, SCORE: s, TYPE: t}) for _, (n, s, t) in sorted(entries.items())),
            _written(TRAINER, trainer),
            _written(NORMALIZER, normalizer),
        ]
    )


def _written(number: int, fields: Mapping[int, wire.Value | str]) -> bytes:
    return wire.write(number, b"".join(wire.write(field, value) for field, value in fields.items()))


def _check_pieces(tokenizer: Tokenizer, pieces: tuple[str, ...]) -> None:
    """Raise `ValueError` for pieces that SentencePiece does not take, or would use otherwise."""
    _check_names(tokenizer.pieces, tokenizer.specials)
    known = frozenset(tokenizer.model.alphabet)
    for piece in pieces:
        if "\0" in piece:
            raise ValueError(f"the piece {short(piece)} holds the character U+0000, which no .model file may")
        if len(piece.encode()) >= 8000:
            raise ValueError(f"the piece {short(piece)} is too long for SentencePiece: 8,000 bytes are")
        if tokenizer.splits and SPACE in piece[1:]:
            raise ValueError(
                f"the piece {short(piece)} goes on after a space, so it never comes with splits=('space',), "
                "but would in SentencePiece; use splits=()"
            )
    if tokenizer.splits and SPACE not in known:
        raise ValueError(
            f"the model has no piece {SPACE}, so an unknown run would go on after a space in SentencePiece; "
            "train on text with spaces, or use splits=()"
        )
    if tokenizer.fallback == "bytes" and SPACE not in known:
        raise ValueError(
            f"the model has no piece {SPACE}, which SentencePiece would write as the bytes of {SPACE}"
        )


def _merge_scores(model: Merges, pieces: tuple[str, ...]) -> dict[str, float]:
    """Falling from 0 in the order of merges; the single characters come after these, as in its trainer."""
    ranks.check(model, "SentencePiece's")
    order = {left + right: rank for rank, (left, right) in enumerate(model.merges)}
    if len(order) >= 1 << 24:
        raise ValueError(f"{len(order):,} merges are more than 32-bit scores can tell apart")
    singles = [piece for piece in pieces if piece not in order]
    return {piece: -float(rank) for rank, piece in enumerate([*order, *singles])}


def _logarithms(model: Unigram, pieces: tuple[str, ...]) -> dict[str, float]:
    scores.check(model)
    weights = dict(model.weights)
    logs = {piece: log(weights[piece] / model.total) for piece in pieces}
    return {piece: unpack("<f", pack("<f", one))[0] for piece, one in logs.items() if isfinite(one)}
