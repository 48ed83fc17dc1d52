"""Databases of older programs: opened, brought on, and played on."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import inspect

from server.database.migrations import NEWEST
from server.database.opening import open_store
from server.database.schema import METADATA
from server.errors import ServerError
from server.happening import since
from server.people import mailboxes
from server.people.accounts import named
from tests.server.desk import START, Desk

FIRST = Path(__file__).parent / "version-1.sql"
"""What the first version kept of two games of ann and bob; never to be changed."""
SECOND = Path(__file__).parent / "version-2.sql"
"""What the second version kept of two games and a mail address; never to be changed."""


def test_a_file_of_the_first_version_is_played_on(tmp_path: Path) -> None:
    file = _file(tmp_path, FIRST)
    store = open_store(f"sqlite:///{file}")
    desk = Desk(store)
    desk.now = START + 120.0
    bob = store.read(lambda unit: named(unit, "bob"))
    assert "c:a4" in desk.do("boche move 1 c:b2", user=bob), "ann's conditional move is played"
    told = store.read(lambda unit: since(unit, 1, 0))
    assert [each["text"] for each in told if each["kind"] == "chat"] == ["Good luck!"]
    assert "ann" in desk.do("boku history 2")
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT number FROM version").fetchall() == [(NEWEST,)]
    connection.close()
    store.close()


def test_a_file_of_the_second_version_has_its_addresses_still_to_be_confirmed(
    tmp_path: Path,
) -> None:
    store = open_store(f"sqlite:///{_file(tmp_path, SECOND)}")
    desk = Desk(store)
    desk.now = START + 120.0
    ann = store.read(lambda unit: named(unit, "ann"))
    assert "3. c:b2 played" in desk.do("boche move 1 c:b2", user=ann)
    box = store.read(lambda unit: mailboxes.of_user(unit, ann.id))
    assert [(each.address, each.confirmed) for each in box.addresses] == [
        ("ann@example.org", False)]  # fmt: skip
    assert box.wish == mailboxes.EACH
    store.close()


def _file(folder: Path, kept: Path) -> Path:
    file = folder / "server.db"
    connection = sqlite3.connect(file)
    connection.executescript(kept.read_text())
    connection.close()
    return file


@pytest.mark.parametrize("kept", [FIRST, SECOND], ids=["first", "second"])
def test_an_old_file_gets_the_tables_of_a_new_one(tmp_path: Path, kept: Path) -> None:
    file = _file(tmp_path, kept)
    found = []
    for path in (file, tmp_path / "new.db"):
        store = open_store(f"sqlite:///{path}")
        view = inspect(store.engine)
        found.append({
            table: (sorted((each["name"], str(each["type"]), each["nullable"])
                           for each in view.get_columns(table)),
                    sorted(each["name"] for each in view.get_indexes(table)))
            for table in METADATA.tables
        })  # fmt: skip
        store.close()
    assert found[0] == found[1]


def test_a_newer_programs_database_is_let_go_of(tmp_path: Path) -> None:
    """Python 3.13 warns of a connection that nobody closes; here the process's files tell."""
    file = _file(tmp_path, SECOND)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE version SET number = ?", (NEWEST + 1,))
    connection.commit()
    connection.close()
    with pytest.raises(ServerError, match="newer program"):
        open_store(f"sqlite:///{file}")
    opened = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert str(file) not in opened
