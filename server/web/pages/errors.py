"""Errors as pages for browsers, and as JSON or text for programs."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from boche.engine.errors import BocheError
from boche.engine.message import begun
from boche.server.announcements import MaintenanceError
from boche.server.errors import NotAllowedError, NotSignedInError, ServerError
from boche.server.web import responses
from boche.server.web.authentication import anybody
from boche.server.web.pages.layout import go_to, page, rendered

FOR_PROGRAMS = ("/api", "/command")
TITLES = {
    400: "That cannot be read", 401: "Not signed in", 403: "Not allowed", 404: "Not found",
    405: "Not here", 409: "Not now", 413: "Too large", 429: "Too many", 503: "Not at the moment",
}  # fmt: skip
ADVICE = {
    400: "Go back and change what you sent.",
    401: "Sign in, then try again.",
    403: "Check that you are signed in, or that you have opened the whole link.",
    404: "Check the address, or look in the list of games.",
    405: "Go back and try again.",
    409: "Go back and load the page again to see how things stand.",
    413: "Send less at a time.",
    429: "Wait a little, then try again.",
    500: "Try again. If it happens again, tell whoever runs this server.",
    503: "Nothing was changed. Try again in a moment.",
}
"""Advice, a sentence for each status."""
BROKEN = "something went wrong on this server, and nothing was changed"


def _is_for_program(request: Request) -> bool:
    return request.url.path.startswith(FOR_PROGRAMS)


async def refused(request: Request, error: Exception) -> Response:
    """Answer an error of the server; redirect to the sign-in page if that is needed."""
    if _is_for_program(request):
        return await responses.refused(request, error)
    if isinstance(error, NotSignedInError) and request.method in ("GET", "HEAD"):
        query = f"?{request.url.query}" if request.url.query else ""
        return go_to(f"/sign-in?next={quote(request.url.path + query, safe='/')}")
    return await _shown(request, error, responses.status_of(error), str(error))


async def refused_by_http(request: Request, error: Exception) -> Response:
    """Answer Starlette's own errors: an unknown path or method."""
    if _is_for_program(request):
        return await responses.refused_by_http(request, error)
    assert isinstance(error, HTTPException)
    return await _shown(request, error, error.status_code, responses.HTTP_REASONS.get(
        error.status_code, str(error.detail)))  # fmt: skip


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
    return rendered("error.html", status=500, title=tr("A fault"), reason=begun(tr(BROKEN)),
                    advice=tr(ADVICE[500]), user=None, news=None, path="", now=0.0)  # fmt: skip


async def _shown(request: Request, error: Exception, status: int, reason: str) -> Response:
    title = TITLES.get(status, "Refused")
    values: dict[str, Any] = {"title": title, "reason": begun(reason), "status": status,
                              "advice": ADVICE.get(status, ADVICE[400])}  # fmt: skip
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
    return PlainTextResponse(f"{error}\n", error.status)


async def gone(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected; the answer reaches nobody."""
    return Response(status_code=408)


HANDLERS: dict[Any, Any] = {
    ClientDisconnect: gone,
    BocheError: refused,
    HTTPException: refused_by_http,
    Exception: broken,
}
