"""Tables."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import unescape

from .html import Html, attributes, markup

Row = Sequence[object]


def table(head: Sequence[object], rows: Iterable[Row], align: str = "", caption: object = "") -> Html:
    """Rows under a heading, in a region that scrolls sideways where it is too wide.

    Cells are HTML or anything else, which is escaped. `align` holds one of l, r per column; without it a
    column whose cells are all numbers goes right. Raises `ValueError` for a row of another length.

    >>> table(["piece", "count"], [["lo", 7]])[-71:]
    '<tbody><tr><td>lo</td><td class="num">7</td></tr></tbody></table></div>'
    """
    rows = [list(row) for row in rows]
    for row in rows:
        if len(row) != len(head):
            raise ValueError(f"a row of {len(row)} cells under a heading of {len(head)}: {row!r}")
    if align and (len(align) != len(head) or set(align) - set("lr")):
        raise ValueError(f"align={align!r} must hold one of l, r for each of {len(head)} columns")
    columns = list(zip(*rows, strict=True)) or [()] * len(head)
    right = [side == "r" for side in align] or [
        bool(column) and all(map(_number, column)) for column in columns
    ]

    def cells(row: Iterable[object], heading: bool = False) -> str:
        out = ""
        for cell, num in zip(row, right, strict=True):
            text, css = markup(cell), attributes(class_="num" if num else None)
            # An empty heading says nothing: it is a cell.
            out += f'<th scope="col"{css}>{text}</th>' if heading and text else f"<td{css}>{text}</td>"
        return out

    name = plain(caption) or ", ".join(map(plain, head))
    title = f"<caption>{markup(caption)}</caption>" if caption else ""
    body = "".join(f"<tr>{cells(row)}</tr>" for row in rows)
    return Html(
        f'<div class="pw-scroll" tabindex="0"{attributes(role="region", aria_label=name)}>'
        f'<table class="pw-table">{title}<thead><tr>{cells(head, heading=True)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def plain(value: object) -> str:
    """The text of a value, without markup."""
    return unescape(re.sub(r"<[^>]*>", "", value)) if isinstance(value, Html) else str(value)


def _number(cell: object) -> bool:
    return isinstance(cell, int | float | Fraction) and not isinstance(cell, bool)
