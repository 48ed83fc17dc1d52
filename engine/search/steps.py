"""Moves as sequences of steps, for games whose moves consist of several.

The ``Encoding`` of such a game has ``searchable``, which turns a position into one whose moves
are single steps: ``whole`` is the position of the game before the move that is being made,
``completed(step)`` is the move that a step completes, or None, and ``begun(step)`` is the partial
move with that step, for display. It also has ``steps_of``. In all other games a step is a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.game import Game, Move, OptionValue, Outcome, Position, Standing, seat_of
from boche.engine.integer_actions import IntegerActions
from boche.engine.recent import drop_derived, use
from boche.engine.search.encoding import Encoding


class BaseStepPosition(IntegerActions):
    """A position in the middle of a move: ``taken`` is the part made since ``whole``.

    A game's subclass defines ``legal_moves``, ``parse``, ``play``, ``completed`` and ``begun``, all
    for single steps.
    """

    whole: Position

    def __init__(self, whole: Position, taken: Any) -> None:
        self.whole, self.taken = whole, taken
        use(self)

    def put_away(self) -> None:
        """Drop what follows from the position and its steps."""
        drop_derived(self)

    @property
    def game(self) -> Game:
        return self.whole.game

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return self.whole.options

    @property
    def turn(self) -> str:
        return self.whole.turn

    @property
    def swapped(self) -> bool:
        return self.whole.swapped

    @property
    def outcome(self) -> Outcome | None:
        return self.whole.outcome

    def format(self, step: Any) -> str:
        """Return the text of a step."""
        return str(step)

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.turn} to move, begun: {self.taken or 'nothing'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return bool((self.whole, self.taken) == (other.whole, other.taken))

    def __hash__(self) -> int:
        return hash((self.whole, self.taken))


@dataclass(frozen=True)
class Steps:
    """The decomposition of one game's moves into steps."""

    encoding: Encoding

    @property
    def several(self) -> bool:
        """True if a move may take more than one step."""
        return self.encoding.searchable is not None

    def begin(self, position: Position) -> Any:
        """Return the position to search, with no step of the next move made."""
        searchable = self.encoding.searchable
        return searchable(position) if searchable is not None else position

    def completed(self, at: Any, step: Any) -> Move | None:
        """Return the move that a step completes, or None if more steps are needed."""
        move: Move | None = at.completed(step) if self.several else step
        return move

    def move_so_far(self, at: Any, step: Any) -> Any:
        """Return the partial move up to and including a step; ``str`` gives its text."""
        return at.move_so_far(step) if self.several else step

    def of_move(self, position: Position, move: Move | str) -> Sequence[Any]:
        """Return the steps of a move, in order. Raises what ``Position.play`` raises."""
        steps_of = self.encoding.steps_of
        return steps_of(position, move) if steps_of is not None else [move]


def seat_to_move(position: Standing) -> int:
    """Return the seat to move: 0 for the player who made the first move of the game, else 1."""
    return seat_of(position, position.turn)
