"""A hook that makes a lab's page light and repeatable.

mkdocs-jupyter gives its cells random ids, puts JupyterLab's whole style sheet into the page (more than half a
megabyte, where the book's own dresses the few classes that a lab needs), and adds scripts for diagrams and
for copying. A hook and no Markdown extension, because labs are rendered past Markdown; whoever replaces that
plugin deletes this file.
"""

import re
from itertools import count

CELL_ID = re.compile(r'(?<=id=")cell-id=[0-9a-f]+(?=")')
BAGGAGE = re.compile(
    r"<(style|script)\b[^>]*>.*?</\1>"
    r'|<div class="zeroclipboard-container">.*?</clipboard-copy>\s*</div>'
    r'|<div class="clipboard-copy-txt".*?</div>',
    re.DOTALL,
)

# A cell that prints slowly prints in several outputs; how many is a matter of the clock.
BETWEEN_PRINTS = re.compile(
    r'</pre>\s*</div>\s*</div>\s*<div class="jp-OutputArea-child">\s*'
    r'<div class="jp-OutputPrompt jp-OutputArea-prompt"></div>\s*'
    r'<div class="jp-RenderedText jp-OutputArea-output" data-mime-type="text/plain" tabindex="0">\s*<pre>'
)


def on_page_content(html: str, page, **_: object) -> str:
    """Name the cells of a lab lab-cell-1, lab-cell-2 and so on; leave its baggage and the clock behind."""
    if not page.file.src_uri.startswith("labs/"):
        return html
    number = count(1)
    html = CELL_ID.sub(lambda _: f"lab-cell-{next(number)}", html)
    return BETWEEN_PRINTS.sub("", BAGGAGE.sub("", html))
