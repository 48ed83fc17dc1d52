"""Integer actions and observations of positions, and of positions in the middle of a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boche.engine.deferred import Deferred
from boche.engine.game import seat_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from boche.engine.game import Standing as _Standing
else:
    _Standing = object  # whoever inherits has its members; those of a Protocol would hide them

_ACTIONS = Deferred("boche.engine.learning.actions")


class IntegerActions(_Standing):
    """A position, or a position in the middle of a move: what both have.

    An action is a number from 0 to ``num_actions`` - 1. It means the same in every position of a
    game with the same options. It stands for a whole move; or, in a game whose moves are made in
    steps, for one step: see ``apply``. A game without actions raises ``BocheError``.
    """

    whole: Any
    """Position before the move that is being made; of a whole position, itself."""

    @property
    def player(self) -> int:
        """Person to move: 0 made the first move of the game, 1 is the other.

        A swap exchanges the persons' colours. After the end, the person who would be to move.
        """
        return seat_of(self, self.turn)

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return self.outcome is not None

    @property
    def winner(self) -> str | None:
        """Colour that has won; None for a draw and while the game is in progress."""
        return self.outcome.winner if self.outcome is not None else None

    @property
    def winning_player(self) -> int | None:
        """Person who has won, 0 or 1; None for a draw and while the game is in progress."""
        return None if self.winner is None else seat_of(self, self.winner)

    def returns(self) -> tuple[float, float]:
        """Return the results of person 0 and person 1: 1 for a win, -1 for a loss, else 0."""
        sign = {None: 0.0, 0: 1.0, 1: -1.0}[self.winning_player]
        return sign, 0.0 - sign

    @cached_property
    def steps_by_action(self) -> dict[int, Any]:
        """Legal steps by their actions, without those that have none."""
        steps: dict[int, Any] = _ACTIONS.steps_by_action(self)
        return steps

    @property
    def num_actions(self) -> int:
        """Number of actions of the game with these options, legal or not."""
        count: int = _ACTIONS.num_actions(self)
        return count

    def legal_actions(self) -> list[int]:
        """Return the legal actions in rising order; none after the end of the game.

        On a board without edges, moves far from the middle have no action.
        """
        actions: list[int] = _ACTIONS.legal_actions(self)
        return actions

    def action_mask(self) -> npt.NDArray[np.bool_]:
        """Return an array of shape (num_actions,), True for legal actions."""
        mask: npt.NDArray[np.bool_] = _ACTIONS.mask(self)
        return mask

    def action_of(self, step: Any) -> int:
        """Return the action of a legal step, given as such or as text.

        Where moves are single steps, a step is a move. Raises ``IllegalMoveError`` and
        ``NotationError``.
        """
        action: int = _ACTIONS.action_of(self, step)
        return action

    def actions_of(self, move: Any) -> list[int]:
        """Return the actions of a whole move in order, one for each of its steps.

        Raises ``IllegalMoveError`` and ``NotationError``.
        """
        actions: list[int] = _ACTIONS.actions_of(self, move)
        return actions

    def step_of(self, action: int) -> Any:
        """Return the step of a legal action; ``str`` gives its text.

        Raises ``IllegalMoveError`` for an action that is not legal.
        """
        return _ACTIONS.step_of(self, action)

    def apply(self, action: int) -> IntegerActions:
        """Return the position after an action.

        If the action only begins a move, this is a position in the middle of the move. That has
        what is described here, and ``whole``, the position before the move; but no text, no key
        and no picture. Raises
        ``IllegalMoveError`` for an action that is not legal.
        """
        after: IntegerActions = _ACTIONS.apply(self, action)
        return after

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: planes, rows, columns."""
        shape: tuple[int, int, int] = _ACTIONS.observation_shape(self)
        return shape

    @property
    def observation_planes(self) -> Sequence[str]:
        """Description of each plane of an observation, in order."""
        planes: Sequence[str] = _ACTIONS.planes(self)
        return planes

    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return the position as a player, 0 or 1, sees it: float32 of ``observation_shape``.

        The default is the player to move. Raises ``ValueError`` for another number.
        """
        observation: npt.NDArray[np.float32] = _ACTIONS.observation(self, player)
        return observation
