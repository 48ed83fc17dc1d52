"""The window by its pictures: the other games, and what is dear to draw."""

from __future__ import annotations

import pytest

from boche.viewer.games.registry import VIEWS
from tests.e2e.window import test_window as push
from tests.e2e.window.window_help import RECORDS, Desk, desk, display

__all__ = ["desk", "display"]


def test_without_samples_or_shadows_the_picture_is_much_the_same(desk: Desk) -> None:
    differences = desk.scenario("plain_gl", RECORDS / "boche-path.sgf")
    assert all(difference < 6 for difference in differences)


@pytest.mark.parametrize("game", [name for name in VIEWS if name != "che"])
def test_replay_shows_what_pictures_show(desk: Desk, game: str) -> None:
    push.test_replay_shows_what_pictures_show(desk, game)


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
