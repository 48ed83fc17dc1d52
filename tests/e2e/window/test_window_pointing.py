"""What changes when one points at the board lies under the pointer: judged by screenshots alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.games.registry import GAMES
from tests.e2e.window.window_help import RECORDS, Desk, large_desk, large_display

__all__ = ["large_desk", "large_display"]

WINDOWS = [(1024, 640, 1.0), (1280, 800, 2.0), (3840, 2160, 3.0)]


# A position of each game that has much to point at: a record and a ply.
POSITIONS = {
    "boche": ("boche-path.sgf", 0),
    "che": ("che-area.txt", 5),
    "boku": ("boku-row.sgf", 0),
    "octi": ("octi-three-bases.sgf", 30),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_what_changes_is_under_the_pointer(
    large_desk: Desk, tmp_path: Path, game: str, window: tuple[int, int, float]
) -> None:
    (width, height, scale), (record, ply) = window, POSITIONS[game]
    large_desk.settings(hints_seen=True, animation_speed=0.0)
    found = large_desk.scenario(
        "pointing", RECORDS / record, ply, width, height, scale, timeout=240)  # fmt: skip
    for panels, seen in found.items():
        assert len(seen) >= 3, f"panels {panels}: hardly anything answers the pointer"
        x, y, left, top, right, bottom, mean_x, mean_y, far = np.array(seen).T
        wide, high = np.median(right - left), np.median(bottom - top)
        beside = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
        assert (far <= 0.02 * width).all(), f"panels {panels}: {seen}"
        assert (beside[0] <= 0.25 * wide).all(), f"panels {panels}: {seen}"
        assert (beside[1] <= 0.25 * high).all(), f"panels {panels}: {seen}"
        assert abs(np.mean(x - mean_x)) <= 0.4 * wide, f"panels {panels}: {seen}"
        assert abs(np.mean(y - mean_y)) <= 0.5 * high, f"panels {panels}: {seen}"
