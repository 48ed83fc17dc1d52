"""API operations on seeks: games that wait for anybody to join."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.play.seeks import BEGINS
from boche.server.web.api import boards, terms
from boche.server.web.api.operation import FLAG, NUMBER, TEXT, Operation
from boche.server.web.authentication import requester_of
from boche.server.web.responses import json_of
from boche.server.web.seek_rows import SeekRow, list_of, reader_of, rows_of, seek_json
from boche.server.web.service import service_of

SEEK = "/api/seeks/{board:number}"


async def listed(request: Request) -> dict[str, Any]:
    """Return the seeks that the requester is shown, the newest first."""
    service, requester = service_of(request), await requester_of(request)
    game = request.query_params.get("game")
    if game is not None and game not in GAMES:
        raise BadRequestError(tr("game: unknown game {game!r}", game=game[:40]))
    user = requester.user.id if requester.user else None

    def work(transaction: Transaction) -> list[SeekRow]:
        found = list_of(transaction, service.now())
        return rows_of(found, reader_of(transaction, user, found))

    rows = await service.read(work)
    return {"seeks": [seek_json(row) for row in rows if game is None or row.seek.row.game == game]}


async def make(request: Request) -> dict[str, Any]:
    return await terms.seek(request, await requester_of(request), await json_of(request))


OPERATIONS = (
    Operation("GET", "/api/seeks", "Games that wait for anybody to join.", listed,
              query={"game": TEXT}),
    Operation("POST", "/api/seeks",
              "Join a game on these terms, or set up one that waits; 'paired' says which. 'low' "
              "and 'high' are the opponent's rating, 50 points or more apart. One for a live game "
              "ends 30 seconds after its player has last been on a stream of the board's events, "
              "or said so.", make,
              {"game": TEXT, "options": {"type": "object"}, "clock": boards.CLOCK, "rated": FLAG,
               "begins": {"enum": list(BEGINS)}, "low": NUMBER, "high": NUMBER, "as": TEXT},
              needed=("game",)),
    Operation("POST", f"{SEEK}/accept", "Join a game that waits; answers as for a board.",
              boards.join, {"as": TEXT}),
    Operation("POST", f"{SEEK}/here", "Say that one still waits for a live game.", boards.come),
    Operation("DELETE", SEEK, "Take back a game that nobody has joined.", boards.withdraw),
)  # fmt: skip
