"""An exercise: a position, what is asked there, and how a move is judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from boche.engine.game import Position
from boche.engine.puzzles.standing import Score
from boche.engine.record import Record

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

Quality = Literal["right", "weaker", "wrong"]
"""The judgement of a move: as good as the best, not as good, or a mistake."""


@dataclass(frozen=True)
class Answer:
    """The answer to a move: its quality, a text, and the moves that follow it on the board.

    ``place`` is where the exercise goes on after those moves, or None if nothing more is asked.
    """

    quality: Quality
    text: str
    ahead: tuple[str, ...] = ()
    place: Any = None


class Exercise(Protocol):
    """A position to find a move in.

    ``record`` leads to the position and ends there. ``colour`` is to move. ``title``, ``task`` and
    ``source`` are texts: the heading, what is asked, and where it is from. ``stake`` says what
    hints cost, if anything. ``place`` is the first place that asks for a move; places are the
    exercise's own.
    """

    @property
    def record(self) -> Record: ...
    @property
    def title(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def task(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def stake(self) -> str: ...
    @property
    def place(self) -> Any: ...

    @property
    def strict(self) -> bool:
        """True if a move is wrong whenever it takes a search to answer it."""

    def meanwhile(self, move: str) -> str:
        """Return what to say while a move is searched."""

    def judge(self, place: Any, position: Position, move: str) -> Answer | None:
        """Return the answer to a legal move, or None if that takes a search."""

    def searched(self, position: Position, move: str, result: SearchResult) -> Answer:
        """Return the answer to a move, from a search of the position after it."""

    def solution(self, place: Any) -> tuple[str, ...]:
        """Return the moves from a place that solve the exercise, the other side's included."""


class Course(Protocol):
    """A series of exercises, and what is kept of their results."""

    @property
    def name(self) -> str:
        """What is trained, for the window's title."""

    @property
    def heading(self) -> str:
        """The place of the current exercise in the series, such as ``2 of 5``."""

    def next(self) -> Exercise | None:
        """Go on to the next exercise and return it, or None after the last."""

    def note(self, exercise: Exercise, score: Score) -> str:
        """Keep the result of the current exercise; return a line about it for the user."""

    @property
    def summary(self) -> str:
        """How it went, in one line, for leaving; empty if nothing was answered."""
