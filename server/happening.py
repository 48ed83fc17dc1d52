"""Writing down what happens on a board: the event that watchers read, and who must hear of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import insert, select, update

from server.database.prepared import Prepared
from server.database.schema import boards, events
from server.database.store import Unit

MOST = 200
"""Events that are read at a time: as many wait in memory for a watcher who is slow."""

PLAN = "plan"
"""The kind of event that tells of a conditional move that could not be played."""


class Event(dict[str, Any]):
    """An event of a board as JSON data; ``number``, ``kind``, ``seat``, ``private``, ``at``."""

    @cached_property
    def packed(self) -> bytes:
        """How it stands in a stream of server-sent events; made once for all who watch."""
        data = json.dumps(self, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self['number']}\nevent: {self['kind']}\ndata: {data}\n\n".encode()


def topic_of(number: int) -> str:
    """What those who watch a board listen to."""
    return f"board {number}"


def happen(
    unit: Unit, number: int, kind: str, data: dict[str, Any], at: float,
    *, seat: int | None = None, private: bool = False,
) -> int:  # fmt: skip
    """Write an event of a board; returns its number, from 1 on without a gap."""
    event = unit.connection.execute(
        update(boards)
        .where(boards.c.id == number)
        .values(events=boards.c.events + 1)
        .returning(boards.c.events)
    ).scalar_one()
    write_event(unit, number, int(event), kind, data, at, seat=seat, private=private)
    return int(event)


def may_read(event: Mapping[str, Any], seats: Collection[int]) -> bool:
    """Whether those who have these seats may read an event, as ``since`` has it.

    What is private is for the two seats; what came of a conditional move for its owner's alone.
    """
    if not event["private"]:
        return True
    return event["seat"] in seats if event["kind"] == PLAN else bool(seats)


def write_event(
    unit: Unit, number: int, event: int, kind: str, data: dict[str, Any], at: float,
    *, seat: int | None = None, private: bool = False,
) -> None:  # fmt: skip
    """Write the event of that number, which the board's row has counted by itself."""
    row = {"board": number, "number": event, "kind": kind, "seat": seat, "private": private,
           "data": data, "at": at}  # fmt: skip
    INSERT.run(unit.connection, row)
    topic = topic_of(number)
    unit.topics.add(topic)
    unit.news.append((topic, _told(event, kind, seat, private, at, data)))


INSERT = Prepared(insert(events))


def since(unit: Unit, number: int, last: int, most: int = MOST) -> list[Event]:
    """The events of a board after number ``last``, at most so many, in order, as JSON data."""
    rows = unit.connection.execute(
        select(events)
        .where(events.c.board == number, events.c.number > last)
        .order_by(events.c.number)
        .limit(most)
    )
    return [_told(row.number, row.kind, row.seat, row.private, row.at, row.data) for row in rows]


def _told(
    number: int, kind: str, seat: int | None, private: bool, at: float, data: dict[str, Any]
) -> Event:
    return Event(
        {"number": number, "kind": kind, "seat": seat, "private": private, "at": at, **data}
    )
