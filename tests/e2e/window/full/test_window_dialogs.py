"""Letters on screens of many pixels."""

from __future__ import annotations

import pytest

from tests.e2e.window.full.test_window_dialogs_more import MODULE
from tests.e2e.window.window_help import Desk, desk, display, screen

__all__ = ["desk", "display"]


@pytest.mark.parametrize(
    ("chosen", "pixels", "scale"),
    [
        ({}, "3840x2160", 2.0),
        ({}, "1920x1200", 1.0),
        ({}, "2560x1440", 1.0),
        ({"ui_scale": 1.25}, "3840x2160", 1.25),
    ],
)
def test_letters_are_legible_on_screens_of_many_pixels(
    desk: Desk, chosen: dict[str, float], pixels: str, scale: float
) -> None:
    """Use screens that all report 96 dots per inch, as most do under X11."""
    desk.settings(hints_seen=True, **chosen)
    with screen(f"{pixels}x24") as name:
        desk.env["DISPLAY"] = name
        seen = desk.scenario("on_screen", module=MODULE)
    assert seen["scale"] == scale
    assert seen["text"] == round(13 * scale)
    if pixels == "3840x2160":
        assert seen["size"] == [2560, 1600], "a window for letters of that size"
