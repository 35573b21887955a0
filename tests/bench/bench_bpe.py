"""What merging costs as the corpus grows. Prints ratios within one run; judges nothing.

The corpora are the commonest English words of wordfreq's list with whole counts, each corpus twice the last.
Two curves are the point: recounting grows with corpus times steps, keeping counts with the corpus alone.
"""

import random
from collections.abc import Callable
from time import perf_counter

from wordfreq import top_n_list, word_frequency

from piecework import Corpus, bpe

STEPS = 200
WORDS = [500, 1000, 2000, 4000, 8000, 16000, 32000]
RECOUNTED = 4000  # words up to which recounting is asked, which takes far longer
LETTERS = [1 << n for n in range(10, 20)]


def english(words: int) -> Corpus:
    """That many words, each as often as in a hundred million of running text."""
    top = top_n_list("en", 2 * words)
    counts = {word: round(word_frequency(word, "en") * 10**8) for word in top if word.isalpha()}
    return Corpus(dict(list(counts.items())[:words]))


def best_of(run: Callable[[], object], tries: int = 3) -> float:
    """Seconds of the fastest of a few runs, the one that the machine disturbed least."""
    times = []
    for _ in range(tries):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def ratio(now: float, before: float | None) -> str:
    return f"{now / before:9.2f}" if before else f"{'':>9}"


def training() -> None:
    print(f"training, {STEPS} steps, English words; t(2n)/t(n): 2 is linear\n")
    print("   words  symbols   train s  t(2n)/t(n)  recount s  t(2n)/t(n)  recount/train")
    fast_before = slow_before = None
    for words in WORDS:
        corpus = english(words)
        symbols = sum(map(len, corpus))
        fast = best_of(lambda corpus=corpus: bpe.train(corpus, steps=STEPS))
        line = f"{len(corpus):8} {symbols:8} {fast:9.3f}   {ratio(fast, fast_before)}"
        if words <= RECOUNTED:
            slow = best_of(lambda corpus=corpus: bpe.train_by_recounting(corpus, steps=STEPS), 1)
            line += f"  {slow:9.3f}   {ratio(slow, slow_before)}      {slow / fast:9.1f}"
            slow_before = slow
        print(line, flush=True)
        fast_before = fast


def by_steps() -> None:
    corpus = english(1000)
    print("\ntraining, 1000 words, more steps; t(2k)/t(k): 1 is free, 2 is a full price for each step\n")
    print("   steps   train s  t(2k)/t(k)  recount s  t(2k)/t(k)  recount/train")
    fast_before = slow_before = None
    for steps in (50, 100, 200, 400, 800):
        fast = best_of(lambda steps=steps: bpe.train(corpus, steps=steps))
        slow = best_of(lambda steps=steps: bpe.train_by_recounting(corpus, steps=steps), 1)
        print(
            f"{steps:8} {fast:9.3f}   {ratio(fast, fast_before)}  {slow:9.3f}   {ratio(slow, slow_before)}"
            f"      {slow / fast:9.1f}",
            flush=True,
        )
        fast_before, slow_before = fast, slow


def segmenting() -> None:
    model = bpe.train(english(4000), steps=1000).model
    letters = "".join(english(4000))
    rng = random.Random(0)
    print("\nsegmenting one word, 1000 merges; t(2n)/t(n): 2 is linear\n")
    print("   letters   seconds  t(2n)/t(n)  letters/s")
    before = None
    for n in LETTERS:
        word = "".join(rng.choices(letters, k=n))
        now = best_of(lambda word=word: model.segment(word))
        print(f"{n:10} {now:9.4f}   {ratio(now, before)}  {n / now:9.0f}", flush=True)
        before = now


if __name__ == "__main__":
    training()
    by_steps()
    segmenting()
