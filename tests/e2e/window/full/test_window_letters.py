"""More letters of other alphabets in a real window."""

from __future__ import annotations

from typing import Any

from tests.e2e.window.test_window_letters import (
    HAH,
    LEFT,
    LOW,
    MEEM,
    MODULE,
    RAISED,
    RIGHT,
    first_stroke,
    fonts,
    written,
)
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display", "fonts"]


def test_they_are_typed_and_pointed_at(fonts: Desk) -> None:
    seen: dict[str, Any] = fonts.scenario("typed", LEFT + LOW, RIGHT + RAISED, module=MODULE)
    (bar, row) = seen["cells"]
    assert bar[0] > 0.7
    assert bar[1] < 0.3
    assert row[2] > 0.9
    assert seen["lent"] == f"{LEFT}-{LOW}"
    assert seen["turned"] == RIGHT + RAISED + RIGHT
    assert seen["selected"] == RIGHT
    assert seen["place"] > 16


def test_arabic_letters_are_joined(fonts: Desk) -> None:
    joined, apart = written(fonts, "names", MEEM + HAH, f"{MEEM} {HAH}")
    assert first_stroke(joined) > first_stroke(apart) + 3
