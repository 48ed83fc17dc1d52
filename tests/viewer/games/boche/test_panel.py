"""Boche in the HUD: which rotations fit on which levels, in words."""

from __future__ import annotations

import pytest

from engine.games import boche
from viewer.games.boche import panel


@pytest.mark.parametrize(
    ("size", "told"),
    [
        (2, [("Level 0", "rotations a to d"), ("Level 1", "rotations e to h")]),
        (6, [("Levels 0, 2, 4", "rotations a to d"), ("Levels 1, 3, 5", "rotations e to h")]),
        (9, [("Levels 0, 2, 4, …", "rotations a to d"), ("Levels 1, 3, 5, …", "rotations e to h")]),
    ],
)
def test_the_levels_are_named_with_what_fits_there(size: int, told: list[tuple[str, str]]) -> None:
    position = boche.GAME.new(size=size).play("a:a1")
    facts = panel.facts(position)
    assert [(fact.label, fact.value) for fact in facts[1 : 1 + len(told)]] == told


def test_a_finished_game_tells_nothing_of_what_would_fit() -> None:
    position = boche.GAME.new(size=1).play("a:a1")
    assert position.outcome is not None
    assert [fact.label for fact in panel.facts(position)] == ["Cubes left"]
