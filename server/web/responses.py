"""Bounded reading of requests' bodies, and errors as text or JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped
from boche.engine.program import SERVER_MARK
from boche.server.errors import (
    BadRequestError,
    SecondFactorError,
    ServerError,
    TooLargeError,
    error_text,
    wait_of,
)

NEEDS_CODE = "second_factor"
"""Mark of a refusal that a sign-in was right, but needs a code as well."""

MOST = 131_072
"""Maximum number of bytes in a request's body."""


SECURITY = {
    "Cache-Control": "no-store",  # most answers depend on the client
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    SERVER_MARK: "1",
}
"""Default headers of every answer."""


_SECURITY = [(name.lower().encode(), value.encode()) for name, value in SECURITY.items()]


def secure(headers: list[tuple[bytes, bytes]]) -> None:
    """Add the missing headers of ``SECURITY``; names are in lower case."""
    own = {name for name, _ in headers}
    if any(name == b"content-security-policy" and FRAMED in value for name, value in headers):
        own.add(b"x-frame-options")  # which has no word for all sites
    headers.extend(header for header in _SECURITY if header[0] not in own)
    found = dict(headers)
    if _is_kept(found[b"cache-control"]) and found.get(b"content-type", b"").startswith(TEXTS):
        headers.append(VARY)


def _is_kept(cache_control: bytes) -> bool:
    return b"no-store" not in cache_control and b"immutable" not in cache_control


TEXTS = (b"text/html", b"application/manifest")
"""Types of answers that may be other ones in other languages."""

VARY = (b"vary", b"Accept-Language, Cookie")
"""Header of answers that caches keep: what they say depends on the language that is asked for."""

FRAMED = b"frame-ancestors *"
"""Part of the policy of a page that other sites may show in a frame."""


async def body_of(request: Request, limit: int = MOST) -> bytes:
    """Read the body, no further than the limit. Raises ``TooLargeError``."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise TooLargeError(tr("at most {limit} bytes at a time", limit=grouped(limit)))
        parts.append(part)
    return b"".join(parts)


async def json_of(request: Request) -> dict[str, Any]:
    """Read the body as a JSON object. Raises ``BadRequestError``."""
    raw = await body_of(request)
    if not raw.strip():
        return {}
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(
            tr("the body is not JSON: {error}", error=str(error)[:100])
        ) from error
    if not isinstance(payload, dict):
        raise BadRequestError(tr('the body is not a JSON object such as {"move": "c:d3"}'))
    return payload


def status_of(error: Exception) -> int:
    """Return the HTTP status for an error."""
    return error.status if isinstance(error, ServerError) else 400


def headers_of(error: Exception) -> dict[str, str]:
    """Return an error's headers: the time to wait, and how to authenticate."""
    headers = retry_after(wait_of(error))
    return headers | {"WWW-Authenticate": "Bearer"} if status_of(error) == 401 else headers


def retry_after(wait: float | None) -> dict[str, str]:
    """Return the header that says how many seconds to wait, or none if waiting is of no use."""
    return {} if wait is None else {"Retry-After": str(max(math.ceil(wait), 1))}


async def refused(request: Request, error: Exception) -> Response:
    """Return an error as JSON, or as text for a text command."""
    text = error_text(error)
    status, headers = status_of(error), headers_of(error)
    if request.url.path == "/command":
        return PlainTextResponse(text + "\n", status, headers)
    told = {NEEDS_CODE: True} if isinstance(error, SecondFactorError) else {}
    return JSONResponse({"error": text, **told}, status, headers)


HTTP_REASONS = {
    404: tr_later("page not found"),
    405: tr_later("this method is not allowed here"),
}


def reason_of(error: HTTPException) -> str:
    """Return what one of Starlette's own errors says."""
    known = HTTP_REASONS.get(error.status_code)
    return str(error.detail) if known is None else tr(known)


async def refused_by_http(request: Request, error: Exception) -> Response:
    """Return the answer for Starlette's own errors: an unknown path or method."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": reason_of(error)}, error.status_code, error.headers)
