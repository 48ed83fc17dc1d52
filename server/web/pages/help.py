"""Help: the rules of each game, and the commands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.commands.registry import COMMANDS, usage
from boche.server.errors import NotFoundError
from boche.server.people.vacation import A_YEAR
from boche.server.thinking.pictures import ABOVE, Draw, figure, replay, replay_above
from boche.server.web.authentication import anybody
from boche.server.web.noscript.picture import SVG, cacheable
from boche.server.web.pages.layout import page
from boche.server.web.pages.rules import rules_of
from boche.server.web.service import service_of
from boche.viewer.rules.book import book_of, options_of


async def overview(request: Request) -> Response:
    return await page(request, "help.html", await anybody(request), vacation=round(A_YEAR / DAY))


async def commands(request: Request) -> Response:
    """Return the page of all commands with their syntax."""
    rows = [(command, usage(command)) for command in COMMANDS.values()]
    return await page(
        request, "commands.html", await anybody(request), commands=rows,
        address=service_of(request).address,
    )  # fmt: skip


async def rules(request: Request) -> Response:
    """Return a game's rules and options."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise NotFoundError(
            tr("unknown game (there are rules for {choices})", choices=", ".join(GAMES))
        )
    text = await service_of(request).slow(lambda: rules_of(game.name))
    return await page(request, "rules.html", await anybody(request), game=game, rules=text)


async def drawing(request: Request) -> Response:
    """Return a board of the rules as a drawing."""
    return cacheable(request, await _played(request, figure), SVG)


async def board(request: Request) -> Response:
    """Return the same as a page to rotate; only this server's pages may embed it."""
    content = await _played(request)
    return cacheable(
        request, content, "text/html",
        **{"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN"},
    )  # fmt: skip


async def _played(request: Request, draw: Draw | None = None) -> bytes:
    """Draw a board from the rules of the path's game; by default to rotate, from its own view."""
    service, game = service_of(request), GAMES.get(request.path_params["game"])
    book = await service.slow(lambda: book_of(game.name)) if game else None
    number = request.path_params["number"]
    if game is None or book is None or number >= len(book.plays):
        raise NotFoundError(tr("board not found in the rules"))
    play = book.plays[number]
    options = game.complete(options_of(play))
    draw = draw or (replay_above if play.view == ABOVE else replay)
    return await service.drawings.of(draw, game.name, options, play.moves)


ROUTES = [
    Route("/help", overview),
    Route("/help/commands", commands),
    Route("/help/{game}", rules),
    Route("/help/{game}/{number:number}.svg", drawing),
    Route("/help/{game}/{number:number}.html", board),
]
