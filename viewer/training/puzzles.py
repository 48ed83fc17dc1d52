"""Puzzles as exercises: find the right move, against the best defence, to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from boche.engine.game import Position
from boche.engine.languages.current import said, tr
from boche.engine.message import capitalized
from boche.engine.puzzles import Puzzle, judge, right_moves
from boche.engine.puzzles.judging import listed, reaches, shared_refutation
from boche.engine.record import Node, Record
from boche.viewer.training import words
from boche.viewer.training.exercise import Answer
from boche.viewer.training.mistakes import LONGEST
from boche.viewer.training.path import path_record

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult


@dataclass(frozen=True)
class PuzzleExercise:
    """A puzzle as an exercise; its places are the nodes that ask for a move.

    ``title`` is its heading, such as ``Today's puzzle``.
    """

    puzzle: Puzzle
    title: str = field(default_factory=lambda: tr("Puzzle"))

    @cached_property
    def record(self) -> Record:
        """The record that leads to the position. Raises ``BocheError`` for a damaged puzzle."""
        return path_record(self.puzzle.record, self.puzzle.node)

    @property
    def place(self) -> Node:
        return self.puzzle.node

    @property
    def colour(self) -> str:
        return self.puzzle.colour

    @property
    def task(self) -> str:
        return f"{capitalized(tr(self.puzzle.goal.rstrip('.')))}."

    @property
    def source(self) -> str:
        return tr("{puzzle}, rated {rating}", puzzle=self.puzzle.id, rating=self.puzzle.rating)

    @property
    def stake(self) -> str:
        return tr(words.STAKE)

    @property
    def strict(self) -> bool:
        return True

    def meanwhile(self, move: str) -> str:
        """Return that the move is wrong: all right ones are listed."""
        return words.REFUTING(move=move)

    def judge(self, place: Node, position: Position, move: str) -> Answer | None:
        """Return the answer to a legal move; None for a wrong one without a known refutation."""
        if not self._is_known(place, position, move):
            return None
        verdict = judge(self.puzzle, place, move)
        if verdict.right and verdict.done:
            return Answer("right", words.SOLVED(move=move), verdict.line)
        if verdict.right:
            return Answer("right", words.RIGHT_SO_FAR(move=move), verdict.line, verdict.node)
        return Answer("wrong", self._refuted(position, move, verdict.line), verdict.line)

    def _refuted(self, position: Position, move: str, line: tuple[str, ...]) -> str:
        """Return the answer to a wrong move."""
        after = position.play(position.parse(move))
        if after.outcome is not None and after.outcome.winner == after.turn:
            return words.LOSES(move=move)
        wrong = said(words.NOT_RIGHT(move=move))
        return f"{wrong} {said(words.FOLLOWS())}" if line else wrong

    def _is_known(self, place: Node, position: Position, move: str) -> bool:
        """Return whether the record has the answer, so that no solver need run here."""
        after, aim = position.play(position.parse(move)), self.puzzle.aim
        if listed(place, position, move, after) or reaches(after, position.turn, aim):
            return True
        return shared_refutation(place, after, position.turn, aim) is not None

    def searched(self, position: Position, move: str, result: SearchResult) -> Answer:
        """Return the answer to a wrong move, with what a search found against it."""
        line = tuple(result.line[:LONGEST])
        return Answer("wrong", self._refuted(position, move, line), line)

    def solution(self, place: Node) -> tuple[str, ...]:
        """Return the right moves, and the best defence, to the end."""
        first = right_moves(place)[0]
        child = next(child for child in place.children if child.move == first)
        return tuple(node.move for node in child.line_from() if node.move is not None)
