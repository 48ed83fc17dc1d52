"""Clocks by name, the same in the lobby, on the front page and in the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boche.engine.durations import DAY, MINUTE
from boche.engine.languages.current import tr, tr_later
from boche.server.errors import BadRequestError
from boche.server.play.clocks import Clock


@dataclass(frozen=True)
class NamedClock:
    """A clock with a name for programs, and a title for people."""

    name: str
    title: str
    clock: Clock


LIVE = (
    NamedClock("3+2", tr_later("3 min + 2 s a move"), Clock(3 * MINUTE, 2.0)),
    NamedClock("5+5", tr_later("5 min + 5 s a move"), Clock(5 * MINUTE, 5.0)),
    NamedClock("15+10", tr_later("15 min + 10 s a move"), Clock(15 * MINUTE, 10.0)),
)
SLOW = (
    NamedClock("1-day", tr_later("1 day a move"), Clock.days_a_move(1.0, 0.5)),
    NamedClock("3-days", tr_later("3 days a move"), Clock.days_a_move(3.0, 2.0)),
    NamedClock(
        "bank", tr_later("10 days + 1 day a move"), Clock(10 * DAY, DAY, 20 * DAY, nag=7 * DAY)
    ),
)
NAMED = {named.name: named for named in (*LIVE, *SLOW)}

_BY_TIMES = {
    (named.clock.start, named.clock.increment, named.clock.most): named for named in NAMED.values()
}


def read_clock(value: object) -> Clock:
    """Return the clock of a name or of JSON's fields. Raises ``BadRequestError``."""
    if isinstance(value, str):
        if value not in NAMED:
            raise BadRequestError(
                tr(
                    "clock: unknown clock {value!r} (choose from {choices})",
                    value=value[:40],
                    choices=", ".join(NAMED),
                )
            )
        return NAMED[value].clock
    if not isinstance(value, Mapping):
        raise BadRequestError(tr("clock: expected an object or a name"))
    return Clock.read(value)


def title_of(clock: Clock) -> str:
    """Return a clock's title if it has a name, else the clock in words."""
    named = _BY_TIMES.get((clock.start, clock.increment, clock.most))
    return clock.text if named is None else tr(named.title)
