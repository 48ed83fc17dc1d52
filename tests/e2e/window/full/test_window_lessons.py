"""Lessons in the real window on a large screen."""

from __future__ import annotations

import pytest

from tests.e2e.window.test_window_lessons import MODULE
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("width", "height", "scale"), [(1024, 640, 1.0), (1900, 1150, 3.0)])
def test_all_of_the_longest_tasks_and_answers_can_be_read(
    desk: Desk, width: int, height: int, scale: float
) -> None:
    desk.settings(hints_seen=True, ui_scale=scale, animation_speed=0.0, quality="low")
    seen = desk.scenario("fits", width, height, module=MODULE, timeout=200)
    assert seen["size"] == [width, height]
    assert seen["cut"] == []
    assert seen["outside"] == []
