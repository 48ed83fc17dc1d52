"""Ladders: their list, and each one's places, games and changes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

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
from boche.server.web.authentication import Requester, anybody
from boche.server.web.pages.forms import form_of
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


async def ladder_page(request: Request) -> Response:
    """Return a ladder's page."""
    return await _ladder_response(request, await anybody(request))


async def _ladder_response(
    request: Request, requester: Requester, error: BocheError | None = None
) -> Response:
    found = await api.read(request, requester)
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


async def _acted(
    request: Request, act: Callable[[Requester], Coroutine[Any, Any, dict[str, Any]]]
) -> Response:
    """Do something; return to the ladder, or show it with the reason why that is refused."""
    requester = await anybody(request)
    try:
        made = await act(requester)
    except NotFoundError:
        raise
    except BocheError as error:
        requester.signed_in()
        return await _ladder_response(request, requester, error)
    if "board" in made:
        return go_to(f"/board/{made['board']}")
    return go_to(f"/ladders/{segment(request.path_params['game'])}")


async def join(request: Request) -> Response:
    """Take the last place."""
    await form_of(request)
    return await _acted(request, lambda requester: api.joined(request, requester))


async def leave(request: Request) -> Response:
    """Give up one's place."""
    await form_of(request)
    return await _acted(request, lambda requester: api.left(request, requester))


async def challenge(request: Request) -> Response:
    """Challenge somebody above."""
    fields = await form_of(request)
    return await _acted(
        request, lambda requester: api.challenged(request, requester, fields.get("name", ""))
    )


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
    Route("/ladders/{game}", ladder_page),
    Route("/ladders/{game}/join", join, methods=["POST"]),
    Route("/ladders/{game}/leave", leave, methods=["POST"]),
    Route("/ladders/{game}/challenge", challenge, methods=["POST"]),
]
