"""Stepping through a record in time: the change between positions, and the replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boche.viewer.camera.animation import Span, ease
from boche.viewer.session import Session
from boche.viewer.table.shown import Change

DROP, STEP = 0.22, 0.16  # seconds for a piece just played, and for a step through the record
SLOWEST, FASTEST = 0.1, 50.0  # moves per second


@dataclass(frozen=True)
class Passage:
    """A transition from one position to another."""

    before: Any
    after: Any
    forward: bool
    move: Any
    span: Span
    taken: str = ""

    def at(self, now: float) -> Change | None:
        """Return the change to show, or None once it is over."""
        part = self.span.part(now)
        if part >= 1.0:
            return None
        return Change(self.before, self.after, ease(part), self.forward, self.move, self.taken)


class Timeline:
    """The follower of a session's cursor: it animates steps, and takes them by itself in a replay.

    ``position`` is the position at the cursor as of the last ``follow``.
    """

    def __init__(self, session: Session, now: float, speed: float = 1.0) -> None:
        self.session = session
        self.speed = speed
        self.playing = False
        self.passage: Passage | None = None
        self._next = now
        self._seen = session.cursor.revision
        self._node = session.cursor.node
        self.position: Any = session.position

    @property
    def revision(self) -> tuple[int, int]:
        """The identity of record and cursor for comparisons."""
        return id(self.session), self._seen

    @property
    def behind(self) -> bool:
        """True if the session has changed since the last ``follow``."""
        return self.session.cursor.revision != self._seen

    def follow(self, now: float, length: float, taken: str = "") -> bool:
        """Follow the cursor; return whether it shows another position.

        The transition takes ``length`` seconds, or none if that is 0. ``taken`` is the beginning of
        the move as it was chosen there.
        """
        session = self.session
        self._seen = session.cursor.revision
        before, after = self.position, session.position
        old, self._node, self.position = self._node, session.cursor.node, after
        if after is before or after == before:
            return False
        self.passage = None
        if length > 0.0 and before.options == after.options:
            span = Span(now, length)
            forward, move = after.ply >= before.ply, self._move(old)
            self.passage = Passage(before, after, forward, move, span, taken if forward else "")
        return True

    def lay(self, piece: str, now: float, length: float, *, forward: bool = True) -> None:
        """Let a piece of an unfinished move come down, or go up again, in ``length`` seconds."""
        self.passage = None
        if length > 0.0:
            here = self.position
            self.passage = Passage(here, here, forward, piece, Span(now, length))

    def _move(self, old: Any) -> str | None:
        """Return the move between the last node and this one if they are neighbours, or None."""
        here = self._node
        made: str | None = None
        if here.parent is old:
            made = here.move
        elif old.parent is here:
            made = old.move
        return made

    def change(self, now: float) -> Change | None:
        """Return the change to show at a time, or None."""
        return self.passage.at(now) if self.passage is not None else None

    def landed(self, now: float) -> float:
        """Return when the current change will be over: the present time if there is none."""
        span = self.passage.span if self.passage is not None else Span(now, 0.0)
        return span.start + span.length

    def skip(self) -> None:
        """Jump to the end of a change."""
        self.passage = None

    def tick(self, now: float) -> bool:
        """Advance to a time; return whether the replay has stepped. At most one step per tick."""
        if self.passage is not None and self.passage.span.done(now):
            self.passage = None
        if not self.playing or now < self._next:
            return False
        self._next = now + 1.0 / self.speed
        if self.at_end:
            self.playing = False
            return False
        self.session.cursor.forward(1)
        self.playing = not self.at_end
        return True

    @property
    def at_end(self) -> bool:
        return self.session.cursor.index >= len(self.session.cursor.line) - 1

    def wakeup(self) -> float | None:
        """Return when the replay steps next, or None."""
        return self._next if self.playing else None

    def play_on(self, now: float) -> None:
        """Start the replay, from the beginning if the line has ended, or stop it."""
        if self.playing or len(self.session.cursor.line) < 2:
            self.playing = False
            return
        if self.at_end:
            self.session.cursor.first()
        self.playing, self._next = True, now + 1.0 / self.speed

    def set_speed(self, speed: float, now: float) -> None:
        """Set the moves per second, limited to 0.1 to 50."""
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self._next = min(self._next, now + 1.0 / self.speed)
