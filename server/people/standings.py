"""Tables of ratings, and what an account has played."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from server.database.schema import rating_changes, ratings, users
from server.database.store import Unit
from server.people.ratings import PROVISIONAL


@dataclass(frozen=True)
class Place:
    """A row of the standings of a game."""

    name: str
    rating: float
    deviation: float
    games: int
    won: int
    lost: int
    drawn: int

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def standings(unit: Unit, game: str, most: int = 100) -> list[Place]:
    """The accounts that have played rated games of a kind, the highest rating first."""
    rows = unit.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.game == game, users.c.deleted.is_(None))
        .order_by(ratings.c.rating.desc())
        .limit(most)
    )
    return [
        Place(row.name, row.rating, row.deviation, row.games, row.won, row.lost, row.drawn)
        for row in rows
    ]


def of_user(unit: Unit, user: int) -> dict[str, Place]:
    """An account's ratings by game."""
    rows = unit.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.user_id == user)
    )
    return {
        row.game: Place(
            row.name, row.rating, row.deviation, row.games, row.won, row.lost, row.drawn
        )
        for row in rows
    }


def course(unit: Unit, user: int, game: str, most: int = 500) -> list[tuple[float, float]]:
    """How a rating went: times and values, the oldest first."""
    rows = unit.connection.execute(
        select(rating_changes.c.at, rating_changes.c.rating)
        .where(rating_changes.c.user_id == user, rating_changes.c.game == game)
        .order_by(rating_changes.c.at.desc())
        .limit(most)
    ).all()
    return [(row.at, row.rating) for row in reversed(rows)]
