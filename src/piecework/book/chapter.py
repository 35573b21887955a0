"""How a chapter is read: its fences and its inline expressions, in order, and what is wrong with them.

The site, the doc tests and the numeral check all read chapters through `read`, so they see the same code.

    ```python exec="1" source="above" result="text"      a block that runs, once, in the page's one session
    `{python} len(trace.steps)`                           a number in prose, evaluated where it stands
    `{python:.1%} saved / total`                          the same with a format
"""

import ast
import re
from dataclasses import dataclass, field

FENCE = re.compile(r"^(?P<indent>[ \t]*)(?P<ticks>`{3,}|~{3,})(?P<info>[^`]*)$")
OPTION = re.compile(r'([a-z_]+)="([^"]*)"')
INFO = re.compile(r'^python(?:[ \t]+[a-z_]+="[^"]*")*$')
SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")  # a code span on one line
INLINE = re.compile(r"\{python(?::(?P<spec>[^}]*))?\}\s+(?P<expr>.+)")
HIDE = "# markdown-exec: hide"

VALUES = {  # what a fence that runs may say
    "exec": {"1"},
    "session": None,
    "source": {"above", "below"},
    "result": {"text", "json"},
    "html": {"1"},
    "idprefix": {""},  # headings that a block prints are found by their own anchors
    "title": None,
    "hl_lines": None,
}


@dataclass
class Fence:
    """A block that runs."""

    line: int
    options: dict[str, str]
    code: str


@dataclass
class Inline:
    """An expression in prose; `fence` is the number of blocks above it."""

    line: int
    expr: str
    spec: str
    fence: int


@dataclass
class Chapter:
    fences: list[Fence] = field(default_factory=list)
    inlines: list[Inline] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)  # the lines, with fences blank and inline expressions held


def hold(number: int) -> str:
    """What stands for an inline expression until its value is known."""
    return f"\x02piecework:{number}\x03"


HELD = r"\x02piecework:(\d+)\x03"


def read(text: str) -> Chapter:
    """Read the Markdown of a chapter."""
    chapter, opened = Chapter(), None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        mark = FENCE.match(line)
        if opened:
            start, info, indent, ticks = opened
            if mark and mark["ticks"].startswith(ticks) and not mark["info"].strip():
                code = [row.removeprefix(indent) for row in lines[start : number - 1]]
                _fence(chapter, start, info, "\n".join(code))
                opened = None
            chapter.prose.append("")
        elif mark:
            opened = number, mark["info"].strip(), mark["indent"], mark["ticks"]
            chapter.prose.append("")
        else:
            chapter.prose.append(_prose(chapter, number, line))
    if opened:
        chapter.problems.append((opened[0], "this fence is never closed"))
    return chapter


def _fence(chapter: Chapter, line: int, info: str, code: str) -> None:
    """Take a fence that runs; object to one that looks as if it did."""
    wrong = chapter.problems.append
    language = re.split(r"[ \t{]", info, maxsplit=1)[0].lower()
    if language not in {"python", "py", "python3"} and "exec" not in info:
        return
    options = dict(OPTION.findall(info))
    if not INFO.match(info):
        wrong(
            (line, f'this fence will not run; write ```python and then options as name="value", not {info!r}')
        )
        return
    if "exec" not in options and set(options) <= VALUES.keys():
        wrong((line, 'a Python block that does not run; add exec="1", or call it ```text'))
        return
    for name, value in options.items():
        allowed = VALUES.get(name, set())
        if name not in VALUES:
            wrong((line, f"no such fence option: {name}; there are {', '.join(VALUES)}"))
        elif allowed is not None and value not in allowed:
            wrong((line, f'{name}="{value}" is not possible; there is {" or ".join(sorted(allowed))}'))
    if options.get("html") and options.get("result"):
        wrong((line, "html and result cannot both be given"))
    if (name := options.get("session", "")) and any(
        f.options.get("session", name) != name for f in chapter.fences
    ):
        wrong((line, f'session="{name}": a page has one session, and another name was used above'))
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        wrong((line + (error.lineno or 0), f"this block is not Python: {error.msg}"))
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            for lost in {k.arg for k in node.keywords} - {"end"}:
                wrong((line + node.lineno, f"print({lost}=…) is ignored on a page; print one string"))
    chapter.fences.append(Fence(line, options, code))


def _prose(chapter: Chapter, line: int, text: str) -> str:
    wrong = chapter.problems.append

    def take(span: re.Match[str]) -> str:
        if span[1] != "`" or not span[2].startswith("{python"):
            return span[0]
        found = INLINE.fullmatch(span[2])
        if not found:
            wrong((line, f"write `{{python}} expression` or `{{python:format}} expression`, not `{span[2]}`"))
            return span[0]
        expr = found["expr"].strip()
        try:
            tree = ast.parse(expr, mode="eval")
        except SyntaxError as error:
            wrong((line, f"{expr!r} is not an expression: {error.msg}"))
            return span[0]
        if not any(isinstance(node, ast.Name) for node in ast.walk(tree)):
            wrong((line, f"{expr!r} computes nothing: it names nothing that a block has made"))
        if text.lstrip().startswith("#"):
            wrong(
                (line, "a heading cannot hold a computed number: its anchor would move when the number does")
            )
        if not chapter.fences:
            wrong((line, f"{expr!r} stands above every block, so nothing can compute it"))
        chapter.inlines.append(Inline(line, expr, found["spec"] or "", len(chapter.fences)))
        return hold(len(chapter.inlines) - 1)

    out = SPAN.sub(take, text)
    if "`{python" in SPAN.sub("", out):
        wrong((line, "an inline expression must stand on one line"))
    return out
