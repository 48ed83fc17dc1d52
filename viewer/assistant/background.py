"""Thinking in the background: one thread, one job at a time, answers tagged with their job.

No GL and no game. What thinks is a ``Backend``, made in the thread when the first job comes, so
that nothing heavy is loaded before. A job no longer wanted is stopped, and its answer is dropped.
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

from engine.errors import why_not

EVERY = 0.25  # seconds between two answers on the way
NICE = 10  # of the thread, as Unix counts: higher gives way more
SWITCH = 0.0005  # seconds after which the window gets its turn while this thread runs Python


@dataclass(frozen=True, eq=False)
class Job:
    """A position to think about, and what for; told from others by its identity.

    ``kind`` is ``move``, ``hint``, ``live`` or ``record``, or ``keep`` for what nobody asked for,
    see ``BackgroundThinker.keep``; ``player`` is a computer seat's, empty for the full search.
    ``seconds`` bounds the search where no level does. ``history`` are the moves before, each with
    its colour; ``seat`` says whose seat it is, see ``BackgroundThinker.keep``.
    """

    kind: str
    node: Any
    position: Any
    player: str = ""
    seconds: float = 1.0
    history: tuple[tuple[str, str], ...] = ()
    seat: Any = None


@dataclass(frozen=True, eq=False)
class Report:
    """What came of a job: an answer so far, or with ``done`` the last one and the move to play.

    ``error`` is a line for the user where the job has failed. ``loses`` says that the player
    cannot go on: how it loses, as an ``Outcome.kind``.
    """

    job: Job
    answer: Any = None
    move: Any = None
    done: bool = False
    error: str = ""
    loses: str = ""


class LostError(Exception):
    """The player asked for a move cannot or will not go on; the message says why."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class Backend(Protocol):
    """What thinks. All is called in the thread, but for ``stop`` and ``close``."""

    def prepare(self, job: Job) -> None:
        """Load or compile what the job needs; may take long, and is told to the user."""

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        """The move and the answer. Hands answers on the way to ``so_far``, True asks to end.

        ``so_far(None)`` only asks. Raises ``LostError`` for a player that loses now.
        """

    def keep(self, seats: frozenset[Any]) -> None:
        """Let go of what was held for others than these."""

    def stop(self) -> None:
        """Make ``think`` return soon, even if it has yet to begin: until the next ``prepare``."""

    def close(self) -> None:
        """Make ``prepare`` and ``think`` return soon; there will be no further job."""


class BackgroundThinker:
    """The thread. ``want`` says what to think about now, ``take`` fetches what was found."""

    def __init__(
        self, make_backend: Callable[[], Backend], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make_backend, self._clock = make_backend, clock
        self._signal = threading.Condition()
        self._wanted: Job | None = None
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
        """Whether something is being thought about, or there are reports to take."""
        tidying = self._seats_held != self._seats and self._thread is not None
        thinking = self._wanted is not None or self._running is not None
        return thinking or tidying or self.has_reports

    @property
    def has_reports(self) -> bool:
        """Whether there are reports to take."""
        return bool(self._reports or self._faults)

    @property
    def running(self) -> bool:
        """Whether there is a thread, from the first job until it has ended behind ``close``."""
        return self._thread is not None and self._thread.is_alive()

    def want(self, job: Job | None) -> None:
        """Think about this and nothing else; about nothing with None."""
        with self._signal:
            if self._closed or job is self._wanted:
                return
            self._wanted = job
            self._reports.clear()
            if self._running is not None and self._running is not job:
                self._stop()
            if job is not None and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
                self._thread.start()
            self._signal.notify()

    def keep(self, seats: frozenset[Any]) -> None:
        """Let go of programs and the like held for other seats than these.

        What goes wrong is told once, as the error of a job whose kind is ``keep``.
        """
        with self._signal:
            self._seats = seats
            self._signal.notify()

    def hurry(self) -> None:
        """Let the job at hand end now, with what is known."""
        with self._signal:
            self._hurried = self._wanted
            self._stop()

    def take(self) -> list[Report]:
        """The reports since the last call: of the job that is wanted, and of letting go."""
        with self._signal:
            found = [*self._faults, *self._reports]
            self._faults.clear()
            self._reports.clear()
            if any(report.done for report in found):
                self._wanted = None
        return found

    def close(self, wait: float = 5.0) -> None:
        """Stop thinking for good, and wait so many seconds for the thread: it may be loading."""
        with self._signal:
            self._closed, self._wanted = True, None
            self._reports.clear()
            self._signal.notify()
        with suppress(Exception):  # whatever is wrong with it, the window closes
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
                if job is self._wanted:
                    self._reports.append(report)
                    self._wait_until_taken(job)

    def _wait_until_taken(self, job: Job) -> None:
        while job is self._wanted and not self._closed:
            self._signal.wait(0.1)

    def _let_go(self, seats: frozenset[Any]) -> None:
        """Keep these seats only; what goes wrong with the others must not end the thread."""
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
        """What is wanted, None where only the seats are others; and the seats to keep."""
        with self._signal:
            while self._wanted is None and self._seats_held == self._seats and not self._closed:
                self._signal.wait()
            self._running = None if self._closed else self._wanted
            return self._running, self._seats

    def _done(self, job: Job) -> Report:
        """Think a job through; whatever goes wrong becomes a line."""
        try:
            if self._backend is None:
                self._backend = self._make_backend()
            self.preparing_since = self._clock()
            self._backend.prepare(job)
            self.preparing_since = None
            if job is not self._wanted:
                return Report(job, done=True)
            step_back()
            move, answer = self._backend.think(job, self._teller(job))
            return Report(job, answer, move, done=True)
        except LostError as error:
            return Report(job, done=True, error=str(error), loses=error.kind)
        except BaseException as error:
            return Report(job, done=True, error=why_not(error))

    def _teller(self, job: Job) -> Callable[[Any], bool]:
        told = self._clock()

        def tell(answer: Any) -> bool:
            nonlocal told
            with self._signal:
                if job is not self._wanted or job is self._hurried or self._closed:
                    return True
                if answer is not None and self._clock() - told >= EVERY:
                    told = self._clock()
                    self._reports.append(Report(job, answer))
            return False

        return tell


def step_back() -> None:
    """Let this thread, and all that it starts, give way to the window where cores are scarce."""
    if sys.platform.startswith("linux"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@contextmanager
def quick_turns() -> Iterator[None]:
    """Let threads take turns often, so that one that runs Python delays no frame of another."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
