"""API operations about misbehaviour: reports, and a win claimed from a banned opponent."""

from __future__ import annotations

from typing import Annotated, Any

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.limits import Payers
from boche.server.people import accounts, reports
from boche.server.people.accounts import User
from boche.server.play import claims, reporting
from boche.server.play.actor import Actor
from boche.server.web.api.operation import Operation, operation
from boche.server.web.api.schemas import as_it_stands

REASON = {"type": "string", "enum": list(reports.REASONS)}


@operation("POST", "/api/boards/{board:number}/report",
           "Report the other player; 'line' is the number of a chat line of theirs.",
           status=201)  # fmt: skip
def at_board(
    transaction: Transaction, actor: Actor, number: int, now: float,
    reason: Annotated[str, REASON], text: str = "", line: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    return {"report": reporting.report(transaction, actor, number, reason, text, line, now)}


@operation("POST", "/api/users/{name}/report",
           "Report somebody; 'message' is the number of a message from them.",
           status=201)  # fmt: skip
def of_person(
    transaction: Transaction, user: User, payers: Payers, name: str, now: float,
    reason: Annotated[str, REASON], text: str = "", message: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Report somebody by name, with a message of theirs if one is named."""
    other = accounts.named(transaction, name)
    if other.level is not None:
        raise BadRequestError(tr("{name} is a computer", name=other.name))
    context = message and reports.message_context(transaction, user.id, other.id, message)
    subject = reports.Subject(other.id, other.name, context=context or None)
    report = reports.send(transaction, user, user.name, subject, reason, text, now, payers)
    return {"report": report}


claim = Operation("POST", "/api/boards/{board:number}/claim",
                  "Claim the win against a banned opponent.", claims.claim,
                  as_it_stands)  # fmt: skip
