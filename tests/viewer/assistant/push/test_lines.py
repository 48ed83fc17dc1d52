"""The marks on the board and the list of lines."""

from __future__ import annotations

import random

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget
from boche.viewer.assistant.display import bests_of
from boche.viewer.session import Session
from tests.viewer.assistant.desk import Desk


@pytest.mark.parametrize("game", list(GAMES))
def test_the_marks_on_the_board_agree_with_the_list(game: str) -> None:
    one = Desk(Session.new(game))
    rng, position = random.Random(3), one.session.position
    for _ in range(3):
        position = position.play(position.random_move(rng))
    result = CandidateSearcher(position, count=5).watch(Budget(simulations=3000))
    marks = {mark.target: mark for mark in bests_of(one.table, position, result)}
    best = result.candidates[0]
    mark = next(mark for mark in marks.values() if mark.move == best.step)
    assert mark.chance == best.value == result.win[position.turn]
    told = {candidate.step: candidate.value for candidate in reversed(result.candidates)}
    for mark in marks.values():
        assert mark.chance == told.get(mark.move, mark.chance)
