"""Views that glide, levels that are spread or peeled, and the display of a group."""

from __future__ import annotations

import pytest

from boche.engine.games.boche.geometry import Cell
from boche.viewer.games.registry import camera_of
from boche.viewer.session import Seat
from boche.viewer.storage.settings import Settings
from tests.viewer.table.user import User


@pytest.mark.parametrize(("key", "view"), [("T", "top"), ("1", "corner"), ("2", "corner2")])
def test_views_glide_and_end(key: str, view: str) -> None:
    user = User(Settings())
    user.controller.pressed("right", 100, 100, user.later())
    user.controller.released("right", 160, 130, user.later(0.01))
    user.key(key)
    middle = user.view.camera
    user.controller.tick(user.later(0.1))
    assert user.view.camera != middle
    user.settle()
    camera = user.view.camera
    wanted = camera_of("boche", view)
    assert (camera.azimuth, camera.elevation) == (wanted.azimuth, wanted.elevation)
    assert camera.projection == wanted.projection


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_looking_down_does_not_turn_the_board(key: str) -> None:
    user = User(Settings())
    user.key(key)
    user.settle()
    before = user.view.camera.azimuth
    user.key("T")
    user.settle()
    assert (user.view.camera.azimuth, user.view.camera.elevation) == (before, 90.0)


def test_holding_x_spreads_the_levels() -> None:
    user = User(Settings())
    user.controller.key("x", user.later())
    user.controller.tick(user.later(0.1))
    assert 0 < user.view.display.explode < 1
    user.settle()
    assert user.view.display.explode == 1
    user.controller.key_released("x", user.later())
    user.settle()
    assert user.view.display.explode == 0
    user.controller.key("x", user.later())
    user.controller.focus_lost(user.later())
    user.settle()
    assert user.view.display.explode == 0


def test_a_button_spreads_the_levels_until_it_is_clicked_again() -> None:
    user = User(Settings())
    for wanted in (1, 0, 1):
        user.controller.command("explode", user.later())
        user.settle()
        assert user.view.display.explode == wanted


def test_peeling_stays_within_the_levels() -> None:
    user = User(size=3)
    user.key(",")
    assert user.view.display.peeled == 0
    user.click(*user.spot("b1"))
    for _ in range(3):
        user.key(",")
    assert user.view.display.peeled == 0, "the lowest level stays"


def test_a_resized_window_still_shows_the_whole_board() -> None:
    user = User()
    user.controller.resized(600, 900, user.later())
    assert user.view.camera.distance > User().view.camera.distance


def test_hovering_a_group_says_what_it_is() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.controller.pointer_moved(*user.on_face(Cell(1, 0, 0), 1), user.later())
    assert "group of" in user.view.info
    assert user.view.lit


@pytest.mark.parametrize(
    ("seats", "azimuth"),
    [({"white": "3"}, 90.0), ({"black": "3"}, -90.0), ({}, -90.0),
     ({"white": "3", "black": "3"}, -90.0)],
)  # fmt: skip
def test_octi_has_the_only_person_s_side_in_front(seats: dict[str, str], azimuth: float) -> None:
    """Seat Black, who begins on the far side, as the person against a computer."""
    players = {colour: Seat("", player) for colour, player in seats.items()}
    user = User(game="octi", seats=players)
    assert user.view.camera.azimuth == azimuth
    user.key("2")
    user.key("3")
    user.settle()
    user.key("Home")
    user.settle()
    assert user.view.camera.azimuth == azimuth
