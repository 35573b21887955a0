"""The way in for the model: its pieces with their ids, special tokens, and merges or weights."""

from collections.abc import Callable, Mapping

from ...bpe import Merges
from ...corpus import short
from ...plain import typed
from ...spelling import LETTERS, MARK, MORE, glue, unmarked
from ...stream import BYTES
from ...tokenizer import Model
from ...unigram import Unigram
from ...wordpiece import WordPieces
from .. import scores
from .fields import cannot, field
from .order import Pair, disorder, last, useful
from .parts import NO_LIMIT, Json, in_json


def kind_of(model: Json) -> str:
    """The type of a model, which older files leave out."""
    if "type" in model:
        kind = str(field(str, model, "type", "model"))
    elif "merges" in model:
        kind = "BPE"
    else:
        kind = "WordPiece" if "max_input_chars_per_word" in model else "Unigram"
    if kind not in READ:
        cannot("model.type", f"there is no model like {kind!r}")
    return kind


def vocabulary(model: Json, kind: str) -> dict[str, int]:
    """The pieces of the model with their ids."""
    vocab: dict[str, int] = {}
    if kind == "Unigram":
        for one, (name, _) in enumerate(_scored(model)):
            if vocab.setdefault(name, one) != one:
                raise ValueError(f"model.vocab has {short(name)} twice")
    else:
        seen: dict[int, str] = {}
        for name, one in field(dict, model, "vocab", "model").items():
            where = f"model.vocab[{short(name)}]"
            vocab[name] = typed(int, one, where)
            if one < 0 or seen.setdefault(one, name) != name:
                why = "is below 0" if one < 0 else f"is also that of {short(seen[one])}"
                raise ValueError(f"{where}: the id {one} {why}")
    if "" in vocab:
        raise ValueError("model.vocab has an empty piece")
    return vocab


def _scored(model: Json) -> list[tuple[str, float]]:
    found = field(tuple[tuple[str, int | float], ...], model, "vocab", "model")
    try:
        return [(name, float(value)) for name, value in found]
    except OverflowError as error:
        raise ValueError(f"a score of model.vocab is no number that a float can hold ({error})") from error


def unknowns(model: Json, kind: str, vocab: Mapping[str, int]) -> tuple[str, str]:
    """The fallback, and the name of the unknown token where the vocabulary has one."""
    if kind == "Unigram":
        one, names = field(int | None, model, "unk_id", "model", None), list(vocab)
        if one is not None and not 0 <= one < len(names):
            raise ValueError(f"model.unk_id is {one}, which is no id of model.vocab")
        name = "" if one is None else names[one]
    elif kind == "WordPiece":
        name = field(str, model, "unk_token", "model")
    else:
        name = field(str | None, model, "unk_token", "model", None)
    name = name if name in vocab else ""
    if kind == "WordPiece" or not field(bool, model, "byte_fallback", "model", False):
        return ("unknown" if name else "error"), name
    if kind == "Unigram" and not name:
        cannot("model.byte_fallback", "without unk_id unknown characters are refused; set it false")
    if missing := [piece for piece in BYTES if piece not in vocab]:
        raise ValueError(f"model.byte_fallback: model.vocab has no {missing[0]}; it must have all 256")
    return "bytes", name


def special_tokens(data: Json, vocab: Mapping[str, int], unknown: str | None) -> dict[str, int]:
    """Those of the added tokens, which are all, but for the unknown one where it is the fallback."""
    specials: dict[str, int] = {}
    after, normalized = len(vocab), set[bool]()
    for i, token in enumerate(field(list | None, data, "added_tokens", "", None) or []):
        where = f"added_tokens[{i}]"
        typed(dict, token, where)
        name, one = field(str, token, "content", where), field(int, token, "id", where)
        if name in specials:
            raise ValueError(f"{where}.content: {name!r} is listed twice")
        for flag in ("single_word", "lstrip", "rstrip"):
            if field(bool, token, flag, where):
                cannot(f"{where}.{flag}", f"the special token {name!r} is recognised as it is; set it false")
        if not field(bool, token, "special", where):
            cannot(
                f"{where}.special",
                f"{name!r} is added to the text and not special; an added token here is special",
            )
        normalized.add(field(bool, token, "normalized", where))
        if True in normalized and (data.get("normalizer") is not None or len(normalized) > 1):
            cannot(
                f"{where}.normalized",
                f"{name!r} would be looked for after normalizing, and is before, here; set it false",
            )
        given = vocab.get(name, after)
        after += given == after
        if one != given:
            raise ValueError(f"{where}.id is {one}, and Hugging Face would number {name!r} {given}")
        if name != unknown:
            specials[name] = one
    return specials


def merges(model: Json, learned: Mapping[str, int], spelling: str) -> tuple[Merges, dict[str, str]]:
    if model.get("dropout"):
        cannot("model.dropout", "encode cuts a text one way only; set it to null (see piecework.dropout)")
    suffix = field(str | None, model, "end_of_word_suffix", "model", None) or ""
    prefix = field(str | None, model, "continuing_subword_prefix", "model", None) or ""
    spelling, named = _marked(learned, spelling, suffix, prefix)
    alphabet = _alphabet(named, spelling)
    if spelling == "bytes":
        alphabet = tuple(letter for letter in alphabet if letter in LETTERS)
    pairs = _pairs(model, named, prefix, spelling)
    if disorder(pairs, alphabet, spelling):
        pairs = useful(pairs, spelling)
        if wrong := disorder(pairs, alphabet, spelling):
            cannot(
                "model.merges",
                f"of those that ever come up, {wrong}; the lowest rank first says that, and an order "
                "does not (what comes from a .model file, from_sentencepiece may read)",
            )
    ours = Merges(alphabet, tuple(pairs), spelling)
    made = set(ours.vocabulary)
    if lost := [piece for piece in learned if named[piece] not in made]:
        cannot(
            f"model.vocab[{short(lost[0])}]",
            "no merge ever makes this piece, and it is no special token; drop it",
        )
    if field(bool, model, "ignore_merges", "model", False):
        ranks = {pair: rank for rank, pair in enumerate(pairs)}
        for piece in learned:
            if suffix or prefix or not (piece in ours.known or last(piece, ranks, spelling)):
                cannot(
                    "model.ignore_merges",
                    f"a word {short(piece)} would be that piece at once, and merging does not make it; "
                    "set it false",
                )
    return ours, named


def _pairs(model: Json, named: Mapping[str, str], prefix: str, spelling: str) -> list[Pair]:
    """The merges, with our names, once they are known to join pieces to pieces."""
    pairs: dict[Pair, int] = {}
    for i, entry in enumerate(field(list, model, "merges", "model")):
        where = f"model.merges[{i}]"
        if isinstance(entry, str) and entry.startswith("#version"):
            continue
        parts = entry.split(" ") if isinstance(entry, str) else entry
        if not isinstance(parts, list) or [type(part) for part in parts] != [str, str]:
            raise ValueError(f"{where} is not two pieces: {short(in_json(entry))}")
        left, right = parts
        joined = left + right[len(prefix) :]
        for piece in (left, right, joined):
            if piece not in named:
                raise ValueError(f"{where}: {short(piece)} is not in model.vocab, or is no learned piece")
        pair = (named[left], named[right])
        if glue(pair, spelling) != named[joined]:
            cannot(where, f"{short(left + right)} would end in the mark of a word's end, and does not")
        if pair in pairs:
            raise ValueError(f"{where} is listed already, as model.merges[{pairs[pair]}]")
        pairs[pair] = i
    return list(pairs)


def word_pieces(model: Json, learned: Mapping[str, int], spelling: str) -> tuple[WordPieces, dict[str, str]]:
    prefix = field(str, model, "continuing_subword_prefix", "model")
    most = field(int, model, "max_input_chars_per_word", "model")
    spelling, named = _marked(learned, spelling, "", prefix)
    if most < 1 or (spelling == "bytes" and most < NO_LIMIT):
        cannot("model.max_input_chars_per_word", f"{most} is no number of characters of a word here")
    alphabet = _alphabet(named, spelling)
    order = [named[piece] for piece in sorted(learned, key=learned.__getitem__)]
    pieces = tuple(dict.fromkeys([*alphabet, *order]))[len(alphabet) :]
    return WordPieces(alphabet, pieces, spelling, longest_word=None if most >= NO_LIMIT else most), named


def weights(model: Json, learned: Mapping[str, int], spelling: str) -> tuple[Unigram, dict[str, str]]:
    scored = [(piece, score) for piece, score in _scored(model) if piece in learned]
    try:
        return scores.unigram(scored, spelling), {piece: piece for piece in learned}
    except ValueError as error:
        raise ValueError(f"model.vocab: {error}") from error


def _alphabet(named: Mapping[str, str], spelling: str) -> tuple[str, ...]:
    return tuple(sorted(name for name in named.values() if len(unmarked(name, spelling)) == 1))


def _marked(pieces: Mapping[str, int], spelling: str, suffix: str, prefix: str) -> tuple[str, dict[str, str]]:
    """The spelling by the marks that a model has, and each piece with our mark for theirs."""
    field_of = "model.end_of_word_suffix" if suffix else "model.continuing_subword_prefix"
    if suffix and prefix:
        cannot(field_of, "words are spelled with a prefix already; spell them one way")
    if (suffix or prefix) and spelling in ("bytes", "metaspace"):
        cannot(field_of, f"words are spelled {spelling!r} already; spell them one way")
    named: dict[str, str] = {}
    for piece in pieces:
        name, where = piece, f"model.vocab[{short(piece)}]"
        if suffix:
            name = piece.removesuffix(suffix)
            if MARK in name or not name:
                cannot(where, f"it holds {MARK}, or nothing but the mark of an end")
            name += MARK * piece.endswith(suffix)
        if prefix and prefix != MORE:
            name = MORE * piece.startswith(prefix) + piece.removeprefix(prefix)
            if piece.startswith(MORE):
                cannot(where, f"it begins with {MORE}, which goes on with words here")
        named[piece] = name
    return "last-marked" if suffix else "continuation" if prefix else spelling, named


# Each takes the model, its learned pieces with their ids, and the spelling so far; it gives the model as
# ours, and what each of the pieces is called here.
READ: dict[str, Callable[[Json, Mapping[str, int], str], tuple[Model, dict[str, str]]]] = {
    "BPE": merges,
    "WordPiece": word_pieces,
    "Unigram": weights,
}
