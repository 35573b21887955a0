"""The check of a built site finds what it is there to find."""

import json

import pytest

from piecework.book.check import problems

PAGE = '<html><head><link rel="canonical" href="https://example.org/book/"></head><body>{}</body></html>'
BREAKS = {
    '<a href="gone.html">x</a>': "a dead link, gone.html",
    '<a href="/book/gone/">x</a>': "a dead link, /book/gone/",
    '<a href="#gone">x</a>': "a dead anchor, #gone",
    '<a href="other/#gone">x</a>': "a dead anchor, other/#gone",
    '<i id="a"></i><i id="a"></i>': "the id 'a' stands 2 times",
    '<script src="https://cdn.example/x.js"></script>': "a request to somebody else",
    '<img src="//cdn.example/x.png">': "a request to somebody else",
    '<link rel="stylesheet" href="https://cdn.example/x.css">': "a request to somebody else",
    '<link rel="preconnect" href="https://fonts.example">': "a request to somebody else",
    '<p style="background:url(https://cdn.example/x.png)">': "a request to somebody else",
    "<p>and $$\n\\sum_i x_i$$</p>": "a formula was left as text",
    "<p>There are {python} n of them.</p>": "left as text",
}


@pytest.fixture
def site(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text(PAGE.format('<i id="here"></i>'), encoding="utf-8")
    (tmp_path / "style.css").write_text("a { background: url(data:image/png;base64,) }", encoding="utf-8")
    good = '<a href="other/#here">x</a><a href="/book/other/">y</a><a href="https://example.com">z</a>'
    (tmp_path / "index.html").write_text(PAGE.format(good), encoding="utf-8")
    (tmp_path / "ledger.json").write_text('{"numbers": [], "published": []}', encoding="utf-8")
    return tmp_path


def test_a_good_site_has_no_problems(site):
    assert list(problems(site)) == []


@pytest.mark.parametrize("markup", BREAKS)
def test_each_problem_is_found(site, markup):
    (site / "index.html").write_text(PAGE.format(markup), encoding="utf-8")
    assert any(BREAKS[markup] in problem for problem in problems(site))


def test_style_sheets_are_read(site):
    (site / "style.css").write_text(
        "@import 'https://fonts.example/a.css'; a{b:url(gone.png)}", encoding="utf-8"
    )
    found = "\n".join(problems(site))
    assert "fonts.example" in found and "gone.png" in found


def test_a_figure_that_differs_is_a_problem(site):
    row = {"source": "s", "name": "n", "published": 1, "computed": 2, "agrees": False}
    (site / "ledger.json").write_text(json.dumps({"numbers": [], "published": [row]}), encoding="utf-8")
    assert list(problems(site)) == ["n: published 1, computed 2"]


def test_a_site_without_ledger_or_pages_is_a_problem(site, tmp_path):
    (site / "ledger.json").unlink()
    assert list(problems(site)) == ["ledger.json is missing"]
    (tmp_path / "empty").mkdir()
    assert "no pages" in next(problems(tmp_path / "empty"))
