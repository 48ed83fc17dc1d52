"""Ratings: one for each account and game, after every rated game between two accounts.

Each game is a rating period of its own, and time between games makes a rating less sure: as much in
``PERIOD`` as a period without games does.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update

from server.database.schema import rating_changes, ratings
from server.database.store import Unit
from server.durations import DAY
from server.people.glicko2 import Rating, aged, updated

PERIOD = 30 * DAY
PROVISIONAL = 110.0
"""A rating is provisional while its deviation is larger."""


def rating_of(unit: Unit, user: int, game: str, now: float | None = None) -> Rating:
    """Somebody's rating in a game; the beginner's where they have not played it.

    With ``now``, as sure as it still is then.
    """
    row = _row(unit, user, game)
    if row is None:
        return Rating()
    found = Rating(row.rating, row.deviation, row.volatility)
    return found if now is None else aged(found, max(now - row.at, 0.0) / PERIOD)


def rate(
    unit: Unit, board: int, game: str, people: tuple[int | None, int | None],
    winner: int | None, now: float,
) -> list[dict[str, Any]] | None:  # fmt: skip
    """Rate a finished game; what both had and have, as JSON data. None where it does not count."""
    one, two = people
    if one is None or two is None or one == two:
        return None
    before = [rating_of(unit, user, game, now) for user in (one, two)]
    scores = [0.5, 0.5] if winner is None else [float(winner == 0), float(winner == 1)]
    changes = []
    for seat, user in enumerate((one, two)):
        after = updated(before[seat], [(before[1 - seat], scores[seat])])
        _keep(unit, user, game, after, scores[seat], now)
        unit.connection.execute(
            insert(rating_changes).values(
                board=board, seat=seat, user_id=user, game=game, rating=after.value,
                deviation=after.deviation, at=now,
            )
        )  # fmt: skip
        changes.append({"before": round(before[seat].value, 1), "after": round(after.value, 1)})
    return changes


def _row(unit: Unit, user: int, game: str) -> Any:
    return unit.connection.execute(
        select(ratings).where(ratings.c.user_id == user, ratings.c.game == game)
    ).one_or_none()


def _keep(unit: Unit, user: int, game: str, new: Rating, score: float, now: float) -> None:
    mine = (ratings.c.user_id == user) & (ratings.c.game == game)
    values = {
        "rating": new.value, "deviation": new.deviation, "volatility": new.volatility, "at": now,
    }  # fmt: skip
    counted = {"won": score == 1.0, "lost": score == 0.0, "drawn": score == 0.5}
    if _row(unit, user, game) is None:
        first = {name: int(each) for name, each in counted.items()}
        unit.connection.execute(
            insert(ratings).values(user_id=user, game=game, games=1, **first, **values)
        )
        return
    more = {name: ratings.c[name] + int(each) for name, each in counted.items()}
    unit.connection.execute(
        update(ratings).where(mine).values(games=ratings.c.games + 1, **more, **values)
    )
