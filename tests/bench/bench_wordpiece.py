"""What WordPiece costs as the text grows. Prints ratios within one run; judges nothing.

The texts are texts.english: real prose, each text twice the last, words that begin with ## left out. Seconds
are the processor's. Recounting grows with corpus times steps. Keeping counts grows with what a step touches:
the pairs that hold one of its symbols, which a common letter has by the hundred.
"""

import random
import resource
import subprocess
import sys

from bench_bpe import ratio
from bench_coverage import best_of
from texts import english

from piecework import Corpus, bpe, wordpiece

SIZE = 4000
FLOOR = 5  # below it a pair is left alone; without a floor a text's rarest signs are joined first
BYTES = [125_000 << n for n in range(6)]
RECOUNTED = [5_000 << n for n in range(4)]
LETTERS = [1 << n for n in range(10, 17)]


def words(size_in_bytes: int) -> Corpus:
    counts = Corpus.from_text(english(size_in_bytes))
    return Corpus({word: n for word, n in counts.items() if not word.startswith("##")})


def to_size() -> None:
    print(f"training to {SIZE} pieces, each text in a process of its own; t(2n)/t(n): 2 is linear\n")
    print("       bytes   words  symbols  floor   steps   train s  t(2n)/t(n)   us/step   peak MB")
    for floor in (1, FLOOR):
        before = None
        for size in BYTES:
            command = [sys.executable, __file__, str(size), str(floor)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            distinct, symbols, steps, seconds, peak = done.stdout.split()
            now = float(seconds)
            print(
                f"{size:12} {distinct:>7} {symbols:>8} {floor:6} {steps:>7} {now:9.3f}   {ratio(now, before)}"
                f" {1e6 * now / int(steps):9.0f} {peak:>9}",
                flush=True,
            )
            before = now
        print()


def alone(size: int, floor: int) -> None:
    corpus = words(size)
    trace: list[wordpiece.WordPieceTrace] = []
    seconds = best_of(lambda: trace.append(wordpiece.train(corpus, vocab_size=SIZE, min_count=floor)), 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        len(corpus),
        sum(map(len, corpus)),
        len(trace[0].steps),
        seconds,
        peak // (1024**2 if sys.platform == "darwin" else 1024),
    )


def beside_recounting() -> None:
    print("training, 100 steps; t(2n)/t(n): 2 is linear\n")
    print("       bytes  symbols   train s  t(2n)/t(n)  recount s  t(2n)/t(n)  recount/train  train/merging")
    fast_before = slow_before = None
    for size in RECOUNTED:
        corpus = words(size)
        fast = best_of(lambda corpus=corpus: wordpiece.train(corpus, steps=100))
        slow = best_of(lambda corpus=corpus: wordpiece.train_by_recounting(corpus, steps=100), 1)
        merging = best_of(lambda corpus=corpus: bpe.train(corpus, steps=100, spelling="continuation"))
        print(
            f"{size:12} {sum(map(len, corpus)):8} {fast:9.3f}   {ratio(fast, fast_before)}  {slow:9.3f}"
            f"   {ratio(slow, slow_before)}      {slow / fast:9.1f}      {fast / merging:9.1f}",
            flush=True,
        )
        fast_before, slow_before = fast, slow


def to_the_end() -> None:
    print("\ntraining until nothing is left: each word a piece; t(2n)/t(n): 2 is linear\n")
    print("       bytes  symbols     steps   train s  t(2n)/t(n)   us/step")
    before = None
    for size in RECOUNTED:
        corpus = words(size)
        steps: list[int] = []
        now = best_of(lambda corpus=corpus, steps=steps: steps.append(len(wordpiece.train(corpus).steps)), 1)
        print(
            f"{size:12} {sum(map(len, corpus)):8} {steps[0]:9} {now:9.3f}   {ratio(now, before)}"
            f" {1e6 * now / steps[0]:9.0f}",
            flush=True,
        )
        before = now


def segmenting() -> None:
    corpus = words(500_000)
    model = wordpiece.train(corpus, vocab_size=SIZE, min_count=FLOOR).model
    # Letters whose going on is known, so that a word is read to its end; none of them need fit together.
    known = set(model.vocabulary)
    letters = [letter for letter in "".join(corpus) if f"##{letter}" in known]
    rng = random.Random(0)
    plain = best_of(lambda: [model.segment(word) for word in corpus])
    print(f"\nsegmenting {len(corpus)} words, {SIZE} pieces: {sum(map(len, corpus)) / plain:.0f} letters/s")
    print("\nsegmenting one word of random letters; t(2n)/t(n): 2 is linear\n")
    print("   letters   seconds  t(2n)/t(n)  letters/s")
    before = None
    for n in LETTERS:
        word = "a" + "".join(rng.choices(letters, k=n - 1))
        now = best_of(lambda word=word: model.segment(word))
        print(f"{n:10} {now:9.4f}   {ratio(now, before)}  {n / now:9.0f}", flush=True)
        before = now


if __name__ == "__main__":
    if sys.argv[1:]:
        alone(int(sys.argv[1]), int(sys.argv[2]))
    else:
        to_size()  # first: on Linux a process starts from its parent's peak of memory
        beside_recounting()
        to_the_end()
        segmenting()
