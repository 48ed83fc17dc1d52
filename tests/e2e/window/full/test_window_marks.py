"""Marks and chapters in a window, in the other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.window import test_window_marks as push
from tests.e2e.window.test_window_marks import SECOND
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in SECOND if name != "boche"])
def test_marks_are_drawn_in_the_second_chapter(desk: Desk, tmp_path: Path, game: str) -> None:
    push.test_marks_are_drawn_in_the_second_chapter(desk, tmp_path, game)
