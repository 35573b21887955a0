"""What commands read: texts from files or stdin, a line at a time; tokenizers and traces by their content.

Text is UTF-8; a byte order mark at its start is dropped. Errors name the file, and the byte where it stops
being UTF-8.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO

from ..bpe import MergeTrace
from ..coverage import CoverTrace
from ..saving import SavingTrace
from ..splitting import SPLITS
from ..tokenizer import Tokenizer
from ..trace import Trace
from ..unigram import PruneTrace
from ..wordpiece import WordPieceTrace

STDIN = "-"
RANKS = re.compile(rb"[A-Za-z0-9+/]+={0,2} [0-9]+\r?\n")  # how a rank file begins
BOM = b"\xef\xbb\xbf"
TRACES: tuple[type[Trace], ...] = (MergeTrace, WordPieceTrace, PruneTrace, CoverTrace, SavingTrace)


def paths(given: Sequence[str]) -> list[str]:
    """The files that were named, patterns expanded and sorted; stdin where none was.

    Raises `FileNotFoundError` for a pattern that nothing matches, and for a file that is not there, before
    any other is read, and `ValueError` for stdin twice.
    """
    found: list[str] = []
    for name in given or (STDIN,):
        if name == STDIN or Path(name).exists() or not has_magic(name):
            found.append(name)
        elif matching := sorted(path for path in glob(name, recursive=True) if Path(path).is_file()):
            found += matching
        else:
            raise FileNotFoundError(f"no file matches {name}; check the path, or quote it less")
    for name in found:
        check(name)
    if found.count(STDIN) > 1:
        raise ValueError("stdin can be read only once; name it once")
    return found


def check(path: str) -> None:
    """Raise an `OSError` that says what to do where a file cannot be read.

    It is not opened for that: a pipe can be opened only once.
    """
    if path == STDIN:
        return
    if not Path(path).exists():
        raise FileNotFoundError(f"there is no file {path}; check the path")
    if Path(path).is_dir():
        raise IsADirectoryError(f"{path} is a folder; name the files in it, such as '{Path(path)}/*'")
    if not os.access(path, os.R_OK):
        raise PermissionError(f"{path} may not be read; change its permissions")


def opened(path: str) -> AbstractContextManager[BinaryIO]:
    """A file to read bytes from; raises as `check` does."""
    check(path)
    if path != STDIN:
        return open(path, "rb")
    if sys.stdin is None:
        raise OSError("stdin is closed; name a file")
    if sys.stdin.isatty():
        print("reading what you type; end it with Ctrl-D", file=sys.stderr)
    return nullcontext(sys.stdin.buffer)  # it is not ours to close


def texts(path: str, whole: bool = False) -> Iterator[str]:
    """The texts of a file: its lines without their ends, or all of it."""
    name, read, first = shown(path), 0, True
    with opened(path) as file:
        for raw in (file.read(),) if whole else file:
            if first and raw.startswith(BOM):
                raw, read = raw[3:], 3
            first = False
            text = _decoded(raw, read, name)
            read += len(raw)
            yield text if whole else text.removesuffix("\n").removesuffix("\r")


def _decoded(raw: bytes, read: int, name: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name} is not UTF-8: byte {read + error.start} ({raw[error.start]:#04x}) cannot be read "
            f"({error.reason}); convert the file, then try again"
        ) from error


def all_texts(files: Sequence[str], whole: bool = False) -> Iterator[str]:
    """The texts of several files, one after another."""
    for path in files:
        yield from texts(path, whole)


def shown(path: str) -> str:
    """A file as messages and tables name it."""
    return "stdin" if path == STDIN else path


def is_trace(start: bytes) -> bool:
    """Whether a file that starts so looks like a saved trace.

    >>> is_trace(b'{"piecework": "trace", "version": 2')
    True
    """
    return start.lstrip().startswith(b'{"piecework": "trace"')


def trace(text: str, path: str) -> Trace:
    """The trace that a text holds, of whichever learner. Raises `ValueError` for any other text."""
    try:
        names = set(json.loads(text))
    except (ValueError, RecursionError, TypeError) as error:
        raise ValueError(f"{shown(path)} is damaged: this is not JSON ({error})") from error

    def strange(kind: type[Trace]) -> int:
        return len(names.symmetric_difference(field.name for field in fields(kind)))

    try:
        return min(TRACES, key=strange).from_json(text)
    except ValueError as error:
        raise ValueError(f"{shown(path)}: {error}") from error


def content(path: str) -> bytes:
    """All bytes of a file."""
    with opened(path) as file:
        return file.read()


def tokenizer(name: str) -> Tokenizer:
    """The tokenizer in a file, whoever wrote it, or a published one.

    Which format it is, is seen from what is in it. A rank file does not hold how text is split, so that is
    written before its name, as in o200k:ranks.tiktoken. Raises `ValueError` that names the file.
    """
    before, _, path = name.partition(":")
    if before == "published":
        from ..interop import published

        return published(path)
    splits = before if path and before in SPLITS and not Path(name).exists() else None
    path = path if splits else name
    data = content(path)
    try:
        made = _read(data, splits)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{shown(path)} is damaged: byte {error.start} is not UTF-8 ({error.reason})"
        ) from error
    except ValueError as error:
        raise ValueError(f"{shown(path)}: {error}") from error
    if splits and not RANKS.match(data):
        raise ValueError(f"{shown(path)} says itself how text is split; leave out {splits}: before it")
    return made


def _read(data: bytes, splits: str | None) -> Tokenizer:
    from .. import interop

    start = data[:200].removeprefix(BOM).lstrip()
    if not data.strip():
        raise ValueError("the file is empty, and no tokenizer")
    if is_trace(start):
        raise ValueError("this is a trace, no tokenizer; `piecework trace` shows it")
    if start.startswith(b"{"):
        text = data.decode("utf-8-sig")
        return Tokenizer.from_json(text) if b'"piecework"' in start else interop.from_huggingface(text)
    if RANKS.match(data):
        if splits is None:
            raise ValueError(
                "a rank file does not say how text is split; write cl100k:, o200k: or gpt2: before its name"
            )
        return interop.from_tiktoken(data, (splits,))
    if data.startswith(b"\n"):  # the first field of SentencePiece's model
        return interop.from_sentencepiece(data)
    raise ValueError("this is no tokenizer: neither JSON, nor a rank file, nor a model of SentencePiece")


def writable(path: str, beside: Iterable[str] = ()) -> None:
    """Raise an `OSError` where a file could not be written, before the work for it is done.

    And a `ValueError` where it is one of those `beside` it, which are read, or written too.
    """
    if path == STDIN:
        raise ValueError("- is no file to write; name one, or /dev/stdout")
    if os.path.realpath(path) in map(os.path.realpath, beside):
        raise ValueError(f"{path} is named twice, and what is in it would be lost; write to another file")
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it")
    if target.exists() and not target.is_file():  # a pipe or a device, which is written into
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"there is no folder {target.parent}, so {path} cannot be written; make it first"
        )
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(f"nothing may be written in the folder {target.parent}; change its permissions")
