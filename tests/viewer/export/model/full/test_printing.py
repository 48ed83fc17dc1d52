"""A set to be printed: the parts of a cube, the board, and their files."""

from __future__ import annotations

import pytest

from boche.engine.games.boche.geometry import LETTERS
from tests.viewer.export.model.push import test_printing as push


@pytest.mark.parametrize("clearance", [0.0, 0.05])
def test_the_parts_are_closed_do_not_overlap_and_fill_the_cube(clearance: float) -> None:
    push.test_the_parts_are_closed_do_not_overlap_and_fill_the_cube(clearance)


@pytest.mark.parametrize("rotation", LETTERS[2:])
def test_the_surface_has_the_colours_that_the_rules_say(rotation: str) -> None:
    push.test_the_surface_has_the_colours_that_the_rules_say(rotation)
