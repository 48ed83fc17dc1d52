"""The state of a process for those who watch it: its database, its disk and its mail.

Nothing here asks the database: a heartbeat does so every two seconds anyway, so an answer comes at
once, also while the database is away.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from boche.server.infrastructure.supervision import RECENT, REGISTER
from boche.server.operation.heartbeat import STANDSTILL, Pulse

ROOM = 100 * 10**6
"""Free bytes on the disk below which something has to be done."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Part:
    """A part of the server: whether it works, and a line on that."""

    ok: bool
    says: str


@dataclass
class MailStatus:
    """The state of outgoing mail. ``trouble`` says why the mail server cannot be reached."""

    trouble: str = ""

    def failed(self, reason: str) -> None:
        """Note that the mail server takes no mail; the log has that once."""
        if not self.trouble:
            log.warning(
                "the mail server does not take mail: %s; it is tried again until it does", reason
            )
        self.trouble = reason

    def works(self) -> None:
        """Note that the mail server can be reached."""
        if self.trouble:
            log.warning("the mail server takes mail again")
        self.trouble = ""


@dataclass
class Vitals:
    """The parts of a server. ``folder`` is where its files are, ``mail`` None if it sends none."""

    pulse: Callable[[], Pulse] = lambda: Pulse(0.0, 0.0)
    folder: Path | None = None
    mail: MailStatus | None = None
    parts: dict[str, Callable[[], Part]] = field(init=False)
    _low: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.parts = {
            "database": self._database, "disk": self._disk, "mail": self._mail,
            "threads": threads,
        }  # fmt: skip

    def _database(self) -> Part:
        pulse = self.pulse()
        if pulse.trouble:
            return Part(False, f"{pulse.trouble} (for {pulse.age:.0f} s)")
        if pulse.age > STANDSTILL:
            return Part(False, f"it has not answered for {pulse.age:.0f} s")
        return Part(True, f"written to {pulse.age:.1f} s ago, in {1000 * pulse.seconds:.0f} ms")

    @property
    def free(self) -> int | None:
        """Free bytes where the files are; None if there are none, or their folder is gone."""
        try:
            return None if self.folder is None else shutil.disk_usage(self.folder).free
        except OSError:
            return None

    def _disk(self) -> Part:
        if self.folder is None:
            return Part(True, "nothing is stored on this machine")
        free = self.free
        if free is None:
            return Part(False, "the data folder cannot be read")
        found = room(free)
        if found.ok == self._low:
            self._low = not found.ok
            log.warning("the disk: %s", found.says)
        return found

    def _mail(self) -> Part:
        if self.mail is None:
            return Part(True, "this process sends none")
        if self.mail.trouble:
            return Part(False, f"the mail server does not take mail: {self.mail.trouble}")
        return Part(True, "the mail server took the last mail, or was not needed yet")


def threads() -> Part:
    """Judge the threads, tasks and processes that run all the time: each is started again."""
    ended = {name: ends for name, ends in REGISTER.ends().items() if ends.count}
    recent = {name: ends for name, ends in ended.items() if ends.last < RECENT}
    if not recent:
        total = sum(ends.count for ends in ended.values())
        return Part(True, f"all run; unexpected ends since the start: {total}")
    says = "; ".join(
        f"{name} ended {_times(ends.count)}, {ends.last:.0f} s ago" for name, ends in recent.items()
    )
    return Part(False, f"{says}: it was started again, and the log says why")


def _times(count: int) -> str:
    return "unexpectedly" if count == 1 else f"unexpectedly {count} times, the last time"


def room(free: int) -> Part:
    """Judge the free bytes of a disk."""
    if free < ROOM:
        return Part(False, f"only {free / 10**6:,.0f} MB are free: free up space")
    return Part(True, f"{free / 10**9:,.1f} GB are free")
