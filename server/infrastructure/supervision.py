"""Threads and tasks that run as long as the process: each is started again if it ends.

One mail, game or notification that nobody foresaw must not stop those of everybody else. What ends
by an error is logged, counted for ``/health/ready`` and the metrics, and started again after a
pause, which grows if it keeps ending.

They speak English, as what they say is for the log, and some begin while the process still speaks
to its operator; what they write to somebody is in the language of its reader.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking

LONGEST = 60.0
"""Seconds of the longest pause; what has run for as long is started again at once."""
RECENT = 600.0
"""Seconds for which an end is reported as trouble."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ends:
    """The number of unexpected ends, and the time of the last one."""

    count: int = 0
    last: float = 0.0


class Register:
    """The unexpected ends of whatever runs in a process, by name. Usable from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._ends: dict[str, Ends] = {}

    def expect(self, *names: str) -> None:
        """Count from zero what has not ended yet."""
        with self._lock:
            for name in names:
                self._ends.setdefault(name, Ends())

    def count(self, name: str) -> int:
        """Count an unexpected end that is logged elsewhere; return how many there were."""
        with self._lock:
            count = self._ends.get(name, Ends()).count + 1
            self._ends[name] = Ends(count, self._clock())
        return count

    def note(self, name: str, error: BaseException | None) -> None:
        """Count an unexpected end, and log it with its place."""
        count = self.count(name)
        times = "" if count == 1 else f", for the {count}th time"
        log.error("%s: it ended unexpectedly%s", name, times, exc_info=error)

    def ends(self) -> dict[str, Ends]:
        """Return the ends by name; instead of the time of the last one, how long ago it was."""
        now = self._clock()
        with self._lock:
            return {name: replace(ends, last=now - ends.last) for name, ends in self._ends.items()}


REGISTER = Register()
"""The register of this process, as there is one log."""


class KeptThread:
    """A thread that is started again if ``run`` raises; if ``run`` returns, it is done."""

    def __init__(self, name: str, run: Callable[[], object], longest: float = LONGEST) -> None:
        self._name, self._run, self._longest = name, run, longest
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._keep, name=name, daemon=True)

    def start(self) -> None:
        REGISTER.expect(self._name)
        self._thread.start()

    def close(self, timeout: float | None = None) -> None:
        """Wait until ``run``, which has been told to end, has returned; it is not started again."""
        self._closed.set()
        self.join(timeout)

    def join(self, timeout: float | None = None) -> None:
        """Wait until ``run`` has returned."""
        self._thread.join(timeout)

    def _keep(self) -> None:
        pauses = _Pauses(self._longest)
        while True:
            try:
                with speaking(ENGLISH):
                    self._run()
            except BaseException as error:
                REGISTER.note(self._name, error)
            else:
                return
            if self._closed.wait(pauses.next()):
                return


async def keep(name: str, run: Callable[[], Awaitable[object]], longest: float = LONGEST) -> None:
    """Run a coroutine until it returns or this task is cancelled; if it raises, run another."""
    REGISTER.expect(name)
    pauses = _Pauses(longest)
    while True:
        try:
            with speaking(ENGLISH):
                await run()
        except BaseException as error:
            task = asyncio.current_task()
            if isinstance(error, GeneratorExit) or (task is not None and task.cancelling()):
                raise
            REGISTER.note(name, error)
        else:
            return
        await asyncio.sleep(pauses.next())


@contextmanager
def shielded(name: str) -> Iterator[None]:
    """Note what the block raises, and go on after it: for a part that others do not depend on."""
    try:
        yield
    except BaseException as error:
        REGISTER.note(name, error)


class _Pauses:
    """Seconds until the next start: none at first, more each time, none again after a long run."""

    def __init__(self, longest: float) -> None:
        self._longest, self._count, self._since = longest, 0, time.monotonic()

    def next(self) -> float:
        now = time.monotonic()
        if now - self._since > LONGEST:
            self._count = 0
        pause = min(2.0**self._count - 1, self._longest)
        self._since, self._count = now + pause, min(self._count + 1, 10)
        return pause
