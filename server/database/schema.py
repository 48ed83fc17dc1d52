"""The tables. Times are seconds since 1970, UTC; durations are seconds; secrets are kept as hashes.

A *board* is one game between two *seats*, 0 and 1: people, not colours. Seat 0 begins, with the
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
"""The most characters of a person's name."""

ADDRESS_LENGTH = 200
"""The most characters of a mail address."""


def _seconds(name: str, **more: Any) -> Column[Any]:
    return Column(name, Double, **more)


users = Table(
    "users",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(NAME_LENGTH), nullable=False),
    # The name without regard to capitals: what must be different.
    Column("key", String(NAME_LENGTH), nullable=False, unique=True),
    Column("password", String(200)),
    Column("mail", Text),
    _seconds("created", nullable=False),
    # Vacation that is left, and until when they are away; None where they are here.
    # It had grown so far at ``vacation_at``; None there where it does not grow.
    _seconds("vacation", nullable=False),
    _seconds("vacation_at"),
    _seconds("away_until"),
    Column("settings", JSON, nullable=False),
    Column("level", Integer),
    _seconds("deleted"),
    # What the name looks like (Unicode's skeleton): two that look alike have the same.
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
    # open: somebody is awaited; active; over.
    Column("state", String(10), nullable=False),
    Column("rated", Boolean, nullable=False),
    _seconds("created", nullable=False),
    _seconds("began"),
    _seconds("ended"),
    # The clock (see server.play.clocks); no start means that nobody is timed.
    _seconds("start"),
    _seconds("increment", nullable=False),
    _seconds("most"),
    _seconds("nag"),
    # Moves made, whose turn it is, and when that seat's time is over.
    Column("ply", Integer, nullable=False),
    Column("turn", Integer),
    _seconds("since"),
    _seconds("deadline"),
    Column("nagged", Boolean, nullable=False),
    # What one seat proposes to the other, and which: undo, draw or end.
    Column("offer", String(10)),
    Column("offerer", Integer),
    # How it ended: the seat that won, a word for programs, a line for people, SGF's result.
    Column("winner", Integer),
    Column("kind", String(40)),
    Column("reason", Text),
    Column("result", String(60)),
    # How often anything happened: the number of the last event.
    Column("events", Integer, nullable=False),
    Column("before", Integer),
    Column("after", Integer),
    # In no public list: only who has a seat, or the link, knows of it.
    Column("private", Boolean, nullable=False),
    # Who had it made, for limits: an account or an address, as a hash; None for what is older.
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
    # A guest's; the boards of a rematch share it.
    Column("secret", LargeBinary(32), index=True),
    # Time that is left while it is not their turn.
    _seconds("bank"),
    Column("muted", Boolean, nullable=False),
    Column("notes", Text, nullable=False),
    # A move that waits for "confirm", and the ply it is for.
    Column("submitted", String(400)),
    Column("submitted_ply", Integer),
    # The board's state once more, so that an index answers "my games" alone.
    Column("state", String(10), nullable=False),
    Column("to_move", Boolean, nullable=False),
    # When they came: opened their link, took the seat, or accepted the challenge. None: not yet.
    _seconds("came"),
    Index("seats_user", "user_id", "state", "to_move", "board"),
)

moves = Table(
    "moves",
    METADATA,
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    # From 1. That a second mover finds the place taken is what makes a move unique.
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
    # The only ones who may read it: the two seats (True), or everybody (False).
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
    # The moves before it from ply ``base`` on, or None: it is tried whatever was played.
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

limits = Table(
    "limits",
    METADATA,
    Column("key", String(200), primary_key=True),
    # When all that was done would be paid off (GCRA's theoretical arrival time).
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
    # Whose messages and challenges an account does not want.
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
    # What a computer's seat has to think about: one thing a board at a time.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    _seconds("queued", nullable=False),
    # Until when a worker has it; None or past: anybody may take it.
    _seconds("claimed", index=True),
    # For whom it thinks: they take turns. As ``boards.maker``.
    Column("maker", String(80)),
)

settings = Table(
    "settings",
    METADATA,
    # What holds for all who serve this database, such as how ratings are counted.
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

addresses = Table(
    "addresses",
    METADATA,
    # A mail address of an account, and the same in small letters, which is what must be different.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(ADDRESS_LENGTH), primary_key=True),
    Column("address", String(ADDRESS_LENGTH), nullable=False),
    # When it was asked whether it is theirs, when they said so, when mail to it was refused.
    _seconds("asked"),
    _seconds("confirmed"),
    _seconds("refused"),
    Index("addresses_key", "key"),
    Index("addresses_asked", "asked"),
)

mailboxes = Table(
    "mailboxes",
    METADATA,
    # Who wants mail otherwise than at once (see server.people.mailboxes), and when the next is due.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("wish", String(10), nullable=False),
    _seconds("digest", index=True),
)

received = Table(
    "received",
    METADATA,
    # A mail that came in, by what tells it from all others; so each is done once.
    Column("key", String(64), primary_key=True),
    _seconds("at", nullable=False, index=True),
    # How many of its commands are done, and what was answered to them so far.
    Column("done", Integer, nullable=False),
    Column("answers", JSON, nullable=False),
    Column("finished", Boolean, nullable=False),
    # A command that waits for a yes of the account that it names.
    Column("waiting", Text),
)

outbox = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True),
    # The same at every try, so that who gets it twice sees it once.
    Column("message_id", String(200), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    Column("address", String(ADDRESS_LENGTH), nullable=False),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE")),
    # What it is about; and the mail itself once it is written, until it is sent.
    Column("data", JSON, nullable=False),
    Column("raw", LargeBinary),
    _seconds("at", nullable=False, index=True),
    # When it is tried next; None once that is over: it was sent, or given up for a reason.
    _seconds("due", index=True),
    Column("tries", Integer, nullable=False),
    _seconds("sent"),
    Column("failed", Text),
)

beats = Table(
    "beats",
    METADATA,
    # Each process that serves this database, and when it last could have taken a move.
    Column("process", String(80), primary_key=True),
    _seconds("at", nullable=False),
)

invitations = Table(
    "invitations",
    METADATA,
    # Who has its secret may sign up whatever the limits say, so often.
    Column("hash", LargeBinary(32), primary_key=True),
    _seconds("made", nullable=False),
    _seconds("expires"),
    Column("uses", Integer, nullable=False),
    Column("note", Text, nullable=False),
)

pushes = Table(
    "pushes",
    METADATA,
    # A browser that wants to be told of turns (Web Push): of an account, or of a guest's seat.
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    Column("secret", LargeBinary(32), index=True),
    Column("endpoint", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    _seconds("at", nullable=False),
)

VERSION = Table("version", METADATA, Column("number", Integer, primary_key=True))
"""One row: which migration the tables have."""
