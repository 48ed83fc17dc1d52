"""A line between browser and server on which requests fail in given ways, each kind once in each.

It lies below the browser, so that also the requests of workers fail.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

FAULTS = ("reset", "502", "503", "silence", "half")
"""What a request gets: a broken connection, a proxy's answer, a server's, none, or half of one."""

STREAMS = re.compile("/events$")
"""Paths whose answers do not end: of these the first half is its head and nothing else."""

SHORTER = {"PATIENCE": 1000, "SILENT": 3000, "LONGEST": 250, "OFTEN": 1000, "ASKED": 1000}
"""What takes the place of times in the pages' scripts: milliseconds without an answer, without a
word of a stream, of the longest pause before another try, and between two looks.
"""

# Others of these names have fewer digits, and no time.
_TIMES = re.compile(rb"\b(const|,) (%s) = (\d{4,})\b" % "|".join(SHORTER).encode())

_BY_SCRIPT = re.compile(rb"^sec-fetch-dest: empty\r?$", re.MULTILINE | re.IGNORECASE)
"""The mark of a request that a script makes: others the browser itself shows to fail."""


class Faulty:
    """The line; of each kind the first requests fail, in the ways of ``faults`` one after another.

    ``failed`` counts them by their kinds: method and path, with ``N`` for each number.
    """

    def __init__(self, port: int) -> None:
        self._port, self.address = port, ""
        self.faults: Sequence[str] = ()
        self.failed, self.asked = Counter[str](), Counter[str]()
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

    def fail(self, *faults: str) -> None:
        """Let requests fail from now on, in these of ``FAULTS``."""
        self.failed, self.asked = Counter(), Counter()
        self.faults = faults

    def end(self) -> None:
        """Close the line and whatever is on it."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def _fault_of(self, head: bytes) -> str:
        method, target, _ = head.decode("latin-1").split(" ", 2)
        path = target.partition("?")[0]
        kind = f"{method} {re.sub('[0-9]+', 'N', path)}"
        if not self.faults or not _BY_SCRIPT.search(head):
            return ""
        self.asked[kind] += 1
        if self.failed[kind] == len(self.faults):
            return ""
        self.failed[kind] += 1
        return self.faults[self.failed[kind] - 1]

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
                writer.write(whole[: len(whole) // 2] if half else _TIMES.sub(_shorter, whole))
                return
            while part := await answers.read(1 << 16):
                writer.write(part)
                await writer.drain()
        finally:
            gone.cancel()
            asks.close()


def _shorter(found: re.Match[bytes]) -> bytes:
    """Return a shorter time in as many characters: the answer's length has been said."""
    before, name, value = found.groups()
    shorter = str(SHORTER[name.decode()]).rjust(len(value))
    return b"%s %s = %s" % (before, name, shorter.encode())


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
