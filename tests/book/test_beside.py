"""Chapters run in processes beside the build come out as they do when the build runs them itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOOKS = """
from piecework.book import beside, numbers

def on_nav(nav, config, files):
    {start}
    return nav

def on_pre_page(page, config, files):
    beside.take(page.file.src_uri)
    if page.file.src_uri == "good.md":
        assert bool(numbers.kept) == {kept}
    return page
"""
CONFIG = """
site_name: Test
theme: {name: null, custom_dir: theme}
hooks: [hooks.py]
plugins: [{markdown-exec: {ansi: "off", languages: [python]}}]
markdown_extensions: [pymdownx.superfences, piecework.book.numbers]
"""
GOOD = """# A page

```python exec="1" source="above" result="text"
import os
n = 3
print(n)
```

There are `{python} n`.
"""
BAD = GOOD.replace("n = 3", "n = 3 / 0")


def build(folder: Path, beside: bool, pages: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    """How a strict build ended, its warnings, and the pages."""
    for name, text in pages.items():
        (folder / "docs").mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    (folder / "theme").mkdir()
    (folder / "theme" / "main.html").write_text("{{ page.content }}", encoding="utf-8")
    start = "beside.start(config, files)" if beside else "pass"
    (folder / "hooks.py").write_text(HOOKS.format(start=start, kept=beside), encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    made = {p.parent.name: p.read_text(encoding="utf-8") for p in folder.glob("site/*/index.html")}
    return done.returncode, done.stderr.replace(str(folder), ""), made


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="chapters run one by one on this system")
@pytest.mark.parametrize("other", [GOOD, BAD], ids=["all is well", "a block fails"])
def test_it_makes_no_difference(tmp_path, other):
    if len(os.sched_getaffinity(0)) == 1:
        pytest.skip("one processor: chapters run one by one")
    pages = {"good.md": GOOD, "other.md": other}
    here = build(tmp_path / "here", False, pages)
    there = build(tmp_path / "there", True, pages)
    assert here[0] == there[0] == (1 if other is BAD else 0), there[1]
    assert here[2] == there[2] and len(here[2]) == 2
    warnings = [[line for line in told[1].split("\n") if "WARNING" in line] for told in (here, there)]
    assert warnings[0] == warnings[1]
    assert bool(warnings[0]) == (other is BAD)
