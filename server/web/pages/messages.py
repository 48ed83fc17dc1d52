"""A user's messages, and a form to write one."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import messages
from boche.server.tournaments.lists import named_in
from boche.server.web.api import people
from boche.server.web.authentication import Requester
from boche.server.web.pages.forms import Form, blank, or_show
from boche.server.web.pages.layout import go_to, page
from boche.server.web.service import service_of

BRAND = PROGRAM.capitalize()
"""The sender of what the server itself has to say."""


async def inbox(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the messages, which count as read once they are shown."""
    query = request.query_params
    service, user = service_of(request), requester.signed_in()

    def work(transaction: Transaction) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = messages.inbox(transaction, user.id)
        messages.mark_read(transaction, user.id)
        for row in rows:
            about = named_in(transaction, row["text"]) if row["from"] == BRAND else None
            row["about"] = about
        return rows

    rows = await service.write(work)
    return await page(
        request, "messages.html", requester, error=error, messages=rows,
        said="sent" in query and error is None, to=form.get("to", query.get("to", ""))[:1000],
        text=form.get("text", ""), most=messages.MOST_TEXT,
    )  # fmt: skip


@or_show(inbox)
async def send(request: Request, requester: Requester, form: Form) -> Response:
    """Send a message to one or more users, whose names are separated by spaces or commas."""
    names, most = form.get("to", "").replace(",", " ").split(), messages.MOST_PEOPLE
    if len(names) > most:
        raise BadRequestError(
            tr("to whom? Write up to {most} names, separated by spaces", most=most)
        )
    text = form.get("text", "").replace("\r\n", "\n")
    await people.send(request, requester, {"to": names, "text": text})
    return go_to("/messages?sent=1")


ROUTES = [Route("/messages", blank(inbox)), Route("/messages", send, methods=["POST"])]
