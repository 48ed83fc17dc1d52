"""Views that glide, levels that are spread or peeled, and the display of a group."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.rays import project
from boche.viewer.games.boche.pick import bounds
from boche.viewer.games.registry import camera_of
from boche.viewer.games.view import WAYS
from boche.viewer.session import Seat
from boche.viewer.storage.settings import Settings
from tests.viewer.table.test_levels_and_views import is_whole, replay_to_level
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


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("boche", ["from the bottom side (as at the start)", "from the right side",
                   "from the left side"]),
        ("che", ["from the front (as at the start)", "from the back", "from the left"]),
        ("boku", ["from the front (as at the start)", "from the right", "from the left"]),
        ("octi", ["from White's side", "from Black's side", "from the left of White"]),
    ],
)  # fmt: skip
def test_the_status_line_says_from_where_one_looks(game: str, sides: list[str]) -> None:
    user = User(game=game)
    for key, side in zip("123T", [*sides, "from above"], strict=True):
        user.key(key)
        assert user.view.status == side


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_looking_down_does_not_turn_the_board(key: str) -> None:
    user = User(Settings())
    user.key(key)
    user.settle()
    before = user.view.camera.azimuth
    user.key("T")
    user.settle()
    assert (user.view.camera.azimuth, user.view.camera.elevation) == (before, 90.0)


def test_holding_x_fans_out_stacks() -> None:
    user = User(Settings(), game="octi")
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


def test_a_button_fans_out_stacks_until_it_is_clicked_again() -> None:
    user = User(Settings(), game="octi")
    for wanted in (1, 0, 1):
        user.controller.command("explode", user.later())
        user.settle()
        assert user.view.display.explode == wanted
        assert [str(each.text) for each in user.view.views] == ["Stacks fanned out"] * wanted
    user.controller.end_view(user.view.views[0].kind, user.later())
    user.settle()
    assert (user.view.display.explode, user.view.views) == (0, ())


def press(user: User, seconds: float = 0.1, frame: float = 0.01) -> None:
    """Press X for so long, and let everything come to rest.

    Drawing a picture takes ``frame`` seconds; as in a window, input that comes meanwhile waits.
    """
    user.controller.key("x", user.later())
    begun, repeated = user.now, False
    while (due := user.controller.next_wakeup()) is not None and due < begun + seconds:
        user.controller.tick(user.later(max(due - user.now, 0.0)))
        user.later(frame)
        if user.now >= begun + seconds:
            break
        if user.now >= begun + seconds / 2 and not repeated:
            user.controller.key("x", user.now)  # as a keyboard repeats it
            repeated = True
    user.controller.key_released("x", user.later(max(begun + seconds - user.now, 0.0)))
    user.settle()


@pytest.mark.parametrize("by", ["key", "button"])
def test_levels_stay_apart_until_the_last_way_is_over(by: str) -> None:
    user = User(Settings())
    before, ways = user.view.camera, []
    for _ in range(2 * len(WAYS) + 2):
        if by == "key":
            press(user)
        else:
            user.controller.command("explode", user.later())
            user.settle()
        ways.append((user.controller.table.looking.way, bool(user.view.display.apart)))
    assert ways == [*((way, True) for way in WAYS), ("", False)] * 2
    assert user.view.camera == before


@pytest.mark.parametrize("speed", [0.0, 1.0])
@pytest.mark.parametrize("frame", [0.01, 0.4, 2.0])
def test_a_press_leaves_levels_apart_however_slow_the_drawing_is(
    frame: float, speed: float
) -> None:
    user, ways = User(Settings(animation_speed=speed)), []
    for _ in range(len(WAYS) + 1):
        press(user, 0.1, frame)
        ways.append(user.controller.table.looking.way)
    assert ways == [*WAYS, ""]


@pytest.mark.parametrize("speed", [0.0, 1.0])
@pytest.mark.parametrize("frame", [0.01, 0.4, 1.2])
def test_a_key_that_is_held_takes_levels_apart_for_as_long(frame: float, speed: float) -> None:
    user = User(Settings(animation_speed=speed))
    before = user.view
    press(user, 3.0, frame)
    assert (user.view.display, user.view.camera) == (before.display, before.camera)


def test_levels_move_without_a_jump() -> None:
    """Follow each level from frame to frame on the way out and back."""
    user = User(Settings())
    for _ in range(2):
        places = [np.zeros((0, 3))]
        user.controller.command("explode", user.later())
        for _ in range(60):
            user.controller.tick(user.later(0.01))
            shown = user.view.display.apart
            places.append(np.array(shown.shifts or [(0.0, 0.0, 0.0)] * 6))
        way = np.linalg.norm(np.diff(np.array(places[1:]), axis=0), axis=2)
        assert way.max() < 0.1 * way.sum(axis=0).max()
        for _ in WAYS[1:]:
            user.controller.command("explode", user.later())
            user.settle()


@pytest.mark.parametrize("closer", ["x", "escape"])
@pytest.mark.parametrize("zooms", [0, 3])
def test_the_camera_goes_back_once_levels_lie_on_each_other(closer: str, zooms: int) -> None:
    """Turn and zoom both before and while they are apart; a near view is not refitted later."""
    user = User(Settings(), size=6)
    for key in ("Shift+Down", "Shift+Down", "Shift+Left", *["+"] * zooms):
        user.key(key)
        user.settle()
    before = user.view.camera
    assert before.elevation < 45
    user.controller.command("explode", user.later())
    user.settle()
    assert user.view.camera.elevation >= 45
    for key in ("Shift+Right", "+", "O"):
        user.key(key)
        user.settle()
    if closer == "x":
        for _ in WAYS:
            press(user)
    else:
        user.key("Escape")
        user.settle()
    assert not user.view.display.apart
    assert user.view.camera == before
    assert user.controller.table.looking.kept_whole == (zooms == 0)


def test_the_camera_goes_back_to_all_of_the_board_in_a_window_of_another_size() -> None:
    user = User(Settings(), size=6)
    azimuth = user.view.camera.azimuth
    user.controller.command("explode", user.later())
    user.key("Shift+Right")
    user.settle()
    user.controller.resized(500, 850, user.later())
    user.key("Escape")
    user.settle()
    assert user.view.camera.azimuth == azimuth
    seen = project(user.view.camera, bounds(user.session.position), (500, 850))
    assert ((seen >= -1) & (seen <= (501, 851))).all()
    assert np.ptp(seen, axis=0).max() > 400


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
    user.key("0")
    user.settle()
    assert user.view.camera.azimuth == azimuth


def pile() -> User:
    """Return a user of a game of Boche with cubes on three levels."""
    user = User(size=4, kill=0, fill_board=True)
    for move in replay_to_level(2, size=4):
        user.session.play(move)
    user.settle()
    return user


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["X"], "Levels apart"),
        (["X", "X"], "Levels side by side"),
        ([","], "Lowest 2 of 3 levels"),
        ([",", ","], "Lowest of 3 levels"),
        (["Shift+X"], "X-ray"),
        (["Alt+PageDown"], "X-ray"),
        (["X", "Alt+PageDown"], "Levels apart"),
    ],
)
def test_a_view_of_the_pile_is_told_until_it_is_ended(keys: list[str], told: str) -> None:
    user = pile()
    before = user.view
    assert before.views == ()
    for key in keys:
        press(user) if key == "X" else user.key(key)
        user.settle()
    user.controller.pointer_moved(3, 3, user.later(20.0))
    assert [str(each.text) for each in user.view.views] == [told]
    user.controller.end_view(user.view.views[0].kind, user.later())
    user.settle()
    assert user.view.views == ()
    assert (user.view.display, user.view.camera) == (before.display, before.camera)


def test_views_of_the_pile_are_told_and_ended_one_by_one() -> None:
    user = pile()
    user.key(",")
    press(user)
    user.settle()
    assert [each.kind for each in user.view.views] == ["apart", "peeled"]
    user.key("Shift+X")
    user.settle()
    assert [each.kind for each in user.view.views] == ["peeled", "xray"], "none is on unseen"
    assert not user.view.display.apart
    user.key("Escape")
    user.settle()
    assert [each.kind for each in user.view.views] == ["apart", "peeled"], "as before the X-ray"
    user.key("Escape")
    assert user.view.views == ()


def test_an_x_ray_names_the_keys_of_levels_to_whoever_chooses_places_by_keys() -> None:
    user = pile()
    user.key("Up")
    user.key("Shift+X")
    told = "X-ray: Alt+PageUp and Alt+PageDown look at a cube a level higher or lower"
    assert user.view.status.startswith(told)
    user.key("Shift+X")
    user.controller.pointer_moved(400.0, 300.0, user.later())
    user.key("Shift+X")
    assert user.view.status.startswith("X-ray: point at a band")


def test_the_other_prongs_stay_allowed_while_one_is_chosen() -> None:
    user = User(game="octi")
    for key in ("Up", "Tab", "Tab"):
        user.key(key)
    ghost = user.view.ghost
    assert ghost is not None
    assert (ghost.key, "".join(ghost.keys)) == ("a", "abcdefgh")


def test_a_step_on_from_the_last_move_of_a_running_game_does_not_say_that_it_is_over() -> None:
    user = pile()
    assert user.session.outcome is None
    user.key("PageDown")
    assert user.view.status == "this is the latest position"
    user.session.resign()
    user.key("PageDown")
    assert user.view.status == "this is the end"


def test_a_click_ends_the_x_ray_and_places_nothing() -> None:
    """What lies above is hidden, so a piece would be placed where nobody sees it."""
    user = User(size=3)
    for move in ("a:a1", "a:a2", "a:b1"):
        user.session.play(move)
    user.settle()
    user.key("Shift+X")
    user.move_to("a3")
    assert user.view.ghost is None
    user.click(*user.spot("a3"))
    user.settle()
    assert (user.view.views, len(user.session.cursor.moves)) == ((), 3)
    user.click(*user.spot("a3"))
    assert len(user.session.cursor.moves) == 4


def test_after_a_look_between_the_levels_nothing_says_that_they_are_apart() -> None:
    user = pile()
    user.controller.key("x", user.later())
    user.settle()
    user.controller.tick(user.later(1.0))
    assert (len(user.view.views), str(user.view.status)) == (1, "levels apart · X: side by side")
    user.controller.key_released("x", user.later())
    user.settle()
    assert (user.view.views, str(user.view.status)) == ((), "levels together · X: apart")


def test_the_key_that_takes_levels_apart_says_what_comes_next() -> None:
    user, said = pile(), []
    for _ in range(3):
        user.controller.key("x", user.later())
        user.controller.key_released("x", user.later(0.1))
        user.settle()
        said.append(str(user.view.status))
    assert said == [
        "levels apart · X: side by side",
        "levels side by side · X: together",
        "levels together · X: apart",
    ]


@pytest.mark.parametrize("window", [(887, 684), (440, 600)])
def test_views_of_the_pile_mixed_with_all_else_keep_it_whole_and_told(
    window: tuple[int, int],
) -> None:
    user = pile()
    for act in ("explode", ",", "Shift+Left", "T", "resize", "back", "Shift+X", "explode", "O",
                "first", "last", "explode", "2", "Shift+Up", ",", "Home"):  # fmt: skip
        if act == "resize":
            user.controller.resized(*window, user.later())
        elif act.isalpha() and act.islower():
            user.controller.command(act, user.later())
        else:
            user.key(act)
        user.settle()
        view, viewport = user.view, user.controller.table.looking.viewport
        assert is_whole(user, viewport), act
        kinds = {each.kind for each in view.views}
        assert ("apart" in kinds, "peeled" in kinds) == (
            bool(view.display.apart), view.display.peeled > 0
        ), act  # fmt: skip
    user.key("Escape")
    user.settle()
    assert user.view.views == ()
    assert not user.view.display.apart
