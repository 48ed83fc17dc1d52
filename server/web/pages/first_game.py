"""A first game at one click: a beginner's board, against the level that the desk proposes."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.server.web.api import boards
from boche.server.web.authentication import anybody
from boche.server.web.noscript.board import go_to_seat
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.game_fields import game_of
from boche.server.web.pages.layout import go_to
from boche.server.web.service import service_of
from boche.viewer.games.registry import ViewError, view_of


def _terms_of(game: str) -> dict[str, Any]:
    """Return the options and the level of the game's own for beginners, or the usual ones."""
    try:
        beginner = view_of(game).beginner
    except ViewError:
        beginner = None
    if beginner is None:
        return {"options": {}, "level": 1}
    level = int(beginner.player) if beginner.player.isdigit() else 1
    return {"options": dict(beginner.options), "level": level}


async def begin(request: Request) -> Response:
    """Set up the game, and lead to it: with scripts its seat is in the URL, else in a cookie."""
    form, requester, service = await form_of(request), await anybody(request), service_of(request)
    game = game_of(form).name
    terms = await service.slow(lambda: _terms_of(game))
    payload = {"game": game, "against": boards.LEVEL, **terms}
    board = await boards.make(request, requester, payload)
    number, secret = board["board"], board["secrets"][board["own"][0]]
    if form.get("scripted"):
        return go_to(f"/board/{number}#first=1" + (f"&seat={secret}" if secret else ""))
    return go_to_seat(service, number, secret) if secret else go_to(f"/board/{number}/plain")


ROUTES = [Route("/first-game", begin, methods=["POST"])]
