"""Recording events of boards, for watchers and listeners."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import insert, select, update

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current
from boche.server.database.prepared import Prepared
from boche.server.database.schema import boards, events
from boche.server.database.store import Transaction
from boche.server.recall import recalled

MOST = 200
"""Events read at a time, and events held in memory for a slow watcher."""

PLAN = "plan"
"""Kind of event for a conditional move that could not be played."""


class Event(dict[str, Any]):
    """An event of a board as JSON data: ``number``, ``kind``, ``seat``, ``private``, ``at``."""

    @property
    def packed(self) -> bytes:
        """The event in a stream of server-sent events, encoded once for all watchers.

        A reason is told in the current language; it is kept in English.
        """
        reason = self.get("reason")
        if not reason or current() == ENGLISH:
            return self._packed
        return _encoded({**self, "reason": recalled(reason)})

    @cached_property
    def _packed(self) -> bytes:
        return _encoded(self)


def _encoded(event: Mapping[str, Any]) -> bytes:
    data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event['number']}\nevent: {event['kind']}\ndata: {data}\n\n".encode()


def topic_of(number: int) -> str:
    """Return the topic that watchers of a board listen to."""
    return f"board {number}"


def seated(user: int) -> str:
    """Return the topic for boards at which an account has just got a seat."""
    return f"seated {user}"


def record_event(
    transaction: Transaction, number: int, kind: str, data: dict[str, Any], at: float,
    *, seat: int | None = None, private: bool = False,
) -> int:  # fmt: skip
    """Write an event of a board; return its number, counted from 1 without gaps."""
    event = transaction.connection.execute(
        update(boards)
        .where(boards.c.id == number)
        .values(events=boards.c.events + 1)
        .returning(boards.c.events)
    ).scalar_one()
    write_event(transaction, number, int(event), kind, data, at, seat=seat, private=private)
    return int(event)


def may_read(event: Mapping[str, Any], seats: Collection[int]) -> bool:
    """Return whether the holders of these seats may read an event from ``since``.

    Private events are for the two seats; the result of a conditional move is for its owner only.
    """
    if not event["private"]:
        return True
    return event["seat"] in seats if event["kind"] == PLAN else bool(seats)


def write_event(
    transaction: Transaction, number: int, event: int, kind: str, data: dict[str, Any], at: float,
    *, seat: int | None = None, private: bool = False,
) -> None:  # fmt: skip
    """Write an event under a number that the caller has already counted in the board's row."""
    row = {"board": number, "number": event, "kind": kind, "seat": seat, "private": private,
           "data": data, "at": at}  # fmt: skip
    INSERT.run(transaction.connection, row)
    topic = topic_of(number)
    transaction.topics.add(topic)
    transaction.news.append((topic, _event(event, kind, seat, private, at, data)))


INSERT = Prepared(insert(events))


def since(transaction: Transaction, number: int, last: int, limit: int = MOST) -> list[Event]:
    """Return up to ``limit`` events of a board after number ``last``, in order, as JSON data."""
    rows = transaction.connection.execute(
        select(events)
        .where(events.c.board == number, events.c.number > last)
        .order_by(events.c.number)
        .limit(limit)
    )
    return [_event(row.number, row.kind, row.seat, row.private, row.at, row.data) for row in rows]


def _event(
    number: int, kind: str, seat: int | None, private: bool, at: float, data: dict[str, Any]
) -> Event:
    return Event(
        {"number": number, "kind": kind, "seat": seat, "private": private, "at": at, **data}
    )
