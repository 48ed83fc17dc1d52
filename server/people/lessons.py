"""An account's progress in the lessons: how many exercises of each are done."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import insert, select, update

from boche.server.database.schema import lesson_progress
from boche.server.database.store import Transaction
from boche.server.people.accounts import lock


def progress(transaction: Transaction, user: int) -> Mapping[tuple[str, str], int]:
    """Return the number of exercises done, by game and lesson's key."""
    table = lesson_progress
    rows = transaction.connection.execute(select(table).where(table.c.user_id == user))
    return {(row.game, row.lesson): row.done for row in rows}


def note_done(transaction: Transaction, user: int, game: str, lesson: str, count: int) -> None:
    """Store that exercise ``count`` is done, under the lesson's key.

    One behind others that are not done changes nothing.
    """
    lock(transaction, user)
    table = lesson_progress
    own = (table.c.user_id == user, table.c.game == game, table.c.lesson == lesson)
    before = transaction.connection.execute(select(table.c.done).where(*own)).scalar_one_or_none()
    if count != (before or 0) + 1:
        return
    if before is None:
        values = {"user_id": user, "game": game, "lesson": lesson, "done": count}
        transaction.connection.execute(insert(table).values(**values))
    else:
        transaction.connection.execute(update(table).where(*own).values(done=count))


def lesson_data(transaction: Transaction, user: int) -> dict[str, dict[str, int]]:
    """Return all of it as JSON data."""
    data: dict[str, dict[str, int]] = {}
    for (game, lesson), done in sorted(progress(transaction, user).items()):
        data.setdefault(game, {})[lesson] = done
    return data
