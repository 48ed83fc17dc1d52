"""Measurement of requests, for metrics and the access log.

Routes are named by their templates, as ``/board/{board}``: there are only so many, and they contain
nothing that a client sent.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boche.engine.printable import printable
from boche.server.web.authentication import address_of
from boche.server.web.service import Service

if TYPE_CHECKING:
    from boche.server.operation.metrics import Metrics

log = logging.getLogger(__name__)

UNKNOWN = "unknown"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""Methods that are named; a client may send any word."""
STREAM = b"text/event-stream"


class Measured:
    """Middleware that counts and times requests, and logs them if ``access`` is wanted."""

    def __init__(
        self, app: ASGIApp, service: Service, metrics: Metrics | None, *, access: bool
    ) -> None:
        self.app, self.service = app, service
        self._metrics, self._access = metrics, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        status, seconds, stream = 0, None, False

        async def sending(message: Message) -> None:
            nonlocal status, seconds, stream
            if message["type"] == "http.response.start":
                status = message["status"]
                stream = any(value.startswith(STREAM) for name, value in message["headers"]
                             if name.lower() == b"content-type")  # fmt: skip
                if stream:
                    seconds = time.perf_counter() - start
                    if self._metrics:
                        self._metrics.streams.inc()
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            if stream and self._metrics:
                self._metrics.streams.dec()
            took = time.perf_counter() - start
            self._note(scope, status, took if seconds is None else seconds, took)

    def _note(self, scope: Scope, status: int, seconds: float, took: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else UNKNOWN
        route = route_of(scope)
        if self._metrics:
            self._metrics.seconds.labels(method, route).observe(seconds)
            self._metrics.requests.labels(method, route, str(status or "none")).inc()
        if self._access:
            address = printable(address_of(Request(scope), self.service)) or "-"
            log.info("%s %s %s %s %.0f ms", address, method, plain_path(scope), status or "-",
                     1000 * took, extra={"fields": {
                         "address": address, "method": method, "path": plain_path(scope),
                         "status": status, "milliseconds": round(1000 * took, 1)}})  # fmt: skip


def route_of(scope: Scope) -> str:
    """Return the template of a request's route, without the kinds of its parameters."""
    route = scope.get("route")
    return _KIND.sub("}", route.path) if isinstance(route, Route) else UNKNOWN


def plain_path(scope: Scope) -> str:
    """Return a request's path with numbers and plain words only.

    All else, such as the token of a link in a mail, and the query, stay out of the log.
    """
    route, values = scope.get("route"), scope.get("path_params", {})
    if not isinstance(route, Route):
        return UNKNOWN
    return _PARAMETER.sub(lambda found: _plain(found[1], values.get(found[1])), route.path)


def _plain(name: str, value: Any) -> str:
    if name == "game" and isinstance(value, str) and _WORD.fullmatch(value):
        return value
    return str(value) if isinstance(value, int) else f"{{{name}}}"


_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_KIND = re.compile(r":\w+\}")
_WORD = re.compile(r"[a-z]{1,20}", re.ASCII)
