"""A board beside the text that repeats the moves of a play, timed by the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError
from boche.viewer.camera.animation import Span
from boche.viewer.rules import PLAY
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import Play
from boche.viewer.table.playback import DROP, Passage
from boche.viewer.table.shown import Change

END = 4.0
"""Seconds for which the last position stays before the moves start again."""


@dataclass(frozen=True)
class Moment:
    """The state of the board: a position, the last move, and the piece moving there, if any."""

    position: Any
    last: str | None
    change: Change | None = None


class Showing:
    """An animation of one play, starting when the clock is first read.

    ``speed`` is in moves per second; a piece falls for ``drop`` seconds. If ``drop`` is 0 nothing
    moves: the last position is shown.
    """

    def __init__(self, game: str, play: Play, speed: float = 1.0, drop: float = DROP) -> None:
        """Raise ``BocheError`` for a play that breaks the rules."""
        self.game, self.play = game, play
        self._positions = positions_of(game, play)
        self._step, self._drop = max(1.0 / speed, drop), drop
        self._start: float | None = None
        self._now = 0.0

    @property
    def final(self) -> Any:
        """The last position."""
        return self._positions[-1]

    @property
    def still(self) -> bool:
        """True if nothing ever moves."""
        return self._drop <= 0.0 or self._count <= 0

    @property
    def _count(self) -> int:
        """Number of moves that are animated."""
        return len(self.play.moves) - self.play.after

    @property
    def _passed(self) -> float:
        """Seconds since the moves last started."""
        return (self._now - self._start) % self._length if self._start is not None else 0.0

    def tick(self, now: float) -> bool:
        """Advance to a time. Return whether the display changes."""
        if self.still:
            return False
        first = self._start is None
        before, self._start = self.moment(), now if self._start is None else self._start
        self._now = now
        return first or self.moment() != before

    def wakeup(self) -> float | None:
        """Return the time for the next ``tick``, 0 for at once, or None for never."""
        if self.still:
            return None
        if self._start is None or self.moment().change is not None:
            return 0.0
        passed = self._passed
        played = min(int(passed / self._step), self._count)
        ahead = self._step * (played + 1) if played < self._count else self._length
        return self._now + max(ahead - passed, 0.001)

    @property
    def _length(self) -> float:
        return self._count * self._step + END

    def moment(self) -> Moment:
        """Return the state of the board now."""
        if self.still:
            return self._at(len(self.play.moves))
        played = min(int(self._passed / self._step), self._count)
        at = self.play.after + played
        if not played:
            return self._at(at)
        move = self.play.moves[at - 1]
        span = Span(self._step * played, self._drop)
        passage = Passage(self._positions[at - 1], self._positions[at], True, move, span)
        return self._at(at, passage.at(self._passed))

    def _at(self, at: int, change: Change | None = None) -> Moment:
        return Moment(self._positions[at], self.play.moves[at - 1] if at else None, change)


def named(name: str, speed: float, drop: float) -> Showing | None:
    """Return the play for a picture's name, or None for other names and for invalid plays."""
    kind, _, arguments = name.partition(" ")
    game, _, number = arguments.rpartition(" ")
    book = book_of(game) if kind == PLAY else None
    if book is None:
        return None
    try:
        return Showing(game, book.plays[int(number)], speed, drop)
    except (BocheError, ValueError):  # the rules of an external game may contain illegal moves
        return None
