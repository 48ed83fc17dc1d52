"""The page on what is stored about people and for how long, from the settings that hold."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.server.analysis import requests as analysis
from boche.server.infrastructure.tally import TALLY
from boche.server.limits import rules
from boche.server.mail import outbox
from boche.server.mail.incoming import idempotency
from boche.server.people.accounts import SESSION
from boche.server.people.known_addresses import KNOWN_FOR
from boche.server.people.presence import KEPT as PRESENCE
from boche.server.web.authentication import anybody
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of


async def privacy(request: Request) -> Response:
    service, keep = service_of(request), rules().policy.keep
    return await page(
        request, "privacy.html", await anybody(request),
        session=SESSION, known=KNOWN_FOR, presence=PRESENCE, position=analysis.KEPT,
        sent=outbox.KEPT, received=idempotency.KEPT, mailed=service.inbound is not None,
        access_log=service.access_log, refusals=TALLY.tells,
        guest_games=_seconds(keep.guest_games), reports=_seconds(keep.reports),
        log=_seconds(keep.log),
    )  # fmt: skip


def _seconds(days: int | None) -> float | None:
    return None if days is None else days * DAY


ROUTES = [Route("/privacy", privacy)]
