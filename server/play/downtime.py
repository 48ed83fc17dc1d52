"""Standstills, in which no one could have moved: no game clock counts them.

Each server of a database records every few seconds that a move could have been taken: a heartbeat.
If the next one is late because nothing served, the database was down, or a machine's clock was set,
all running clocks are restored to what they had at the last one.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from boche.server.database.schema import (
    attendance,
    beats,
    boards,
    events,
    jobs,
    limits,
    outbox,
    seats,
    seeks,
    sessions,
    users,
)
from boche.server.database.store import Transaction
from boche.server.infrastructure.broker import EVERYTHING
from boche.server.play.match import ACTIVE

ANYBODY = "anybody"
"""Name of the single heartbeat kept: the latest of all the database's servers."""


def last_beat(transaction: Transaction) -> float | None:
    """Return the time of the last heartbeat, or None. Locks it until the transaction ends."""
    beat = transaction.connection.execute(
        select(beats.c.at).where(beats.c.process == ANYBODY).with_for_update()
    ).scalar_one_or_none()
    return None if beat is None else float(beat)


def beat(transaction: Transaction, at: float) -> None:
    """Record that a move could be taken now."""
    transaction.connection.execute(delete(beats).where(beats.c.process == ANYBODY))
    transaction.connection.execute(insert(beats).values(process=ANYBODY, at=at))


def keep_clocks(transaction: Transaction, last: float, now: float) -> int:
    """Give all clocks the time they had at ``last``, and return how many were running.

    ``now`` may lie before it. Then future times, such as those of limits, move back as well.
    """
    rows = transaction.connection.execute(
        select(boards.c.id, boards.c.turn, boards.c.deadline, boards.c.since, boards.c.events,
               users.c.away_until)
        .join(seats, (seats.c.board == boards.c.id) & (seats.c.seat == boards.c.turn))
        .outerjoin(users, users.c.id == seats.c.user_id)
        .where(boards.c.deadline.is_not(None), boards.c.state == ACTIVE)
        .order_by(boards.c.id)
        .with_for_update(of=boards)
    ).all()  # fmt: skip
    extensions = [
        extension for row in rows if (extension := _extension(row, last, now)) is not None
    ]
    if extensions:
        # All in one statement: there may be thousands, and all players wait for it.
        transaction.connection.execute(SET_ON, extensions)
        transaction.connection.execute(
            insert(events), [_event(extension, now) for extension in extensions]
        )
        transaction.topics.add(EVERYTHING)
    # Nobody could show that they still wait, or are at the board.
    transaction.connection.execute(
        update(seeks).where(seeks.c.seen.is_not(None)).values(seen=seeks.c.seen + (now - last))
    )
    transaction.connection.execute(update(attendance).values(seen=attendance.c.seen + (now - last)))
    if now < last:
        _bring_back(transaction, last - now)
    return len(rows)


def _extension(row: Any, last: float, now: float) -> dict[str, Any] | None:
    """Return a board's changes, or None if they are too small to announce to watchers."""
    away, since = row.away_until or 0.0, row.since or 0.0
    remaining = row.deadline - max(last, since, away)
    deadline = max(now, away) + remaining
    if abs(deadline - row.deadline) < LEAST:
        return None
    return {"number": row.id, "turn_of": row.turn, "event": row.events + 1, "until": deadline,
            "from": min(since, now), "seconds": deadline - row.deadline}  # fmt: skip


def _event(extension: dict[str, Any], now: float) -> dict[str, Any]:
    data = {"turn": extension["turn_of"], "deadline": extension["until"], "why": "standstill",
            "seconds": extension["seconds"]}  # fmt: skip
    return {"board": extension["number"], "number": extension["event"], "kind": "time",
            "seat": extension["turn_of"], "private": False, "data": data, "at": now}  # fmt: skip


SET_ON = (
    update(boards)
    .where(boards.c.id == bindparam("number"))
    .values(deadline=bindparam("until"), since=bindparam("from"), events=bindparam("event"))
)

LEAST = 0.1
"""Seconds worth announcing to watchers."""


def _bring_back(transaction: Transaction, seconds: float) -> None:
    """Move future times back along with the clock, so that they stay as far ahead."""
    for column in (limits.c.paid, jobs.c.claimed, jobs.c.queued, sessions.c.expires, outbox.c.due):
        transaction.connection.execute(
            update(column.table).where(column.is_not(None)).values({column: column - seconds})
        )
