"""Numbers in the database that an operator watches: what waits, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, func, or_, select

from boche.server.database.schema import analyses, boards, jobs, outbox, tournaments
from boche.server.database.store import Transaction


@dataclass(frozen=True)
class Waiting:
    """The number of things that wait, and the seconds for which the oldest one has."""

    count: int = 0
    age: float = 0.0


@dataclass(frozen=True)
class Gauges:
    """What waits in the database at a moment, and the games that run."""

    thoughts: Waiting
    analyses: Waiting
    mails: Waiting
    tournaments: Waiting
    active: int


def gauges(transaction: Transaction, now: float) -> Gauges:
    """Count what waits: mails until they are sent, tournaments whose next step is due."""

    def waiting(since: Column[Any], *conditions: Any) -> Waiting:
        count, oldest = transaction.connection.execute(
            select(func.count(), func.min(since)).where(since.is_not(None), *conditions)
        ).one()
        return Waiting(count, 0.0 if oldest is None else max(now - oldest, 0.0))

    active = select(func.count()).where(boards.c.state == "active")
    free = or_(jobs.c.claimed.is_(None), jobs.c.claimed < now)
    return Gauges(
        waiting(jobs.c.queued, free),
        waiting(analyses.c.queued),
        waiting(outbox.c.at, outbox.c.due.is_not(None)),
        waiting(tournaments.c.due, tournaments.c.due <= now),
        int(transaction.connection.execute(active).scalar_one()),
    )
