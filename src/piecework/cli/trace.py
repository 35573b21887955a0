"""`piecework trace`: what a learner did, step by step."""

import argparse
import csv
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from ..trace import Score, Step, Trace
from ..unigram import PruneTrace
from . import arguments, learning, reading, writing

HEAD = ("step", "piece", "parts", "score", "tied", "rivals", "tokens")
STEPS = 20  # that are learned of a text when nothing says how many
RIVALS = 2  # that the table shows; CSV and JSON have all that a step remembers


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "trace",
        run,
        "show the steps of a training as a table",
        "Each step: its number, the piece that it made (of unigram: dropped), its parts, its score in the "
        "learner's own terms, how many candidates tied at that score, the next best, and the tokens that the "
        "text takes after it. FILE is text to learn from, or a trace that `train --trace` wrote.",
        "piecework trace --learner wordpiece --steps 5 essay.txt",
    )
    arguments.files(parser, "UTF-8 text, or a saved trace")
    parser.add_argument("--learner", choices=arguments.LEARNERS, default="bpe", help="default: bpe")
    parser.add_argument(
        "--steps",
        type=arguments.number(0),
        metavar="N",
        help=f"at most so many (default: {STEPS} of a text, unless a size is given; all of a saved trace)",
    )
    parser.add_argument("--vocab-size", type=arguments.number(1), metavar="N", help="learn up to this size")
    arguments.settings(parser, split="whitespace", spelling="last-marked")
    arguments.whole_texts(parser)
    parser.add_argument("--csv", action="store_true", help="write CSV, with all rivals, for a spreadsheet")
    arguments.as_json(parser, "write the trace as JSON, to be read again")


def run(args: argparse.Namespace) -> None:
    """Print the steps."""
    trace = _saved(args) or _learned(args)
    steps = trace.steps[: args.steps]
    if args.json:
        if len(steps) < len(trace.steps):
            raise ValueError("--json writes a whole trace; leave out --steps, or learn anew with it")
        print(trace.to_json())
    elif args.csv:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow((*HEAD[:-1], "replaced", "tokens"))
        rows.writerows(
            (
                step.number,
                writing.harmless(step.symbol),
                writing.harmless(" ".join(step.parts)),
                step.score,
                step.tied,
                writing.harmless("; ".join(f"{rival.symbol} {rival.score}" for rival in step.rivals)),
                step.replaced,
                step.tokens,
            )
            for step in steps
        )
    else:
        print(writing.table(HEAD, [row(step) for step in steps], "rllrrlr"))
        print(f"\n{summary(trace)}")


def row(step: Step) -> list[str]:
    """A step as the table shows it.

    >>> from piecework import corpora, wordpiece
    >>> row(wordpiece.train(corpora.load("hugs"), steps=1).steps[0])
    ['1', '##gs', '##g ##s', '1/20', '1', '##ug 1/36, ##un 1/36', '108']
    """
    rivals = [f"{writing.visible(rival.symbol)} {score(rival.score)}" for rival in step.rivals[:RIVALS]]
    return [
        f"{step.number}",
        writing.visible(step.symbol),
        " ".join(map(writing.visible, step.parts)),
        score(step.score),
        writing.number(step.tied),
        ", ".join(rivals),
        writing.number(step.tokens),
    ]


def score(value: Score) -> str:
    """A score in a learner's own terms: whole, a fraction, or six digits of a float.

    >>> score(1234), score(Fraction(1, 20)), score(0.123456789)
    ('1,234', '1/20', '0.123457')
    """
    if isinstance(value, Fraction):
        return f"{value}" if value.denominator < 10**6 else f"{float(value):.6g}"
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def summary(trace: Trace) -> str:
    """What a trace came to, and why it stopped, in a sentence.

    >>> from piecework import bpe, corpora
    >>> summary(bpe.train(corpora.load("four-words"), vocab_size=300))
    '79 tokens became 16 in 13 steps; 24 pieces, as nothing was left to learn'
    """
    count = len(trace.steps)
    steps = f"{count:,} step{'s' * (count != 1)}"
    why = {
        "steps": "the steps that were asked for",
        "vocab_size": "the size that was asked for",
        "nothing left": "as nothing was left to learn",
    }[trace.stopped]
    start = trace.rounds[0].tokens if isinstance(trace, PruneTrace) else trace.start_tokens
    return f"{start:,} tokens became {trace.tokens:,} in {steps}; {trace.vocab_size:,} pieces, {why}"


def _saved(args: argparse.Namespace) -> Trace | None:
    """The trace in the one file that was named, if it is one."""
    files: Sequence[str] = args.files
    if len(files) != 1 or not Path(files[0]).is_file():
        return None
    (path,) = files
    with reading.opened(path) as file:
        start = file.read(200)
    if start.startswith(b'{"piecework": "tokenizer"'):
        raise ValueError(f"{path} is a tokenizer, which keeps no steps; write them with train --trace")
    if not reading.is_trace(start):
        return None
    return reading.trace(reading.content(path).decode(errors="replace"), path)


def _learned(args: argparse.Namespace) -> Trace:
    """The trace of learning from the files."""
    steps = STEPS if args.steps is None and args.vocab_size is None else args.steps
    words = learning.words(args, args.files)
    return learning.learn(args.learner, words, steps, args.vocab_size, learning.settings(args, args.learner))
