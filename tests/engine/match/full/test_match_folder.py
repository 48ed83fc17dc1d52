"""Games of a match that begin with a long opening, known again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from tests.engine.match.push import test_match_folder as push
from tests.engine.match.push.test_match_folder import OTHER, check_known_again


@pytest.mark.parametrize("game", GAMES)
def test_the_match_s_own_games_are_known_again(game: str, tmp_path: Path) -> None:
    check_known_again(game, 20, tmp_path)


@pytest.mark.parametrize("what", [*list(OTHER)[1:], "another number"])
def test_another_record_is_played_again_and_that_is_said(
    what: str, boche: Any, tmp_path: Path
) -> None:
    push.test_another_record_is_played_again_and_that_is_said(what, boche, tmp_path)
