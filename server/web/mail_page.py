"""Pages that mails lead to: an address is confirmed, or mail stopped, by the page's button alone.

Programs that look through mails open their links; nothing happens by that. The address of a page
is proof enough of who may press its button: it was in a mail to that address and nowhere else.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.errors import NotFoundError
from server.mail.addresses import CONFIRM, STOP
from server.mail.words import CONFIRMED, PAGE_CONFIRM, PAGE_GONE, PAGE_STOP, STOPPED
from server.web.pages.layout import page
from server.web.service import service_of
from server.web.who import anybody

KINDS = {CONFIRM: (PAGE_CONFIRM, "This is my address", CONFIRMED),
         STOP: (PAGE_STOP, "No more mail", STOPPED)}  # fmt: skip
"""Of each page what it asks, what its button says, and what is said once it was pressed."""


async def look(request: Request) -> Response:
    """The page with its button."""
    return await _page(request, act=False)


async def press(request: Request) -> Response:
    """Its button; or a mail program that stops a list (RFC 8058)."""
    return await _page(request, act=True)


async def _page(request: Request, *, act: bool) -> Response:
    service, kind = service_of(request), request.path_params["kind"]
    post, token = service.post, request.path_params["token"]
    if post is None or kind not in KINDS:
        raise NotFoundError("there is no such page")
    found = await service.in_thread(lambda: post.owner(kind, token))
    if found is None:
        raise NotFoundError(PAGE_GONE)
    asked, button, done = KINDS[kind]
    if act:
        await service.write(lambda unit: post.settle(unit, kind, found, done))
    answer = await page(
        request, "mail-page.html", await anybody(request), address=found[1], asked=asked,
        button=button, done=done if act else None,
    )  # fmt: skip
    answer.headers["Referrer-Policy"] = "no-referrer"  # the address of this page is a secret
    return answer


ROUTES = [
    Route("/mail/{kind}/{token}", look),
    Route("/mail/{kind}/{token}", press, methods=["POST"]),
]
