"""The ledger page: every number has a line, and a way there and back."""

from markup import Parsed

from piecework.book import reading
from piecework.book.ledger import NUMBERS, PUBLISHED, fill, harvest
from piecework.book.published import Figure

PAGE = """<p><pw-number id="n-1" data-expr="len(a)">18</pw-number> and
<pw-number id="n-2" data-expr='f"&lt;{x}&gt;"'>&lt;b&gt;</pw-number></p>"""
ROWS = [*harvest("", "Start", PAGE), *harvest("merging/ties/", "Ties", PAGE)]
ADDRESSES = {"": "../", "merging/ties/": "../merging/ties/"}


def page(figures: list[Figure] | None = None) -> str:
    return fill(f"<h1>L</h1>{PUBLISHED}{NUMBERS}", ROWS, figures or [], ADDRESSES)


def test_a_number_has_a_line_that_leads_to_it_and_that_it_can_lead_to():
    links = [attrs for tag, attrs in Parsed(page()).tags if tag == "a"]
    assert [(link["id"], link["href"]) for link in links] == [
        ("n-1", "../#n-1"),
        ("n-2", "../#n-2"),
        ("merging/ties/n-1", "../merging/ties/#n-1"),
        ("merging/ties/n-2", "../merging/ties/#n-2"),
    ]


def test_the_tables_stand_in_the_element_that_searches_them():
    html = page()
    assert html.count("<pw-ledger>") == html.count("</pw-ledger>") == 1
    inside = html.split("<pw-ledger>")[1].split("</pw-ledger>")[0]
    assert [row for row in Parsed(inside).rows if row[0] != "value"] == [
        ["18", "len(a)"],
        ["<b>", 'f"<{x}>"'],
    ] * 2


def test_values_and_expressions_are_never_markup():
    assert "<b>&lt;b&gt;" not in page() and "&lt;b&gt;</a>" in page()


def test_every_page_of_the_navigation_counts_for_its_part():
    for part in ("Merging", "Coverage", "Families", "Practice"):
        pages = reading.chapters(part)
        assert all(page.words > 500 for page in pages)
        assert reading.minutes(pages) % reading.ROUND == 0 < reading.minutes(pages)
    assert [page.title.split(":")[0] for page in reading.chapters("Merging") if page.lab] == ["Lab 1"]
