"""Upgrades to a new version: nothing is changed unasked or only in part."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from boche.server.database import migrations
from tests import ROOT
from tests.e2e.server.served import LONG, Served
from tests.server.database.test_migrations import SECOND

NEWER = """
import sys
from sqlalchemy import Column, Integer
from boche.server.database import migrations, schema
schema.boards.append_column(Column("newer", Integer))
migrations.NEWEST += 1
from boche.viewer.cli import main
sys.exit(main())
"""
"""A program of the next version."""

OLDER = """
import sys
from boche.server.operation import alone
from boche.viewer.cli import main
alone.LOCK = "another.lock"
sys.exit(main())
"""
"""A program of before there was a lock of the folder."""


def command(*arguments: str) -> tuple[int, str]:
    """Run ``serve`` with these arguments; return the exit code and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "boche", "serve", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=LONG, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


def version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT number FROM version").fetchone()[0])


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return the database file of an older version."""
    file = tmp_path / "server.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(SECOND.read_text())
    return file


def test_what_looks_after_an_older_database_leaves_its_version(old: Path, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert command("backup", str(tmp_path / "copy.db"), *data) == (0, "")
    code, line = command("user", "operator", "ann", *data)
    assert (code, line.count("\n")) == (2, 1)
    assert "serve migrate" in line
    assert (version_of(old), version_of(tmp_path / "copy.db")) == (2, 2)


def test_serving_it_is_asked_for_and_begins_with_a_backup(old: Path, tmp_path: Path) -> None:
    data, backup = ("--data", str(tmp_path)), tmp_path / "server-version-2.db"
    code, line = command("--port", "0", *data)
    assert (code, line.count("\n"), version_of(old)) == (2, 1, 2)
    assert f"`boche serve migrate`, which first makes a backup: {str(backup)!r}" in line
    served = Served("--migrate", *data)
    assert served.ask("GET", "/api/boards/1")[0] == 200
    _, errors = served.end()
    assert repr(str(backup)) in errors
    assert (version_of(old), version_of(backup)) == (migrations.NEWEST, 2)


def test_an_older_program_that_still_runs_keeps_its_file(old: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        assert connection.execute("SELECT count(*) FROM boards").fetchone()
        code, line = command("migrate", "--data", str(tmp_path))
    assert (code, "stop it first" in line, version_of(old)) == (2, True, 2)


def test_there_is_nobody_to_make_an_operator_of_where_there_is_no_database(tmp_path: Path) -> None:
    code, line = command("operator", "ann", "--data", str(tmp_path))
    assert (code, "there is no database yet" in line) == (2, True)
    assert list(tmp_path.iterdir()) == []
