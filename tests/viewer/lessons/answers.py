"""Listing of a game's lesson answers: ``python -m tests.viewer.lessons.answers GAME``.

Each task is listed with every legal move, grouped by comment and refutation. A part of a lesson's
name after the game restricts the list to that lesson.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from boche.engine.record import Node, positions_along
from boche.viewer.games.registry import VIEWS
from boche.viewer.lessons.catalogue import catalogue_of, lesson_names
from boche.viewer.lessons.lesson import Lesson, asks, moves_to
from boche.viewer.lessons.state import LessonState, tried


class Task(NamedTuple):
    """A place in a lesson that asks for a move."""

    lesson: Lesson
    number: int
    asked: Node

    def __str__(self) -> str:
        moves = moves_to(self.asked)
        where = f"{self.lesson.game}/{self.lesson.name}, exercise {self.number + 1}"
        return f"{where}, after {moves[-1]}" if moves else where

    @property
    def position(self) -> Any:
        return positions_along(self.lesson.exercises[self.number], self.asked)[-1]

    @property
    def moves(self) -> list[str]:
        """Legal moves of the position."""
        return [str(move) for move in self.position.legal_moves()]

    def answer(self, move: str) -> LessonState:
        """Return the lesson after a move was tried."""
        state = LessonState(self.lesson, self.number, self.asked, moves_to(self.asked))
        return tried(state, move)


NAMES = [(game, name) for game in VIEWS for name in lesson_names(game)]
"""The games and names of all lessons; to know them, none is read."""


def lesson_of(game: str, name: str) -> Lesson:
    return next(each for each in catalogue_of(game).lessons if each.name == name)


def tasks_of(lesson: Lesson) -> list[Task]:
    """Return all places in a lesson that ask for a move."""
    return [
        Task(lesson, number, node)
        for number, record in enumerate(lesson.exercises)
        for node in record.nodes()
        if asks(node) and not node.text("XD")
    ]


def told(state: LessonState) -> str:
    """Return the final comment on a try, with each move of its refutation in its place."""
    lines = ["+ " if state.good else "- ", state.answer.replace("\n", " / ")]
    for step in state.ahead:
        lines.append(f" [{step.move}] {step.comment}".rstrip())
    return "".join(lines)


def listing(task: Task) -> Iterator[str]:
    groups = defaultdict(list)
    for move in task.moves:
        groups[told(task.answer(move))].append(move)
    yield f"== {task}"
    yield task.asked.comment
    for said, moves in sorted(groups.items()):
        yield f"  {said}\n      {len(moves)}: {' '.join(moves)}"


if __name__ == "__main__":
    game, *parts = sys.argv[1:]
    for lesson in catalogue_of(game).lessons:
        for task in tasks_of(lesson) if all(part in lesson.name for part in parts) else ():
            print("\n".join(listing(task)), end="\n\n", flush=True)
