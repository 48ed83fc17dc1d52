"""Lessons in the real window on a large screen."""

from __future__ import annotations

import pytest

from tests.e2e.window import test_window_lessons as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("width", "height", "scale"), [(1900, 1150, 3.0)])
def test_all_of_the_longest_tasks_and_answers_can_be_read(
    desk: Desk, width: int, height: int, scale: float
) -> None:
    push.test_all_of_the_longest_tasks_and_answers_can_be_read(desk, width, height, scale)
