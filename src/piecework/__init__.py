"""Piecework: subword tokenizers that show their work.

A corpus goes in, a trace of every step comes out, and the trace hands over a model that segments words.
Each learner is one module with the same verb, `train`; each result is exact and reproducible. Around a model,
a `Tokenizer` reads whole texts: into ids, with offsets, and back.
"""

from . import (
    audit,
    bpe,
    corpora,
    coverage,
    dropout,
    extending,
    interop,
    measure,
    saving,
    stream,
    tokenizer,
    unigram,
    wordpiece,
)
from .corpus import Corpus
from .tokenizer import Tokenizer

__all__ = [
    "Corpus",
    "Tokenizer",
    "audit",
    "bpe",
    "corpora",
    "coverage",
    "dropout",
    "extending",
    "interop",
    "measure",
    "saving",
    "stream",
    "tokenizer",
    "unigram",
    "wordpiece",
]
__version__ = "0.1.0"
