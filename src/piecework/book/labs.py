"""A hook that runs the labs while the chapters are rendered, and makes their pages light and repeatable.

A lab spends most of its seconds in a kernel, which is a process of its own; one thread waits for it there.

mkdocs-jupyter gives its cells random ids, puts JupyterLab's whole style sheet into the page (more than half a
megabyte, where the book's own dresses the few classes that a lab needs), and adds scripts for diagrams and
for copying. A hook and no Markdown extension, because labs are rendered past Markdown; whoever replaces that
plugin deletes this file.
"""

import re
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any

from mkdocs_jupyter import convert

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

# What mkdocs-jupyter passes on to its converter.
PASSED_ON = (
    "execute", "kernel_name", "theme", "allow_errors", "show_input", "no_input", "no_prompt",
    "remove_tag_config", "highlight_extra_classes", "include_requirejs", "custom_mathjax_url",
)  # fmt: skip
running: dict[str, Future[str]] = {}
_convert = convert.nb2html


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """Start every lab, unless they are only to be shown."""
    how = {name: config.plugins["mkdocs-jupyter"].config[name] for name in PASSED_ON}
    if not how["execute"]:
        return nav
    labs = [file.abs_src_path for file in files if file.src_uri.startswith("labs/")]
    pool = ThreadPoolExecutor(max_workers=1)
    running.update({lab: pool.submit(_convert, lab, **how) for lab in labs})
    pool.shutdown(wait=False)
    return nav


def _wait(lab: str, **how: Any) -> str:
    """The lab's page, in place of running it here."""
    return running.pop(lab).result() if lab in running else _convert(lab, **how)


convert.nb2html = _wait


def on_build_error(error: Exception) -> None:
    """A build that has failed runs no more labs."""
    for future in running.values():
        future.cancel()


def on_page_content(html: str, page, **_: object) -> str:
    """Name the cells of a lab lab-cell-1, lab-cell-2 and so on; leave its baggage and the clock behind."""
    if not page.file.src_uri.startswith("labs/"):
        return html
    number = count(1)
    html = CELL_ID.sub(lambda _: f"lab-cell-{next(number)}", html)
    return BETWEEN_PRINTS.sub("", BAGGAGE.sub("", html))
