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


@pytest.mark.parametrize(
    ("resources", "scale"), [("Xft.dpi:\t144\n", 1.5), ("*dpi: 110.4\nXft.dpi: 1e400\n", 1.0)]
)
def test_the_scale_of_the_screen(desk: Desk, resources: str, scale: float) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0, window_size=[1060, 700])
    seen = desk.scenario("scaled", "boche", resources, module=MODULE)
    check(seen, scale)
    assert seen["back"] == 1.0, "the desktop's new scale counts at once"


def test_a_window_with_more_pixels_than_units(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    check(desk.scenario("finer", module=MODULE), 2.0)
