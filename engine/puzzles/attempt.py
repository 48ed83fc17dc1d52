"""An attempt at a puzzle as data: the moves tried, and what they led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.puzzles.judging import judge, right_moves
from boche.engine.puzzles.puzzle import Puzzle, PuzzleError
from boche.engine.record import Node

CACHED = 512


@dataclass(frozen=True)
class Attempt:
    """The state of a puzzle: the moves on the board behind its position, and the last answer.

    ``found`` are the moves found, ``asked`` the node that asks for a move, or None. ``right`` is
    None before the first try; after a wrong one ``failed`` is that move, and ``line`` its
    refutation. ``solution`` is what was shown instead of a try.
    """

    puzzle: Puzzle
    moves: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    asked: Node | None = None
    right: bool | None = None
    failed: str = ""
    line: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """True once all moves have been found."""
        return self.right is True and self.asked is None

    @property
    def over(self) -> bool:
        """True if the result is certain."""
        return self.asked is None

    @property
    def position(self) -> Any:
        """The position on the board."""
        position = self.puzzle.position
        for move in self.moves:
            position = position.play(move)
        return position

    @property
    def hint(self) -> str:
        """The move to find; empty if none is asked for."""
        return right_moves(self.asked)[0] if self.asked is not None else ""


def solved(attempt: Attempt) -> Attempt:
    """Return the state once the solution is shown: the right moves and the best defence."""
    if attempt.asked is None:
        return attempt
    child = next(child for child in attempt.asked.children if child.move == attempt.hint)
    line = tuple(node.move for node in child.line_from() if node.move is not None)
    moves = (*attempt.moves, *line)
    return Attempt(attempt.puzzle, moves, attempt.found, solution=line)


def attempt_of(puzzle: Puzzle, tries: Sequence[str]) -> Attempt:
    """Return the state after some tries.

    Raises ``BocheError`` for an illegal move, and for one that is not asked for.
    """
    return _attempt_of(puzzle, tuple(tries))


@lru_cache(CACHED)
def _attempt_of(puzzle: Puzzle, tries: tuple[str, ...]) -> Attempt:
    if not tries:
        return Attempt(puzzle, asked=puzzle.node)
    before, text = _attempt_of(puzzle, tries[:-1]), tries[-1]
    if before.asked is None:
        raise PuzzleError(tr("the puzzle is over: it asks for no more moves"))
    verdict = judge(puzzle, before.asked, text)
    moves = (*before.moves, text, *verdict.line)
    if not verdict.right:
        return Attempt(puzzle, moves, before.found, None, False, text, verdict.line)
    asked = None if verdict.done else verdict.node
    return Attempt(puzzle, moves, (*before.found, text), asked, True)
