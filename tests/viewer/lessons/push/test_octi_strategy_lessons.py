"""Octi's strategy lessons: their right tries are exactly the moves that reach the aim."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from boche.engine.record import Node, Record, load_all, positions_along
from boche.viewer.games.registry import view_of
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import asks, marked, texts_of

Position = Any


def pods(position: Position, colour: str) -> int:
    """Return the number of a colour's pods on the board."""
    return sum(pod.colour == colour for pod in position.pods)


def marches(position: Position) -> list[Any]:
    """Return the moves in which pods travel: only these capture or reach an opponent's home."""
    return [move for move in position.legal_moves() if "+" not in str(move) and "-" in str(move)]


def has_won(position: Position, colour: str) -> bool:
    """Return whether the game is over and won by a colour."""
    return position.outcome is not None and position.outcome.winner == colour


def can_win(position: Position) -> bool:
    """Return whether the side to move can win in this turn."""
    return any(has_won(position.play(move), position.turn) for move in marches(position))


def captured(before: Position, after: Position) -> int:
    """Return how many of the opponent's pods the side that moved took."""
    enemy = after.turn
    return pods(before, enemy) - pods(after, enemy)


def least_left(after: Position, colour: str) -> int:
    """Return how many pods a colour has left after the opponent's best capture."""
    return min([pods(after, colour), *(pods(after.play(m), colour) for m in marches(after))])


def takes_two(before: Position, after: Position) -> bool:
    return captured(before, after) == 2


def takes_safely(before: Position, after: Position) -> bool:
    return captured(before, after) > 0 and keeps_all(before, after)


def wins_now(before: Position, after: Position) -> bool:
    return has_won(after, before.turn)


def keeps_all(before: Position, after: Position) -> bool:
    return least_left(after, before.turn) >= max(pods(p, before.turn) for p in (before, after))


def stops_the_win(before: Position, after: Position) -> bool:
    return not can_win(after)


def wins_next(before: Position, after: Position) -> bool:
    """Return whether the side that moved wins in its next turn, whatever the answer."""
    if any(has_won(after.play(move), after.turn) for move in marches(after)):
        return False
    return all(can_win(after.play(answer)) for answer in after.legal_moves())


AIMS: dict[str, tuple[Callable[[Position, Position], bool], ...]] = {
    "5-attacking": (takes_two, takes_safely, wins_now),
    "6-defending": (keeps_all, keeps_all, stops_the_win),
    "7-the-way-home": (wins_next, wins_next, wins_now),
}


@cache
def all_tasks() -> list[tuple[Record, Node, Callable[[Position, Position], bool]]]:
    """Return each task with the aim of its right tries; later tasks of an exercise are to win."""
    found = []
    for lesson in catalogue_of("octi").lessons:
        for record, aim in zip(lesson.exercises, AIMS.get(lesson.name, ()), strict=False):
            first, *later = [node for node in record.nodes() if asks(node)]
            found += [(record, first, aim), *((record, node, wins_now) for node in later)]
    return found


def test_every_task_has_an_aim() -> None:
    lessons = {each.name: len(each.exercises) for each in catalogue_of("octi").lessons}
    assert {name: lessons[name] for name in AIMS} == {n: len(aims) for n, aims in AIMS.items()}
    assert len(all_tasks()) == 11


@pytest.mark.parametrize("number", range(11))
def test_the_right_tries_are_exactly_the_moves_that_do_it(number: int) -> None:
    record, asked, aim = all_tasks()[number]
    before = positions_along(record, asked)[-1]
    moves = list(before.legal_moves())
    assert {each.move for each in marked(asked)} == set(map(str, moves))
    right = {each.move for each in marked(asked) if each.text("TE")}
    assert right == {str(move) for move in moves if aim(before, before.play(move))}


@pytest.mark.parametrize("number", range(11))
def test_what_answers_a_wrong_try_shows_what_is_wrong_with_it(number: int) -> None:
    record, asked, aim = all_tasks()[number]
    before = positions_along(record, asked)[-1]
    mover = before.turn
    tries = [each for each in marked(asked) if each.text("BM")]
    for wrong in (each for each in tries if each.children):
        after = before.play(wrong.move)
        answered = after.play(wrong.children[0].move)
        if aim is wins_now:
            assert has_won(answered, after.turn) or not can_win(answered)
        elif aim in (takes_safely, keeps_all):
            assert pods(answered, mover) == least_left(after, mover) < pods(after, mover)
        elif aim is stops_the_win:
            assert has_won(answered, after.turn)
        elif aim is wins_next:
            assert not can_win(answered)
        else:
            assert aim is takes_two
            assert not any(takes_two(answered, answered.play(move)) for move in marches(answered))


@pytest.mark.parametrize("number", range(11))
def test_wrong_tries_are_answered_each_for_itself(number: int) -> None:
    """Allow shared answers only for equivalent moves, as with prongs other than the one needed."""
    asked = all_tasks()[number][1]
    answers = [each.comment for each in marked(asked) if each.text("BM")]
    assert max(map(answers.count, answers)) <= 8
    assert len(set(answers)) >= 2 * len(answers) / 3


COMPASS = re.compile(r"\b(?:north|south|east|west|below|above|left of|right of)\b", re.IGNORECASE)


def test_no_text_speaks_of_north_where_the_board_may_be_turned() -> None:
    told = [text for lesson in catalogue_of("octi").lessons for text in texts_of(lesson.exercises)]
    demonstration = view_of("octi").demonstration
    assert demonstration is not None
    told += texts_of(load_all(demonstration(), game="octi"))
    assert [text for text in told if COMPASS.search(text)] == []
