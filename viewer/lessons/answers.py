"""What is said of a wrong try that a lesson's file does not list, and the move that refutes it."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from engine.game import Move, Position
from engine.message import begun
from engine.record import Node
from viewer.lessons import words


class MoveClass(NamedTuple):
    """Moves that are answered alike (XM): patterns of their texts, and what is said of them."""

    patterns: tuple[str, ...]
    said: str

    def holds(self, move: str) -> bool:
        """Whether a move is one of them."""
        return any(fnmatchcase(move, pattern) for pattern in self.patterns)


def classes_at(node: Node) -> list[MoveClass]:
    """The classes of moves that a place answers, in order: the first that fits counts."""
    parted = (value.partition("|") for value in node.texts("XM"))
    return [MoveClass(tuple(which.split()), said.strip()) for which, _, said in parted]


def said_of(node: Node, move: str) -> str:
    """What a place says of a move that is none of its tries; empty where it says nothing."""
    fitting = (each.said for each in classes_at(node) if each.holds(move))
    return next(fitting, node.text("XO"))


def answer_to(node: Node, position: Position, move: str) -> tuple[str, tuple[Node, ...]]:
    """What is said of a wrong move that is none of the tries, and what refutes it on the board.

    By the rules alone: the end of the game where the move loses at once, and the opponent's move
    where one wins at once.
    """
    said = said_of(node, move) or words.NO_MOVE_ASKED
    after = position.play(position.parse(move))
    if after.outcome is not None and after.outcome.winner == after.turn:
        return f"{said}\n{words.LOSES(reason=begun(after.outcome.reason))}", ()
    reply = winning_move(after)
    if reply is None:
        return said, ()
    step = Node(str(reply), after.turn)
    step.comment = words.OPPONENT_WINS(winner=begun(after.turn), move=str(reply))
    return said, (step,)


def winning_move(position: Position) -> Move | None:
    """A move with which the side to move wins at once, None where there is none."""
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            return move
    return None
