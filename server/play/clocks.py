"""One formula for all clocks: time at the start, what each move adds, and the most there can be.

A limit of days for each move, as the play-by-mail server's ``--forfeittime``, is the clock whose
start, increment and most are equal: a move fills it up again. A bank for the whole game, its
``--totaltime``, is one whose increment is 0. ``nag`` is not a limit: after so long the player is
reminded, once a move (``--nagtime``).

A clock that begins with less than a day is for a *live* game, which both play without leaving it,
or begin so, whatever a move adds: there each side's
clock begins to run after its first move, for which there is a time of its own, and vacation stops
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from server.durations import DAY, HOUR, MINUTE, in_words, is_live
from server.errors import BadRequestError

LONGEST = 366 * DAY
SHORTEST = 10.0  # seconds; faster is no game for a network

WAITS = 14 * DAY
"""For how long a game waits that is not live, or whose other player was sent a link."""

NAG_DAYS, FORFEIT_DAYS = 7.0, 21.0
"""What the play-by-mail server had where nothing was said."""


@dataclass(frozen=True)
class Clock:
    """How time is given, in seconds. ``start`` None: nobody is timed.

    ``most`` is the most that a player can have saved after a move, None for no limit.
    """

    start: float | None
    increment: float = 0.0
    most: float | None = None
    nag: float | None = None

    @classmethod
    def days_a_move(cls, days: float, nag: float | None = NAG_DAYS) -> Self:
        """So many days for each move, none saved."""
        return cls(days * DAY, days * DAY, days * DAY, None if nag is None else nag * DAY)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """A clock from the fields of JSON. Raises ``BadRequestError``."""
        unknown = set(given) - {"start", "increment", "most", "nag"}
        if unknown:
            raise BadRequestError(f"clock: no field {min(unknown)[:40]!r}")
        start = _seconds(given, "start")
        clock = cls(start, _seconds(given, "increment", 0.0) or 0.0, _seconds(given, "most"),
                    _seconds(given, "nag"))  # fmt: skip
        clock.check()
        return clock

    def check(self) -> None:
        """Raises ``BadRequestError`` for what is no clock."""
        if self.start is None:
            if self.increment or self.most is not None:
                raise BadRequestError("clock: an increment or a limit needs a start")
        elif not SHORTEST <= self.start <= LONGEST:
            raise BadRequestError("clock: start is from 10 seconds to 366 days")
        elif not 0.0 <= self.increment <= LONGEST:
            raise BadRequestError("clock: increment is from 0 to 366 days")
        elif self.most is not None and not self.start <= self.most <= LONGEST:
            raise BadRequestError("clock: most is from the start's time to 366 days")
        if self.nag is not None and not HOUR <= self.nag <= LONGEST:
            raise BadRequestError("clock: nag is from an hour to 366 days")

    @property
    def live(self) -> bool:
        """Whether it begins with less than a day."""
        return is_live(self.start)

    @property
    def first_move(self) -> float:
        """Seconds for either side's first move in a live game: a tenth of the clock.

        It is a minute at least, as long as a page may take to load, and an hour at most.
        """
        return min(max((self.start or 0.0) / 10, MINUTE), HOUR)

    @property
    def patience(self) -> float:
        """Seconds for which a game waits for who is asked to play it, or for whoever comes."""
        return HOUR if self.live else WAITS

    def after_move(self, left: float) -> float | None:
        """The time saved by who had ``left`` seconds when the move came."""
        if self.start is None:
            return None
        saved = max(left, 0.0) + self.increment
        return saved if self.most is None else min(saved, self.most)

    @property
    def text(self) -> str:
        """The clock in words: ``21 days a move``, ``5 minutes, 10 seconds more a move``."""
        if self.start is None:
            reminder = "" if self.nag is None else f", a reminder after {in_words(self.nag)}"
            return f"no clock{reminder}"
        if self.start == self.increment == self.most:
            return f"{in_words(self.start)} a move"
        parts = [f"{in_words(self.start)} for the game" if not self.increment
                 else in_words(self.start)]  # fmt: skip
        if self.increment:
            parts.append(f"{in_words(self.increment)} more a move")
        if self.most is not None and self.increment:
            parts.append(f"{in_words(self.most)} at most")
        return ", ".join(parts)


def _seconds(given: Mapping[str, Any], name: str, default: float | None = None) -> float | None:
    value = given.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LONGEST:
        raise BadRequestError(f"clock: {name} is a number of seconds, up to 366 days")
    return float(value)
