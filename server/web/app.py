"""The web application: routes, common headers and background tasks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boche.engine.languages.current import speaking, tr
from boche.server import limits
from boche.server.analysis.queue import forget_expired
from boche.server.announcements import USUAL, MaintenanceError
from boche.server.database.store import Transaction
from boche.server.errors import EndingError, ServerError, UnavailableError
from boche.server.infrastructure.broker import EVERYTHING, Broker
from boche.server.infrastructure.fair_threads import asker
from boche.server.infrastructure.supervision import LONGEST, keep
from boche.server.infrastructure.tally import TALLY
from boche.server.people import moderation_log, presence
from boche.server.people.accounts import add_levels, forget_sessions
from boche.server.people.moderation_log import COMMAND_LINE
from boche.server.play import attendance, retention
from boche.server.play.arrival import end_if_gone
from boche.server.play.moves import due_boards, forfeit
from boche.server.play.seeks import abandoned_seeks
from boche.server.push.sender import Sender
from boche.server.thinking.dispatcher import Dispatcher
from boche.server.web import (
    board_page,
    forgotten_password,
    health,
    languages,
    mail_page,
    tournaments,
)
from boche.server.web.api import routes
from boche.server.web.authentication import address_of, check_board, check_sent
from boche.server.web.measured import METHODS, UNKNOWN, route_of
from boche.server.web.noscript import analysis as plain_analysis
from boche.server.web.noscript import board as plain_board
from boche.server.web.noscript import picture as board_picture
from boche.server.web.pages import routes as pages
from boche.server.web.pages.errors import HANDLERS, unsent
from boche.server.web.responses import secure
from boche.server.web.service import Service
from boche.server.web.sharing import embed, pictures

SWEEP = 5.0
"""Seconds between checks of the clocks."""
TIDY = 3600.0
LISTEN = 2.0
"""Seconds between looks at what the command line has done."""

log = logging.getLogger(__name__)


class Secured:
    """Middleware that refuses requests for other hosts or from other sites, and adds headers.

    It adds the headers of ``SECURITY``, and makes redirects lead to this server, whatever host the
    request named. It also records the requester's address, and answers in the requester's language.
    """

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.app, self.service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                self._note(scope, message["status"])
                secure(message["headers"])
                message["headers"][:] = map(_relative, message["headers"])
            await send(message)

        if scope["path"].startswith(health.PREFIX):  # asked by machines, by whatever name
            await self.app(scope, receive, sending)
            return
        request = Request(scope, receive)
        # Here, not in a middleware of its own: this one's refusals are read as well.
        with speaking(languages.of_request(request)):
            try:
                check_sent(request)
                self._check_open(scope["path"])
            except ServerError as error:
                answer = await unsent(request, error)
                await answer(scope, receive, sending)
                return
            token = asker.set(address_of(request, self.service))
            try:
                await self.app(scope, receive, sending)
            except asyncio.CancelledError:  # the server is shutting down, and has waited enough
                if not begun:
                    answer = await unsent(request, EndingError())
                    await answer(scope, receive, sending)
            finally:
                asker.reset(token)

    def _note(self, scope: Scope, status: int) -> None:
        """Have the log say what was refused, and to whom."""
        if status in REFUSALS:
            method = scope["method"] if scope["method"] in METHODS else UNKNOWN
            address = address_of(Request(scope), self.service)
            what = f"request refused: {status} {REFUSALS[status]}"
            TALLY.refused(what, address, f"{method} {route_of(scope)}")

    def _check_open(self, path: str) -> None:
        """Raise ``MaintenanceError`` if the server is in maintenance, except for static files."""
        line = self.service.announcements().maintenance
        if line and not path.startswith(UNTOUCHED):
            raise MaintenanceError(tr(line) if line == USUAL else line)


REFUSALS = {
    400: "it cannot be read", 403: "not allowed", 413: "too large", 421: "for another host",
    429: "too many",
}  # fmt: skip
"""Statuses that the log tells of, with what they mean."""

UNTOUCHED = ("/static/", "/favicon.ico", "/robots.txt")
"""Paths that are answered in maintenance, too."""


def _relative(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Make a redirect relative: Starlette's contains the Host of the request."""
    name, value = header
    if name.lower() != b"location":
        return header
    url = urlsplit(value.decode("latin-1"))
    rest = f"?{url.query}" if url.query else ""
    rest += f"#{url.fragment}" if url.fragment else ""
    return name, f"/{url.path.lstrip('/')}{rest}".encode("latin-1")


BY_FRAGMENT = {
    "/board/{board:number}", "/board/{board:number}/links", "/board/{board:number}/plain",
    "/board/{board:number}/plain/seat",
}  # fmt: skip
"""Pages that private boards have for everybody, and that say nothing of the game: only the page
itself gets the secret behind ``#``, or by its form."""


def _is_of_board(route: BaseRoute) -> bool:
    """Return whether a route is of one board, and for those only who may see it."""
    path = route.path if isinstance(route, Route) else ""
    return "{board:number}" in path and path not in BY_FRAGMENT and not path.startswith("/admin/")


def _for_watchers(route: BaseRoute) -> BaseRoute:
    """Return a board's route that answers only those who may see the board."""
    assert isinstance(route, Route)
    endpoint = route.endpoint

    async def answer(request: Request) -> Response:
        await check_board(request, request.path_params["board"])
        response: Response = await endpoint(request)
        return response

    return Route(route.path, answer, methods=list(route.methods or ()))


def make_app(service: Service, *, background: bool = True, workers: int = 0) -> Starlette:
    """Build the application. ``background``: watch the clocks; ``workers``: thinking processes."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service.broker = Broker()
        service.store.listen(service.broker.tell)
        try:
            now = service.now()
        except MaintenanceError:  # it starts all the same
            now = time.time()
        await service.write(lambda transaction: add_levels(transaction, now))
        notifications = Sender(service.store, service.address, service.now)
        if background:
            notifications.start()
        tasks = [
            asyncio.create_task(again("sweep", SWEEP, lambda: sweep(service))),
            asyncio.create_task(again("tidying", TIDY, lambda: tidy(service))),
            asyncio.create_task(again("disk", LONGEST, lambda: look_at_disk(service))),
            asyncio.create_task(again("operators", LISTEN, Administered(service).tell)),
            asyncio.create_task(again(
                "tournaments", SWEEP, lambda: tournaments.sweep(service),
                tournaments.Calls(service.broker).wait,
            )),
        ] if background else []  # fmt: skip
        if workers:
            dispatcher = Dispatcher(service, service.broker, workers)
            tasks.append(asyncio.create_task(keep("thinking", dispatcher.run)))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(notifications.close)

    own = [
        *health.ROUTES, *board_page.ROUTES, *board_picture.ROUTES, *plain_board.ROUTES,
        *plain_analysis.ROUTES, *routes.ROUTES, *forgotten_password.ROUTES, *mail_page.ROUTES,
        *pages.ROUTES,
    ]  # fmt: skip
    app = Starlette(
        routes=[
            *pictures.ROUTES, *embed.ROUTES,
            *(_for_watchers(route) if _is_of_board(route) else route for route in own),
        ],
        exception_handlers=HANDLERS, lifespan=life,
    )  # fmt: skip
    app.add_middleware(Secured, service=service)
    app.state.service = service
    return app


async def again(
    name: str, seconds: float, act: Callable[[], Any],
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:  # fmt: skip
    """Act every so many seconds until this task is cancelled, whatever is raised."""

    async def run() -> None:
        while True:
            try:
                await act()
            except UnavailableError:
                pass  # reported by the database itself
            except ServerError as error:
                log.warning("%s", error)
            await wait(seconds)

    await keep(name, run, min(seconds, LONGEST))


async def sweep(service: Service) -> None:
    """Forfeit games whose time is over, end seeks of those who have left, note who is away."""
    now = service.now()
    for number in await service.read(lambda transaction: due_boards(transaction, now)):

        def work(transaction: Transaction, number: int = number) -> None:
            forfeit(transaction, number, now)

        await service.write(work)
    for number in await service.read(lambda transaction: abandoned_seeks(transaction, now)):

        def leave(transaction: Transaction, number: int = number) -> None:
            end_if_gone(transaction, number, service.now())

        await service.write(leave)
    for number, seat in await service.read(lambda transaction: attendance.gone(transaction, now)):

        def go(transaction: Transaction, number: int = number, seat: int = seat) -> None:
            attendance.note_gone(transaction, number, seat, service.now())

        await service.write(go)


async def look_at_disk(service: Service) -> None:
    """Have the log say when room gets scarce, even if nobody asks for the server's health."""
    await asyncio.to_thread(service.vitals.parts["disk"])


class Administered:
    """A watch over what the command line does to the database of a running server.

    SQLite announces nothing to other processes, so streams would not end with their session, and
    boards would not show a decision. The log says that something was done; then all streams look.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._last: int | None = None

    async def tell(self) -> None:
        """Pass on what was done since the last time."""
        if self._service.store.shared or self._service.broker is None:
            return
        read, last = self._service.read, self._last
        if last is None:
            self._last = await read(moderation_log.last)
            return
        entries = await read(lambda transaction: moderation_log.after(transaction, last))
        if entries:
            self._last = entries[-1].number
        if any(entry.actor == COMMAND_LINE for entry in entries):
            self._service.broker.tell({EVERYTHING}, [])


async def tidy(service: Service) -> None:
    """Delete old limits, expired sessions, who was here, and what is not kept any longer."""
    await service.write(lambda transaction: limits.forget_old(transaction, service.now()))
    await service.write(lambda transaction: forget_sessions(transaction, service.now()))
    await service.write(lambda transaction: presence.forget_old(transaction, service.now()))
    await service.write(lambda transaction: attendance.forget_old(transaction, service.now()))
    await service.write(lambda transaction: forget_expired(transaction, service.now()))
    keep = limits.rules().policy.keep
    await service.write(lambda transaction: retention.forget(transaction, keep, service.now()))
    while await service.write(
        lambda transaction: retention.forget_guests_games(transaction, keep, service.now())
    ):
        pass
