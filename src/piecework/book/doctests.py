"""A griffe extension: the doctests of docstrings become code blocks on the library's pages."""

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^(>>> .*(?:\n.+)*)", re.MULTILINE)


class Doctests(Extension):
    def on_object(self, *, obj: Object, **options: Any) -> None:
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(r"```pycon\n\1\n```", obj.docstring.value)
