"""Lines of the log about what others cause: few, however much they send.

What somebody at an address is refused gets a line at once, and then one a minute with a count.
Lines hold nothing that was sent: words of this program, addresses that are numbers, and counts.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

MINUTE = 60.0
MOST_SOURCES = 200
"""Kinds and sources with a line of their own within a minute; others are counted together."""
MOST_LINES = 60
"""Lines about mails of a kind within a minute; further ones are counted."""
OTHERS, UNKNOWN, BY_MAIL = "other addresses", "an unknown address", "a mail"

log = logging.getLogger(__name__)


@dataclass
class _Counted:
    """The start of a minute, and what came in it after the first line."""

    since: float
    count: int = 0


class Tally:
    """A counter of refusals, usable from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._refused: dict[tuple[str, str], _Counted] = {}
        self._lines: dict[str, _Counted] = {}
        self._timer: threading.Timer | None = None

    @property
    def tells(self) -> bool:
        """Whether the log has lines about refusals, with addresses: at the level ``info``."""
        return log.isEnabledFor(logging.INFO)

    def refused(self, what: str, address: str, where: str = "") -> None:
        """Log that something was refused to an address, or count it within the minute.

        ``what`` and ``where`` are the program's own words.
        """
        self.flush()
        source, now = source_of(address), self._clock()
        with self._lock:
            seen = self._refused.get((what, source))
            if seen is None and len(self._refused) >= MOST_SOURCES:
                source = OTHERS
                seen = self._refused.setdefault((what, source), _Counted(now))
            if seen is None:
                self._refused[what, source] = _Counted(now)
                _say(f"{what}{where and f' ({where})'}", 1, source)
            else:
                seen.count += 1
            self._wait()

    def line(self, level: int, kind: str, text: str) -> None:
        """Log a line about a mail, or count it if there were many of its kind within the minute."""
        self.flush()
        with self._lock:
            seen = self._lines.setdefault(kind, _Counted(self._clock()))
            seen.count += 1
            if seen.count <= MOST_LINES:
                log.log(level, "%s", text)
            self._wait()

    def flush(self, *, everything: bool = False) -> None:
        """Log the counts of minutes that are over, or of all."""
        now = self._clock()
        with self._lock:
            for (what, source), seen in list(self._refused.items()):
                if not everything and now - seen.since < MINUTE:
                    continue
                if seen.count:
                    _say(what, seen.count, source)
                    self._refused[what, source] = _Counted(now)
                if everything or not seen.count:
                    del self._refused[what, source]
            for kind, seen in list(self._lines.items()):
                if everything or now - seen.since >= MINUTE:
                    if seen.count > MOST_LINES:
                        log.warning("%s: %s more in a minute", kind, seen.count - MOST_LINES)
                    del self._lines[kind]

    def _wait(self) -> None:
        """Have what is counted logged even if nothing more comes."""
        if self._timer is None:
            self._timer = threading.Timer(MINUTE, self._on_time)
            self._timer.daemon = True
            self._timer.start()

    def _on_time(self) -> None:
        self._timer = None
        self.flush()
        with self._lock:
            if self._refused or self._lines:
                self._wait()


TALLY = Tally()
"""The tally of this process, as there is one log."""


def source_of(address: str) -> str:
    """Return an address for the log, if it is one: a proxy may report any text."""
    for kind in (ip_address, ip_network):
        try:
            return str(kind(address))
        except ValueError:
            continue
    return BY_MAIL if address.startswith(("mail ", "account ")) else UNKNOWN


def _say(what: str, count: int, source: str) -> None:
    times = "" if count == 1 else f" {count} more times in a minute,"
    log.info("%s,%s from %s", what, times, source,
             extra={"fields": {"refused": what, "times": count, "address": source}})  # fmt: skip
