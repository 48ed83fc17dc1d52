"""An engine that speaks GTP, joined to two streams.

Commands are read in a thread of their own, so that while the engine thinks it is noticed when
nobody wants the answer any more.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, TextIO

from engine.errors import BocheError
from engine.gtp.engine import LONGEST_LINE, Engine
from engine.interrupt import interrupt_main

READ_AHEAD = 100
"""Commands that may wait their turn; of more the sender keeps the rest."""

CHUNK = 65_536

SETTLE_SECONDS = 0.5
"""What comes so soon after a command was begun was sent with it, as a list of commands is.

So ``quit`` at the end of a list waits for the moves before it.
"""

HURRY_SECONDS = 0.4
"""How long a command may go on after it was asked to end, before it is broken off."""

POLL_SECONDS = 0.1


def serve(engine: Engine, source: IO[bytes], out: TextIO) -> None:
    """Answer lines from ``source`` on ``out`` until ``quit`` or the end of the input.

    When either comes in the middle of a command, that one is cut short. Raises ``BocheError`` if
    the input cannot be read.
    """
    commands = _Commands(engine, source)
    try:
        for line in commands:
            text = commands.answer(line)
            if text:
                out.write(text)
                out.flush()
            if not engine.running:
                return
    finally:
        commands.over.set()
        engine.close()


class _Commands:
    """The lines of the input, as bytes, and what is done about the one at hand."""

    def __init__(self, engine: Engine, source: IO[bytes]) -> None:
        self._engine = engine
        self._queue: queue.Queue[bytes | OSError | None] = queue.Queue(READ_AHEAD)
        self._lock = threading.Lock()
        self._since: float | None = None  # when the command at hand was begun
        self._leaving: float | None = None  # since when nobody waits for it
        self._in_main = threading.current_thread() is threading.main_thread()
        self.over = threading.Event()
        # Not through the buffer: its lock, held by a thread that waits, would spoil the exit.
        read = getattr(source, "raw", source).read
        threading.Thread(target=self._listen, args=[read], daemon=True).start()

    def __iter__(self) -> Iterator[bytes]:
        while True:
            line = self._next()
            if line is None:
                return
            if isinstance(line, OSError):
                raise BocheError(f"cannot read the commands: {line.strerror or line}") from line
            yield line

    def _next(self) -> bytes | OSError | None:
        # On Windows Ctrl+C is not heard by who waits without an end.
        timeout = POLL_SECONDS if sys.platform == "win32" else None
        while True:
            try:
                return self._queue.get(timeout=timeout)
            except queue.Empty:
                continue

    def answer(self, line: bytes) -> str:
        """The engine's answer, perhaps a hurried one."""
        try:
            with self._lock:
                self._since = time.monotonic()
            text = self._engine.answer(line.decode("utf-8", "surrogateescape"))
            with self._lock:
                self._since = None
        except KeyboardInterrupt:
            if self._leaving is None:
                raise
            with self._lock:
                self._since = None
            text = "? stopped\n\n"
        return text

    # -- the thread

    def _listen(self, read: Callable[[int], bytes | None]) -> None:
        try:
            for line in lines_of(read):
                self._put(line)
                if b"quit" in line and self._engine.is_quit(line.decode("utf-8", "replace")):
                    break
            self._put(None)
        except OSError as error:
            self._put(error)
        self._hurry()

    def _put(self, item: bytes | OSError | None) -> None:
        while not self.over.is_set():
            with contextlib.suppress(queue.Full):
                self._queue.put(item, timeout=POLL_SECONDS)
                return

    def _hurry(self) -> None:
        """Nothing more will come: end what is being done, unless it came along with the end."""
        now = time.monotonic()
        with self._lock:
            if self._since is None or now - self._since < SETTLE_SECONDS:
                return
            self._leaving = now
        while not self.over.wait(POLL_SECONDS):
            self._engine.stop()
            with self._lock:
                now = time.monotonic()
                since = max(self._since or now, self._leaving)
                if now - since > HURRY_SECONDS and self._in_main:
                    interrupt_main()


def lines_of(read: Callable[[int], bytes | None]) -> Iterator[bytes]:
    """Lines without their ends; of one that is too long no more than shows that it is.

    ``read`` answers with up to so many bytes, none at the end, None if there are none yet.
    """
    line, most = bytearray(), LONGEST_LINE + 1
    while True:
        chunk = read(CHUNK)
        if chunk is None:
            time.sleep(0.01)
            continue
        if not chunk:
            break
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            line += part[: most - len(line)]
            yield bytes(line)
            line.clear()
        line += rest[: most - len(line)]
    if line:
        yield bytes(line)
