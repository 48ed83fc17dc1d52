"""The window by its pictures: the other games, and what is dear to draw."""

from __future__ import annotations

import pytest

from boche.viewer.games.registry import VIEWS
from tests.e2e.window.window_help import RECORDS, Desk, desk, display

__all__ = ["desk", "display"]


def test_without_samples_or_shadows_the_picture_is_much_the_same(desk: Desk) -> None:
    differences = desk.scenario("plain_gl", RECORDS / "boche-path.sgf")
    assert all(difference < 6 for difference in differences)


@pytest.mark.parametrize("game", VIEWS)
def test_replay_shows_what_pictures_show(desk: Desk, game: str) -> None:
    records = sorted(path for path in RECORDS.iterdir() if path.name.startswith(f"{game}-"))
    desk.settings(hints_seen=True, animation_speed=0.0, window_size=[720, 500])
    found = desk.scenario("replay", *records, timeout=300)
    assert sorted(found) == [path.name for path in records]
    for record, seen in found.items():
        assert seen["steps"] > 1, record
        assert seen["back"] < 0.01, f"{record}: stepping back shows another picture than forth"
        assert seen["offscreen"] < 0.5, f"{record}: the window shows another than boche shot"
        assert seen["moved"] > 0 or record.endswith("-swap.sgf"), record


def test_at_rest_the_table_becomes_a_photograph(desk: Desk) -> None:
    desk.settings(window_size=[480, 360])
    seen = desk.scenario("at_rest", RECORDS / "boku-row.sgf", timeout=240)
    assert seen["before"] == 0  # without a graphics card only if chosen
    assert seen["frames"] == 256
    assert 0.3 < seen["changed"] < 20
    assert seen["idle"]
    assert seen["ended"]
    assert seen["again"]
    assert seen["auto"] == 0
