"""Lists of tournaments: those to come, running and finished ones, and one's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from sqlalchemy import Row, func, select

from boche.server.database.schema import boards, pairings, tournament_players, tournaments
from boche.server.database.store import Transaction
from boche.server.play.clocks import Clock
from boche.server.tournaments.tournament import OPEN, OVER, RUNNING, clock_of

STATES = (OPEN, RUNNING, OVER)
"""States in which a tournament is in a public list."""
MOST, MOST_OWN = 100, 50
_NUMBERED = re.compile(r"\(\w+ (\d{1,9})\)")


@dataclass(frozen=True)
class Listed:
    """A tournament in a list: its row, and how many take part."""

    row: Row[Any]
    players: int

    @property
    def clock(self) -> Clock:
        return clock_of(self.row)


def listed(
    transaction: Transaction, state: str, *, limit: int = MOST, before: int | None = None
) -> list[Listed]:
    """Return the public tournaments of a state, the newest first.

    ``before`` is the number of one to continue from.
    """
    rows = (
        select(tournaments)
        .where(tournaments.c.state == state, tournaments.c.private.is_(False))
        .order_by(tournaments.c.id.desc())
        .limit(limit)
    )
    if before is not None:
        rows = rows.where(tournaments.c.id < before)
    return _counted(transaction, transaction.connection.execute(rows).all())


def coming(transaction: Transaction, *, limit: int = MOST) -> list[Listed]:
    """Return the public tournaments to come, the soonest first; then those without a time."""
    rows = (
        select(tournaments)
        .where(tournaments.c.state == OPEN, tournaments.c.private.is_(False))
        .order_by(tournaments.c.starts.is_(None), tournaments.c.starts, tournaments.c.id)
        .limit(limit)
    )
    return _counted(transaction, transaction.connection.execute(rows).all())


def of_user(transaction: Transaction, user: int) -> list[Listed]:
    """Return the tournaments that an account takes part in or has made, if they are not over.

    Those that run come first, then the soonest; last those that wait for players.
    """
    going = tournaments.c.state.in_((OPEN, RUNNING))
    own = select(tournament_players.c.tournament).where(
        tournament_players.c.user_id == user, tournament_players.c.left.is_(None)
    )
    joined = select(tournaments).where(tournaments.c.id.in_(own), going)
    made = select(tournaments).where(tournaments.c.maker == user, going)
    rows = {
        row.id: row
        for statement in (joined, made)
        for row in transaction.connection.execute(statement.limit(MOST_OWN))
    }
    return _counted(transaction, sorted(rows.values(), key=_when))


def _when(row: Row[Any]) -> tuple[bool, float, int]:
    return row.state != RUNNING, row.starts if row.starts is not None else inf, row.id


def named_in(transaction: Transaction, text: str) -> Row[Any] | None:
    """Return the tournament that a message of the server is about, or None.

    The message has its title and, in brackets, its number. A title may have a number in brackets,
    too, so both must be those of one tournament.
    """
    numbers = [int(number) for number in _NUMBERED.findall(text)]
    rows = select(tournaments).where(tournaments.c.id.in_(numbers))
    found = transaction.connection.execute(rows).all() if numbers else []
    return next((row for row in found if row.title in text), None)


def _counted(transaction: Transaction, rows: Sequence[Row[Any]]) -> list[Listed]:
    counted = transaction.connection.execute(
        select(tournament_players.c.tournament, func.count().label("players"))
        .where(tournament_players.c.tournament.in_([row.id for row in rows]))
        .group_by(tournament_players.c.tournament)
    )
    counts: dict[int, int] = {row.tournament: row.players for row in counted}
    return [Listed(row, counts.get(row.id, 0)) for row in rows]


def links_to_watch(transaction: Transaction, number: int) -> dict[int, str]:
    """Return the secrets of the links to watch a tournament's private games, by board."""
    private = (
        select(boards.c.id, boards.c.watch)
        .join(pairings, pairings.c.board == boards.c.id)
        .where(pairings.c.tournament == number, boards.c.watch.is_not(None))
    )
    return {row.id: row.watch for row in transaction.connection.execute(private)}
