"""Help: the rules of each game, and the commands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.games.registry import GAMES
from server.commands.registry import COMMANDS, usage
from server.durations import DAY
from server.errors import NotFoundError
from server.people.vacation import A_YEAR
from server.web.pages.layout import page
from server.web.pages.rules import rules_of
from server.web.service import service_of
from server.web.who import anybody


async def overview(request: Request) -> Response:
    return await page(request, "help.html", await anybody(request), vacation=round(A_YEAR / DAY))


async def commands(request: Request) -> Response:
    """All commands, with how each is written."""
    found = [(each, usage(each)) for each in COMMANDS.values()]
    return await page(
        request, "commands.html", await anybody(request), commands=found,
        address=service_of(request).address,
    )  # fmt: skip


async def rules(request: Request) -> Response:
    """A game's rules and options."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise NotFoundError(f"there are rules for {', '.join(GAMES)}")
    text = await service_of(request).slow(lambda: rules_of(game.name))
    return await page(request, "rules.html", await anybody(request), game=game, rules=text)


ROUTES = [
    Route("/help", overview),
    Route("/help/commands", commands),
    Route("/help/{game}", rules),
]
