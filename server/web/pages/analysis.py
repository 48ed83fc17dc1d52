"""The analysis board: moves for both sides, from a finished game or from the start of any game."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError, NotFoundError, error_text
from boche.server.web import board_page
from boche.server.web.analysis_places import OPTION, finished, options_in, start_place
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import WATCH, anybody
from boche.server.web.pages.game_fields import choices_of
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of


async def analysis(request: Request) -> Response:
    """Return the board at a game's position; without a game, the games to choose from."""
    requester, query = await anybody(request), request.query_params
    start = await _start(request)
    if start is None:
        return await page(request, "analyses.html", requester)
    game = GAMES[start["name"]]
    data = {name: start[name] for name in ("source", "query", "moves", "texts", "ply")}
    data["asks"] = requester.user is not None or "board" in query
    chosen = {f"{OPTION}{name}": str(int(value)) for name, value in start["options"].items()}
    script = await service_of(request).in_thread(lambda: board_page.script_of_page("analysis"))
    return await page(
        request, "analysis-board.html", requester, game=game, start=json.dumps(data),
        board=query_integer(query, "board"), asks=data["asks"], script=script,
        choices=choices_of(game, chosen), here=f"/analysis?{data['query']}",
    )  # fmt: skip


async def _start(request: Request) -> dict[str, Any] | None:
    """Return what the page begins with, or None if no game is named."""
    query = request.query_params
    number = query_integer(query, "board")
    if number is not None:
        board = await finished(request, number)
        last = len(board.moves)
        ply = query_integer(query, "ply", last)
        if ply is None or ply > last:
            raise NotFoundError(tr("board {number} has {last} moves", number=number, last=last))
        watch = {WATCH: query[WATCH]} if WATCH in query else {}
        return {"name": board.row.game, "options": board.options, "source": {"board": number},
                "query": urlencode({"board": number, **watch}),
                "moves": list(board.moves), "texts": list(board.texts), "ply": ply}  # fmt: skip
    name = query.get("game")
    if name is None:
        return None
    if name not in GAMES:
        raise NotFoundError(tr("unknown game"))
    try:
        options = dict(start_place(name, options_in(query)).options)
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error
    source = {"game": name, "options": options}
    named = {"game": name} | {f"{OPTION}{key}": int(value) for key, value in options.items()}
    return {"name": name, "options": options, "source": source, "query": urlencode(named),
            "moves": [], "texts": [], "ply": 0}  # fmt: skip


ROUTES = [Route("/analysis", analysis)]
