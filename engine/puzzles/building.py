"""Puzzles as records, built from proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boche.engine.game import Move, Position
from boche.engine.message import capitalized
from boche.engine.puzzles.puzzle import GOAL, REPLIES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Path, Solver, Turn
from boche.engine.puzzles.sorting import Branch, best_turn, line, sort_moves
from boche.engine.record import Node, Record, play_at

MOST_ANSWERS = 60
"""Most different refutations at one node."""

FOLLOWING_BUDGET = 300_000
"""Positions that may be looked at to see whether a further move can be asked for."""

RIGHT_SHARE = 0.25
"""Greatest share of right moves where a later move is still asked for, unless it is one."""


class UnfitError(ValueError):
    """A position whose refutations would fill pages."""


class Builder:
    """The builder of one puzzle's record from the position that a solver has proven.

    ``path`` leads from the solver's position to the puzzle, ``branches`` are all moves there.
    """

    def __init__(self, solver: Solver, path: Path, branches: Sequence[Branch]) -> None:
        self.solver, self.path, self.branches = solver, path, branches
        self.seat = solver.seat_at(path)
        self.target = max(branch.value for branch in branches if branch.value is not None)
        self.aim = Aim(self.seat, self.target == 0)

    def record(self, moves: Sequence[Move | str], most: int) -> Record:
        """Return the puzzle; ``moves`` lead from the start to the solver's position.

        Raises ``UnfitError``, and ``OutOfBudgetError``.
        """
        position = self.solver.position
        record = Record.new(position.game.name, **position.options)
        at: Any = position.game.start(dict(position.options))
        node = record.root
        for move in [*moves, *self.solver.moves(self.path)]:
            node, at = _added(node, str(move), at)
        node.set_text(GOAL, "win" if self.target == 1 else "draw")
        record.root.set_text("GC", goal_of(at, self.target == 1))
        self._ask(node, at, self.path, self.branches, most)
        return record

    def _ask(
        self, node: Node, at: Position, path: Path, branches: Sequence[Branch], most: int
    ) -> None:
        """Write the answers to all moves at a node that asks for one."""
        right = [branch for branch in branches if self._is_right(branch)]
        for branch in sorted(right, key=lambda branch: branch.wins or 0):
            child, after = self._write(node, at, path, branch.turn.path)
            child.set_text("TE", "1")
            if child is node.children[0] and after.outcome is None:
                self._go_on(child, after, branch.turn, most)
        self._refute(node, at, path, [b for b in branches if not self._is_right(b)])

    def _is_right(self, branch: Branch) -> bool:
        return branch.value is not None and branch.value >= self.target

    def _go_on(self, node: Node, at: Position, turn: Turn, most: int) -> None:
        """Write the reply to a right move, and ask for the next one if all moves are proven."""
        reply = best_turn(self.solver, turn.path, self.aim)
        node, at = self._write(node, at, turn.path, reply.path)
        if at.outcome is not None:
            return
        budget, self.solver.budget = self.solver.budget, FOLLOWING_BUDGET
        try:
            branches = sort_moves(self.solver, reply.path, most)
        except OutOfBudgetError:
            branches = []
        self.solver.budget = budget
        right = sum(map(self._is_right, branches))
        known = all(branch.value is not None for branch in branches)
        if branches and known and right <= max(1, RIGHT_SHARE * len(branches)) < len(branches):
            self._ask(node, at, reply.path, branches, most)
        else:
            rest = line(self.solver, reply, self.aim)
            self._write(node, at, reply.path, rest[-1].path)

    def _refute(self, node: Node, at: Position, path: Path, wrong: Sequence[Branch]) -> None:
        """Write how wrong moves fail: shared refutations, and for the others their own."""
        answers = dict[Path, list[Branch]]()
        for branch in sorted(wrong, key=lambda branch: branch.length):
            behind = branch.turn.path
            if branch.turn.result >= 0:
                continue
            steps = next((steps for steps in answers if self._fails(behind, steps)), None)
            if steps is None:
                aim = Aim(1 - self.seat, branch.value == 0)
                steps = line(self.solver, branch.turn, aim)[-1].path[len(behind) :]
            answers.setdefault(steps, []).append(branch)
            if len(answers) > MOST_ANSWERS:
                raise UnfitError("too many refutations")
        self._write_answers(node, at, path, answers)

    def _write_answers(
        self, node: Node, at: Position, path: Path, answers: Mapping[Path, Sequence[Branch]]
    ) -> None:
        """Write refutations: those of several moves once, at the node that asks."""
        texts = list[str]()
        for steps, (branch, *others) in answers.items():
            behind = branch.turn.path
            if others:
                texts.append(" ".join(self._texts(behind, (*behind, *steps))))
            else:
                child, after = self._write(node, at, path, behind)
                child.set_text("BM", "1")
                self._write(child, after, behind, (*behind, *steps))
        node.set_texts(REPLIES, texts)

    def _fails(self, path: Path, steps: Path) -> bool:
        """Return whether a refutation of another wrong move refutes the one behind a path."""
        result = self.solver.plays(path, steps)
        return result is not None and result >= 0 and not self.aim.met(result)

    def _texts(self, path: Path, end: Path) -> list[str]:
        """Return the moves that lead from a path to a longer one."""
        return [str(move) for move in self.solver.moves(end)[len(self.solver.moves(path)) :]]

    def _write(self, node: Node, at: Any, path: Path, end: Path) -> tuple[Node, Any]:
        """Add the moves from a path to a longer one; return the last node and its position."""
        for text in self._texts(path, end):
            node, at = _added(node, text, at)
        return node, at


def _added(node: Node, text: str, at: Any) -> tuple[Node, Any]:
    child, after = play_at(node, text, at)
    return child, after if after is not None else at.play(text)


def goal_of(position: Position, win: bool) -> str:
    """Return the task in one line."""
    return f"{capitalized(position.turn)} to move and {'win' if win else 'draw'}"
