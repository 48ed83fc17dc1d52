"""A first game at one click: a beginner's board, against the level that the desk proposes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.games.registry import GAMES
from boche.server.errors import BadRequestError
from boche.server.web.api import boards
from boche.server.web.authentication import anybody
from boche.server.web.noscript.board import go_to_seat
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.layout import go_to
from boche.server.web.service import service_of
from boche.viewer.games.registry import ViewError, view_of
from boche.viewer.games.view import Beginner

USUAL = Beginner(options={}, player="1", about="The usual board, and the weakest level")


def beginner_of(game: str) -> Beginner:
    """Return the game's own for a beginner, or one with the usual options."""
    try:
        return view_of(game).beginner or USUAL
    except ViewError:
        return USUAL


async def begin(request: Request) -> Response:
    """Set up the game, and lead to it: with scripts its seat is in the URL, else in a cookie."""
    form, requester, service = await form_of(request), await anybody(request), service_of(request)
    game = GAMES.get(form.get("game", ""))
    if game is None:
        raise BadRequestError("choose a game")
    beginner = await service.slow(lambda: beginner_of(game.name))
    level = int(beginner.player) if beginner.player.isdigit() else 1
    board = await boards.create_game(
        request,
        requester,
        {
            "game": game.name,
            "options": dict(beginner.options),
            "against": boards.LEVEL,
            "level": level,
        },
    )
    number, secret = board["board"], board["secrets"][board["own"][0]]
    if form.get("scripted"):
        return go_to(f"/board/{number}#first=1" + (f"&seat={secret}" if secret else ""))
    return go_to_seat(service, number, secret) if secret else go_to(f"/board/{number}/plain")


ROUTES = [Route("/first-game", begin, methods=["POST"])]
