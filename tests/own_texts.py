"""Texts that a reader may give to a plate: of many scripts, hostile, too long, too short."""

import random
import unicodedata

LIMIT = 200_000  # bytes, as the plates say
ACCENTS = "Café, naïve façade; déjà vu: Ångström über Zürich. Café naïve."


def long_text(size: int) -> str:
    """So many bytes of made-up words, some far commoner than others; the same each time."""
    draw = random.Random(7)
    letters = "etaoinshrdlucmfwypvbgk"
    often = [1 / (rank + 3) for rank in range(len(letters))]
    stems = ["".join(draw.choices(letters, often, k=draw.randint(2, 8))) for _ in range(4_000)]
    words = [stem + draw.choice(["", "", "s", "ing", "est", "ed"]) for stem in stems]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    text = " ".join(draw.choices(words, weights, k=size // 5))
    return (text + "." * size)[:size]


DRAWN = {
    "composed": unicodedata.normalize("NFC", ACCENTS),
    "decomposed": unicodedata.normalize("NFD", ACCENTS),
    "emoji": "👩‍👩‍👧‍👦 family 👩‍👩‍👧‍👦 flags 🇩🇪🇫🇷 🇩🇪🇫🇷 👍🏽 👍🏽👍🏽",
    "chinese": "机器 学习 机器 翻译 自然语言处理 自然 语言 自然语言",
    "arabic": "السلام عليكم والسلام على السلام والكتاب الكتاب",
    "hindi": "नमस्ते दुनिया नमस्कार दुनिया हिन्दी हिन्दुस्तान",
    "markup": "<script>alert(1)</script> <img src=x onerror=alert(2)> <script>alert(1)</script> </p> &amp;",
    "lines": "low low\r\nlower\r\n\r\nlowest\tlow\u2028low",
    "one word": "banana",
    "single symbols": "a b c a b",
}
REFUSED = {
    "empty": ("", "no words in this text"),
    "spaces": (" \r\n\t \u3000 ", "no words in this text"),
    "mark": ("low⎵ low", "holds the end-of-word mark ⎵"),
    "one byte more": (long_text(LIMIT + 1), "200,001 bytes"),
    "surrogate": ("low \ud83d low", "lone surrogate"),
}
BIG_WORD = "ab" * 25_000
