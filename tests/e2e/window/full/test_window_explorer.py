"""The explorer and the position search in a window, in the other games."""

from __future__ import annotations

import pytest

from boche.engine import GAMES
from tests.e2e.window.full import test_window_explorer_more as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "octi"])
def test_a_move_of_the_explorer_is_shown_and_played(desk: Desk, game: str) -> None:
    push.test_a_move_of_the_explorer_is_shown_and_played(desk, game)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "boche"])
def test_the_opening_book_is_shown_and_played(desk: Desk, game: str) -> None:
    push.test_the_opening_book_is_shown_and_played(desk, game)


@pytest.mark.parametrize("size", [4])
def test_a_board_that_is_solved_says_who_wins(desk: Desk, size: int) -> None:
    push.test_a_board_that_is_solved_says_who_wins(desk, size)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_games_that_reached_a_position_are_found_and_opened_there(desk: Desk, game: str) -> None:
    push.test_games_that_reached_a_position_are_found_and_opened_there(desk, game)
