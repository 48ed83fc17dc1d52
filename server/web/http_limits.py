"""HTTP by httptools with size limits, as its parser accepts request heads of any length.

Without httptools, uvicorn reads HTTP by itself, more slowly and with its own limit.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from boche.server.web.connections import Patient

MOST_HEAD = 65_536
"""Maximum number of bytes in a request's line and headers."""
MOST_REST = 2_097_152
"""Maximum number of bytes after them: the body with its chunk framing."""


class Quick(Patient, HttpToolsProtocol):
    """One connection. A request over the limits is answered with 400, and the connection ends."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._came, self._in_head, self._whole = 0, True, False
        self._running: Any = None

    @property
    def coming(self) -> bool:
        return not self._whole

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._came, self._in_head, self._whole = 0, True, False

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._came, self._in_head = 0, False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._came, self._in_head, self._whole = 0, True, True

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)
        limit = MOST_HEAD if self._in_head else MOST_REST
        if self._came > limit and not self.transport.is_closing():
            self.send_400_response("The request is too long.")

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        # uvicorn tells the latest request only. If others were sent before it without waiting for
        # their answers, it is not the one that runs, which would write to a closed connection.
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)
