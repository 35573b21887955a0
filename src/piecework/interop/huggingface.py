"""Hugging Face's tokenizer.json, in and out: the parts of a pipeline by name, and a model with its ids.

Source: the Rust sources of `tokenizers` 0.23, which say what each part does. The mapping goes part by part,
and a part that the other side does not have is refused by name. Spelled "last-marked" is its
`end_of_word_suffix`, "continuation" its `continuing_subword_prefix`, "metaspace" its Metaspace, "bytes" its
ByteLevel. Its merges go by the lowest rank and ours by the order in which they were learned, which is the
same where a merge comes after all that make its parts; other lists are refused.

Both give the same ids for the same text. These texts are read otherwise there:

    a special token's name    is that token in any text; here only where `encode` is told to allow it
    other names               the unknown token of WordPiece, and that, bytes and added pieces of Unigram are
                              read where a text spells their names; here never
    a spelling's mark         in a text (⎵, ▁, or ## where a word begins) it is a character or a space; here
                              the word cannot be read, and is what the fallback makes of it
    characters new in Unicode normalize as each side's tables know them; its Punctuation knows Unicode 8, its
                              Digits Unicode 17 (what is written here cuts by Unicode 16, as `splitting` does)
    U+001C to U+001F          are no white space for its WhitespaceSplit and BertPreTokenizer
    equal cuts of Unigram     are decided by the rounding of sums there, except with scores from here
    a text that ends in a line break and other white space: by the pattern of Llama 3, and GPT-4's first, that
                              is two words, and one by "cl100k", as tiktoken has it since

Ids are decoded to the same text, where no special token is among them. Left out: what a post-processor adds
around a text, so `encode` gives what `encode(text, add_special_tokens=False)` gives there.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import exp, inf, log, nextafter
from string import punctuation
from typing import Any, NoReturn

from .. import wordpiece
from ..bpe import Merges
from ..corpus import WHITE, short
from ..lattice import SCALE, score
from ..model import UNKNOWN
from ..plain import typed
from ..spelling import LETTERS, MARK, MORE, SPACE, glue, unmarked
from ..stream import BYTES
from ..tokenizer import Model, Tokenizer
from ..unigram import Unigram
from ..wordpiece import WordPieces

Json = dict[str, Any]
Pair = tuple[str, str]

NO_LIMIT = 2**32 - 1  # characters that no word has: WordPiece there must have a limit
SPELLINGS: dict[type[Model], tuple[str, ...]] = {
    Merges: ("plain", "last-marked", "leading-space", "metaspace", "continuation", "bytes"),
    WordPieces: ("plain", "leading-space", "metaspace", "continuation", "bytes"),
    Unigram: ("plain", "leading-space", "metaspace", "bytes"),
}


def _part(kind: str, **fields: Any) -> Json:
    return {"type": kind, **fields}


def _split(pattern: str, behavior: str = "Isolated", kind: str = "Regex") -> Json:
    return _part("Split", pattern={kind: pattern}, behavior=behavior, invert=False)


def _bert(**asked: Any) -> Json:
    return _part(
        "BertNormalizer",
        **{"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
        | asked,
    )


# Each normalizer and split of ours as parts of theirs. Their regular expressions are Oniguruma's, where ^ and
# $ are the ends of lines, {1,3}+ is no possessive, and \p{…} and \s are those of Unicode 16, as ours are.
NORMALIZERS: dict[str, list[Json]] = {
    "NFC": [_part("NFC")],
    "NFKC": [_part("NFKC")],
    "lowercase": [_part("Lowercase")],
    "strip-accents": [_bert(strip_accents=True)],
    "single-spaces": [
        _part("Replace", pattern={"Regex": " {2,}"}, content=" "),
        _part("Replace", pattern={"Regex": r"\A | \z"}, content=""),
    ],
    "prefix-space": [_part("Prepend", prepend=" ")],
}
CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
SPLITS: dict[str, Json] = {
    "whitespace": _split(f"[{WHITE}]+", "Removed"),
    "space": _split(" ", "MergedWithNext", "String"),
    "gpt2": _split(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
    "cl100k": _split(
        rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
        r"|\s+\z|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "o200k": _split(
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*"
        rf"{CONTRACTIONS}?|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "punctuation": _split(rf"[{''.join(chr(92) + char for char in punctuation)}\p{{P}}]"),
    "digits": _split(r"\p{N}"),
    "thousands": _split(r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"),
}
BEFORE_CL100K = _split(
    SPLITS["cl100k"]["pattern"]["Regex"].replace(r"|\s+\z", "")
)  # GPT-4's first, Llama 3's
READ_AS = [*((split, name) for name, split in SPLITS.items()), (BEFORE_CL100K, "cl100k")]
WHOLE = ("gpt2", "cl100k", "o200k")  # patterns that leave nothing between their matches
BLIND = ("punctuation", "digits", "thousands")  # these cut the same whether a space is written ▁ or not
METASPACE = {"replacement": SPACE, "prepend_scheme": "never"}
WRITTEN = _part("Replace", pattern={"String": " "}, content=SPACE)  # spaces as ▁, before anything is split


# ---------------------------------------------------------------------------------- out
def to_huggingface(tokenizer: Tokenizer) -> str:
    """The tokenizer as the text of a tokenizer.json: `tokenizers.Tokenizer.from_str` reads it.

    It gives the same ids and decodes them to the same text, but for what the module says. With
    `fallback="error"` it raises an exception where this one does. Raises `ValueError` that names what such a
    file cannot say: coverage, a spelling that the kind of model does not have there, bytes to fall back to in
    WordPiece, an order of merges that it would not keep, ids with gaps in Unigram, and so on.

    >>> from piecework import tokenizer
    >>> text = to_huggingface(tokenizer.train("low lower", 258))
    >>> [json.loads(text)["model"]["type"], json.loads(text)["model"]["merges"]]
    ['BPE', [['l', 'o'], ['lo', 'w']]]
    """
    model, spelling = tokenizer.model, tokenizer.model.spelling
    if type(model) not in SPELLINGS:
        raise ValueError(
            f"Hugging Face merges, weighs pieces or takes the longest, and {type(model).__name__} does "
            'neither; train with learner="bpe", "unigram" or "wordpiece"'
        )
    if spelling not in SPELLINGS[type(model)]:
        raise ValueError(
            f"the model is spelled {spelling!r}, and {type(model).__name__} there can only be spelled "
            f"{', '.join(map(repr, SPELLINGS[type(model)]))}; train with one of these"
        )
    if spelling == "leading-space" and not {"space", "whitespace"}.intersection(tokenizer.splits):
        raise ValueError(
            "spelled leading-space, a word with a space inside cannot be read here, and would be there; "
            'put "space" among the splits'
        )
    spaces = "whitespace" not in tokenizer.splits
    if spelling == "metaspace" and tokenizer.fallback == "bytes" and spaces and SPACE not in model.alphabet:
        raise ValueError(
            f"the model has no piece {SPACE}, and a space would become the bytes of {SPACE} there; "
            "train on text with spaces"
        )
    vocab = {piece: tokenizer.id_of(piece) for piece in tokenizer.pieces}
    specials = dict(sorted(tokenizer.specials.items(), key=lambda item: item[1]))
    if same := [name for name in specials if name in vocab]:
        raise ValueError(
            f"the special token {same[0]!r} is also a piece, and Hugging Face has one id for one text; "
            "give the special token another name"
        )
    ids = [*sorted(vocab.values()), *specials.values()]
    if ids != list(range(len(ids))):  # in the model they keep any id; after it they are numbered anew
        vocab |= specials
    write = {Merges: _merges_out, WordPieces: _wordpieces_out, Unigram: _unigram_out}[type(model)]
    added = [
        {"id": one, "content": name}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        | {"special": True}
        for name, one in specials.items()
    ]
    parts = {
        "version": _json("1.0"),
        "truncation": _json(None),
        "padding": _json(None),
        "added_tokens": _json(added),
        "normalizer": _json(_in_turn("Normalizer", _normalizers_out(tokenizer))),
        "pre_tokenizer": _json(_in_turn("PreTokenizer", _splits_out(tokenizer))),
        "post_processor": _json(None),
        "decoder": _json(_in_turn("Decoder", _decoder_out(tokenizer))),
        "model": write(tokenizer, vocab),
    }
    return "{\n" + ",\n".join(f'"{name}": {value}' for name, value in parts.items()) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _in_turn(kind: str, parts: list[Json]) -> Json | None:
    """Parts as one part, or none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    inside = {"Normalizer": "normalizers", "PreTokenizer": "pretokenizers", "Decoder": "decoders"}[kind]
    return _part("Sequence", **{inside: parts})


def _normalizers_out(tokenizer: Tokenizer) -> list[Json]:
    return [part for name in tokenizer.normalizers for part in NORMALIZERS[name]]


def _splits_out(tokenizer: Tokenizer) -> list[Json]:
    """The splits, then what spells their words; that does the last split where it can."""
    names = list(tokenizer.splits)
    spelling, last = tokenizer.model.spelling, names[-1] if names else ""
    spelled: list[Json] = []
    if spelling == "bytes":
        spelled = [_part("ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=last == "gpt2")]
    if spelling == "metaspace":
        spelled = [_part("Metaspace", **METASPACE, split=last == "space")]
    if spelled and last == {"bytes": "gpt2", "metaspace": "space"}[spelling]:
        names.pop()
    return [*(SPLITS[name] for name in names), *spelled]


def _decoder_out(tokenizer: Tokenizer) -> list[Json]:
    parts = {
        "bytes": [_part("ByteLevel", add_prefix_space=True, trim_offsets=True, use_regex=True)],
        "last-marked": [_part("BPEDecoder", suffix=MARK)],
        "continuation": [_part("WordPiece", prefix=MORE, cleanup=False)],
        "metaspace": [_part("Replace", pattern={"String": SPACE}, content=" ")],
    }.get(tokenizer.model.spelling, [])
    if tokenizer.fallback == "bytes":
        parts.append(_part("ByteFallback"))
    prefixed = "prefix-space" in tokenizer.normalizers
    if prefixed or not parts:
        parts.append(_part("Fuse"))
    return [*parts, *([_part("Strip", content=" ", start=1, stop=0)] if prefixed else [])]


def _unknown_out(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    """The name of the unknown token: one that is not in the vocabulary if the fallback is an error."""
    name = tokenizer.unknown_token
    while tokenizer.fallback == "error" and name in vocab:
        name = f"<{name}>"
    return name


def _merges_out(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
    model = tokenizer.model
    assert isinstance(model, Merges)
    if wrong := _disorder(model.merges, frozenset(model.alphabet), model.spelling):
        raise ValueError(f"{wrong}; Hugging Face takes the merge of lowest rank first, so words may differ")
    unknown = model.spelling != "bytes" or tokenizer.fallback != "error"
    return _json(
        _part(
            "BPE",
            dropout=None,
            unk_token=_unknown_out(tokenizer, vocab) if unknown and tokenizer.fallback != "bytes" else None,
            continuing_subword_prefix=MORE if model.spelling == "continuation" else None,
            end_of_word_suffix=MARK if model.spelling == "last-marked" else None,
            fuse_unk=tokenizer.fuse_unknown,
            byte_fallback=tokenizer.fallback == "bytes",
            ignore_merges=False,
            vocab=vocab,
            merges=model.merges,
        )
    )


def _wordpieces_out(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
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
    return _json(
        _part(
            "WordPiece",
            unk_token=_unknown_out(tokenizer, vocab),
            continuing_subword_prefix=MORE if model.spelling == "continuation" else "",
            max_input_chars_per_word=NO_LIMIT if model.longest_word is None else model.longest_word,
            vocab=vocab,
        )
    )


def _unigram_out(tokenizer: Tokenizer, vocab: Mapping[str, int]) -> str:
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
            f"no piece has the id {gap[0]}, and the ids of Unigram there have no gaps; "
            "give it an id, or rename"
        )
    weights, known = dict(model.weights), {piece for piece, _ in model.weights if len(piece) == 1}
    for piece in model.vocabulary:
        if piece not in weights:
            raise ValueError(f"the piece {short(piece)} has no weight, so it is never used; give it one")
        if strange := [char for char in piece if char not in known]:
            raise ValueError(
                f"the piece {short(piece)} holds {strange[0]!r}, which is no piece of its own: it is never "
                "used here, and would be there; give that one a weight"
            )
    scores = {piece: score(log(model.probability(piece))) for piece in model.vocabulary}
    # Names that are not read here shall lose there to their single characters, where these are known.
    least = min([0, *scores.values()]) // SCALE - 1
    every = {piece: least * SCALE * len(piece) for piece in vocab} | scores
    entries = [f"[{_json(piece)}, {_exact(every[piece] / SCALE)}]" for piece in by_id]
    unknown = {"unknown": tokenizer.unknown_token, "bytes": BYTES[0]}.get(tokenizer.fallback)
    part = _part(
        "Unigram",
        unk_id=None if unknown is None else vocab[unknown],
        byte_fallback=tokenizer.fallback == "bytes",
    )
    return f'{_json(part)[:-1]}, "vocab": [{", ".join(entries)}]}}'


def _exact(value: float) -> str:
    """A decimal number that is read as this float also by who rounds twice: digits, then a power of ten.

    The library's JSON reader does, and gets one score in ten wrong by its last bit, which breaks ties.

    >>> repr(-18.859946533339098), _exact(-18.859946533339098)
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


# ---------------------------------------------------------------------------------- in
def from_huggingface(text: str) -> Tokenizer:
    """The tokenizer of a tokenizer.json, with its ids: as this library writes it, as the trainers of Hugging
    Face do, or as GPT-2 was published.

    The unknown token keeps its name and is no special token, even if the file says so; where the file has
    none, an unknown character is an error here, and silently dropped there. Another end-of-word suffix or
    continuing prefix is written as ours, so pieces may be called otherwise. Where merges are in no order,
    only those are kept that ever come up. A post-processor is not kept (see the module), and a WordPiece
    decoder's cleanup of decoded text is not done. Scores of Unigram are rounded to 2^-32 nats.

    All parts of Llama's files can be said, but not two things that are done with them: Llama 2's joins two
    spaces last of all, and longer runs of spaces before; Llama 3's takes some words at once that its merges
    never make (`ignore_merges`). BERT's cleans text as no normalizer here does.

    Raises `ValueError` that names the field for text that is no such file, and for what has no equal here;
    `TypeError` for what is no text. Cost: about a second for 50,000 merges, and twice that where merges must
    be sorted out.

    >>> from piecework import tokenizer
    >>> coder = tokenizer.train("low lower", 258, specials=["<s>"])
    >>> from_huggingface(to_huggingface(coder)) == coder
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"a tokenizer.json is text, not {type(text).__name__}; read it as UTF-8")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a tokenizer.json: this is not JSON ({error})") from error
    data = _object(data, "the file")
    if data.get("version", "1.0") != "1.0":
        raise ValueError(f"version is {data['version']!r}; only 1.0 is known")
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            _cannot(name, "encode never shortens or fills up; set it to null")
    return _Reader(data).tokenizer()


class _Reader:
    """A file on its way to a tokenizer."""

    def __init__(self, data: Json) -> None:
        self.data = data
        self.model = _object(_field(data, "model", "the file"), "model")
        self.kind = self._kind()
        self.normalizers: list[str] = []
        self.splits: list[str] = []
        self.spelling = ""  # as the parts before the model say; the model may say more
        self.written = False  # whether a normalizer writes spaces as ▁ already
        self.fallback, self.fuse, self.unknown = "error", True, ""
        self.specials: dict[str, int] = {}

    def tokenizer(self) -> Tokenizer:
        vocab = self._vocab()
        self._added(vocab)
        self._normalizer()
        self._pre_tokenizer()
        read: dict[str, Callable[[dict[str, int]], tuple[tuple[str, ...], dict[str, int], Model]]] = {
            "BPE": self._merges,
            "WordPiece": self._wordpieces,
            "Unigram": self._unigram,
        }
        own, ids, model = read[self.kind](vocab)
        self._decoder(model.spelling)
        self._post_processor(self.data.get("post_processor"), "post_processor")
        every = tuple(ids[piece] for piece in (*own, *model.vocabulary))
        usual = wordpiece.UNKNOWN if self.kind == "WordPiece" else UNKNOWN
        return Tokenizer(
            model,
            tuple(self.normalizers),
            tuple(self.splits),
            self.fallback,
            self.specials,
            None if every == tuple(range(len(every))) else every,
            self.fuse,
            self.unknown if self.fallback == "unknown" and self.unknown != usual else None,
        )

    # ------------------------------------------------------------------ vocabulary
    def _kind(self) -> str:
        if "type" in self.model:
            kind = _typed(str, self.model, "type", "model")
        elif "merges" in self.model:  # older files leave it out
            kind = "BPE"
        else:
            kind = "WordPiece" if "max_input_chars_per_word" in self.model else "Unigram"
        if kind not in ("BPE", "WordPiece", "Unigram"):
            _cannot("model.type", f"there is no model like {kind!r}")
        return str(kind)

    def _vocab(self) -> dict[str, int]:
        """The pieces of the model with their ids."""
        found = _field(self.model, "vocab", "model")
        if self.kind == "Unigram":
            names = [name for name, _ in self._scored()]
            vocab = {name: one for one, name in enumerate(names)}
            if len(vocab) < len(names):
                twice = next(name for one, name in enumerate(names) if vocab[name] != one)
                raise ValueError(f"model.vocab has {short(twice)} twice")
        else:
            vocab = {}
            for name, one in _object(found, "model.vocab").items():
                vocab[name] = typed(int, one, f"model.vocab[{short(name)}]")
            seen: dict[int, str] = {}
            for name, one in vocab.items():
                if one < 0 or seen.setdefault(one, name) != name:
                    why = "is below 0" if one < 0 else f"is also that of {short(seen[one])}"
                    raise ValueError(f"model.vocab[{short(name)}]: the id {one} {why}")
        if "" in vocab:
            raise ValueError("model.vocab has an empty piece")
        return vocab

    def _scored(self) -> list[tuple[str, float]]:
        found = typed(
            tuple[tuple[str, int | float], ...], _field(self.model, "vocab", "model"), "model.vocab"
        )
        try:
            return [(name, float(value)) for name, value in found]
        except OverflowError as error:
            raise ValueError(
                f"a score of model.vocab is no number that a float can hold ({error})"
            ) from error

    def _added(self, vocab: Mapping[str, int]) -> None:
        """Special tokens, from the added ones."""
        added = [] if self.data.get("added_tokens") is None else self.data["added_tokens"]
        if not isinstance(added, list):
            raise ValueError(f"added_tokens is of type {type(added).__name__}, not a list")
        unknown = self.model.get("unk_token")
        if self.kind == "Unigram" and isinstance(self.model.get("unk_id"), int):
            unknown = next((name for name, one in vocab.items() if one == self.model["unk_id"]), None)
        after, normalized = len(vocab), set[bool]()
        for i, token in enumerate(added):
            where = f"added_tokens[{i}]"
            token = _object(token, where)
            name, one = _typed(str, token, "content", where), _typed(int, token, "id", where)
            if name in self.specials:
                raise ValueError(f"{where}.content: {name!r} is listed twice")
            for flag in ("single_word", "lstrip", "rstrip"):
                if _typed(bool, token, flag, where):
                    _cannot(
                        f"{where}.{flag}", f"the special token {name!r} is recognised as it is; set it false"
                    )
            if not _typed(bool, token, "special", where):
                _cannot(
                    f"{where}.special",
                    f"{name!r} is added to the text and not special; an added token here is special",
                )
            normalized.add(_typed(bool, token, "normalized", where))
            if True in normalized and (self.data.get("normalizer") is not None or len(normalized) > 1):
                _cannot(
                    f"{where}.normalized",
                    f"{name!r} would be looked for after normalizing, and is before, here; set it false",
                )
            given = vocab.get(name, after)
            after += given == after
            if one != given:
                raise ValueError(f"{where}.id is {one}, and Hugging Face would number {name!r} {given}")
            if name != unknown or name not in vocab or self._bytes():
                self.specials[name] = one

    def _bytes(self) -> bool:
        return self.kind != "WordPiece" and _flag(self.model, "byte_fallback", False, "model")

    # ------------------------------------------------------------------ before the model
    def _normalizer(self) -> None:
        parts = list(_flat(self.data.get("normalizer"), "normalizer", "normalizers"))
        while parts:
            where, part = parts.pop(0)
            if self.written:
                _cannot(where, f"spaces are written as {SPACE} by then")
            self._normalizer_part(where, part, parts)

    def _normalizer_part(self, where: str, part: Json, rest: list[tuple[str, Json]]) -> None:
        """One part; of those that mean one thing together, the others are taken from the rest."""
        for name, equal in NORMALIZERS.items():
            if [part, *(other for _, other in rest[: len(equal) - 1])] == equal:
                del rest[: len(equal) - 1]
                self.normalizers.append(name)
                return
        if part == WRITTEN or part == WRITTEN | {"pattern": {"Regex": " "}}:
            self.spelling, self.written = "metaspace", True
        elif part["type"] == "Prepend" and part.get("prepend") == SPACE:
            if not rest or rest[0][1] != WRITTEN:
                _cannot(where, f"only spaces may be written as {SPACE} after it")
            self.normalizers.append("prefix-space")
        elif part["type"] == "BertNormalizer":
            for flag, what in (
                ("clean_text", "drop control characters"),
                ("handle_chinese_chars", "put spaces around ideographs"),
            ):
                if part.get(flag) is not False:
                    _cannot(f"{where}.{flag}", f"no normalizer here does that ({what}); set it false")
            lower = _typed(bool, part, "lowercase", where)
            strip = typed(bool | None, part.get("strip_accents"), f"{where}.strip_accents")
            if lower if strip is None else strip:
                self.normalizers.append("strip-accents")
            if lower:
                self.normalizers.append("lowercase")
        elif part["type"] in ("StripAccents", "NFD", "NFKD"):
            _cannot(
                where,
                f"{part['type']}: strip-accents here is that of BERT, which drops nonspacing marks "
                "only; use BertNormalizer with strip_accents",
            )
        else:
            _cannot(where, f"no normalizer here does what {_json(part)[:100]} does")

    def _pre_tokenizer(self) -> None:
        for where, part in _flat(self.data.get("pre_tokenizer"), "pre_tokenizer", "pretokenizers"):
            if self.spelling == "bytes":
                _cannot(where, "it comes after ByteLevel and would split bytes; put it before")
            names = self._pre_tokenizer_part(where, part)
            if self.written and (wrong := [name for name in names if name not in (*BLIND, "space")]):
                _cannot(
                    where,
                    f"spaces are written as {SPACE} by then, and {wrong[0]!r} cuts at spaces; put it before",
                )
            self.splits += names
            self.written = self.written or self.spelling == "metaspace"

    def _pre_tokenizer_part(self, where: str, part: Json) -> list[str]:
        """The splits that one part means; it may also say how words are spelled."""
        kind = part["type"]
        if kind == "ByteLevel":
            if self.spelling:
                _cannot(where, f"words are spelled {self.spelling!r} already; spell them one way")
            if _typed(bool, part, "add_prefix_space", where):
                _cannot(
                    f"{where}.add_prefix_space",
                    "there it adds a space unless there is one, and prefix-space always does; set it false",
                )
            self.spelling = "bytes"
            return ["gpt2"] if _flag(part, "use_regex", True, where) else []
        if kind == "Metaspace":
            self._metaspace(where, part)
            return ["space"] if _flag(part, "split", True, where) else []
        if kind == "WhitespaceSplit":
            return ["whitespace"]
        if kind == "BertPreTokenizer":
            return ["whitespace", "punctuation"]
        if kind == "Punctuation" and part.get("behavior", "Isolated") == "Isolated":
            return ["punctuation"]
        if kind == "Digits" and part.get("individual_digits") is True:
            return ["digits"]
        if self.written and part == _split(SPACE, "MergedWithNext", "String"):
            return ["space"]
        matches = part
        if part.get("invert") is True and part.get("behavior") in ("Isolated", "Removed"):
            matches = part | {"behavior": "Isolated", "invert": False}
        for split, name in READ_AS:
            if split == part or (split == matches and name in WHOLE):
                if name == "space" and self.written:
                    _cannot(
                        where, f"spaces are written as {SPACE} by then; put it before, or split at {SPACE}"
                    )
                return [name]
        _cannot(where, f"no split here does what {_json(part)[:200]} does")

    def _metaspace(self, where: str, part: Json) -> None:
        if self.spelling not in ("", "metaspace"):
            _cannot(where, f"words are spelled {self.spelling!r} already; spell them one way")
        if part.get("replacement") != SPACE:
            _cannot(f"{where}.replacement", f"spaces are written as {SPACE}, not {part.get('replacement')!r}")
        scheme = part.get("prepend_scheme", "never" if part.get("add_prefix_space") is False else "always")
        last = self.normalizers[-1] if self.normalizers else ""
        self.spelling = "metaspace"
        if scheme == "never" or (scheme == "always" and last == "prefix-space" and not self.splits):
            return
        alone = scheme == "always" or (scheme == "first" and not self.specials)
        if not alone or self.splits or last != "single-spaces":
            _cannot(
                f"{where}.prepend_scheme",
                f"{scheme!r} adds a space unless there is one, and prefix-space always does; these are the "
                "same only on a whole text that single-spaces has come last to; set it to 'never', and "
                "Prepend a space in the normalizer",
            )
        self.normalizers.append("prefix-space")

    # ------------------------------------------------------------------ models
    def _own(self, vocab: Mapping[str, int]) -> tuple[str, ...]:
        """The pieces of the fallback, once it is known."""
        if self.fallback == "bytes":
            if missing := [piece for piece in BYTES if piece not in vocab]:
                raise ValueError(
                    f"model.byte_fallback: model.vocab has no {missing[0]}; it must have all 256"
                )
            return BYTES
        return (self.unknown,) if self.fallback == "unknown" else ()

    def _plain(self) -> str:
        """The spelling, where the model adds no marks."""
        return self.spelling or ("leading-space" if "space" in self.splits else "plain")

    def _only(self, where: str) -> None:
        if self.spelling:
            _cannot(where, f"words are spelled {self.spelling!r} already; spell them one way")

    def _learned(self, vocab: Mapping[str, int], own: Iterable[str]) -> dict[str, int]:
        """The pieces without those of the fallback and special ones."""
        apart = {*own, *self.specials}
        return {piece: one for piece, one in vocab.items() if piece not in apart}

    def _merges(self, vocab: dict[str, int]) -> tuple[tuple[str, ...], dict[str, int], Merges]:
        if self.model.get("dropout"):
            _cannot(
                "model.dropout", "encode cuts a text one way only; set it to null (see piecework.dropout)"
            )
        unknown = typed(str | None, self.model.get("unk_token"), "model.unk_token")
        self.fuse = _flag(self.model, "fuse_unk", False, "model")
        if self._bytes():
            self.fallback = "bytes"
            if unknown in vocab:
                self.specials.setdefault(str(unknown), vocab[str(unknown)])
        elif unknown in vocab:
            self.fallback, self.unknown = "unknown", str(unknown)
        own = self._own(vocab)
        suffix = typed(str | None, self.model.get("end_of_word_suffix"), "model.end_of_word_suffix") or ""
        prefix = (
            typed(str | None, self.model.get("continuing_subword_prefix"), "model.continuing_subword_prefix")
            or ""
        )
        if suffix and prefix:
            _cannot("model.end_of_word_suffix", "words are spelled with a prefix already; spell them one way")
        if suffix or prefix:
            self._only("model.end_of_word_suffix" if suffix else "model.continuing_subword_prefix")
        spelling = "last-marked" if suffix else "continuation" if prefix else self._plain()
        learned = self._learned(vocab, own)
        named = _renamed(learned, suffix, prefix)
        alphabet = tuple(
            sorted(named[piece] for piece in learned if len(unmarked(named[piece], spelling)) == 1)
        )
        if spelling == "bytes":
            alphabet = tuple(letter for letter in alphabet if letter in LETTERS)
        merges = self._pairs(learned, named, prefix, spelling)
        if _disorder(merges, frozenset(alphabet), spelling):
            merges = _useful(merges, spelling)
            if wrong := _disorder(merges, frozenset(alphabet), spelling):
                _cannot(
                    "model.merges",
                    f"of those that ever come up, {wrong}; the lowest rank first says that, and an order "
                    "does not (what comes from a .model file, from_sentencepiece may read)",
                )
        model = Merges(alphabet, tuple(merges), spelling)
        made = set(model.vocabulary)
        if lost := [piece for piece in learned if named[piece] not in made]:
            _cannot(
                f"model.vocab[{short(lost[0])}]",
                "no merge ever makes this piece, and it is no special token; drop it",
            )
        if _flag(self.model, "ignore_merges", False, "model"):
            ranks = {pair: rank for rank, pair in enumerate(merges)}
            for piece in learned:
                symbols = _symbols(piece, spelling)
                if suffix or prefix or (len(symbols) > 1 and not _last(symbols, ranks, spelling)):
                    _cannot(
                        "model.ignore_merges",
                        f"a word {short(piece)} would be that piece at once, and merging does not make it; "
                        "set it false",
                    )
        ids = {named.get(piece, piece): one for piece, one in vocab.items() if piece not in self.specials}
        return own, ids, model

    def _pairs(
        self, learned: Mapping[str, int], named: Mapping[str, str], prefix: str, spelling: str
    ) -> list[Pair]:
        """The merges, with our names, once they are known to join pieces to pieces."""
        listed = _field(self.model, "merges", "model")
        if not isinstance(listed, list):
            raise ValueError(f"model.merges is of type {type(listed).__name__}, not a list")
        merges: dict[Pair, int] = {}
        for i, entry in enumerate(listed):
            where = f"model.merges[{i}]"
            if isinstance(entry, str):
                if entry.startswith("#version"):
                    continue
                entry = entry.split(" ")
            if not isinstance(entry, list) or [type(part) for part in entry] != [str, str]:
                raise ValueError(f"{where} is not two pieces: {short(_json(listed[i]))}")
            left, right = entry
            for piece in (left, right, left + right[len(prefix) :]):
                if piece not in learned:
                    raise ValueError(f"{where}: {short(piece)} is not in model.vocab, or is no learned piece")
            pair = (named[left], named[right])
            if glue(pair, spelling) != named[left + right[len(prefix) :]]:
                _cannot(where, f"{short(left + right)} would end in the mark of a word's end, and does not")
            if pair in merges:
                raise ValueError(f"{where} is listed already, as model.merges[{merges[pair]}]")
            merges[pair] = i
        return list(merges)

    def _wordpieces(self, vocab: dict[str, int]) -> tuple[tuple[str, ...], dict[str, int], WordPieces]:
        unknown = _typed(str, self.model, "unk_token", "model")
        prefix = _typed(str, self.model, "continuing_subword_prefix", "model")
        most: int | None = _typed(int, self.model, "max_input_chars_per_word", "model")
        most = None if most is None or most >= NO_LIMIT else most
        if unknown in vocab:
            self.fallback, self.unknown = "unknown", unknown
        if prefix:
            self._only("model.continuing_subword_prefix")
        spelling = "continuation" if prefix else self._plain()
        if most is not None and (spelling == "bytes" or most < 1):
            _cannot("model.max_input_chars_per_word", f"{most} is no number of characters of a word here")
        own = self._own(vocab)
        learned = self._learned(vocab, own)
        named = _renamed(learned, "", prefix)
        single = {piece for piece in learned if len(unmarked(named[piece], spelling)) == 1}
        pieces = sorted(learned.keys() - single, key=learned.__getitem__)
        alphabet = tuple(sorted(named[piece] for piece in single))
        model = WordPieces(alphabet, tuple(named[piece] for piece in pieces), spelling, longest_word=most)
        return own, {named.get(piece, piece): one for piece, one in vocab.items()}, model

    def _unigram(self, vocab: dict[str, int]) -> tuple[tuple[str, ...], dict[str, int], Unigram]:
        scored = self._scored()
        unknown = typed(int | None, self.model.get("unk_id"), "model.unk_id")
        if unknown is not None and not 0 <= unknown < len(scored):
            raise ValueError(f"model.unk_id is {unknown}, which is no id of model.vocab")
        name = "" if unknown is None else scored[unknown][0]
        if self._bytes():
            if unknown is None:
                _cannot("model.byte_fallback", "without unk_id unknown characters are refused; set it false")
            self.fallback = "bytes"
            if name not in BYTES:
                self.specials.setdefault(name, vocab[name])
        elif name:
            self.fallback, self.unknown = "unknown", name
        own = self._own(vocab)
        learned = self._learned(vocab, own)
        known = {piece for piece in learned if len(piece) == 1}
        weights = []
        for piece, value in scored:
            if piece not in learned:
                continue
            if strange := [char for char in piece if char not in known]:
                _cannot(
                    f"model.vocab[{vocab[piece]}]",
                    f"{short(piece)} holds {strange[0]!r}, which is no piece of its own: it would never be "
                    "used here; add that one",
                )
            if not -700 < value < 700:  # what a float can be the exponential of
                _cannot(f"model.vocab[{vocab[piece]}]", f"{value} is no logarithm of a weight")
            weights.append((piece, exp(value)))
        model = Unigram(tuple(sorted(known)), tuple(weights), self._plain(), whole=1.0)
        return own, vocab, model

    # ------------------------------------------------------------------ after the model
    def _decoder(self, spelling: str) -> None:
        """Raise `ValueError` for a decoder of another spelling; none is fine."""
        fitting = {
            "bytes": {"ByteLevel"},
            "metaspace": {"Metaspace", "Replace"},
            "last-marked": {"BPEDecoder"},
            "continuation": {"WordPiece"},
        }.get(spelling, set()) | {"ByteFallback", "Fuse", "Strip"}
        for where, part in _flat(self.data.get("decoder"), "decoder", "decoders"):
            if part["type"] not in fitting:
                _cannot(where, f"{part['type']} does not decode what is spelled {spelling!r}; set it to null")

    def _post_processor(self, part: Any, where: str) -> None:
        """Raise `ValueError` for what is none; none is kept."""
        for inner, one in _flat(part, where, "processors"):
            if one["type"] not in ("ByteLevel", "TemplateProcessing", "BertProcessing", "RobertaProcessing"):
                _cannot(inner, f"{one['type']} is not known")


# ---------------------------------------------------------------------------------- merges
def _disorder(merges: Iterable[Pair], alphabet: frozenset[str], spelling: str) -> str:
    """Why merging by the lowest rank may differ from merging in order; nothing if it does not.

    A merge can only come up late if a part of it is made after its own place in the list.
    """
    merges = list(merges)
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
            if part not in last and part not in alphabet:
                return f"{named} uses {short(part)}, which is no symbol, nor made by a merge"
    return ""


def _useful(merges: list[Pair], spelling: str) -> list[Pair]:
    """The merges that ever come up, one for a piece; files list more, such as every two pieces that join.

    By the lowest rank, merging does to a run of symbols inside a word what it does to that run alone, as long
    as nothing is merged across its ends. So a piece is only ever made as it is made of its own symbols, and
    one that these do not come to is never made. Cost: for each piece the square of its length.
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    used = {
        ranks[last]
        for piece in dict.fromkeys(glue(pair, spelling) for pair in merges)
        if (last := _last(_symbols(piece, spelling), ranks, spelling))
    }
    return [pair for rank, pair in enumerate(merges) if rank in used]


def _last(symbols: list[str], ranks: Mapping[Pair, int], spelling: str) -> Pair | None:
    """The merge by which merging by the lowest rank makes one piece of symbols, if it does."""
    never = len(ranks)
    while len(symbols) > 1:
        rank, at = min((ranks.get((symbols[i], symbols[i + 1]), never), i) for i in range(len(symbols) - 1))
        if rank == never:
            return None
        if len(symbols) == 2:
            return symbols[0], symbols[1]
        symbols[at : at + 2] = [glue(symbols[at : at + 2], spelling)]
    return None


def _symbols(piece: str, spelling: str) -> list[str]:
    """The symbols that a piece is made of."""
    chars = list(unmarked(piece, spelling))
    if spelling == "last-marked" and piece.endswith(MARK):
        chars[-1] += MARK
    if spelling == "continuation":
        chars = [MORE * (i > 0 or piece.startswith(MORE)) + char for i, char in enumerate(chars)]
    return chars


def _renamed(pieces: Iterable[str], suffix: str, prefix: str) -> dict[str, str]:
    """Each piece with our mark for theirs."""
    named: dict[str, str] = {}
    for piece in pieces:
        name = piece
        if suffix:
            name = piece.removesuffix(suffix)
            if MARK in name or not name:
                _cannot(f"model.vocab[{short(piece)}]", f"it holds {MARK}, or nothing but the mark of an end")
            name += MARK * piece.endswith(suffix)
        if prefix and prefix != MORE:
            name = MORE * piece.startswith(prefix) + piece.removeprefix(prefix)
            if piece.startswith(MORE):
                _cannot(
                    f"model.vocab[{short(piece)}]", f"it begins with {MORE}, which goes on with words here"
                )
        named[piece] = name
    return named


# ---------------------------------------------------------------------------------- JSON
def _object(value: Any, where: str) -> Json:
    if not isinstance(value, dict):
        raise ValueError(f"{where} is of type {type(value).__name__}, not an object")
    return value


def _field(data: Json, name: str, where: str) -> Any:
    if name not in data:
        raise ValueError(f"{where} has no {name!r}")
    return data[name]


def _typed(kind: Callable[..., Any], data: Json, name: str, where: str) -> Any:
    return typed(kind, _field(data, name, where), f"{where}.{name}")


def _flag(data: Json, name: str, usual: bool, where: str) -> bool:
    """A yes or no that older files leave out."""
    return bool(typed(bool, data.get(name, usual), f"{where}.{name}"))


def _flat(part: Any, where: str, inside: str) -> Iterator[tuple[str, Json]]:
    """The parts of a part that may be a sequence, each with its place in the file."""
    if part is None:
        return
    kind = _typed(str, _object(part, where), "type", where)
    if kind != "Sequence":
        yield where, part
        return
    parts = _field(part, inside, where)
    if not isinstance(parts, list):
        raise ValueError(f"{where}.{inside} is of type {type(parts).__name__}, not a list")
    for i, one in enumerate(parts):
        yield from _flat(_object(one, f"{where}.{inside}[{i}]"), f"{where}.{inside}[{i}]", inside)


def _cannot(where: str, why: str) -> NoReturn:
    """Refuse what has no equal here."""
    raise ValueError(f"{where} cannot be said here: {why}")
