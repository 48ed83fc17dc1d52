"""Ratings: one for each account and game, after every rated game between two accounts.

By Glicko-2 each game is a rating period of its own, and time between games makes a rating less
sure: as much in ``PERIOD`` as a period without games does. A database may keep the play-by-mail
server's ratings instead (``server.people.old_ratings``); which of the two stands in it, so that all
who serve it count alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from server.database.schema import rating_changes, ratings, settings
from server.database.store import Unit
from server.durations import DAY
from server.errors import BadRequestError, ConflictError
from server.people import glicko2, old_ratings
from server.people.glicko2 import Rating, aged
from server.people.old_ratings import OldRating

PERIOD = 30 * DAY
PROVISIONAL = 110.0
"""A rating by Glicko-2 is provisional while its deviation is larger."""

GLICKO2, OLD = "glicko2", "pbmserv"
FORMULAS = (GLICKO2, OLD)
"""The names of the formulas; the first is meant where nothing is said."""

_SETTING = "ratings"

_NOTHING_YET = dict.fromkeys(
    ("rating", "deviation", "volatility", "games", "won", "lost", "drawn", "at"), 0
)
"""The row that stands for a first game until that is counted, which the same transaction does."""


def formula_of(unit: Unit) -> str:
    """How this database's ratings are counted, one of ``FORMULAS``."""
    found = unit.connection.execute(
        select(settings.c.value).where(settings.c.name == _SETTING)
    ).scalar_one_or_none()
    return GLICKO2 if found is None else str(found)


def choose(unit: Unit, formula: str) -> None:
    """Count by this formula from now on.

    Raises ``BadRequestError`` where there is none of that name, ``ConflictError`` where games were
    rated by the other one.
    """
    if formula not in FORMULAS:
        raise BadRequestError(f"ratings: {' or '.join(FORMULAS)}")
    old = formula_of(unit)
    if formula == old:
        return
    if unit.connection.execute(select(ratings.c.user_id).limit(1)).first() is not None:
        raise ConflictError(
            f"this database's games are rated by {old}; for {formula} begin another one"
        )
    mine = settings.c.name == _SETTING
    if not unit.connection.execute(update(settings).where(mine).values(value=formula)).rowcount:
        unit.connection.execute(insert(settings).values(name=_SETTING, value=formula))


def rate(
    unit: Unit, board: int, game: str, people: tuple[int | None, int | None],
    winner: int | None, now: float,
) -> list[dict[str, Any]] | None:  # fmt: skip
    """Rate a finished game; what both had and have, as JSON data. None where it does not count."""
    one, two = people
    if one is None or two is None or one == two:
        return None
    count = _by_old if formula_of(unit) == OLD else _by_glicko2
    rows = {user: _row(unit, user, game) for user in sorted((one, two))}  # one order: no deadlocks
    pair = (rows[one], rows[two])
    changes = []
    for seat, user in enumerate((one, two)):
        score = 0.5 if winner is None else float(winner == seat)
        before, after = count(pair[seat], pair[1 - seat], score, now)
        _keep(unit, user, game, after, score, now)
        unit.connection.execute(
            insert(rating_changes).values(
                board=board, seat=seat, user_id=user, game=game, rating=after.value,
                deviation=after.deviation, at=now,
            )
        )  # fmt: skip
        changes.append({"before": round(before, 1), "after": round(after.value, 1)})
    return changes


def _by_glicko2(mine: Any, other: Any, score: float, now: float) -> tuple[float, Rating]:
    """The value before a game, and the rating after it."""
    before, against = (_aged(row, now) for row in (mine, other))
    return before.value, glicko2.updated(before, [(against, score)])


def _aged(row: Any, now: float) -> Rating:
    if row is None:
        return Rating()
    found = Rating(row.rating, row.deviation, row.volatility)
    return aged(found, max(now - row.at, 0.0) / PERIOD)


def _by_old(mine: Any, other: Any, score: float, now: float) -> tuple[float, Rating]:
    """The same by the old formula, which knows of no deviation."""
    before, against = (
        OldRating() if row is None else OldRating(row.rating, row.games) for row in (mine, other)
    )
    return before.value, Rating(old_ratings.updated(before, against, score).value, 0.0, 0.0)


def provisional(formula: str, deviation: float, games: int) -> bool:
    """Whether a rating is not to be relied on yet."""
    if formula == OLD:
        return OldRating(games=games).provisional
    return deviation > PROVISIONAL


def _row(unit: Unit, user: int, game: str) -> Any:
    """What is kept of somebody's rating, None before the first game.

    Nobody else changes it until the transaction ends. For the first game a row is made to hold:
    another transaction that makes it too waits here, and then finds it.
    """
    held = (
        select(ratings).where(ratings.c.user_id == user, ratings.c.game == game).with_for_update()
    )
    found = unit.connection.execute(held).one_or_none()
    if found is None:
        try:
            with unit.connection.begin_nested():
                first = insert(ratings).values(user_id=user, game=game, **_NOTHING_YET)
                unit.connection.execute(first)
        except IntegrityError:
            found = unit.connection.execute(held).one_or_none()
            if found is None:  # then it is the account that is missing
                raise
    return found if found is not None and found.games else None


def _keep(unit: Unit, user: int, game: str, after: Rating, score: float, now: float) -> None:
    mine = (ratings.c.user_id == user) & (ratings.c.game == game)
    counted = {"won": score == 1.0, "lost": score == 0.0, "drawn": score == 0.5}
    unit.connection.execute(
        update(ratings).where(mine).values(
            rating=after.value, deviation=after.deviation, volatility=after.volatility, at=now,
            games=ratings.c.games + 1,
            **{name: ratings.c[name] + int(each) for name, each in counted.items()},
        )
    )  # fmt: skip
