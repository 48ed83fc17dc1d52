"""All commands with all layouts."""

from __future__ import annotations

from tests.e2e.window import test_window_layouts as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

LAYOUTS = ("us", "fr", "be", "de", "ch", "us dvorak", "fr bepo", "tr", "gr", "ru", "ru,us", "ua",
           "bg", "ara", "il", "ir", "th", "cz", "jp")  # fmt: skip


def test_commands_are_reached_with_every_layout(desk: Desk) -> None:
    push.test_commands_are_reached_with_every_layout(desk, ("de", "gr", "ru,us", "ara", "il", "th"))


def test_no_command_is_out_of_reach(desk: Desk) -> None:
    missing = desk.scenario("reached", *LAYOUTS, module="tests.e2e.window.layout_scenarios")
    # Shift+L types a slash there, which is a command of its own; the setting remains.
    assert missing.pop("ara") == ["numbers"]
    assert not any(missing.values()), missing


def test_a_key_without_shift_means_one_digit(desk: Desk) -> None:
    layouts = ("us", "fr", "fr bepo", "cz", "ara", "th", "la")
    seen = desk.scenario("digits", *layouts, module="tests.e2e.window.layout_scenarios")
    assert seen == {layout: list("1234567890") for layout in layouts}
