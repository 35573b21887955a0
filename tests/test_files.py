"""Files are written whole or not at all."""

import os
import stat
import threading

import pytest

from piecework import files


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "a.json"
    files.write(path, b"one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~files._umask()
    path.chmod(0o600)
    files.write(path, "zwei ⎵")
    assert path.read_text(encoding="utf-8") == "zwei ⎵" and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "here").symlink_to(tmp_path / "there")
    files.write(tmp_path / "here", "x")
    assert (tmp_path / "here").is_symlink() and (tmp_path / "there").read_text() == "x"


@pytest.mark.parametrize("error", [OSError("No space left on device"), KeyboardInterrupt()])
def test_what_goes_wrong_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, error):
    path = tmp_path / "a.json"
    path.write_text("old")

    def fail(*_):
        raise error

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(type(error)):
        files.write(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["a.json"]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"there is no folder .*nowhere, so a\.json cannot be written"
    ):
        files.write(tmp_path / "nowhere" / "a.json", "x")


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path):
    """As /dev/null and /dev/stdout are: to replace such a file would break it for everybody."""
    path, read = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    files.write(path, "low⎵")
    reader.join(timeout=10)
    assert read == ["low⎵".encode()] and path.is_fifo() and os.listdir(tmp_path) == ["pipe"]
