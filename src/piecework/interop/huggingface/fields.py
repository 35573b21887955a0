"""The fields of a tokenizer.json as it is read: each with its type checked, and its place for an error."""

from collections.abc import Iterator
from typing import Any, NoReturn

from ...plain import typed
from .parts import Json


def field(kind: Any, data: Json, name: str, where: str, *usual: Any) -> Any:
    """A field of an object, which may only be left out where `usual` says what it is then.

    Raises `ValueError` that names it, for what is of another type, too.

    >>> field(int, {"id": 1}, "id", "added_tokens[0]"), field(bool, {}, "fuse_unk", "model", False)
    (1, False)
    """
    if name not in data and not usual:
        raise ValueError(f"{where or 'the file'} has no {name!r}")
    return typed(kind, data.get(name, *usual), f"{where}.{name}" if where else name)


def flat(part: Any, where: str, inside: str) -> Iterator[tuple[str, Json]]:
    """The parts of a part that may be a sequence, each with its place in the file."""
    if part is None:
        return
    if field(str, typed(dict, part, where), "type", where) != "Sequence":
        yield where, part
        return
    for i, one in enumerate(field(list, part, inside, where)):
        yield from flat(typed(dict, one, f"{where}.{inside}[{i}]"), f"{where}.{inside}[{i}]", inside)


def cannot(where: str, why: str) -> NoReturn:
    """Refuse what has no equal here."""
    raise ValueError(f"{where} cannot be said here: {why}")
