"""All moves of a position by what they lead to, proven; and whether only one of them is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boche.engine.puzzles.scan import EVER, NO, YES
from boche.engine.puzzles.solver import Aim, Path, Solver, Turn

LONGEST = 60
"""More turns than any line that is proven."""


@dataclass
class Branch:
    """A move, and what has been proven of it: in how many turns more either side wins.

    ``wins`` counts for the player who makes the move, ``loses`` for the other; EVER + 1 stands for
    a proof that it never happens, None for no proof.
    """

    turn: Turn
    wins: int | None = None
    loses: int | None = None

    @property
    def value(self) -> int | None:
        """Proven result for the player who moves: 1, 0 for a draw, -1, or None."""
        if self.wins is not None and self.wins <= EVER:
            return 1
        if self.loses is not None and self.loses <= EVER:
            return -1
        return 0 if self.wins is not None and self.loses is not None else None

    @property
    def length(self) -> int:
        """Number of turns after which the move has lost; more than any game has if it draws."""
        return self.loses if self.loses is not None else EVER + 1

    def prove(self, solver: Solver, seat: int, turns: int) -> None:
        """Look for a win of either side within some turns; ``seat`` is that of the mover."""
        if self.wins is None:
            self.wins = _distance(solver.forces(self.turn, Aim(seat, False), turns), turns)
        if self.loses is None and self.value is None:
            self.loses = _distance(solver.forces(self.turn, Aim(1 - seat, False), turns), turns)


def _distance(answer: int, turns: int) -> int | None:
    if answer == YES:
        return turns
    return EVER + 1 if answer == NO else None


def sort_moves(solver: Solver, path: Path, most: int) -> list[Branch]:
    """Return the moves behind a path, with what ``most`` turns after each can prove.

    Raises ``OutOfBudgetError``.
    """
    seat = solver.seat_at(path)
    branches = [Branch(turn) for turn in solver.turns(path)]
    for turns in range(most + 1):
        for branch in branches:
            if branch.value is None:
                branch.prove(solver, seat, turns)
    return branches


def only_move(solver: Solver, path: Path, most: int, quiet: float = 1.0) -> list[Branch] | None:
    """Return all moves, proven, if exactly one wins, or else exactly one draws; otherwise None.

    The win must take at most ``most`` turns. Moves with the same effect count as one. If more than
    a share ``quiet`` of the moves does not lose at once, that is None as well. Raises
    ``OutOfBudgetError``.
    """
    seat = solver.seat_at(path)
    needed = solver.distance(path, Aim(seat, False), most)
    if needed is None:
        return None
    branches = [Branch(turn) for turn in solver.turns(path)]
    if needed > EVER:
        return _only_draw(solver, branches, seat, most)
    for turns in range(needed):
        for branch in branches:
            branch.prove(solver, seat, turns)
        if sum(branch.value == 1 for branch in branches) > 1:
            return None
        if turns == 1 and _share_open(branches) > quiet:
            return None
    return _decided(solver, branches, seat, needed, most)


def _share_open(branches: list[Branch]) -> float:
    return sum(branch.value is None for branch in branches) / len(branches)


def _decided(
    solver: Solver, branches: list[Branch], seat: int, turns: int, most: int
) -> list[Branch] | None:
    """Prove moves in more and more turns until all are; None if two win or one is not proven."""
    while any(branch.value is None and branch.wins is None for branch in branches):
        if turns > most:
            return None
        for branch in branches:
            if branch.value is None:
                branch.prove(solver, seat, turns)
        if sum(branch.value == 1 for branch in branches) > 1:
            return None
        turns += 1
    return branches


def _only_draw(solver: Solver, branches: list[Branch], seat: int, most: int) -> list[Branch] | None:
    """Return all moves if none can win and exactly one does not lose."""
    for branch in branches:
        for turns in range(most + 1):
            branch.prove(solver, seat, turns)
        if branch.value is None or sum(other.value == 0 for other in branches) > 1:
            return None
    return branches if any(branch.value == 0 for branch in branches) else None


def line(solver: Solver, turn: Turn, aim: Aim) -> list[Turn]:
    """Return the moves behind a proven one to the end: the player of ``aim`` reaches it.

    That player is as fast as possible, and the other one holds out as long as possible. Where the
    aim is a draw and the other player can have one, that player takes it.
    """
    moves = list[Turn]()
    while turn.result < 0:
        turn = best_turn(solver, turn.path, aim)
        moves.append(turn)
    return moves


def best_turn(solver: Solver, path: Path, aim: Aim) -> Turn:
    """Return the move with which a forced aim is reached first, or last if the other moves."""
    turns = solver.turns(path)
    if solver.seat_at(path) == aim.seat:
        return _fastest(solver, turns, aim)
    if aim.draws:
        win = Aim(aim.seat, False)
        turns = [turn for turn in turns if not _wins(solver, turn, win)] or turns
    distances = [solver.distance_behind(turn, aim, LONGEST) or EVER for turn in turns]
    distances = [
        0 if aim.met(turn.result) else far for turn, far in zip(turns, distances, strict=True)
    ]
    return turns[distances.index(max(distances))]


def _wins(solver: Solver, turn: Turn, aim: Aim) -> bool:
    """Return whether a win is forced behind a move."""
    distance = solver.distance_behind(turn, aim, LONGEST)
    return distance is not None and distance <= EVER


def _fastest(solver: Solver, turns: Sequence[Turn], aim: Aim) -> Turn:
    """Return the first move with which an aim is reached in the least number of turns."""
    for far in range(LONGEST + 1):
        for turn in turns:
            if solver.forces(turn, aim, far) == YES:
                return turn
    return turns[0]
