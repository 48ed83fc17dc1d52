"""Boku's strategy lessons: their right tries are exactly the right moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from boche.engine.games.boku.position import Position
from boche.engine.record import Node, positions_along
from boche.viewer.lessons.lesson import asks, marked, right_tries
from tests import ROOT
from tests.viewer.lessons.answers import lesson_of
from tests.viewer.lessons.boku_force import (
    after,
    fives,
    holding,
    loses,
    side_of,
    steps,
    winning,
    wins,
)

LESSONS = ("5-two-threats", "6-save-the-game", "7-plan-ahead")
# Who is asked to win does it within so many moves; who is asked to hold is safe for so many.
WINS = {("5-two-threats", 0): 2, ("5-two-threats", 1): 3, ("5-two-threats", 2): 2}
WINS |= {("7-plan-ahead", 2): 2}
HOLDS = {("6-save-the-game", 0): 3, ("6-save-the-game", 1): 2, ("6-save-the-game", 2): 3}


def first(name: str, number: int) -> tuple[Node, Position]:
    """Return the first task of an exercise and its position."""
    record = lesson_of("boku", name).exercises[number]
    node = next(each for each in record.nodes() if asks(each))
    position = positions_along(record, node)[-1]
    assert isinstance(position, Position)
    return node, position


def right(node: Node) -> set[str]:
    """Return the right tries of a task."""
    return {str(each.move) for each in right_tries(node)}


def wrong(node: Node) -> Iterator[Node]:
    """Return the wrong tries of a task."""
    return (each for each in marked(node) if not each.text("TE"))


def refuted(position: Position, tried: Node) -> Position:
    """Return the position after a wrong try and its whole refutation."""
    for node in tried.line_from():
        position = position.play(str(node.move))
    return position


def test_what_looks_for_forced_wins_plays_by_the_rules() -> None:
    chance, plies = random.Random(1), 0
    for _ in range(12):
        position = Position()
        while position.outcome is None:
            side = side_of(position)
            known = {str(step): step for step in steps(side)}
            assert list(known) == [str(move) for move in position.legal_moves()]
            step = known[chance.choice(list(known))]
            position, plies = position.play(str(step)), plies + 1
            made_five = bool(step.cell & fives(side.own, side.other))
            assert made_five == (position.outcome is not None and position.outcome.kind == "row")
            assert position.outcome is not None or after(side, step) == side_of(position)
    assert plies > 400


@pytest.mark.parametrize("task", WINS)
def test_the_right_tries_are_exactly_the_moves_that_win(task: tuple[str, int]) -> None:
    node, position = first(task[0], task[1])
    assert right(node) == winning(position, WINS[task])
    for tried in wrong(node):
        behind = refuted(position, tried)
        assert behind.outcome is None
        assert behind.turn != position.turn or not wins(side_of(behind), 2)


@pytest.mark.parametrize("task", HOLDS)
def test_the_right_tries_are_exactly_the_moves_that_hold(task: tuple[str, int]) -> None:
    node, position = first(task[0], task[1])
    assert right(node) == holding(position, HOLDS[task])
    for move in right(node):
        assert not wins(side_of(position.play(move)), 2)
    for tried in wrong(node):
        behind = refuted(position, tried)
        assert behind.outcome is not None or loses(side_of(behind), 1)


@pytest.mark.parametrize("name", LESSONS)
def test_later_tasks_go_on_the_way_they_say(name: str) -> None:
    for number, record in enumerate(lesson_of("boku", name).exercises):
        opening, _ = first(name, number)
        for node in record.nodes():
            if asks(node) and node is not opening:
                position = positions_along(record, node)[-1]
                assert isinstance(position, Position)
                if name == "6-save-the-game":
                    assert right(node) == holding(position, 2)
                else:
                    assert right(node) == (winning(position, 1) or winning(position, 2))


def test_a_pair_is_safe_exactly_where_it_is_said() -> None:
    node, position = first("7-plan-ahead", 1)
    assert position.turn == "black"
    beside, safe = {"a2", "a3", "b2", "b4"}, set[str]()
    for move in beside:
        behind = position.play(move)
        if not any(reply.taken for reply in behind.legal_moves()):
            safe.add(move)
    assert right(node) == safe


def test_the_openings_are_those_of_the_table_of_sources() -> None:
    lines = (ROOT / "docs" / "strategy-sources.md").read_text("utf-8").split("## Boku", 1)[1]
    table = re.findall(r"\| `(\w+)` \| \d \| ([\d.]+) \|", lines)
    start, share = Position(), dict[bytes, float]()
    for move, mean in table:
        share[start.play(move).canonical()[0]] = float(mean)
    node, _ = first("7-plan-ahead", 0)
    for tried in marked(node):
        figure = share[start.play(str(tried.move)).canonical()[0]]
        assert bool(tried.text("TE")) == (figure > 52.0)
        assert f"{figure:.0f} of 100" in tried.comment


@pytest.mark.parametrize("name", LESSONS)
def test_every_move_has_an_answer_of_its_own(name: str) -> None:
    for number in range(len(lesson_of("boku", name).exercises)):
        node, position = first(name, number)
        tries = {str(each.move): each for each in marked(node)}
        assert set(tries) == {str(move) for move in position.legal_moves()}
        assert len({each.comment for each in wrong(node)}) == len(list(wrong(node)))
