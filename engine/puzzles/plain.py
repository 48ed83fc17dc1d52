"""A second solver, which shares nothing with the first but the rules.

It plays positions by ``Position.play``: every legal move, no table, no compiled code, no pruning
other than that one answer is enough. So it serves to check proofs, where it is fast enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boche.engine.puzzles.judging import reaches
from boche.engine.puzzles.puzzle import Goal


class TooLongError(ValueError):
    """The end of the number of moves that a check may play."""


class PlainSolver:
    """A solver that may play ``moves`` moves in all."""

    def __init__(self, moves: int) -> None:
        self.moves_left = moves

    def forces(
        self, position: Any, colour: str, aim: Goal, turns: int, hint: Sequence[str] = ()
    ) -> bool:
        """Return whether ``colour`` reaches its aim within so many turns, whatever is played.

        ``hint`` is the line to try first. Raises ``TooLongError``.
        """
        if position.outcome is not None:
            return reaches(position, colour, aim)
        if turns == 0:
            return False
        own = position.turn == colour
        replies = (
            self.forces(self.after(position, move), colour, aim, turns - 1, rest)
            for move, rest in self._moves(position, hint)
        )
        return any(replies) if own else all(replies)

    def after(self, position: Any, move: object) -> Any:
        """Play a move, and count it. Raises ``TooLongError``."""
        self.moves_left -= 1
        if self.moves_left < 0:
            raise TooLongError("the check takes too long")
        return position.play(move)

    def _moves(self, position: Any, hint: Sequence[str]) -> Sequence[tuple[object, Sequence[str]]]:
        """Return the legal moves, the hint's first."""
        moves = [(move, ()) for move in position.legal_moves()]
        if hint and position.is_legal(hint[0]):
            return [(hint[0], hint[1:]), *((move, ()) for move, _ in moves if str(move) != hint[0])]
        return moves
