"""Streams of what happens on a board, as server-sent events; a lost one goes on where it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse

from server.database.store import Unit
from server.errors import BadRequestError, UnavailableError
from server.happening import MOST, Event, may_read, since, topic_of
from server.play.board import load
from server.web.api.operation import NUMBER, Operation
from server.web.service import Service, service_of
from server.web.who import who

ALIVE = 20.0
"""Seconds without news after which a line says that the connection stands."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def events(request: Request) -> StreamingResponse:
    """All events of a board after ``Last-Event-ID`` (or ``?after=``), and those to come."""
    service, asker = service_of(request), await who(request)
    number = request.path_params["board"]
    last = _last(request)
    board = await service.read(lambda unit: load(unit, number))
    seats = [each.number for each in asker.actor.seats(board)]
    return StreamingResponse(
        _stream(service, number, last, seats), media_type="text/event-stream", headers=HEADERS
    )


def _last(request: Request) -> int:
    text = request.headers.get("last-event-id") or request.query_params.get("after", "0")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRequestError("after: the number of an event")
    return int(text)


async def _stream(
    service: Service, number: int, last: int, seats: list[int]
) -> AsyncIterator[bytes]:
    hub = service.hub
    assert hub is not None
    topic = topic_of(number)
    news = hub.join(topic)
    try:
        yield b"retry: 1000\n\n"
        while True:
            news.clear()
            try:
                found: list[Event] = hub.recent(topic, last) or await shared(service, number, last)
            except UnavailableError:
                await asyncio.sleep(1.0)
                continue
            for each in found:
                last = each["number"]
                if may_read(each, seats):
                    yield each.packed
            if len(found) < MOST:
                try:
                    async with asyncio.timeout(ALIVE):
                        await news.wait()
                except TimeoutError:
                    yield b": alive\n\n"
    finally:
        hub.leave(topic, news)


async def shared(service: Service, number: int, last: int) -> list[Event]:
    """The events after the last one; of many who ask at once one asks the database."""

    def work(unit: Unit) -> list[Event]:
        return since(unit, number, last)

    return await service.events.get((number, last), lambda: service.read(work), lambda _: False)


OPERATIONS = (
    Operation("GET", "/api/boards/{board:int}/events",
              "What happens on a board, as server-sent events, after the header Last-Event-ID or "
              "the event 'after'.", events, query={"after": NUMBER}, media="text/event-stream"),
)  # fmt: skip
