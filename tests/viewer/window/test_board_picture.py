"""The parts of the window's picture besides the scene."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.game import SgfForm
from boche.engine.games.registry import DEFAULT, GAMES
from boche.viewer.window.drawing.board_picture import discs


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_black_and_dark_have_a_dark_disc(game) -> None:
    found = discs("classic", game)
    dark, light = sorted(found, key=lambda colour: sum(found[colour]))
    assert dark in ("dark", "black")
    assert light in ("light", "white")


def test_other_colours_differ_too() -> None:
    """Use a third-party game, which may name its colours freely."""
    form = SgfForm("Odd", {"red": "B", "blue": "W"})
    found = discs("classic", replace(DEFAULT, colours=("red", "blue"), sgf=form))
    assert sum(found["red"]) < sum(found["blue"])
