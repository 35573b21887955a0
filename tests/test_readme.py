"""The README's examples run and print what the README says."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from piecework import corpora
from piecework.cli import main

README = Path(__file__).parents[1] / "README.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^    piecework (.+)$", re.MULTILINE)


def test_the_worked_examples(request: pytest.FixtureRequest, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = README.read_text(encoding="utf-8")
    found = list(EXAMPLE.finditer(text))
    assert len(found) == text.count("\n```python") == 2
    for example in reversed(found):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(example[1], "README.md", "exec"), {})
        if request.config.getoption("--update-goldens"):
            text = text[: example.start(2)] + printed.getvalue() + text[example.end(2) :]
        else:
            assert printed.getvalue() == example[2]
    if request.config.getoption("--update-goldens"):
        README.write_text(text, encoding="utf-8")


def test_the_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("English", "German"):
        Path(f"{name.lower()}.txt").write_text(corpora.rights()[name] * 9, encoding="utf-8")
    commands = COMMAND.findall(README.read_text(encoding="utf-8"))
    assert {command.split()[0] for command in commands} == {"train", "encode", "audit", "compare", "export"}
    for command in commands:
        assert main(shlex.split(command)) == 0, (command, capsys.readouterr().err)
    assert {path.name for path in tmp_path.iterdir()} >= {"mine.json", "theirs.json", "curves.svg"}
