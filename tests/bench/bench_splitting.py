"""What splitting costs beside `regex` and Hugging Face tokenizers. Prints ratios in one run; judges nothing.

A megabyte each of English, of twelve languages, and of text full of characters beyond U+FFFF, which are read
through stand-ins. A ratio over 1 says that theirs took longer. Then runs of one kind, each beside one half as
long: about 2, as every pattern reads a run once.
"""

from functools import partial
from pathlib import Path

import regex
from bench_bpe import best_of
from tokenizers import Regex, pre_tokenizers

from piecework import corpora, splitting
from piecework.interop.tiktoken import PATTERNS

MEGABYTE = 1 << 20
ALICE = Path(splitting.__file__).parent / "data" / "alice.txt"
TEXTS = {
    "English": ALICE.read_text(encoding="utf-8"),
    "twelve languages": "\n".join(corpora.rights().values()),
    "beyond U+FFFF": "😀 hi 𝒜 👩‍👩‍👧 ok ",
}
RUNS = ["a", "A", "漢A", " ", "\n", "\t\n", "7", "'", "!/", "\u0301", "𝒜"]


def long(text: str, length: int = MEGABYTE) -> str:
    return (text * (length // len(text) + 1))[:length]


def beside_others() -> None:
    print(f"{'':18}{'':8}{'regex':>9}{'Hugging Face':>14}")
    for name, text in TEXTS.items():
        text = long(text)
        for split, pattern in PATTERNS.items():
            theirs, isolated = regex.compile(pattern), Regex(pattern.replace("{1,3}+", "{1,3}"))
            cut = pre_tokenizers.Split(isolated, "isolated").pre_tokenize_str
            assert splitting.words(text, [split]) == theirs.findall(text)
            ours = best_of(partial(splitting.words, text, [split]))
            ratios = [best_of(partial(other, text)) / ours for other in (theirs.findall, cut)]
            print(f"{name:18}{split:8}{ratios[0]:9.2f}{ratios[1]:14.2f}", flush=True)


def as_runs_grow() -> None:
    print(f"\n{'':10}" + "".join(f"{split:>9}" for split in PATTERNS))
    for run in RUNS:
        half, whole = (long(run, length) + "a" for length in (MEGABYTE, 2 * MEGABYTE))
        times = [[best_of(partial(splitting.words, text, [s])) for text in (whole, half)] for s in PATTERNS]
        print(f"{run!a:10}" + "".join(f"{whole / half:9.2f}" for whole, half in times), flush=True)


if __name__ == "__main__":
    beside_others()
    as_runs_grow()
