"""What coverage costs as the corpus grows. Prints ratios within one run; judges nothing.

The corpora are bench_bpe's: the commonest English words, each corpus twice the last. Recounting grows with
corpus times steps, shared fragments with the corpus alone. Seconds are the processor's, all threads together.
Where greedtok is installed, its first choices and its time stand beside ours; its rule is that of
piecework.saving.
"""

import random
import resource
import subprocess
import sys
from collections.abc import Callable
from time import process_time

from bench_bpe import english, ratio

from piecework import coverage, saving

STEPS = 100
WORDS = [500, 1000, 2000, 4000, 8000, 16000, 32000]
RECOUNTED = 4000  # words up to which recounting is asked, which takes far longer
LARGEST = 100_000
LETTERS = [1 << n for n in range(10, 18)]


def best_of(run: Callable[[], object], tries: int = 3) -> float:
    """Seconds of the fastest of a few runs."""
    times = []
    for _ in range(tries):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)


def training() -> None:
    print(f"\ntraining, {STEPS} steps; t(2n)/t(n): 2 is linear\n")
    print("   words  symbols   train s  t(2n)/t(n)  recount s  t(2n)/t(n)  recount/train")
    fast_before = slow_before = None
    for words in WORDS:
        corpus = english(words)
        fast = best_of(lambda corpus=corpus: coverage.train(corpus, steps=STEPS))
        line = f"{len(corpus):8} {sum(map(len, corpus)):8} {fast:9.3f}   {ratio(fast, fast_before)}"
        if words <= RECOUNTED:
            slow = best_of(lambda corpus=corpus: coverage.train_by_recounting(corpus, steps=STEPS), 1)
            line += f"  {slow:9.3f}   {ratio(slow, slow_before)}      {slow / fast:9.1f}"
            slow_before = slow
        print(line, flush=True)
        fast_before = fast


def to_the_end() -> None:
    print("training until nothing is left, each list in a process of its own; t(2n)/t(n): 2 is linear\n")
    print("   words     steps    pieces   train s  t(2n)/t(n)   peak MB")
    before = None
    for words in [*WORDS, LARGEST]:
        command = [sys.executable, __file__, str(words)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        steps, pieces, seconds, peak = done.stdout.split()
        beside = ratio(float(seconds), before if words != LARGEST else None)
        print(f"{words:8} {steps:>9} {pieces:>9} {float(seconds):9.3f}   {beside} {peak:>9}", flush=True)
        before = float(seconds)


def alone(words: int) -> None:
    corpus = english(words)
    start = process_time()
    trace = coverage.train(corpus)
    seconds = process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        len(trace.steps), trace.vocab_size, seconds, peak // (1024**2 if sys.platform == "darwin" else 1024)
    )


def segmenting() -> None:
    model = coverage.train(english(4000)).model
    letters = "".join(english(4000))
    rng = random.Random(0)
    print(f"\nsegmenting one word, {len(model.pieces)} pieces; t(2n)/t(n): 2 is linear\n")
    print("   letters   seconds  t(2n)/t(n)  letters/s")
    before = None
    for n in LETTERS:
        word = "".join(rng.choices(letters, k=n))
        now = best_of(lambda word=word: model.segment(word))
        print(f"{n:10} {now:9.4f}   {ratio(now, before)}  {n / now:9.0f}", flush=True)
        before = now


def beside_greedtok() -> None:
    counts = dict(english(500))
    ours = saving.train(counts, steps=10, spelling="plain").steps
    print("\ntokens saved, 500 English words, the first choices")
    print("  piecework.saving ", *(f"{step.symbol} {step.score}" for step in ours))
    try:
        from pcatt import pco_tokenizer
    except ImportError:
        print("  greedtok          not installed (C++23 sources; building them needs tbb-devel and pybind11)")
        return

    def theirs(counts: dict[str, int], steps: int) -> list[str]:
        learner = pco_tokenizer.build(counts, set(), 100, False)
        learner.initialize_graph(255, 1)
        pieces, saved = learner.solve_to_step(steps)
        return [f"{piece.decode()} {n}" for piece, n in zip(pieces, saved, strict=True)]

    print("  greedtok         ", *theirs(counts, len(ours)))
    large = dict(english(WORDS[-1]))
    fast = best_of(lambda: coverage.train(large, steps=STEPS, spelling="plain"), 1)
    compiled = best_of(lambda: theirs(large, STEPS), 1)
    print(f"  {len(large)} words, {STEPS} steps: coverage.train / greedtok = {fast / compiled:.1f}")


if __name__ == "__main__":
    if sys.argv[1:]:
        alone(int(sys.argv[1]))
    else:
        to_the_end()  # first: on Linux a process starts from its parent's peak of memory
        training()
        segmenting()
        beside_greedtok()
