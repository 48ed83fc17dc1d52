"""In a real window: a command found by its letters, and an interrupted game that comes first."""

from __future__ import annotations

import json

from boche.viewer.storage.autosave import read_autosave
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]


def test_a_command_is_found_by_its_letters_run_and_given_a_key(desk: Desk) -> None:
    process = desk.start("boche", "--size", "2")
    desk.do("mousemove", 1900, 1190, "key", "ctrl+p", "sleep", 0.3)
    desk.do("type", "--delay", 15, "show or hide the coord")
    desk.do("sleep", 0.2, "key", "F2", "sleep", 0.2, "key", "ctrl+h", "sleep", 0.2)
    desk.do("key", "Return", "sleep", 0.3)
    path = desk.home / "config" / "settings.json"
    assert json.loads(path.read_text())["coordinates"] is False
    desk.do("key", "ctrl+h", "sleep", 0.3)
    assert json.loads(path.read_text())["coordinates"] is True, "by its new key"
    desk.do("key", "ctrl+p", "sleep", 0.3, "type", "--delay", 15, "quit")
    desk.do("sleep", 0.2, "key", "Return")
    assert process.wait(PATIENCE) == 0


def test_enter_goes_on_with_the_game_that_was_interrupted(desk: Desk) -> None:
    desk.settings(hints_seen=True, first_player="", second_player="")
    process = desk.start("boche", "--size", "4")
    desk.do("mousemove", 1900, 1190, "key", "slash", "type", "--delay", 15, "c:a1")
    desk.do("key", "Return", "sleep", 0.5)
    process.kill()
    process.wait(PATIENCE)
    (left,) = desk.autosaves()
    assert read_autosave(left).opened.record.moves() == ["c:a1"]
    process = desk.start()
    desk.do("key", "Return", "sleep", 0.5, "key", "slash", "type", "--delay", 15, "a:b1")
    desk.do("key", "Return", "sleep", 0.5)
    moves = [read_autosave(each).opened.record.moves() for each in desk.autosaves()]
    assert moves == [["c:a1", "a:b1"]]
    desk.keys("ctrl+q")
    assert process.wait(PATIENCE) == 0


def test_the_users_progress_is_reached_by_key_library_and_start_screen(desk: Desk) -> None:
    seen = desk.scenario("own_progress", module="tests.e2e.window.dialog_scenarios")
    assert [form for form, _ in seen.values()] == ["own_page"] * 3
    assert {"Your progress", "Rating", "Openings, each with its mirror images"} <= set(
        seen["key"][1]
    )
