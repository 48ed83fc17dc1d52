"""The lobby's stream: the lists as they change, and the beginning of the reader's own game.

While it is open, those who wait for a live game count as present.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, BusyError, UnavailableError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people import presence
from boche.server.people.accounts import sessions_of
from boche.server.play import seeks
from boche.server.play.actor import Actor
from boche.server.play.lists import by_numbers
from boche.server.play.match import ACTIVE, seats_of
from boche.server.web.api import fields
from boche.server.web.authentication import Requester, anybody
from boche.server.web.events import HEADERS, OFTEN
from boche.server.web.here import Signs, note
from boche.server.web.pages.layout import templates
from boche.server.web.pages.lobby import Lobby, sorted_for
from boche.server.web.responses import json_of
from boche.server.web.seek_rows import GUEST, list_of, reader_of
from boche.server.web.service import service_of

PAUSE = 1.0
"""Seconds between two updates of one reader's lists."""

COMPANY = 20.0
"""Seconds between two looks at who is here."""

MOST_BOARDS = 20


async def stream(request: Request) -> StreamingResponse:
    """Stream the lobby, to a guest with the secrets of the boards where they wait.

    With ``quiet``, only what becomes of the reader's own games is sent.
    """
    requester, payload = await anybody(request), await json_of(request)
    fields.check(payload, "boards", "quiet")
    quiet = fields.flag(payload, "quiet", False)
    named = await _own_seats(request, requester, payload.get("boards", []))
    running = _Stream(request, requester, named, quiet=quiet)
    return StreamingResponse(running.run(), media_type="text/event-stream", headers=HEADERS)


async def _own_seats(request: Request, requester: Requester, entries: Any) -> dict[int, Actor]:
    """Return those of the boards named where the reader sits, with the actor there."""
    if not isinstance(entries, list) or len(entries) > MOST_BOARDS:
        raise BadRequestError(
            tr("boards: expected a list of at most {most} boards", most=MOST_BOARDS)
        )
    actors: dict[int, Actor] = {}
    for entry in entries:
        if not isinstance(entry, dict):
            raise BadRequestError(tr('boards: expected objects such as {"board": 17}'))
        fields.check(entry, "board", "secret")
        number, secret = (
            fields.integer(entry, "board", 1, fields.LARGEST),
            fields.text(entry, "secret", ""),
        )
        if number is None:
            raise BadRequestError(tr("board: expected a number"))
        actors[number] = Actor(requester.actor.user, secret_hash(secret) if secret else None)
    seats = await service_of(request).read(
        lambda transaction: seats_of(transaction, list(actors)) if actors else {}
    )
    return {number: actor for number, actor in actors.items() if number in seats}


class _Stream:
    """One open stream."""

    def __init__(
        self, request: Request, requester: Requester, named: dict[int, Actor], *, quiet: bool
    ) -> None:
        self._service, self._requester, self._quiet = service_of(request), requester, quiet
        self._named, self._signs = named, Signs(self._service)
        self._waiting = set(named)
        self._sent, self._looked = {"own": "", "seeks": "", "here": ""}, 0.0

    async def run(self) -> AsyncIterator[bytes]:
        service, user = self._service, self._requester.user
        broker = service.broker
        assert broker is not None
        session = () if user is None else (sessions_of(user.id),)
        news = broker.join(seeks.TOPIC, *session)
        changed = True
        try:
            yield b"retry: 1000\n\n"
            while True:
                news.clear()
                if news.topics.intersection(session):
                    return  # the page asks anew, as whoever it is then
                changed = changed or seeks.TOPIC in news.topics
                news.topics.clear()
                await note(service, self._requester)
                with contextlib.suppress(BusyError, UnavailableError):
                    parts = [part async for part in self._news()] if changed else []
                    changed = False
                    for part in parts:
                        yield part
                await self._signs.give()
                if not self._quiet:
                    with contextlib.suppress(BusyError, UnavailableError):
                        if (here := await self._company()) is not None:
                            yield here
                await asyncio.sleep(PAUSE)
                try:
                    async with asyncio.timeout(OFTEN - PAUSE):
                        await news.wait()
                except TimeoutError:
                    yield b": alive\n\n"
        finally:
            broker.leave(news)

    async def _news(self) -> AsyncIterator[bytes]:
        lobby = await self._lobby()
        now_waiting = {row.board for row in lobby.own}
        for number, state in (await self._ended(self._waiting - now_waiting)).items():
            yield _event("begun" if state == ACTIVE else "over", {"board": number})
        self._waiting = now_waiting
        await self._signs.begin(lobby.live())
        if not self._quiet:
            now = self._service.now()
            values = {"own": lobby.own, "seeks": lobby.others, "levels": lobby.levels, "now": now}
            user = self._requester.user
            parts = {
                name: templates().get_template(f"lobby-{name}.html").render(user=user, **values)
                for name in ("own", "seeks")
            }
            if any(self._sent[name] != text for name, text in parts.items()):
                self._sent |= parts
                yield _event("lobby", parts)

    async def _lobby(self) -> Lobby:
        """Read the list once for all streams that hear of a change, and sort it for this reader."""
        service, user = self._service, self._requester.user
        assert service.broker is not None
        found = await service.lobby.get(
            service.broker.version(seeks.TOPIC),
            lambda: service.read(lambda transaction: list_of(transaction, service.now())),
            lambda _: False,
        )
        if user is None and not self._named:
            return sorted_for(found, GUEST)

        def work(transaction: Transaction) -> Lobby:
            reader = reader_of(transaction, user.id if user else None, found)
            pairs = seats_of(transaction, list(self._named)) if self._named else {}
            seats = {
                number
                for number, actor in self._named.items()
                if actor.among(pairs.get(number, ()))
            }
            return sorted_for(found, reader, seats)

        return await service.read(work)

    async def _ended(self, numbers: set[int]) -> dict[int, str]:
        """Return the states of boards that wait no longer, where the reader still sits."""
        if not numbers:
            return {}
        actor = self._requester.actor

        def work(transaction: Transaction) -> dict[int, str]:
            return {
                board.row.id: board.row.state if self._named.get(board.row.id, actor).seats(board)
                else "over"
                for board in by_numbers(transaction, sorted(numbers))
            }  # fmt: skip

        return await self._service.read(work)

    async def _company(self) -> bytes | None:
        now = self._service.now()
        if 0.0 <= now - self._looked < COMPANY:
            return None
        self._looked = now
        company = await self._service.read(lambda transaction: presence.company(transaction, now))
        text = templates().get_template("lobby-here.html").render(company=company)
        if text == self._sent["here"]:
            return None
        self._sent["here"] = text
        return _event("lobby", {"here": text})


def _event(kind: str, data: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


ROUTES = [Route("/lobby/events", stream, methods=["POST"])]
