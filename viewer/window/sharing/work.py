"""The process that makes a file for the window, as the window sees it."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from boche.engine.errors import why_not
from boche.engine.languages.current import current, tr
from boche.engine.process.launch import launch
from boche.engine.process.process_tree import ProcessGroup, RunningProcess, close_pipes
from boche.viewer.export.jobs import Job

WORKER = ("-m", "boche.viewer.export.worker")


@dataclass(frozen=True)
class Report:
    """How far a file is: ``done`` of ``count`` steps, 0 of 0 while nothing is known.

    ``ended`` is set when it is there; ``error`` says why it never will be.
    """

    done: int = 0
    count: int = 0
    ended: bool = False
    error: str = ""

    @property
    def is_over(self) -> bool:
        """True once nothing more will come."""
        return self.ended or bool(self.error)


UNKNOWN = Report()


class Work(Protocol):
    """The making of one file."""

    @property
    def report(self) -> Report:
        """How far it is."""
        ...

    def stop(self) -> None:
        """Let it go; nothing of the file will be left."""
        ...

    def leave(self, seconds: float) -> None:
        """Wait at most so long until it has ended after ``stop``, then end it by force."""
        ...


class WorkProcess:
    """A process that makes one file, so that the window goes on meanwhile."""

    def __init__(self, path: str, job: Job) -> None:
        self.report = UNKNOWN
        self._running: RunningProcess | None = None
        self._lock, self._sent, self._stopped = threading.Lock(), False, False
        try:
            self._running = _launched([sys.executable, *WORKER])
        except (OSError, ValueError) as error:
            self.report = Report(error=tr("it cannot be begun: {reason}", reason=why_not(error)))
            return
        process, order = self._running.process, pickle.dumps((current(), path, job))
        threading.Thread(target=self._send, args=(process, order), daemon=True).start()
        self._reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        self._reader.start()

    def _send(self, process: subprocess.Popen[bytes], order: bytes) -> None:
        assert process.stdin is not None
        with suppress(OSError, ValueError):  # it may have ended, which the reader sees
            process.stdin.write(order)
            process.stdin.flush()
        with self._lock:
            self._sent = True
            if self._stopped:
                self._close_input()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            for line in process.stdout:
                self.report = Report(**json.loads(line))
        if not self.report.is_over:
            self.report = Report(error=tr("the process that made it has ended too early"))

    def stop(self) -> None:
        # Closing waits for an order that is still being sent, which takes as long as the process
        # needs to begin.
        with self._lock:
            self._stopped = True
            if self._sent:
                self._close_input()

    def _close_input(self) -> None:
        if self._running is not None and self._running.process.stdin is not None:
            with suppress(OSError, ValueError):
                self._running.process.stdin.close()

    def leave(self, seconds: float) -> None:
        if self._running is None:
            return
        self._reader.join(seconds)
        self._running.end()
        close_pipes(self._running.process)


def _launched(words: list[str]) -> RunningProcess:
    """Start a program without a supervisor: if the window dies it must tidy up, not be killed."""
    return launch(words) if sys.platform == "win32" else ProcessGroup(words)


def left_told(seconds: float) -> str:
    """Return the time that is left as it is shown."""
    whole = max(round(seconds), 0)
    hours, minutes = divmod(whole // 60, 60)
    clock = f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
    return tr("{time} left", time=clock)


def time_left(report: Report, elapsed: float) -> float | None:
    """Return the seconds that are left after ``elapsed`` ones, or None while that is a guess."""
    if elapsed < SURE or not report.done or not report.count:
        return None
    return elapsed / report.done * (report.count - report.done)


SURE = 1.0
"""Seconds after which the time left is worth telling."""
