"""Streams of board events as server-sent events; a lost one resumes where it was.

A stream has one board, or all those that a browser has open. It ends with the session that opened
it: private events never go to a browser that somebody else uses now.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from boche.engine.languages.choosing import best
from boche.engine.languages.current import current, speaking, tr
from boche.server.database.store import Transaction
from boche.server.errors import (
    BadRequestError,
    BusyError,
    NotFoundError,
    ServerError,
    UnavailableError,
)
from boche.server.events import MOST, Event, may_read, seated, since, topic_of
from boche.server.infrastructure.broker import News
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people.accounts import sessions_of
from boche.server.play import own_games
from boche.server.play.actor import Actor
from boche.server.play.lists import by_numbers
from boche.server.play.match import Seat, seats_of
from boche.server.web.api import fields
from boche.server.web.api.fields import LARGEST, NUMBER, TEXT
from boche.server.web.api.operation import operation
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.here import Signs, note
from boche.server.web.service import Service, service_of

ALIVE = 20.0
"""Seconds without news after which a keep-alive line is sent."""

OFTEN = 4.0
"""The same for a page, which shows its user when the connection is lost."""

MOST_BOARDS = 64
"""Maximum number of boards per stream."""

MOST_LANGUAGE = 20
"""Characters of the name of a language that are read."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass
class Watched:
    """A board of a stream: the last event sent, the recipient, and their seats.

    ``mark`` precedes an event's number, to tell which of the boards it belongs to. ``language`` is
    that of the page, empty for the request's own: several pages share a stream.
    """

    board: int
    last: int
    actor: Actor
    seats: list[int]
    mark: bytes = b""
    language: str = ""

    def packed(self, event: Event) -> bytes:
        with speaking(self.language or current()):
            packed = event.packed
        return packed.replace(b"id: ", b"id: " + self.mark, 1) if self.mark else packed


@operation("GET", "/api/boards/{board:number}/events",
           "What happens on a board, as server-sent events, after the header Last-Event-ID or the "
           "event 'after'.", media="text/event-stream", query={"after": NUMBER})  # fmt: skip
async def events(request: Request, requester: Requester, number: int) -> StreamingResponse:
    """Stream a board's events after ``Last-Event-ID`` (or ``?after=``), and those to come."""
    watched = await _watched(request, {0: (number, _last(request), requester.actor)})
    if not watched:
        raise NotFoundError(tr("board {number} does not exist", number=number))
    return _answer(request, requester, watched, ALIVE)


def _last(request: Request) -> int:
    text = request.headers.get("last-event-id") or request.query_params.get("after", "0")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRequestError(tr("after: expected the number of an event"))
    return int(text)


BOARDS = {
    "type": "array", "maxItems": MOST_BOARDS,
    "items": {"type": "object", "additionalProperties": False, "required": ["board"],
              "properties": {"board": NUMBER, "after": NUMBER, "secret": TEXT, "language": TEXT}},
}  # fmt: skip


@operation("POST", "/api/events",
           "What happens on several boards, as server-sent events. The id of an event is "
           "PLACE:NUMBER, its board's place in the list, from 0 on, and its number there. Of a "
           "board that is not there nothing is told; reasons are in a board's 'language', if it "
           "is given. With 'turns', an event without an id says what awaits one, as /api/me/turns "
           "does, at first and when it changes.", media="text/event-stream")  # fmt: skip
async def several(
    request: Request, requester: Requester, boards: Annotated[Any, BOARDS] = (),
    turns: bool = False,
) -> StreamingResponse:  # fmt: skip
    """Stream several boards; each with its own seat's secret, or none."""
    if not isinstance(boards, list | tuple) or len(boards) > MOST_BOARDS or not (boards or turns):
        raise BadRequestError(tr("boards: expected a list of 1 to {most} boards", most=MOST_BOARDS))
    if not boards:
        requester.signed_in()
    subscriptions = {at: _subscription(entry, requester) for at, entry in enumerate(boards)}
    watched = await _watched(request, subscriptions)
    for at, board in watched.items():
        board.mark = b"%d:" % at
        board.language = _language(boards[at])
    user = requester.user if turns else None
    own = None if user is None else _Turns(service_of(request), user.id)
    return _answer(request, requester, watched, OFTEN, own)


def _subscription(entry: Any, requester: Requester) -> tuple[int, int, Actor]:
    """Return a board, its last event received, and the requester there."""
    if not isinstance(entry, Mapping):
        raise BadRequestError(tr('boards: expected objects such as {"board": 17, "after": 3}'))
    fields.check(entry, "board", "after", "secret", "language")
    number = fields.integer(entry, "board", 1, LARGEST)
    if number is None:
        raise BadRequestError(tr("board: expected a number"))
    last = fields.integer(entry, "after", 0, LARGEST, 0)
    secret = fields.text(entry, "secret", "")
    return number, last or 0, Actor(requester.actor.user, secret_hash(secret) if secret else None)


def _language(entry: Mapping[str, Any]) -> str:
    """Return the language of the page that watches a board; empty for none that is known."""
    return best([fields.text(entry, "language", "")[:MOST_LANGUAGE]], "")


async def _watched(
    request: Request, subscriptions: Mapping[int, tuple[int, int, Actor]]
) -> dict[int, Watched]:
    """Return those of the boards that the requester may watch, each with their seats."""
    numbers = [number for number, _, _ in subscriptions.values()]
    listed = await service_of(request).read(lambda transaction: by_numbers(transaction, numbers))
    boards = {board.row.id: board for board in listed}
    return {
        at: Watched(number, last, actor, _numbers(actor.seats(boards[number])))
        for at, (number, last, actor) in subscriptions.items()
        if number in boards and actor.may_watch(boards[number])
    }


def _numbers(seats: Iterable[Seat]) -> list[int]:
    return [seat.number for seat in seats]


def _answer(
    request: Request, requester: Requester, watched: Mapping[int, Watched], alive: float,
    turns: _Turns | None = None,
) -> StreamingResponse:  # fmt: skip
    stream = _Stream(request, requester, watched.values(), alive, turns)
    return StreamingResponse(stream.run(), media_type="text/event-stream", headers=HEADERS)


class _Turns:
    """What awaits the account of a stream. ``topics`` are those that may change it."""

    def __init__(self, service: Service, user: int) -> None:
        self._service, self._user = service, user
        self.topics = {seated(user)}

    async def packed(self) -> bytes:
        """Return the event. It has no number: the last one counts.

        Raises ``BusyError`` and ``UnavailableError``.
        """

        def work(transaction: Transaction) -> tuple[own_games.Turns, set[str]]:
            turns = own_games.turns(transaction, self._user, self._service.now())
            return turns, own_games.topics(transaction, self._user)

        turns, topics = await self._service.read(work)
        data = json.dumps({"kind": "turns", **asdict(turns)}, separators=(",", ":"))
        self.topics |= topics
        return f"event: turns\ndata: {data}\n\n".encode()


class _Stream:
    """One open stream."""

    def __init__(
        self, request: Request, requester: Requester, watched: Iterable[Watched], alive: float,
        turns: _Turns | None = None,
    ) -> None:  # fmt: skip
        self._turns, self._stale, self._told = turns, False, b""
        self._request, self._alive, self._service = request, alive, service_of(request)
        self._requester, self._signs = requester, Signs(self._service)
        self._session_topic = None if requester.user is None else sessions_of(requester.user.id)
        self._boards: dict[str, list[Watched]] = {}
        for board in watched:
            self._boards.setdefault(topic_of(board.board), []).append(board)

    async def run(self) -> AsyncIterator[bytes]:
        broker = self._service.broker
        assert broker is not None
        news = broker.join(*self._boards, *([self._session_topic] if self._session_topic else []))
        if self._turns is not None:
            broker.widen(news, self._turns.topics)
        news.topics.update(news.joined)
        try:
            yield b"retry: 1000\n\n"
            with contextlib.suppress(BusyError, UnavailableError):
                await self._signs.begin(
                    each.board for boards in self._boards.values() for each in boards if each.seats
                )
            while True:
                await note(self._service, self._requester)
                await self._signs.give()
                news.clear()
                while news.topics:
                    topic = self._next(news)
                    self._stale |= self._turns is not None and topic in self._turns.topics
                    try:
                        if topic == self._session_topic and not await self._is_same_account():
                            return
                        for board in self._boards.get(topic, ()):
                            async for packed in self._new_events(board, news):
                                yield packed
                    except (BusyError, UnavailableError):
                        news.topics.add(topic)
                        await asyncio.sleep(1.0)
                if turns := await self._new_turns(news):
                    yield turns
                if news.topics:
                    continue
                try:
                    async with asyncio.timeout(self._alive):
                        await news.wait()
                except TimeoutError:
                    yield b": alive\n\n"
        finally:
            broker.leave(news)

    async def _new_turns(self, news: News) -> bytes:
        """Return the event about the account's turns, if there is news; listen to new boards."""
        if self._turns is None or not self._stale:
            return b""
        assert self._service.broker is not None
        known = set(self._turns.topics)
        try:
            packed = await self._turns.packed()
        except (BusyError, UnavailableError):
            news.topics.update(known)
            await asyncio.sleep(1.0)
            return b""
        # What happened on a new board before it was listened to is read once more.
        self._service.broker.widen(news, self._turns.topics)
        news.topics.update(self._turns.topics - known)
        if self._session_topic in news.topics or packed == self._told:
            self._stale = self._session_topic in news.topics
            return b""
        self._stale, self._told = False, packed
        return packed

    def _next(self, news: News) -> str:
        """Return a topic with news; a possible end of the session comes first."""
        if self._session_topic in news.topics:
            news.topics.remove(self._session_topic)
            return self._session_topic
        return news.topics.pop()

    async def _is_same_account(self) -> bool:
        """Return whether the requester is still the same account.

        Raises ``BusyError`` and ``UnavailableError``.
        """
        try:
            requester = await requester_of(self._request)
        except (BusyError, UnavailableError):
            raise
        except ServerError:
            return False
        return requester.user is not None and sessions_of(requester.user.id) == self._session_topic

    async def _new_events(self, watched: Watched, news: News) -> AsyncIterator[bytes]:
        """Yield new events for the stream; if some are left, the topic stays in the news.

        Private events go only to the current holders of the seats.
        """
        assert self._service.broker is not None
        topic = topic_of(watched.board)
        events: list[Event] = self._service.broker.recent(topic, watched.last) or await shared(
            self._service, watched.board, watched.last
        )
        if any(event["private"] for event in events) and watched.seats:
            seats = await self._service.read(
                lambda transaction: seats_of(transaction, [watched.board])
            )
            watched.seats = _numbers(watched.actor.among(seats.get(watched.board, ())))
        for event in events:
            if self._session_topic in news.topics:
                break
            watched.last = event["number"]
            if may_read(event, watched.seats):
                yield watched.packed(event)
        if len(events) == MOST or (events and watched.last < events[-1]["number"]):
            news.topics.add(topic)


async def shared(service: Service, number: int, last: int) -> list[Event]:
    """Return the events after the last one; concurrent requests share one query.

    A stream that has since been told of another event does not use an older query.
    """

    def work(transaction: Transaction) -> list[Event]:
        return since(transaction, number, last)

    assert service.broker is not None
    key = (number, last, service.broker.version(topic_of(number)))
    return await service.events.get(key, lambda: service.read(work), lambda _: False)
