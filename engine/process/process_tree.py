"""Programs that can be ended together with their descendants, as far as the system allows."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

SUPERVISOR = Path(__file__).with_name("supervisor.py")

CODE_SECONDS = 0.5
"""Time to wait for the exit code of a program whose output has ended."""

END_SECONDS = 5.0
"""Time to wait for a killed process, which the system may take a while to end."""


class RunningProcess(Protocol):
    """A running program; the pipes of its standard input and output are in ``process``."""

    process: subprocess.Popen[bytes]

    def exit_code(self) -> int | None:
        """Return the program's exit code, or None if it is still running."""
        ...

    def end(self) -> None:
        """Kill it and, as far as the system allows, its descendants; wait until it has ended."""
        ...


class ProcessGroup:
    """A process group: the program's descendants, except those in their own group or session."""

    def __init__(self, words: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )

    def exit_code(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(timeout=CODE_SECONDS)
        return None

    def end(self) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=END_SECONDS)


class SupervisedProcess:
    """A program under a supervisor (see ``supervisor``).

    The supervisor ends all descendants of the program, even in other sessions, and also if we are
    killed.
    """

    def __init__(self, words: Sequence[str]) -> None:
        read_end, self._lifeline = os.pipe()
        self._status, status = os.pipe()
        self._lock, self._closed = threading.Lock(), False
        self._buffer = b""
        self._code: int | None = None
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(SUPERVISOR), str(read_end), str(status), *words],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                pass_fds=(read_end, status), start_new_session=True,
            )  # fmt: skip
        except BaseException:
            self._close_pipes()
            raise
        finally:
            os.close(read_end)
            os.close(status)
        word, _, reason = self._line(None).partition(" ")
        if word != "started":
            self.end()
            close_pipes(self.process)
            raise OSError(reason or "its supervisor has died")

    def _line(self, seconds: float | None) -> str:
        """Return the next line from the supervisor; '' after the last, or on a timeout."""
        wait = select.poll()
        wait.register(self._status, select.POLLIN)
        while b"\n" not in self._buffer:
            if not wait.poll(None if seconds is None else 1000 * seconds):
                return ""
            data = os.read(self._status, 4096)
            if not data:
                return ""
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace")

    def exit_code(self) -> int | None:
        with self._lock:
            if self._code is None and not self._closed:
                word, _, code = self._line(CODE_SECONDS).partition(" ")
                self._code = int(code) if word == "ended" else None
            return self._code

    def end(self) -> None:
        self._close_pipes()
        try:
            self.process.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:  # a part of it cannot be killed yet
            self.process.kill()
            self.process.wait()

    def _close_pipes(self) -> None:
        """Close the pipes; the end of the lifeline makes the supervisor kill everything."""
        with self._lock:
            if not self._closed:
                self._closed = True
                os.close(self._lifeline)
                os.close(self._status)


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError, ValueError):
            assert pipe is not None
            pipe.close()
