"""Starting a program such that it can be ended with all that it starts, as far as a system can."""

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

KEEPER = Path(__file__).with_name("keeper.py")

CODE_SECONDS = 0.5
"""How long to wait for the exit code of a program whose output has ended."""

END_SECONDS = 5.0
"""How long to wait for what was killed; the system may be busy with it."""


class RunningProcess(Protocol):
    """A running program, its standard input and output as pipes of ``process``."""

    process: subprocess.Popen[bytes]

    def exit_code(self) -> int | None:
        """The program's exit code, None if it still runs."""
        ...

    def end(self) -> None:
        """Kill it and, as far as the system can, all that it started; wait for that."""
        ...


class ProcessGroup:
    """A process group: all that it starts, but what makes a group or session of its own."""

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
    """Under a keeper (see ``keeper``).

    It ends all that the program starts, however that hides, and also if we are killed.
    """

    def __init__(self, words: Sequence[str]) -> None:
        theirs, self._lifeline = os.pipe()
        self._status, told = os.pipe()
        self._lock, self._closed = threading.Lock(), False
        self._heard = b""
        self._code: int | None = None
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(theirs), str(told), *words],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                pass_fds=(theirs, told), start_new_session=True,
            )  # fmt: skip
        except BaseException:
            self._let_go()
            raise
        finally:
            os.close(theirs)
            os.close(told)
        word, _, reason = self._line(None).partition(" ")
        if word != "started":
            self.end()
            close_pipes(self.process)
            raise OSError(reason or "its keeper has died")

    def _line(self, seconds: float | None) -> str:
        """The next line from the keeper; empty after the last, or when the time is over."""
        wait = select.poll()
        wait.register(self._status, select.POLLIN)
        while b"\n" not in self._heard:
            if not wait.poll(None if seconds is None else 1000 * seconds):
                return ""
            data = os.read(self._status, 4096)
            if not data:
                return ""
            self._heard += data
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode("utf-8", "replace")

    def exit_code(self) -> int | None:
        with self._lock:
            if self._code is None and not self._closed:
                word, _, code = self._line(CODE_SECONDS).partition(" ")
                self._code = int(code) if word == "ended" else None
            return self._code

    def end(self) -> None:
        self._let_go()
        try:
            self.process.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:  # something of it cannot be killed now
            self.process.kill()
            self.process.wait()

    def _let_go(self) -> None:
        """The keeper takes the end of the lifeline as the order to end all."""
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
