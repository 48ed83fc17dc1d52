"""The clocks of games on a server: the common time control, reminders, and waiting times.

``nag`` is not a limit: after that time the player is reminded, once per move (``--nagtime``).

A clock that begins with less than a day is for a *live* game, which is meant to be played in one
sitting, whatever the increment. There each side's clock starts after its first move, for which
there is a separate time, and vacation stops nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

from boche.engine.durations import DAY, HOUR, MINUTE, in_words, is_live
from boche.engine.languages.current import tr
from boche.engine.time_control import LONGEST, TimeControl
from boche.server.errors import BadRequestError

Seconds = Annotated[float, "seconds"]

SHORTEST = 10.0  # seconds; too fast for a network otherwise

WAITS = 14 * DAY
"""Waiting time for a game that is not live, or whose other player was sent a link."""

NAG_DAYS, FORFEIT_DAYS = 7.0, 21.0
"""Defaults of the play-by-mail server."""


FIELDS = ("start", "increment", "most", "nag")
"""The fields of a clock in JSON; there is no byo-yomi here."""


@dataclass(frozen=True)
class Clock(TimeControl):
    """A time control with a reminder, in seconds."""

    nag: float | None = None

    @classmethod
    def days_a_move(cls, days: float, nag: float | None = NAG_DAYS) -> Self:
        """Return a clock of so many days per move, none saved."""
        limit = days * DAY
        return cls(limit, limit, limit, nag=None if nag is None else nag * DAY)

    @classmethod
    def read(cls, settings: Mapping[str, Any]) -> Self:
        """Read a clock from the fields of JSON. Raises ``BadRequestError``."""
        unknown = set(settings) - {*FIELDS}
        if unknown:
            raise BadRequestError(tr("clock: unknown field {unknown!r}", unknown=min(unknown)[:40]))
        start = _seconds(settings, "start")
        clock = cls(start, _seconds(settings, "increment", 0.0) or 0.0, _seconds(settings, "most"),
                    nag=_seconds(settings, "nag"))  # fmt: skip
        clock.check()
        return clock

    @property
    def fields(self) -> dict[str, float | None]:
        """The fields of JSON, as ``read`` reads them."""
        return {name: getattr(self, name) for name in FIELDS}

    def check(self) -> None:
        """Raise ``BadRequestError`` if the values are invalid."""
        if self.start is None:
            if self.increment or self.most is not None:
                raise BadRequestError(tr("clock: an increment or a limit needs a start"))
        elif not SHORTEST <= self.start <= LONGEST:
            raise BadRequestError(tr("clock: start must be from 10 seconds to 366 days"))
        elif not 0.0 <= self.increment <= LONGEST:
            raise BadRequestError(tr("clock: increment must be from 0 to 366 days"))
        elif self.most is not None and not self.start <= self.most <= LONGEST:
            raise BadRequestError(tr("clock: most must be from the start's time to 366 days"))
        if self.nag is not None and not HOUR <= self.nag <= LONGEST:
            raise BadRequestError(tr("clock: nag must be from an hour to 366 days"))

    @property
    def live(self) -> bool:
        """True if the clock begins with less than a day."""
        return is_live(self.start)

    @property
    def first_move(self) -> float:
        """Seconds for either side's first move in a live game: a tenth of the clock.

        It is at least a minute, as long as a page may take to load, and at most an hour.
        """
        return min(max((self.start or 0.0) / 10, MINUTE), HOUR)

    @property
    def patience(self) -> float:
        """Seconds for which a game waits for a challenged player, or for anyone to join."""
        return HOUR if self.live else WAITS

    @property
    def text(self) -> str:
        """The clock in words, with the reminder if nobody is timed."""
        if self.start is None and self.nag is not None:
            return tr("no clock, a reminder after {time}", time=in_words(self.nag))
        return super().text


def _seconds(settings: Mapping[str, Any], name: str, default: float | None = None) -> float | None:
    value = settings.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LONGEST:
        raise BadRequestError(
            tr("clock: {name} must be a number of seconds, up to 366 days", name=name)
        )
    return float(value)
