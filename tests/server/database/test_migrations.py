"""Databases of older programs: opened, migrated, and played on."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import select

from boche.server.database.backup import copy_database
from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.schema import settings
from boche.server.errors import ServerError
from boche.server.people import mailboxes
from boche.server.people.accounts import named
from tests.server.database.earlier import of_version, played_on, tables_of
from tests.server.desk import START, Desk

SECOND = Path(__file__).parent / "version-2.sql"
"""A version 2 database with two games and a mail address; never to be changed."""


def test_a_file_of_the_first_version_is_played_on(tmp_path: Path) -> None:
    file = of_version(tmp_path / "server.db", 1)
    store = open_store(f"sqlite:///{file}", migrating=True)
    played_on(store)
    desk = Desk(store)
    desk.now = START + 3600.0
    assert "ann" in desk.do("boku history 2")
    assert _version_of(file) == NEWEST
    store.close()


def test_a_file_of_the_second_version_has_its_addresses_still_to_be_confirmed(
    tmp_path: Path,
) -> None:
    store = open_store(f"sqlite:///{_file(tmp_path)}", migrating=True)
    desk = Desk(store)
    desk.now = START + 120.0
    ann = store.read(lambda transaction: named(transaction, "ann"))
    assert "3. c:b2 played" in desk.do("boche move 1 c:b2", user=ann)
    box = store.read(lambda transaction: mailboxes.of_user(transaction, ann.id))
    assert [(each.address, each.confirmed) for each in box.addresses] == [
        ("ann@example.org", False)]  # fmt: skip
    assert box.wish == mailboxes.EACH
    store.close()


def _file(folder: Path) -> Path:
    file = folder / "server.db"
    connection = sqlite3.connect(file)
    connection.executescript(SECOND.read_text())
    connection.close()
    return file


@pytest.mark.parametrize("number", range(1, NEWEST + 1, 3))
def test_an_older_file_gets_the_tables_of_a_new_one(tmp_path: Path, number: int) -> None:
    """Check that nothing is lacking, nor changed in ``schema`` without a new version."""
    old = open_store(f"sqlite:///{of_version(tmp_path / 'old.db', number)}", migrating=True)
    new = open_store(f"sqlite:///{tmp_path / 'new.db'}")
    assert tables_of(old) == tables_of(new)
    for store in (old, new):
        store.close()


def test_tables_and_columns_that_are_there_already_are_left_as_they_are(tmp_path: Path) -> None:
    file = of_version(
        tmp_path / "server.db", 1,
        "CREATE TABLE settings (name VARCHAR(40), value TEXT NOT NULL, PRIMARY KEY (name));"
        "INSERT INTO settings VALUES ('kept', 'yes');"
        "ALTER TABLE boards ADD COLUMN maker VARCHAR(80);"
        "CREATE INDEX boards_maker ON boards (maker, state);",
    )  # fmt: skip
    store = open_store(f"sqlite:///{file}", migrating=True)
    with store.engine.connect() as connection:
        assert connection.execute(select(settings)).all() == [("kept", "yes")]
    played_on(store)
    store.close()


def test_a_newer_programs_database_is_let_go_of(tmp_path: Path) -> None:
    """Check by the process's open files: Python 3.13 warns of a connection that is not closed."""
    file = _file(tmp_path)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE version SET number = ?", (NEWEST + 1,))
    connection.commit()
    connection.close()
    with pytest.raises(ServerError, match="newer program"):
        open_store(f"sqlite:///{file}")
    opened = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert str(file) not in opened


def test_seeks_on_the_same_terms_fit_after_a_game_has_one_more_option(tmp_path: Path) -> None:
    """Write the hash that version 12 wrote, which was of all options, not of the changed ones."""
    file = tmp_path / "server.db"
    store = open_store(f"sqlite:///{file}")
    desk = Desk(store)
    ann, bob = desk.person("ann"), desk.person("bob")
    made = desk.do("boche seek -size=4", user=ann)
    store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE seeks SET terms = 'of all options'")
        connection.execute("UPDATE version SET number = 12")
    store = open_store(f"sqlite:///{file}", migrating=True)
    desk = Desk(store)
    desk.now = START + 120.0
    found = desk.do("boche seek -size=4", user=bob)
    assert found.split(":")[0] == made.split(":")[0], found
    store.close()


def test_private_boards_get_a_link_to_watch_and_rematches_the_same(tmp_path: Path) -> None:
    file = of_version(tmp_path / "server.db", 13)
    with closing(sqlite3.connect(file)) as connection, connection:
        boards = "INSERT INTO boards (id, game, options, state, rated, created, increment, ply, "
        boards += "nagged, events, private, before) VALUES "
        for row in ((71, 1, None), (72, 1, 71), (73, 1, None), (74, 0, None)):
            values = f"(?, 'boku', '{{}}', 'over', 0, {START}, 0, 0, 0, 0, ?, ?)"
            connection.execute(boards + values, row)
    open_store(f"sqlite:///{file}", migrating=True).close()
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT id, watch FROM boards WHERE id > 70").fetchall()
    links = dict(found)
    assert links[71] == links[72] != links[73]
    assert len(links[71]) == len(links[73]) == 43
    assert links[74] is None


def test_progress_in_lessons_no_longer_depends_on_their_places(tmp_path: Path) -> None:
    file = of_version(tmp_path / "server.db", 15)
    with closing(sqlite3.connect(file)) as connection, connection:
        (user,) = connection.execute("SELECT min(id) FROM users").fetchone()
        rows = [(user, "boche", "7-the-path", 2), (user, "boche", "10-the-only-defence", 1)]
        insert = "INSERT INTO lesson_progress (user_id, game, lesson, done) VALUES (?, ?, ?, ?)"
        connection.executemany(insert, rows)
    open_store(f"sqlite:///{file}", migrating=True).close()
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT lesson, done FROM lesson_progress").fetchall()
    assert sorted(found) == [("the-only-defence", 1), ("the-path", 2)]


# -- programs that change a database say so, and ask


def _version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT number FROM version").fetchone()[0])


def test_an_older_file_is_not_brought_on_unasked(tmp_path: Path) -> None:
    file = _file(tmp_path)
    with pytest.raises(ServerError) as told:
        open_store(f"sqlite:///{file}")
    line = str(told.value)
    assert "\n" not in line
    for part in (str(file), "version 2", f"needs {NEWEST}", "serve migrate", "version-2.db"):
        assert part in line
    assert _version_of(file) == 2
    assert [each.name for each in tmp_path.iterdir()] == ["server.db"]


def test_one_that_is_brought_on_is_copied_first(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = _file(tmp_path)
    (tmp_path / "server-version-2.db").write_text("an earlier backup")
    open_store(f"sqlite:///{file}", migrating=True).close()
    copy = tmp_path / "server-version-2-2.db"
    assert (_version_of(copy), _version_of(file)) == (2, NEWEST)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert str(copy) in caplog.text
    assert (tmp_path / "server-version-2.db").read_text() == "an earlier backup"


def test_a_backup_that_cannot_be_made_stops_it(tmp_path: Path) -> None:
    file = _file(tmp_path)
    with (
        patch("boche.server.database.backup.os.replace", side_effect=OSError(28, "No space left")),
        pytest.raises(ServerError, match="No space left"),
    ):
        open_store(f"sqlite:///{file}", migrating=True)
    assert _version_of(file) == 2
    assert [each.name for each in tmp_path.iterdir()] == ["server.db"]


@pytest.mark.parametrize("number", [2, NEWEST + 1])
def test_a_backup_only_reads(tmp_path: Path, number: int) -> None:
    """Check that the copy of another version's database keeps that version."""
    file = _file(tmp_path)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE version SET number = ?", (number,))
    before = file.read_bytes()
    copy_database(file, tmp_path / "copy.db")
    assert file.read_bytes() == before
    assert _version_of(tmp_path / "copy.db") == number
