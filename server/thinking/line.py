"""Who is thought for next: people take turns, and short thoughts come before long ones.

A thought waits since it was asked for, or since whoever it is for had the last one, if that was
later; a long one counts as if it had come some seconds later than it did, until it has waited a
minute. The one that has waited longest is next. So whoever has fifty games against level 8 keeps
nobody waiting longer than whoever has one, and no thought waits for ever.

When somebody had their last thought stands in the database, as what waits does: processes that
share it, and those that come after them, go on where others were.
"""

from __future__ import annotations

from sqlalchemy import case, func, insert, literal, or_, select, update

from server.database.schema import jobs, limits
from server.database.store import Unit

LATER = {1: 0.0, 2: 0.0, 3: 0.0, 4: 1.0, 5: 2.0, 6: 5.0, 7: 10.0, 8: 20.0}
"""Seconds by which each level's thoughts stand back for shorter ones."""

LONG = 60.0
"""Seconds of waiting after which a thought stands back for none."""


def claim(unit: Unit, now: float, until: float) -> int | None:
    """The board that is to be thought about next, claimed until then; None for none."""
    whose = literal("turn ") + func.coalesce(jobs.c.maker, "")
    since = case((limits.c.paid > jobs.c.queued, limits.c.paid), else_=jobs.c.queued)
    later = case((jobs.c.queued < now - LONG, 0.0), else_=case(LATER, value=jobs.c.level))
    row = unit.connection.execute(
        select(jobs.c.board, whose.label("whose"))
        .outerjoin(limits, limits.c.key == whose)
        .where(or_(jobs.c.claimed.is_(None), jobs.c.claimed < now))
        .order_by(since + later, jobs.c.queued, jobs.c.board)
        .limit(1)
        .with_for_update(skip_locked=True, of=jobs)
    ).one_or_none()
    if row is None:
        return None
    unit.connection.execute(update(jobs).where(jobs.c.board == row.board).values(claimed=until))
    _had(unit, row.whose, now)
    return int(row.board)


def _had(unit: Unit, whose: str, now: float) -> None:
    """Write down when somebody had a thought; it is forgotten with limits that are paid off."""
    done = unit.connection.execute(
        update(limits).where(limits.c.key == whose).values(paid=now)
    ).rowcount
    if not done:
        unit.connection.execute(insert(limits).values(key=whose, paid=now))
