"""Stepping through a record in time: the change from position to position, and playing on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewer.camera.animation import Span, ease
from viewer.session import Session
from viewer.table.shown import Change

DROP, STEP = 0.22, 0.16  # seconds for a piece just played, and for a step through the record
SLOWEST, FASTEST = 0.1, 50.0  # moves a second


@dataclass(frozen=True)
class Passage:
    """The way from one position to another."""

    before: Any
    after: Any
    forward: bool
    move: Any
    span: Span
    taken: str = ""

    def at(self, now: float) -> Change | None:
        """What to show; None once it is over."""
        part = self.span.part(now)
        if part >= 1.0:
            return None
        return Change(self.before, self.after, ease(part), self.forward, self.move, self.taken)


class Timeline:
    """Follows a session's cursor, animates its steps, and steps by itself while playing on.

    ``position`` is the one at the cursor, as of the last ``follow``.
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
        """Stands for record and cursor in comparisons."""
        return id(self.session), self._seen

    @property
    def behind(self) -> bool:
        """Whether something has become of the session since the last ``follow``."""
        return self.session.cursor.revision != self._seen

    def follow(self, now: float, length: float, taken: str = "") -> bool:
        """Take note of where the cursor is now; whether it shows another position.

        The way there takes ``length`` seconds, none if that is 0. ``taken`` is the beginning of a
        move that was chosen there.
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
        """The move between the last node and this one where they are neighbours."""
        here = self._node
        made: str | None = None
        if here.parent is old:
            made = here.move
        elif old.parent is here:
            made = old.move
        return made

    def change(self, now: float) -> Change | None:
        """The change to show at a time."""
        return self.passage.at(now) if self.passage is not None else None

    def landed(self, now: float) -> float:
        """When the change that is shown will be over: the present time where there is none."""
        span = self.passage.span if self.passage is not None else Span(now, 0.0)
        return span.start + span.length

    def skip(self) -> None:
        """Jump to the end of a change."""
        self.passage = None

    def tick(self, now: float) -> bool:
        """Move on to a time; whether playing on has stepped. At most one step a tick."""
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
        """When playing on steps next, None while it does not."""
        return self._next if self.playing else None

    def play_on(self, now: float) -> None:
        """Begin to play on, from the start where the line has ended; or stop."""
        if self.playing or len(self.session.cursor.line) < 2:
            self.playing = False
            return
        if self.at_end:
            self.session.cursor.first()
        self.playing, self._next = True, now + 1.0 / self.speed

    def set_speed(self, speed: float, now: float) -> None:
        """Set the moves a second, held within 0.1 to 50."""
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self._next = min(self._next, now + 1.0 / self.speed)
