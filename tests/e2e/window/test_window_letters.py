"""Letters of all alphabets in a real window, from installed fonts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.e2e.window.made_font import install
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.letters_scenarios"
LEFT, LOW, PICTURE = "\U00030000", "\U00030001", "\U00030002"
"""Chinese characters that almost no font has."""
RIGHT, RAISED = "א", "ב"
MEEM, HAH = "م", "ح"
BARS = {LEFT: (0, 0, 400, 800), LOW: (0, 0, 1000, 200), RIGHT: (0, 0, 400, 800),
        RAISED: (0, 600, 900, 800)}  # fmt: skip
RED = (220, 30, 20)


@pytest.fixture
def fonts(desk: Desk, tmp_path: Path) -> Desk:
    """Return a desk with two additional fonts."""
    desk.env["FONTCONFIG_FILE"] = str(install(tmp_path, BARS, {PICTURE: RED}))
    return desk


def test_letters_that_the_font_lacks_are_taken_from_another(fonts: Desk) -> None:
    seen = fonts.scenario("written", LEFT + LOW, PICTURE, module=MODULE)
    colour = seen.pop("colour")
    assert np.abs(np.subtract(colour, RED)).max() < 12
    assert len(seen) == 2
    for name, (bar, row) in seen.items():
        assert bar[0] > 0.7, name
        assert bar[1] < 0.3, name
        assert row[2] > 0.9, name


def first_stroke(name: Any) -> int:
    """Return how many columns have ink before the first gap."""
    columns = np.flatnonzero(name.any(axis=0))
    return int(np.flatnonzero(np.diff(columns) > 1)[0]) + 1


@pytest.mark.parametrize("way", ["names"])
def test_a_letter_that_is_nowhere_stays_a_box(fonts: Desk, way: str) -> None:
    one, other, plain = written(fonts, way, "\U0010fffc", "\U0010fffd", LEFT)
    assert one.any()
    assert (one == other).all()
    assert (plain == one).all() == (way != "names")


def written(desk: Desk, way: str, *names: str) -> list[Any]:
    return [np.array(name) for name in desk.scenario(way, *names, module=MODULE)]
