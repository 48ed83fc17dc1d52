"""Games of a match that begin with a long opening, known again."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from tests.engine.match.push.test_match_folder import check_known_again


@pytest.mark.parametrize("game", GAMES)
def test_the_match_s_own_games_are_known_again(game: str, tmp_path: Path) -> None:
    check_known_again(game, 20, tmp_path)
