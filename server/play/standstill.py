"""Time in which nobody could have moved: no clock of a game counts it.

Whoever serves a database writes there every few seconds that a move could have been taken: a beat.
When the next one comes late, because nobody served, or the database was away, or a machine's clock
was set, all running clocks have after it what they had at the last.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from server.database.schema import (
    beats,
    boards,
    events,
    jobs,
    limits,
    outbox,
    seats,
    sessions,
    users,
)
from server.database.store import Unit
from server.hub import EVERYTHING
from server.play.board import ACTIVE

ANYBODY = "anybody"
"""Whose beat is kept: of all who serve the database the last one's."""


def last_beat(unit: Unit) -> float | None:
    """When a move could last be taken; None for never. Others wait here until the work is done."""
    found = unit.connection.execute(
        select(beats.c.at).where(beats.c.process == ANYBODY).with_for_update()
    ).scalar_one_or_none()
    return None if found is None else float(found)


def beat(unit: Unit, at: float) -> None:
    """A move could be taken now."""
    unit.connection.execute(delete(beats).where(beats.c.process == ANYBODY))
    unit.connection.execute(insert(beats).values(process=ANYBODY, at=at))


def keep_clocks(unit: Unit, last: float, now: float) -> int:
    """Let all clocks have what they had at ``last``, as if it were now; how many ran.

    ``now`` may lie before it. Then what lies ahead of us, such as a limit, lies ahead as far.
    """
    rows = unit.connection.execute(
        select(boards.c.id, boards.c.turn, boards.c.deadline, boards.c.since, boards.c.events,
               users.c.away_until)
        .join(seats, (seats.c.board == boards.c.id) & (seats.c.seat == boards.c.turn))
        .outerjoin(users, users.c.id == seats.c.user_id)
        .where(boards.c.deadline.is_not(None), boards.c.state == ACTIVE)
        .order_by(boards.c.id)
        .with_for_update(of=boards)
    ).all()  # fmt: skip
    kept = [each for row in rows if (each := _kept(row, last, now)) is not None]
    if kept:
        # All of them at one go: there may be thousands, and all who play wait for it.
        unit.connection.execute(SET_ON, kept)
        unit.connection.execute(insert(events), [_event(each, now) for each in kept])
        unit.topics.add(EVERYTHING)
    if now < last:
        _bring_back(unit, last - now)
    return len(rows)


def _kept(row: Any, last: float, now: float) -> dict[str, Any] | None:
    """What changes of a board; None where that is not worth a line to those who watch."""
    away, since = row.away_until or 0.0, row.since or 0.0
    left = row.deadline - max(last, since, away)
    deadline = max(now, away) + left
    if abs(deadline - row.deadline) < LEAST:
        return None
    return {"number": row.id, "turn_of": row.turn, "event": row.events + 1, "until": deadline,
            "from": min(since, now), "seconds": deadline - row.deadline}  # fmt: skip


def _event(kept: dict[str, Any], now: float) -> dict[str, Any]:
    data = {"turn": kept["turn_of"], "deadline": kept["until"], "why": "standstill",
            "seconds": kept["seconds"]}  # fmt: skip
    return {"board": kept["number"], "number": kept["event"], "kind": "time",
            "seat": kept["turn_of"], "private": False, "data": data, "at": now}  # fmt: skip


SET_ON = (
    update(boards)
    .where(boards.c.id == bindparam("number"))
    .values(deadline=bindparam("until"), since=bindparam("from"), events=bindparam("event"))
)

LEAST = 0.1
"""Seconds that are worth a line to those who watch."""


def _bring_back(unit: Unit, seconds: float) -> None:
    """The clock went back: what was to be in an hour is to be in an hour still."""
    for column in (limits.c.paid, jobs.c.claimed, jobs.c.queued, sessions.c.expires, outbox.c.due):
        unit.connection.execute(
            update(column.table).where(column.is_not(None)).values({column: column - seconds})
        )
