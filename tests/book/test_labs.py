"""Labs run as plain scripts, whatever the hash seed, and print what their goldens say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "labs"
LABS = sorted((ROOT / "docs" / "labs").glob("*.py"))


def run(lab: Path, seed: str) -> str:
    """What a lab prints; it fails with the lab's own traceback."""
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, lab], env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_labs() -> None:
    assert LABS


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.stem)
def test_lab_prints_its_golden(lab: Path, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / f"{lab.stem}.txt"
    printed = run(lab, "0")
    if request.config.getoption("--update-goldens"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(printed, encoding="utf-8")
    assert golden.exists(), f"{golden.name} is missing: make goldens"
    assert printed == golden.read_text(encoding="utf-8"), (
        "if the change is meant: make goldens, and read the diff"
    )
    assert run(lab, "1") == printed, "the lab prints something else under another hash seed"


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.stem)
def test_lab_needs_no_notebook(lab: Path, tmp_path: Path) -> None:
    """Without IPython a lab draws nothing and prints the same."""
    (tmp_path / "IPython").mkdir()
    (tmp_path / "IPython" / "__init__.py").write_text(
        "raise ImportError('no IPython here')\n", encoding="utf-8"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, lab], env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == run(lab, "0")
