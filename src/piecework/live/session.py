"""A chapter's session: its blocks run in order, as the build ran them, with the reader's edits in place.

A block's hidden lines (`# markdown-exec: hide`) are the page's own: they run before or after what the reader
sees, and an assert among them is a claim of the book. A claim that edits have made false is told, not raised.
"""

import ast
import contextlib
import copy
import io
import random
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..render.html import shown
from . import CODE, described

HIDE = "# markdown-exec: hide"
MOST = 200_000  # characters of output that a block may show
KEPT = 4  # states of a session to come back to
Json = dict[str, Any]
Program = tuple[str, str, str]  # what runs first, the code that the reader sees, and what runs after it


@dataclass
class Session:
    """The names of one page, and what has run to make them."""

    names: Json = field(default_factory=dict)
    done: list[Program] = field(default_factory=list)
    before: dict[int, tuple[list[Program], Json | None, object]] = field(default_factory=dict)
    # What blocks wanted and browsers do not have. What fails after that is no block's fault.
    missing: list[str] = field(default_factory=list)

    def reach(self, programs: list[Program], tell: Callable[..., object], edited: str = "") -> Json | None:
        """Have run exactly these programs. Returns what went wrong in one of them, and in which."""
        if self.done != programs[: len(self.done)]:
            self.go_back(programs)
        for number in range(len(self.done), len(programs)):
            tell(
                done=number,
                of=len(programs) + 1,
                what=f"Running the blocks above{edited}, {number + 1} of {len(programs)}\u2026",
            )
            wrong, _ = self.execute(programs[number], io.StringIO())
            if wrong and not self.missing:
                self.restart()
                return wrong | {"block": number}
        return None

    def go_back(self, programs: list[Program]) -> None:
        """To the latest kept state from which these programs can go on, or to the start."""
        for number, (done, names, state) in sorted(self.before.items(), reverse=True):
            if names is not None and done == programs[:number]:
                self.names.clear()
                self.names.update(fresh(names))
                self.done = list(done)
                random.setstate(state)  # type: ignore[arg-type]
                return
        self.restart()

    def restart(self) -> None:
        self.names.clear()
        self.names["__name__"] = "__main__"
        self.done, self.missing = [], []

    def keep(self) -> None:
        """Remember the state as it is, to come back to when the next block runs again."""
        try:
            names = fresh(self.names)
        except TypeError:  # something that can only be used once: blocks will run from the start instead
            names = None
        while len(self.before) >= KEPT:
            del self.before[next(iter(self.before))]
        self.before[len(self.done)] = list(self.done), names, random.getstate()

    def execute(self, program: Program, out: io.StringIO) -> tuple[Json | None, list[Json]]:
        """Run one program: what went wrong in the part that the reader sees, and claims that do not hold."""
        first, code, last = program
        self.done.append(program)
        claims: list[Json] = []
        with contextlib.redirect_stdout(out):
            self.quietly(first, claims)
            try:
                exec(compile(code, CODE, "exec"), self.names)
            except BaseException as error:  # SystemExit too: a reader's code may call anything
                return self.explained(error), claims
            self.quietly(last, claims)
        return None, claims

    def quietly(self, code: str, claims: list[Json]) -> None:
        """Run the page's own lines, one statement after the other."""
        for statement in ast.parse(code).body:
            try:
                exec(compile(ast.Module([statement], []), "the page", "exec"), self.names)
            except Exception as error:
                if isinstance(statement, ast.Assert):
                    why = "" if isinstance(error, AssertionError) else str(error)
                    claims.append({"text": ast.unparse(statement.test), "why": why})

    def explained(self, error: BaseException) -> Json:
        said = described(error)
        if isinstance(error, ModuleNotFoundError) and error.name:
            self.missing.append(error.name)
            said["message"] = f"{error.name} does not run in a browser. What the build printed stands."
        elif isinstance(error, OSError) and "does not support" in str(error):  # processes, in a browser
            self.missing.append("a process of its own")
        elif isinstance(error, NameError) and self.missing:
            said["message"] = (
                f"{error} (a block above needs {self.missing[0]}, which does not run in a browser)"
            )
        elif isinstance(error, SystemExit):
            said["message"] = "the code asked to exit"
        return said


sessions: dict[str, Session] = {}


def of(page: str) -> Session:
    """The session of a page. One is kept: a reader reads one page at a time."""
    if page not in sessions:
        sessions.clear()
        sessions[page] = Session()
        sessions[page].restart()
    return sessions[page]


def program(code: str, seen: bool, edit: str | None = None) -> Program:
    """A block as it runs: its own lines around what the reader sees, which may be an edit of theirs.

    >>> program("print(1)\\nassert 1  # markdown-exec: hide", True, "print(2)")
    ('', 'print(2)', 'assert 1  # markdown-exec: hide')
    """
    lines = code.split("\n")
    own = [line.rstrip().endswith(HIDE) for line in lines]
    if not seen:  # such a block has no hidden lines, but its asserts are the page's all the same
        for statement in ast.parse(code).body:
            if isinstance(statement, ast.Assert):
                for at in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
                    own[at] = True
    shown = own.index(False) if False in own else len(own)
    first, rest = lines[:shown], list(zip(own, lines, strict=True))[shown:]
    visible = "\n".join(line for hidden, line in rest if not hidden).strip("\n")
    last = "\n".join(line for hidden, line in rest if hidden)
    return "\n".join(first), visible if edit is None else edit, last


def run(page: str, blocks: list[Json], numbers: list[list[str]], tell: Callable[..., object]) -> Json:
    """Run the last of a page's first blocks, as it follows from those above it.

    A block has `code`, `seen` (is its code shown?) and perhaps `edit`. `numbers` are expressions, each with
    its format, that stand in the prose after it. The result has `output`, `error` (None, or kind, message,
    line, and `block` where one above failed), `claims` that edits made false, and the `numbers` as they are.

    >>> edited = {"code": "print(x)", "seen": True, "edit": "print(x + 1)"}
    >>> quiet = lambda **said: None
    >>> run("a page", [{"code": "x = 2", "seen": True}, edited], [["x", ""]], quiet)["output"]
    '3\\n'
    """
    session = of(page)
    *above, last = (program(block["code"], block["seen"], block.get("edit")) for block in blocks)
    edited = " with your edits" if any(block.get("edit") is not None for block in blocks[:-1]) else ""
    if wrong := session.reach(above, tell, edited):
        return {"output": "", "error": wrong, "claims": [], "numbers": []}
    session.keep()
    tell(what="Running\u2026")
    out = Output()
    wrong, claims = session.execute(last, out)
    if wrong and not session.missing:
        session.done[-1] = "", "", "failed"  # half done: whatever runs next goes back to before it
    values = [] if wrong else [_value(session.names, expr, spec) for expr, spec in numbers]
    return {"output": out.getvalue(), "error": wrong, "claims": claims, "numbers": values}


def check(
    page: str, blocks: list[Json], name: str, kind: str, given: str, tell: Callable[..., object]
) -> Json:
    """Hand what a reader gave to the page's function `name`, in the session as it is after these blocks.

    The result has `hint` (None where the answer is right), `output` and `error` of the reader's code.

    >>> block = {"code": "def even(n):\\n    return None if n % 2 == 0 else 'odd'", "seen": False}
    >>> check("a page", [block], "even", "number", "3", tell=lambda **said: None)
    {'hint': 'odd', 'output': '', 'error': None}
    """
    if not given.strip():
        return {"hint": "There is nothing here yet.", "output": "", "error": None}
    session, out = of(page), Output()
    if wrong := session.reach([program(block["code"], block["seen"]) for block in blocks], tell):
        return {"hint": None, "output": "", "error": wrong}
    try:
        names = fresh(session.names)
    except TypeError:
        names = session.names
        session.done.append(("", given, ""))  # so that the next use of the session starts anew
    argument: Any = given
    with contextlib.redirect_stdout(out):
        if kind == "code":
            argument = names
            try:
                exec(compile(given, CODE, "exec"), names)
            except BaseException as error:
                return {"hint": None, "output": out.getvalue(), "error": session.explained(error)}
        elif kind == "number":
            try:
                argument = number(given)
            except ValueError as error:
                return {"hint": str(error), "output": "", "error": None}
        elif kind == "line":
            argument = given.strip()
        hint = session.names[name](argument)
    return {"hint": hint, "output": out.getvalue(), "error": None}


def number(text: str) -> int | Fraction:
    """A number as people write it; a whole one is an int.

    >>> number("1,234"), number("12.5"), number("3/4"), number("50 %")
    (1234, Fraction(25, 2), Fraction(3, 4), Fraction(1, 2))
    """
    plain = "".join(text.split()).replace(",", "").replace("\u2212", "-")
    try:
        if len(plain) > 40 or "e" in plain.lower():  # 1e999999999 would fill the memory
            raise ValueError
        value = Fraction(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise ValueError("A number is asked for, like 12, 0.5 or 3/4.") from None
    return int(value) if value.denominator == 1 else value


class Output(io.StringIO):
    """What was printed, up to a limit, so that a loop that prints for ever fills nothing."""

    room = MOST

    def write(self, text: str) -> int:
        if self.room > 0:
            super().write(text[: self.room])
            if len(text) >= self.room:
                super().write("\n\u2026 (the rest is not shown)")
            self.room -= len(text)
        return len(text)


CONTAINERS = (list, deque, set, dict, OrderedDict, defaultdict, Counter)


def fresh(value: Any, seen: dict[int, Any] | None = None) -> Any:
    """A value that nothing done to the original can change.

    Containers and objects of the page's own classes are copied, all else is shared. Raises `TypeError` for
    what can only be used once, such as a generator.

    >>> inner = [1]
    >>> names = {"a": inner, "b": inner}
    >>> copied = fresh(names)
    >>> copied["a"] is copied["b"], copied["a"] is inner
    (True, False)
    """
    seen = {} if seen is None else seen
    if id(value) in seen:
        return seen[id(value)]
    kind = type(value)
    if kind is tuple:
        return tuple(fresh(each, seen) for each in value)
    if hasattr(kind, "__next__"):
        raise TypeError(f"{kind.__name__} can be used only once")
    if isinstance(value, random.Random):
        new = seen[id(value)] = copy.copy(value)
    elif kind in CONTAINERS:
        new = seen[id(value)] = copy.copy(value)
        new.clear()
        if isinstance(value, dict):
            new.update((key, fresh(each, seen)) for key, each in value.items() if key != "__builtins__")
        elif isinstance(value, set):
            new.update(fresh(each, seen) for each in value)
        else:
            new.extend(fresh(each, seen) for each in value)
    elif kind.__module__ == "__main__" and hasattr(value, "__dict__"):
        new = seen[id(value)] = copy.copy(value)
        vars(new).update({name: fresh(each, seen) for name, each in vars(value).items()})
    else:
        return value
    return new


def _value(names: Json, expr: str, spec: str) -> str | None:
    """A number of the prose as it is now; None where the edit took away what it needs."""
    try:
        return shown(eval(compile(expr, "the page", "eval"), names), spec)
    except Exception:
        return None
