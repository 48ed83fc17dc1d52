"""A public board as a small page in another site's frame, and oEmbed, which tells of it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.play.lists import by_numbers
from boche.server.play.match import Match
from boche.server.play.watching import load_public
from boche.server.thinking.pictures import CARD
from boche.server.web import board_page
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester
from boche.server.web.board_rows import BoardRow, figures_of, rows_for
from boche.server.web.pages.layout import rendered
from boche.server.web.service import service_of
from boche.server.web.sharing.tags import FRAME, frame_of, title_of

LEAST = (240, 300)
"""Width and height below which a frame shows no board."""
MOST_URL = 500

NOBODY = Requester(None, None, "")
"""A frame shows the same to all: another site must not learn who looks at it."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *"
)


async def embed(request: Request) -> Response:
    """Return the page for a frame; it reads nothing of who asks."""
    service, number = service_of(request), request.path_params["board"]

    def work(transaction: Transaction) -> tuple[Match, BoardRow]:
        board = load_public(transaction, number)
        listed = by_numbers(transaction, [number])
        (row,) = rows_for(listed, NOBODY, service.now(), figures_of(transaction, listed))
        return board, row

    board, row = await service.read(work)
    response = rendered(
        "embed.html", row=row, ply=len(board.moves), title=title_of(board),
        script=await service.in_thread(lambda: board_page.script_of_page("embed")),
    )  # fmt: skip
    response.headers["Content-Security-Policy"] = POLICY
    return response


async def oembed(request: Request) -> Response:
    """Tell another site how to show the board that ``url`` leads to (oembed.com)."""
    service, query = service_of(request), request.query_params
    if query.get("format", "json") != "json":
        return JSONResponse({"error": "format: only json"}, 501)
    number = _board_at(query.get("url", ""), service.address)
    width, height = (
        max(min(most, query_integer(query, name, most) or most), least)
        for name, most, least in zip(("maxwidth", "maxheight"), FRAME, LEAST, strict=True)
    )
    board = await service.read(lambda transaction: load_public(transaction, number))
    address = service.address
    told: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title_of(board),
        "provider_name": PROGRAM.capitalize(),
        "provider_url": address,
        "html": str(frame_of(board, address, width, height)),
        "width": width,
        "height": height,
        "thumbnail_url": f"{address}/board/{number}/card.png?ply={len(board.moves)}",
        "thumbnail_width": CARD[0],
        "thumbnail_height": CARD[1],
    }
    return JSONResponse(told)


def _board_at(url: str, address: str) -> int:
    """Return the number of the board of an URL. Raises ``NotFoundError``."""
    if not url or len(url) > MOST_URL:
        raise BadRequestError(tr("url: expected the address of a board"))
    rest = url.removeprefix(address) if url.startswith(f"{address}/") else ""
    found = re.fullmatch(r"/board/([1-9][0-9]{0,8})(/embed)?", urlsplit(rest).path, re.ASCII)
    if found is None:
        raise NotFoundError(tr("url: not a board on this server"))
    return int(found[1])


ROUTES = [
    Route("/board/{board:number}/embed", embed),
    Route("/oembed", oembed),
]
