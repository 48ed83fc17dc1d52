"""Ladders: their list, and each one's places, games and changes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.pairing import ladder as rules
from boche.server.tournaments import ladder, ladder_steps
from boche.server.web.api import ladders as api
from boche.server.web.api.fields import query_integer
from boche.server.web.api.operation import Operation
from boche.server.web.authentication import Requester, anybody
from boche.server.web.pages.forms import Form, blank, or_show, values_for
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of


async def overview(request: Request) -> Response:
    """Return the list of ladders."""
    requester = await anybody(request)

    def work(transaction: Transaction) -> tuple[dict[str, int], dict[str, int]]:
        own = ladder.places_of(transaction, requester.user.id) if requester.user else {}
        return ladder.sizes(transaction), own

    sizes, own = await service_of(request).read(work)
    return await page(request, "ladders.html", requester, sizes=sizes, own=own)


async def ladder_page(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return a ladder's page; only those who are signed in change it."""
    if error is not None:
        requester.signed_in()
    service, game = service_of(request), request.path_params["game"]
    first = query_integer(request.query_params, "from", 1)
    found = await service.read(
        lambda transaction: api.read(transaction, requester.reader, game, service.now(), first)
    )
    following = found.first + ladder.PAGE
    own = found.own
    return await page(
        request, "ladder.html", requester, error=error, ladder=found, game=GAMES[found.game],
        reach=rules.reach(found.size), clock=ladder_steps.CLOCK.title,
        before=max(found.first - ladder.PAGE, 1) if found.first > 1 else None,
        following=following if following <= found.size else None,
        own_page=None if own is None or found.first <= own.place < following
        else (own.place - 1) // ladder.PAGE * ladder.PAGE + 1,
        idle=None if own is None or own.place == 1 or own.challenges or own.challenged_by
        else own.active + rules.IDLE,
    )  # fmt: skip


def _route(operation: Operation) -> Route:
    """Return the route of a form: to the board that it begins, or back to the ladder."""

    @or_show(ladder_page, but=(NotFoundError,))
    async def act(request: Request, requester: Requester, form: Form) -> Response:
        done = await operation(request, requester, values_for(form, operation))
        if "board" in done:
            return go_to(f"/board/{done['board']}")
        return go_to(f"/ladders/{segment(request.path_params['game'])}")

    return Route(operation.path.removeprefix("/api"), act, methods=["POST"])


async def help_page(request: Request) -> Response:
    """Return the page about how ladders work."""
    return await page(
        request, "ladders-help.html", await anybody(request), reach=rules.REACH, share=rules.SHARE,
        again=rules.AGAIN, idle=rules.IDLE, clock=ladder_steps.CLOCK,
    )  # fmt: skip


ROUTES = [
    # Before the rules of a game, ``/help/NAME``.
    Route("/help/ladders", help_page),
    Route("/ladders", overview),
    Route("/ladders/{game}", blank(ladder_page)),
    *map(_route, (api.join, api.leave, api.challenge)),
]
