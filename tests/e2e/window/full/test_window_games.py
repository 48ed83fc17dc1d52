"""The computer in a real window: moments of all games, and what is unsaved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.window import test_window_games as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("answer", ["Escape"])
def test_an_unsaved_game_is_offered_again(desk: Desk, tmp_path: Path, answer: str) -> None:
    push.test_an_unsaved_game_is_offered_again(desk, tmp_path, answer)


@pytest.mark.parametrize("name", ["boche-figure-size-4", "che-closed", "octi-fast-torus"])
def test_moments_are_found_shown_saved_and_known_again(
    desk: Desk, tmp_path: Path, name: str
) -> None:
    push.test_moments_are_found_shown_saved_and_known_again(desk, tmp_path, name)
