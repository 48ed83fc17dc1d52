"""The application: routes, what every answer carries, and what runs beside them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server import limits
from server.database.store import Unit
from server.errors import ServerError
from server.hub import Hub
from server.people.accounts import add_levels, forget_sessions
from server.play.turns import due_boards, forfeit
from server.push.sender import Sender
from server.thinking.dispatcher import Dispatcher
from server.web import board_page, mail_page
from server.web.answers import secure
from server.web.api import routes
from server.web.pages import routes as pages
from server.web.pages.errors import HANDLERS
from server.web.plain import board as plain_board
from server.web.plain import picture as board_picture
from server.web.service import Service

SWEEP = 5.0
"""Seconds between looks at the clocks."""
TIDY = 3600.0

log = logging.getLogger(__name__)


class Secured:
    """Adds the headers of ``SECURITY`` to what has none of them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure(message["headers"])
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


def make_app(service: Service, *, background: bool = True, workers: int = 0) -> Starlette:
    """The server. ``background``: it watches the clocks; ``workers``: processes that think."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service.hub = Hub()
        service.store.listen(service.hub.tell)
        await service.write(lambda unit: add_levels(unit, service.now()))
        notifications = Sender(service.store, service.address, service.now)
        if background:
            notifications.start()
        tasks = [
            asyncio.create_task(_again(SWEEP, lambda: sweep(service))),
            asyncio.create_task(_again(TIDY, lambda: tidy(service))),
        ] if background else []  # fmt: skip
        if workers:
            dispatcher = Dispatcher(service, service.hub, workers)
            tasks.append(asyncio.create_task(dispatcher.run()))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(notifications.close)

    app = Starlette(
        routes=[
            *board_page.ROUTES, *board_picture.ROUTES, *plain_board.ROUTES, *routes.ROUTES,
            *mail_page.ROUTES, *pages.ROUTES,
        ],
        exception_handlers=HANDLERS, lifespan=life,
    )  # fmt: skip
    app.add_middleware(Secured)
    app.state.service = service
    return app


async def _again(seconds: float, act: Callable[[], Any]) -> None:
    while True:
        try:
            await act()
        except ServerError as error:
            log.warning("%s", error)
        except Exception:  # a fault of ours must not end it for good
            log.exception("what is done every %g seconds failed", seconds)
        await asyncio.sleep(seconds)


async def sweep(service: Service) -> None:
    """Forfeit what is over its time."""
    now = service.now()
    for number in await service.read(lambda unit: due_boards(unit, now)):

        def work(unit: Unit, number: int = number) -> None:
            forfeit(unit, number, now)

        await service.write(work)


async def tidy(service: Service) -> None:
    """Drop what nobody needs any longer."""
    await service.write(lambda unit: limits.forget_old(unit, service.now()))
    await service.write(lambda unit: forget_sessions(unit, service.now()))
