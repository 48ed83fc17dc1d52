"""More texts typed in a real window."""

from __future__ import annotations

from pathlib import Path

from boche.engine.record import load
from tests.e2e.window.test_window_typing import MODULE, go_to_field
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


def test_an_edited_comment_looks_as_if_set_anew(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low")
    seen = desk.scenario("edits", module=MODULE)
    assert seen["lines"] > 6
    assert max(seen["far"]) == 0.0


def test_a_number_of_two_digits_is_typed(desk: Desk, tmp_path: Path) -> None:
    """Type digits, each of which arrives as a key and then as text."""
    path = tmp_path / "typed.sgf"
    desk.settings(hints_seen=True)
    go_to_field(desk, "size")
    desk.do("type", "--delay", 15, "12")
    desk.keys("Tab")
    desk.do("type", "--delay", 15, "10")
    desk.keys("Tab", "Return")
    desk.do("sleep", 0.5, "key", "slash", "type", "--delay", 15, "c:a1")
    desk.keys("Return")
    desk.do("sleep", 0.4, "key", "ctrl+s", "sleep", 0.4, "key", "ctrl+a")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.4)
    options = load(path).options
    assert (options["size"], options["kill"]) == (12, 10)
