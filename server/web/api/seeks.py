"""API operations on seeks: games that wait for anybody to join."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boche.server.database.store import Transaction
from boche.server.web.api import boards, terms
from boche.server.web.api.operation import Operation, operation
from boche.server.web.seek_rows import list_of, reader_of, rows_of, seek_json

SEEK = "/api/seeks/{board:number}"


@operation("GET", "/api/seeks", "Games that wait for anybody to join.")
def listed(
    transaction: Transaction, reader: int | None, now: float, game: str | None = None
) -> dict[str, Any]:
    """Return the seeks that the requester is shown, the newest first."""
    terms.check_game(game)
    found = list_of(transaction, now)
    rows = rows_of(found, reader_of(transaction, reader, found))
    return {"seeks": [seek_json(row) for row in rows if game in (None, row.seek.row.game)]}


seek = Operation(
    "POST", "/api/seeks",
    "Join a game on these terms, or set up one that waits; 'paired' says which. 'low' and 'high' "
    "are the opponent's rating, 50 points or more apart. One for a live game ends 30 seconds after "
    "its player has last been on a stream of the board's events, or said so.", terms.seek,
)  # fmt: skip
accept = replace(boards.join, path=f"{SEEK}/accept",
                 about="Join a game that waits; answers as for a board.")  # fmt: skip
here = replace(boards.come, path=f"{SEEK}/here",
               about="Say that one still waits for a live game.")  # fmt: skip
withdraw = replace(boards.withdraw, path=SEEK,
                   about="Take back a game that nobody has joined.")  # fmt: skip
