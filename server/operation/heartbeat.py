"""The time of a process, and its heartbeats: setting the machine's clock affects no game.

Within a process, time advances steadily, but never far beyond the last heartbeat: so nobody loses a
game before a standstill is noticed.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from boche.engine.durations import in_words
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking, tr, tr_later
from boche.server.announcements import Announcements, MaintenanceError, current
from boche.server.database.store import Store, Transaction
from boche.server.errors import UnavailableError
from boche.server.play.downtime import beat, keep_clocks, last_beat

BEAT = 2.0
"""Seconds from one heartbeat to the next."""
STANDSTILL = 5.0
"""Seconds without a heartbeat after which no one could have moved."""
BEGUN = 0.5
"""The same for a process that starts and finds itself alone."""

STOOD = tr_later("the server was suspended until now; nothing was changed. Try again in a moment")

log = logging.getLogger(__name__)


def steady() -> float:
    """Return seconds of a clock that cannot be set; including sleep, if the system can tell."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


@dataclass(frozen=True)
class HeartbeatReport:
    """The finding of a heartbeat: its delay, and how many clocks ran if they were restored.

    ``others`` is the offset of the others' time, if that is adopted; ``alone`` says that a starting
    process found no others.
    """

    now: float
    gap: float = 0.0
    clocks: int | None = None
    others: float = 0.0
    alone: bool = False
    announcements: Announcements = field(default_factory=Announcements)


@dataclass(frozen=True)
class Pulse:
    """The state of heartbeats: seconds since the last one, and those that it took.

    ``trouble`` is the reason why the last try failed, or empty.
    """

    age: float
    seconds: float
    trouble: str = ""


class Heartbeat:
    """A clock with ``now``, kept going by heartbeats.

    Each heartbeat also reads what the operators announce. In maintenance nothing is recorded, so
    that all clocks get the time back afterwards, as after any standstill.
    """

    announcements = Announcements()

    def __init__(
        self, store: Store,
        wall: Callable[[], float] = time.time, steadily: Callable[[], float] = steady,
    ) -> None:  # fmt: skip
        self._store, self._wall, self._steadily = store, wall, steadily
        self._offset = self._clock = wall() - steadily()
        self._valid_until = math.inf
        self._threshold = STANDSTILL
        self._lock = threading.Lock()
        self._last, self._took, self._trouble = steadily(), 0.0, ""

    @property
    def pulse(self) -> Pulse:
        """The state of the heartbeats."""
        return Pulse(self._steadily() - self._last, self._took, self._trouble)

    def now(self) -> float:
        """Return the time by which games are played, in seconds since 1970.

        Without a heartbeat it stops, if nothing else serves the database; if others do, it is
        unknown, as their time may have gone on. Raises ``UnavailableError`` then, and in
        maintenance.
        """
        if self.announcements.maintenance:
            raise MaintenanceError(self.announcements.maintenance)
        now = self._time()
        if now > self._valid_until and self._store.shared:
            raise UnavailableError(tr(STOOD))
        return min(now, self._valid_until)

    def _time(self) -> float:
        return self._steadily() + self._offset

    def begin(self) -> None:
        """Check the last heartbeat before anybody can move. Raises ``UnavailableError``."""
        self._beat(begins=True)

    def beat(self) -> None:
        """Record a heartbeat. Raises ``UnavailableError`` if it cannot be written."""
        self._beat(begins=False)

    def _beat(self, *, begins: bool) -> None:
        with self._lock:
            start = self._steadily()
            try:
                beat = self._store.write(lambda transaction: self._judge(transaction, begins))
            except UnavailableError as error:
                self._trouble = str(error)
                raise
            self._last = self._steadily()
            self._took, self._trouble = self._last - start, ""
            if beat.announcements != self.announcements:
                self._report_lines(beat.announcements)
            self.announcements = beat.announcements
            self._offset += beat.others
            # Startup time is not counted either.
            self._threshold = BEGUN if begins and beat.alone else STANDSTILL
            self._valid_until = beat.now + STANDSTILL
        with speaking(ENGLISH):  # as all of the log is
            self._report(beat, begins)
            self._check_wall_clock()

    def _judge(self, transaction: Transaction, begins: bool) -> HeartbeatReport:
        now, last = self._time(), last_beat(transaction)
        if last is None:
            last = now
        gap, announced = now - last, current(transaction)
        alone = begins and self._store.joins(transaction)
        if announced.maintenance:
            return HeartbeatReport(now, announcements=announced)
        if abs(gap) <= (BEGUN if alone else self._threshold):
            beat(transaction, max(now, last))
            return HeartbeatReport(now, gap, alone=alone, announcements=announced)
        if not alone and (begins or gap < 0.0):
            beat(transaction, last)
            return HeartbeatReport(last, gap, others=-gap, announcements=announced)
        clocks = keep_clocks(transaction, last, now)
        beat(transaction, now)
        return HeartbeatReport(now, gap, clocks, alone=alone, announcements=announced)

    def _report_lines(self, now: Announcements) -> None:
        if now.maintenance != self.announcements.maintenance:
            log.warning("maintenance: %s", now.maintenance or "over")
        if now.banner != self.announcements.banner:
            log.info("banner: %s", now.banner or "none")

    def _report(self, beat: HeartbeatReport, begins: bool) -> None:
        size = in_words(abs(beat.gap))
        if beat.others:
            where = "behind" if beat.gap > 0 else "ahead of"
            log.warning("the others who serve this database are %s %s this machine's clock: "
                        "their time is taken", size, where)  # fmt: skip
        elif not beat.clocks or not (begins or abs(beat.gap) > STANDSTILL):
            return
        elif beat.gap > 0:
            log.warning("nobody could move for %s; no clock counts it (%s ran)", size, beat.clocks)
        else:
            log.warning("this machine's clock was set back by %s or more; no clock of a game "
                        "counts it (%s ran)", size, beat.clocks)  # fmt: skip

    def _check_wall_clock(self) -> None:
        """Log once that the machine's clock was set."""
        clock = self._wall() - self._steadily()
        step, self._clock = clock - self._clock, clock
        if abs(step) > STANDSTILL:
            log.warning("this machine's clock was set %s by %s: games are played by the time as it "
                        "was until the server is started again",
                        "ahead" if step > 0 else "back", in_words(abs(step)))  # fmt: skip
