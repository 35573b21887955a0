"""The README's example runs and prints what the README says."""

import contextlib
import io
import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_worked_example(request: pytest.FixtureRequest):
    text = README.read_text(encoding="utf-8")
    found = EXAMPLE.search(text)
    assert found, "README.md has no python block with a text block after it"
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(found[1], "README.md", "exec"), {})
    if request.config.getoption("--update-goldens"):
        README.write_text(
            text[: found.start(2)] + printed.getvalue() + text[found.end(2) :], encoding="utf-8"
        )
        return
    assert printed.getvalue() == found[2]
