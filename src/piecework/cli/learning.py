"""Training as `trace` and `compare` do it: words from files, and one trace whatever the learner."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from .. import bpe, coverage, tokenizer, unigram, wordpiece
from ..corpus import Corpus
from ..progress import Bar
from .arguments import given
from .reading import all_texts, paths

Learned = bpe.MergeTrace | wordpiece.WordPieceTrace | unigram.PruneTrace | coverage.CoverTrace


def words(args: argparse.Namespace, files: list[str]) -> Corpus:
    """The words of files with their counts, as --split and --normalize say; at white space otherwise."""
    texts = all_texts(paths(files), args.whole)
    return tokenizer.corpus(texts, args.normalizers, args.splits or ("whitespace",))


def learn(
    learner: str, corpus: Corpus, steps: int | None, vocab_size: int | None, settings: Mapping[str, Any]
) -> Learned:
    """The trace of a learner on a corpus, with a bar on stderr; of unigram also by `steps`."""
    how = dict(settings)
    if learner == "unigram" and vocab_size is None:
        spelling, longest = how.get("spelling", "last-marked"), how.get("max_length", 16)
        seed = unigram.seed(corpus, spelling, longest)
        least = len(bpe.train(corpus, steps=0, spelling=spelling).alphabet) + how.get("unknown", False)
        vocab_size = max(least, len(seed) + how.get("unknown", False) - (steps or 0))
    total = steps if vocab_size is None else None
    with Bar(f"training {learner}", total) as shown:
        how["on_step"] = lambda step: shown.advance()
        if learner == "unigram":
            assert vocab_size is not None
            return unigram.train(corpus, vocab_size, **how)
        module: Any = {"bpe": bpe, "wordpiece": wordpiece, "coverage": coverage}[learner]
        trace: Learned = module.train(corpus, steps, vocab_size, **how)
        return trace


def settings(args: argparse.Namespace, learner: str, beside: Sequence[str] = ()) -> dict[str, Any]:
    """The settings of a learner that were given, spelled last-marked where nothing else was said."""
    return {"spelling": "last-marked", **given(args, learner, beside)}
