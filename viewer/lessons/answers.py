"""Answers to wrong tries that a lesson's file does not list, and the moves that refute them."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from boche.engine.game import Move, Position
from boche.engine.message import capitalized
from boche.engine.record import Node
from boche.viewer.lessons import words


class MoveClass(NamedTuple):
    """Moves that get the same answer (XM): patterns of their texts, and the answer."""

    patterns: tuple[str, ...]
    answer: str

    def holds(self, move: str) -> bool:
        """Return whether a move belongs to the class."""
        return any(fnmatchcase(move, pattern) for pattern in self.patterns)


def classes_at(node: Node) -> list[MoveClass]:
    """Return the classes of moves answered at a node, in order: the first match counts."""
    parted = (value.partition("|") for value in node.texts("XM"))
    return [MoveClass(tuple(which.split()), answer.strip()) for which, _, answer in parted]


def answer_of(node: Node, move: str) -> str:
    """Return the answer to a move that is not among the node's tries, or an empty string."""
    fitting = (move_class.answer for move_class in classes_at(node) if move_class.holds(move))
    return next(fitting, node.text("XO"))


class Answer(NamedTuple):
    """An answer to a wrong try: its texts, the refuting moves, and the text after the last one."""

    texts: tuple[str, ...]
    ahead: tuple[Node, ...] = ()
    ending: str = ""


def answer_to(node: Node, position: Position, move: str) -> Answer:
    """Return the answer to a wrong move that is not among the tries.

    The refutation follows from the rules alone: the end of the game if the move loses at once, or
    the opponent's move if one wins at once.
    """
    answer = answer_of(node, move)
    after = position.play(position.parse(move))
    if after.outcome is not None and after.outcome.winner == after.turn:
        return Answer((answer, words.LOSES(reason=after.outcome.reason)))
    reply = winning_move(after)
    if reply is None:
        return Answer((answer,))
    ending = words.OPPONENT_WINS(winner=capitalized(after.turn), move=str(reply))
    step = Node(str(reply), after.turn)
    step.comment = ending
    return Answer((answer,), (step,), ending)


def winning_move(position: Position) -> Move | None:
    """Return a move with which the side to move wins at once, or None."""
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            return move
    return None
