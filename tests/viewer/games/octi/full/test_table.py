"""Whole games by mouse and letters."""

from __future__ import annotations

import pytest

from tests.viewer.games.octi.push import test_table as push


@pytest.mark.parametrize("seed", range(1, 3))
def test_any_game_can_be_played_by_mouse_and_letters(seed: int) -> None:
    push.test_any_game_can_be_played_by_mouse_and_letters(seed)
