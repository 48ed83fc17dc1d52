"""The process that makes a file for the window, as the window sees it."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar

from boche.engine.errors import why_not
from boche.engine.languages.current import current, tr
from boche.engine.process.launch import launch
from boche.engine.process.process_tree import ProcessGroup, RunningProcess, close_pipes
from boche.viewer.export.jobs import Job

WORKER = ("-m", "boche.viewer.export.worker")

Step = TypeVar("Step")


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


# How long it takes: measured on a small piece before it begins, corrected by what is done.

SURE = 1.0
"""Seconds after which the time left is worth telling, if none was estimated."""
START = 2.0
"""Seconds that a process needs before its first step, until one has been timed."""
TRUSTED = 0.25
"""The share of a file after which only its own pace counts for the time left."""
LONG = 3.0
"""Seconds from which on the time that a file takes is told before it is begun."""
MOST_OFF = 20.0
"""How many times slower or faster than it was measured a kind of file is believed to be."""


@dataclass(frozen=True)
class Estimate:
    """What is known of a file before it is begun: its ``kind``, and the measured ``work``.

    ``work`` is in seconds from the first step to the last. It is None where nothing is measured:
    then the last file of this kind counts.
    """

    kind: Hashable
    work: float | None = None


class Speeds:
    """How fast this machine makes files: what was measured, and how far off that was."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.measured: dict[Hashable, tuple[float, ...]] = {}
        """What was measured of small pieces, so that nothing is measured twice."""
        self._start = START
        self._ratios: dict[Hashable, float] = {}
        self._last: dict[Hashable, float] = {}

    def watch(self) -> Stopwatch:
        """Return a watch that goes by the same clock."""
        return Stopwatch(self._clock)

    def work(self, estimate: Estimate) -> float | None:
        """Return the seconds of work on a file, None if they are not known."""
        if estimate.work is None:
            return self._last.get(estimate.kind)
        return estimate.work * self._ratios.get(estimate.kind, 1.0)

    def whole(self, estimate: Estimate) -> float | None:
        """Return the seconds until a file is there, None if they are not known."""
        work = self.work(estimate)
        return None if work is None else self._start + work

    def learn(self, estimate: Estimate, elapsed: float, started: float | None) -> None:
        """Take note of a file that is there, and of when its first step began, if it told."""
        if started is not None:
            self._start = started
        took = max(elapsed - self._start, 0.0)
        if estimate.work is None:
            self._last[estimate.kind] = took
        elif estimate.work > 0.0:
            ratio = took / estimate.work
            self._ratios[estimate.kind] = min(max(ratio, 1 / MOST_OFF), MOST_OFF)


class Stopwatch:
    """The sum of the ``seconds`` that steps take, without what happens between them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self.seconds = clock, 0.0

    def through(self, steps: Iterable[Step]) -> Iterator[Step]:
        """Yield the steps, and time each."""
        going = iter(steps)
        while True:
            begun = self._clock()
            try:
                step = next(going)
            except StopIteration:
                return
            finally:
                self.seconds += self._clock() - begun
            yield step


def grown(small: tuple[int, float], large: tuple[int, float], pixels: int) -> float:
    """Return the seconds for so many pixels, from two measurements (pixels, seconds)."""
    if large[0] <= small[0]:
        return large[1] * pixels / large[0]
    slope = max(large[1] - small[1], 0.0) / (large[0] - small[0])
    return max(large[1] + slope * (pixels - large[0]), 0.0)


def with_time(told: str, speeds: Speeds, estimate: Estimate | None) -> str:
    """Return a text with how long a file takes, before it is begun, if that is long."""
    seconds = None if estimate is None else speeds.whole(estimate)
    if seconds is None or seconds < LONG:
        return told
    rough = 1 if seconds < 10 else 5 if seconds < 60 else 10
    takes = tr("Making it takes about {time}.", time=_clock(rough * round(seconds / rough)))
    return f"{told} {takes}"


def left_told(seconds: float) -> str:
    """Return the time that is left as it is shown."""
    return tr("{time} left", time=_clock(max(round(seconds), 0)))


def _clock(whole: int) -> str:
    """Return seconds as on a clock, such as ``1:15``."""
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def time_left(
    report: Report,
    elapsed: float,
    started: float | None = None,
    work: float | None = None,
    whole: float | None = None,
) -> float | None:
    """Return the seconds that are left after ``elapsed`` ones, or None while that is a guess.

    The first step began after ``started`` seconds. ``work`` and ``whole`` are the estimated seconds
    from then on, and with the start; the more is done, the less they count.
    """
    if not report.count:
        return whole - elapsed if whole is not None and elapsed < whole else None
    share = report.done / report.count
    if work is None and (elapsed < SURE or not share):
        return None
    guess = (work or 0.0) * (1.0 - share)
    if not share:
        return guess
    pace = (elapsed - (started or 0.0)) / share * (1.0 - share)
    trust = 1.0 if work is None else min(share / TRUSTED, 1.0)
    return trust * pace + (1.0 - trust) * guess
