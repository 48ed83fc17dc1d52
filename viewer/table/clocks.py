"""The clocks at the table as they are shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from boche.engine.durations import in_words
from boche.engine.game import seat_of
from boche.engine.languages.current import tr
from boche.engine.languages.formats import short
from boche.engine.time_control import TENTHS, TimeControl, TimeLeft, clock_face
from boche.viewer.session import Session

LOW_SHARE, LOW_LEAST, LOW_MOST = 0.125, 10.0, 60.0
"""Time is short in the last eighth of it, but not before a minute and not after ten seconds."""


@dataclass(frozen=True)
class ClockView:
    """The clocks by colour: their faces, and a line of words on each.

    ``low`` are the colours whose time is short, ``running`` is the colour whose clock runs, or
    empty. ``paused`` says that the clocks wait for the user.
    """

    faces: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    low: frozenset[str] = frozenset()
    running: str = ""
    paused: bool = False


def clocks_of(session: Session, warned: bool) -> ClockView | None:
    """Return the clocks of a game, or None without any; ``warned``: say if time is short.

    Where a game that goes on has got further than what is shown, they are those of the game, and
    the line of words has the times from here.
    """
    clock = session.clock
    control = clock.control
    if control is None:
        return None
    earlier = _is_earlier(session)
    left = clock.left_in_game() if earlier else clock.left()
    own = {colour: control.of(seat_of(session.position, colour)) for colour in left}
    low = frozenset(c for c, time in left.items() if warned and is_low(own[c], time))
    notes = {colour: note_of(control, time, colour in low) for colour, time in left.items()}
    if earlier:
        then = clock.left()
        notes = {c: tr("{time} at this move", time=clock_face(then[c])) for c in left}
    running = session.turn if clock.running else ""
    paused = clock.paused and clock.counts
    faces = {colour: clock_face(time) for colour, time in left.items()}
    return ClockView(faces, notes, low, running, paused)


def _is_earlier(session: Session) -> bool:
    """Return whether another position is shown than the one at which a game here goes on."""
    end, positions = session.positions.main_end, session.positions
    here = session.played or not session.clock.paused
    return here and session.cursor.node is not end and positions.ending(end) is None


def is_low(control: TimeControl, left: TimeLeft) -> bool:
    """Return whether a player's time is short."""
    if left.periods is not None:
        return left.periods <= 1 and left.seconds <= LOW_LEAST
    limit = min(max(LOW_SHARE * control.total, LOW_LEAST), LOW_MOST)
    return control.until_out(left) <= limit


def note_of(control: TimeControl, left: TimeLeft, low: bool) -> str:
    """Return a clock's line of words: periods left, or that time is short."""
    if left.is_out:
        return tr("out of time")
    if left.periods is not None:
        periods = (
            tr("last period")
            if left.periods == 1
            else tr("{periods} periods left", periods=left.periods)
        )
        return tr("{periods}, hurry", periods=periods) if low else periods
    if low:
        step = 10 if left.seconds > TENTHS else TENTHS
        return tr("under {time}", time=in_words(math.ceil(left.seconds / step) * step))
    if control.periods:
        return tr(
            "then {periods} x {seconds} s", periods=control.periods, seconds=short(control.period)
        )
    return tr("+{seconds} s a move", seconds=short(control.increment)) if control.increment else ""
