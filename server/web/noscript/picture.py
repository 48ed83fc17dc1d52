"""A board as a drawing: ``/board/17.svg``, after all moves or after ``ply`` of them.

With ``event``, the number of the board's last event, a browser keeps it: after the next event a
list has another URL.
"""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.errors import NotFoundError
from boche.server.play.match import load
from boche.server.thinking.pictures import figure
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import limit
from boche.server.web.service import service_of

SVG = "image/svg+xml"
KEPT = "private, max-age=2592000, immutable"


async def drawing(request: Request) -> Response:
    """Return the drawing, or 304 if the browser has it already."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda transaction: load(transaction, number))
    ply = query_integer(request.query_params, "ply", len(board.moves))
    if ply is None or not 0 <= ply <= len(board.moves):
        raise NotFoundError(
            tr("board {number} has {count} moves", number=number, count=len(board.moves))
        )
    picture = await service.drawings.of(
        figure, board.row.game, board.options, board.moves[:ply],
        lambda: limit(request, limits.DRAWINGS),
    )  # fmt: skip
    if query_integer(request.query_params, "event") == board.row.events:
        return cacheable(request, picture, SVG, **{"Cache-Control": KEPT})
    return cacheable(request, picture, SVG)


def cacheable(request: Request, content: bytes, media: str, **headers: str) -> Response:
    """Return an answer that a browser may cache and must revalidate."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", **headers}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media, headers=headers)


ROUTES = [
    Route("/board/{board:number}.svg", drawing),
    # Where the cookie with the seat of a page without scripts is sent.
    Route("/board/{board:number}/plain/board.svg", drawing),
]
