"""Changes on the board under the pointer, judged by screenshots only."""

from __future__ import annotations

import pytest

from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.pointing_scenarios"

# Sizes and the scale of the panels; all of them for one game, as where the board's picture lies in
# the window is the same for all.
WINDOWS = ["1024x640x1.0", "1280x800x2.0", "1920x1200x1.5"]

# A position of each game that has much to point at: a record and a ply.
POSITIONS = {
    "boche": ("boche-path.sgf", 0),
    "che": ("che-area.txt", 5),
    "boku": ("boku-row.sgf", 0),
    "octi": ("octi-three-bases.sgf", 0),  # no stack, which would fan out around the pointer
}


@pytest.mark.parametrize(("game", "count"), [("che", 4)])
def test_each_piece_of_the_strip_can_be_told_from_all_others(
    desk: Desk, game: str, count: int
) -> None:
    desk.settings(hints_seen=True, animation_speed=0.0)
    found = desk.scenario("strip", game, module=MODULE)
    assert len(found) == count * (count - 1) // 2
    assert min(found) >= 16 * 16, found


def test_a_letter_that_does_not_fit_says_so_at_the_pointer(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    desk.do("mousemove", 1900, 1190)
    seen = desk.scenario("letter_refused", module="tests.e2e.window.pointing_scenarios")
    assert "level 0 takes rotations a-d, not rotation h" in seen["told"]
    assert 0 < seen["far"] < 100
    assert seen["moves"] == ["c:a1"]
