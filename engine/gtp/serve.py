"""Connection of a GTP engine to two streams.

Commands are read in a separate thread, to notice while the engine is thinking that the answer is
no longer wanted.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, TextIO

from boche.engine.errors import BocheError
from boche.engine.gtp.engine import LONGEST_LINE, Engine
from boche.engine.interrupt import interrupt_main
from boche.engine.languages.system import system_reason

READ_AHEAD = 100
"""Most commands in the queue; after that the sender is blocked."""

CHUNK = 65_536

SETTLE_SECONDS = 0.5
"""Time after the start of a command in which further input counts as sent along with it.

So ``quit`` at the end of a list of commands waits for the moves before it.
"""

HURRY_SECONDS = 0.4
"""Time for a command to end after it was told to stop, before it is interrupted."""

POLL_SECONDS = 0.1


def serve(engine: Engine, source: IO[bytes], out: TextIO) -> None:
    """Answer lines from ``source`` on ``out`` until ``quit`` or the end of the input.

    If either comes in the middle of a command, that command is cut short. Raises ``BocheError`` if
    the input cannot be read.
    """
    commands = _Commands(engine, source, out)
    engine.listen(commands)
    try:
        for line in commands:
            text = commands.answer(line)
            if text:
                commands.write(text)
            if not engine.running:
                return
    finally:
        commands.over.set()
        engine.close()


class _Commands:
    """An iterator over the input lines, as bytes, which also runs the current command."""

    def __init__(self, engine: Engine, source: IO[bytes], out: TextIO) -> None:
        self._engine, self._out = engine, out
        self._queue: queue.Queue[bytes | OSError | None] = queue.Queue(READ_AHEAD)
        self._lock = threading.Lock()
        self._started: float | None = None  # start of the current command
        self._leaving: float | None = None  # time since which nobody waits for it
        self._in_main = threading.current_thread() is threading.main_thread()
        self.over = threading.Event()
        # Unbuffered: the buffer's lock, held by the waiting thread, would break the exit.
        read = getattr(source, "raw", source).read
        threading.Thread(target=self._listen, args=[read], daemon=True).start()

    def __iter__(self) -> Iterator[bytes]:
        while True:
            line = self._next()
            if line is None:
                return
            if isinstance(line, OSError):
                raise BocheError(f"cannot read the commands: {system_reason(line)}") from line
            yield line

    def _next(self) -> bytes | OSError | None:
        # On Windows a wait without a timeout does not notice Ctrl+C.
        timeout = POLL_SECONDS if sys.platform == "win32" else None
        while True:
            try:
                return self._queue.get(timeout=timeout)
            except queue.Empty:
                continue

    def write(self, text: str) -> None:
        """Send a part of an answer at once."""
        self._out.write(text)
        self._out.flush()

    def is_over(self) -> bool:
        """Return True once there is more input, or the input has ended."""
        return not self._queue.empty()

    def answer(self, line: bytes) -> str:
        """Return the engine's answer, or a failure if it was interrupted."""
        try:
            with self._lock:
                self._started = time.monotonic()
            text = self._engine.answer(line.decode("utf-8", "surrogateescape"))
            with self._lock:
                self._started = None
        except KeyboardInterrupt:
            if self._leaving is None:
                raise
            with self._lock:
                self._started = None
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
        """Stop the current command at the end of the input, unless both arrived together."""
        now = time.monotonic()
        with self._lock:
            if self._started is None or now - self._started < SETTLE_SECONDS:
                return
            self._leaving = now
        while not self.over.wait(POLL_SECONDS):
            self._engine.stop()
            with self._lock:
                now = time.monotonic()
                since = max(self._started or now, self._leaving)
                if now - since > HURRY_SECONDS and self._in_main:
                    interrupt_main()


def lines_of(read: Callable[[int], bytes | None]) -> Iterator[bytes]:
    """Yield lines without their ends; one that is too long is cut just above the limit.

    ``read`` returns up to that many bytes, b'' at the end, or None if there are none yet.
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
