"""Pages that mails link to: a button confirms an address, or stops mail.

Programs that scan mails open their links, so opening alone has no effect. The page's URL proves who
may press its button: it was in a mail to that address and nowhere else.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.languages.current import tr, tr_later
from boche.server.errors import NotFoundError
from boche.server.mail.addresses import CONFIRM, STOP
from boche.server.mail.words import CONFIRMED, PAGE_CONFIRM, PAGE_GONE, PAGE_STOP, STOPPED
from boche.server.web.authentication import anybody
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of

KINDS = {CONFIRM: (PAGE_CONFIRM, tr_later("This is my address"), CONFIRMED),
         STOP: (PAGE_STOP, tr_later("No more mail"), STOPPED)}  # fmt: skip
"""Question, button and confirmation of each page."""


async def look(request: Request) -> Response:
    """Return the page with its button."""
    return await _page(request, act=False)


async def press(request: Request) -> Response:
    """Handle its button, or a mail program's one-click unsubscription (RFC 8058)."""
    return await _page(request, act=True)


async def _page(request: Request, *, act: bool) -> Response:
    service, kind = service_of(request), request.path_params["kind"]
    inbound, token = service.inbound, request.path_params["token"]
    if inbound is None or kind not in KINDS:
        raise NotFoundError(tr("page not found"))
    owner = await service.in_thread(lambda: inbound.owner(kind, token))
    if owner is None:
        raise NotFoundError(tr(PAGE_GONE))
    question, button, done = KINDS[kind]
    if act:
        await service.write(lambda transaction: inbound.settle_by_page(transaction, kind, owner))
    answer = await page(
        request, "mail-page.html", await anybody(request), address=owner[1], asked=tr(question),
        button=tr(button), done=tr(done) if act else None,
    )  # fmt: skip
    answer.headers["Referrer-Policy"] = "no-referrer"  # this page's URL is a secret
    return answer


ROUTES = [
    Route("/mail/{kind}/{token}", look),
    Route("/mail/{kind}/{token}", press, methods=["POST"]),
]
