"""The parts of a tokenizer.json that both ways know: theirs for each normalizer, split and spelling of ours.

Their regular expressions are Oniguruma's, where ^ and $ are the ends of lines, {1,3}+ is no possessive, and
\\p{…} and \\s are those of Unicode 16, as ours are.
"""

import json
from string import punctuation
from typing import Any

from ...bpe import Merges
from ...corpus import WHITE
from ...spelling import SPACE
from ...tokenizer import Model
from ...unigram import Unigram
from ...wordpiece import WordPieces

Json = dict[str, Any]

NO_LIMIT = 2**32 - 1  # characters that no word has: WordPiece there must have a limit
SPELLINGS: dict[type[Model], tuple[str, ...]] = {
    Merges: ("plain", "last-marked", "leading-space", "metaspace", "continuation", "bytes"),
    WordPieces: ("plain", "leading-space", "metaspace", "continuation", "bytes"),
    Unigram: ("plain", "leading-space", "metaspace", "bytes"),
}


def in_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def part(kind: str, **fields: Any) -> Json:
    return {"type": kind, **fields}


def split(pattern: str, behavior: str = "Isolated", kind: str = "Regex") -> Json:
    return part("Split", pattern={kind: pattern}, behavior=behavior, invert=False)


def bert(**asked: Any) -> Json:
    return part(
        "BertNormalizer",
        **{"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
        | asked,
    )


NORMALIZERS: dict[str, list[Json]] = {
    "NFC": [part("NFC")],
    "NFKC": [part("NFKC")],
    "lowercase": [part("Lowercase")],
    "strip-accents": [bert(strip_accents=True)],
    "single-spaces": [
        part("Replace", pattern={"Regex": " {2,}"}, content=" "),
        part("Replace", pattern={"Regex": r"\A | \z"}, content=""),
    ],
    "prefix-space": [part("Prepend", prepend=" ")],
}
CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
SPLITS: dict[str, Json] = {
    "whitespace": split(f"[{WHITE}]+", "Removed"),
    "space": split(" ", "MergedWithNext", "String"),
    "gpt2": split(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
    "cl100k": split(
        rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
        r"|\s+\z|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "o200k": split(
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*"
        rf"{CONTRACTIONS}?|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "punctuation": split(rf"[{''.join(chr(92) + char for char in punctuation)}\p{{P}}]"),
    "digits": split(r"\p{N}"),
    "thousands": split(r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"),
}
BEFORE_CL100K = split(SPLITS["cl100k"]["pattern"]["Regex"].replace(r"|\s+\z", ""))  # GPT-4's first, Llama 3's
METASPACE = {"replacement": SPACE, "prepend_scheme": "never"}
WRITTEN = part("Replace", pattern={"String": " "}, content=SPACE)  # spaces as ▁, before anything is split
