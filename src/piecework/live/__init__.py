"""What the pages of the book ask of Python in the reader's browser.

One function for each thing that a page can ask, with values that JSON can hold. None of them knows that there
is a browser: the tests call them as they are. A page calls them by name ("plates.redraw") through `answer`.
"""

import json
import traceback
from collections.abc import Callable
from importlib import import_module

CALLS = (
    "session.run",
    "session.check",
    "plates.redraw",
    "workbench.start",
    "workbench.train",
    "workbench.curve",
    "workbench.chart",
    "workbench.compare",
    "workbench.take",
    "sentence.cut",
)
CODE = "your code"  # the file name of code that a reader wrote
Tell = Callable[[str], object]


def answer(call: str, arguments: str, tell: Tell = lambda said: None) -> str:
    """What a function of this package gave, as JSON: {"value": …}, or {"error": kind, message and line}.

    `arguments` is a JSON object. `tell` is handed JSON of how far a long call has come. Nothing is raised.

    >>> answer("plates.no_such", "{}")
    '{"error": {"kind": "LookupError", "message": "there is no call plates.no_such", "line": null}}'
    """
    try:
        if call not in CALLS:
            raise LookupError(f"there is no call {call}")
        module, name = call.split(".")
        function = getattr(import_module(f"{__name__}.{module}"), name)
        value = function(**json.loads(arguments), tell=lambda **said: tell(json.dumps(said)))
        return json.dumps({"value": value}, ensure_ascii=False)
    except Exception as error:
        return json.dumps({"error": described(error)}, ensure_ascii=False)


def described(error: BaseException) -> dict[str, object]:
    """An exception as a page shows it: its kind, its message, and the line of the reader's code, if any.

    >>> described(ValueError("too long"))
    {'kind': 'ValueError', 'message': 'too long', 'line': None}
    """
    if isinstance(error, SyntaxError):
        return {"kind": "SyntaxError", "message": error.msg, "line": error.lineno}
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CODE]
    message = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return {"kind": type(error).__name__, "message": message, "line": lines[-1] if lines else None}
