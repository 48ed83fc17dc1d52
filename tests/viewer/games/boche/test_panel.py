"""Boche in the HUD: the rotations that fit on each level, in words."""

from __future__ import annotations

import re

import pytest

from boche.engine.games import boche
from boche.viewer.games.boche import panel
from boche.viewer.games.boche.guide import GUIDE


@pytest.mark.parametrize("size", [2, 6])
def test_the_levels_are_named_with_what_fits_there(size: int) -> None:
    facts = panel.facts(boche.GAME.new(size=size).play("a:a1"))
    told = [(fact.label, fact.value) for fact in facts[2:4]]
    assert told == [("Even levels", "rotations a-d"), ("Odd levels", "rotations e-h")]


def test_a_finished_game_tells_nothing_of_what_would_fit() -> None:
    position = boche.GAME.new(size=1).play("a:a1")
    assert position.outcome is not None
    assert [fact.label for fact in panel.facts(position)] == ["Cubes left"]


def test_what_the_marks_of_the_end_mean_names_no_player() -> None:
    said = [*GUIDE.meanings.values(), *(mark.words for mark in GUIDE.marks)]
    named = [text for text in said if re.search("\\b(light|dark)\\b", text, re.IGNORECASE)]
    assert named == [], "palettes exchange these words for their own colours"
    assert GUIDE.meanings["enclosure"] == "The group in red, with a line within, was enclosed."
