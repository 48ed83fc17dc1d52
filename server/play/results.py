"""Results of accounts: a row per player of a finished game, by which games are searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, tuple_

from boche.engine.languages.current import tr_later
from boche.server.database.schema import boards, results
from boche.server.database.store import Transaction
from boche.server.play.match import Match

WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
SCORES = {
    WON: tr_later("Won"), LOST: tr_later("Lost"), DRAWN: tr_later("Drawn"),
    NONE: tr_later("No result"),
}  # fmt: skip
"""Scores of a game for a player, in words."""

PAGE = 30


@dataclass(frozen=True)
class Tally:
    """Numbers of games by their score."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    none: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn + self.none


def score_of(seat: int, winner: int | None, result: str) -> str:
    """Return the score of a seat; ``result`` is SGF's, empty for a game without one."""
    if winner is not None:
        return WON if winner == seat else LOST
    return DRAWN if result else NONE


def record(
    transaction: Transaction, board: Match, winner: int | None, result: str, now: float
) -> None:
    """Record the result of a game that has begun, in place of any earlier one."""
    forget(transaction, board.number)
    for seat in board.seats:
        if seat.user is not None:
            transaction.connection.execute(
                insert(results).values(
                    board=board.number, seat=seat.number, user_id=seat.user,
                    opponent=board.seats[1 - seat.number].user, game=board.row.game,
                    score=score_of(seat.number, winner, result), private=board.row.private,
                    ended=now,
                )
            )  # fmt: skip


def ended_since(
    transaction: Transaction, user: int, since: float, limit: int
) -> list[tuple[int, int]]:
    """Return an account's games that have ended since a time, the last first: board and seat."""
    statement = (
        select(results.c.board, results.c.seat)
        .where(results.c.user_id == user, results.c.ended > since)
        .order_by(results.c.ended.desc())
        .limit(limit)
    )
    return [(row.board, row.seat) for row in transaction.connection.execute(statement)]


def forget(transaction: Transaction, board: int) -> None:
    """Delete the results of a game."""
    transaction.connection.execute(delete(results).where(results.c.board == board))


def tallies(transaction: Transaction, user: int, opponent: int | None = None) -> dict[str, Tally]:
    """Return an account's results by game, all or those against an opponent."""
    own = results.c.user_id == user
    if opponent is not None:
        own &= results.c.opponent == opponent
    statement = (
        select(results.c.game, results.c.score, func.count())
        .where(own)
        .group_by(results.c.game, results.c.score)
    )
    counts: dict[str, dict[str, int]] = {}
    for game, score, count in transaction.connection.execute(statement):
        counts.setdefault(game, {})[score] = count
    return {game: Tally(**scores) for game, scores in sorted(counts.items())}


@dataclass(frozen=True)
class Query:
    """A search for finished games. ``opponent`` and ``score`` need a ``user``, whose they are.

    ``since`` and ``until`` are times. ``before`` is the end and number of the last game of the
    page before.
    """

    user: int | None = None
    opponent: int | None = None
    game: str | None = None
    score: str | None = None
    since: float | None = None
    until: float | None = None
    before: tuple[float, int] | None = None


Place = tuple[float, int]
"""The end of a game, and its board's number: the order of a search."""


def search(
    transaction: Transaction, query: Query, reader: int | None, limit: int = PAGE
) -> list[Place]:
    """Return finished games that the reader may see, the latest first.

    Each query reads one index, from the beginning of the page on.
    """
    if query.user is None:
        return _of_all(transaction, query, limit)
    table, where = results, results.c.user_id == query.user
    if query.opponent is not None:
        where &= table.c.opponent == query.opponent
    if query.score is not None:
        where &= table.c.score == query.score
    if query.game is not None:
        where &= table.c.game == query.game
    if reader != query.user:
        seen = table.c.private.is_(False)
        where &= seen if reader is None else or_(seen, table.c.opponent == reader)
    return _places(transaction, where, table.c.ended, table.c.board, query, limit)


def _of_all(transaction: Transaction, query: Query, limit: int) -> list[Place]:
    # A game that has ended is over; to say so here would make SQLite take another index.
    where = boards.c.ended.is_not(None) & boards.c.private.is_(False)
    where &= boards.c.began.is_not(None)
    if query.game is not None:
        where &= boards.c.game == query.game
    return _places(transaction, where, boards.c.ended, boards.c.id, query, limit)


def _places(
    transaction: Transaction, where: ColumnElement[bool], ended: Any, number: Any, query: Query,
    limit: int,
) -> list[Place]:  # fmt: skip
    if query.since is not None:
        where &= ended >= query.since
    if query.until is not None:
        where &= ended < query.until
    if query.before is not None:
        where &= tuple_(ended, number) < tuple_(*query.before)
    statement = select(ended, number).where(where).order_by(ended.desc(), number.desc())
    rows: Sequence[Any] = transaction.connection.execute(statement.limit(limit)).all()
    return list(dict.fromkeys((row[0], row[1]) for row in rows))
