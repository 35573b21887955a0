"""A reader's code for a challenge: its function is tried on cases, and its first failure is told."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from reprlib import Repr
from typing import Any

Case = tuple[tuple[Any, ...], object, str]  # what the function is called with, what is right, and a hint

_brief = Repr()
_brief.maxstring, _brief.maxother, _brief.maxdict, _brief.maxlist, _brief.maxtuple = 60, 60, 8, 8, 8


def trial(names: Mapping[str, object], cases: Iterable[Case], name: str = "mine") -> str | None:
    """None where the reader's function is right on every case, else what it did on the first other one.

    A list may be given where a tuple is right, and the other way round. A function among the arguments is
    shown by its name. Nothing that the function does to its arguments lasts, and nothing that it raises.
    Cost: a call for each case; a function that does not end is not ended here.

    >>> trial({"mine": lambda n: n + n}, [((2,), 4, "Double it."), ((3,), 9, "No: square it.")])
    '`mine(3)` gives `6`. No: square it.'
    """
    mine = names.get(name)
    if not callable(mine):
        return f"There is no function `{name}` in your code."
    for arguments, right, hint in cases:
        call = _code(f"{name}({', '.join(map(_shown, arguments))})")
        try:
            given = mine(*copy.deepcopy(arguments))
            if given is None and right is not None:
                return f"{call} gives `None`. Does every way through the function return something?"
            if _plain(given) == _plain(right):
                continue
            said = f"{call} gives {_code(_shown(given))}."
        except (Exception, SystemExit) as error:
            return f"{call} ends in {type(error).__name__}: {_first_line(error)}"
        return f"{said} {hint}"
    return None


def after(code: str, names: Mapping[str, object]) -> dict[str, object]:
    """All names once code has run after a page's blocks: what a challenge that asks for code gets.

    >>> after("b = a + 1", {"a": 1})["b"]
    2
    """
    scope = dict(names)
    exec(code, scope)
    return scope


def _code(text: str) -> str:
    return f"`{text.replace('`', chr(39))}`"  # what stands between backticks is set as code


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple | list) else value


def _shown(value: object) -> str:
    if callable(value):
        return getattr(value, "__name__", "a function")
    try:
        return _brief.repr(value)
    except Exception:
        return f"something of type {type(value).__name__}"


def _first_line(error: BaseException) -> str:
    try:
        lines: Sequence[str] = str(error).splitlines()
    except Exception:
        lines = []
    return f"{lines[0][:120]}" if lines else "it does not say why."
