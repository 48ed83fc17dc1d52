"""Backups, and the way back: to a file and to PostgreSQL, from every version that there was."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.postgresql import SERVES
from boche.server.play.match import load
from boche.viewer.cli import main
from tests.server.database.earlier import of_version, played_on
from tests.server.postgres import Cluster

SERVED = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :key "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

Serve = Callable[..., tuple[int, str, str]]


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str]) -> Serve:
    """Return the command ``serve``: its exit code, output and errors."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = main(["serve", *map(str, words)])
        shown = capsys.readouterr()
        assert shown.err.count("\n") <= 1
        return code, shown.out, shown.err

    return run


def made(folder: Path) -> Path:
    """Return the data folder of a server of today with those games."""
    folder.mkdir(mode=0o700)
    open_store(f"sqlite:///{of_version(folder / 'server.db', 1)}", migrating=True).close()
    (folder / "server-version-1.db").unlink()
    return folder


@pytest.mark.parametrize("number", range(1, NEWEST + 1))
def test_a_backup_of_every_version_is_restored(tmp_path: Path, serve: Serve, number: int) -> None:
    backup, data = of_version(tmp_path / "backup.db", number), tmp_path / "data"
    code, said, _ = serve("restore", backup, "--data", data)
    assert code == 0
    assert ("migrated from" in said) == (number < NEWEST)
    assert sorted(path.name for path in data.iterdir()) == ["server.db"]
    assert (data / "server.db").stat().st_mode & 0o777 == 0o600
    store = open_store(f"sqlite:///{data / 'server.db'}")
    played_on(store)
    store.close()


def test_what_is_there_is_replaced_only_when_asked_and_kept(tmp_path: Path, serve: Serve) -> None:
    data = made(tmp_path / "data")
    assert serve("backup", tmp_path / "backup.db", "--data", data) == (0, "", "")
    store = open_store(f"sqlite:///{data / 'server.db'}")
    played_on(store)
    code, _, line = serve("restore", tmp_path / "backup.db", "--data", data, "--overwrite")
    assert (code, "stop it first" in line) == (2, True), "a program has it open"
    store.close()
    code, _, line = serve("restore", tmp_path / "backup.db", "--data", data)
    assert (code, "--overwrite" in line) == (2, True)
    code, said, _ = serve("restore", tmp_path / "backup.db", "--data", data, "--overwrite")
    assert (code, "server-replaced-1.db" in said) == (0, True)
    for name, moves in (("server.db", 1), ("server-replaced-1.db", 3)):
        opened = open_store(f"sqlite:///{data / name}")
        assert len(opened.read(lambda transaction: load(transaction, 1)).moves) >= moves
        opened.close()
    store = open_store(f"sqlite:///{data / 'server.db'}")
    played_on(store)
    store.close()


def test_files_left_behind_by_a_database_do_not_spoil_the_next(
    tmp_path: Path, serve: Serve
) -> None:
    data = made(tmp_path / "data")
    serve("backup", tmp_path / "backup.db", "--data", data)
    (data / "server.db").unlink()
    (data / "server.db-wal").write_bytes(b"of the old one")
    assert serve("restore", tmp_path / "backup.db", "--data", data)[0] == 0
    store = open_store(f"sqlite:///{data / 'server.db'}")
    played_on(store)
    store.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_the_file_belongs_to_the_owner_of_its_folder(tmp_path: Path, serve: Serve) -> None:
    backup, data = of_version(tmp_path / "backup.db", NEWEST), tmp_path / "data"
    data.mkdir()
    os.chown(data, 1234, 1234)
    assert serve("restore", backup, "--data", data)[0] == 0
    assert (data / "server.db").stat().st_uid == 1234


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "does not exist"),
        (b"PGDMP and more", "pg_restore"),
        (b"a text of somebody", "is not a backup of a server"),
        (b"SQLite format 3\0 and nothing more", "is damaged, or"),
    ],
)
def test_what_is_no_backup_changes_nothing(
    tmp_path: Path, serve: Serve, content: bytes | None, said: str
) -> None:
    data, backup = made(tmp_path / "data"), tmp_path / "backup"
    if content is not None:
        backup.write_bytes(content)
    before = (data / "server.db").read_bytes()
    code, _, line = serve("restore", backup, "--data", data, "--overwrite")
    assert (code, said in line) == (2, True), line
    assert (data / "server.db").read_bytes() == before
    assert [path.name for path in data.iterdir()] == ["server.db"]


def test_a_backup_of_a_newer_program_is_refused(tmp_path: Path, serve: Serve) -> None:
    backup = of_version(tmp_path / "backup.db", NEWEST)
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE version SET number = number + 1")
    code, _, line = serve("restore", backup, "--data", tmp_path / "data")
    assert (code, "newer program" in line) == (2, True)


def test_a_damaged_backup_is_refused(tmp_path: Path, serve: Serve) -> None:
    backup = of_version(tmp_path / "backup.db", NEWEST)
    content = bytearray(backup.read_bytes())
    content[len(content) // 2 :] = b"\xa5" * (len(content) - len(content) // 2)
    backup.write_bytes(content)
    code, _, line = serve("restore", backup, "--data", tmp_path / "data")
    assert (code, "damaged" in line) == (2, True), line
    assert not (tmp_path / "data" / "server.db").exists()


def test_a_backup_with_a_row_that_hangs_in_the_air_is_refused(tmp_path: Path, serve: Serve) -> None:
    backup = of_version(tmp_path / "backup.db", NEWEST)
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("DELETE FROM users WHERE name = 'bob'")
    code, _, line = serve("restore", backup, "--data", tmp_path / "data")
    assert (code, "refers to a missing row of users" in line) == (2, True), line
    assert not (tmp_path / "data" / "server.db").exists()


# -- PostgreSQL


def test_a_database_that_cannot_be_reached_is_named(tmp_path: Path, serve: Serve) -> None:
    code, _, line = serve(
        "backup", tmp_path / "copy.db", "--database", "postgresql://ann:SECRET@127.0.0.1:1/games"
    )
    assert (code, "the database postgresql://ann:***@127.0.0.1:1/games" in line) == (2, True), line
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_copied_to_postgresql_and_back(
    tmp_path: Path, serve: Serve, cluster: Cluster
) -> None:
    data, url = made(tmp_path / "data"), cluster.database("copied")
    to = ("--data", data, "--database", url)
    code, said, _ = serve("copy", *to)
    assert (code, "as many rows as before" in said) == (0, True)
    rows = {name: int(rest) for name, rest in map(str.split, said.splitlines()[:-1])}
    assert (rows["boards"], rows["seats"], rows["version"]) == (2, 4, 1)
    store = open_store(url)
    played_on(store)
    store.close()
    code, _, line = serve("copy", *to)
    assert (code, "--overwrite" in line) == (2, True)
    # A backup of PostgreSQL is a file like any other.
    backup = tmp_path / "backup.db"
    assert serve("backup", backup, "--database", url) == (0, "", "")
    assert backup.stat().st_mode & 0o777 == 0o600
    assert serve("restore", backup, "--data", tmp_path / "again")[0] == 0
    file = open_store(f"sqlite:///{tmp_path / 'again' / 'server.db'}")
    assert len(file.read(lambda transaction: load(transaction, 1)).moves) == 3
    file.close()


def test_an_older_backup_is_restored_to_postgresql(
    tmp_path: Path, serve: Serve, cluster: Cluster
) -> None:
    backup, url = of_version(tmp_path / "backup.db", 3), cluster.database("restored")
    code, said, _ = serve("restore", backup, "--database", url)
    assert (code, "with 2 games" in said) == (0, True), said
    store = open_store(url)
    played_on(store)
    store.write(store.joins)  # as a server does
    while not store.read(
        lambda transaction: transaction.connection.execute(SERVED, {"key": SERVES}).scalar_one()
    ):
        time.sleep(0.05)  # its lock is taken by a thread
    code, _, line = serve("restore", backup, "--database", url, "--overwrite")
    store.close()
    assert (code, "stop it first" in line) == (2, True)
    assert serve("restore", backup, "--database", url, "--overwrite")[0] == 0
    store = open_store(url)
    played_on(store)
    store.close()


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, serve: Serve, cluster: Cluster) -> None:
    """Put a character into the file that PostgreSQL does not store."""
    data, url = made(tmp_path / "data"), cluster.database("failed")
    with closing(sqlite3.connect(data / "server.db")) as connection, connection:
        connection.execute("UPDATE seats SET notes = 'a' || char(0) || 'b'")
    code, _, line = serve("copy", "--data", data, "--database", url)
    assert (code, "seats" in line) == (2, True), line
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        count = connection.execute(
            text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        )
        assert count.scalar_one() == 0
    engine.dispose()


def test_a_database_of_postgresql_is_migrated_if_there_is_one(
    serve: Serve, cluster: Cluster
) -> None:
    url = cluster.database("migrated")
    code, _, err = serve("migrate", "--database", url)
    assert (code, "the database is empty" in err) == (2, True)
    open_store(url).close()
    said = f"the database already has version {NEWEST}\n"
    assert serve("migrate", "--database", url) == (0, said, "")
    assert serve("migrate", "now", "--database", url)[0] == 2
