"""Tables of ratings, and what an account has played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from server.database.schema import rating_changes, ratings, users
from server.database.store import Unit
from server.people.ratings import formula_of, provisional


@dataclass(frozen=True)
class Place:
    """A row of the standings of a game. ``deviation`` is 0 where the formula knows of none."""

    name: str
    rating: float
    deviation: float
    games: int
    won: int
    lost: int
    drawn: int
    provisional: bool


def standings(unit: Unit, game: str, most: int = 100) -> list[Place]:
    """The accounts that have played rated games of a kind, the highest rating first."""
    rows = unit.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.game == game, users.c.deleted.is_(None))
        .order_by(ratings.c.rating.desc())
        .limit(most)
    )
    formula = formula_of(unit)
    return [_place(row, formula) for row in rows]


def of_user(unit: Unit, user: int) -> dict[str, Place]:
    """An account's ratings by game."""
    rows = unit.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.user_id == user)
    )
    formula = formula_of(unit)
    return {row.game: _place(row, formula) for row in rows}


def _place(row: Any, formula: str) -> Place:
    return Place(
        row.name, row.rating, row.deviation, row.games, row.won, row.lost, row.drawn,
        provisional(formula, row.deviation, row.games),
    )  # fmt: skip


def course(unit: Unit, user: int, game: str, most: int = 500) -> list[tuple[float, float]]:
    """How a rating went: times and values, the oldest first."""
    rows = unit.connection.execute(
        select(rating_changes.c.at, rating_changes.c.rating)
        .where(rating_changes.c.user_id == user, rating_changes.c.game == game)
        .order_by(rating_changes.c.at.desc())
        .limit(most)
    ).all()
    return [(row.at, row.rating) for row in reversed(rows)]
