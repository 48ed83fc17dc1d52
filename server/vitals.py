"""The state of a process for those who watch it: its database, its disk and its mail.

Nothing here asks the database: a heartbeat does so every two seconds anyway, so an answer comes at
once, also while the database is away.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from boche.server.heartbeat import STANDSTILL, Pulse

ROOM = 100 * 10**6
"""Free bytes on the disk below which something has to be done."""


@dataclass(frozen=True)
class Part:
    """A part of the server: whether it works, and a line on that."""

    ok: bool
    says: str


@dataclass
class MailStatus:
    """The state of outgoing mail. ``trouble`` says why the mail server cannot be reached."""

    trouble: str = ""


@dataclass
class Vitals:
    """The parts of a server. ``folder`` is where its files are, ``mail`` None if it sends none."""

    pulse: Callable[[], Pulse] = lambda: Pulse(0.0, 0.0)
    folder: Path | None = None
    mail: MailStatus | None = None
    parts: dict[str, Callable[[], Part]] = field(init=False)

    def __post_init__(self) -> None:
        self.parts = {"database": self._database, "disk": self._disk, "mail": self._mail}

    def _database(self) -> Part:
        pulse = self.pulse()
        if pulse.trouble:
            return Part(False, f"{pulse.trouble} (for {pulse.age:.0f} s)")
        if pulse.age > STANDSTILL:
            return Part(False, f"it has not answered for {pulse.age:.0f} s")
        return Part(True, f"written to {pulse.age:.1f} s ago, in {1000 * pulse.seconds:.0f} ms")

    def _disk(self) -> Part:
        if self.folder is None:
            return Part(True, "nothing is stored on this machine")
        try:
            free = shutil.disk_usage(self.folder).free
        except OSError as error:
            return Part(False, f"the data folder cannot be read: {error.strerror}")
        return room(free)

    def _mail(self) -> Part:
        if self.mail is None:
            return Part(True, "this process sends none")
        if self.mail.trouble:
            return Part(False, f"the mail server does not take mail: {self.mail.trouble}")
        return Part(True, "the mail server took the last mail, or was not needed yet")


def room(free: int) -> Part:
    """Judge the free bytes of a disk."""
    if free < ROOM:
        return Part(False, f"only {free / 10**6:,.0f} MB are free: make room")
    return Part(True, f"{free / 10**9:,.1f} GB are free")
