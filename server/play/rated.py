"""What may be rated: games that are no trifle, and only so many a day of the same two people."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import func, select

from boche.engine.durations import DAY
from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.server.database.schema import boards, results, seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.play.match import ACTIVE

MOST_OF_PAIR = 20
"""Rated games of two people that begin within a day; tournaments set up their own."""


def check_rules(game: str, options: Mapping[str, OptionValue]) -> None:
    """Raise ``BadRequestError`` if a game with these options is too small to be rated."""
    reason = find(game).unrated(options)
    if reason:
        raise BadRequestError(tr("not rated: {reason}", reason=reason))


def check_pair(transaction: Transaction, one: int, other: int, now: float) -> None:
    """Raise ``ConflictError`` if two people have enough rated games together for now."""
    ended = (
        select(func.count())
        .select_from(results.join(boards, boards.c.id == results.c.board))
        .where(results.c.user_id == one, results.c.opponent == other, results.c.ended > now - DAY)
        .where(boards.c.rated, boards.c.tournament.is_(None), boards.c.began > now - DAY)
    )
    rival = seats.alias()
    active = (
        select(func.count())
        .select_from(seats.join(rival, rival.c.board == seats.c.board)
                     .join(boards, boards.c.id == seats.c.board))
        .where(seats.c.user_id == one, seats.c.state == ACTIVE, rival.c.user_id == other)
        .where(boards.c.rated, boards.c.tournament.is_(None), boards.c.began > now - DAY)
    )  # fmt: skip
    counts = (transaction.connection.execute(each).scalar_one() for each in (ended, active))
    if sum(counts) >= MOST_OF_PAIR:
        raise ConflictError(
            tr(
                "the two of you have {most} rated games within a day; play on unrated, or tomorrow",
                most=MOST_OF_PAIR,
            )
        )
