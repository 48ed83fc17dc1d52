"""Database trouble as logged for the operator: its start, a line a minute, and its end.

A line for each failed request would bury the cause.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

AGAIN = 60.0
"""Seconds between two lines about continuing trouble."""

QUIET = 1.0
"""Seconds without a failure before a success counts as the end of the trouble."""

ADVICE = (
    ("full", "make room on its disk"),
    ("disk i/o", "see whether its disk is full, or fails"),
    ("readonly", "see who may write to it"),
    ("read-only", "see who may write to it"),
    ("unable to open", "see who may read and write its folder"),
    ("locked", "end the other program that writes to it, or wait"),
    ("consuming input", "see that PostgreSQL runs and can be reached"),  # without a connection
    ("connect", "see that PostgreSQL runs and can be reached"),
    ("terminat", "see that PostgreSQL runs and can be reached"),
    ("pipeline", "see that PostgreSQL runs and can be reached"),  # lost between two statements
    ("shut", "see that PostgreSQL runs and can be reached"),
)
"""Advice for the operator, by a part of the database's message."""

log = logging.getLogger(__name__)


class Trouble:
    """The state of a database's trouble. Usable from any thread."""

    def __init__(self, shown: str, now: Callable[[], float] = time.monotonic) -> None:
        self._shown, self._now = shown, now
        self._lock = threading.Lock()
        self._started: float | None = None
        self._reported = self._last = 0.0
        self._count = 0
        self._damage: float | None = None

    def note(self, reason: str) -> None:
        """Report a failed read or write."""
        with self._lock:
            now = self._last = self._now()
            if self._started is None:
                self._started = self._reported = now
                self._count = 1
                line = (
                    f"{reason}; {_advice(reason)}. Until then nothing is changed, and pages say so"
                )
            else:
                self._count += 1
                if now - self._reported < AGAIN:
                    return
                self._reported = now
                line = (
                    f"{reason}, still, after {now - self._started:.0f} s and {self._count} failures"
                )
        log.warning("the database %s: %s", self._shown, line)

    def over(self) -> None:
        """Report a successful write: any trouble is over."""
        if self._started is None:  # the usual case
            return
        with self._lock:
            now = self._now()
            if self._started is None or now - self._last < QUIET:
                return
            seconds, self._started = now - self._started, None
        log.warning("the database %s: it is back after %.0f s; %s requests and looks had failed",
                    self._shown, seconds, self._count)  # fmt: skip

    def damage(self, reason: str) -> None:
        """Report that the database is corrupt; that does not end by itself."""
        with self._lock:
            now = self._now()
            if self._damage is not None and now - self._damage < AGAIN:
                return
            self._damage = now
        log.error(
            "the database %s is damaged (%s): stop, and restore a backup", self._shown, reason
        )


def _advice(reason: str) -> str:
    small = reason.casefold()
    return next((advice for word, advice in ADVICE if word in small), "see to it")
