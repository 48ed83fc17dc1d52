"""Hints in games against the computer: one search for each position, in another process."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.engine.languages.current import current, spoken, tr
from boche.server import limits
from boche.server.analysis import going_on
from boche.server.database.store import Transaction
from boche.server.errors import BusyError
from boche.server.play.actor import Actor
from boche.server.play.hints import board_to_advise
from boche.server.play.match import Match
from boche.server.play.position_cache import key_of
from boche.server.thinking.advice import Advice, advise
from boche.server.web.api.operation import operation
from boche.server.web.authentication import Requester, count
from boche.server.web.service import service_of

WAIT = 10.0
"""Seconds after which to ask again: a new server compiles its search first."""


async def hint_for(request: Request, requester: Requester, actor: Actor) -> Advice:
    """Return a hint on the path's board.

    Raises ``NotAllowedError``, ``ConflictError``, ``TooManyError`` and ``BusyError``. None is given
    about a position of a running game between people, which might have been copied here.
    """
    service, number = service_of(request), request.path_params["board"]

    def read(transaction: Transaction) -> tuple[Match, list[going_on.Running]]:
        board = board_to_advise(transaction, actor, number)
        count = len(board.moves)
        return board, going_on.running_among(transaction, board.row.game, count, count)

    board, running = await service.read(read)
    arguments = board.row.game, dict(board.options), board.moves
    if running:
        await service.slow(lambda: going_on.check_line(*arguments, running))

    async def work() -> Advice:
        await count(request, requester, limits.HINTS)
        try:
            return await service.page(
                lambda: service.aside.do(spoken, current(), advise, *arguments)
            )
        except TimeoutError as error:
            raise BusyError(tr("no hint is ready yet; try again in a moment"), WAIT) from error

    return await service.hints.get(key_of(*arguments), work)


@operation("POST", "/api/boards/{board:number}/hint",
           "A good move with a reason; in unrated games against the computer only.")  # fmt: skip
async def hint(request: Request, requester: Requester) -> dict[str, Any]:
    return dict(await hint_for(request, requester, requester.actor))
