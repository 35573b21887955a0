"""What a tokenizer costs: training, encoding and decoding beside other libraries, and words without an end.

The text is ten megabytes of Python's own library, split by GPT-2's pattern. Seconds are of this machine; the
ratios are the point. The other libraries are compiled, and train or encode on as many threads as they like
unless told otherwise; here they are told to use one. Prints, judges nothing.
"""

import os

os.environ.update(TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1")

import sysconfig
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import tiktoken
import tokenizers

from piecework import Tokenizer, bpe, interop, tokenizer

SIZE, BYTES = 8000, 10_000_000
LONG = [1 << n for n in range(14, 21)]


def library(most: int) -> list[str]:
    """Modules of the standard library, in the order of their names, of at most so many bytes together."""
    texts, left = [], most
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, OSError):
            continue
        if 0 < len(text.encode()) <= left:
            texts.append(text)
            left -= len(text.encode())
    return texts


def timed(run: Callable[[], object]) -> tuple[float, object]:
    start = perf_counter()
    value = run()
    return perf_counter() - start, value


def line(what: str, seconds: float, amount: float, against: float | None = None) -> None:
    ratio = f"{seconds / against:8.1f}" if against else f"{'':>8}"
    print(f"{what:44} {seconds:8.2f} s {amount / seconds / 1e6:8.2f} MB/s {ratio}", flush=True)


def theirs() -> tokenizers.Tokenizer:
    coder = tokenizers.Tokenizer(tokenizers.models.BPE())
    coder.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return coder


def training(texts: list[str]) -> Tokenizer:
    size = sum(len(text.encode()) for text in texts)
    print(f"\ntraining: {size:,} bytes, {SIZE:,} ids{'':32}ours/theirs")
    coder = theirs()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=SIZE, show_progress=False, initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet()
    )
    them, _ = timed(lambda: coder.train_from_iterator(texts, trainer))
    line("Hugging Face tokenizers, one thread", them, size)
    words, corpus = timed(lambda: tokenizer.corpus(texts, splits=["gpt2"]))
    line(f"piecework: words ({len(corpus):,} distinct)", words, size)
    learned, trace = timed(lambda: bpe.train(corpus, vocab_size=SIZE, spelling="bytes"))
    line("piecework: merges", learned, size)
    line("piecework: both", words + learned, size, them)
    return Tokenizer(trace.model, splits=["gpt2"])


def encoding(coder: Tokenizer, texts: list[str]) -> None:
    text = "\n".join(texts)
    size = len(text.encode())
    print(f"\nencoding {size:,} bytes, {SIZE:,} ids{'':35}ours/theirs")
    hf = tokenizers.Tokenizer.from_str(interop.to_huggingface(coder))
    ranks = {coder.bytes_of(one): one for one in range(coder.size)}
    tik = tiktoken.Encoding("ours", pat_str=interop.pattern(coder), mergeable_ranks=ranks, special_tokens={})
    by_hf, hf_ids = timed(lambda: hf.encode(text).ids)
    line("Hugging Face tokenizers (with offsets)", by_hf, size)
    by_tik, tik_ids = timed(lambda: tik.encode_ordinary(text))
    line("tiktoken", by_tik, size)
    fresh = Tokenizer(coder.model, splits=coder.splits)
    cold, ours = timed(lambda: fresh.encode(text))
    line("piecework, against Hugging Face", cold, size, by_hf)
    line("piecework, against tiktoken", cold, size, by_tik)
    warm, _ = timed(lambda: fresh.encode(text))
    line("piecework again: its words are remembered", warm, size, by_tik)
    offsets, _ = timed(lambda: ours.offsets)
    line("piecework: offsets beside", offsets, size, by_hf)
    print(f"  the same ids: {ours.ids == hf_ids == tik_ids}")
    print(f"\ndecoding {len(ours.ids):,} ids{'':44}ours/theirs")
    them, _ = timed(lambda: tik.decode(tik_ids))
    line("tiktoken", them, size)
    us, back = timed(lambda: fresh.decode(ours.ids))
    line("piecework", us, size, them)
    print(f"  the same text: {back == text}")


def without_an_end(coder: Tokenizer) -> None:
    print("\none word of n letters; t(2n)/t(n): 2 is linear")
    print("      n     merging            unigram         wordpiece          coverage")
    models = {
        "bpe": coder,
        **{
            learner: tokenizer.train(
                "lower newest widest " * 50, 60, learner, splits=["space"], spelling="metaspace"
            )
            for learner in ("unigram", "wordpiece", "coverage")
        },
    }
    before: dict[str, float] = {}
    for letters in LONG:
        text = ("lowernewestwidest" * (letters // 17 + 1))[:letters]
        row = f"{letters:9,}"
        for name, each in models.items():
            seconds, _ = timed(lambda each=each, text=text: each.encode(text))
            row += f"{seconds:9.2f} s" + (f" {seconds / before[name]:6.2f}" if name in before else " " * 7)
            before[name] = seconds
        print(row, flush=True)


if __name__ == "__main__":
    library_texts = library(BYTES)
    made = training(library_texts)
    encoding(made, library_texts)
    without_an_end(made)
