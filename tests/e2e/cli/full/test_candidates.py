"""The best moves of each position in the other games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.cli import test_candidates as push


@pytest.mark.parametrize("game", [name for name in GAMES if name != "boku"])
def test_json_has_whole_legal_moves(boche, game: str) -> None:
    push.test_json_has_whole_legal_moves(boche, game)
