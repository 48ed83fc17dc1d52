"""Changes on the board under the pointer, in the other games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_pointing as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "octi"])
def test_what_changes_is_under_the_pointer(desk: Desk, game: str) -> None:
    push.test_what_changes_is_under_the_pointer(desk, game)


@pytest.mark.parametrize(("game", "count"), [("boche", 8)])
def test_each_piece_of_the_strip_can_be_told_from_all_others(
    desk: Desk, game: str, count: int
) -> None:
    push.test_each_piece_of_the_strip_can_be_told_from_all_others(desk, game, count)
