"""Changes on the board under the pointer, in the other games."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_pointing as push
from tests.e2e.window.test_window_pointing import MODULE, POSITIONS, WINDOWS
from tests.e2e.window.window_help import RECORDS, Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("game", "count"), [("boche", 8)])
def test_each_piece_of_the_strip_can_be_told_from_all_others(
    desk: Desk, game: str, count: int
) -> None:
    push.test_each_piece_of_the_strip_can_be_told_from_all_others(desk, game, count)


@pytest.mark.parametrize("game", ["octi", *[name for name in GAMES if name != "octi"]])
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


@pytest.mark.parametrize("game", GAMES)
def test_a_place_that_is_read_is_lit_on_the_board(desk: Desk, game: str) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    desk.do("mousemove", 1900, 1190)
    found = desk.scenario("named", game, timeout=240, module=MODULE)
    assert found.pop("left") == []
    assert set(found) == {"list", "comment", "status"}
    for where, ((*seen, pixels), place) in found.items():
        assert pixels > 100, f"{where}: nothing is lit"
        assert np.hypot(*np.subtract(seen, place)) < 15, f"{where}: {found}"


def test_a_letter_of_the_tray_and_a_prong_of_the_rack_are_given_to_pods(desk: Desk) -> None:
    seen = desk.scenario("tray", module="tests.e2e.window.octi_scenarios")
    assert seen["moves"] == ["57+e", "53+a", "57+c", "53+b", "37+e"]
    assert seen["stayed"], "no drag from a tray turns the table"
