"""Migrations of the tables: what an older database lacks is added, and filled.

A new database gets the tables of ``schema`` and the newest number. An older one gets the tables,
columns and indexes of ``schema`` that it does not have, and what ``FILLS`` writes into them, all in
one transaction.

Whoever changes ``schema`` raises ``NEWEST``, and writes what is new down in
``tests/server/database/changes.sql``. A column that is added to a table and may not be NULL needs a
``server_default``; what is there already is never changed.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Text,
    cast,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.schema import CreateColumn, CreateTable

from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.engine.message import Phrase
from boche.engine.program import PROGRAM
from boche.server.database.schema import (
    ADDRESS_LENGTH,
    METADATA,
    VERSION,
    addresses,
    boards,
    lesson_progress,
    operators,
    seats,
    seeks,
    users,
)
from boche.server.database.terms import terms_key
from boche.server.errors import ServerError, UnavailableError

NEWEST = 20
"""The version of the tables in ``schema``."""


def _let_vacation_grow(connection: Connection) -> None:
    grow = update(users).where(users.c.level.is_(None))
    connection.execute(grow.values(vacation_at=users.c.created))


def _take_over_addresses(connection: Connection) -> None:
    """Note the addresses of accounts, which have to be confirmed like new ones."""
    own = select(users.c.id, users.c.mail).where(users.c.mail.is_not(None))
    for row in connection.execute(own).all():
        address_of = {
            address.lower(): address
            for address in row.mail.split(",")
            if len(address) <= ADDRESS_LENGTH
        }
        for key, address in address_of.items():
            connection.execute(insert(addresses).values(user_id=row.id, key=key, address=address))


def _let_the_seated_have_come(connection: Connection) -> None:
    """Count players already seated as having arrived, so that their games go on unchanged."""
    seated = seats.c.user_id.is_not(None) | seats.c.level.is_not(None) | seats.c.secret.is_not(None)
    created = select(boards.c.created).where(boards.c.id == seats.c.board).scalar_subquery()
    connection.execute(update(seats).where(seated).values(came=created))


def _seek_for_open_boards(connection: Connection) -> None:
    waiting = select(boards).where(boards.c.state == "open", boards.c.before.is_(None))
    for row in connection.execute(waiting).all():
        pair = connection.execute(
            select(seats).where(seats.c.board == row.id).order_by(seats.c.seat)
        ).all()
        taken = [seat for seat in pair if (seat.user_id, seat.level, seat.secret) != (None,) * 3]
        if len(taken) == 1:
            connection.execute(insert(seeks).values(
                board=row.id, terms=_terms_of(row), user_id=taken[0].user_id, maker=row.maker,
                begins="other" if taken[0].seat else "me",
            ))  # fmt: skip


def _list_results_and_operators(connection: Connection) -> None:
    connection.execute(text(
        "INSERT INTO results (board, seat, user_id, opponent, game, score, private, ended) "
        "SELECT b.id, s.seat, s.user_id, o.user_id, b.game, CASE WHEN b.winner = s.seat "
        "THEN 'won' WHEN b.winner IS NOT NULL THEN 'lost' WHEN b.result <> '' THEN 'drawn' "
        "ELSE 'none' END, b.private, COALESCE(b.ended, b.created) FROM boards b "
        "JOIN seats s ON s.board = b.id JOIN seats o ON o.board = b.id AND o.seat = 1 - s.seat "
        "WHERE b.state = 'over' AND b.began IS NOT NULL AND s.user_id IS NOT NULL"
    ))  # fmt: skip
    chosen = cast(users.c.settings, Text).contains('"operator"')
    for row in connection.execute(select(users.c.id, users.c.settings).where(chosen)).all():
        settings = dict(row.settings)
        if settings.pop("operator", False):
            since = float(settings.pop("since", 0.0))
            connection.execute(insert(operators).values(user_id=row.id, since=since))
        connection.execute(update(users).where(users.c.id == row.id).values(settings=settings))


def _compare_terms_without_defaults(connection: Connection) -> None:
    """Let seeks on the same terms fit if one is older than an option of its game."""
    waiting = select(boards).join(seeks, seeks.c.board == boards.c.id)
    for row in connection.execute(waiting).all():
        query = update(seeks).where(seeks.c.board == row.id)
        connection.execute(query.values(terms=_terms_of(row)))


def _give_private_boards_links_to_watch(connection: Connection) -> None:
    """Write a secret for each private board; a rematch has that of the game before it."""
    links: dict[int, str] = {}
    private = select(boards.c.id, boards.c.before).where(boards.c.private).order_by(boards.c.id)
    for row in connection.execute(private).all():
        links[row.id] = links.get(row.before) or secrets.token_urlsafe(32)
        connection.execute(update(boards).where(boards.c.id == row.id).values(watch=links[row.id]))


def _name_lessons_without_their_places(connection: Connection) -> None:
    """Drop the number before a lesson's name, which changes with its place in the list."""
    names = select(lesson_progress.c.lesson).distinct()
    for name in connection.execute(names).scalars().all():
        named = update(lesson_progress).where(lesson_progress.c.lesson == name)
        connection.execute(named.values(lesson=re.sub(r"^\d+-", "", name)))


def _terms_of(row: Any) -> str:
    """Return the hash of the terms of a row of ``boards``."""
    try:
        options = find(row.game).changed(row.options)
    except BocheError:  # the package of the game is gone, and may come back
        options = row.options
    return terms_key(row.game, options, (row.start, row.increment, row.most), rated=row.rated)


FILLS: dict[int, Callable[[Connection], None]] = {
    2: _let_vacation_grow,
    3: _take_over_addresses,
    4: _let_the_seated_have_come,
    8: _seek_for_open_boards,
    9: _list_results_and_operators,
    13: _compare_terms_without_defaults,
    14: _give_private_boards_links_to_watch,
    16: _name_lessons_without_their_places,
}
"""What fills the new tables and columns of a database that is older than a version.

All tables and columns of ``schema`` are there then, but not yet the new indexes: filling is much
faster without them."""


def _add_tables_and_columns(connection: Connection) -> None:
    there = inspect(connection)
    for table in METADATA.sorted_tables:
        if not there.has_table(table.name):
            connection.execute(CreateTable(table))
            continue
        known = {column["name"] for column in there.get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                definition = _definition_of(column, connection)
                connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {definition}"))


def _definition_of(column: Column[Any], connection: Connection) -> str:
    """Return a column in SQL; its reference too, which SQLAlchemy only writes with a table."""
    definition = str(CreateColumn(column).compile(connection))
    for key in column.foreign_keys:
        definition += (
            f" REFERENCES {key.column.table.name} ({key.column.name}) ON DELETE {key.ondelete}"
        )
    return definition


def _add_indexes(connection: Connection) -> None:
    for table in METADATA.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)


class VersionError(ServerError):
    """A database of a newer program, or of an older one that must not be changed."""


Older = Callable[[int], None]
"""Callback with the version of an older database before it is migrated; may raise."""


def migrate(connection: Connection, older: Older) -> None:
    """Migrate the tables to the newest version in the current transaction, or create them.

    Raises ``VersionError``.
    """
    old = _version(connection)
    if old > NEWEST:
        raise VersionError(
            tr(
                "the database has version {old}, but this program supports up to {newest}: start "
                "the newer program that made it",
                old=old,
                newest=NEWEST,
            )
        )
    if old == 0:
        METADATA.create_all(connection)
        connection.execute(VERSION.insert().values(number=NEWEST))
    elif old < NEWEST:
        older(old)
        _add_tables_and_columns(connection)
        for version, fill in FILLS.items():
            if version > old:
                fill(connection)
        _add_indexes(connection)
        connection.execute(VERSION.update().values(number=NEWEST))


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(VERSION.name):
        return 0
    return int(connection.execute(select(VERSION.c.number)).scalar_one())


def refuse(shown: str, old: int, first: str) -> None:
    """Raise ``VersionError`` for an older database; ``first`` says what to do before migrating."""
    raise VersionError(
        tr(
            "the database {shown} has version {old}, but this program needs {newest}: run "
            "`{program} serve migrate`, {first}",
            shown=shown,
            old=old,
            newest=NEWEST,
            program=PROGRAM,
            first=first,
        )
    )


def known(driver: Any) -> None:
    """Raise ``OutdatedError`` if another program has changed the version in the meantime.

    This is checked in each transaction that writes, as this program's tables are outdated then.
    """
    (number,) = driver.execute(KNOWN).fetchone()
    if number != NEWEST:
        raise OutdatedError(number)


KNOWN = f"SELECT number FROM {VERSION.name}"


class OutdatedError(UnavailableError):
    """A database that was migrated to another version while this program served it."""

    def __init__(self, number: int) -> None:
        super().__init__(UPGRADED())
        self.line = tr(
            "the database now has version {number}, but this program supports {newest}, and "
            "stops: leave it to the newer one",
            number=number, newest=NEWEST,
        )  # fmt: skip


UPGRADED = Phrase(
    "database.upgraded", "the server is being upgraded; nothing was changed. Try again in a moment"
)
