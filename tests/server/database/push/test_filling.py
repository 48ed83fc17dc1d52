"""Migrations on both databases: filled, refused, and interrupted."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import Engine, NullPool, create_engine, inspect, select, text

from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.schema import addresses, operators, results, seats, seeks, users
from boche.server.database.store import Store
from boche.server.database.terms import terms_key
from boche.server.errors import ServerError
from tests import ROOT
from tests.server.database.conftest import Made
from tests.server.database.earlier import played_on, tables_of


def test_the_first_database_is_migrated_and_played_on(made: Made, new: Store) -> None:
    store = open_store(made(1), migrating=True)
    assert tables_of(store) == tables_of(new)
    played_on(store)
    store.close()


BEFORE = """
INSERT INTO users VALUES(11, 'carl', 'carl', NULL, 'Carl@a.example,d@b.example,carl@A.example,%s',
    1700000000.0, 0.0, NULL, '{"operator": true, "since": 5.0, "theme": "dark"}', NULL, NULL);
INSERT INTO users VALUES(12, 'dora', 'dora', NULL, NULL,
    1700000000.0, 0.0, NULL, '{"theme": "operator"}', NULL, NULL);
INSERT INTO boards (id, game, options, state, rated, created, start, increment, most, ply, nagged,
    events, "before") VALUES
    (3, 'boku', '{}', 'open', 1, 1750000000.0, 60.0, 1.0, NULL, 0, 0, 0, NULL),
    (4, 'boku', '{}', 'open', 0, 1750000000.0, 60.0, 1.0, NULL, 0, 0, 0, NULL),
    (5, 'boku', '{}', 'open', 0, 1750000000.0, 60.0, 1.0, NULL, 0, 0, 0, 2);
INSERT INTO seats (board, seat, user_id, name, level, muted, notes, state, to_move) VALUES
    (3, 0, NULL, '', NULL, 0, '', 'open', 0), (3, 1, 11, 'carl', NULL, 0, '', 'open', 0),
    (4, 0, NULL, '', NULL, 0, '', 'open', 0), (4, 1, NULL, '', NULL, 0, '', 'open', 0),
    (5, 0, 9, 'ann', NULL, 0, '', 'open', 0), (5, 1, NULL, '', NULL, 0, '', 'open', 0);
""" % ("long" * 60)  # fmt: skip
"""What nobody in version 1 had: addresses of one who is an operator, and boards that wait."""


def test_new_tables_are_filled_from_what_was_there(made: Made) -> None:
    store = open_store(made(1, BEFORE), migrating=True)
    with store.engine.connect() as connection:

        def rows(*columns: object) -> list[tuple[object, ...]]:
            found = connection.execute(select(*columns)).all()  # type: ignore[call-overload]
            return sorted((tuple(row) for row in found), key=repr)

        grown = dict(rows(users.c.name, users.c.vacation_at))  # type: ignore[arg-type]
        assert (grown["carl"], grown["level-1"]) == (1700000000.0, None)
        assert rows(addresses.c.user_id, addresses.c.key, addresses.c.address,
                    addresses.c.confirmed) == [
            (11, "carl@a.example", "carl@A.example", None), (11, "d@b.example", "d@b.example", None)
        ]  # fmt: skip
        came = {row[:2]: row[2] for row in rows(seats.c.board, seats.c.seat, seats.c.came)}
        assert (came[1, 0], came[3, 0], came[3, 1]) == (1800000000.0, None, 1750000000.0)
        terms = terms_key("boku", {}, (60.0, 1.0, None), rated=True)
        assert rows(seeks.c.board, seeks.c.terms, seeks.c.user_id, seeks.c.begins) == [
            (3, terms, 11, "other")]  # fmt: skip
        assert rows(results.c.board, results.c.user_id, results.c.opponent, results.c.score) == [
            (2, 10, 9, "won"), (2, 9, 10, "lost")]  # fmt: skip
        assert rows(operators) == [(11, 5.0)]
        chosen = dict(rows(users.c.name, users.c.settings))  # type: ignore[arg-type]
        assert chosen["carl"] == {"theme": "dark"}
        assert chosen["dora"] == {"theme": "operator"}
    store.close()


def test_what_is_there_already_is_not_filled_again(made: Made) -> None:
    """Check by the addresses: one that was removed since version 3 does not come back."""
    url = made(3, BEFORE)
    with _engine(url).begin() as connection:
        connection.execute(text("DELETE FROM addresses"))
    store = open_store(url, migrating=True)
    with store.engine.connect() as connection:
        assert connection.execute(select(addresses)).all() == []
        assert connection.execute(select(operators.c.user_id)).all() == [(11,)]
    store.close()


def test_a_newer_programs_database_is_refused(made: Made) -> None:
    url = made(NEWEST)
    with _engine(url).begin() as connection:
        connection.execute(text("UPDATE version SET number = number + 1"))
    before = _tables(url)
    for migrating in (False, True):
        with pytest.raises(
            ServerError, match=f"version {NEWEST + 1}, but this program supports up to"
        ):
            open_store(url, migrating=migrating)
    assert (_version(url), _tables(url)) == (NEWEST + 1, before)


INTERRUPTED = """
import os, sys
from boche.server.database import migrations
from boche.server.database.connect import open_store
migrations.FILLS[9] = lambda connection: os._exit(9)
open_store(sys.argv[1], migrating=True)
"""


def test_an_interrupted_migration_is_gone_on_with(made: Made, new: Store) -> None:
    url = made(1, BEFORE)
    before = _tables(url)
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, url], cwd=ROOT, check=False)
    assert done.returncode == 9
    assert (_version(url), _tables(url)) == (1, before)
    store = open_store(url, migrating=True)
    assert tables_of(store) == tables_of(new)
    played_on(store, boards=5)
    store.close()


def _engine(url: str) -> Engine:
    return create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)


def _version(url: str) -> int:
    with _engine(url).connect() as connection:
        return int(connection.execute(text("SELECT number FROM version")).scalar_one())


def _tables(url: str) -> list[str]:
    return sorted(inspect(_engine(url)).get_table_names())
