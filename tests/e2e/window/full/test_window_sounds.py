"""A window that has not been asked for sounds."""

from __future__ import annotations

from tests.e2e.window.test_window_sounds import replayed
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


def test_it_is_silent_at_first(desk: Desk) -> None:
    assert replayed(desk, "boku-row.sgf") == []
