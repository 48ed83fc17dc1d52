"""Boche in the HUD: the rotations that fit on each level, in words."""

from __future__ import annotations

import pytest

from boche.engine.games import boche
from boche.viewer.games.boche import panel


@pytest.mark.parametrize("size", [2, 6])
def test_the_levels_are_named_with_what_fits_there(size: int) -> None:
    facts = panel.facts(boche.GAME.new(size=size).play("a:a1"))
    told = [(fact.label, fact.value) for fact in facts[2:4]]
    assert told == [("Even levels", "rotations a-d"), ("Odd levels", "rotations e-h")]


@pytest.mark.parametrize(("at_once", "tip"), [
    (False, "a path that links them counts once the board is full"),
    (True, "a path that links them wins at once"),
])  # fmt: skip
def test_the_goal_tells_when_a_path_counts(at_once: bool, tip: str) -> None:
    position = boche.GAME.new(size=3, immediate_win=at_once).play("a:a1")
    goal = panel.facts(position)[0]
    assert (goal.label, goal.tip) == ("To win", tip)


def test_a_finished_game_tells_nothing_of_what_would_fit() -> None:
    position = boche.GAME.new(size=1).play("a:a1")
    assert position.outcome is not None
    assert [fact.label for fact in panel.facts(position)] == ["Cubes left"]
