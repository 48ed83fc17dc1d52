"""Levels of Boche taken apart: every cube of a full pyramid is seen, and picked where it is."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.rays import half_height, project
from boche.viewer.export.images import framed
from boche.viewer.games.boche.live import labels, lower_levels
from boche.viewer.games.boche.pick import bounds
from boche.viewer.games.registry import build_live, camera_of
from boche.viewer.games.view import SIDE_BY_SIDE, WAYS
from boche.viewer.hud.model import Shower
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene.live import LiveOptions
from boche.viewer.storage.settings import Settings
from boche.viewer.window.drawing.board_picture import live_options
from tests.gl.seen_places import EDGES, Solid, boche_cells, box, cube_middle, first_met
from tests.viewer.table.user import User

SIZE = (980, 620)
FLAT = Style(shadows=False)
VISIBLE = 30  # the least difference of a pixel that belongs to a cube
LEAST = 0.6  # of the pixels that a cube would have alone, seen from straight above


def full_pyramid(size: int, way: str, part: float = 1.0) -> User:
    """Return a user before a pyramid, filled at random as far as ``part``, taken apart."""
    rng = random.Random(size)
    user = User(Settings(), size=size, kill=0, fill_board=True)
    for _ in range(round(part * size * (size + 1) * (size + 2) / 6)):
        moves = [m for m in user.session.position.legal_moves() if str(m) != "swap"]
        user.session.play(rng.choice(moves))
    user.controller.resized(*SIZE, user.later())
    user.settle()
    for _ in range(WAYS.index(way) + 1):
        user.controller.command("explode", user.later())
        user.settle()
    assert user.controller.table.looking.way == way
    return user


def cubes_shown(user: User) -> dict[str, Solid]:
    """Return each cube by its name with its level, where its level has been moved."""
    position, apart = user.session.position, user.view.display.apart
    middles = {
        (c, r, k): cube_middle(position.size, c, r, k) + apart.shifts[k]
        for c, r, k in boche_cells(position)[0]
    }
    names = {cell: ".".join(map(str, cell)) for cell in middles}
    return {names[cell]: box(names[cell], at, EDGES, [0.5] * 3) for cell, at in middles.items()}


@pytest.mark.parametrize("way", WAYS[:1])
def test_each_cube_shows_its_own_pixels(context: Any, way: str) -> None:
    check_own_pixels(context, 4, way)


def check_own_pixels(context: Any, size: int, way: str) -> None:
    """Draw the pyramid with and without each cube, and see what changes, and where."""
    user = full_pyramid(size, way)
    position, camera, solids = user.session.position, user.view.camera, cubes_shown(user)
    scene = build_live(position, LiveOptions(apart=user.view.display.apart, labels=False))
    renderer, target = Renderer(context), Target(context, SIZE)

    def drawn(batches: Any) -> Any:
        renderer.draw(replace(scene, batches=batches), camera, target.drawn, SIZE, FLAT)
        return target.read()[..., :3].astype(int)

    whole = drawn(scene.batches)
    alone = np.sqrt(3.0) * (SIZE[1] / (2 * half_height(camera))) ** 2
    found = {}
    for number, cube in enumerate(position.cubes, 1):
        pieces, *rest = scene.batches
        others = pieces.instances[pieces.instances["id"] != number]
        without = drawn((replace(pieces, instances=others), *rest))
        pixels = np.argwhere(np.abs(whole - without).max(axis=2) > VISIBLE)[:, ::-1] + 0.5
        name = ".".join(map(str, cube.cell))
        own = Counter(first_met(solids.values(), camera, pixels[::7], SIZE))
        found[name] = len(pixels) / alone if own and own.most_common(1)[0][0] == name else 0.0
    renderer.release()
    target.release()
    assert len(found) == size * (size + 1) * (size + 2) // 6
    assert {name: share for name, share in found.items() if share < LEAST} == {}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [4, 6])
def test_each_cube_is_picked_where_it_is_seen(size: int, way: str) -> None:
    """Point at the upper end of each cube, as the rules' drawings place it."""
    user = full_pyramid(size, way)
    position, shifts = user.session.position, user.view.display.apart.shifts
    wrong = {}
    for cell, _ in position.cubes:
        tip = cube_middle(size, *cell) + shifts[cell.k] + 0.4 * EDGES.sum(axis=0)
        user.controller.pointer_moved(*project(user.view.camera, tip[None], SIZE)[0], user.later())
        face = user.controller.table.pointing.pick.face
        if face is None or face.cell != cell or face.hole:
            wrong[cell] = face
    assert wrong == {}


@pytest.mark.parametrize("way", WAYS)
def test_every_open_cell_is_played_where_its_level_shows_it(way: str) -> None:
    user = full_pyramid(4, way, part=0.5)
    position, shifts = user.session.position, user.view.display.apart.shifts
    _, open_cells = boche_cells(position)
    assert len({k for _, _, k in open_cells}) > 1
    for c, r, k in open_cells:
        middle = cube_middle(4, c, r, k) + shifts[k]
        x, y = project(user.view.camera, middle[None], SIZE)[0]
        user.controller.pointer_moved(0.0, 0.0, user.later())
        user.controller.pointer_moved(x, y, user.later())
        user.click(x, y)
        user.settle()
        assert (c, r, k) in [cube.cell for cube in user.session.position.cubes]
        user.session.edits.undo()
        user.controller.tick(user.later())
        user.settle()
        assert user.view.display.apart.shifts == shifts


def check_rings(context: Any, way: str) -> None:
    """Point at each cube, and find the rings on exactly those cubes that share a face with it."""
    user = full_pyramid(4, way)
    solids, shifts = cubes_shown(user), user.view.display.apart.shifts
    at = {cell: cube_middle(4, *cell) for cell in boche_cells(user.session.position)[0]}
    renderer, target = Renderer(context), Target(context, SIZE)
    for cell, middle in at.items():
        tip = middle + shifts[cell[2]] + 0.4 * EDGES.sum(axis=0)
        user.controller.pointer_moved(*project(user.view.camera, tip[None], SIZE)[0], user.later())
        view, images = user.view, []
        for linked in ((), view.linked):
            options = LiveOptions(apart=view.display.apart, labels=False, linked=linked)
            scene = build_live(view.position, options)
            renderer.draw(scene, view.camera, target.drawn, SIZE, FLAT)
            images.append(target.read()[..., :3].astype(int))
        changed = np.abs(images[1] - images[0]).max(axis=2) > VISIBLE
        pixels = np.argwhere(changed)[::7, ::-1] + 0.5
        seen = Counter(first_met(solids.values(), view.camera, pixels, SIZE))
        touching = {c for c, other in at.items() if np.linalg.norm(other - middle) < 1.01}
        most = seen.most_common(len(touching))
        assert {name for name, _ in most} == {".".join(map(str, c)) for c in touching}
        assert most[-1][1] > 5
        assert most[0][0] == ".".join(map(str, cell)), "the cube itself has the broadest ring"
    renderer.release()
    target.release()


def test_boards_side_by_side_lie_in_reading_order_and_apart() -> None:
    """Check the middles of the levels, and that no rim lies over another, for all sizes."""
    for size in (1, 4, 6, 10):
        user = full_pyramid(size, SIDE_BY_SIDE)
        shown = [bounds(new("boche", size=size - k))[:-1] for k in range(size)]
        places = np.array(user.view.display.apart.shifts)
        boxes = []
        for level, foot in enumerate(shown):
            seen = project(user.view.camera, foot + places[level] * [1, 1, 0], SIZE)
            assert ((seen >= 0) & (seen <= SIZE)).all()
            boxes.append((seen.min(axis=0), seen.max(axis=0)))
        for (low, high), (then, end) in pairwise(boxes):
            beside = then[0] > high[0] and abs(then[1] - low[1]) < 1
            assert beside or (end[1] < low[1] and then[0] == pytest.approx(boxes[0][0][0], abs=1))


@pytest.mark.parametrize("way", WAYS[:1])
def test_levels_in_the_air_cast_no_shadow_on_the_table(context: Any, way: str) -> None:
    """Compare the table with one without shadows: it is darker round boards only."""
    user = full_pyramid(6, way)
    apart, camera = user.view.display.apart, user.view.camera
    scene = build_live(user.session.position, LiveOptions(apart=apart, labels=False))
    renderer, target = Renderer(context), Target(context, SIZE)
    images = []
    for style in (Style(), FLAT):
        renderer.draw(scene, camera, target.drawn, SIZE, style)
        images.append(target.read()[..., :3].astype(int))
    renderer.release()
    target.release()
    dark = np.argwhere(np.abs(images[1] - images[0]).max(axis=2) > 6)[:, ::-1]
    feet = [(k, np.array(by) * [1, 1, 0]) for k, by in enumerate(apart.shifts)]
    boards = feet if apart.boards else feet[:1]
    near = np.zeros(len(dark), bool)
    for level, by in boards:
        seen = project(camera, bounds(new("boche", size=6 - level))[:-1] + by, SIZE)
        low, high = seen.min(axis=0) - 45, seen.max(axis=0) + 45
        near |= ((dark >= low) & (dark <= high)).all(axis=1)
    assert near.sum() > 500, "boards stand on the table"
    assert (~near).sum() == 0


@pytest.mark.parametrize(("way", "hidden"), [("layers", 1)])
def test_hidden_levels_leave_no_trace_while_levels_are_apart(
    context: Any, way: str, hidden: int
) -> None:
    """Compare with the picture of all levels, and with that of the bare ground."""
    user = full_pyramid(4, way)
    solids = cubes_shown(user)
    shown = {name: each for name, each in solids.items() if int(name[-1]) < 4 - hidden}
    renderer, target = Renderer(context), Target(context, SIZE)

    def drawn(*, bare: bool = False) -> Any:
        position, options = live_options(Shower().data(user.view, user.session, Settings(), {}))
        scene = build_live(position, replace(options, labels=False))
        scene = replace(scene, batches=()) if bare else scene
        renderer.draw(scene, user.view.camera, target.drawn, SIZE, FLAT)
        return target.read()[..., :3].astype(int)

    whole = drawn()
    for _ in range(hidden):
        user.key(",")
        user.settle()
    left, ground = drawn(), drawn(bare=True)
    renderer.release()
    target.release()
    step = 5
    pixels = np.argwhere(np.ones(SIZE[::-1], bool)[::step, ::step])[:, ::-1] * step + 0.5
    names = np.array(first_met(solids.values(), user.view.camera, pixels, SIZE))
    stays = np.isin(names, list(shown)).reshape(left[::step, ::step].shape[:2])
    goes = ((names != "") & ~np.isin(names, list(shown))).reshape(stays.shape)
    changed = np.abs(left - whole)[::step, ::step].max(axis=2) > 3
    traces = np.abs(left - ground)[::step, ::step].max(axis=2) > 3
    assert goes.sum() > 20
    assert not (traces & goes).any(), "nothing is drawn where the hidden levels were"
    assert (changed & stays).sum() < 0.01 * stays.sum(), "the other levels look as before"
    for c, r, k in (map(int, name.split(".")) for name in set(solids) - set(shown)):
        middle = cube_middle(4, c, r, k) + user.view.display.apart.shifts[k]
        x, y = project(user.view.camera, middle[None], SIZE)[0]
        user.controller.pointer_moved(x, y, user.later())
        assert (user.view.place, user.view.linked) == ("", ()), "nothing is pointed at there"


def test_the_levels_that_are_shown_are_read_through_hidden_ones_and_names(context: Any) -> None:
    """Compare with the picture without the hidden levels of a finished game, and without names."""
    position = full_pyramid(4, WAYS[0]).session.position
    options = LiveOptions(peeled=2)
    scene = build_live(position, replace(options, labels=False))
    camera = framed(scene, camera_of("boche", "corner"), SIZE)
    names = [each for each in labels(position, options, camera, SIZE) if each.outlined]
    opaque = tuple(each for each in scene.batches if not each.translucent)
    renderer, target = Renderer(context), Target(context, SIZE)
    images = []
    for shown in (replace(scene, batches=opaque), scene, replace(scene, labels=tuple(names))):
        renderer.draw(shown, camera, target.drawn, SIZE, FLAT)
        images.append(target.read()[..., :3].astype(int))
    renderer.release()
    target.release()
    ghosts, named = (np.abs(two - one).max(axis=2) for one, two in pairwise(images))
    assert (ghosts > 3).sum() > 2000
    assert np.mean(ghosts[ghosts > 3] > VISIBLE) < 0.05, "hidden levels are a faint trace"
    assert ghosts.max() < 75, "what lies below shows through where the path went on above it"
    alone = np.sqrt(3.0) * (SIZE[1] / (2 * half_height(camera))) ** 2
    assert len(names) == 6
    assert 0.02 < (named > VISIBLE).sum() / (len(names) * alone) < 0.055, "of a cube"


def test_what_is_followed_has_another_colour_than_what_has_won(context: Any) -> None:
    """Follow each group under the highest levels of a finished game: no more turns to gold."""
    position = full_pyramid(4, WAYS[0]).session.position
    assert position.outcome is not None
    assert position.outcome.kind == "path"
    renderer, target = Renderer(context), Target(context, SIZE)
    whole = build_live(position, LiveOptions())
    camera = framed(whole, camera_of("boche", "corner"), SIZE)

    def drawn(lit: Any) -> Any:
        scene = build_live(position, LiveOptions(peeled=2, lit=lit, labels=False))
        renderer.draw(scene, camera, target.drawn, SIZE, FLAT)
        return target.read()[..., :3].astype(int)

    plain, followed, golden = drawn(()), 0, 0
    for group in lower_levels(position, 2).surface().groups:
        seen = drawn(group.corners)
        changed = seen[np.abs(seen - plain).max(axis=2) > VISIBLE]
        golden += int(((changed[:, 0] > 205) & (changed[:, 2] < 100)).sum())
        followed += len(changed)
    renderer.release()
    target.release()
    assert followed > 5000
    assert golden < 0.01 * followed
