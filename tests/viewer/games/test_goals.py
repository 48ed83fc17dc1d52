"""The goal of a game in one line of the panel, until the game is over."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import find
from boche.viewer.games.registry import view_of


@pytest.mark.parametrize(("game", "options", "goal"), [
    ("boche", {}, "enclose an enemy group, or link all three sides once the board is full"),
    ("boche", {"kill": 0},
     "link all three sides once the board is full; enclosing does not count"),
    ("boche", {"immediate_win": True}, "link all three sides, or enclose an enemy group"),
    ("boche", {"immediate_win": True, "kill": 0},
     "link all three sides; enclosing does not count"),
    ("boku", {}, "make five in a row"),
    ("che", {}, "close a region of your colour"),
    ("che", {"group_area": 5}, "close an enemy region"),
    ("octi", {}, "hold all 3 enemy homes"),
    ("octi", {"bases": 1}, "hold any enemy home"),
])  # fmt: skip
def test_the_panel_says_how_to_win(game: str, options: dict[str, int], goal: str) -> None:
    position = find(game).new(**options)
    for _ in range(3):
        first = view_of(game).panel.facts(position, "")[0]
        assert (first.label, first.value) == ("To win", goal)
        position = position.play(position.legal_moves()[-1])
