"""Games to watch, as small boards that follow them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people.follows import followed
from boche.server.play import watching
from boche.server.play.lists import Listed
from boche.server.web import board_page
from boche.server.web.authentication import Requester, anybody
from boche.server.web.board_rows import BoardRow, Figures, figures_of, rows_for
from boche.server.web.pages.layout import page, rendered
from boche.server.web.service import service_of

MOST = 12
"""Boards on the page: each is an event now and then, a position, and room on a phone."""
FEW = 6
"""Below so many games being played, finished ones are shown as well."""


@dataclass(frozen=True)
class Small:
    """A small board: what a list says of it, and the number of its moves."""

    row: BoardRow
    ply: int
    followed: bool = False


async def watch(request: Request) -> Response:
    """Return the page; ``game`` chooses a kind of game."""
    requester = await anybody(request)
    values = await _boards(request, requester)
    script = await service_of(request).in_thread(lambda: board_page.script_of_page("small"))
    return await page(request, "watch.html", requester, script=script, **values)


async def boards(request: Request) -> Response:
    """Return the page's boards alone, for a page that is already open."""
    return rendered("watched.html", **await _boards(request, await anybody(request)))


async def _boards(request: Request, requester: Requester) -> dict[str, Any]:
    service, game = service_of(request), request.query_params.get("game") or None
    if game is not None and game not in GAMES:
        raise NotFoundError(tr("unknown game (choose from {choices})", choices=", ".join(GAMES)))
    user, now = requester.user, service.now()

    def work(transaction: Transaction) -> tuple[list[watching.Watched], list[Listed], Figures]:
        people = followed(transaction, user.id) if user else {}
        playing = watching.played_now(transaction, now, MOST, game, people)
        over = watching.finished(transaction, FEW, game) if len(playing) < FEW else []
        listed = [*(each.board for each in playing), *over]
        return playing, over, figures_of(transaction, listed)

    playing, over, figures = await service.read(work)
    rows = rows_for([each.board for each in playing], requester, now, figures)
    return {
        "game": game,
        "playing": [
            Small(row, each.board.row.ply, each.followed)
            for row, each in zip(rows, playing, strict=True)
        ],
        "finished": [
            Small(row, board.row.ply)
            for row, board in zip(rows_for(over, requester, now, figures), over, strict=True)
        ],
    }


ROUTES = [Route("/watch", watch), Route("/watch/boards", boards)]
