"""What a challenge waits for: a step of a plate, an answer, or something that Python looks at in the page."""

import json
from collections.abc import Mapping

from .html import Html, attributes

HOW = ("exactly", "from")
KINDS = ("number", "line", "text", "code")


def goal(steps: Mapping[str, tuple[int, str]]) -> Html:
    """Inside a challenge: done once a plate on the page stands at that step of the trace with that title.

    "exactly" means that step, reached by a single step forward or by scrubbing; "from" means that step or any
    later one. Of several titles one is enough. Raises `ValueError` for any other word.

    >>> goal({"Word family": (11, "exactly")})
    '<div hidden="" data-goal="{&quot;Word family&quot;: [11, &quot;exactly&quot;]}"></div>'
    """
    for title, (_, how) in steps.items():
        if how not in HOW:
            raise ValueError(f"{title!r}: a step is reached 'exactly' or 'from' it on, not {how!r}")
    return _hidden(data_goal=_json(dict(steps)))


def answer(right: object, hints: Mapping[object, str], otherwise: str, label: str = "Your answer") -> Html:
    """Inside a challenge: done once this answer is typed. The page compares; Python is not needed.

    `right` is one value, or a list of values that are all right. `hints` says what to tell someone who typed
    a certain other value, and `otherwise` what to tell anyone else. Compared are numbers as numbers, and all
    else without regard to case, spaces around it, or quotes. Raises `ValueError` without anything to compare
    or tell.

    >>> answer(12, {11: "One too few: the mark counts."}, "Count the symbols.")[:59]
    '<div hidden="" data-answer="{&quot;right&quot;: [&quot;12&q'
    """
    rights = [str(each) for each in (right if isinstance(right, list | tuple) else [right])]
    if not all(each.strip() for each in rights) or not rights or not otherwise.strip():
        raise ValueError("answer needs a right answer that is not empty, and a hint for all others")
    told = {str(wrong): hint for wrong, hint in hints.items()}
    return _hidden(
        data_answer=_json({"right": rights, "hints": told, "otherwise": otherwise, "label": label})
    )


def ask(kind: str, check: str, label: str = "Your answer", start: str = "") -> Html:
    """Inside a challenge: what the reader gives is handed to the page's own function of that name, in Python.

    The function stands in the block that calls `ask`, or above it. It gets a `Fraction` or whole number
    ("number"), a line ("line"), a text of many lines ("text"), or, for "code", a dict of all names as they
    are once the reader's code has run in the page's session. It returns None where the answer is right, and
    otherwise a hint. `start` is what stands in the field at first. Raises `ValueError` for another kind.

    >>> ask("line", "check_word", "A word")[:40]
    '<div hidden="" data-ask="{&quot;kind&quo'
    """
    if kind not in KINDS:
        raise ValueError(f"kind={kind!r} is not known; there are {', '.join(map(repr, KINDS))}")
    return _hidden(data_ask=_json({"kind": kind, "check": check, "label": label, "start": start}))


def _hidden(**data: str) -> Html:
    return Html(f'<div hidden=""{attributes(**data)}></div>')


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
