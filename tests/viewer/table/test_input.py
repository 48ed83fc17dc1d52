"""Playing and looking by events alone, compared with the same moves in the engine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import panel_of
from boche.viewer.storage.settings import Settings
from tests.viewer.table.user import STILL, VIEWPORT, User, random_moves, replayed, walk_to

GAMES = [(1, {"size": 4}), (2, {"size": 3, "kill": 0}), (3, {"size": 6}), (4, {"size": 2})]


@pytest.mark.parametrize(("seed", "options"), GAMES)
@pytest.mark.parametrize("settings", [STILL, Settings()], ids=["still", "animated"])
def test_a_whole_game_by_the_mouse(
    seed: int, options: dict[str, object], settings: Settings
) -> None:
    user = User(settings, **options)
    moves = random_moves(seed, **options)
    user.key("T")
    user.settle()
    for move in moves:
        if move == "swap":
            user.controller.command("swap", user.later())
            continue
        key, _, target = move.partition(":")
        user.move_to(target)
        for _ in range(8):
            if user.view.ghost.key == key:
                break
            user.wheel(-1.0, *user.spot(target))
        user.click(*user.spot(target))
    assert user.session.cursor.moves == moves
    assert user.session.position == replayed(moves, **options)
    user.settle()
    assert user.view.status


def test_a_resting_pointer_does_not_disturb_the_keys() -> None:
    user = User(size=3)
    user.move_to("b1")
    user.key("Right")
    chosen = user.view.ghost.target
    user.controller.pointer_moved(*user.spot("b1"), user.later())
    assert user.view.ghost.target == chosen != "b1"
    user.key("Enter")
    assert user.view.ghost is None
    user.key("Right")
    assert user.view.ghost is not None
    user.move_to("a1")
    assert user.view.ghost.target == "a1"


@pytest.mark.parametrize("way", ["Right", "Left", "Up", "Down"])
def test_the_first_arrow_after_a_move_goes_its_way(way: str) -> None:
    user = User(game="boku")
    user.key("Right")
    for _ in range(3):
        at = user.view.ghost.target
        x, y = user.spot(at)
        user.key("Enter")
        user.settle()
        user.key(way)
        next_x, next_y = user.spot(user.view.ghost.target)
        right, up = next_x - x, next_y - y
        assert {"Right": right, "Left": -right, "Up": up, "Down": -up}[way] > 1.0


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_a_whole_game_by_keys_alone(seed: int, options: dict[str, object]) -> None:
    user = User(**options)
    moves = random_moves(seed, **options)
    for move in moves:
        if move == "swap":
            user.key("S")
            continue
        key, _, target = move.partition(":")
        walk_to(user, target)
        user.key(key.upper())
        assert user.view.ghost.text == move
        user.key("Enter")
    assert user.session.cursor.moves == moves
    assert user.session.position == replayed(moves, **options)


def test_a_whole_game_by_typing() -> None:
    user = User(size=3)
    moves = random_moves(9, size=3)
    for move in moves:
        user.key("/")
        user.type(move)
        assert user.view.entry.text == move
        user.key("Enter")
        assert user.view.entry is None
    assert user.session.cursor.moves == moves


def test_a_move_is_read_as_a_keyboard_writes_it() -> None:
    user = User(size=3)
    for move in ("c\uff1aa1", "A: b1.", "\u201cc:c1\u201d"):
        user.key("/")
        user.type(move)
        user.key("Enter")
    assert user.session.cursor.moves == ["c:a1", "a:b1", "c:c1"]


# -- clicks and drags


def test_four_pixels_tell_a_click_from_a_drag() -> None:
    for far, placed in ((4.0, True), (4.5, False)):
        user = User(size=3)
        x, y = user.spot("b1")
        user.controller.pressed("left", x, y, user.later())
        user.controller.dragged(x + far, y, user.later())
        user.controller.released("left", x, y, user.later())
        assert bool(user.session.cursor.moves) is placed


def test_the_threshold_grows_with_the_scale() -> None:
    user = User(size=3)
    user.controller.resized(*VIEWPORT, user.later(), scale=2.0)
    x, y = user.spot("b1")
    user.controller.pressed("left", x, y, user.later())
    user.controller.dragged(x + 7, y, user.later())
    user.controller.released("left", x, y, user.later())
    assert user.session.cursor.moves


@pytest.mark.parametrize("button", ["left", "middle"])
def test_a_drag_that_ends_over_a_cell_is_no_move(button: str) -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    before = user.view.camera
    user.controller.pressed(button, x - 200, y, user.later())
    user.controller.dragged(x - 100, y + 30, user.later())
    user.controller.dragged(x, y, user.later())
    user.controller.released(button, x, y, user.later())
    after = user.view.camera
    assert not user.session.cursor.moves
    assert after != before
    assert (after.azimuth != before.azimuth) is (button == "left")
    assert (after.azimuth == before.azimuth) is (button == "middle")


def test_shift_drag_pans_and_what_is_held_stays_under_the_pointer() -> None:
    user = User()
    x, y = user.spot("c2")
    controller = user.controller
    controller.pressed("left", x, y, user.later(), ["shift"])
    point = controller.table.pointing.anchor(controller.table.looking)
    controller.dragged(x + 60, y + 25, user.later())
    seen = project(user.view.camera, point[None], VIEWPORT)[0]
    assert seen == pytest.approx((x + 60, y + 25), abs=1e-6)
    controller.released("left", x + 60, y + 25, user.later())


def test_inversion_and_sensitivity() -> None:
    turns = []
    for settings in (STILL, Settings(animation_speed=0.0, invert_x=True, mouse_sensitivity=2.0)):
        user = User(settings)
        before = user.view.camera.azimuth
        user.controller.pressed("right", 100, 100, user.later())
        user.controller.dragged(150, 100, user.later())
        turns.append(user.view.camera.azimuth - before)
    assert turns[1] == pytest.approx(-2 * turns[0])


def test_a_second_button_does_not_disturb_a_press() -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    user.controller.pressed("left", x, y, user.later())
    user.controller.pressed("right", x, y, user.later())
    user.controller.released("right", x, y, user.later())
    assert not user.session.cursor.moves
    user.controller.released("left", x, y, user.later())
    assert len(user.session.cursor.moves) == 1


# -- wheel, choices


def test_the_wheel_turns_over_a_cell_and_zooms_elsewhere() -> None:
    user = User(size=3)
    user.move_to("b1")
    x, y = user.spot("b1")
    camera = user.view.camera
    user.wheel(-1.0, x, y)
    assert (user.view.ghost.key, user.view.camera) == ("b", camera), "down the tray"
    user.wheel(1.0, x, y)
    assert user.view.ghost.key == "a"
    user.wheel(1.0, x, y, ("ctrl",))
    assert user.view.camera.distance < camera.distance
    user.wheel(1.0, 5, 5)
    assert user.view.camera.distance < camera.distance / 1.2


@pytest.mark.parametrize("game", ["boche", "che"])
def test_the_wheel_goes_down_the_tray_and_up_again(game: str) -> None:
    user = User(game=game)
    target = next(iter(user.controller.table.selection.targets()))
    tray = panel_of(game).choices(user.session.position)
    user.move_to(target)
    for by in (1, -1):
        first = tray.index(user.view.ghost.key)
        for notch in range(1, len(tray) + 1):
            user.wheel(-by, *user.spot(target))
            assert user.view.ghost.key == tray[(first + by * notch) % len(tray)]


def test_the_wheel_can_be_set_to_zoom_always() -> None:
    user = User(Settings(animation_speed=0.0, wheel="zoom"), size=3)
    user.move_to("b1")
    camera = user.view.camera
    user.wheel(1.0, *user.spot("b1"))
    assert user.view.ghost.key == "a"
    assert user.view.camera.distance < camera.distance


def test_parts_of_a_notch_add_up_and_a_movement_goes_on_as_it_began() -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    user.move_to("b1")
    for _ in range(8):
        user.controller.wheel(0.0, -0.25, x, y, user.later(0.02))
    assert user.view.ghost.key == "c"
    user.controller.wheel(0.0, 1.0, 5.0, 5.0, user.later())
    distance = user.view.camera.distance
    user.controller.wheel(0.0, 1.0, *user.spot("b1"), user.later(0.02))
    assert user.view.camera.distance < distance


@pytest.mark.parametrize("dy", [0.1, 1.0, 12.0])
def test_a_swipe_on_a_touchpad_turns_the_piece_a_few_times(dy: float) -> None:
    """Swipe for a third of a second at 100 events a second, of a part of a notch up to dozens."""
    user = User(size=3)
    x, y = user.spot("b1")
    user.move_to("b1")
    camera, keys = user.view.camera, [user.view.ghost.key]
    for _ in range(33):
        user.controller.wheel(0.0, -dy, x, y, user.later(0.01))
        keys.append(user.view.ghost.key)
    turned = sum(one != two for one, two in pairwise(keys))
    assert 2 <= turned <= 5
    assert all((ord(two) - ord(one)) % 8 in (0, 1) for one, two in pairwise(keys))
    assert user.view.camera == camera
    user.controller.wheel(0.0, -0.1, x, y, user.later(2.0))
    assert user.view.ghost.key == keys[-1], "nothing is left over"


def test_a_zoom_on_a_touchpad_is_smooth() -> None:
    user = User(size=3)
    away = [user.view.camera.distance]
    for dy in [0.05] * 20 + [40.0]:
        user.controller.wheel(0.0, dy, 5.0, 5.0, user.later(0.01))
        away.append(user.view.camera.distance)
    steps = [one / two for one, two in pairwise(away)]
    assert steps[:20] == pytest.approx([steps[0]] * 20)
    assert 1.0 < steps[0] < 1.02
    assert steps[-1] < 1.6, "one event is no leap"


def test_two_fingers_to_the_side_walk_round_the_table() -> None:
    user = User(size=3)
    user.move_to("b1")
    x, y = user.spot("b1")
    before, key = user.view.camera, user.view.ghost.key
    for dx, dy in ((0.5, 0.1), (0.5, -0.2), (0.2, 0.9), (0.5, 0.0)):
        user.controller.wheel(dx, dy, x, y, user.later(0.02))
    after = user.view.camera
    assert after.azimuth != before.azimuth
    assert after.elevation == before.elevation
    assert after.distance == pytest.approx(before.distance, rel=0.1), (
        "no more than keeps all in view"
    )
    assert user.view.ghost is None or user.view.ghost.key == key
    user.controller.wheel(-1.7, 0.0, x, y, user.later(0.02))
    assert user.view.camera.azimuth == pytest.approx(before.azimuth)


def test_a_zoom_by_the_wheel_keeps_the_board_under_the_pointer() -> None:
    user = User(Settings(animation_speed=0.0, wheel="zoom"))
    x, y = user.spot("c3")
    user.controller.pointer_moved(x, y, user.later())
    point = user.controller.table.pointing.anchor(user.controller.table.looking)
    for dy in (1.0, 2.0, -1.0, 0.3):
        user.wheel(dy, x, y)
        seen = project(user.view.camera, point[None], VIEWPORT)[0]
        assert seen == pytest.approx((x, y), abs=1e-6)


def test_middle_click_and_tab_turn_the_piece() -> None:
    user = User(size=3)
    user.move_to("b1")
    user.click(*user.spot("b1"), button="middle")
    assert user.view.ghost.key == "b"
    for key, wanted in (("Tab", "c"), ("]", "d"), ("Shift+Tab", "c"), ("[", "b"), ("H", "h")):
        user.key(key)
        assert user.view.ghost.key == wanted
    user.click(5, 5, button="middle")
    assert user.view.ghost is None
    user.move_to("b1")
    assert user.view.ghost.key == "h"
    assert not user.session.cursor.moves


def test_the_last_rotation_is_remembered_for_each_parity() -> None:
    user = User(size=3)
    for move in ("g:b1", "f:a1", "h:a2", "b:a1"):
        user.key("/")
        user.type(move)
        user.key("Enter")
    walk_to(user, "c1")
    user.key("H")
    user.key("Enter")
    for _ in range(3):
        user.key("Ctrl+Z")
    assert user.session.cursor.moves == ["g:b1", "f:a1"]
    user.move_to("a2")
    assert user.view.ghost.keys == ("e", "f", "g", "h")
    assert user.view.ghost.key == "h"
    user.key("F")
    user.key("Enter")
    user.move_to("a1")
    assert user.view.ghost.keys == ("a", "b", "c", "d")
    user.key("C")
    user.key("Enter")
    user.move_to("c1")
    assert user.view.ghost.key == "f"


def test_an_unfitting_letter_says_which_fit() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.move_to("a1")
    user.key("E")
    assert user.view.ghost.key == "a"
    assert user.view.tone == "refused"
    assert "level 0 takes rotations a-d" in user.view.status


def test_delete_tells_which_keys_delete() -> None:
    user = User(game="boku")
    user.key("Delete")
    assert "start" in user.view.status
    user.controller.submit("move", "f5")
    user.key("Delete")
    assert user.view.status.startswith("Ctrl+Z takes the last move back; Ctrl+Delete deletes")
    assert user.session.cursor.moves == ["f5"]


def test_letters_mean_nothing_where_there_is_nothing_to_choose_by_them() -> None:
    user = User(game="boku")
    for place in ((2.0, 2.0), user.spot("f5")):
        user.controller.pointer_moved(*place, user.later())
        before = user.view
        user.key("B")
        assert (user.view.status, user.view.tone) == (before.status, before.tone)


def test_faces_that_lead_nowhere_say_why() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Escape")
    user.controller.pointer_moved(0.0, 0.0, user.later())
    assert "Dark may swap colours now instead of placing a piece: S" in user.view.status
    table = user.controller.table
    x, y = user.on_face(Cell(1, 0, 0), 1)
    user.controller.pointer_moved(x, y, user.later())
    ends = "b1 has a cube on level 0, and no nest can form on this side: the pyramid ends here"
    assert table.pointing.pick.reason == ends
    assert user.view.status == table.pointing.pick.reason
    user.click(x, y)
    assert len(user.session.cursor.moves) == 1
