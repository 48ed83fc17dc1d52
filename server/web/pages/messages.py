"""A user's messages as conversations, one with each person, and a form to write to several."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import accounts, messages
from boche.server.people.messages import SERVER, Conversation
from boche.server.people.names import DELETED
from boche.server.tournaments.lists import named_in
from boche.server.web.api import people
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester
from boche.server.web.pages.forms import Form, blank, or_show
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of

PAGE = 50
"""Number of messages of a conversation on a page."""


async def overview(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the conversations, the latest first."""
    query = request.query_params
    service, user = service_of(request), requester.signed_in()

    def work(transaction: Transaction) -> list[Conversation]:
        return messages.conversations(transaction, user.id)

    rows = await service.read(work)
    return await page(
        request, "messages.html", requester, error=error, conversations=rows,
        said="sent" in query and error is None, to=form.get("to", query.get("to", ""))[:1000],
        text=form.get("text", ""), most=messages.MOST_TEXT,
    )  # fmt: skip


@or_show(overview)
async def send(request: Request, requester: Requester, form: Form) -> Response:
    """Send a message to one or more users, whose names are separated by spaces or commas."""
    names, most = form.get("to", "").replace(",", " ").split(), messages.MOST_PEOPLE
    if len(names) > most:
        raise BadRequestError(
            tr("to whom? Write up to {most} names, separated by spaces", most=most)
        )
    await people.send(request, requester, {"to": names, "text": _text(form)})
    return go_to(_newest(names[0]) if len(names) == 1 else "/messages?sent=1")


async def conversation(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return what two people wrote to each other, which counts as read once it is shown."""
    service, user = service_of(request), requester.signed_in()
    name, before = request.path_params["name"], query_integer(request.query_params, "before")

    def look(transaction: Transaction) -> tuple[str, list[dict[str, Any]]]:
        other = name if name in (SERVER, DELETED) else accounts.named(transaction, name).name
        rows = messages.conversation(transaction, user.id, other, before, PAGE + 1)
        for row in rows:
            row["about"] = named_in(transaction, row["text"]) if other == SERVER else None
        return other, rows

    other, rows = await service.read(look)
    if not all(row["read"] for row in rows):  # a page that is open looks often
        await service.write(lambda transaction: messages.mark_read(transaction, user.id, other))
    return await page(
        request, "conversation.html", requester, error=error, name=other, messages=rows[-PAGE:],
        before=rows[1]["number"] if len(rows) > PAGE else None, is_latest=before is None,
        text=form.get("text", ""), most=messages.MOST_TEXT, answers=other not in (SERVER, DELETED),
    )  # fmt: skip


@or_show(conversation, but=(NotFoundError,))
async def reply(request: Request, requester: Requester, form: Form) -> Response:
    """Send a message to whom a conversation is with."""
    name = request.path_params["name"]
    await people.send(request, requester, {"to": [name], "text": _text(form)})
    return go_to(_newest(name))


def _text(form: Form) -> str:
    return form.get("text", "").replace("\r\n", "\n")


def _newest(name: str) -> str:
    return f"/messages/{segment(name)}#newest"


ROUTES = [
    Route("/messages", blank(overview)),
    Route("/messages", send, methods=["POST"]),
    Route("/messages/{name}", blank(conversation)),
    Route("/messages/{name}", reply, methods=["POST"]),
]
