"""What Unigram costs as the text grows. Prints ratios within one run; judges nothing.

The text is texts.english, each twice the last. Training lists every run for the seed, then goes through the
lattices of the distinct words round after round. Seconds are the processor's, all threads together.
"""

import random
import resource
import subprocess
import sys

from bench_bpe import ratio
from bench_coverage import best_of
from texts import english

from piecework import Corpus, unigram

SIZE = 4000
BYTES = [125_000, 250_000, 500_000, 1_000_000]
LETTERS = [1 << n for n in range(12, 18)]
LINES = [100, 400, 1600, 6400]
LETTERS_IN_LINES = 100_000


def training() -> None:
    print(f"training to {SIZE:,} pieces, each text in a process of its own; t(2n)/t(n): 2 is linear\n")
    print("    bytes    words  symbols     seed   seed s  t(2n)/t(n)   train s  t(2n)/t(n)   peak MB")
    seeds_before = trains_before = None
    for size in BYTES:
        command = [sys.executable, __file__, str(size)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        words, symbols, seed, listing, learning, peak = done.stdout.split()
        seeds, trains = float(listing), float(learning)
        print(f"{size:9} {words:>8} {symbols:>8} {seed:>8}", end=" ")
        print(
            f"{seeds:8.2f}   {ratio(seeds, seeds_before)} {trains:9.1f}   {ratio(trains, trains_before)}",
            end="",
        )
        print(f" {peak:>9}", flush=True)
        seeds_before, trains_before = seeds, trains


def alone(size: int) -> None:
    corpus = Corpus.from_text(english(size))
    seed = unigram.seed(corpus)
    listing = best_of(lambda: unigram.seed(corpus), 1)
    learning = best_of(lambda: unigram.train(corpus, SIZE, seed=seed), 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak // (1024**2 if sys.platform == "darwin" else 1024)
    print(len(corpus), sum(map(len, corpus)), len(seed), listing, learning, megabytes)


def reading() -> None:
    model = unigram.train(Corpus.from_text(english(250_000)), 2000, "plain").model
    letters = "".join(english(1_000_000).split())
    rng = random.Random(0)
    asked = {
        "best cut": model.segment,
        "five best": lambda word: model.nbest(word, 5),
        "marginals": model.marginals,
        "a sample": lambda word: model.sample(word, rng),
    }
    print("\nreading one word, 2,000 pieces, in seconds; t(2n)/t(n): 2 is linear\n")
    print("  letters", *(f"{name:>10}  t(2n)/t(n)" for name in asked))
    before: dict[str, float] = {}
    for n in LETTERS:
        word = letters[:n]
        print(f"{n:9}", end="")
        for name, ask in asked.items():
            now = best_of(lambda ask=ask, word=word: ask(word), 2)
            print(f" {now:10.3f}   {ratio(now, before.get(name))}", end="")
            before[name] = now
        print(flush=True)


def long_words() -> None:
    print(f"\ntraining {LETTERS_IN_LINES:,} letters to 1,000 pieces, as words of one length\n")
    print("   length   train s")
    letters = "".join(english(300_000).split())
    for n in LINES:
        words = {letters[i : i + n]: 1 for i in range(0, LETTERS_IN_LINES, n)}
        seconds = best_of(lambda words=words: unigram.train(words, 1000, "plain", max_length=8), 1)
        print(f"{n:9} {seconds:9.1f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        alone(int(sys.argv[1]))
    else:
        training()
        reading()
        long_words()
