"""Levels spread apart or removed, the home view, and a pointer at rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.boche.geometry import Cell
from boche.engine.games.boche.position import Position
from boche.engine.threats import threats_of
from boche.viewer.assistant.display import AnalysisView, Best
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.rays import project
from boche.viewer.games.boche.live import lower_levels
from boche.viewer.games.boche.pick import bounds as board_bounds
from boche.viewer.games.boche.pick import described
from boche.viewer.games.boche.scene import cube_bounds
from boche.viewer.games.registry import build_live
from boche.viewer.hud.model import HudData, Shower
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.session import LessonSession
from boche.viewer.scene.apart import shifts
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.keys import TIMELINE
from boche.viewer.window.drawing.board_picture import discs, live_options
from tests import ROOT
from tests.gl.seen_places import EDGES, cube_middle
from tests.viewer.assistant.desk import Desk
from tests.viewer.hud.test_hud_layout import built
from tests.viewer.table.user import VIEWPORT, User


def replay_to_level(level: int, size: int = 3) -> list[str]:
    """Return moves that fill a board of Boche up to its first cube on a level."""
    position, moves = new("boche", size=size, kill=0, fill_board=True), []
    while max((cube.cell.k for cube in position.cubes), default=-1) < level:
        open_cells = sorted(position.open_cells(), key=lambda cell: (-cell.k, cell))
        wanted = open_cells[0]
        move = next(
            m for m in position.legal_moves() if str(m) != "swap" and position.target(m) == wanted
        )
        moves.append(str(move))
        position = position.play(move)
    return moves


def test_peeling_says_how_many_levels_are_left() -> None:
    """Check the counts, as a board without levels would look like an empty one."""
    user = User(size=3, kill=0)
    for move in replay_to_level(2):
        user.session.play(move)
    user.settle()
    said = []
    for key in (",", ",", ",", ",", ".", ","):
        user.key(key)
        said.append((user.view.display.peeled, user.view.status))
    assert said == [
        (1, "the lowest 2 of 3 levels are shown"),
        (2, "the lowest of 3 levels is shown"),
        (0, "all levels are shown"),
        (1, "the lowest 2 of 3 levels are shown"),
        (0, "all levels are shown"),
        (1, "the lowest 2 of 3 levels are shown"),
    ]


def levels_drawn(user: User) -> int:
    """Return on how many levels there are opaque cubes in the scene, but for one that moves."""
    position, options = live_options(data_of(user))
    left = lower_levels(position, options.peeled)
    batch = build_live(position, replace(options, moving=None)).batches[0]
    numbers = set(batch.instances["id"].tolist()) if batch.material == "truchet" else set()
    return len({left.cubes[each - 1].cell.k for each in numbers})


def test_as_many_of_the_lowest_levels_stay_shown_while_one_steps() -> None:
    """Go back to the start and on to the end, and look at each picture of the way."""
    user = User(Settings(), size=4, kill=0, fill_board=True)
    for move in replay_to_level(3, size=4):
        user.session.play(move)
    user.settle()
    for _ in range(2):
        user.key(",")
    cursor = user.session.cursor
    levels = []
    keys = ["Home", "End", *["Left"] * cursor.index, *["Right"] * cursor.index, "Home", "End"]
    user.controller.table.used = TIMELINE
    for key in keys:
        assert user.key(key)
        for _ in range(3):
            user.controller.tick(user.later(0.05))
            there = {cube.cell.k for cube in user.view.position.cubes}
            assert levels_drawn(user) <= 2
            signs = [each.text for each in user.view.views]
            told = [] if len(there) <= 2 else [f"Lowest 2 of {len(there)} levels"]
            assert signs == told
        user.settle()
        levels.append(levels_drawn(user))
    assert levels[:2] == [0, 2]
    assert set(levels[2 : 2 + cursor.index]) == {0, 1, 2}
    assert levels[-2:] == [0, 2]
    user.key(".")
    assert levels_drawn(user) == 3, "one more of all four"


@pytest.mark.parametrize("apart", [False, True])
def test_a_move_on_a_hidden_level_is_told_as_one_steps(*, apart: bool) -> None:
    """Step through a game, and compare with the level of the cube that each step adds."""
    user = User(Settings(), size=3, kill=0, fill_board=True)
    for move in replay_to_level(2):
        user.session.play(move)
    user.settle()
    for _ in range(2):
        user.key(",")
    if apart:
        user.controller.command("explode", user.later())
    user.controller.table.used = TIMELINE
    moves, told = list(user.session.cursor.moves), []
    for key in ("Home", *["Right"] * len(moves), "Left"):
        user.key(key)
        user.settle()
        told.append(user.view.status)
    levels = []
    for count in range(1, len(moves) + 1):
        user.session.cursor.go_index(count)
        levels.append(user.session.position.cubes)
    added = [
        {cube.cell.k for cube in set(now) - set(then)} for then, now in pairwise([(), *levels])
    ]
    wanted = [f"{move} was played on level {k}, which is hidden" if k > 0 else ""
              for move, (k,) in zip(moves, added, strict=True)]  # fmt: skip
    assert told == ["", *wanted[:-1], user.session.position.outcome.reason, wanted[-2]]
    assert len(set(wanted)) > 2


@pytest.mark.parametrize("viewport", [(1280, 720), (500, 700)])
def test_levels_apart_are_all_in_the_picture(viewport: tuple[int, int]) -> None:
    """Check it also after a new size and after a move on a new level."""
    user = User(Settings(), size=6, kill=0, fill_board=True)
    *moves, last = replay_to_level(4, size=6)
    for move in moves:
        user.session.play(move)
    user.settle()
    user.controller.command("explode", user.later())
    for change in ("shape", "move"):
        if change == "shape":
            user.controller.resized(*viewport, user.later())
        else:
            user.session.play(last)
            user.controller.tick(user.later())
        user.settle()
        corners = cube_bounds(user.session.position, user.view.display.apart)
        seen = project(user.view.camera, corners, viewport)
        assert ((seen >= 0) & (seen <= viewport)).all()
        used = np.ptp(seen, axis=0) / viewport
        assert used.max() > 0.7, "they fill the picture"


def test_zero_gives_the_first_view() -> None:
    user = User(Settings())
    first = user.view.camera
    for key in ("Shift+Up", "Shift+Left", "+", "O"):
        user.key(key)
        user.settle()
    assert user.view.camera != first
    user.key("0")
    user.settle()
    assert user.view.camera == first


def drag(user: User, to: tuple[float, float], steps: int = 60) -> Iterator[Camera]:
    """Drag from the edge of the picture, slowly; yield the camera after each event."""
    user.controller.pressed("left", 3, 3, user.later())
    for step in range(1, steps + 1):
        x, y = (3 + (end - 3) * step / steps for end in to)
        user.controller.dragged(x, y, user.later())
        yield user.view.camera
    user.controller.released("left", *to, user.later())
    user.settle()
    yield user.view.camera


def is_whole(user: User, viewport: tuple[int, int] = VIEWPORT) -> bool:
    """Return whether all cubes, where they are shown, and the board lie in the picture."""
    position = user.session.position
    points = [cube_bounds(position, user.view.display.apart), board_bounds(position)[:-1]]
    seen = project(user.view.camera, np.concatenate(points), viewport)
    return bool(((seen >= -1) & (seen <= np.array(viewport) + 1)).all())


@pytest.mark.parametrize("explodes", [2])
def test_a_board_that_is_turned_stays_in_the_picture_without_a_jump(explodes: int) -> None:
    user = User(Settings(), size=6, kill=0, fill_board=True)
    for move in replay_to_level(2, size=6):
        user.session.play(move)
    user.settle()
    for _ in range(explodes):
        user.controller.command("explode", user.later())
        user.settle()
    for to in ((700, 200), (1000, 600)):
        before = user.view.camera.distance
        for camera in drag(user, to):
            assert is_whole(user)
            assert camera.distance == pytest.approx(before, rel=0.09), "it comes nearer bit by bit"
            before = camera.distance
    for key in ("Shift+Left", "Shift+Up", "O"):
        user.key(key)
        user.settle()
        assert is_whole(user)
    user.controller.resized(500, 700, user.later())
    user.settle()
    assert is_whole(user, (500, 700))


@pytest.mark.parametrize("by", ["wheel", "key", "pan"])
def test_a_user_who_comes_nearer_stays_near_until_zero(by: str) -> None:
    user = User(Settings(), size=6)
    first = user.view.camera
    for _ in range(4):
        if by == "key":
            user.key("+")
        elif by == "wheel":
            user.wheel(2.0, 640, 360, ("ctrl",))
        else:
            user.controller.pressed("middle", 640, 360, user.later())
            user.controller.dragged(900, 560, user.later())
            user.controller.released("middle", 900, 560, user.later())
        user.settle()
    near = user.view.camera
    *_, turned = drag(user, (500, 200))
    assert turned.distance == pytest.approx(near.distance)
    assert turned.target == pytest.approx(near.target)
    assert not is_whole(user) or by == "pan"
    user.key("0")
    user.settle()
    assert user.view.camera == first
    list(drag(user, (500, 700)))
    assert is_whole(user)


def test_what_was_zoomed_out_glides_back_only_where_it_would_be_cut() -> None:
    user = User(Settings(), size=6)
    for _ in range(2):
        user.wheel(-2.0, 640, 360, ("ctrl",))
    user.settle()
    far = user.view.camera.distance
    *_, turned = drag(user, (80, 30))
    assert turned.distance == far
    assert is_whole(user)


@pytest.mark.parametrize("explodes", [1, 2])
def test_zero_resets_the_views_of_all_layouts(explodes: int) -> None:
    """Turn the board, take the levels apart, go home, and lay them together again."""
    user = User(Settings())
    first = user.view.camera
    user.key("Shift+Left")
    user.key("Shift+Up")
    user.settle()
    for _ in range(explodes):
        user.controller.command("explode", user.later())
        user.settle()
    user.key("0")
    user.settle()
    assert user.view.display.apart, "the layout stays"
    user.key("Escape")
    user.settle()
    assert user.view.camera == first


def named(user: User, cell: Cell) -> str:
    """Return the name of a place as the status line has it, of a cube with its rotation."""
    turned = [c.rotation for c in user.session.position.cubes if c.cell == cell]
    return f"{cell.name}, level {cell.k}" + "".join(f", rotation {each}" for each in turned)


@pytest.mark.parametrize("explodes", [0, 1, 2])
def test_the_place_under_the_pointer_has_a_name_with_its_level(explodes: int) -> None:
    """Point at a hole, at a nest and at the cube in one, with levels together and apart.

    That of a cube also says how it is turned.
    """
    user = User(size=3, kill=0, fill_board=True)
    for move in replay_to_level(1):
        user.session.play(move)
    user.settle()
    (nest,) = (cube.cell for cube in user.session.position.cubes if cube.cell.k == 1)
    for _ in range(explodes):
        user.controller.command("explode", user.later())
    table = user.controller.table
    for cell, lift in ((nest, 0.4), *((each, 0.0) for each in user.session.position.open_cells())):
        middle = cube_middle(3, *cell) + lift * EDGES.sum(axis=0)
        middle = middle + shifts(table.display.apart, [cell.k])[0]
        user.controller.pointer_moved(0.0, 0.0, user.later())
        user.controller.pointer_moved(
            *project(user.view.camera, middle[None], VIEWPORT)[0], user.later()
        )
        assert user.view.place == named(user, cell)
    user.controller.pointer_moved(2.0, 2.0, user.later())
    assert user.view.place == ""


@pytest.mark.parametrize("explodes", [1, 2])
def test_escape_lays_the_levels_of_a_finished_game_together(explodes: int) -> None:
    user = User(size=2, kill=0, fill_board=True)
    while user.session.position.outcome is None:
        user.session.play(next(m for m in user.session.position.legal_moves() if str(m) != "swap"))
    user.settle()
    for _ in range(explodes):
        user.controller.command("explode", user.later())
    assert user.view.display.apart
    user.key("Escape")
    user.settle()
    assert not user.view.display.apart


@pytest.mark.parametrize("keys", ["X", "X X", "Shift+X"])
def test_escape_from_a_view_leaves_the_arrow_keys_to_the_moves(keys: str) -> None:
    user = User(size=4)
    for move in ("c:a1", "c:b1", "c:c1"):
        user.session.play(move)
    user.key("Home")
    for key in keys.split():
        user.key(key)
    display = user.view.display
    assert display.apart or user.controller.table.looking.xray
    user.key("Escape")
    user.settle()
    assert not user.view.display.apart
    assert not user.controller.table.looking.xray
    assert user.view.focus == "timeline"
    user.key("Right")
    assert user.session.cursor.index == 1
    user.key("Escape")
    assert user.view.focus == "board", "nothing is open"


def without_levels_above(user: User, level: int) -> Position:
    """Return the position with the cubes up to a level only, played anew."""
    position = new("boche", size=user.session.position.size, kill=0, fill_board=True)
    for cell, rotation in user.session.position.cubes:
        if cell.k <= level:
            position = position.play(f"{rotation}:{cell.name}")
    return position


@pytest.mark.parametrize("by", ["x-ray", "peel"])
def test_a_band_is_followed_under_the_pile(by: str) -> None:
    """Point at each face of the lowest cubes that can be seen; its band lies under two levels."""
    user = User(size=4, kill=0, fill_board=True)
    for move in replay_to_level(2, size=4):
        user.session.play(move)
    user.settle()
    left = without_levels_above(user, 0)
    group_of = left.surface().group_of
    faces = {(face.cell, face.axis): face for face in left.surface().faces}
    seen = {(face.cell, face.axis) for face in user.session.position.surface().faces}
    if by == "x-ray":
        user.key("Shift+X")
    else:
        user.key(",")
        user.key(",")
    followed = [place for place in faces if by == "peel" or place in seen]
    for cell, axis in followed:
        x, y = user.on_face(cell, "xyz".index(axis))
        user.controller.pointer_moved(2.0, 2.0, user.later())
        user.controller.pointer_moved(x, y, user.later())
        assert user.view.display.peeled == 2
        assert user.view.lit == group_of[faces[cell, axis].joined[0]].corners
        if (cell, axis) in seen:  # the game's own group first, as it is told without the X-ray
            corner = faces[cell, axis].joined[0]
            real, below = user.session.position.surface().group_of[corner], group_of[corner]
            told = described(user.session.position, real)
            if set(real.corners) != set(below.corners):
                told = f"{told}; lit: {below.blobs} blob"
            assert user.view.info.startswith(told)
        else:
            assert user.view.info.startswith("under level 1: ")
        position, options = live_options(data_of(user))
        lit = build_live(position, options).batches[0].instances["pattern"]
        assert ((lit >> 2) & 0b11111).any()
    hidden = set(faces) - seen
    under = {face for face in faces if set(faces[face].joined) & set(user.view.lit)}
    assert by == "peel" or hidden & under, "it goes on under other cubes"
    user.key("Escape")
    user.controller.pointer_moved(2.0, 2.0, user.later())
    user.controller.pointer_moved(x, y, user.later())
    assert user.view.display.peeled == 0
    assert not user.controller.table.looking.xray


@pytest.mark.parametrize("ending", ["Shift+X", "Escape"])
def test_an_x_ray_leads_back_to_levels_that_were_apart(ending: str) -> None:
    user = User(size=3, kill=0)
    for move in replay_to_level(2):
        user.session.play(move)
    user.settle()
    user.key("X")
    apart = [view.text for view in user.view.views]
    assert apart == ["Levels apart"]
    user.key("Shift+X")
    assert [view.text for view in user.view.views] == ["X-ray"]
    user.key(ending)
    assert [view.text for view in user.view.views] == apart
    user.key("Escape")
    assert not user.view.views


@pytest.mark.parametrize("ending", ["Escape", "click"])
@pytest.mark.parametrize("before", ["pointer", "peeled", "playing"])
def test_one_escape_or_click_leaves_an_x_ray(before: str, ending: str) -> None:
    """Do so with the pointer where a cube may go, with levels hidden, and as moves are played."""
    user = User(size=4, kill=0)
    for move in replay_to_level(2, size=4):
        user.session.play(move)
    user.settle()
    if before == "playing":
        user.key("Home")
        user.controller.command("play_on", user.later())
        assert user.view.playing
    elif before == "peeled":
        user.key(",")
    user.key("Shift+X")
    user.move_to(min(cell.name for cell in user.controller.table.position.open_cells()))
    assert [view.text for view in user.view.views][-1:] == ["X-ray"]
    assert "A click or Escape: back" in user.view.views[-1].legend
    count = user.session.cursor.index
    if ending == "click":
        user.click(*user.controller.table.pointing.at or (0.0, 0.0))
    else:
        user.key(ending)
    assert "X-ray" not in [view.text for view in user.view.views]
    assert user.view.playing == (before == "playing")
    assert bool(user.view.views) == (before == "peeled"), "only the X-ray ends"
    assert before == "playing" or user.session.cursor.index == count, "nothing is placed"


def test_escape_leaves_an_x_ray_before_the_lesson() -> None:
    lesson = LessonSession(catalogue_of("boche").lessons[0])
    user = User()
    user.controller = Controller(lesson, VIEWPORT, Settings(animation_speed=0.0))
    user.key("Shift+X")
    assert user.controller.table.looking.xray
    user.key("Escape")
    assert not user.controller.table.looking.xray
    assert user.controller.table.session is lesson


def test_an_x_ray_of_a_cube_on_top_shows_where_its_group_runs_on_below() -> None:
    """Point at the faces of the highest level; where a group has nothing below, expect that told.

    Its blobs that the lowest level keeps lead on from there.
    """
    user, rng = User(size=4, kill=0, fill_board=True), random.Random(5)
    for _ in range(16):  # all that two levels hold
        position = user.session.position
        moves = [m for m in position.legal_moves() if str(m) != "swap"]
        user.session.play(str(rng.choice([m for m in moves if position.target(m).k < 2])))
    user.settle()
    position, left = user.session.position, without_levels_above(user, 0)
    below, real = left.surface(), position.surface()
    seen = {(face.cell, face.axis) for face in real.faces}
    user.key("Shift+X")
    told = set()
    for face in real.faces:
        if face.cell.k == 0:
            continue
        ends = real.group_of[face.joined[0]].corners
        onward = {end for at in ends if at in below.group_of for end in below.group_of[at].corners}
        hidden = [
            each
            for each in below.faces
            if (each.cell, each.axis) not in seen and onward.issuperset(each.joined)
        ]
        user.controller.pointer_moved(2.0, 2.0, user.later())
        assert str(user.view.views[0].legend).startswith("Point at a cube"), "nothing is lit"
        user.controller.pointer_moved(
            *user.on_face(face.cell, "xyz".index(face.axis)), user.later()
        )
        view = user.view
        assert view.info.startswith(described(position, real.group_of[face.joined[0]]))
        assert ("runs on" in str(view.views[0].legend)) == bool(hidden)
        assert view.display.peeled == (1 if hidden else 0)
        assert set(view.lit) == (onward if hidden else set(ends))
        if not hidden:
            assert "point at a lower cube" in str(view.views[0].legend)
        told.add(bool(hidden))
    assert told == {True, False}


def test_what_an_x_ray_follows_stays_lit_while_one_steps() -> None:
    """Step with the pointer at rest, then beside the board, where no button lights anything."""
    user = User(size=4, kill=0, fill_board=True)
    for move in replay_to_level(2, size=4):
        user.session.play(move)
    user.settle()
    user.key("Shift+X")
    first = next(
        face for face in user.session.position.surface().faces
        if face.cell.k == 0 and face.axis == "z"
    )  # fmt: skip
    user.controller.pointer_moved(*user.on_face(first.cell, 2), user.later())
    assert user.view.lit
    for _ in range(2):
        user.key("PageUp")
        user.settle()
        assert user.view.lit, "the pointer has not left it"
        assert user.view.display.peeled
    user.controller.pointer_left(user.later())
    assert user.view.lit, "a dialog over the board keeps it"
    user.key("PageUp")
    user.settle()
    user.key("PageDown")
    user.settle()
    assert not user.view.lit


def test_an_x_ray_names_the_cube_whose_band_it_tells_of() -> None:
    """Point at the walls of open nests: the cube is named, and not the place for another one."""
    user = User(size=4, kill=0)
    for move in ("a:a1", "a:b1", "a:a2", "e:a1", "a:c1", "a:b2"):
        user.session.play(move)
    user.settle()
    seen = user.session.position.surface().faces
    walls = [face for face in seen if face.cell.above(face.axis) == Cell(1, 0, 1)]
    assert len(walls) == 3
    for xray in (False, True):
        if xray:
            user.key("Shift+X")
        for face in walls:
            user.controller.pointer_moved(
                *user.on_face(face.cell, "xyz".index(face.axis)), user.later()
            )
            view = user.view
            if xray:
                assert view.place.startswith(f"{face.cell.name}, level 0, rotation")
                assert "group of" in view.info
            else:
                assert view.place == "b1, level 1"


@pytest.mark.parametrize("explodes", [1, 2])
def test_levels_that_are_apart_are_counted_as_they_lie_there(explodes: int) -> None:
    """Count the empty level as well on which a cube may go, since it lies there like the others."""
    user = User(size=4, kill=0)
    for move in replay_to_level(1, size=4):
        user.session.play(move)
    for _ in range(explodes):
        user.controller.command("explode", user.later())
    user.settle()
    assert user.view.display.apart.levels == 3
    user.key(",")
    assert user.view.status == "the lowest of 3 levels is shown"
    assert user.view.views[-1].text == "Lowest of 3 levels"
    for _ in range(3 - explodes):
        user.controller.command("explode", user.later())
    assert user.view.views[-1].text == "Lowest of 2 levels", "together it cannot be seen"


@pytest.mark.parametrize("explodes", [0, 1, 2])
def test_what_a_search_found_is_drawn_on_levels_that_are_apart(explodes: int) -> None:
    """Find each disc and its figure where a cube would lie, and none on a level that is hidden."""
    user = User(size=4, kill=0)
    for move in ("a:a1", "a:b1", "a:a2", "e:a1", "a:c1", "a:b2"):
        user.session.play(move)
    for _ in range(explodes):
        user.controller.command("explode", user.later())
    user.settle()
    cells = sorted(user.session.position.open_cells())
    highest = max(cell.k for cell in cells)
    assert highest > min(cell.k for cell in cells) == 0
    for peeled in (0, 1):
        table, shown = user.controller.table, cells
        if peeled:
            user.key(",")
            shown = [cell for cell in cells if not explodes or cell.k == 0]
        bests = tuple(Best(c.name, f"a:{c.name}", "a", 0.5, f"a:{c.name}") for c in cells)
        warm = tuple((cell.name, 1.0) for cell in cells)
        colours = discs(Settings().palette, user.session.record.game)
        found_by = AnalysisView(heat=warm, bests=bests)
        data = replace(data_of(user), discs=colours, analysis=found_by)
        scene = build_live(*live_options(data))
        flat = next(
            b for b in scene.batches if (b.mesh.name, b.material) == ("heat disc", "enamel")
        )
        found = flat.instances["position"]
        middles = [table.picker.place(table.position, c.name, table.display) for c in shown]
        assert np.abs(found - np.array(middles)).max() < 0.3
        figures = [label.position for label in scene.labels if label.text == "a 50%"]
        assert np.allclose(figures, found)
        said = " ".join(text.text for text in built(data, (1280, 800), 1.0).pages[0].texts)
        told = "Moves of the engine on hidden levels are not drawn" in said
        assert told == (peeled == 1 and explodes > 0)


@pytest.mark.parametrize("explodes", [0, 1, 2])
def test_threats_are_lit_on_levels_that_are_apart(explodes: int) -> None:
    user = User()
    user.session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    user.controller = Controller(user.session, VIEWPORT, Settings(animation_speed=0.0))
    user.session.cursor.go_index(49)
    user.settle()
    threats = tuple(each for each in threats_of(user.session.position) if each.aims)
    assert threats
    for _ in range(explodes):
        user.controller.command("explode", user.later())
    user.settle()
    view = replace(user.view, threats=threats, ghost=None)
    position, options = live_options(replace(data_of(user), view=view))
    assert set(options.threatened) == {aim for threat in threats for aim in threat.aims}
    pattern = build_live(position, options).batches[0].instances["pattern"]
    assert (pattern >> 24 & 0b11111).any()


def test_a_hint_for_a_hidden_level_shows_all_levels() -> None:
    """Expect its cube among those that it would lie on, and no level shown for one further down."""
    for wanted, hidden in ((1, 0), (0, 1)):
        one = Desk(Session.new("boche", size=4, kill=0, fill_board=True))
        for move in ("a:a1", "a:b1", "a:a2", "e:a1", "a:c1", "a:b2"):  # another nest is open
            one.table.play(move)
        one.pass_time()
        one.controller.text(",", one.now)
        assert one.controller.view().display.peeled == 1
        position = one.session.position
        moves = [m for m in position.legal_moves() if str(m) != "swap"]
        one.key("I")
        one.answer(str(next(m for m in moves if position.target(m).k == wanted)))
        view = one.controller.view()
        assert view.ghost is not None
        assert view.display.peeled == hidden


def data_of(user: User) -> HudData:
    return Shower().data(user.view, user.session, Settings(), {})


def test_a_pointer_that_rests_does_not_light_what_was_played_there() -> None:
    user = User(Settings(), size=4)
    user.move_to("b1")
    user.click(*user.spot("b1"))
    user.settle()
    assert len(user.session.cursor.moves) == 1
    assert (user.view.ghost, user.view.lit) == (None, ())
    assert "b1" not in user.view.status
    x, y = user.controller.table.pointing.at
    user.controller.pointer_moved(x + 8, y, user.later())
    assert user.view.ghost is not None or user.view.lit


@pytest.mark.parametrize("explodes", [0, 1, 2])
@pytest.mark.parametrize("size", [2, 4])
def test_keys_look_at_every_cube_of_a_full_pyramid(explodes: int, size: int) -> None:
    """Go to each level and walk about it, where nothing can be played any more."""
    user = User(size=size, kill=0, fill_board=True)
    while user.session.position.outcome is None:
        user.session.play(next(m for m in user.session.position.legal_moves() if str(m) != "swap"))
    user.settle()
    for _ in range(explodes):
        user.controller.command("explode", user.later())
        user.settle()
    found, rng = set(), random.Random(size)
    user.key("Alt+PageUp")
    for level in range(size):
        for _ in range(12 * (size - level) ** 2):
            found.add(user.view.place)
            user.key(rng.choice(("Left", "Right", "Up", "Down")))
        assert f"level {level}, rotation" in user.view.place
        assert user.view.linked
        assert user.view.lit or explodes
        user.key("Alt+PageUp")
    cells = [cube.cell for cube in user.session.position.cubes]
    assert found == {named(user, cell) for cell in cells}
    user.key("Alt+PageDown")
    assert f"level {size - 2}, rotation" in user.view.place
    for key, said in (("Alt+PageDown", "lowest"), ("Alt+PageUp", "highest")):
        for _ in range(size):
            user.key(key)
        assert user.view.status == f"this is the {said} level"
    user.key("Escape")
    assert not user.view.linked


@pytest.mark.parametrize("explodes", [1, 2])
def test_a_cube_of_levels_taken_apart_is_looked_at_and_not_played_on(explodes: int) -> None:
    """Click the three upper faces of each cube, some of them walls of nests: nothing is played."""
    user = User(size=4, kill=0)
    for move in ("a:b1", "a:a1", "a:a2"):
        user.session.play(move)
    user.settle()
    for _ in range(explodes):
        user.controller.command("explode", user.later())
        user.settle()
    for cell in [cube.cell for cube in user.session.position.cubes]:
        for axis in range(3):
            user.click(*user.on_face(cell, axis))
            assert len(user.session.cursor.moves) == 3
            assert user.view.status == f"{cell.name} has a cube on level 0"
            assert user.view.place == f"{cell.name}, level 0, rotation a"
    user.click(*user.spot("a1"))  # the empty place of level 1 beside its own cubes
    assert [*user.session.cursor.moves][-1].endswith(":a1")
    assert len(user.session.cursor.moves) == 4
