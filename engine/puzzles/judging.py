"""Answers to the moves tried in a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boche.engine.deferred import Deferred
from boche.engine.errors import BocheError
from boche.engine.puzzles.puzzle import GOALS, REPLIES, Goal, Puzzle
from boche.engine.record import Node

_refutation = Deferred("boche.engine.puzzles.refutation")


@dataclass(frozen=True)
class Verdict:
    """The answer to a move.

    ``line`` holds the moves that follow it on the board: after a right move the opponent's reply,
    and once the puzzle is done all that is left of the game; after a wrong one its refutation, to
    the end. ``reply`` is the first of them. ``node`` is where the puzzle goes on: the node that
    asks for the next move, or, when nothing more is asked, the last node known (None if the record
    does not list the move). ``done`` is True if a right move leaves nothing more to find.
    """

    right: bool
    line: tuple[str, ...]
    node: Node | None
    done: bool

    @property
    def reply(self) -> str | None:
        """The opponent's answer, or None if there is none."""
        return self.line[0] if self.line else None


def right_moves(node: Node) -> list[str]:
    """Return the right moves that are listed at a node, the main one first."""
    return [child.move for child in node.children if child.text("TE") and child.move]


def asks(node: Node) -> bool:
    """Return whether a move is to be found at a node."""
    return bool(right_moves(node))


def judge(puzzle: Puzzle, node: Node, move: object) -> Verdict:
    """Judge a move at a node of the puzzle that asks for one.

    Raises ``IllegalMoveError`` and ``NotationError`` for a move that the rules refuse.
    """
    position: Any = puzzle.record.position(node)
    played = position.parse(str(move))
    after = position.play(played)
    child = listed(node, position, str(played), after)
    if child is not None and child.text("TE"):
        return _right(child)
    if child is not None:
        moves = _moves(child)
        return Verdict(False, moves, child.line_from()[-1], False)
    if reaches(after, position.turn, puzzle.aim):
        return Verdict(True, (), None, True)
    line = shared_refutation(node, after, position.turn, puzzle.aim)
    if line is None:
        line = refute(position, played, puzzle.aim)
    return Verdict(False, line, None, False)


def refute(position: Any, move: object, aim: Goal = "win") -> tuple[str, ...]:
    """Return how a wrong move fails: the moves that follow it; empty if the solver finds none."""
    line: tuple[str, ...] = _refutation.refutation(position, move, aim)
    return line


def listed(node: Node, position: Any, move: str, after: Any) -> Node | None:
    """Return the child for a move; some moves can be written in two ways."""
    for child in node.children:
        if child.move == move:
            return child
    for child in node.children:
        if child.text("TE") and child.move and position.play(child.move) == after:
            return child
    return None


def _right(child: Node) -> Verdict:
    """Return the verdict on a right move."""
    reply = child.children[0] if child.children else None
    if reply is not None and asks(reply):
        return Verdict(True, (str(reply.move),), reply, False)
    return Verdict(True, _moves(child), child.line_from()[-1], True)


def _moves(node: Node) -> tuple[str, ...]:
    """Return the moves below a node along first children."""
    return tuple(step.move for step in node.line_from()[1:] if step.move is not None)


def reaches(position: Any, colour: str, aim: Goal) -> bool:
    """Return whether a game is over with what ``colour`` wants: a win, or no loss."""
    outcome = position.outcome
    if outcome is None:
        return False
    return outcome.winner == colour or (aim == GOALS[1] and outcome.winner is None)


def shared_refutation(node: Node, after: Any, colour: str, aim: Goal) -> tuple[str, ...] | None:
    """Return the first refutation for moves not listed that works after one of them, or None."""
    if after.outcome is not None:
        return None if reaches(after, colour, aim) else ()
    for line in refutations(node):
        end = played(after, line)
        if end is not None and end.outcome is not None and not reaches(end, colour, aim):
            return line
    return None


def refutations(node: Node) -> Iterator[tuple[str, ...]]:
    """Yield the refutations for moves not listed at a node: lines of moves."""
    yield from (tuple(text.split()) for text in node.texts(REPLIES))


def played(position: Any, line: tuple[str, ...]) -> Any:
    """Return the position after a line, or None if one of its moves is illegal."""
    try:
        for move in line:
            position = position.play(move)
    except BocheError:
        return None
    return position
