"""The built site against what it was built from. `make test` builds it first."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from chapters import GOLDEN, Session, sections, visible

from piecework import Corpus, corpora
from piecework.book import published
from piecework.book.chapter import read
from piecework.book.check import problems
from piecework.book.ledger import harvest

ROOT = Path(__file__).parents[2]
DOCS, SITE = ROOT / "docs", ROOT / "site"
CHAPTERS = sorted(
    p.relative_to(DOCS) for p in DOCS.rglob("*.md") if read(p.read_text(encoding="utf-8")).fences
)


def page(chapter: Path) -> Path:
    return SITE / (chapter.parent if chapter.name == "index.md" else chapter.with_suffix("")) / "index.html"


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    if not (SITE / "index.html").exists():
        pytest.fail("site/ is not built: run `make build` first", pytrace=False)


def test_the_site_has_no_problems():
    assert list(problems(SITE)) == []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=str)
def test_the_numbers_on_a_page_are_those_of_the_doc_tests(chapter):
    shown = [
        (row.expression, row.value) for row in harvest("", "", page(chapter).read_text(encoding="utf-8"))
    ]
    golden = "".join(sections(GOLDEN / chapter.with_suffix(".txt")).values())
    tested = [line[4:] for line in golden.split("\n") if line.startswith("--- ")]
    source = read((DOCS / chapter).read_text(encoding="utf-8"))
    assert len(tested) == len(source.inlines)
    assert {f"{expression}: {value.strip()}" for expression, value in shown} <= set(tested)


def test_every_golden_belongs_to_a_chapter():
    goldens = {p.relative_to(GOLDEN).with_suffix(".md") for p in GOLDEN.rglob("*.txt")}
    assert goldens == set(CHAPTERS)
    for chapter in CHAPTERS:
        blocks = read((DOCS / chapter).read_text(encoding="utf-8")).fences
        assert list(sections(GOLDEN / chapter.with_suffix(".txt"))) == list(range(1, len(blocks) + 1))


def test_the_ledger_lists_every_number_of_every_page():
    ledger = json.loads((SITE / "ledger.json").read_text(encoding="utf-8"))
    listed = {(row["page"], row["anchor"], row["expression"], row["value"]) for row in ledger["numbers"]}
    stand = set()
    for path in SITE.rglob("index.html"):
        address = path.parent.relative_to(SITE).as_posix().replace(".", "", 1) if path.parent == SITE else (
            path.parent.relative_to(SITE).as_posix() + "/"
        )  # fmt: skip
        for row in harvest(address, "", path.read_text(encoding="utf-8")):
            stand.add((row.page, row.anchor, row.expression, row.value))
    assert listed == stand and len(listed) > 50


def test_the_ledger_sets_every_published_figure_beside_ours():
    ledger = json.loads((SITE / "ledger.json").read_text(encoding="utf-8"))
    assert ledger["published"] == [
        {
            "source": f.source,
            "name": f.name,
            "published": f.published,
            "computed": f.computed,
            "agrees": f.agrees,
        }
        for f in published.figures()
    ]
    shown = visible((SITE / "ledger" / "index.html").read_text(encoding="utf-8"))
    for row in ledger["published"]:
        assert row["agrees"] is not False
        assert row["name"] in shown
    assert any(row["agrees"] for row in ledger["published"])


def test_a_changed_count_moves_the_numbers_and_fails_goldens_and_ledger(monkeypatch):
    """The promise of the book, tried: change one count and see who notices."""
    counts = dict(corpora.load("word-family"))
    counts[" new"] += 1
    monkeypatch.setitem(corpora._CORPORA, "word-family", lambda: Corpus(counts))
    chapter = Path("merging/step-by-step.md")
    session = Session(DOCS / chapter, read((DOCS / chapter).read_text(encoding="utf-8")))
    try:
        for number in range(len(session.chapter.fences)):
            session.run(number)
        noticed = session.said != list(sections(GOLDEN / chapter.with_suffix(".txt")).values())
    except AssertionError:  # a hidden assert noticed first
        noticed = True
    assert noticed
    published.family.cache_clear()
    try:
        assert any(figure.agrees is False for figure in published.figures())
    finally:
        published.family.cache_clear()


def test_two_builds_give_the_same_bytes(tmp_path):
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    if "SOURCE_DATE_EPOCH" not in environment:
        pytest.fail("SOURCE_DATE_EPOCH is not set: run the tests through `make test`", pytrace=False)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "again")]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    first = {p.relative_to(SITE): p.read_bytes() for p in SITE.rglob("*") if p.is_file()}
    second = {
        p.relative_to(tmp_path / "again"): p.read_bytes()
        for p in (tmp_path / "again").rglob("*")
        if p.is_file()
    }
    assert first.keys() == second.keys()
    assert [str(name) for name in first if first[name] != second[name]] == []


def test_no_page_speaks_of_the_machine_it_was_built_on():
    for path in SITE.rglob("*.html"):
        assert not re.search(rf"{re.escape(str(ROOT))}|/tmp/", path.read_text(encoding="utf-8")), path
