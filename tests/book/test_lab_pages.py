"""What the hook makes of a lab's page."""

from types import SimpleNamespace

from piecework.book.labs import on_page_content

OUTPUT = (
    '<div class="jp-OutputArea-child">\n<div class="jp-OutputPrompt jp-OutputArea-prompt"></div>\n'
    '<div class="jp-RenderedText jp-OutputArea-output" data-mime-type="text/plain" tabindex="0">\n'
    "<pre>{}\n</pre>\n</div>\n</div>"
)


def lab(html: str) -> str:
    return on_page_content(html, page=SimpleNamespace(file=SimpleNamespace(src_uri="labs/lab.py")))


def test_what_a_cell_prints_is_one_output_however_slowly():
    assert lab(OUTPUT.format("a") + "\n" + OUTPUT.format("b")) == OUTPUT.format("a\nb")


def test_cells_are_numbered_and_baggage_is_left_behind():
    html = '<style>a{}</style><div id="cell-id=3f2a"></div><script>1</script><div id="cell-id=9b"></div>'
    assert lab(html) == '<div id="lab-cell-1"></div><div id="lab-cell-2"></div>'


def test_other_pages_are_left_alone():
    page = SimpleNamespace(file=SimpleNamespace(src_uri="index.md"))
    assert on_page_content("<script>1</script>", page=page) == "<script>1</script>"
