"""Letters on screens of many pixels."""

from __future__ import annotations

import pytest

from tests.e2e.window import test_window_dialogs as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(
    ("chosen", "pixels", "scale"),
    [({}, "1920x1200", 1.0), ({}, "2560x1440", 1.0), ({"ui_scale": 1.25}, "3840x2160", 1.25)],
)
def test_letters_are_legible_on_screens_of_many_pixels(
    desk: Desk, chosen: dict[str, float], pixels: str, scale: float
) -> None:
    push.test_letters_are_legible_on_screens_of_many_pixels(desk, chosen, pixels, scale)
