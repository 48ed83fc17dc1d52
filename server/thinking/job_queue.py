"""The order of thinking jobs: people take turns, and short jobs come before long ones.

A job's waiting time counts from its request, or from the last job for the same person, if that was
later; a long one counts as some seconds younger than it is, until it has waited a minute. The job
that has waited longest is next. So someone with fifty games against level 8 delays others no more
than someone with one, and no job waits forever.

By that alone a short job would wait for one long job of each of hundreds of people. So after a long
one (above level ``SHORT``) short ones are next for as long as it took, if any wait: half of the
time is theirs, however many long ones wait. And if many people wait for long ones, those that use
all the time they are given get less of it.

The times of people's last jobs are in the database, like the queue: processes that share it, and
those started later, go on from there.
"""

from __future__ import annotations

from sqlalchemy import case, func, insert, literal, or_, select, update

from boche.server.database.schema import jobs, limits
from boche.server.database.store import Transaction

LATER = {1: 0.0, 2: 0.0, 3: 0.0, 4: 1.0, 5: 2.0, 6: 5.0, 7: 10.0, 8: 20.0}
"""Seconds by which each level's jobs are deferred behind shorter ones."""

LONG = 60.0
"""Seconds of waiting after which a job is no longer deferred."""

SHORT = 4
"""The highest level whose jobs count as short."""

MOST_OWED = 10.0
"""Maximum number of seconds reserved for short jobs."""


SECONDS, LEAST = 3.0, 0.5
"""Time in seconds of a level that uses all it is given: normal, and minimum if many wait."""

FEW = 4
"""People waiting per thinking process before long jobs are shortened."""


TURN = "turn "
"""Beginning of the key under which the time of somebody's last job is kept."""


class Share:
    """The time reserved for short jobs, to make up for long ones."""

    def __init__(self) -> None:
        self._debt = 0.0

    @property
    def short_first(self) -> bool:
        """True if the next job is a short one, if any waits."""
        return self._debt > 0.0

    def took(self, level: int, seconds: float) -> None:
        """Count the time that a job of a level took."""
        owed = self._debt + (-seconds if level <= SHORT else seconds)
        self._debt = min(max(owed, 0.0), MOST_OWED)


def claim(
    transaction: Transaction, now: float, until: float, *, short_first: bool = False
) -> int | None:
    """Claim the board to think about next until a given time; return its number, or None.

    With ``short_first``, it is one for a short job, if any waits.
    """
    key = literal(TURN) + func.coalesce(jobs.c.maker, "")
    since = case((limits.c.paid > jobs.c.queued, limits.c.paid), else_=jobs.c.queued)
    long = case((jobs.c.level > SHORT, 1), else_=0) if short_first else literal(0)
    later = case((jobs.c.queued < now - LONG, 0.0), else_=case(LATER, value=jobs.c.level))
    row = transaction.connection.execute(
        select(jobs.c.board, key.label("whose"))
        .outerjoin(limits, limits.c.key == key)
        .where(or_(jobs.c.claimed.is_(None), jobs.c.claimed < now))
        .order_by(long, since + later, jobs.c.queued, jobs.c.board)
        .limit(1)
        .with_for_update(skip_locked=True, of=jobs)
    ).one_or_none()
    if row is None:
        return None
    transaction.connection.execute(
        update(jobs).where(jobs.c.board == row.board).values(claimed=until)
    )
    record_use(transaction, row.whose, now)
    return int(row.board)


def seconds_per_job(transaction: Transaction, now: float, size: int) -> float:
    """Return the time of a long job with ``size`` running at a time: less if many people wait."""
    waits = or_(jobs.c.claimed.is_(None), jobs.c.claimed < now)
    people = transaction.connection.execute(
        select(func.count(jobs.c.maker.distinct())).where(jobs.c.level > SHORT, waits)
    ).scalar_one()
    return max(SECONDS * min(FEW * size / max(people, 1), 1.0), LEAST)


def record_use(transaction: Transaction, key: str, now: float) -> None:
    """Record the time of somebody's job; the row is deleted along with old limits."""
    done = transaction.connection.execute(
        update(limits).where(limits.c.key == key).values(paid=now)
    ).rowcount
    if not done:
        transaction.connection.execute(insert(limits).values(key=key, paid=now))
