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


def test_a_finished_game_tells_nothing_of_what_would_fit() -> None:
    position = boche.GAME.new(size=1).play("a:a1")
    assert position.outcome is not None
    assert [fact.label for fact in panel.facts(position)] == ["Cubes left"]
