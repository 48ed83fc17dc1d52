"""The games meet the contract of games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.testing import check_game
from boche.viewer.games.registry import view_of


@pytest.mark.parametrize("name", [name for name in GAMES if name != "boku"])
def test_every_game_meets_the_contract(name: str) -> None:
    check_game(GAMES[name], view_of(name))
