"""Keys of positions say exactly which are equal under symmetry, and moves follow them."""

from __future__ import annotations

import pytest

from boche.engine import GAMES
from tests.engine.explorer.push import test_keys as push


@pytest.mark.parametrize("game", [game for game in GAMES if game != "octi"])
def test_keys_are_equal_exactly_for_positions_equal_by_definition(game: str) -> None:
    push.test_keys_are_equal_exactly_for_positions_equal_by_definition(game)
