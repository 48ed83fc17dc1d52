"""Answers that start no program, in a real window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.window import test_window_disk as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("answer", ["Escape", "Left"])
def test_a_program_is_started_only_on_the_users_word(
    desk: Desk, tmp_path: Path, answer: str
) -> None:
    push.test_a_program_is_started_only_on_the_users_word(desk, tmp_path, answer)
