"""Background searching: one thread, one job at a time, answers tagged with their job.

Independent of GL and of any game. The search is done by a ``Backend``, which is created in the
thread when the first job arrives, so that nothing heavy is loaded earlier. A job that is no longer
wanted is stopped, and its answer is dropped.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from boche.engine.errors import why_not

EVERY = 0.25  # seconds between two intermediate answers
NICE = 10  # niceness of the thread (Unix); a higher value yields more CPU time
SWITCH = 0.0005  # seconds until the window gets its turn while this thread runs Python code


@dataclass(frozen=True, eq=False)
class Job:
    """A position to search and the purpose of the search; jobs compare by identity.

    ``kind`` is ``move``, ``hint``, ``live``, ``record``, ``sure``, ``judge``, or ``before`` and
    ``after`` for the positions around a person's move; or ``keep`` for the internal job described
    at ``BackgroundThinker.keep``. ``player`` is the player of a computer seat, or empty for the
    full search. ``seconds`` limits the search where no level does, ``limit`` any player whose clock
    runs. ``history`` holds the preceding moves, each with its colour. ``seat`` identifies the seat,
    see ``BackgroundThinker.keep``. ``taken`` are the steps that the move must begin with, and
    ``leads(step, move)`` says whether a move leads on from one.
    """

    kind: str
    node: Any
    position: Any
    player: str = ""
    seconds: float = 1.0
    history: tuple[tuple[str, str], ...] = ()
    seat: Any = None
    limit: float | None = None
    taken: tuple[str, ...] = ()
    leads: Callable[[str, Any], bool] | None = None


@dataclass(frozen=True, eq=False)
class Report:
    """The result of a job: an intermediate answer or, if ``done``, the final one with the move.

    ``error`` is a line for the user if the job has failed. If the player cannot go on, ``loses`` is
    the ``Outcome.kind`` of its loss.
    """

    job: Job
    answer: Any = None
    move: Any = None
    done: bool = False
    error: str = ""
    loses: str = ""


class LostError(Exception):
    """Error: the player asked for a move cannot or will not go on; the message says why."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class Backend(Protocol):
    """A search backend. All methods but ``stop`` and ``close`` are called in the thread."""

    def prepare(self, job: Job) -> None:
        """Load or compile what the job needs. This may take long, and the user is told so."""

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        """Return the move and the answer.

        Pass intermediate answers to ``so_far``, which returns True to request an early end;
        ``so_far(None)`` only checks for that. Raises ``LostError`` if the player loses now.
        """

    def keep(self, seats: frozenset[Any]) -> None:
        """Release what is held for all other seats."""

    def stop(self) -> None:
        """Make ``think`` return soon, even if it has not started yet; ``prepare`` resets this."""

    def close(self) -> None:
        """Make ``prepare`` and ``think`` return soon; no further job follows."""


class BackgroundThinker:
    """The background thread. ``want`` sets the job to work on, ``take`` fetches the reports."""

    def __init__(
        self, make_backend: Callable[[], Backend], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make_backend, self._clock = make_backend, clock
        self._signal = threading.Condition()
        self._job: Job | None = None
        self._running: Job | None = None
        self._hurried: Job | None = None
        self._reports: deque[Report] = deque()
        self._faults: deque[Report] = deque()
        self._fault = ""
        self._backend: Backend | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._seats: frozenset[Any] = frozenset()
        self._seats_held = self._seats
        self.preparing_since: float | None = None

    # -- for the window's thread

    @property
    def busy(self) -> bool:
        """True while a job is in progress or there are reports to take."""
        tidying = self._seats_held != self._seats and self._thread is not None
        thinking = self._job is not None or self._running is not None
        return thinking or tidying or self.has_reports

    @property
    def has_reports(self) -> bool:
        """True if there are reports to take."""
        return bool(self._reports or self._faults)

    @property
    def running(self) -> bool:
        """True while the thread exists: from the first job until it ends after ``close``."""
        return self._thread is not None and self._thread.is_alive()

    def want(self, job: Job | None) -> None:
        """Work on this job only, or on none if it is None."""
        with self._signal:
            if self._closed or job is self._job:
                return
            self._job = job
            self._reports.clear()
            if self._running is not None and self._running is not job:
                self._stop()
            if job is not None and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
                self._thread.start()
            self._signal.notify()

    def keep(self, seats: frozenset[Any]) -> None:
        """Release external programs and other resources held for seats other than these.

        A failure is reported once, as the error of a job of the kind ``keep``.
        """
        with self._signal:
            self._seats = seats
            self._signal.notify()

    def hurry(self) -> None:
        """End the current job now with the result so far."""
        with self._signal:
            self._hurried = self._job
            self._stop()

    def take(self) -> list[Report]:
        """Return the reports since the last call, on the wanted job and on releasing seats."""
        with self._signal:
            reports = [*self._faults, *self._reports]
            self._faults.clear()
            self._reports.clear()
            if any(report.done for report in reports):
                self._job = None
        return reports

    def close(self, wait: float = 5.0) -> None:
        """Stop for good, and wait up to ``wait`` seconds for the thread, which may be loading."""
        with self._signal:
            self._closed, self._job = True, None
            self._reports.clear()
            self._signal.notify()
        with suppress(Exception):  # the window closes whatever the backend does
            if self._backend is not None:
                self._backend.close()
        if self._thread is not None:
            self._thread.join(wait)

    def _stop(self) -> None:
        if self._backend is not None:
            self._backend.stop()

    # -- the thread

    def _run(self) -> None:
        while not self._closed:
            job, seats = self._next()
            self._let_go(seats)
            if job is None:
                continue
            with quick_turns():
                report = self._done(job)
            with self._signal:
                self._running, self.preparing_since = None, None
                if job is self._job:
                    self._reports.append(report)
                    self._wait_until_taken(job)

    def _wait_until_taken(self, job: Job) -> None:
        while job is self._job and not self._closed:
            self._signal.wait(0.1)

    def _let_go(self, seats: frozenset[Any]) -> None:
        """Keep these seats only; failures in releasing the others must not end the thread."""
        text = self._fault
        try:
            if self._backend is not None:
                self._backend.keep(seats)
        except BaseException as error:
            text = why_not(error)
        with self._signal:
            self._seats_held = seats
            if text != self._fault:
                self._fault = text
                self._faults.append(Report(Job("keep", None, None), error=text))

    def _next(self) -> tuple[Job | None, frozenset[Any]]:
        """Wait for a change. Return the wanted job, if it is not just the seats, and the seats."""
        with self._signal:
            while self._job is None and self._seats_held == self._seats and not self._closed:
                self._signal.wait()
            self._running = None if self._closed else self._job
            return self._running, self._seats

    def _done(self, job: Job) -> Report:
        """Run a job to its end, and turn any failure into a one-line error."""
        try:
            if self._backend is None:
                self._backend = self._make_backend()
            self.preparing_since = self._clock()
            self._backend.prepare(job)
            self.preparing_since = None
            if job is not self._job:
                return Report(job, done=True)
            step_back()
            move, answer = self._backend.think(job, self._teller(job))
            return Report(job, answer, move, done=True)
        except LostError as error:
            return Report(job, done=True, error=str(error), loses=error.kind)
        except BaseException as error:
            return Report(job, done=True, error=why_not(error))

    def _teller(self, job: Job) -> Callable[[Any], bool]:
        reported_at = self._clock()

        def tell(answer: Any) -> bool:
            nonlocal reported_at
            with self._signal:
                if job is not self._job or job is self._hurried or self._closed:
                    return True
                if answer is not None and self._clock() - reported_at >= EVERY:
                    reported_at = self._clock()
                    self._reports.append(Report(job, answer))
            return False

        return tell


def step_back() -> None:
    """Lower the priority of this thread and its children, so that the window gets the CPU first."""
    if sys.platform.startswith("linux"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@contextmanager
def quick_turns() -> Iterator[None]:
    """Switch threads often, so that one running Python code delays no frame of another."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
