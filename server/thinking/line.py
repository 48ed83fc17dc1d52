"""Who is thought for next: people take turns, and short thoughts come before long ones.

A thought waits since it was asked for, or since whoever it is for had the last one, if that was
later; a long one counts as if it had come some seconds later than it did, until it has waited a
minute. The one that has waited longest is next. So whoever has fifty games against level 8 keeps
nobody waiting longer than whoever has one, and no thought waits for ever.

By that alone a short thought would wait for one long thought of each of hundreds of people. So
after a long one (above level ``SHORT``) short ones are next for as long as it took, if any wait:
half of the time is theirs, however many long ones wait. And where many people wait for long ones,
those that take all the time they are given get less of it.

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

SHORT = 4
"""The highest level whose thoughts count as short."""

MOST_OWED = 10.0
"""Seconds at most that short thoughts have to themselves."""


SECONDS, LEAST = 3.0, 0.5
"""The time of a level that takes all it is given, and what is left of it where many wait."""

FEW = 4
"""People who may wait for each thinking process before long thoughts become shorter."""


class Share:
    """The time that short thoughts have to themselves, for the long ones before them."""

    def __init__(self) -> None:
        self._owed = 0.0

    @property
    def short_first(self) -> bool:
        """Whether the next thought is a short one, if any waits."""
        return self._owed > 0.0

    def took(self, level: int, seconds: float) -> None:
        """A thought of a level took so long."""
        owed = self._owed + (-seconds if level <= SHORT else seconds)
        self._owed = min(max(owed, 0.0), MOST_OWED)


def claim(unit: Unit, now: float, until: float, *, short_first: bool = False) -> int | None:
    """The board that is to be thought about next, claimed until then; None for none.

    ``short_first``: it is one of a short thought, if any waits.
    """
    whose = literal("turn ") + func.coalesce(jobs.c.maker, "")
    since = case((limits.c.paid > jobs.c.queued, limits.c.paid), else_=jobs.c.queued)
    long = case((jobs.c.level > SHORT, 1), else_=0) if short_first else literal(0)
    later = case((jobs.c.queued < now - LONG, 0.0), else_=case(LATER, value=jobs.c.level))
    row = unit.connection.execute(
        select(jobs.c.board, whose.label("whose"))
        .outerjoin(limits, limits.c.key == whose)
        .where(or_(jobs.c.claimed.is_(None), jobs.c.claimed < now))
        .order_by(long, since + later, jobs.c.queued, jobs.c.board)
        .limit(1)
        .with_for_update(skip_locked=True, of=jobs)
    ).one_or_none()
    if row is None:
        return None
    unit.connection.execute(update(jobs).where(jobs.c.board == row.board).values(claimed=until))
    _had(unit, row.whose, now)
    return int(row.board)


def seconds_of_each(unit: Unit, now: float, size: int) -> float:
    """The time of a long thought where ``size`` go on at a time: shorter where many people wait."""
    waits = or_(jobs.c.claimed.is_(None), jobs.c.claimed < now)
    people = unit.connection.execute(
        select(func.count(jobs.c.maker.distinct())).where(jobs.c.level > SHORT, waits)
    ).scalar_one()
    return max(SECONDS * min(FEW * size / max(people, 1), 1.0), LEAST)


def _had(unit: Unit, whose: str, now: float) -> None:
    """Write down when somebody had a thought; it is forgotten with limits that are paid off."""
    done = unit.connection.execute(
        update(limits).where(limits.c.key == whose).values(paid=now)
    ).rowcount
    if not done:
        unit.connection.execute(insert(limits).values(key=whose, paid=now))
