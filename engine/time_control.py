"""Time controls: one formula for all clocks, at the table and on a server.

A clock has an initial time, an increment per move, and a maximum. A limit of days per move, like
the play-by-mail server's ``--forfeittime``, is a clock whose start, increment and maximum are
equal: each move fills it up again. After the main time there may be byo-yomi: periods, each of
which lasts as long as every move is made within it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import Self

from boche.engine.durations import DAY, MINUTE, in_words
from boche.engine.errors import OptionError
from boche.engine.languages.current import tr, tr_count

LONGEST = 366 * DAY
MOST_PERIODS = 99

MOVES_TO_COME = 20
"""Number of moves over which the remaining main time is divided, at each move anew."""

SAFETY = 0.9
"""Share of the available time that a program uses; the rest is for communication."""

TENTHS = 10.0
"""Seconds below which a clock shows tenths."""

LEAST = 0.05
"""The least time in seconds that a program is given for a move."""


@dataclass(frozen=True)
class TimeLeft:
    """A player's remaining time in seconds; in byo-yomi that of the current period.

    ``periods`` is the number of byo-yomi periods left, the current one included; None in main time.
    """

    seconds: float
    periods: int | None = None

    @property
    def is_out(self) -> bool:
        """True if the time has run out."""
        return self.seconds <= 0.0


@dataclass(frozen=True)
class TimeControl:
    """A time control in seconds. With ``start`` None, nobody is timed.

    ``most`` is the maximum that a player can have saved after a move, or None for no limit. After
    the main time follow ``periods`` of byo-yomi of ``period`` seconds each. ``second`` is a
    handicap: the main time of the player who plays second, or None if it is ``start`` as well.
    """

    start: float | None
    increment: float = 0.0
    most: float | None = None
    periods: int = 0
    period: float = 0.0
    second: float | None = field(default=None, kw_only=True)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``5``, ``5+3`` (minutes, seconds more a move) or ``10+3x30`` (byo-yomi).

        Both may follow: ``10+5+3x30``. In ``5/1+3`` the player who plays second has a minute.
        Times may have units: ``5 min 3 s``, ``5:03``, ``1 h``, ``10 min + 3 x 30 s``.
        Raises ``OptionError`` for anything else.
        """
        match = _SHORT.fullmatch(_without_units(text))
        if match is None:
            raise OptionError(
                tr(
                    "{text!r} is not a clock; write 5, 5+3 or 10+3x30, or a time: 5:03, 5 min 3 s",
                    text=text[:40],
                )
            )
        minutes, second, *overtime = match.groups()
        increment, periods, period = (float(part or 0) for part in overtime)
        control = cls(_seconds_in(minutes), increment, None, int(periods), period)
        if second is not None and float(second) != float(minutes):
            control = replace(control, second=_seconds_in(second))
        if not all(0.0 < control.of(side).total <= LONGEST for side in (0, 1)):
            raise OptionError(
                tr("{text!r} is not a clock; it needs some time, up to 366 days", text=text[:40])
            )
        return control

    @property
    def short(self) -> str:
        """The control as ``parse`` reads it; empty if nobody is timed."""
        if self.start is None:
            return ""
        mains = [self.start] if self.second is None else [self.start, self.second]
        parts = [
            "/".join(f"{main / MINUTE:.4f}".rstrip("0").rstrip(".") for main in mains),
            f"{self.increment:g}" if self.increment else "",
        ]
        parts.append(f"{self.periods}x{self.period:g}" if self.periods else "")
        return "+".join(filter(None, parts))

    @property
    def total(self) -> float:
        """Seconds until a player is out of time who never moves; with a handicap the first one."""
        return (self.start or 0.0) + self.periods * self.period

    # -- a handicap

    def of(self, side: int) -> Self:
        """Return the control of who plays first, for side 0, or second, for 1: one for both."""
        if self.second is None:
            return self
        return replace(self, start=self.second if side else self.start, second=None)

    def with_mains(self, first: float | None, second: float | None) -> Self:
        """Return the control with a main time in seconds for each side.

        None stands for the usual one, and so does one that would leave a player without any time.
        """
        usual, more = self.start, self.periods * self.period
        first, second = (
            usual if own is None or own + more <= 0.0 else own for own in (first, second)
        )
        return replace(self, start=first, second=None if second == first else second)

    @property
    def exchanged(self) -> Self:
        """The control if the other player plays first: each keeps their time."""
        return self if self.second is None else self.with_mains(self.second, self.start)

    @property
    def text(self) -> str:
        """The clock in words: ``21 days a move``, ``5 minutes, 10 seconds more a move``."""
        if self.start is None:
            return tr("no clock")
        if self.start == self.increment == self.most:
            return tr("{time} a move", time=in_words(self.start))
        parts = []
        if self.start or not self.periods:
            time = in_words(self.start)
            more = self.increment or self.periods
            parts.append(time if more else tr("{time} for the game", time=time))
        if self.increment:
            parts.append(tr("{time} more a move", time=in_words(self.increment)))
        if self.most is not None and self.increment:
            parts.append(tr("{time} at most", time=in_words(self.most)))
        if self.periods:
            time = in_words(self.period)
            if parts:
                text = tr_count(
                    "then {count} period of {time} a move",
                    "then {count} periods of {time} a move",
                    self.periods,
                    time=time,
                )
            else:
                text = tr_count(
                    "{count} period of {time} a move",
                    "{count} periods of {time} a move",
                    self.periods,
                    time=time,
                )
            parts.append(text)
        return ", ".join(parts)

    # -- counting

    def after_move(self, remaining: float) -> float | None:
        """Return the time saved after a move that came with ``remaining`` seconds on the clock."""
        if self.start is None:
            return None
        saved = max(remaining, 0.0) + self.increment
        return saved if self.most is None else min(saved, self.most)

    @property
    def full(self) -> TimeLeft:
        """A player's time at the beginning."""
        if not self.start and self.periods:
            return TimeLeft(self.period, self.periods)
        return TimeLeft(self.start or 0.0)

    def spent(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """Return what is left after some seconds of thought; nothing if they are too many."""
        if seconds < left.seconds:
            return TimeLeft(left.seconds - max(seconds, 0.0), left.periods)
        over = seconds - left.seconds
        periods = self.periods if left.periods is None else left.periods - 1
        if periods <= 0 or self.period <= 0.0 or over >= periods * self.period:
            return TimeLeft(0.0, None if left.periods is None and not self.periods else 0)
        used = min(int(over // self.period), periods - 1)
        return TimeLeft(self.period - (over - used * self.period), periods - used)

    def moved(self, left: TimeLeft) -> TimeLeft:
        """Return what is left after a move made in time: an increment, or the period anew."""
        if left.periods is not None:
            return TimeLeft(self.period, left.periods)
        return TimeLeft(self.after_move(left.seconds) or 0.0)

    def until_out(self, left: TimeLeft) -> float:
        """Return in how many seconds a player is out of time who does not move."""
        periods = self.periods if left.periods is None else max(left.periods - 1, 0)
        return left.seconds + periods * self.period

    def for_move(self, left: TimeLeft) -> float:
        """Return how many seconds a program should take for its next move."""
        if left.periods is not None:
            return allotted(left.seconds, moves=1)
        extra = self.period if self.periods else self.increment
        return max(min(allotted(left.seconds, extra), SAFETY * self.until_out(left)), LEAST)

    # -- in a record

    @property
    def overtime(self) -> str:
        """What follows the main time, as SGF's OT: ``10 fischer``, ``3x30 byo-yomi``; or ''."""
        parts = [f"{self.increment:g} fischer"] if self.increment else []
        parts += [f"{self.periods}x{self.period:g} byo-yomi"] if self.periods else []
        return ", ".join(parts)

    @classmethod
    def from_sgf(cls, main: str, overtime: str) -> Self | None:
        """Read the values of TM and OT; return None if they are not a time control."""
        start = read_seconds(main)
        if start is None:
            return None
        increment, byoyomi = _FISCHER.search(overtime[:200]), _BYOYOMI.search(overtime[:200])
        periods, period = byoyomi.groups() if byoyomi is not None else (0, 0)
        control = cls(
            start, float(increment[1]) if increment is not None else 0.0, None,
            min(int(periods), MOST_PERIODS), float(period),
        )  # fmt: skip
        return control if control.total > 0.0 else None


_SHORT = re.compile(
    r"(\d{1,5}(?:\.\d{1,4})?)(?:/(\d{1,5}(?:\.\d{1,4})?))?"
    r"(?:\+(\d{1,5}(?:\.\d)?))?(?:\+(\d{1,2})x(\d{1,5}(?:\.\d)?))?",
    re.ASCII,
)
# Units as people write them, in every language that there is.
_HOURS, _MINUTES = r"(?:h|hrs?|hours?|std\.?|stunden?|heures?)", r"(?:m|mins?\.?|minuten?|minutes?)"
_UNIT_SECONDS = r"(?:s|secs?\.?|seconds?|sek\.?|sekunden?|secondes?)"
_AMOUNT = r"(\d{1,5}(?:\.\d{1,4})?)"
_DURATION = re.compile(
    rf"(?:{_AMOUNT} ?{_HOURS})? ?(?:{_AMOUNT} ?{_MINUTES})? ?(?:{_AMOUNT} ?{_UNIT_SECONDS})?",
    re.ASCII,
)
_FACE = re.compile(r"(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):([0-5]\d)", re.ASCII)
_AFTER_MAIN = re.compile(
    rf"((?:\d{{1,2}} ?x ?)?\d{{1,5}}(?:\.\d)?)(?: ?{_UNIT_SECONDS})?", re.ASCII
)


def _without_units(text: str) -> str:
    """Return a clock as ``_SHORT`` reads it, if it is written with units; else the text itself."""
    main, *more = (part.strip() for part in " ".join(text.casefold().split()).split("+"))
    mains = "/".join(_minutes_in(part.strip()) for part in main.split("/"))
    found = (_AFTER_MAIN.fullmatch(part) for part in more)
    return "+".join([mains, *(one[1].replace(" ", "") if one else "?" for one in found)])


def _minutes_in(text: str) -> str:
    """Return a time with units in minutes, in digits; a text that is none is returned as it is."""
    found = _FACE.fullmatch(text) or _DURATION.fullmatch(text)
    if found is None or not text:
        return text
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return f"{60 * hours + minutes + seconds / MINUTE:.4f}".rstrip("0").rstrip(".")


def _seconds_in(minutes: str) -> float:
    """Return minutes in seconds; of 1 second, written as minutes, too few digits are left."""
    return round(float(minutes) * MINUTE, 2)


_SECONDS = re.compile(r"\d{1,8}(\.\d{0,9})?", re.ASCII)
_FISCHER = re.compile(r"(\d{1,5}(?:\.\d{1,3})?) *fischer", re.ASCII | re.IGNORECASE)
_BYOYOMI = re.compile(r"(\d{1,4}) *x *(\d{1,5}(?:\.\d{1,3})?) *byo-?yomi", re.ASCII | re.IGNORECASE)


def read_seconds(text: str) -> float | None:
    """Return the seconds that a property's value gives, or None if it is none or too large."""
    value = float(text) if _SECONDS.fullmatch(text.strip()) else math.inf
    return value if value <= LONGEST else None


def allotted(seconds: float, extra: float = 0.0, moves: int = MOVES_TO_COME) -> float:
    """Return the share of some seconds for one of so many moves, and of what each move adds."""
    return max(LEAST, SAFETY * (seconds / moves + extra))


def clock_face(left: TimeLeft) -> str:
    """Return a time as a clock shows it: ``1:02:03``, ``4:05``, and with tenths ``0:09.4``."""
    if 0.0 < left.seconds <= TENTHS:
        return f"0:{math.ceil(left.seconds * 10) / 10:04.1f}"
    minutes, seconds = divmod(math.ceil(left.seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
