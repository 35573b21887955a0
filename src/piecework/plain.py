"""Dataclasses as JSON, and back with every type checked: what comes from a file is plain data until then."""

import json
import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

FRACTION = re.compile("-?[0-9]+/[1-9][0-9]*")
JSON = {NoneType: "null", dict: "an object", list: "a list"}


def opened(text: str, kind: str, version: int) -> dict[str, Any]:
    """The fields of a JSON object that says that it is of this kind and version, without these two.

    Raises `ValueError` that says what is wrong with any other text.

    >>> opened('{"piecework": "trace", "version": 3, "steps": []}', "trace", 3)
    {'steps': []}
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a {kind}: this is not JSON ({error})") from error
    if not isinstance(data, dict) or data.pop("piecework", None) != kind:
        raise ValueError(f'not a {kind}: the JSON object has no "piecework": "{kind}"')
    if (found := data.pop("version", None)) != version:
        raise ValueError(f"a {kind} of version {found!r}; this library reads version {version}")
    return data


def typed(hint: Any, value: Any, where: str) -> Any:
    """A JSON value as the type `hint`; `ValueError` says at which place it is not one.

    >>> typed(tuple[tuple[str, int | Fraction], ...], [["a", 1], ["b", "1/2"]], "weights")
    (('a', 1), ('b', Fraction(1, 2)))
    >>> typed(tuple[int, ...] | None, [1, 2], "ids"), typed(tuple[int, ...] | None, None, "ids")
    ((1, 2), None)
    >>> typed(int | None, "1", "ids[3]")
    Traceback (most recent call last):
    ValueError: ids[3] is of type str, not int or null
    """
    if isinstance(hint, type) and is_dataclass(hint):
        hints, names = get_type_hints(hint), [f.name for f in fields(hint)]
        if not isinstance(value, dict):
            raise ValueError(f"{where} is of type {type(value).__name__}, not an object")
        if missing := [name for name in names if name not in value]:
            raise ValueError(f"{where} has no {missing[0]!r}")
        if extra := [name for name in value if name not in names]:
            raise ValueError(f"{where} has {extra[0]!r}, which is no part of it")
        return hint(**{name: typed(hints[name], value[name], f"{where}.{name}") for name in names})
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{where} is of type {type(value).__name__}, not a list")
        inner = get_args(hint)
        inner = inner[:1] * len(value) if inner[-1] is Ellipsis else inner
        if len(inner) != len(value):
            raise ValueError(f"{where} has {len(value)} entries, not {len(inner)}")
        if [*map(type, value)] == [*inner]:  # the common case, and there may be millions
            return tuple(value)
        return tuple(typed(*pair, f"{where}[{i}]") for i, pair in enumerate(zip(inner, value, strict=True)))
    kinds = get_args(hint) or (hint,)  # `int | None` has two
    if value is not None and (lists := [kind for kind in kinds if get_origin(kind) is tuple]):
        return typed(lists[0], value, where)
    if isinstance(value, list) and (tuples := [kind for kind in kinds if get_origin(kind) is tuple]):
        return typed(tuples[0], value, where)
    if Fraction in kinds and isinstance(value, str) and FRACTION.fullmatch(value):
        return Fraction(value)
    if type(value) not in kinds:  # not isinstance: true is no whole number
        known = " or ".join(JSON.get(kind, kind.__name__) for kind in kinds)
        raise ValueError(f"{where} is of type {type(value).__name__}, not {known}")
    return value


def fraction(value: Any) -> str:
    """How JSON holds a fraction: as "1/20".

    >>> fraction(Fraction(1, 20))
    '1/20'
    """
    if not isinstance(value, Fraction):
        raise TypeError(f"JSON cannot hold {value!r}")
    return f"{value.numerator}/{value.denominator}"
