"""Windows on scaled screens: everything is larger, and everything answers where it is seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.scale_scenarios"


def check(seen: dict[str, Any], scale: float) -> None:
    assert seen["scale"] == pytest.approx(scale)
    assert seen["far"] < 0.1, "another picture than with panels of that size on a usual screen"
    assert all(0 <= near < 3 for near in seen["near"]), "the board answers elsewhere"


def test_the_settings_show_the_scale_of_the_screen_that_the_window_is_on_now(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0, window_size=[1060, 700])
    seen = desk.scenario("settings_shown", "Xft.dpi:\t144\n", module=MODULE)
    assert "automatic, 100%" in seen["before"]
    assert "automatic, 150%" in seen["after"]
    assert (seen["shown"], seen["focused"]) == ("automatic, 150%", True)


def test_the_scale_of_the_screen(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0, window_size=[1060, 700])
    seen = desk.scenario("scaled", "boche", "Xft.dpi:\t144\n", module=MODULE)
    check(seen, 1.5)
    assert seen["back"] == 1.0, "the desktop's new scale counts at once"
