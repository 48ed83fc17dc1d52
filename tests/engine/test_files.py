"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from engine.files import FileError, write_file


def test_what_was_there_stays_until_all_is_written(tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "a.png"
    out.write_bytes(b"before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(FileError, match=r"cannot write .*a\.png': No space left on device"):
            write_file(out, b"after")
    assert out.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["a.png"]
    write_file(out, b"after")
    assert out.read_bytes() == b"after"


@pytest.mark.parametrize("where", ["missing/a.png", ".", "a\0b", "x" * 300])
def test_places_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    with pytest.raises(FileError, match="cannot write"):
        write_file(tmp_path / where, b"data")
    assert os.listdir(tmp_path) == []


def test_permissions_are_the_users_or_those_the_file_had(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "new", b"x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    write_file(tmp_path / "new", b"y")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604
