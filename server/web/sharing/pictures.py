"""Public boards as pictures for other sites: PNG, and the game so far as a GIF."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.errors import BusyError, NotFoundError
from boche.server.play.match import Match
from boche.server.play.watching import load_public
from boche.server.thinking.animation import animation
from boche.server.thinking.pictures import Draw, card, picture
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import limit
from boche.server.web.noscript.picture import cacheable
from boche.server.web.service import Packed, Service, service_of

PNG, GIF = "image/png", "image/gif"
FOR_OTHERS = {
    # A page that shows it asks again after a minute, not at each look.
    "Cache-Control": "public, max-age=60",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
WAIT = 30.0


async def png(request: Request) -> Response:
    """Return the position after all moves or after ``ply`` as a PNG."""
    return await _drawn(request, picture)


async def link_card(request: Request) -> Response:
    """Return the same in the shape in which sites show pictures beside links."""
    return await _drawn(request, card)


async def _drawn(request: Request, draw: Draw) -> Response:
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda transaction: load_public(transaction, number))
    last = len(board.moves)
    ply = query_integer(request.query_params, "ply", last)
    if ply is None or not 0 <= ply <= last:
        raise NotFoundError(tr("board {number} has {last} moves", number=number, last=last))
    content = await service.drawings.of(
        draw, board.row.game, board.options, board.moves[:ply],
        lambda: limit(request, limits.DRAWINGS),
    )  # fmt: skip
    return cacheable(request, content, PNG, **FOR_OTHERS)


async def gif(request: Request) -> Response:
    """Return the game so far as a GIF; it is made once for each position."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda transaction: load_public(transaction, number))

    async def made() -> Packed:
        await limit(request, limits.ANIMATIONS)
        return await service.page(lambda: _animated(service, board))

    packed = await service.packed.get(("gif", number, board.moves), made)
    return cacheable(request, packed.data, GIF, **FOR_OTHERS)


def _animated(service: Service, board: Match) -> Packed:
    try:
        return Packed.of(
            service.aside.do(animation, board.row.game, dict(board.options), board.moves)
        )
    except TimeoutError as error:
        raise BusyError(tr("the game could not be drawn; try again in a moment"), WAIT) from error


ROUTES = [
    Route("/board/{board:number}.png", png),
    Route("/board/{board:number}/card.png", link_card),
    Route("/board/{board:number}.gif", gif),
]
