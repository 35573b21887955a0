"""Writing files so that none is ever half written."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a whole file, a str as UTF-8: to a temporary name beside it, which then takes the file's place.

    Whatever happens, `path` holds what it held before, or all of the data. What cannot be written raises the
    `OSError` of the system and leaves nothing behind. The file keeps its permissions where it was there. A
    pipe or a device, such as /dev/stdout, is written into and never replaced.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(f"{folder}/a.txt", "low⎵")
    ...     Path(folder, "a.txt").read_bytes(), os.listdir(folder)
    (b'low\\xe2\\x8e\\xb5', ['a.txt'])
    """
    data = data.encode() if isinstance(data, str) else data
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as pipe:
            pipe.write(data)
        return
    path = Path(os.path.realpath(path))  # a link stays a link
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}, so {path.name} cannot be written there")
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(data)
            file.close()
            os.chmod(file.name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            os.replace(file.name, path)
        except BaseException:
            file.close()
            os.unlink(file.name)
            raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
