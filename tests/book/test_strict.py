"""Everything on a page that could silently not run, or not be true, must fail a strict build.

Each test breaks a page in one way and builds it with the book's own extensions and plugins.
"""

import logging
from pathlib import Path

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).parents[2]
GOOD = """# A page

```python exec="1" source="above" result="text"
n = 3
print(n)
```

There are `{python} n` of them, `{python:.1%} n / 4` of all, and $\\frac{1}{n}$.
"""


@pytest.fixture
def strictly(tmp_path, caplog):
    """Build pages (name to text) strictly; return the pages, or the warnings that stopped the build."""
    settings = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)
    theme = tmp_path / "theme"
    theme.mkdir()
    (theme / "main.html").write_text("{{ page.content }}", encoding="utf-8")
    config = {
        "site_name": "Test",
        "site_url": "https://example.org/book/",
        "theme": {"name": None, "custom_dir": str(theme)},
        "plugins": [{"markdown-exec": {"ansi": "off", "languages": ["python"]}}],
        "markdown_extensions": settings["markdown_extensions"],
        "validation": settings["validation"],
    }

    def run(pages: dict[str, str], **more) -> str:
        docs = tmp_path / "docs"
        for name, text in pages.items():
            (docs / name).parent.mkdir(parents=True, exist_ok=True)
            (docs / name).write_text(text, encoding="utf-8")
        file = tmp_path / "mkdocs.yml"
        file.write_text(yaml.safe_dump({**config, **more}), encoding="utf-8")
        caplog.clear()
        loaded = load_config(str(file), strict=True, site_dir=str(tmp_path / "site"))
        try:
            with caplog.at_level(logging.WARNING):
                build(loaded)
        except Abort:
            return "stopped: " + "\n".join(record.getMessage() for record in caplog.records)
        return "".join(
            (tmp_path / "site" / name).with_suffix(".html").read_text(encoding="utf-8")
            if name == "index.md"
            else (tmp_path / "site" / Path(name).with_suffix("") / "index.html").read_text(encoding="utf-8")
            for name in pages
        )

    return run


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without following its !ENV tags."""


_Loader.add_constructor("!ENV", lambda loader, node: None)


def test_a_good_page_builds(strictly):
    page = strictly({"index.md": GOOD})
    assert '<pw-number data-expr="n" id="n-1" title="computed: n">3</pw-number>' in page
    assert ">75.0%</pw-number>" in page
    assert "<math" in page and "<mfrac>" in page


BLOCK = '```python exec="1" source="above" result="text"\n'
BREAKS = {
    "a block that raises": (GOOD.replace("n = 3", "n = 3 / 0"), "ZeroDivisionError"),
    "a hidden assert that fails": (
        GOOD.replace("print(n)", "print(n)\nassert n > 3  # markdown-exec: hide"),
        "AssertionError",
    ),
    "a block that is not Python": (GOOD.replace("n = 3", "n = = 3"), "not Python"),
    "sys.exit": (GOOD.replace("n = 3", "import sys; n = 3; sys.exit(0)"), "sys.exit(0)"),
    "an unquoted option": (GOOD.replace('exec="1"', "exec=1"), "will not run"),
    "a misspelt exec": (GOOD.replace('exec="1"', 'exce="1"'), "no such fence option: exce"),
    "a misspelt option": (GOOD.replace("source=", "sauce="), "no such fence option: sauce"),
    "a misspelt value": (GOOD.replace('"above"', '"abvoe"'), 'source="abvoe" is not possible'),
    "exec switched off": (GOOD.replace('exec="1"', 'exec="no"'), 'exec="no" is not possible'),
    "a word of the doc tests": (GOOD.replace('exec="1"', 'exec="1" notest'), "will not run"),
    "braces": (GOOD.replace('python exec="1"', '{.python exec="1"}'), "will not run"),
    "a block without exec": (GOOD + "\n```python\nprint(1)\n```\n", "does not run"),
    "a fence that is never closed": (GOOD + "\n```python\nprint(1)\n", "never closed"),
    "a block inside raw markup": (GOOD + f"\n<div>\n{BLOCK}print(n)\n```\n</div>\n", None),
    "print with sep": (GOOD.replace("print(n)", "print(n, n, sep='')"), "print(sep=…) is ignored"),
    "output of a library": (
        GOOD.replace("print(n)", "import builtins; builtins.print(n)"),
        "printed from inside a library",
    ),
    "two sessions": (
        GOOD.replace("source", 'session="a" source') + '\n```python exec="1" session="b"\nprint(1)\n```\n',
        "one session",
    ),
    "an expression that raises": (GOOD + "\nSo `{python} m`.\n", "NameError"),
    "a format that does not fit": (GOOD + "\nSo `{python:.1f} 'text' + str(n)`.\n", "ValueError"),
    "an expression over two lines": (GOOD + "\nSo `{python} n +\n1`.\n", "must stand on one line"),
    "an expression that computes nothing": (GOOD + "\nSo `{python} 5`.\n", "computes nothing"),
    "an expression that is none": (GOOD + "\nSo `{python} n +`.\n", "is not an expression"),
    "an expression without a space": (GOOD + "\nSo `{python}n`.\n", "write `{python} expression`"),
    "an expression above every block": ("`{python} n`\n\n" + GOOD, "above every block"),
    "a number in a heading": (GOOD + "\n## The `{python} n` of them\n", "a heading cannot hold"),
    "an unknown command in math": (GOOD + "\n$\\fracc{1}{2}$\n", "math that cannot be shown"),
    "a dead link": (GOOD + "\n[there](nowhere.md)\n", "nowhere.md"),
    "a dead anchor": (GOOD + "\n[there](#nowhere)\n", "nowhere"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_page_stops_the_build(strictly, name):
    text, says = BREAKS[name]
    said = strictly({"index.md": text})
    if says is None:  # allowed only if it really ran
        assert said.startswith("stopped") or "<code>" in said
    else:
        assert said.startswith("stopped: ") and says in said


def test_sessions_end_with_their_page(strictly):
    said = strictly({"index.md": GOOD, "other.md": "# Other\n\n" + BLOCK + "print(n)\n```\n"})
    assert said.startswith("stopped") and "NameError" in said


def test_a_number_may_stand_in_an_admonition_a_table_and_a_footnote(strictly):
    text = (
        GOOD
        + "\n!!! note\n    `{python} n + 1`\n\n| a |\n|--|\n| `{python} n + 2` |\n\nSee.[^1]\n"
        + "\n[^1]: `{python} n + 3`\n"
    )
    page = strictly({"index.md": text})
    assert all(f">{value}</pw-number>" in page for value in (4, 5, 6))


def test_the_sentence_goes_on_after_its_math(strictly):
    page = strictly({"index.md": GOOD + "\nFor $n > 1$ it *holds*, and\n\n$$\n\\sum_i x_i\n$$\n"})
    assert page.count("<math") == 3 and "</span> it <em>holds</em>, and" in page


def test_a_formula_may_be_aligned(strictly):
    page = strictly({"index.md": GOOD + "\n$$\n\\begin{aligned} a &= b \\\\ &< c \\end{aligned}\n$$\n"})
    assert "<mtable" in page and "amp" not in page


def test_hostile_values_are_escaped(strictly):
    text = (
        GOOD.replace("n = 3", "n = 3; w = '<img src=x onerror=alert(1)>&amp;'") + "\nThe word `{python} w`.\n"
    )
    page = strictly({"index.md": text})
    assert "<img" not in page and "&lt;img" in page and "&amp;amp;" in page


def test_code_that_only_shows_the_notation_is_left_alone(strictly):
    page = strictly({"index.md": GOOD + "\nWrite ``{python} n`` like this.\n"})
    assert "<code>{python} n</code>" in page


def test_a_lab_that_fails_stops_the_build(strictly):
    settings = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)
    jupyter = next(p for p in settings["plugins"] if isinstance(p, dict) and "mkdocs-jupyter" in p)
    jupyter["mkdocs-jupyter"]["execute"] = True
    with pytest.raises(Exception, match="ZeroDivisionError"):
        strictly({"index.md": GOOD, "labs/lab.py": "# %%\n1 / 0\n"}, plugins=["markdown-exec", jupyter])
