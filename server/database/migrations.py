"""Migrations of the tables: numbered steps, each applied once.

A new database gets the tables of ``schema`` and the newest number. An older one is migrated by the
steps it lacks, all in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

from boche.engine.program import PROGRAM
from boche.server.database.schema import METADATA, VERSION
from boche.server.errors import ServerError, UnavailableError


def _vacation_grows(connection: Connection) -> None:
    """Migrate to version 2: vacation grows back, and settings apply to all processes of a database.

    Each step spells out its own changes, as ``schema`` only has the newest tables.
    """
    kind = Double().compile(connection.dialect)
    connection.execute(text(f"ALTER TABLE users ADD COLUMN vacation_at {kind}"))
    connection.execute(text("UPDATE users SET vacation_at = created WHERE level IS NULL"))
    table = "settings (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name))"
    connection.execute(text(f"CREATE TABLE {table}"))


def _mail_comes_and_goes(connection: Connection) -> None:
    """Migrate to version 3: mail. Existing addresses have to be confirmed like new ones."""
    old = MetaData()
    users = Table("users", old, Column("id", Integer, primary_key=True), Column("mail", Text))
    boards = Table("boards", old, Column("id", Integer, primary_key=True))
    metadata = MetaData()

    def of(table: Table) -> ForeignKey:
        return ForeignKey(table.c.id, ondelete="CASCADE")

    addresses = Table(
        "addresses", metadata,
        Column("user_id", of(users), primary_key=True),
        Column("key", String(200), primary_key=True),
        Column("address", String(200), nullable=False),
        Column("asked", Double), Column("confirmed", Double), Column("refused", Double),
        Index("addresses_key", "key"), Index("addresses_asked", "asked"),
    )  # fmt: skip
    Table(
        "mailboxes", metadata,
        Column("user_id", of(users), primary_key=True),
        Column("wish", String(10), nullable=False),
        Column("digest", Double, index=True),
    )  # fmt: skip
    Table(
        "received", metadata,
        Column("key", String(64), primary_key=True),
        Column("at", Double, nullable=False, index=True),
        Column("done", Integer, nullable=False),
        Column("answers", JSON, nullable=False),
        Column("finished", Boolean, nullable=False),
        Column("waiting", Text),
    )  # fmt: skip
    Table(
        "outbox", metadata,
        Column("id", Integer, primary_key=True),
        Column("message_id", String(200), nullable=False, unique=True),
        Column("kind", String(10), nullable=False),
        Column("user_id", of(users), index=True),
        Column("address", String(200), nullable=False),
        Column("board", of(boards)),
        Column("data", JSON, nullable=False),
        Column("raw", LargeBinary),
        Column("at", Double, nullable=False, index=True),
        Column("due", Double, index=True),
        Column("tries", Integer, nullable=False),
        Column("sent", Double),
        Column("failed", Text),
    )  # fmt: skip
    metadata.create_all(connection)
    for row in connection.execute(select(users).where(users.c.mail.is_not(None))).all():
        address_of = {
            address.lower(): address for address in row.mail.split(",") if len(address) <= 200
        }
        for key, address in address_of.items():
            connection.execute(insert(addresses).values(user_id=row.id, key=key, address=address))


def _fair_and_hard_to_break(connection: Connection) -> None:
    """Migrate to version 4: arrivals, makers, invitations, heartbeats and push subscriptions."""
    seconds, yes = Double().compile(connection.dialect), Boolean().compile(connection.dialect)
    for change in (
        "users ADD COLUMN skeleton VARCHAR(200)",
        f"boards ADD COLUMN private {yes} NOT NULL DEFAULT FALSE",
        "boards ADD COLUMN maker VARCHAR(80)",
        f"seats ADD COLUMN came {seconds}",
        "jobs ADD COLUMN maker VARCHAR(80)",
    ):
        connection.execute(text(f"ALTER TABLE {change}"))
    connection.execute(text("CREATE INDEX ix_users_skeleton ON users (skeleton)"))
    connection.execute(text("CREATE INDEX boards_maker ON boards (maker, state)"))
    # Players already seated count as having arrived, so that their games go on unchanged.
    connection.execute(text(
        "UPDATE seats SET came = (SELECT created FROM boards WHERE boards.id = seats.board) "
        "WHERE user_id IS NOT NULL OR level IS NOT NULL OR secret IS NOT NULL"
    ))  # fmt: skip
    users = Table("users", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()
    Table(
        "beats", metadata,
        Column("process", String(80), primary_key=True),
        Column("at", Double, nullable=False),
    )  # fmt: skip
    Table(
        "invitations", metadata,
        Column("hash", LargeBinary(32), primary_key=True),
        Column("made", Double, nullable=False), Column("expires", Double),
        Column("uses", Integer, nullable=False), Column("note", Text, nullable=False),
    )  # fmt: skip
    Table(
        "pushes", metadata,
        Column("id", Integer, primary_key=True),
        Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
        Column("secret", LargeBinary(32), index=True),
        Column("endpoint", Text, nullable=False),
        Column("keys", JSON, nullable=False), Column("at", Double, nullable=False),
    )  # fmt: skip
    metadata.create_all(connection)


def _puzzles_are_rated(connection: Connection) -> None:
    """Migrate to version 5: ratings at puzzles, the puzzles answered, and the days."""
    users = Table("users", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()

    def user() -> Column[int]:
        own = ForeignKey(users.c.id, ondelete="CASCADE")
        return Column("user_id", own, primary_key=True)

    Table(
        "puzzle_ratings", metadata, user(),
        Column("game", String(40), primary_key=True),
        Column("rating", Double, nullable=False),
        Column("deviation", Double, nullable=False),
        Column("volatility", Double, nullable=False),
        Column("solved", Integer, nullable=False), Column("tried", Integer, nullable=False),
        Column("at", Double, nullable=False),
    )  # fmt: skip
    Table(
        "puzzle_answers", metadata, user(),
        Column("puzzle", String(60), primary_key=True),
        Column("hints", Integer, nullable=False),
        Column("answered", Double), Column("rated", Double),
        Column("before", Double), Column("after", Double),
    )  # fmt: skip
    Table("puzzle_days", metadata, user(), Column("day", Integer, primary_key=True))
    metadata.create_all(connection)


def _games_are_analysed(connection: Connection) -> None:
    """Migrate to a later version: analyses of games and positions, and their evaluations."""
    boards = Table("boards", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()
    board = ForeignKey(boards.c.id, ondelete="CASCADE")
    analyses = Table(
        "analyses", metadata,
        Column("id", Integer, primary_key=True),
        Column("key", String(80), nullable=False, unique=True),
        Column("board", board, index=True),
        Column("game", String(40)), Column("options", JSON), Column("moves", JSON),
        Column("expires", Double, index=True),
        Column("maker", String(80)),
        Column("queued", Double, index=True), Column("claimed", Double),
        Column("tries", Integer, nullable=False),
        Column("done", Integer, nullable=False), Column("positions", Integer, nullable=False),
    )  # fmt: skip
    analysis = ForeignKey(analyses.c.id, ondelete="CASCADE")
    Table(
        "evaluations", metadata,
        Column("analysis", analysis, primary_key=True),
        Column("ply", Integer, primary_key=True),
        Column("texts", JSON, nullable=False),
    )  # fmt: skip
    metadata.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (
    _vacation_grows,
    _mail_comes_and_goes,
    _fair_and_hard_to_break,
    _puzzles_are_rated,
    _games_are_analysed,
)
"""Steps from version 1 to 2, from 2 to 3, and so on."""

NEWEST = 1 + len(STEPS)


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
            f"the database is of version {old}, this program knows up to {NEWEST}: "
            "start the newer program that made it"
        )
    if old == 0:
        METADATA.create_all(connection)
        connection.execute(VERSION.insert().values(number=NEWEST))
    elif old < NEWEST:
        older(old)
        for number in range(old, NEWEST):
            STEPS[number - 1](connection)
        connection.execute(VERSION.update().values(number=NEWEST))


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(VERSION.name):
        return 0
    return int(connection.execute(select(VERSION.c.number)).scalar_one())


def refuse(shown: str, old: int, first: str) -> None:
    """Raise ``VersionError`` for an older database; ``first`` says what to do before migrating."""
    raise VersionError(
        f"the database {shown} is of version {old}; this program needs {NEWEST}: "
        f"run `{PROGRAM} serve --migrate`, {first}"
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
        super().__init__("the server is being upgraded; nothing was changed. Try again in a moment")
        self.line = (
            f"the database is of version {number} by now; this program knows {NEWEST}, and ends: "
            "leave it to the newer one"
        )
