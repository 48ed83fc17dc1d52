"""Pages for operators: games to decide, delete and export."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import moderation_log
from boche.server.play import adjudication, lists, moderation
from boche.server.play.match import load
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester
from boche.server.web.board_rows import figures_of, rows_for, state_of
from boche.server.web.languages import translated
from boche.server.web.pages.admin import operator_of
from boche.server.web.pages.forms import Form, blank, form_of, or_show, part_of
from boche.server.web.pages.layout import go_to, page
from boche.server.web.service import service_of

PAGE = 30


async def games(request: Request) -> Response:
    """Return all games, also private ones, the newest first; ``board`` leads to one."""
    requester, _ = await operator_of(request)
    service, query = service_of(request), request.query_params
    board, before = query_integer(query, "board"), query_integer(query, "before")
    if board is not None:
        return go_to(f"/admin/games/{board}")
    rows, figures = await service.read(lambda transaction: _listed(transaction, before))
    return await page(
        request, "admin-games.html", requester, before=before,
        boards=rows_for(rows[:PAGE], requester, service.now(), figures),
        more=rows[PAGE - 1].row.id if len(rows) > PAGE else None,
    )  # fmt: skip


def _listed(transaction: Transaction, before: int | None) -> tuple[list[lists.Listed], Any]:
    rows = lists.all_boards(transaction, limit=PAGE + 1, before=before, private=True)
    return rows, figures_of(transaction, rows)


async def game(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return a game with everything that can be done."""
    await operator_of(request)
    service, number = service_of(request), request.path_params["board"]
    board, entries = await service.read(
        lambda transaction: (
            load(transaction, number), moderation_log.entries(transaction, board=number)
        )
    )  # fmt: skip
    return await page(
        request, "admin-game.html", requester, error=error, form=form, board=board,
        part=part_of(request, error),
        state=state_of(board, requester.actor, service.now()), entries=entries,
        verdicts=translated(adjudication.VERDICTS), most=moderation.MOST_REASON,
    )  # fmt: skip


@or_show(game, but=(NotFoundError,))
async def adjudicate(request: Request, requester: Requester, form: Form) -> Response:
    """Decide a game."""
    _, by = await operator_of(request)
    service, number = service_of(request), request.path_params["board"]
    verdict, reason = form.get("verdict", ""), form.get("reason", "")
    await service.write(
        lambda transaction: adjudication.adjudicate(
            transaction, by, number, verdict, reason, service.now()
        )
    )
    return go_to(f"/admin/games/{number}")


@or_show(game, but=(NotFoundError,))
async def delete(request: Request, requester: Requester, form: Form) -> Response:
    """Delete a game."""
    _, by = await operator_of(request)
    service, number = service_of(request), request.path_params["board"]
    if form.get("sure") != "1":
        raise BadRequestError(tr("to delete the game, check the box as well"))
    await service.write(
        lambda transaction: adjudication.remove(
            transaction, by, number, form.get("reason", ""), service.now()
        )
    )
    return go_to("/admin/games")


async def export(request: Request) -> Response:
    """Return all that is kept about a game, as a file; by a form, as it is logged."""
    await form_of(request)
    _, by = await operator_of(request)
    service, number = service_of(request), request.path_params["board"]
    data = await service.write(
        lambda transaction: adjudication.export(transaction, by, number, service.now())
    )
    name = f"{PROGRAM}-board-{number}.json"
    return Response(
        json.dumps(data, indent=1), media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


ROUTES = [
    Route("/admin/games", games),
    Route("/admin/games/{board:number}", blank(game)),
    Route("/admin/games/{board:number}/adjudicate", adjudicate, methods=["POST"]),
    Route("/admin/games/{board:number}/delete", delete, methods=["POST"]),
    Route("/admin/games/{board:number}/export", export, methods=["POST"]),
]
