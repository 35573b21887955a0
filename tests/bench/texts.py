"""Real English that every checkout has: what SciPy's source says about itself.

The docstrings of the installed package, file by file in the order of their paths, each line stripped. The
version is pinned, but not the same for every Python (1.17.1 below 3.12, 1.18.1 from there on): nothing may
depend on a figure of this text. It is technical prose, with formulas, signatures and examples in it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def english(size_in_bytes: int) -> str:
    """The first so many bytes of the text; up to three less where the last character would not be whole.

    A longer text begins with a shorter one. Raises `ValueError` above what there is, some 5 MB. Cost: two
    seconds a megabyte, once for each size.
    """
    data = bytearray()
    for line in _documentation():
        if len(data) >= size_in_bytes:
            break
        data += line.encode() + b"\n"
    if len(data) < size_in_bytes:
        raise ValueError(f"size_in_bytes={size_in_bytes} is more than this text has, {len(data)} bytes")
    return data[:size_in_bytes].decode(errors="ignore")


def _documentation() -> Iterator[str]:
    spec = find_spec("scipy")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the text is SciPy's documentation; install scipy")
    root = Path(spec.origin).parent
    for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, DOCUMENTED) and (said := ast.get_docstring(node, clean=False)):
                yield from (line.strip() for line in said.strip().splitlines())
