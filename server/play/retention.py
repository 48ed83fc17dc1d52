"""Deletion of what is no longer kept: old games of guests, closed reports, the operators' log."""

from __future__ import annotations

from sqlalchemy import delete, exists, func, insert, select, update

from boche.engine.durations import DAY
from boche.server.database.schema import boards, moderation_log, reports, seats, settings
from boche.server.database.store import Transaction
from boche.server.play.match import OVER
from boche.server.policy import Keep

LOOKED = "guests-games"
"""Setting with the end of the last game looked at, so that none is looked at twice."""
AT_ONCE = 100
"""Games per transaction: others wait meanwhile."""


def forget(transaction: Transaction, keep: Keep, now: float) -> None:
    """Delete old reports and entries of the log.

    The newest entry stays: its number must not be used again.
    """
    if keep.reports is not None:
        before = now - keep.reports * DAY
        transaction.connection.execute(
            delete(reports).where(reports.c.open.is_(False), reports.c.closed < before)
        )
    if keep.log is not None:
        newest = select(func.max(moderation_log.c.id)).scalar_subquery()
        transaction.connection.execute(
            delete(moderation_log).where(
                moderation_log.c.at < now - keep.log * DAY, moderation_log.c.id < newest
            )
        )


def forget_guests_games(transaction: Transaction, keep: Keep, now: float) -> int:
    """Delete some of the old games that no account played in; return how many were looked at.

    Boards that were closed before they began count as such games. The newest board stays: its
    number must not be used again.
    """
    if keep.guest_games is None:
        return 0
    looked = transaction.connection.execute(
        select(settings.c.value).where(settings.c.name == LOOKED).with_for_update()
    ).scalar_one_or_none()
    ended, last = map(float, (looked or "0 0").split())
    # Games that end at the same moment go in the order of their numbers.
    rows = transaction.connection.execute(
        select(boards.c.id, boards.c.ended)
        .where(
            boards.c.ended >= ended, boards.c.ended < now - keep.guest_games * DAY,
            (boards.c.ended > ended) | (boards.c.id > last),
        )
        .order_by(boards.c.ended, boards.c.id)
        .limit(AT_ONCE)
    ).all()  # fmt: skip
    if not rows:
        return 0
    numbers = [row.id for row in rows]
    played = exists().where(seats.c.board == boards.c.id, seats.c.user_id.is_not(None))
    newest = select(func.max(boards.c.id)).scalar_subquery()
    old = transaction.connection.execute(
        select(boards.c.id).where(
            boards.c.id.in_(numbers), boards.c.state == OVER, ~played, boards.c.id < newest
        )
    ).scalars().all()  # fmt: skip
    _unlink(transaction, list(old))
    transaction.connection.execute(delete(boards).where(boards.c.id.in_(old)))
    transaction.connection.execute(delete(settings).where(settings.c.name == LOOKED))
    value = f"{rows[-1].ended!r} {rows[-1].id}"
    transaction.connection.execute(insert(settings).values(name=LOOKED, value=value))
    return len(rows)


def _unlink(transaction: Transaction, old: list[int]) -> None:
    """Let no other game lead to these."""
    links = transaction.connection.execute(
        select(boards.c.id, boards.c.before, boards.c.after).where(boards.c.id.in_(old))
    ).all()
    for row in links:
        for other, link in ((row.after, boards.c.before), (row.before, boards.c.after)):
            if other is not None:
                transaction.connection.execute(
                    update(boards).where(boards.c.id == other, link == row.id).values({link: None})
                )
