"""The way out: each part of a tokenizer as the part of theirs that does the same.

Models come as text, since the vocabulary of one is the file all but whole, and scores are written digit by
digit.
"""

from collections.abc import Callable, Mapping
from math import inf, log, nextafter

from ...bpe import Merges
from ...lattice import SCALE, score
from ...spelling import MARK, MORE, SPACE
from ...stream import BYTES
from ...tokenizer import Model, Tokenizer
from ...unigram import Unigram
from ...wordpiece import WordPieces
from .. import scores
from .order import disorder
from .parts import METASPACE, NO_LIMIT, NORMALIZERS, SPLITS, Json, in_json, part


def in_turn(inside: str, parts: list[Json]) -> Json | None:
    """Parts as one part, or none; `inside` is the field of a sequence that holds them."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return part("Sequence", **{inside: parts})


def normalizers(tokenizer: Tokenizer) -> list[Json]:
    return [one for name in tokenizer.normalizers for one in NORMALIZERS[name]]


def splits(tokenizer: Tokenizer) -> list[Json]:
    """The splits, then what spells their words; that does the last split where it can."""
    names = list(tokenizer.splits)
    spelling, last = tokenizer.model.spelling, names[-1] if names else ""
    spelled: list[Json] = []
    if spelling == "bytes":
        spelled = [part("ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=last == "gpt2")]
    if spelling == "metaspace":
        spelled = [part("Metaspace", **METASPACE, split=last == "space")]
    if spelled and last == {"bytes": "gpt2", "metaspace": "space"}[spelling]:
        names.pop()
    return [*(SPLITS[name] for name in names), *spelled]


def decoder(tokenizer: Tokenizer) -> list[Json]:
    parts = {
        "bytes": [part("ByteLevel", add_prefix_space=True, trim_offsets=True, use_regex=True)],
        "last-marked": [part("BPEDecoder", suffix=MARK)],
        "continuation": [part("WordPiece", prefix=MORE, cleanup=False)],
        "metaspace": [part("Replace", pattern={"String": SPACE}, content=" ")],
    }.get(tokenizer.model.spelling, [])
    if tokenizer.fallback == "bytes":
        parts.append(part("ByteFallback"))
    prefixed = "prefix-space" in tokenizer.normalizers
    if prefixed or not parts:
        parts.append(part("Fuse"))
    return [*parts, *([part("Strip", content=" ", start=1, stop=0)] if prefixed else [])]


def _unknown(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    """The name of the unknown token: one that is not in the vocabulary if the fallback is an error."""
    name = tokenizer.unknown_token
    while tokenizer.fallback == "error" and name in vocab:
        name = f"<{name}>"
    return name


def merges(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    model = tokenizer.model
    assert isinstance(model, Merges)
    if wrong := disorder(model.merges, model.alphabet, model.spelling):
        raise ValueError(f"{wrong}; Hugging Face takes the merge of lowest rank first, so words may differ")
    unknown = model.spelling != "bytes" or tokenizer.fallback != "error"
    return in_json(
        part(
            "BPE",
            dropout=None,
            unk_token=_unknown(tokenizer, vocab) if unknown and tokenizer.fallback != "bytes" else None,
            continuing_subword_prefix=MORE if model.spelling == "continuation" else None,
            end_of_word_suffix=MARK if model.spelling == "last-marked" else None,
            fuse_unk=tokenizer.fuse_unknown,
            byte_fallback=tokenizer.fallback == "bytes",
            ignore_merges=False,
            vocab=vocab,
            merges=model.merges,
        )
    )


def word_pieces(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    model = tokenizer.model
    assert isinstance(model, WordPieces)
    if tokenizer.fallback == "bytes":
        raise ValueError(
            "fallback='bytes': WordPiece there knows only an unknown token; use fallback='unknown', or merges"
        )
    if model.longest_word is not None and model.spelling == "bytes":
        raise ValueError(
            f"longest_word={model.longest_word} counts characters, and there, spelled bytes, it would count "
            "bytes; use longest_word=None"
        )
    return in_json(
        part(
            "WordPiece",
            unk_token=_unknown(tokenizer, vocab),
            continuing_subword_prefix=MORE if model.spelling == "continuation" else "",
            max_input_chars_per_word=NO_LIMIT if model.longest_word is None else model.longest_word,
            vocab=vocab,
        )
    )


def weights(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    """Scores are the whole numbers that we compare, as parts of 2^32: their sums are exact, and ties tie."""
    model = tokenizer.model
    assert isinstance(model, Unigram)
    if tokenizer.fallback == "unknown" and not tokenizer.fuse_unknown:
        raise ValueError(
            "fuse_unknown=False: Unigram there writes one unknown token for a run; use fuse_unknown=True"
        )
    by_id = sorted(vocab, key=vocab.__getitem__)
    if gap := [i for i, piece in enumerate(by_id) if vocab[piece] != i]:
        raise ValueError(
            f"no piece has the id {gap[0]}, and the ids of Unigram there have no gaps; give it an id, "
            "or rename"
        )
    scores.check(model)
    known = {piece: score(log(model.probability(piece))) for piece in model.vocabulary}
    # Names that are not read here shall lose there to their single characters, where these are known.
    least = min([0, *known.values()]) // SCALE - 1
    every = {piece: least * SCALE * len(piece) for piece in vocab} | known
    entries = [f"[{in_json(piece)}, {exact(every[piece] / SCALE)}]" for piece in by_id]
    unknown = {"unknown": tokenizer.unknown_token, "bytes": BYTES[0]}.get(tokenizer.fallback)
    said = part(
        "Unigram",
        unk_id=None if unknown is None else vocab[unknown],
        byte_fallback=tokenizer.fallback == "bytes",
    )
    return f'{in_json(said)[:-1]}, "vocab": [{", ".join(entries)}]}}'


def exact(value: float) -> str:
    """A decimal number that is read as this float also by who rounds twice: digits, then a power of ten.

    The library's JSON reader does, and gets one score in ten wrong by its last bit, which breaks ties.

    >>> repr(-18.859946533339098), exact(-18.859946533339098)
    ('-18.859946533339098', '-18.8599465333390976')
    """
    size = abs(value)
    for places in range(1, 40):
        ten = float(f"1e{places}")
        near = size * ten
        for digits in (near, nextafter(near, 0), nextafter(near, inf)):
            if digits >= 2**64 or digits != int(digits):
                continue
            for more in sorted(range(-8, 9), key=abs):  # digits that are rounded to the same float
                whole = int(digits) + more
                text = str(whole).rjust(places + 1, "0")
                text = f"{'-' * (value < 0)}{text[:-places]}.{text[-places:]}"
                if whole >= 0 and float(whole) / ten == size and float(text) == value:
                    return text
    return repr(value)  # one in a thousand


WRITE: dict[type[Model], Callable[[Tokenizer, Mapping[str, int]], str]] = {
    Merges: merges,
    WordPieces: word_pieces,
    Unigram: weights,
}
