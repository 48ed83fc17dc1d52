"""How the tables came to be: one numbered step after the other, each applied once.

A new database gets the tables as ``schema`` has them and the newest number. An older one is
brought on by the steps that it has not had; each is one transaction.
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

from engine.program import PROGRAM
from server.database.schema import METADATA, VERSION
from server.errors import ServerError, UnavailableError


def _vacation_grows(connection: Connection) -> None:
    """Version 2: vacation grows back, and settings hold for all who serve a database.

    The steps say what they change by themselves: ``schema`` has only what is newest.
    """
    kind = Double().compile(connection.dialect)
    connection.execute(text(f"ALTER TABLE users ADD COLUMN vacation_at {kind}"))
    connection.execute(text("UPDATE users SET vacation_at = created WHERE level IS NULL"))
    table = "settings (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name))"
    connection.execute(text(f"CREATE TABLE {table}"))


def _mail_comes_and_goes(connection: Connection) -> None:
    """Version 3: mail. Addresses that there are have to be confirmed like new ones."""
    old = MetaData()
    users = Table("users", old, Column("id", Integer, primary_key=True), Column("mail", Text))
    boards = Table("boards", old, Column("id", Integer, primary_key=True))
    made = MetaData()

    def of(table: Table) -> ForeignKey:
        return ForeignKey(table.c.id, ondelete="CASCADE")

    addresses = Table(
        "addresses", made,
        Column("user_id", of(users), primary_key=True),
        Column("key", String(200), primary_key=True),
        Column("address", String(200), nullable=False),
        Column("asked", Double), Column("confirmed", Double), Column("refused", Double),
        Index("addresses_key", "key"), Index("addresses_asked", "asked"),
    )  # fmt: skip
    Table(
        "mailboxes", made,
        Column("user_id", of(users), primary_key=True),
        Column("wish", String(10), nullable=False),
        Column("digest", Double, index=True),
    )  # fmt: skip
    Table(
        "received", made,
        Column("key", String(64), primary_key=True),
        Column("at", Double, nullable=False, index=True),
        Column("done", Integer, nullable=False),
        Column("answers", JSON, nullable=False),
        Column("finished", Boolean, nullable=False),
        Column("waiting", Text),
    )  # fmt: skip
    Table(
        "outbox", made,
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
    made.create_all(connection)
    for row in connection.execute(select(users).where(users.c.mail.is_not(None))).all():
        given = {each.lower(): each for each in row.mail.split(",") if len(each) <= 200}
        for key, address in given.items():
            connection.execute(insert(addresses).values(user_id=row.id, key=key, address=address))


def _fair_and_hard_to_break(connection: Connection) -> None:
    """Version 4: who has come, who had what made, invitations, beats, and browsers to be told."""
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
    # Who sat there before is taken to have come: their games go on as they are.
    connection.execute(text(
        "UPDATE seats SET came = (SELECT created FROM boards WHERE boards.id = seats.board) "
        "WHERE user_id IS NOT NULL OR level IS NOT NULL OR secret IS NOT NULL"
    ))  # fmt: skip
    users = Table("users", MetaData(), Column("id", Integer, primary_key=True))
    made = MetaData()
    Table(
        "beats", made,
        Column("process", String(80), primary_key=True),
        Column("at", Double, nullable=False),
    )  # fmt: skip
    Table(
        "invitations", made,
        Column("hash", LargeBinary(32), primary_key=True),
        Column("made", Double, nullable=False), Column("expires", Double),
        Column("uses", Integer, nullable=False), Column("note", Text, nullable=False),
    )  # fmt: skip
    Table(
        "pushes", made,
        Column("id", Integer, primary_key=True),
        Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
        Column("secret", LargeBinary(32), index=True),
        Column("endpoint", Text, nullable=False),
        Column("keys", JSON, nullable=False), Column("at", Double, nullable=False),
    )  # fmt: skip
    made.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (
    _vacation_grows,
    _mail_comes_and_goes,
    _fair_and_hard_to_break,
)
"""What turns version 1 into 2, 2 into 3, and so on."""

NEWEST = 1 + len(STEPS)


class VersionError(ServerError):
    """A database of a newer program, or of an older one that is not to be changed."""


Older = Callable[[int], None]
"""Is told the version of an older database before it is brought on; it may raise."""


def migrate(connection: Connection, older: Older) -> None:
    """Bring the tables to the newest version, in the transaction at hand; make them where none are.

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
    """Raises ``VersionError`` for an older database; ``first`` is what is done before."""
    raise VersionError(
        f"the database {shown} is of version {old}; this program needs {NEWEST}: "
        f"run `{PROGRAM} serve --migrate`, {first}"
    )


def known(driver: Any) -> None:
    """Raises ``OutdatedError`` where another program has changed the version meanwhile.

    For each transaction that writes: what this program knows of the tables is no longer so.
    """
    (number,) = driver.execute(KNOWN).fetchone()
    if number != NEWEST:
        raise OutdatedError(number)


KNOWN = f"SELECT number FROM {VERSION.name}"


class OutdatedError(UnavailableError):
    """The database was brought to another version while this program served it."""

    def __init__(self, number: int) -> None:
        super().__init__("the server is being upgraded; nothing was changed. Try again in a moment")
        self.line = (
            f"the database is of version {number} by now; this program knows {NEWEST}, and ends: "
            "leave it to the newer one"
        )
