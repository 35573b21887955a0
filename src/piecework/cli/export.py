"""`piecework export`: a tokenizer in another library's format, or one of theirs in ours."""

import argparse

from ..tokenizer import Tokenizer
from . import arguments, reading, writing

FORMATS = ("huggingface", "tiktoken", "sentencepiece", "piecework")


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "export",
        run,
        "write a tokenizer in another library's format",
        "huggingface is tokenizer.json of Hugging Face's tokenizers, tiktoken a rank file, sentencepiece a "
        "model file, and piecework our own, for a tokenizer that came from one of them. What a format cannot "
        "say exactly is refused.",
        "piecework export tokenizer.json --to huggingface -o huggingface.json",
    )
    arguments.tokenizer(parser)
    parser.add_argument("--to", choices=FORMATS, required=True, help="the format")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    arguments.as_json(parser)


def run(args: argparse.Namespace) -> None:
    """Convert and write."""
    reading.writable(args.output, [args.tokenizer])
    coder = reading.tokenizer(args.tokenizer)
    data = converted(coder, args.to)
    writing.save(args.output, data)
    size = len(data.encode() if isinstance(data, str) else data)
    if args.json:
        print(writing.as_json({"output": args.output, "format": args.to, "size": coder.size, "bytes": size}))
    else:
        print(f"{writing.harmless(args.output)}: {coder.size:,} ids for {args.to}, {size:,} bytes")


def converted(coder: Tokenizer, to: str) -> str | bytes:
    """A tokenizer in a format. Raises `ValueError` for what the format cannot say."""
    from .. import interop

    match to:
        case "huggingface":
            return interop.to_huggingface(coder)
        case "tiktoken":
            return interop.to_tiktoken(coder)
        case "sentencepiece":
            return interop.to_sentencepiece(coder)
    return coder.to_json()
