"""A tokenizer as one JSON file, with a version. What is read is checked before it is a tokenizer.

A file of this version gives the same ids for ever (tests/golden/tokenizers holds some that must).
"""

import json
from dataclasses import asdict
from typing import Any

from .bpe import Merges
from .corpus import short
from .coverage import Cover
from .plain import fraction, opened, typed
from .spelling import alphabet, check, glue
from .unigram import Unigram
from .wordpiece import WordPieces

VERSION = 1
MODELS = {"bpe": Merges, "wordpiece": WordPieces, "unigram": Unigram, "coverage": Cover}
Model = Merges | WordPieces | Unigram | Cover

# The fields of a file beside the model, with their types.
FIELDS: dict[str, Any] = {
    "normalizers": tuple[str, ...],
    "splits": tuple[str, ...],
    "fallback": str,
    "unknown": str | None,
    "fuse_unknown": bool,
    "ids": tuple[int, ...] | None,
}


def write(given: dict[str, Any]) -> str:
    """The fields of a tokenizer as JSON text."""
    model = given["model"]
    learner = next(name for name, kind in MODELS.items() if isinstance(model, kind))
    data = {
        "piecework": "tokenizer",
        "version": VERSION,
        **{name: given[name] for name in FIELDS},
        "specials": dict(given["specials"]),
        "model": {"learner": learner, **asdict(model)},
    }
    return json.dumps(data, ensure_ascii=False, default=fraction)


def read(text: str) -> dict[str, Any]:
    """The fields of a tokenizer from JSON text. Raises `ValueError` that names the field at fault."""
    data = opened(text, "tokenizer", VERSION)
    for name in (*FIELDS, "specials", "model"):
        if name not in data:
            raise ValueError(f"not a tokenizer: it has no {name!r}")
    if extra := data.keys() - {*FIELDS, "specials", "model"}:
        raise ValueError(f"not a tokenizer: it has {min(extra)!r}, which is no part of it")
    try:
        given = {name: typed(kind, data[name], name) for name, kind in FIELDS.items()}
        if not isinstance(data["specials"], dict):
            raise ValueError("specials is not an object of names with ids")
        given["specials"] = {
            name: typed(int, one, f"specials[{name!r}]") for name, one in data["specials"].items()
        }
        given["model"] = _model(data["model"])
    except (ValueError, TypeError) as error:
        raise ValueError(f"not a tokenizer: {error}") from error
    return given


def _model(data: Any) -> Model:
    if not isinstance(data, dict):
        raise ValueError("model is not an object")
    learner = data.pop("learner", None)
    if learner not in MODELS:
        raise ValueError(f"model.learner is {learner!r}; there are {', '.join(map(repr, MODELS))}")
    model: Model = typed(MODELS[learner], data, "model")
    check_model(model)
    return model


def check_model(model: Model) -> None:
    """Raise `ValueError` where a model contradicts itself.

    >>> check_model(Merges(("a", "b"), (("a", "c"),), "plain"))
    Traceback (most recent call last):
    ValueError: model.merges[0]: 'c' is no symbol, nor made by a merge before it
    """
    check(model.spelling)
    if list(model.alphabet) != sorted(set(model.alphabet)):
        raise ValueError("model.alphabet is not sorted, or has a symbol twice")
    if model.spelling == "bytes" and not set(model.alphabet) <= set(alphabet([], "bytes")):
        raise ValueError("model.alphabet has a symbol that stands for no byte")
    known = set(model.alphabet)
    if "" in known:
        raise ValueError("model.alphabet has an empty symbol")
    if isinstance(model, Merges):
        for rank, pair in enumerate(model.merges):
            if strange := [part for part in pair if part not in known]:
                raise ValueError(
                    f"model.merges[{rank}]: {short(strange[0])} is no symbol, nor made by a merge before it"
                )
            known.add(glue(pair, model.spelling))
    elif isinstance(model, Cover):
        for number, run in enumerate(model.pieces):
            if len(run) < 2 or not known.issuperset(run):
                raise ValueError(
                    f"model.pieces[{number}] is not a run of two or more symbols of the alphabet"
                )
    elif isinstance(model, WordPieces):
        if "" in model.pieces:
            raise ValueError(f"model.pieces[{model.pieces.index('')}] is empty")
        if model.longest_word is not None and model.longest_word < 1:
            raise ValueError(f"model.longest_word is {model.longest_word}; it must be 1 or more, or null")
    elif lacking := known.difference(piece for piece, _ in model.weights):
        raise ValueError(f"model.weights has none for {min(lacking)!r}, a symbol of the alphabet")
