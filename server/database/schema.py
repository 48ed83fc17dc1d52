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
    false,
)

METADATA = MetaData()

NAME_LENGTH = 40
"""Maximum number of characters in a player's name."""

ADDRESS_LENGTH = 200
"""Maximum number of characters in a mail address."""

DEVICE_LENGTH = 40
"""Maximum number of characters in the names of a browser and a system."""


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
# For beginnings of names: PostgreSQL's usual order of text is a language's, not that of characters.
Index("users_beginning", users.c.key.collate("C")).ddl_if(dialect="postgresql")

sessions = Table(
    "sessions",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    _seconds("created", nullable=False),
    _seconds("expires", nullable=False, index=True),
    # The browser and system it was opened with, such as "Firefox, Linux"; None if it said neither.
    Column("device", String(DEVICE_LENGTH)),
)

second_factors = Table(
    "second_factors",
    METADATA,
    # The key of an account's app for codes (TOTP), in base 32; since when a code is asked for, None
    # until the app has shown one; and the step of time of the last code that was used.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", String(64), nullable=False),
    _seconds("since"),
    Column("used", Integer, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    METADATA,
    # The codes, hashed, that are good once in place of one of the app.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", LargeBinary(32), primary_key=True),
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
    # In no public list, and shown only to those with a seat or the secret of the link to watch.
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("watch", String(43)),
    # The maker, for limits: an account or an address, hashed; None for older boards.
    Column("maker", String(80)),
    # The tournament that it is a game of.
    Column("tournament", ForeignKey("tournaments.id", ondelete="SET NULL")),
    Index("boards_maker", "maker", "state"),
    Index("boards_deadline", "deadline"),
    Index("boards_state", "state", "id"),
    Index("boards_game", "game", "state", "id"),
    # Public boards by their last move, for those who look for a game to watch.
    Index("boards_watch", "game", "state", "private", "since"),
    Index("boards_ended", "ended", "id"),
    Index("boards_game_ended", "game", "ended", "id"),
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

lesson_progress = Table(
    "lesson_progress",
    METADATA,
    # How many of a lesson's exercises an account has done.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("lesson", String(80), primary_key=True),
    Column("done", Integer, nullable=False),
)

limits = Table(
    "limits",
    METADATA,
    Column("key", String(200), primary_key=True),
    # Time when everything counted is paid off (GCRA's theoretical arrival time).
    _seconds("paid", nullable=False, index=True),
    # Of failed sign-ins: how many there were; ``paid`` is when the next try may be made.
    Column("failures", Integer),
)

messages = Table(
    "messages",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("sender", ForeignKey("users.id", ondelete="SET NULL"), index=True),
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

follows = Table(
    "follows",
    METADATA,
    # The people whose games an account wants to see first; nobody else knows of it.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("followed", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    _seconds("at", nullable=False),
)

watches = Table(
    "watches",
    METADATA,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
)

seeks = Table(
    "seeks",
    METADATA,
    # A board that waits for anybody to join, and what its player asks of them.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    # A hash of game, options, clock and rated: the same for seeks that may be paired.
    Column("terms", String(32), nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    # As in ``boards.maker``; None if nobody's seeks are counted.
    Column("maker", String(80), index=True),
    # The opponent's rating, inclusive; None for any.
    Column("low", Integer),
    Column("high", Integer),
    # Who moves first: me, other or random.
    Column("begins", String(10), nullable=False),
    # Last sign of the player; None if they need not be present.
    _seconds("seen", index=True),
    Index("seeks_terms", "terms", "board"),
)

presence = Table(
    "presence",
    METADATA,
    # An account, or a guest's address, hashed; and its last request or open stream.
    Column("key", String(80), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    _seconds("seen", nullable=False),
    Index("presence_seen", "seen"),
)

attendance = Table(
    "attendance",
    METADATA,
    # Signs that the players of live games are at the board; no row where none is known.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    _seconds("seen", nullable=False),
    # Whether the watchers have been told that the player is away.
    Column("absent", Boolean, nullable=False),
    Index("attendance_seen", "absent", "seen"),
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

operators = Table(
    "operators",
    METADATA,
    # Accounts that may write to everybody, and moderate.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    _seconds("since", nullable=False),
)

bans = Table(
    "bans",
    METADATA,
    # An account's ban, past or current; without an end it is for good.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    _seconds("at", nullable=False),
    _seconds("until"),
    Column("reason", Text, nullable=False),
)

warnings = Table(
    "warnings",
    METADATA,
    # A line from an operator, shown to an account until it says that it has read it.
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("text", Text, nullable=False),
    _seconds("at", nullable=False),
    _seconds("seen"),
    Index("warnings_user", "user_id", "seen"),
)

reports = Table(
    "reports",
    METADATA,
    # A complaint about a person, who may be a guest; None once their account is gone.
    Column("id", Integer, primary_key=True),
    Column("reporter", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("reporter_name", String(NAME_LENGTH), nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    # The board's number, which may be deleted later; and the message or chat line as it was.
    Column("board", Integer),
    Column("context", JSON, nullable=False),
    _seconds("at", nullable=False),
    Column("open", Boolean, nullable=False),
    _seconds("closed"),
    Column("answer", Text),
    Index("reports_open", "open", "id"),
)

moderation_log = Table(
    "moderation_log",
    METADATA,
    # Every act of an operator; nothing here is ever changed or deleted, so it names people as
    # they were called then, and refers to nothing.
    Column("id", Integer, primary_key=True),
    _seconds("at", nullable=False),
    Column("actor", String(NAME_LENGTH), nullable=False),
    Column("action", String(20), nullable=False),
    # The account or board that it concerns, and that one's name.
    Column("user_id", Integer),
    Column("board", Integer),
    Column("subject", String(NAME_LENGTH), nullable=False),
    Column("reason", Text, nullable=False),
    Index("moderation_log_user", "user_id", "id"),
    Index("moderation_log_board", "board", "id"),
)

results = Table(
    "results",
    METADATA,
    # A finished game of an account, for searches: ``score`` is won, lost, drawn or none.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("opponent", Integer),
    Column("game", String(40), nullable=False),
    Column("score", String(5), nullable=False),
    Column("private", Boolean, nullable=False),
    _seconds("ended", nullable=False),
    Index("results_user", "user_id", "ended", "board"),
    Index("results_game", "user_id", "game", "ended", "board"),
    Index("results_score", "user_id", "score", "ended", "board"),
    Index("results_opponent", "user_id", "opponent", "ended", "board"),
)

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("title", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    # swiss, round-robin or arena (see server.pairing.course); or ladder, one for each game, whose
    # places and games have tables of their own.
    Column("kind", String(20), nullable=False),
    # open: people join; running; over; cancelled; of a ladder always standing.
    Column("state", String(10), nullable=False),
    # The clock of its games, as on a board.
    _seconds("start", nullable=False),
    _seconds("increment", nullable=False),
    _seconds("most"),
    _seconds("nag"),
    Column("rated", Boolean, nullable=False),
    # Rounds wanted (in a round robin: games of each pair); rounds there are once it has begun; and
    # the number of the current one.
    Column("wanted", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    # Time allowed for a round, if limited; and when the next one may begin. For an arena, how long
    # it lasts, and when it ends.
    _seconds("limit"),
    _seconds("next"),
    # It begins at a time, or when so many have come; with at least and at most so many.
    _seconds("starts"),
    Column("size", Integer),
    Column("least", Integer, nullable=False),
    Column("capacity", Integer, nullable=False),
    Column("postponed", Integer, nullable=False),
    # The ratings that may join.
    Column("low", Integer),
    Column("high", Integer),
    # Not in public lists: the secret is part of its link.
    Column("private", Boolean, nullable=False),
    Column("secret", String(40), nullable=False),
    Column("maker", ForeignKey("users.id", ondelete="SET NULL")),
    _seconds("created", nullable=False),
    _seconds("began"),
    _seconds("ended"),
    # Why it was cancelled, or ended early.
    Column("reason", Text, nullable=False),
    # Number of its last change.
    Column("changes", Integer, nullable=False),
    # The next time at which something has to be done.
    _seconds("due", index=True),
    Index("tournaments_state", "state", "private", "id"),
    Index("tournaments_maker", "maker", "state"),
)
_IS_LADDER = tournaments.c.kind == "ladder"
Index(
    "tournaments_ladder", tournaments.c.game, unique=True,
    sqlite_where=_IS_LADDER, postgresql_where=_IS_LADDER,
)  # fmt: skip

tournament_players = Table(
    "tournament_players",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    _seconds("at", nullable=False),
    # The rating that seeds, as of the start or the late entry.
    Column("rating", Double, nullable=False),
    # As in server.pairing.results: the first round, the first one after leaving, and absences.
    Column("joined", Integer, nullable=False),
    Column("left", Integer),
    Column("absent", Integer, nullable=False),
    # The round of a Swiss that they sit out for half a point, at their wish.
    Column("bye", Integer),
    # The last time that they were on an arena's page, waiting for a game.
    _seconds("seen"),
    Index("tournament_players_user", "user_id", "tournament"),
)

pairings = Table(
    "pairings",
    METADATA,
    Column("id", Integer, primary_key=True),
    # As in server.pairing.results. Nobody is paired twice in a round.
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("first", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("second", ForeignKey("users.id", ondelete="CASCADE")),
    Column("board", ForeignKey("boards.id", ondelete="SET NULL")),
    Column("points", Double),
    Column("played", Boolean, nullable=False),
    Index("pairings_first", "tournament", "round", "first", unique=True),
    Index("pairings_second", "tournament", "round", "second", unique=True),
)

ladder_places = Table(
    "ladder_places",
    METADATA,
    Column("ladder", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    # From 1 at the top, without gaps.
    Column("place", Integer, nullable=False),
    # When they joined, and when they last joined, began or ended a game.
    _seconds("at", nullable=False),
    _seconds("active", nullable=False),
    Index("ladder_places_place", "ladder", "place"),
    Index("ladder_places_active", "ladder", "active"),
    Index("ladder_places_user", "user_id"),
)

ladder_games = Table(
    "ladder_games",
    METADATA,
    # A game under way. Nobody challenges two at a time, or is challenged by two.
    Column("board", ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("ladder", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("challenger", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("challenged", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    _seconds("at", nullable=False),
    Index("ladder_games_challenger", "ladder", "challenger", unique=True),
    Index("ladder_games_challenged", "ladder", "challenged", unique=True),
)

ladder_changes = Table(
    "ladder_changes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("ladder", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    _seconds("at", nullable=False),
    # won, held or void: the end of a challenge by ``user_id`` to ``other``; joined, left, idle or
    # gone.
    Column("kind", String(10), nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("other", ForeignKey("users.id", ondelete="CASCADE")),
    Column("board", ForeignKey("boards.id", ondelete="SET NULL")),
    # The place of ``user_id`` before and after it.
    Column("before", Integer),
    Column("after", Integer),
    Index("ladder_changes_ladder", "ladder", "id"),
    Index("ladder_changes_pair", "ladder", "user_id", "other", "at"),
)

VERSION = Table("version", METADATA, Column("number", Integer, primary_key=True))
"""The single row holds the version of the tables."""

MIGRATING, SERVES, MAILS = 7_236_110, 7_236_111, 7_236_112
"""Keys of PostgreSQL's locks: one process migrates at a time; each that serves holds the second,
and the third together with the number of the mail that it is sending.
"""
