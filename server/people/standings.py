"""Tables of ratings, and an account's results."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from boche.server.database.schema import rating_changes, ratings, users
from boche.server.database.store import Transaction
from boche.server.people.ratings import beginning, formula_of, provisional


@dataclass(frozen=True)
class Place:
    """A row of a game's standings. ``deviation`` is 0 if the formula has none."""

    name: str
    rating: float
    deviation: float
    games: int
    won: int
    lost: int
    drawn: int
    provisional: bool

    @property
    def text(self) -> str:
        """The rating as it is shown."""
        return rating_text(self.rating, self.deviation, self.provisional)


def rating_text(rating: float, deviation: float = 0.0, provisional: bool = False) -> str:
    """Return a rating as it is shown beside a name: ``1540 ± 60``, provisional ``1540 ± 240?``.

    The true strength lies so near in 95 of 100 cases; a formula without deviation says nothing.
    """
    spread = f" \u00b1 {2 * deviation:.0f}" if deviation else ""
    return f"{rating:.0f}{spread}{'?' * provisional}"


def change_text(before: float, after: float) -> str:
    """Return what a game did to a rating: ``1540 → 1552``."""
    return f"{before:.0f} \u2192 {after:.0f}"


def standings(transaction: Transaction, game: str, limit: int = 100) -> list[Place]:
    """Return the accounts with rated games of a kind, the highest rating first."""
    rows = transaction.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.game == game, users.c.deleted.is_(None))
        .order_by(ratings.c.rating.desc())
        .limit(limit)
    )
    formula = formula_of(transaction)
    return [_place(row, formula) for row in rows]


def of_user(transaction: Transaction, user: int) -> dict[str, Place]:
    """Return an account's ratings by game."""
    rows = transaction.connection.execute(
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.user_id == user)
    )
    formula = formula_of(transaction)
    return {row.game: _place(row, formula) for row in rows}


def _place(row: Any, formula: str) -> Place:
    return Place(
        name=row.name,
        rating=row.rating,
        deviation=row.deviation,
        games=row.games,
        won=row.won,
        lost=row.lost,
        drawn=row.drawn,
        provisional=provisional(formula, row.deviation, row.games),
    )


def course(
    transaction: Transaction, user: int, game: str, limit: int = 500
) -> list[tuple[float, float]]:
    """Return the history of a rating as times and values, the oldest first."""
    rows = transaction.connection.execute(
        select(rating_changes.c.at, rating_changes.c.rating)
        .where(rating_changes.c.user_id == user, rating_changes.c.game == game)
        .order_by(rating_changes.c.at.desc())
        .limit(limit)
    ).all()
    return [(row.at, row.rating) for row in reversed(rows)]


@dataclass(frozen=True)
class Figure:
    """A rating shown beside a name; ``before`` is that before the game, or None if unknown."""

    rating: float
    deviation: float = 0.0
    provisional: bool = False
    before: float | None = None

    def __str__(self) -> str:
        if self.before is not None:
            return change_text(self.before, self.rating)
        return rating_text(self.rating, self.deviation, self.provisional)


def figures_now(transaction: Transaction, people: Collection[int]) -> dict[tuple[int, str], Figure]:
    """Return the current ratings of accounts, by account and game."""
    formula = formula_of(transaction)
    rows = transaction.connection.execute(select(ratings).where(ratings.c.user_id.in_(people)))
    return {
        (row.user_id, row.game): Figure(
            row.rating, row.deviation, provisional(formula, row.deviation, row.games)
        )
        for row in rows
        if row.games
    }


def current_rating(transaction: Transaction, user: int, game: str) -> float:
    """Return an account's rating in a game; without games, the one that everybody begins with."""
    figure = figures_now(transaction, [user]).get((user, game))
    return beginning(transaction) if figure is None else figure.rating


def figures_after(
    transaction: Transaction, boards: Collection[int]
) -> dict[tuple[int, int], Figure]:
    """Return the ratings after finished games, by board and seat."""
    this, before = rating_changes.alias(), rating_changes.alias()
    previous = (
        select(before.c.rating)
        .where(before.c.user_id == this.c.user_id, before.c.game == this.c.game)
        .where(before.c.at < this.c.at)
        .order_by(before.c.at.desc())
        .limit(1)
        .scalar_subquery()
    )
    first = beginning(transaction)
    statement = select(this.c.board, this.c.seat, this.c.rating, previous).where(
        this.c.board.in_(boards)
    )
    return {
        (board, seat): Figure(rating, before=first if old is None else old)
        for board, seat, rating, old in transaction.connection.execute(statement)
    }
