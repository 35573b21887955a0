"""What browsers load: fetched by checksum, named by content, the same bytes twice, or said to be missing."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import wordfreq

from piecework.book import live

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "docs/assets/live"


def names(folder: Path) -> dict[str, str]:
    return json.loads((folder / "live.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("live")
    (folder / live.SAID).write_bytes((FETCHED / live.SAID).read_bytes())
    live.add_library(folder)
    return folder


def test_the_lock_pins_every_package_by_checksum_and_names_no_registry():
    lock = json.loads((live.NEEDS / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert {"node_modules/pyodide", "node_modules/@codemirror/view"} <= packages.keys()
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "http" not in json.dumps(lock)


def test_the_library_travels_without_the_books_machinery(site):
    with zipfile.ZipFile(site / names(site)["piecework"]) as wheel:
        files = wheel.namelist()
    assert "piecework/live/session.py" in files and "piecework/data/sentences.tsv" in files
    assert not [name for name in files if name.startswith("piecework/book")]


def test_two_builds_give_the_same_names_and_so_the_same_bytes(site, tmp_path):
    (tmp_path / live.SAID).write_bytes((FETCHED / live.SAID).read_bytes())
    live.add_library(tmp_path)
    assert names(tmp_path) == names(site)
    for name in ("piecework", "wordfreq"):
        assert (site / names(site)[name]).read_bytes() == (tmp_path / names(site)[name]).read_bytes()
        assert live.checksum(site / names(site)[name]) in names(site)[name]


def ask(site: Path, folder: Path, code: str) -> subprocess.CompletedProcess:
    """Run code with the word lists of the site in place of wordfreq."""
    zipfile.ZipFile(site / names(site)["wordfreq"]).extractall(folder)
    command = [sys.executable, "-c", f"import json, wordfreq; {code}"]
    return subprocess.run(command, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True)


def test_the_word_lists_answer_as_wordfreq_does(site, tmp_path):
    code = (
        "top = wordfreq.top_n_list('en', 20_000);"
        "shares = {word: wordfreq.word_frequency(word, 'en') for word in top[:3000] if word.isalpha()};"
        "korean = wordfreq.get_frequency_dict('ko', wordlist='small');"
        "print(json.dumps([wordfreq.__file__, top, shares, korean]))"
    )
    file, top, shares, korean = json.loads(ask(site, tmp_path, code).stdout)
    assert Path(file).is_relative_to(tmp_path)
    assert top == wordfreq.top_n_list("en", 20_000)
    assert shares == {word: wordfreq.word_frequency(word, "en") for word in shares} and len(shares) > 2000
    assert korean == wordfreq.get_frequency_dict("ko", wordlist="small")


@pytest.mark.parametrize("call", ["word_frequency('two words', 'en')", "top_n_list('de', 3)"])
def test_what_the_lists_do_not_hold_is_refused_with_the_way_out(site, tmp_path, call):
    assert "install wordfreq" in ask(site, tmp_path, f"wordfreq.{call}").stderr


def test_the_editors_modules_import_each_other_and_nothing_else():
    (folder,) = FETCHED.glob("editor-*")
    there = {path.name for path in folder.glob("*.js")}
    statement = re.compile(r"""^(?:import|export)\b[^;]*?\bfrom\s*["']([^"']+)["']""", re.MULTILINE)
    wanted = {
        name for path in folder.glob("*.js") for name in statement.findall(path.read_text(encoding="utf-8"))
    }
    assert "./codemirror-state.js" in wanted and {name.removeprefix("./") for name in wanted} <= there


def test_without_npm_the_folder_says_why_and_the_build_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("NPM_IN", raising=False)
    folder = tmp_path / "live"
    assert live.main(folder) == 1
    assert "there is no npm here" in capsys.readouterr().err
    live.add_library(folder)
    assert "there is no npm here" in names(folder)["missing"]
    assert [path.name for path in folder.iterdir()] == ["live.json"]


def test_a_fetch_that_fails_half_way_leaves_nothing_half(tmp_path, monkeypatch):
    folder = tmp_path / "live"
    monkeypatch.setattr(live, "npm", lambda: [sys.executable, "-c", "raise SystemExit(1)"])
    assert live.main(folder) == 1
    assert [path.name for path in folder.iterdir()] == [live.SAID]


def test_a_site_that_was_never_given_python_says_so(tmp_path):
    live.add_library(tmp_path / "assets/live")
    assert names(tmp_path / "assets/live") == {"missing": "it was not fetched when this site was built"}
