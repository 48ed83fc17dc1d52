"""Forms to report somebody, and the acknowledgement of warnings."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import accounts, reports, warnings
from boche.server.play import reporting
from boche.server.web.api import reports as api
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester, anybody
from boche.server.web.languages import translated
from boche.server.web.pages.forms import Form, blank, form_of, integer, or_show
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.pages.signing import way_on
from boche.server.web.service import service_of

LARGEST = 2**31 - 1


async def of_person(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the form to report somebody; ``message`` names a message from them."""
    user, name = requester.signed_in(), request.path_params["name"]
    number = _attachment(request, form, "message")

    def work(transaction: Transaction) -> tuple[str, Any]:
        other = accounts.named(transaction, name)
        if other.level is not None or other.id == user.id:
            raise NotFoundError(tr("there is nobody to report"))
        if (message := _number(number)) is None:
            return other.name, None
        return other.name, reports.message_context(transaction, user.id, other.id, message)

    called, context = await service_of(request).read(work)
    return await _form(
        request, requester, form, error, called, context, f"/people/{segment(called)}",
        {"message": number if context else ""},
    )  # fmt: skip


def _attachment(request: Request, form: Form, name: str) -> str:
    """Return the number of what is reported, from a form or else from the page's address."""
    return form[name] if name in form else str(query_integer(request.query_params, name) or "")


def _number(text: str) -> int | None:
    """Return the number that a field has, or None for anything else."""
    if text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= LARGEST:
        return int(text)
    return None


@or_show(of_person, but=(NotFoundError,))
async def report_person(request: Request, requester: Requester, form: Form) -> Response:
    """Report somebody."""
    await api.of_person(request, requester, _payload(form, "message"))
    return go_to(f"/people/{segment(request.path_params['name'])}?reported=1")


async def at_board(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the form to report the other player at a board; ``line`` is a line of the chat."""
    requester.signed_in()
    number, line = request.path_params["board"], _attachment(request, form, "line")

    def work(transaction: Transaction) -> tuple[str, Any]:
        _, _, other = reporting.opponent_of(transaction, requester.actor, number)
        if not (event := _number(line)):
            return other.name, None
        return other.name, reporting.chat_context(transaction, number, other, event)

    called, context = await service_of(request).read(work)
    return await _form(
        request, requester, form, error, called, context, f"/board/{number}",
        {"line": line if context else ""},
    )  # fmt: skip


@or_show(at_board, but=(NotFoundError,))
async def report_at_board(request: Request, requester: Requester, form: Form) -> Response:
    """Report the other player at a board."""
    requester.signed_in()
    await api.at_board(request, requester, _payload(form, "line"))
    return await page(
        request, "reported.html", requester, back=f"/board/{request.path_params['board']}"
    )


def _payload(form: Form, attached: str) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "reason": form.get("reason", ""), "text": form.get("text", "").replace("\r\n", "\n"),
    }  # fmt: skip
    if form.get(attached):
        payload[attached] = integer(form, attached, attached.capitalize())
    if not payload["reason"]:
        raise BadRequestError(tr("choose what it is about"))
    return payload


async def _form(
    request: Request, requester: Requester, form: Form, error: BocheError | None, called: str,
    context: Any, back: str, attached: dict[str, str],
) -> Response:  # fmt: skip
    return await page(
        request, "report.html", requester, error=error, called=called, context=context, back=back,
        attached=attached, reasons=translated(reports.REASONS), most=reports.MOST_TEXT,
        reason=form.get("reason", ""), text=form.get("text", ""),
    )  # fmt: skip


async def acknowledge_warning(request: Request) -> Response:
    """Acknowledge a warning."""
    form, requester, service = await form_of(request), await anybody(request), service_of(request)
    user, number = requester.signed_in(), request.path_params["number"]
    await service.write(
        lambda transaction: warnings.acknowledge(transaction, user.id, number, service.now())
    )
    return go_to(way_on(form.get("next", "/")))


ROUTES = [
    Route("/people/{name}/report", blank(of_person)),
    Route("/people/{name}/report", report_person, methods=["POST"]),
    Route("/board/{board:number}/report", blank(at_board)),
    Route("/board/{board:number}/report", report_at_board, methods=["POST"]),
    Route("/warnings/{number:number}/seen", acknowledge_warning, methods=["POST"]),
]
