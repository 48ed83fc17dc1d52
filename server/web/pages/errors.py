"""Errors as pages for browsers, and as JSON or text for programs."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from boche.engine.errors import BocheError
from boche.engine.languages.current import speaking, tr, tr_later
from boche.engine.message import capitalized
from boche.server.announcements import MaintenanceError
from boche.server.errors import NotAllowedError, NotSignedInError, ServerError, error_text
from boche.server.web import languages, responses
from boche.server.web.authentication import anybody
from boche.server.web.pages.layout import go_to, page, rendered

FOR_PROGRAMS = ("/api", "/command")
TITLES = {
    400: tr_later("That cannot be read"),
    401: tr_later("Not signed in"),
    403: tr_later("Not allowed"),
    404: tr_later("Not found"),
    405: tr_later("Not here"),
    409: tr_later("Not now"),
    413: tr_later("Too large"),
    429: tr_later("Too many"),
    503: tr_later("Not at the moment"),
}
ADVICE = {
    400: tr_later("Go back and change what you sent."),
    401: tr_later("Sign in, then try again."),
    403: tr_later("Check that you are signed in, or that you have opened the whole link."),
    404: tr_later("Check the address, or look in the list of games."),
    405: tr_later("Go back and try again."),
    409: tr_later("Go back and reload the page to see the current state."),
    413: tr_later("Send less at once."),
    429: tr_later("Wait a little, then try again."),
    500: tr_later("Try again. If it happens again, tell whoever runs this server."),
    503: tr_later("Nothing was changed. Try again in a moment."),
}
"""Advice, a sentence for each status."""
REFUSED = tr_later("Refused")
BROKEN = tr_later("something went wrong on this server; nothing was changed")

_BEHIND = tuple(" .,;:!?)]}>\"'*\u2019\u201d\u00bb\u200b\u00a0")
"""What chats and mails take for the end of an address, though it stands behind it."""


def _is_for_program(request: Request) -> bool:
    return request.url.path.startswith(FOR_PROGRAMS)


async def refused(request: Request, error: Exception) -> Response:
    """Answer an error of the server; redirect to the sign-in page if that is needed."""
    if _is_for_program(request):
        return await responses.refused(request, error)
    if isinstance(error, NotSignedInError) and request.method in ("GET", "HEAD"):
        query = f"?{request.url.query}" if request.url.query else ""
        return go_to(f"/sign-in?next={quote(request.url.path + query, safe='/')}")
    return await _error_page(request, error, responses.status_of(error), error_text(error))


async def refused_by_http(request: Request, error: Exception) -> Response:
    """Answer Starlette's own errors: an unknown path or method."""
    if _is_for_program(request):
        return await responses.refused_by_http(request, error)
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 404 and request.method == "GET" and path.endswith(_BEHIND):
        address = path.rstrip("".join(("/", *_BEHIND))).lstrip("/\\")
        return go_to(f"/{quote(address, safe='/')}")
    return await _error_page(request, error, error.status_code, responses.reason_of(error))


async def broken(request: Request, error: Exception) -> Response:
    """Answer a bug: the log has the details, the client learns no more than that."""
    # The middleware that sets the language is left already.
    with speaking(languages.of_request(request)):
        response = _fault(request)
    responses.secure(
        response.raw_headers
    )  # this answer bypasses the middleware that does so for others
    return response


def _fault(request: Request) -> Response:
    if _is_for_program(request):
        return JSONResponse({"error": tr(BROKEN)}, 500)
    return rendered("error.html", status=500, title=tr("Error"), reason=capitalized(tr(BROKEN)),
                    advice=tr(ADVICE[500]), user=None, news=None, path="", now=0.0)  # fmt: skip


async def _error_page(request: Request, error: Exception, status: int, reason: str) -> Response:
    title = tr(TITLES.get(status, REFUSED))
    values: dict[str, Any] = {"title": title, "reason": capitalized(reason), "status": status,
                              "advice": tr(ADVICE.get(status, ADVICE[400]))}  # fmt: skip
    try:
        response = await page(request, "error.html", await anybody(request), **values)
    except ServerError:  # no database, or another site's form
        response = rendered(
            "error.html", user=None, news=None, path=request.url.path, now=0.0, **values
        )
    if isinstance(error, BocheError):
        headers = responses.headers_of(error)
        response.headers.update({name: headers[name] for name in headers if name == "Retry-After"})
    return response


async def unsent(request: Request, error: ServerError) -> Response:
    """Answer a request refused before it is read: one line, or a page for a browser."""
    if error.status == NotAllowedError.status or isinstance(error, MaintenanceError):
        return await refused(request, error)
    return PlainTextResponse(f"{error_text(error)}\n", error.status)


async def gone(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected; the answer reaches nobody."""
    return Response(status_code=408)


HANDLERS: dict[Any, Any] = {
    ClientDisconnect: gone,
    BocheError: refused,
    HTTPException: refused_by_http,
    Exception: broken,
}
