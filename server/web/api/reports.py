"""API operations about misbehaviour: reports, and a win claimed from a banned opponent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import accounts, reports
from boche.server.play import claims, reporting
from boche.server.web.api import fields
from boche.server.web.api.operation import NUMBER, TEXT, Operation
from boche.server.web.api.schemas import board_json
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import service_of

LARGEST = 2**31 - 1


async def at_board(request: Request) -> dict[str, Any]:
    """Report the other player at a board."""
    return await report_at_board(request, await requester_of(request), await json_of(request))


async def report_at_board(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Report the other player at a board, with a chat line if one is named."""
    service, number = service_of(request), request.path_params["board"]
    fields.check(payload, "reason", "text", "line")
    reason, text = fields.text(payload, "reason"), fields.text(payload, "text", "")
    line = fields.integer(payload, "line", 1, LARGEST)

    def work(transaction: Transaction) -> int:
        return reporting.report(
            transaction, requester.actor, number, reason, text, line, service.now()
        )

    return {"report": await service.write(work)}


async def of_person(request: Request) -> dict[str, Any]:
    """Report somebody."""
    return await report_person(request, await requester_of(request), await json_of(request))


async def report_person(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Report somebody by name, with a message of theirs if one is named."""
    service, user = service_of(request), requester.signed_in()
    fields.check(payload, "reason", "text", "message")
    reason, text = fields.text(payload, "reason"), fields.text(payload, "text", "")
    message = fields.integer(payload, "message", 1, LARGEST)

    def work(transaction: Transaction) -> int:
        other = accounts.named(transaction, request.path_params["name"])
        if other.level is not None:
            raise BadRequestError(tr("{name} is a computer", name=other.name))
        context = (
            reports.message_context(transaction, user.id, other.id, message) if message else None
        )
        subject = reports.Subject(other.id, other.name, context=context)
        payers = requester.actor.payers
        return reports.send(
            transaction, user, user.name, subject, reason, text, service.now(), payers
        )

    return {"report": await service.write(work)}


async def claim(request: Request) -> dict[str, Any]:
    """Win against a banned opponent."""
    service, requester = service_of(request), await requester_of(request)

    def work(transaction: Transaction) -> dict[str, Any]:
        now = service.now()
        board = claims.claim(transaction, requester.actor, request.path_params["board"], now)
        return board_json(board, requester.actor, now)

    return await service.write(work)


REASON = {"type": "string", "enum": list(reports.REASONS)}

OPERATIONS = (
    Operation("POST", "/api/boards/{board:number}/report",
              "Report the other player; 'line' is the number of a chat line of theirs.", at_board,
              {"reason": REASON, "text": TEXT, "line": NUMBER}, needed=("reason",), status=201),
    Operation("POST", "/api/users/{name}/report",
              "Report somebody; 'message' is the number of a message from them.", of_person,
              {"reason": REASON, "text": TEXT, "message": NUMBER}, needed=("reason",), status=201),
    Operation("POST", "/api/boards/{board:number}/claim",
              "Claim the win against a banned opponent.", claim),
)  # fmt: skip
