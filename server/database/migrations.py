"""Migrations of the tables: numbered steps, each applied once.

A new database gets the tables of ``schema`` and the newest number. An older one is migrated by the
steps it lacks, all in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    cast,
    insert,
    inspect,
    select,
    text,
    update,
)

from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.engine.message import Phrase
from boche.engine.program import PROGRAM
from boche.server.database.schema import METADATA, VERSION
from boche.server.database.terms import terms_key
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


def _people_are_followed(connection: Connection) -> None:
    """Migrate to version 6: people who are followed, and public boards by their last move."""
    metadata = MetaData()
    users = Table("users", metadata, Column("id", Integer, primary_key=True))

    def user(name: str, **more: Any) -> Column[int]:
        return Column(name, ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True, **more)

    follows = Table(
        "follows", metadata, user("user_id"), user("followed", index=True),
        Column("at", Double, nullable=False),
    )  # fmt: skip
    follows.create(connection)
    connection.execute(text("CREATE INDEX boards_watch ON boards (game, state, private, since)"))


def _lessons_are_remembered(connection: Connection) -> None:
    """Migrate to version 7: the exercises that accounts have done."""
    users = Table("users", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()
    own = ForeignKey(users.c.id, ondelete="CASCADE")
    Table(
        "lesson_progress", metadata,
        Column("user_id", own, primary_key=True),
        Column("game", String(40), primary_key=True),
        Column("lesson", String(80), primary_key=True),
        Column("done", Integer, nullable=False),
    )  # fmt: skip
    metadata.create_all(connection)


def _a_lobby(connection: Connection) -> None:
    """Migrate to version 8: seeks, for open boards too, and who is here."""
    old = MetaData()
    users = Table("users", old, Column("id", Integer, primary_key=True))
    boards = Table(
        "boards", old,
        Column("id", Integer, primary_key=True), Column("state", String(10)),
        Column("game", String(40)), Column("options", JSON), Column("rated", Boolean),
        Column("start", Double), Column("increment", Double), Column("most", Double),
        Column("maker", String(80)), Column("before", Integer),
    )  # fmt: skip
    seats = Table(
        "seats", old,
        Column("board", Integer), Column("seat", Integer), Column("user_id", Integer),
        Column("level", Integer), Column("secret", LargeBinary(32)),
    )  # fmt: skip
    metadata = MetaData()
    seeks = Table(
        "seeks", metadata,
        Column("board", ForeignKey(boards.c.id, ondelete="CASCADE"), primary_key=True),
        Column("terms", String(32), nullable=False),
        Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
        Column("maker", String(80), index=True),
        Column("low", Integer), Column("high", Integer),
        Column("begins", String(10), nullable=False),
        Column("seen", Double, index=True),
        Index("seeks_terms", "terms", "board"),
    )  # fmt: skip
    Table(
        "presence", metadata,
        Column("key", String(80), primary_key=True),
        Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
        Column("seen", Double, nullable=False),
        Index("presence_seen", "seen"),
    )  # fmt: skip
    metadata.create_all(connection)
    waiting = boards.c.state == "open"
    for row in connection.execute(select(boards).where(waiting, boards.c.before.is_(None))).all():
        pair = connection.execute(
            select(seats).where(seats.c.board == row.id).order_by(seats.c.seat)
        ).all()
        taken = [seat for seat in pair if (seat.user_id, seat.level, seat.secret) != (None,) * 3]
        if len(taken) == 1:
            terms = terms_key(
                row.game, row.options, (row.start, row.increment, row.most), rated=row.rated
            )
            connection.execute(insert(seeks).values(
                board=row.id, terms=terms, user_id=taken[0].user_id, maker=row.maker,
                begins="other" if taken[0].seat else "me",
            ))  # fmt: skip


def _people_are_moderated(connection: Connection) -> None:
    """Migrate to version 9: operators, bans, warnings, reports, and results to search."""
    users = Table(
        "users", MetaData(),
        Column("id", Integer, primary_key=True), Column("key", String(40)),
        Column("settings", JSON),
    )  # fmt: skip
    boards = Table("boards", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()

    def user(name: str = "user_id", kept: bool = False, **more: Any) -> Column[int]:
        rule = "SET NULL" if kept else "CASCADE"
        return Column(name, ForeignKey(users.c.id, ondelete=rule), **more)

    operators = Table(
        "operators", metadata, user(primary_key=True), Column("since", Double, nullable=False)
    )
    Table(
        "bans", metadata, user(primary_key=True),
        Column("at", Double, nullable=False), Column("until", Double),
        Column("reason", Text, nullable=False),
    )  # fmt: skip
    Table(
        "warnings", metadata, Column("id", Integer, primary_key=True), user(nullable=False),
        Column("text", Text, nullable=False), Column("at", Double, nullable=False),
        Column("seen", Double), Index("warnings_user", "user_id", "seen"),
    )  # fmt: skip
    Table(
        "reports", metadata, Column("id", Integer, primary_key=True),
        user("reporter", kept=True, index=True),
        Column("reporter_name", String(40), nullable=False),
        user(kept=True, index=True), Column("name", String(40), nullable=False),
        Column("reason", String(20), nullable=False), Column("text", Text, nullable=False),
        Column("board", Integer), Column("context", JSON, nullable=False),
        Column("at", Double, nullable=False), Column("open", Boolean, nullable=False),
        Column("closed", Double), Column("answer", Text), Index("reports_open", "open", "id"),
    )  # fmt: skip
    Table(
        "moderation_log", metadata, Column("id", Integer, primary_key=True),
        Column("at", Double, nullable=False), Column("actor", String(40), nullable=False),
        Column("action", String(20), nullable=False),
        Column("user_id", Integer), Column("board", Integer),
        Column("subject", String(40), nullable=False), Column("reason", Text, nullable=False),
        Index("moderation_log_user", "user_id", "id"),
        Index("moderation_log_board", "board", "id"),
    )  # fmt: skip
    results = Table(
        "results", metadata,
        Column("board", ForeignKey(boards.c.id, ondelete="CASCADE"), primary_key=True),
        Column("seat", Integer, primary_key=True), user(nullable=False),
        Column("opponent", Integer), Column("game", String(40), nullable=False),
        Column("score", String(5), nullable=False), Column("private", Boolean, nullable=False),
        Column("ended", Double, nullable=False),
    )  # fmt: skip
    metadata.create_all(connection)
    connection.execute(text(
        "INSERT INTO results (board, seat, user_id, opponent, game, score, private, ended) "
        "SELECT b.id, s.seat, s.user_id, o.user_id, b.game, CASE WHEN b.winner = s.seat "
        "THEN 'won' WHEN b.winner IS NOT NULL THEN 'lost' WHEN b.result <> '' THEN 'drawn' "
        "ELSE 'none' END, b.private, COALESCE(b.ended, b.created) FROM boards b "
        "JOIN seats s ON s.board = b.id JOIN seats o ON o.board = b.id AND o.seat = 1 - s.seat "
        "WHERE b.state = 'over' AND b.began IS NOT NULL AND s.user_id IS NOT NULL"
    ))  # fmt: skip
    # The indices come after the rows, which is much faster.
    for name, *columns in (
        ("results_user", "ended"), ("results_game", "game", "ended"),
        ("results_score", "score", "ended"), ("results_opponent", "opponent", "ended"),
    ):  # fmt: skip
        own = [results.c[column] for column in ("user_id", *columns, "board")]
        Index(name, *own).create(connection)
    connection.execute(text("CREATE INDEX boards_ended ON boards (ended, id)"))
    connection.execute(text("CREATE INDEX boards_game_ended ON boards (game, ended, id)"))
    if connection.dialect.name == "postgresql":
        connection.execute(text('CREATE INDEX users_beginning ON users (key COLLATE "C")'))
    chosen = cast(users.c.settings, Text).contains('"operator"')
    for row in connection.execute(select(users).where(chosen)).all():
        settings = dict(row.settings)
        if settings.pop("operator", False):
            since = float(settings.pop("since", 0.0))
            connection.execute(insert(operators).values(user_id=row.id, since=since))
        connection.execute(update(users).where(users.c.id == row.id).values(settings=settings))


def _tournaments_are_played(connection: Connection) -> None:
    """Migrate to a later version: tournaments, their players and pairings."""
    users = Table("users", MetaData(), Column("id", Integer, primary_key=True))
    boards = Table("boards", MetaData(), Column("id", Integer, primary_key=True))
    metadata = MetaData()
    tournaments = Table(
        "tournaments", metadata,
        Column("id", Integer, primary_key=True),
        Column("title", String(80), nullable=False), Column("game", String(40), nullable=False),
        Column("options", JSON, nullable=False),
        Column("kind", String(20), nullable=False), Column("state", String(10), nullable=False),
        Column("start", Double, nullable=False), Column("increment", Double, nullable=False),
        Column("most", Double), Column("nag", Double), Column("rated", Boolean, nullable=False),
        Column("wanted", Integer, nullable=False), Column("rounds", Integer, nullable=False),
        Column("round", Integer, nullable=False), Column("limit", Double), Column("next", Double),
        Column("starts", Double), Column("size", Integer),
        Column("least", Integer, nullable=False), Column("capacity", Integer, nullable=False),
        Column("postponed", Integer, nullable=False),
        Column("low", Integer), Column("high", Integer),
        Column("private", Boolean, nullable=False), Column("secret", String(40), nullable=False),
        Column("maker", ForeignKey(users.c.id, ondelete="SET NULL")),
        Column("created", Double, nullable=False), Column("began", Double),
        Column("ended", Double), Column("reason", Text, nullable=False),
        Column("changes", Integer, nullable=False), Column("due", Double, index=True),
        Index("tournaments_state", "state", "private", "id"),
        Index("tournaments_maker", "maker", "state"),
    )  # fmt: skip

    def of(table: Table, deleting: str = "CASCADE") -> ForeignKey:
        return ForeignKey(table.c.id, ondelete=deleting)

    Table(
        "tournament_players", metadata,
        Column("tournament", of(tournaments), primary_key=True),
        Column("user_id", of(users), primary_key=True),
        Column("at", Double, nullable=False), Column("rating", Double, nullable=False),
        Column("joined", Integer, nullable=False), Column("left", Integer),
        Column("absent", Integer, nullable=False), Column("seen", Double),
        Index("tournament_players_user", "user_id", "tournament"),
    )  # fmt: skip
    Table(
        "pairings", metadata,
        Column("id", Integer, primary_key=True),
        Column("tournament", of(tournaments), nullable=False),
        Column("round", Integer, nullable=False),
        Column("first", of(users), nullable=False), Column("second", of(users)),
        Column("board", of(boards, "SET NULL")),
        Column("points", Double), Column("played", Boolean, nullable=False),
        Index("pairings_first", "tournament", "round", "first", unique=True),
        Index("pairings_second", "tournament", "round", "second", unique=True),
    )  # fmt: skip
    metadata.create_all(connection)
    connection.execute(text(
        "ALTER TABLE boards ADD COLUMN tournament INTEGER "
        "REFERENCES tournaments (id) ON DELETE SET NULL"
    ))  # fmt: skip


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


def _ladders_stand(connection: Connection) -> None:
    """Migrate to a later version: ladders, and rounds of a Swiss that a player sits out."""
    old = MetaData()
    users, boards, tournaments = (
        Table(name, old, Column("id", Integer, primary_key=True))
        for name in ("users", "boards", "tournaments")
    )
    metadata = MetaData()

    def of(table: Table, deleting: str = "CASCADE") -> ForeignKey:
        return ForeignKey(table.c.id, ondelete=deleting)

    Table(
        "ladder_places", metadata,
        Column("ladder", of(tournaments), primary_key=True),
        Column("user_id", of(users), primary_key=True),
        Column("place", Integer, nullable=False),
        Column("at", Double, nullable=False), Column("active", Double, nullable=False),
        Index("ladder_places_place", "ladder", "place"),
        Index("ladder_places_active", "ladder", "active"),
        Index("ladder_places_user", "user_id"),
    )  # fmt: skip
    Table(
        "ladder_games", metadata,
        Column("board", of(boards), primary_key=True),
        Column("ladder", of(tournaments), nullable=False),
        Column("challenger", of(users), nullable=False),
        Column("challenged", of(users), nullable=False),
        Column("at", Double, nullable=False),
        Index("ladder_games_challenger", "ladder", "challenger", unique=True),
        Index("ladder_games_challenged", "ladder", "challenged", unique=True),
    )  # fmt: skip
    Table(
        "ladder_changes", metadata,
        Column("id", Integer, primary_key=True),
        Column("ladder", of(tournaments), nullable=False),
        Column("at", Double, nullable=False), Column("kind", String(10), nullable=False),
        Column("user_id", of(users), nullable=False), Column("other", of(users)),
        Column("board", of(boards, "SET NULL")),
        Column("before", Integer), Column("after", Integer),
        Index("ladder_changes_ladder", "ladder", "id"),
        Index("ladder_changes_pair", "ladder", "user_id", "other", "at"),
    )  # fmt: skip
    metadata.create_all(connection)
    connection.execute(text("ALTER TABLE tournament_players ADD COLUMN bye INTEGER"))
    connection.execute(text(
        "CREATE UNIQUE INDEX tournaments_ladder ON tournaments (game) WHERE kind = 'ladder'"
    ))  # fmt: skip


def _terms_without_defaults(connection: Connection) -> None:
    """Migrate to a later version: seeks on the same terms fit if one is older than an option."""
    metadata = MetaData()
    boards = Table(
        "boards", metadata,
        Column("id", Integer, primary_key=True), Column("game", String(40)),
        Column("options", JSON), Column("rated", Boolean), Column("start", Double),
        Column("increment", Double), Column("most", Double),
    )  # fmt: skip
    seeks = Table(
        "seeks", metadata, Column("board", Integer, primary_key=True), Column("terms", String(32))
    )
    waiting = select(boards).join(seeks, seeks.c.board == boards.c.id)
    for row in connection.execute(waiting).all():
        try:
            changed: Mapping[str, object] = find(row.game).changed(row.options)
        except BocheError:  # the package of the game is gone, and may come back
            continue
        times = row.start, row.increment, row.most
        terms = terms_key(row.game, changed, times, rated=row.rated)
        connection.execute(update(seeks).where(seeks.c.board == row.id).values(terms=terms))


STEPS: tuple[Callable[[Connection], None], ...] = (
    _vacation_grows,
    _mail_comes_and_goes,
    _fair_and_hard_to_break,
    _puzzles_are_rated,
    _people_are_followed,
    _lessons_are_remembered,
    _a_lobby,
    _people_are_moderated,
    _tournaments_are_played,
    _games_are_analysed,
    _ladders_stand,
    _terms_without_defaults,
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
            tr(
                "the database is of version {old}, this program knows up to {newest}: "
                "start the newer program that made it",
                old=old,
                newest=NEWEST,
            )
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
        tr(
            "the database {shown} is of version {old}; this program needs {newest}: run "
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
            "the database is of version {number} by now; this program knows {newest}, and ends: "
            "leave it to the newer one",
            number=number, newest=NEWEST,
        )  # fmt: skip


UPGRADED = Phrase(
    "database.upgraded", "the server is being upgraded; nothing was changed. Try again in a moment"
)
