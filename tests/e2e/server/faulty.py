"""A line between browser and server on which requests fail in a given way, each kind once.

It lies below the browser, so that also the requests of workers fail.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

FAULTS = ("reset", "502", "503", "silence", "half")
"""What a request gets: a broken connection, a proxy's answer, a server's, none, or half of one."""

STREAMS = re.compile("/events$")
"""Paths whose answers do not end: of these the first half is its head and nothing else."""

_PATIENCE = b"const PATIENCE = 10000;", b"const PATIENCE =  1000;"
"""How long pages wait for an answer, and what takes its place in their scripts for tests."""

_BY_SCRIPT = re.compile(rb"^sec-fetch-dest: empty\r?$", re.MULTILINE | re.IGNORECASE)
"""The mark of a request that a script makes: others the browser itself shows to fail."""


class Faulty:
    """The line; requests fail while ``fault`` is one of ``FAULTS``, of each kind only the first.

    ``failed`` are the kinds that have: method and path, with ``N`` for each number.
    """

    def __init__(self, port: int) -> None:
        self._port, self.address = port, ""
        self.fault, self.only = "", re.compile("")
        self.failed: list[str] = []
        self.asked: list[str] = []
        self._ready = threading.Event()
        # The driver of browsers has a loop in the thread of the tests.
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._ready.wait()

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 20)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._over.wait()
        server.close()

    def fail(self, fault: str, only: str = "") -> None:
        """Let requests fail from now on, each kind whose name ``only`` is found in."""
        self.failed, self.asked = [], []
        self.only, self.fault = re.compile(only), fault

    def end(self) -> None:
        """Close the line and whatever is on it."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def _fault_of(self, head: bytes) -> str:
        method, target, _ = head.decode("latin-1").split(" ", 2)
        path = target.partition("?")[0]
        kind = f"{method} {re.sub('[0-9]+', 'N', path)}"
        if not self.fault or not _BY_SCRIPT.search(head):
            return ""
        self.asked.append(kind)
        if kind in self.failed or not self.only.search(kind):
            return ""
        self.failed.append(kind)
        return self.fault

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            fault = self._fault_of(head)
            length = re.search(rb"^content-length: *(\d+)", head, re.MULTILINE | re.IGNORECASE)
            body = await reader.readexactly(int(length[1]) if length else 0)
            if fault == "silence":
                await reader.read()  # until the browser has had enough of it
            elif fault in ("502", "503"):
                writer.write(_answer(int(fault)))
            elif fault == "reset":
                writer.get_extra_info("socket").setsockopt(
                    SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0)
                )
            else:
                await self._pass_on(head, body, reader, writer, half=fault == "half")
        writer.close()

    async def _pass_on(
        self, head: bytes, body: bytes, browser: asyncio.StreamReader,
        writer: asyncio.StreamWriter, *, half: bool,
    ) -> None:  # fmt: skip
        answers, asks = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        head = re.sub(rb"(?mi)^(connection|accept-encoding):.*\r\n", b"", head)
        path = head.split(b" ", 2)[1].partition(b"?")[0].decode("latin-1")
        asks.write(head[:-2] + b"Connection: close\r\n\r\n" + body)
        gone = asyncio.ensure_future(browser.read())
        gone.add_done_callback(lambda _: asks.close())  # whoever left hears no more
        try:
            start = await answers.readuntil(b"\r\n\r\n")
            writer.write(start)
            if half or path.endswith(".js"):
                whole = b"" if STREAMS.search(path) else await answers.read(-1)
                writer.write(whole[: len(whole) // 2] if half else whole.replace(*_PATIENCE))
                return
            while part := await answers.read(1 << 16):
                writer.write(part)
                await writer.drain()
        finally:
            gone.cancel()
            asks.close()


def _answer(status: int) -> bytes:
    what = b"<html>Bad gateway</html>" if status == 502 else json.dumps({"error": "busy"}).encode()
    return (
        b"HTTP/1.1 %d No\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(what))
        + what
    )


@contextmanager
def faulty(port: int) -> Iterator[Faulty]:
    """Yield a line to the server at a port of this machine."""
    line = Faulty(port)
    try:
        yield line
    finally:
        line.end()


def port_of(address: str) -> int:
    """Return the port of a server's address."""
    return int(address.rpartition(":")[2])


NOTED = """
window.linesSaid = [];
document.addEventListener("DOMContentLoaded", () => {
  const note = () => {
    const line = document.getElementById("line");
    const said = line && !line.hidden ? line.innerText.trim() : "";
    if (said !== (linesSaid.at(-1) ?? "")) linesSaid.push(said);
  };
  new MutationObserver(note).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  note();
});
"""
"""A script that notes what the page's line says, one text after the other."""


def noted(page: Any) -> Any:
    """Let a page note what its line says, and its errors; return it."""
    page.add_init_script(NOTED)
    page.errors = list[str]()
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    return page
