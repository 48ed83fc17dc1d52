"""Answers to the moves tried in a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from boche.engine.deferred import Deferred
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.puzzles.puzzle import GOALS, REPLIES, Goal, Puzzle, PuzzleError
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


# An attempt at a puzzle as data: the moves tried, and what they led to.

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
        return Attempt(
            puzzle=puzzle,
            moves=moves,
            found=before.found,
            asked=None,
            right=False,
            failed=text,
            line=verdict.line,
        )
    asked = None if verdict.done else verdict.node
    return Attempt(puzzle, moves, (*before.found, text), asked, True)
