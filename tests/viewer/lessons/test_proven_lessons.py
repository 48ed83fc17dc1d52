"""Lessons about winning moves, checked against the exact solution of the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.engine.games.boche.solve import Solver
from boche.engine.record import Node, Record, positions_along
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import asks, marked

PROVEN = ("9-the-only-defence", "10-planning-a-path")


def tasks() -> Iterator[tuple[str, Record, Node]]:
    for lesson in catalogue_of("boche").lessons:
        for record in lesson.exercises if lesson.name in PROVEN else ():
            for node in record.nodes():
                if asks(node) and record.options["size"] <= 3:
                    yield lesson.name, record, node


def test_every_proven_lesson_has_tasks() -> None:
    assert {name for name, _, _ in tasks()} == set(PROVEN)


@pytest.mark.parametrize("lesson", PROVEN)
def test_the_right_tries_are_exactly_the_moves_that_win(lesson: str) -> None:
    for name, record, asked in tasks():
        if name == lesson:
            assert_only_winning_tries_are_right(record, asked)


def assert_only_winning_tries_are_right(record: Record, asked: Node) -> None:
    position = positions_along(record, asked)[-1]
    solver, mover = Solver(record.options), position.turn
    moves = [move for move in position.legal_moves() if str(move) != "swap"]
    winning = {str(m) for m in moves if solver.winner(position.play(m)) == mover}
    right = {each.move for each in marked(asked) if each.text("TE")}
    assert right == (winning or {"swap"})
    for wrong in marked(asked):
        if wrong.move != "swap" and not wrong.text("TE"):
            after = position.play(wrong.move)
            for answer in wrong.line_from()[1:]:
                after = after.play(answer.move)
            assert solver.winner(after) != mover
