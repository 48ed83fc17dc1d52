"""Changes on the board under the pointer, judged by screenshots only."""

from __future__ import annotations

import numpy as np
import pytest

from tests.e2e.window.window_help import RECORDS, Desk, desk, display

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


@pytest.mark.parametrize("game", ["octi"])
def test_what_changes_is_under_the_pointer(desk: Desk, game: str) -> None:
    record, ply = POSITIONS[game]
    windows = WINDOWS if game == "boche" else WINDOWS[1:2]
    desk.settings(hints_seen=True, animation_speed=0.0)
    found = desk.scenario("pointing", RECORDS / record, ply, *windows, timeout=240, module=MODULE)
    assert len(found) == 3 * len(windows)
    for where, seen in found.items():
        assert len(seen) >= 3, f"{where}: hardly anything answers the pointer"
        x, y, left, top, right, bottom, mean_x, mean_y, far = np.array(seen).T
        wide, high = np.median(right - left), np.median(bottom - top)
        beside = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
        assert (far <= 0.02 * int(where.partition("x")[0])).all(), f"{where}: {seen}"
        # An offered prong is small, and beside the middle of its pod.
        little = 0.008 * int(where.partition("x")[0])
        assert (beside[0] <= max(0.25 * wide, little)).all(), f"{where}: {seen}"
        assert (beside[1] <= max(0.25 * high, little)).all(), f"{where}: {seen}"
        assert abs(np.mean(x - mean_x)) <= max(0.4 * wide, little), f"{where}: {seen}"
        assert abs(np.mean(y - mean_y)) <= max(0.5 * high, little), f"{where}: {seen}"


@pytest.mark.parametrize(("game", "count"), [("che", 4)])
def test_each_piece_of_the_strip_can_be_told_from_all_others(
    desk: Desk, game: str, count: int
) -> None:
    desk.settings(hints_seen=True, animation_speed=0.0)
    found = desk.scenario("strip", game, module=MODULE)
    assert len(found) == count * (count - 1) // 2
    assert min(found) >= 16 * 16, found
