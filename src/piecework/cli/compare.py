"""`piecework compare`: learners side by side at equal vocabulary sizes, and where their order swaps."""

import argparse
from collections.abc import Mapping
from itertools import combinations, islice

from .. import measure
from ..corpus import Corpus
from ..progress import bar
from . import arguments, drawing, learning, reading, writing

SIZES = 12  # that are compared when none are given
MOST = 1000  # that can be given: each is a row


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "compare",
        run,
        "compare learners at equal vocabulary sizes",
        "Each learns from the files, once; then the tokens that it needs for them, and for each held-out "
        "file, are counted at every size. A crossover is the first size at which two learners have swapped "
        "order. Sizes count one unknown token beside the pieces.",
        "piecework compare --learner bpe --learner coverage --held-out held-out.txt essay.txt",
    )
    arguments.files(parser)
    parser.add_argument(
        "--learner",
        dest="learners",
        action="append",
        choices=arguments.LEARNERS,
        help="repeat it: two or more (default: bpe and coverage)",
    )
    parser.add_argument(
        "--sizes",
        type=sizes,
        metavar="LIST",
        help="such as 60,80,100 or 60-200/20, from and to and step (default: a dozen that all can reach)",
    )
    parser.add_argument(
        "--held-out",
        action="append",
        default=[],
        metavar="FILE",
        help="a text that no learner sees, to be counted too; repeat it for more",
    )
    parser.add_argument("--svg", metavar="FILE", help="write the chart to this file")
    arguments.settings(parser, split="whitespace", spelling="last-marked")
    arguments.whole_texts(parser)
    arguments.as_json(parser)


def sizes(text: str) -> list[int]:
    """The sizes that --sizes names.

    >>> sizes("60,80"), sizes("60-100/20")
    ([60, 80], [60, 80, 100])
    """
    found: set[int] = set()
    try:
        for part in text.split(","):
            ends, _, step = part.partition("/")
            first, to, last = ends.partition("-")
            named = range(int(first), int(last if to else first) + 1, int(step or 1))
            found.update(islice(named, MOST + 1))
    except ValueError:
        found.clear()
    if not found or min(found) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 60,80,100 or 60-200/20")
    if len(found) > MOST:
        raise argparse.ArgumentTypeError(f"{text!r} names more than {MOST:,} sizes; take longer steps")
    return sorted(found)


def run(args: argparse.Namespace) -> None:
    """Train, count, and print tables, charts and crossovers."""
    if args.svg:
        reading.writable(args.svg, reading.paths([*args.files, *args.held_out]))
    learners = list(dict.fromkeys(args.learners or ("bpe", "coverage")))
    if len(learners) < 2:
        raise ValueError(f"there is only {learners[0]} to compare; name another --learner")
    home = ", ".join(map(reading.shown, args.files)) or "stdin"
    held_out = reading.paths(args.held_out) if args.held_out else []
    if reading.STDIN in held_out and reading.STDIN in (args.files or [reading.STDIN]):
        raise ValueError("stdin can be read only once; give a file for the one or for the other")
    texts = {home: learning.words(args, args.files)}
    for path in held_out:
        texts[reading.shown(path)] = learning.words(args, [path])
    traces = _train(args, learners, texts[home])
    at = args.sizes or _ladder(traces)
    rows = [row for size in bar(at, "counting") for row in measure.matched(traces, texts, [size])]
    curves = {
        text: {name: {size: row[name][text] for size, row in rows} for name in traces} for text in texts
    }
    lost = _unknown(traces, texts, at[-1])
    if args.svg:
        writing.save(args.svg, drawing.svg(curves))
    if args.json:
        print(writing.as_json(_data(curves, traces, lost), indent=1))
        return
    for text, by_learner in curves.items():
        print(f"{writing.harmless(text)}: tokens at each vocabulary size")
        cells = [[writing.number(n), *(writing.number(by_learner[name][n]) for name in traces)] for n in at]
        print(writing.table(["size", *traces], cells, "r" * (len(traces) + 1)))
        for name, trace in traces.items():
            if at[-1] >= trace.sizes.stop:
                print(f"{name} learns no more than {trace.sizes.stop - 1:,} pieces here, and stays as it is")
        print()
        if len(at) > 1:
            print(drawing.plot(by_learner), end="\n\n")
        for line in _swaps(by_learner):
            print(line)
        for name, count in lost[text].items():
            if count:
                print(
                    f"{name} reads {count:,} token{'s' * (count > 1)} as unknown at {at[-1]:,} pieces, "
                    "which makes its number small"
                )
        print()


def _train(args: argparse.Namespace, learners: list[str], words: Corpus) -> dict[str, learning.Learned]:
    """Each learner's trace, as far as the largest size (unigram: down to the smallest)."""
    traces: dict[str, learning.Learned] = {}
    for learner in sorted(learners, key=lambda name: name == "unigram"):
        how = {**learning.settings(args, learner, learners), "unknown": True}
        if learner == "unigram":
            size = min(args.sizes or _ladder(traces))
        else:
            size = max(args.sizes) if args.sizes else None
        traces[learner] = learning.learn(learner, words, None, size, how)
    return {learner: traces[learner] for learner in learners}


def _ladder(traces: Mapping[str, learning.Learned]) -> list[int]:
    """About a dozen sizes that every trace went through."""
    if not traces:
        raise ValueError("unigram needs sizes, or another learner beside it; give --sizes")
    low = max(trace.sizes.start for trace in traces.values())
    high = min(trace.sizes.stop for trace in traces.values()) - 1
    step = max(1, -(-(high - low) // (SIZES - 1)))
    return [*range(low, high, step), high]


def _unknown(
    traces: Mapping[str, learning.Learned], texts: Mapping[str, Corpus], size: int
) -> dict[str, dict[str, int]]:
    """How many tokens are unknown at a size, by text and learner."""
    models = {name: trace.model_at(size) for name, trace in traces.items()}
    return {
        text: {
            name: sum(n * model.segment(word).count(model.vocabulary[0]) for word, n in corpus.items())
            for name, model in models.items()
        }
        for text, corpus in texts.items()
    }


def _swaps(curves: Mapping[str, Mapping[int, int]]) -> list[str]:
    """A sentence for each two learners."""
    said = []
    for one, other in combinations(curves, 2):
        leads = [_sign(curves[other][size] - curves[one][size]) for size in curves[one]]
        if not any(leads):
            said.append(f"{one} and {other} need as many tokens at every size")
        elif swap := measure.crossover(curves[one], curves[other]):
            before = max(size for size in curves[one] if size < swap)
            ahead = one if curves[one][swap] < curves[other][swap] else other
            at = "at" if swap - before == 1 else f"between {before:,} and"
            said.append(
                f"{one} and {other} cross {at} {swap:,} pieces, where {ahead} comes to need fewer tokens"
            )
        else:
            ahead, behind = (one, other) if 1 in leads else (other, one)
            tied = "" if all(leads) else " or as many"
            said.append(f"{ahead} needs fewer tokens than {behind}{tied} at every size: no crossover")
    return said


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _data(
    curves: Mapping[str, Mapping[str, Mapping[int, int]]],
    traces: Mapping[str, learning.Learned],
    lost: Mapping[str, Mapping[str, int]],
) -> dict[str, object]:
    """All of it, for --json."""
    return {
        "learners": {
            name: {"sizes": [trace.sizes.start, trace.sizes.stop - 1], "stopped": trace.stopped}
            for name, trace in traces.items()
        },
        "texts": [
            {
                "text": text,
                "tokens": by_learner,
                "crossovers": [
                    {"between": list(pair), "size": measure.crossover(*(by_learner[name] for name in pair))}
                    for pair in combinations(by_learner, 2)
                ],
                "unknown": lost[text],
            }
            for text, by_learner in curves.items()
        ],
    }
