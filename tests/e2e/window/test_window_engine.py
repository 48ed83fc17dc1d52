"""The engine's tab in a window: its button, its rows under the pointer, its keys."""

from __future__ import annotations

import pytest

from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", ["octi"])
def test_lines_are_tried_and_kept_by_pointer_and_by_keys(desk: Desk, game: str) -> None:
    desk.settings(hints_seen=True, animation_speed=0.0, quality="low", right_panel=True)
    told = desk.scenario("engine", game, timeout=240, module="tests.e2e.window.engine_scenarios")
    assert told["pointed"] == told["kept"], "the line that is pointed at is the one kept"
    assert told["chosen"], "a click shows it, and nothing is recorded yet"
    assert told["drawn"] > 0, "the line is on the board"
    assert told["undone"], "one undo removes it"
    assert told["by_key"] == told["kept_by_key"]
    assert told["status"].startswith("kept as a variation: ")
    assert told["stays"], "the position shown stays the same"
    assert told["off"], "the second V ends it"
