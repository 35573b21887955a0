"""The way in for what stands around the model: normalizers, splits, a decoder, a post-processor."""

from ...spelling import SPACE
from .fields import cannot, field, flat
from .parts import BEFORE_CL100K, NORMALIZERS, SPLITS, WRITTEN, Json, in_json, split

READ_AS = [*((part, name) for name, part in SPLITS.items()), (BEFORE_CL100K, "cl100k")]
WHOLE = ("gpt2", "cl100k", "o200k")  # patterns that leave nothing between their matches
BLIND = ("punctuation", "digits", "thousands")  # these cut the same whether a space is written ▁ or not
AT_SPACE = split(SPACE, "MergedWithNext", "String")
DECODERS = {
    "bytes": {"ByteLevel"},
    "metaspace": {"Metaspace", "Replace"},
    "last-marked": {"BPEDecoder"},
    "continuation": {"WordPiece"},
}


def normalizers(data: Json) -> tuple[list[str], bool]:
    """Their names, and whether spaces are written as ▁ behind them."""
    names: list[str] = []
    written = False
    parts = list(flat(data.get("normalizer"), "normalizer", "normalizers"))
    while parts:
        where, part = parts.pop(0)
        if written:
            cannot(where, f"spaces are written as {SPACE} by then")
        written = part in (WRITTEN, WRITTEN | {"pattern": {"Regex": " "}})
        if not written:
            names += _normalizer(where, part, parts)
    return names, written


def _normalizer(where: str, part: Json, rest: list[tuple[str, Json]]) -> list[str]:
    """What one part means; of those that mean one thing together, the others are taken from the rest."""
    for name, equal in NORMALIZERS.items():
        if [part, *(other for _, other in rest[: len(equal) - 1])] == equal:
            del rest[: len(equal) - 1]
            return [name]
    if part["type"] == "Prepend" and part.get("prepend") == SPACE:
        if not rest or rest[0][1] != WRITTEN:
            cannot(where, f"only spaces may be written as {SPACE} after it")
        return ["prefix-space"]
    if part["type"] == "BertNormalizer":
        for flag, what in (
            ("clean_text", "drop control characters"),
            ("handle_chinese_chars", "put spaces around ideographs"),
        ):
            if part.get(flag) is not False:
                cannot(f"{where}.{flag}", f"no normalizer here does that ({what}); set it false")
        lower = field(bool, part, "lowercase", where)
        strip = field(bool | None, part, "strip_accents", where, None)
        return ["strip-accents"] * (lower if strip is None else strip) + ["lowercase"] * lower
    if part["type"] in ("StripAccents", "NFD", "NFKD"):
        cannot(
            where,
            f"{part['type']}: strip-accents here is that of BERT, which drops nonspacing marks "
            "only; use BertNormalizer with strip_accents",
        )
    cannot(where, f"no normalizer here does what {in_json(part)[:100]} does")


def splits(data: Json, normalizers: list[str], written: bool, specials: bool) -> tuple[list[str], str]:
    """Their names, and the spelling if one of the parts says it.

    A Metaspace may also put a space before the text, which is added to the normalizers.
    """
    names: list[str] = []
    spelling = "metaspace" if written else ""
    for where, part in flat(data.get("pre_tokenizer"), "pre_tokenizer", "pretokenizers"):
        if spelling == "bytes":
            cannot(where, "it comes after ByteLevel and would split bytes; put it before")
        if part["type"] == "ByteLevel":
            if spelling:
                cannot(where, f"words are spelled {spelling!r} already; spell them one way")
            if field(bool, part, "add_prefix_space", where):
                cannot(
                    f"{where}.add_prefix_space",
                    "there it adds a space unless there is one, and prefix-space always does; set it false",
                )
            spelling = "bytes"
            found = ["gpt2"] * field(bool, part, "use_regex", where, True)
        elif part["type"] == "Metaspace":
            if _prefixed(where, part, normalizers, bool(names), specials):
                normalizers.append("prefix-space")
            spelling = "metaspace"
            found = ["space"] * field(bool, part, "split", where, True)
        else:
            found = _split(where, part, written)
        if written and (wrong := [name for name in found if name not in (*BLIND, "space")]):
            cannot(
                where,
                f"spaces are written as {SPACE} by then, and {wrong[0]!r} cuts at spaces; put it before",
            )
        names += found
        written = written or spelling == "metaspace"
    return names, spelling


def _prefixed(where: str, part: Json, normalizers: list[str], cut: bool, specials: bool) -> bool:
    """Whether a Metaspace puts a space before the text that no normalizer has put there."""
    if part.get("replacement") != SPACE:
        cannot(f"{where}.replacement", f"spaces are written as {SPACE}, not {part.get('replacement')!r}")
    scheme = part.get("prepend_scheme", "never" if part.get("add_prefix_space") is False else "always")
    before = normalizers[-1] if normalizers else ""
    if scheme == "never" or (scheme == "always" and before == "prefix-space" and not cut):
        return False
    if cut or before != "single-spaces" or not (scheme == "always" or (scheme == "first" and not specials)):
        cannot(
            f"{where}.prepend_scheme",
            f"{scheme!r} adds a space unless there is one, and prefix-space always does; these are the "
            "same only on a whole text that single-spaces has come last to; set it to 'never', and "
            "Prepend a space in the normalizer",
        )
    return True


def _split(where: str, part: Json, written: bool) -> list[str]:
    """The splits that one part means."""
    kind = part["type"]
    if kind == "WhitespaceSplit":
        return ["whitespace"]
    if kind == "BertPreTokenizer":
        return ["whitespace", "punctuation"]
    if kind == "Punctuation" and part.get("behavior", "Isolated") == "Isolated":
        return ["punctuation"]
    if kind == "Digits" and part.get("individual_digits") is True:
        return ["digits"]
    if written and part == AT_SPACE:
        return ["space"]
    matches = part
    if part.get("invert") is True and part.get("behavior") in ("Isolated", "Removed"):
        matches = part | {"behavior": "Isolated", "invert": False}
    for known, name in READ_AS:
        if known == part or (known == matches and name in WHOLE):
            if name == "space" and written:
                cannot(where, f"spaces are written as {SPACE} by then; put it before, or split at {SPACE}")
            return [name]
    cannot(where, f"no split here does what {in_json(part)[:200]} does")


def check_decoder(data: Json, spelling: str) -> None:
    """Raise `ValueError` for a decoder of another spelling; none is fine."""
    fitting = DECODERS.get(spelling, set()) | {"ByteFallback", "Fuse", "Strip"}
    for where, part in flat(data.get("decoder"), "decoder", "decoders"):
        if part["type"] not in fitting:
            cannot(where, f"{part['type']} does not decode what is spelled {spelling!r}; set it to null")


def check_post_processor(data: Json) -> None:
    """Raise `ValueError` for what is none; none is kept."""
    for where, part in flat(data.get("post_processor"), "post_processor", "processors"):
        if part["type"] not in ("ByteLevel", "TemplateProcessing", "BertProcessing", "RobertaProcessing"):
            cannot(where, f"{part['type']} is not known")
