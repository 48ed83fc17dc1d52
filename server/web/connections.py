"""Timeouts for slow connections, both for sending a request and for receiving an answer.

A client that sends a byte a second, or never reads its answer, would otherwise hold a connection,
and memory, for as long as it likes. An address may have only so many connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from boche.engine.program import SERVER_MARK
from boche.server import limits
from boche.server.infrastructure.crowd import Crowd
from boche.server.infrastructure.tally import TALLY

PATIENCE = 30.0
"""Default timeout in seconds."""

TOGETHER = 16_384
"""Size of the send buffer in bytes: each send takes as long as several statements."""


MANY = 1 << 20
"""Default limit of connections."""

_SAID = b"there are too many connections from your address\n"
CROWDED = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\nRetry-After: 10\r\n"
    b"%b: 1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b"
    % (SERVER_MARK.encode(), len(_SAID), _SAID)
)


class Patient(asyncio.Protocol):
    """A connection with a timeout of ``patience`` seconds.

    It limits the time of a whole request, counted from the connection or from its first byte, and
    the time in which not a byte of an answer is received. The time a connection may be idle between
    requests is up to uvicorn.
    """

    patience = PATIENCE
    crowd = Crowd(None, MANY)
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    cycle: Any

    @property
    def coming(self) -> bool:
        """True while a request is awaited or incomplete."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None
        peer = transport.get_extra_info("peername")
        self._address = limits.network_of(str(peer[0])) if peer else ""
        free = limits.is_exempt(self._address)
        if not self.crowd.join(self._address, self._cut_off, free=free):
            TALLY.refused("request refused: 429 too many connections", self._address)
            transport.write(CROWDED)
            transport.close()
            return
        # An answer's head and body go out together; writing is paused while not all has been taken.
        transport.set_write_buffer_limits(TOGETHER, 0)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def _expect(self) -> None:
        """Run the timer while a request is incomplete."""
        if not self.coming:
            _stop(self._timer)
            self._timer = None
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self._cut_off)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self.transport.get_write_buffer_size())

    def _wait(self, before: int) -> None:
        self._send_timer = self.loop.call_later(self.patience, self._check_sent, before)

    def _check_sent(self, before: int) -> None:
        """Check whether any of ``before`` bytes was received."""
        unsent = self.transport.get_write_buffer_size()
        if unsent < before:
            self._wait(unsent)
        else:
            self._cut_off()

    def _cut_off(self) -> None:
        """Abort the connection, so that the system keeps no unsent data either."""
        sock = self.transport.get_extra_info("socket")
        with contextlib.suppress(OSError):  # Windows packs it differently
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def resume_writing(self) -> None:
        _stop(self._send_timer)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, or too long."""
        TALLY.refused("request refused: 400 it is not HTTP, or too long", self._address)
        super().send_400_response(msg)  # type: ignore[misc]  # uvicorn's two protocols have it

    def shutdown(self) -> None:
        """Finish the current request; end a stream, which would not end by itself."""
        super().shutdown()  # type: ignore[misc]  # uvicorn's two protocols have it
        if self.cycle is not None and self.cycle.response_started:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._timer)
        _stop(self._send_timer)
        self.crowd.leave(self._address, self._cut_off)
        super().connection_lost(exc)


class Plain(Patient, H11Protocol):
    """HTTP as uvicorn reads it by itself, by h11."""

    @property
    def coming(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
