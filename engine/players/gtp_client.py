"""Client of a GTP program that runs as a child process: commands, answers, termination."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.players.errors import PlayerError
from boche.engine.process.command_line import split_command
from boche.engine.process.launch import launch
from boche.engine.process.process_tree import close_pipes

POLL_SECONDS = 0.05
"""Time between two checks whether the answer is still wanted."""

QUIT_SECONDS = 0.5
"""Time that the program gets to exit after ``quit``."""

LONGEST_ANSWER = 1_000_000
"""Longest answer in characters; a program that writes more is broken."""


class RefusedError(PlayerError):
    """A failure that the program reported for a command."""


class StoppedError(PlayerError):
    """An answer that is no longer wanted."""


class GtpClient:
    """A running program and its pipes; it inherits our standard error."""

    interrupted: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, command: str) -> None:
        """Start the program. Raises ``PlayerError`` if that fails."""
        self.name = command
        try:
            self._running = launch(split_command(command))
        except (OSError, ValueError, IndexError) as error:
            reason = system_reason(error)
            raise PlayerError(
                tr("{command}: cannot be started: {reason}", command=command, reason=reason)
            ) from error
        self._process = self._running.process
        # A small queue, so that a program with endless output blocks instead of filling memory.
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self._closed = threading.Event()
        self._pending_command = ""  # not answered yet
        self._answer_begun = False
        self._patience = 0.0  # timeout of that command, in seconds
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def ask(self, command: str, seconds: float) -> str:
        """Return the answer's text. Raises ``PlayerError``: ``RefusedError`` for a failure."""
        if self._pending_command:  # an earlier command whose answer nobody waited for
            self._receive(self._pending_command, self._patience)
        self._write(command, seconds)
        text = "\n".join(self._receive(command, seconds))
        word = text[:1]
        if word not in ("=", "?"):
            raise PlayerError(
                tr(
                    "{name}: invalid answer to {command!r}: {text!r}",
                    name=self.name,
                    command=command,
                    text=text[:60],
                )
            )
        body = text[1:].lstrip("0123456789").strip()
        if word == "?":
            raise RefusedError(
                tr(
                    "{name}: refuses {command!r}: {body}",
                    name=self.name,
                    command=command,
                    body=body[:200],
                )
            )
        return body

    def _receive(self, command: str, seconds: float) -> list[str]:
        self._pending_command, self._patience = command, seconds
        lines = list(self._answer(command, time.monotonic() + seconds))
        self._pending_command, self._answer_begun = "", False
        return lines

    def _write(self, command: str, seconds: float) -> None:
        # A program that does not read blocks the pipe, so writing has a timeout as well.
        failed: list[OSError] = []

        def write() -> None:
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(f"{command}\n".encode())
                self._process.stdin.flush()
            except (OSError, ValueError) as error:
                failed.append(error if isinstance(error, OSError) else OSError(str(error)))

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            raise PlayerError(
                tr("{name}: does not read {command!r}", name=self.name, command=command)
            )
        if failed:
            raise PlayerError(
                tr(
                    "{name}: exited{code} before {command!r}",
                    name=self.name,
                    code=self._code(),
                    command=command,
                )
            )

    def _answer(self, command: str, until: float) -> Iterator[str]:
        """Yield the lines up to the empty one that ends an answer."""
        size = 0
        while True:
            line = self._line(command, until)
            if line is None:
                raise PlayerError(
                    tr(
                        "{name}: exited{code} at {command!r}",
                        name=self.name,
                        code=self._code(),
                        command=command,
                    )
                )
            size += len(line) + 1
            if size > LONGEST_ANSWER or time.monotonic() > until:
                raise PlayerError(
                    tr(
                        "{name}: its answer to {command!r} does not end",
                        name=self.name,
                        command=command,
                    )
                )
            if line:
                self._answer_begun = True
                yield line
            elif self._answer_begun:
                return

    def _line(self, command: str, until: float) -> str | None:
        """Return the next line, or None after the last."""
        while not (self.interrupted() or self._closed.is_set()):
            remaining = until - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=max(0.001, min(remaining, POLL_SECONDS)))
            if remaining <= POLL_SECONDS:
                raise PlayerError(
                    tr("{name}: no answer to {command!r} in time", name=self.name, command=command)
                )
        raise StoppedError(tr("{name}: stopped", name=self.name))

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while not self._closed.is_set():
            raw = self._process.stdout.readline(LONGEST_ANSWER)
            if not raw:
                self._put(None)
                return
            text = raw.decode("utf-8", "replace").replace("\r", "").replace("\t", " ")
            self._put(text.rstrip("\n").rstrip())

    def _put(self, line: str | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _code(self) -> str:
        code = self._running.exit_code()
        return "" if code is None else tr(" (exit code {code})", code=code)

    def close(self) -> None:
        """Ask it to quit, then kill it and everything it started."""
        self._closed.set()
        with contextlib.suppress(PlayerError):
            self._write("quit", 0.2)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=QUIT_SECONDS)
        self._running.end()
        self._reader.join(timeout=1)
        close_pipes(self._process)
