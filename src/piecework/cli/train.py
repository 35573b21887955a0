"""`piecework train`: a tokenizer from text, as one file."""

import argparse

from .. import tokenizer
from ..progress import Bar, bar
from ..trace import Trace
from . import arguments, reading, writing


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "train",
        run,
        "learn a tokenizer from text",
        "By default it merges bytes (byte-level BPE) inside the words of GPT-2's pattern. The file is "
        "written whole or not at all. Where there is too little to learn, the size that was reached is told; "
        "no vocabulary is filled up.",
        "piecework train --vocab-size 400 -o tokenizer.json essay.txt",
    )
    arguments.files(parser)
    parser.add_argument(
        "--vocab-size",
        type=arguments.number(1),
        metavar="N",
        required=True,
        help="ids in all, special tokens and the fallback's pieces included",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the tokenizer (JSON)")
    parser.add_argument("--trace", metavar="FILE", help="write every step to this file too (JSON)")
    parser.add_argument("--learner", choices=arguments.LEARNERS, default="bpe", help="default: bpe")
    arguments.settings(parser, split="gpt2", spelling="bytes")
    parser.add_argument(
        "--fallback",
        choices=tokenizer.FALLBACKS,
        help="what becomes of a character that was never seen (default: unknown; of bytes none is)",
    )
    parser.add_argument(
        "--special",
        dest="specials",
        action="append",
        default=[],
        metavar="NAME",
        help="a special token; repeat it for more",
    )
    arguments.whole_texts(parser)
    arguments.as_json(parser)


def run(args: argparse.Namespace) -> None:
    """Train, write, and say what was made."""
    how = arguments.given(args, args.learner)
    if args.splits:
        how["splits"] = args.splits
    files = reading.paths(args.files)
    reading.writable(args.output, files)
    if args.trace:
        reading.writable(args.trace, (*files, args.output))
    traces: list[Trace] = []
    spelling = how.get("spelling", "bytes")
    total = args.vocab_size - 256 - len(args.specials) if spelling == "bytes" else None
    with Bar(f"training {args.learner}", None if args.learner == "unigram" else total) as shown:
        made = tokenizer.train(
            bar(reading.all_texts(files, args.whole), "reading"),
            args.vocab_size,
            args.learner,
            args.normalizers,
            fallback=args.fallback,
            specials=args.specials,
            on_step=lambda step: shown.advance(),
            on_trace=traces.append,
            **how,
        )
    (trace,) = traces
    writing.save(args.output, made.to_json())
    if args.trace:
        writing.save(args.trace, trace.to_json())
    if args.json:
        print(
            writing.as_json(
                {
                    "output": args.output,
                    "learner": args.learner,
                    "asked": args.vocab_size,
                    "size": made.size,
                    "steps": len(trace.steps),
                    "stopped": trace.stopped,
                    "words": len(trace.words),
                    "start_tokens": trace.start_tokens,
                    "tokens": trace.tokens,
                }
            )
        )
        return
    print(f"{writing.harmless(args.output)}: {made.size:,} ids, {_why(made.size, args.vocab_size)}")
    count = len(trace.words)
    print(
        f"{count:,} different word{'s' * (count != 1)}; {trace.start_tokens:,} symbols became "
        f"{trace.tokens:,} tokens in {len(trace.steps):,} step{'s' * (len(trace.steps) != 1)}"
    )


def _why(size: int, asked: int) -> str:
    """Whether the size is what was asked for.

    >>> _why(400, 400), _why(300, 400)
    ('as asked for', 'not 400: nothing more was left to learn')
    """
    return "as asked for" if size == asked else f"not {asked:,}: nothing more was left to learn"
