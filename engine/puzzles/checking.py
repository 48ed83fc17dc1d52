"""Puzzles proven again: by the solver, and by a second one that only shares the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.puzzles.judging import judge, listed, reaches, right_moves, shared_refutation
from boche.engine.puzzles.puzzle import Goal, Puzzle
from boche.engine.puzzles.solver import Solver
from boche.engine.puzzles.sorting import sort_moves
from boche.engine.record import Node

MOST_TURNS = 12
BUDGET = 20_000_000
PLAIN_MOVES = 4_000
"""Moves that the plain solver may play for a puzzle; about a second."""


@dataclass(frozen=True)
class Check:
    """What was found: the problems, one line each; ``twice`` if the plain solver agrees."""

    puzzle: Puzzle
    problems: tuple[str, ...]
    twice: bool


def check_puzzle(puzzle: Puzzle, plain_moves: int = PLAIN_MOVES) -> Check:
    """Prove that only the right move of a puzzle reaches its aim, and check all answers."""
    problems, twice = list[str](), False
    try:
        problems += map(str, puzzle.record.check())
        problems += problems or _problems_at(puzzle, puzzle.node)
        problems += problems or _unproven(puzzle)
        twice = not problems and proven_plainly(puzzle, plain_moves)
    except TooLongError:
        pass
    except BocheError as error:
        problems.append(" ".join(str(error).split()))
    return Check(puzzle, tuple(f"{puzzle.id}: {problem}" for problem in problems), twice)


def _problems_at(puzzle: Puzzle, node: Node) -> Iterator[str]:
    """Yield the problems of the answers at a node that asks, and at those that follow."""
    position: Any = puzzle.record.position(node)
    right = right_moves(node)
    if not right:
        yield "no move is marked as right (TE)"
        return
    if node is puzzle.node:
        keys = {position.play(move).canonical_key() for move in right}
        if len(keys) > 1:
            yield f"{len(keys)} different moves are marked as right (TE)"
    for move in position.legal_moves():
        problem = _problem_of(puzzle, node, position, move)
        if problem:
            yield f"{move}: {problem}"
    yield from _problems_of_lines(puzzle, node)
    following = [step for step in node.line_from()[1:] if right_moves(step)]
    if following:
        yield from _problems_at(puzzle, following[0])


def _problem_of(puzzle: Puzzle, node: Node, position: Any, move: Any) -> str:
    """Return the problem of the answer to a move, or an empty string."""
    after = position.play(move)
    child = listed(node, position, str(move), after)
    if child is not None:
        return "" if child.text("TE") or child.text("BM") else "marked neither TE nor BM"
    if shared_refutation(node, after, position.turn, puzzle.aim) is None:
        return "it has no refutation"
    return ""


def _problems_of_lines(puzzle: Puzzle, node: Node) -> Iterator[str]:
    """Yield a problem for each line that does not end as it should."""
    for child in node.children:
        if child.text("TE") and child is not node.children[0]:
            continue
        end: Any = puzzle.record.position(child.line_from()[-1])
        reached = reaches(end, puzzle.colour, puzzle.aim)
        if end.outcome is None or reached != bool(child.text("TE")):
            yield f"{child.move}: its line does not end as marked"
        elif child.text("TE") and puzzle.aim == "draw" and end.outcome.winner is not None:
            yield f"{child.move}: its line ends with a win, and the best defence draws"


def _unproven(puzzle: Puzzle) -> Iterator[str]:
    """Yield a problem for each move of which the solver does not prove what the puzzle says."""
    solver = Solver(puzzle.position, BUDGET)
    target = 1 if puzzle.aim == "win" else 0
    for branch in sort_moves(solver, (), MOST_TURNS):
        move = str(solver.moves(branch.turn.path)[0])
        right = judge(puzzle, puzzle.node, move).right
        if branch.value is None:
            yield f"{move}: not proven in {MOST_TURNS} moves"
        elif right != (branch.value >= target):
            yield f"{move}: marked as {'right' if right else 'wrong'}, and it is not"


def proven_plainly(puzzle: Puzzle, moves: int) -> bool:
    """Return whether the plain solver proves all moves as the puzzle says.

    Raises ``TooLongError``.
    """
    solver, position, colour = PlainSolver(moves), puzzle.position, puzzle.colour
    opponent = next(other for other in puzzle.game.colours if other != colour)
    against: Goal = "draw" if puzzle.aim == "win" else "win"
    for move in position.legal_moves():
        verdict = judge(puzzle, puzzle.node, move)
        after = solver.after(position, move)
        who, aim = (colour, puzzle.aim) if verdict.right else (opponent, against)
        if not _within(solver, after, who, aim, verdict.line):
            return False
    return True


def _within(solver: PlainSolver, after: Any, colour: str, aim: Goal, hint: tuple[str, ...]) -> bool:
    """Return whether an aim is forced in some number of turns; shorter ones are tried first."""
    return any(solver.forces(after, colour, aim, turns, hint) for turns in range(MOST_TURNS + 1))


# A second solver, which shares nothing with the first but the rules.
#
# It plays positions by ``Position.play``: every legal move, no table, no compiled code, no pruning
# other than that one answer is enough. So it serves to check proofs, where it is fast enough.


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
