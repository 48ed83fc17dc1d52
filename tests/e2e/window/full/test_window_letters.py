"""More letters of other alphabets in a real window."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.e2e.window import test_window_letters as push
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


def test_hebrew_is_read_from_the_right(fonts: Desk) -> None:
    first, second, both = written(fonts, "names", RIGHT, RAISED, RIGHT + RAISED)
    end = int(np.flatnonzero(second.any(axis=0))[0]) + 5
    assert (both[:, :end] == second[:, :end]).all()
    assert (both[:, :end] != first[:, :end]).any()


@pytest.mark.parametrize("way", ["names_without_fontconfig"])
def test_a_letter_that_is_nowhere_stays_a_box(fonts: Desk, way: str) -> None:
    push.test_a_letter_that_is_nowhere_stays_a_box(fonts, way)
