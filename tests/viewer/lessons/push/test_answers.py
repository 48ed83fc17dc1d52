"""Comments on wrong tries in lessons: each try is answered for its own fault, and truthfully.

``python -m tests.viewer.lessons.answers GAME`` lists all answers, for reading.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from boche.viewer.lessons.answers import answer_of, classes_at
from boche.viewer.lessons.lesson import marked, right_tries
from tests.viewer.lessons.answers import NAMES, Task
from tests.viewer.lessons.claims import broken
from tests.viewer.lessons.push.test_every_lesson import every_lesson


def with_wrong(tasks: list[Task]) -> list[Task]:
    """Return the tasks in which not every answer is right."""
    return [task for task in tasks if not task.asked.text("XA")]


def place_of(game: str, move: str) -> str:
    """Return the place of a move, without the choice made there."""
    if game == "boche":
        return move.rpartition(":")[2]
    if game == "boku":
        return move.partition("x")[0]
    if game == "che":
        return " ".join(re.findall(r"-?\d+,-?\d+", move))
    if game == "octi":
        return move[:2]  # the pod that it begins with
    return move


@cache
def wrong_moves(task: Task) -> list[str]:
    """Return all legal moves except the right ones, however those may be written."""
    position = task.position
    right = {position.play(position.parse(each.move)) for each in right_tries(task.asked)}
    return [move for move in task.moves if position.play(position.parse(move)) not in right]


@every_lesson
def test_a_wrong_move_at_a_right_place_is_not_answered_like_those_elsewhere(
    tasks: list[Task],
) -> None:
    for task in with_wrong(tasks):
        game, known = task.lesson.game, {each.move for each in marked(task.asked)}
        right = {place_of(game, str(each.move)) for each in right_tries(task.asked)}
        classes = classes_at(task.asked)
        alike = [
            move
            for move in wrong_moves(task)
            if move not in known
            and place_of(game, move) in right
            and not any(each.holds(move) for each in classes)
        ]
        assert not alike, f"{task}: answered by XO as elsewhere, needs BM or XM: {' '.join(alike)}"


@every_lesson
def test_no_wrong_move_wins_at_once(tasks: list[Task]) -> None:
    for task in with_wrong(tasks):
        position = task.position
        ends = ((move, position.play(position.parse(move)).outcome) for move in wrong_moves(task))
        wins = [move for move, end in ends if end is not None and end.winner == position.turn]
        assert not wins, f"{task}: called wrong, but wins: {' '.join(wins)}"


@pytest.mark.parametrize("lesson", NAMES[::3], ids="-".join, indirect=True)
def test_what_is_said_of_a_wrong_move_is_true(tasks: list[Task]) -> None:
    for task in with_wrong(tasks):
        listed = {each.move: each for each in marked(task.asked)}
        untrue = []
        for move in wrong_moves(task):
            steps: list[Any] = listed[move].line_from() if move in listed else []
            said = steps[0].comment if steps else answer_of(task.asked, move)
            last = steps[-1].comment if len(steps) > 1 else ""
            line = [str(step.move) for step in steps[1:]]
            untrue += [
                f"{move}: {claim}" for claim in broken(task.position, move, said, line, last)
            ]
        assert not untrue, f"{task}: " + "; ".join(untrue)


@every_lesson
def test_what_is_said_of_a_right_move_is_true(tasks: list[Task]) -> None:
    for task in tasks:
        for right in right_tries(task.asked):
            assert right.move is not None
            assert not broken(task.position, right.move, right.comment, [], "", right=True), task


@every_lesson
def test_a_move_that_is_answered_on_the_board_is_answered_by_the_rules(tasks: list[Task]) -> None:
    """Expect the opponent's win to be shown if there is one, and an immediate loss to be named."""
    for task in with_wrong(tasks)[::3]:
        position, known = task.position, {each.move for each in marked(task.asked)}
        others = [move for move in wrong_moves(task) if move not in known]
        for move in others[:: max(len(others) // 6, 1)]:
            after, state = position.play(position.parse(move)), task.answer(move)
            if after.outcome is not None:
                assert "That loses at once." in state.answer, f"{task}: {move}"
            replies = [after.play(reply) for reply in after.legal_moves()]
            wins = any(end.outcome and end.outcome.winner == after.turn for end in replies)
            assert bool(state.ahead) == wins, f"{task}: {move}"
            if wins:
                end = after.play(after.parse(state.ahead[0].move))
                assert end.outcome is not None
                assert end.outcome.winner == after.turn
                assert "wins at once" in state.ahead[0].comment


SIDE_IN_SMALL = re.compile(
    r"\b(dark|light|black|white)('s\b| (to move|wins|has|have|had|is|plays|threatens|answers|moves"
    r"|may|does|loses|encloses|could|can|joins|fills)\b)"
)


@every_lesson
def test_the_names_of_the_sides_are_capitals(tasks: list[Task]) -> None:
    for task in tasks:
        nodes = [task.asked, *(each for child in task.asked.children for each in child.line_from())]
        texts = [
            text for node in nodes for name in ("C", "XO", "XA", "XM") for text in node.texts(name)
        ]
        small = [found[0] for text in texts for found in SIDE_IN_SMALL.finditer(text)]
        assert not small, f"{task}: {small}"
