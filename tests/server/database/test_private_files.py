"""Databases and their copies are readable only by their owner, whatever the umask."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.server.database.backup import copy_database
from boche.server.database.connect import open_store
from boche.server.operation.settings import Settings
from boche.server.people.accounts import add_levels

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def permissions(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.usefixtures("umask")
def test_what_it_makes_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = open_store(Settings(data=folder).url)
    store.write(lambda transaction: add_levels(transaction, 0.0))
    copy_database(folder / "server.db", folder / "copy.db")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert permissions(folder) == dict.fromkeys(
        ["server.db", "server.db-wal", "server.db-shm", "copy.db"], 0o600
    )
    store.close()


def test_what_was_open_to_others_is_shut_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "server.db"
    open_store(f"sqlite:///{file}").close()
    file.chmod(0o644)
    for _ in range(2):
        store = open_store(f"sqlite:///{file}")
        assert set(permissions(tmp_path).values()) == {0o600}
        store.close()
    (line,) = caplog.messages
    assert repr(str(file)) in line


def test_a_folder_that_others_may_write_to_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o777)
    open_store(f"sqlite:///{tmp_path / 'server.db'}").close()
    (line,) = caplog.messages
    assert f"{str(tmp_path)!r}: chmod 700 it" in line
