"""Markup read back, for tests of what draws it."""

from html.parser import HTMLParser

VOID = {"br", "img", "input", "hr", "meta", "link"}


class Parsed(HTMLParser):
    """Tags must balance; keeps the tags, the text of tables that is not hidden from view, and scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.tags: list[tuple[str, dict]] = []
        self.tables: list[list[list[str]]] = []
        self.scripts: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    @property
    def rows(self) -> list[list[str]]:
        """Those of all tables."""
        return [row for table in self.tables for row in table]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append((tag, attrs.get("class") or ""))

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop()[0] == tag, tag

    def handle_data(self, data):
        names = [tag for tag, _ in self.open]
        if names[-1:] == ["script"]:
            self.scripts.append(data)
        elif {"td", "th"} & set(names) and not any(css == "pw-vh" for _, css in self.open):
            self.tables[-1][-1][-1] += data
