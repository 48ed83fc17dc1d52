"""The tables. Times are seconds since 1970, UTC; durations are seconds; secrets are hashed.

A *board* is one game between two *seats*, 0 and 1: players, not colours. Seat 0 begins, with the
first colour of the game, and keeps its number when a swap exchanges the colours.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

NAME_LENGTH = 40
"""Maximum number of characters in a player's name."""

ADDRESS_LENGTH = 200
"""Maximum number of characters in a mail address."""


def _seconds(name: str, **more: Any) -> Column[Any]:
    return Column(name, Double, **more)


users = Table(
    "users",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(NAME_LENGTH), nullable=False),
    # The case-folded name, which must be unique.
    Column("key", String(NAME_LENGTH), nullable=False, unique=True),
    Column("password", String(200)),
    Column("mail", Text),
    _seconds("created", nullable=False),
    # Vacation left, and the end of the current one; None if not away. The amount is as of
    # ``vacation_at``; None there if it does not grow.
    _seconds("vacation", nullable=False),
    _seconds("vacation_at"),
    _seconds("away_until"),
    Column("settings", JSON, nullable=False),
    Column("level", Integer),
    _seconds("deleted"),
    # The look of the name (its Unicode skeleton), the same for names that look alike.
    Column("skeleton", String(200), index=True),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    _seconds("created", nullable=False),
    _seconds("expires", nullable=False, index=True),
)

boards = Table(
    "boards",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    # open: a player is still missing; active; over.
    Column("state", String(10), nullable=False),
    Column("rated", Boolean, nullable=False),
    _seconds("created", nullable=False),
    _seconds("began"),
    _seconds("ended"),
    # The clock (see server.play.clocks); without a start nobody is timed.
    _seconds("start"),
    _seconds("increment", nullable=False),
    _seconds("most"),
    _seconds("nag"),
    # Moves made, the seat to move, and its deadline.
    Column("ply", Integer, nullable=False),
    Column("turn", Integer),
    _seconds("since"),
    _seconds("deadline"),
    Column("nagged", Boolean, nullable=False),
    # The pending offer (undo, draw or end) and the seat that made it.
    Column("offer", String(10)),
    Column("offerer", Integer),
    # The end: winning seat, a word for programs, a line for people, and SGF's result.
    Column("winner", Integer),
    Column("kind", String(40)),
    Column("reason", Text),
    Column("result", String(60)),
    # Number of the last event.
    Column("events", Integer, nullable=False),
    Column("before", Integer),
    Column("after", Integer),
    # Not in public lists: only those with a seat or the link know of it.
    Column("private", Boolean, nullable=False),
    # The maker, for limits: an account or an address, hashed; None for older boards.
    Column("maker", String(80)),
    Index("boards_maker", "maker", "state"),
    Index("boards_deadline", "deadline"),
    Index("boards_state", "state", "id"),
    Index("boards_game", "game", "state", "id"),
)

seats = Table(
    "seats",
    METADATA,
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("level", Integer),
    # A guest's secret; the boards of a rematch share it.
    Column("secret", LargeBinary(32), index=True),
    # Time left while it is not their turn.
    _seconds("bank"),
    Column("muted", Boolean, nullable=False),
    Column("notes", Text, nullable=False),
    # A move that waits for "confirm", and its ply.
    Column("submitted", String(400)),
    Column("submitted_ply", Integer),
    # A copy of the board's state, so that an index alone answers "my games".
    Column("state", String(10), nullable=False),
    Column("to_move", Boolean, nullable=False),
    # Time of arrival: they opened their link, took the seat, or accepted the challenge. None: not
    # yet.
    _seconds("came"),
    Index("seats_user", "user_id", "state", "to_move", "board"),
)

moves = Table(
    "moves",
    METADATA,
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    # From 1. The primary key makes a move unique: a second mover finds the ply taken.
    Column("ply", Integer, primary_key=True),
    Column("text", String(400), nullable=False),
    Column("seat", Integer, nullable=False),
    _seconds("at", nullable=False),
)

events = Table(
    "events",
    METADATA,
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    # Readable by the two seats only (True), or by everybody (False).
    Column("private", Boolean, nullable=False),
    Column("data", JSON, nullable=False),
    _seconds("at", nullable=False),
)

plans = Table(
    "plans",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    # The moves before it from ply ``base`` on, or None to try it whatever was played.
    Column("base", Integer, nullable=False),
    Column("path", JSON),
    Column("move", String(400), nullable=False),
    Column("due", Integer),
    Index("plans_seat", "board", "seat", "id"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    _seconds("at", nullable=False),
    Index("ratings_game", "game", "rating"),
)

rating_changes = Table(
    "rating_changes",
    METADATA,
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    _seconds("at", nullable=False),
    Index("rating_changes_user", "user_id", "game", "at"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    METADATA,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    _seconds("at", nullable=False),
)

puzzle_answers = Table(
    "puzzle_answers",
    METADATA,
    # A puzzle that an account has answered or taken a hint for.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(60), primary_key=True),
    # The most hints at one place since the last answer that counted.
    Column("hints", Integer, nullable=False),
    # The last answer; and the last one that counted, with the rating before and after it.
    _seconds("answered"),
    _seconds("rated"),
    Column("before", Double),
    Column("after", Double),
)

puzzle_days = Table(
    "puzzle_days",
    METADATA,
    # The days (UTC, numbered as Python's ordinals) on which an account has answered a puzzle.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True),
)

limits = Table(
    "limits",
    METADATA,
    Column("key", String(200), primary_key=True),
    # Time when everything counted is paid off (GCRA's theoretical arrival time).
    _seconds("paid", nullable=False, index=True),
)

messages = Table(
    "messages",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("sender", ForeignKey("users.id", ondelete="SET NULL")),
    Column("sender_name", String(NAME_LENGTH), nullable=False),
    Column("text", Text, nullable=False),
    _seconds("at", nullable=False),
    Column("read", Boolean, nullable=False),
)

blocks = Table(
    "blocks",
    METADATA,
    # The people whose messages and challenges an account does not want.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
)

watches = Table(
    "watches",
    METADATA,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
)

jobs = Table(
    "jobs",
    METADATA,
    # The positions computer players have to think about, one per board.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    _seconds("queued", nullable=False),
    # Time until which a worker has it; None or past: any worker may take it.
    _seconds("claimed", index=True),
    # The one it thinks for, as in ``boards.maker``: they take turns.
    Column("maker", String(80)),
)

analyses = Table(
    "analyses",
    METADATA,
    # What the computer was asked to analyse: a finished game, or one position.
    Column("id", Integer, primary_key=True),
    # ``board 17``, or a hash of the position: those who ask for the same share it.
    Column("key", String(80), nullable=False, unique=True),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), index=True),
    # The position, where it is no board's game, and when it is forgotten.
    Column("game", String(40)),
    Column("options", JSON),
    Column("moves", JSON),
    _seconds("expires", index=True),
    # The one who asked, as in ``boards.maker``: they take turns.
    Column("maker", String(80)),
    # None: nothing is left to do.
    _seconds("queued", index=True),
    # Time until which a worker has the next position; and the times it was given out in vain.
    _seconds("claimed"),
    Column("tries", Integer, nullable=False),
    # The positions done, and all of them.
    Column("done", Integer, nullable=False),
    Column("positions", Integer, nullable=False),
)

evaluations = Table(
    "evaluations",
    METADATA,
    # The values of SGF's property that keeps an evaluation, escaped (engine.record.evaluation).
    Column("analysis", ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("texts", JSON, nullable=False),
)

settings = Table(
    "settings",
    METADATA,
    # Settings shared by all processes of this database, such as the rating formula.
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

addresses = Table(
    "addresses",
    METADATA,
    # A mail address of an account, and its lower-case form.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(ADDRESS_LENGTH), primary_key=True),
    Column("address", String(ADDRESS_LENGTH), nullable=False),
    # Times: confirmation requested, address confirmed, mail to it refused.
    _seconds("asked"),
    _seconds("confirmed"),
    _seconds("refused"),
    Index("addresses_key", "key"),
    Index("addresses_asked", "asked"),
)

mailboxes = Table(
    "mailboxes",
    METADATA,
    # Accounts that do not want mail at once (see server.people.mailboxes), and when the next is
    # due.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("wish", String(10), nullable=False),
    _seconds("digest", index=True),
)

received = Table(
    "received",
    METADATA,
    # An incoming mail by its unique key, so that each is handled once.
    Column("key", String(64), primary_key=True),
    _seconds("at", nullable=False, index=True),
    # Number of its commands that are done, and the answers so far.
    Column("done", Integer, nullable=False),
    Column("answers", JSON, nullable=False),
    Column("finished", Boolean, nullable=False),
    # A command that waits for a yes from the account that it names.
    Column("waiting", Text),
)

outbox = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True),
    # The same at each try, so that a mail delivered twice is shown once.
    Column("message_id", String(200), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    Column("address", String(ADDRESS_LENGTH), nullable=False),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE")),
    # The subject matter; and the mail itself from when it is written until it is sent.
    Column("data", JSON, nullable=False),
    Column("raw", LargeBinary),
    _seconds("at", nullable=False, index=True),
    # Time of the next try; None once the mail was sent, or dropped for a reason.
    _seconds("due", index=True),
    Column("tries", Integer, nullable=False),
    _seconds("sent"),
    Column("failed", Text),
)

beats = Table(
    "beats",
    METADATA,
    # Each process that serves this database, and when it was last able to take a move.
    Column("process", String(80), primary_key=True),
    _seconds("at", nullable=False),
)

invitations = Table(
    "invitations",
    METADATA,
    # The holder of the secret may sign up regardless of limits, so many times.
    Column("hash", LargeBinary(32), primary_key=True),
    _seconds("made", nullable=False),
    _seconds("expires"),
    Column("uses", Integer, nullable=False),
    Column("note", Text, nullable=False),
)

pushes = Table(
    "pushes",
    METADATA,
    # A browser that wants notifications of turns (Web Push): of an account, or of a guest's seat.
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    Column("secret", LargeBinary(32), index=True),
    Column("endpoint", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    _seconds("at", nullable=False),
)

VERSION = Table("version", METADATA, Column("number", Integer, primary_key=True))
"""The single row holds the version of the tables."""
