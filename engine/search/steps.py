"""Moves as the search makes them: in steps, where a game's moves are made of several.

The module of tables of such a game has ``searchable``, which makes of a position one whose moves
are single steps: ``whole`` is the position of the game before the move that is being made,
``completed(step)`` the move that a step completes or None, ``begun(step)`` what is chosen with it,
to be shown. It has ``steps_of`` too. For all other games a step is a move.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

from engine.game import Game, Move, OptionValue, Outcome, Position


class StepPosition(Protocol):
    """What a tree is a tree of: a ``Position``, or one in the middle of a move."""

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def turn(self) -> str: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def play(self, step: Any) -> Any: ...


@dataclass(frozen=True)
class Steps:
    """How the moves of one game are made of steps; ``tables`` is its module of tables."""

    tables: ModuleType

    @property
    def several(self) -> bool:
        """Whether a move may take more than one step."""
        return hasattr(self.tables, "searchable")

    def begin(self, position: Position) -> Any:
        """What is searched for a position: no step of the next move is made."""
        return self.tables.searchable(position) if self.several else position

    def completed(self, at: Any, step: Any) -> Move | None:
        """The move that a step completes, None if there are more to make."""
        move: Move | None = at.completed(step) if self.several else step
        return move

    def shown(self, at: Any, step: Any) -> Any:
        """The move as far as it is made with a step; ``str`` gives its text."""
        return at.begun(step) if self.several else step

    def of_move(self, position: Position, move: Move | str) -> Sequence[Any]:
        """The steps of a move, in order. Raises what ``Position.play`` raises."""
        steps: Sequence[Any] = self.tables.steps_of(position, move) if self.several else [move]
        return steps


def random_move(position: Position, rng: random.Random) -> Move:
    """A legal move by random steps, each as likely as any other of its stage.

    Quick where the legal moves are too many to be listed. The game must not be over.
    """
    taken = ""
    while True:
        step = rng.choice(position.steps(taken))
        if step.move is not None:
            return step.move
        taken = step.text
