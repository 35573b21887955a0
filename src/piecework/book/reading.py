"""How long a part of the book takes to read, counted in its sources."""

import re
from dataclasses import dataclass
from pathlib import Path

from mkdocs.utils.yaml import yaml_load

from .chapter import HIDE

ROOT = Path(__file__).parents[3]
SPEED = 200  # words a minute, code among them
ROUND = 30  # minutes: few edits of a chapter move it


@dataclass(frozen=True)
class Page:
    """One page of a part: its title in the navigation and its source."""

    title: str
    source: Path

    @property
    def lab(self) -> bool:
        return self.source.suffix == ".py"

    @property
    def words(self) -> int:
        return count(self.source.read_text(encoding="utf-8"))


def chapters(part: str) -> list[Page]:
    """The chapters and labs of a part, in order, without its opening; `LookupError` for no such part."""
    with open(ROOT / "mkdocs.yml", encoding="utf-8") as config:
        nav = yaml_load(config)["nav"]
    for entry in nav:
        for title, pages in entry.items():
            if title == part:
                return [
                    Page(name, ROOT / "docs" / path)
                    for page in pages
                    if isinstance(page, dict)
                    for name, path in page.items()
                ]
    raise LookupError(f"the navigation has no part {part!r}")


def count(text: str) -> int:
    """Words of a source that a reader meets: no hidden lines, no comments, no markup.

    >>> count("Six `{python} n` words <!-- lit: six -->\\nassert n  # markdown-exec: hide\\nand <b>code</b>")
    6
    """
    shown = "\n".join(line for line in text.split("\n") if HIDE not in line)
    shown = re.sub(r"<!--.*?-->|</?[a-z][^>\n]*>|^[`~]{3}[^\n]*", " ", shown, flags=re.DOTALL | re.MULTILINE)
    return len(re.findall(r"\w[\w'’.,-]*", shown))


def minutes(pages: list[Page]) -> int:
    """Minutes for these pages at `SPEED`, to the nearest `ROUND`."""
    return round(sum(page.words for page in pages) / SPEED / ROUND) * ROUND


def spelled(minutes: int) -> str:
    """Minutes as one says them.

    >>> spelled(50), spelled(60), spelled(130)
    ('50 minutes', '1 hour', '2 hours and 10 minutes')
    """
    hours, rest = divmod(minutes, 60)
    said = [f"{hours} hour{'s' * (hours > 1)}"] if hours else []
    return " and ".join(said + ([f"{rest} minutes"] if rest or not hours else []))
