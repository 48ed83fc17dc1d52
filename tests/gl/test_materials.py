"""Materials as rendered: light, chamfers, wood, felt, glass and brass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.camera import VIEWS, Camera
from boche.viewer.camera.rays import project
from boche.viewer.export.images import framed
from boche.viewer.games.boku.board import place_of
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, theme, theme_names
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.model import Batch, instances
from boche.viewer.scene.solids import revolved, rotated
from tests.gl.low_views import contrast

SIZE = (640, 480)
PLAIN = SceneOptions(labels=False, result=False)
MIDDLE = np.array([[0.5, 0.5, 0.0]])


@pytest.fixture
def draw(context: Any) -> Any:
    renderer, target = Renderer(context), Target(context, SIZE)

    def drawn(scene: Scene, camera: Camera, **style: Any) -> Any:
        renderer.draw(scene, camera, target.drawn, SIZE, Style(**style))
        return target.read()[::-1, :, :3].astype(int)

    yield drawn
    target.release()
    renderer.release()


def at(image: Any, camera: Camera, place: Any) -> Any:
    """Return the pixel of a place in the world."""
    column, row = project(camera, np.array([place], float), SIZE)[0].astype(int)
    return image[SIZE[1] - 1 - row, column]


@pytest.mark.parametrize("game", ["boche", "boku", "che", "octi"])
@pytest.mark.parametrize("view", ["corner", "top"])
def test_shadows_fall_to_the_right(draw: Any, game: str, view: str) -> None:
    scene = build_scene(new(game), PLAIN)
    camera = framed(scene, camera_of(game, view), SIZE)
    bright, shaded = (draw(scene, camera, shadows=shown) for shown in (False, True))
    rows, columns = np.nonzero((bright - shaded).sum(axis=2) > 30)
    solid = (
        np.abs(bright - draw(replace(scene, batches=()), camera, shadows=False)).sum(axis=2) > 30
    )
    there_rows, there_columns = np.nonzero(solid)
    assert columns.mean() > there_columns.mean() + 5, "from the left"
    if view == "top":
        assert rows.mean() > there_rows.mean() + 5, "and from above"


@pytest.mark.parametrize("look", theme_names())
def test_the_table_is_brighter_around_the_board(draw: Any, look: str) -> None:
    scene = build_scene(new("boche"), PLAIN)
    image = draw(scene, framed(scene, VIEWS["top"], SIZE), theme=look)
    left = image[SIZE[1] // 2 - 20 : SIZE[1] // 2 + 20, 70:110].mean(axis=(0, 1))
    assert (left > 255 * np.array(theme(look).table) + 0.9).all()


@pytest.mark.parametrize("game", ["che"])
@pytest.mark.parametrize("low", [4.0, 89.0])
def test_a_board_hides_where_no_table_is_drawn(draw: Any, game: str, low: float) -> None:
    scene = build_scene(new(game), PLAIN)
    with_all = tuple(replace(b, mesh=replace(b.mesh, foot=None)) for b in scene.batches)
    assert any(b.mesh.foot is not None for b in scene.batches), "there is such a place"
    for azimuth in range(0, 360, 72):
        camera = framed(scene, Camera(azimuth=azimuth, elevation=low), SIZE)
        apart = np.abs(draw(scene, camera) - draw(replace(scene, batches=with_all), camera))
        assert np.count_nonzero(apart.max(axis=2) > 2) <= 3


def test_no_two_cubes_are_alike_and_each_is_the_same_every_time(draw: Any) -> None:
    position = new("boche", size=4, fill_board=True)
    for move in ("e:a1", "e:b1", "e:c1", "e:d1"):
        position = position.play(move)
    scene = build_scene(position, PLAIN)
    camera = framed(scene, VIEWS["top"], SIZE)
    image = draw(scene, camera, shadows=False)
    assert np.array_equal(image, draw(build_scene(position, PLAIN), camera, shadows=False))
    faces = scene.batches[0].instances
    alike = faces[np.isclose(faces["orientation"], faces["orientation"][0]).all(axis=1)]
    assert len(alike) == 4, "one face of each cube looks this way"
    middles = [rotated(face["orientation"], MIDDLE)[0] + face["position"] for face in alike]
    tones = [int(at(image, camera, middle).sum()) for middle in middles]
    assert 0 < max(tones) - min(tones) < 40


def test_neighbours_in_one_plane_have_a_fine_double_line(draw: Any) -> None:
    """Check for a dark line across the joint of coplanar faces, and a line brighter than both."""
    position = new("boche", size=2, fill_board=True)
    for move in ("e:a1", "e:b1", "e:a2"):
        position = position.play(move)
    scene = build_scene(position, PLAIN)
    faces = scene.batches[0].instances
    spread = []
    for face in faces:
        edge = rotated(face["orientation"], np.array([[0.0, 0.3, 0.0]]))[0] + face["position"]
        camera = Camera(tuple(edge.tolist()), azimuth=-60.0, elevation=60.0, distance=2.0)
        line = draw(scene, camera)[SIZE[1] // 2 - 60 : SIZE[1] // 2 + 60, SIZE[0] // 2].sum(axis=1)
        spread.append((int(line.min()), int(np.median(line)), int(line.max())))
    assert any(low < 0.8 * mid and high > 1.04 * mid for low, mid, high in spread)


def test_marbles_mirror_the_soft_box(draw: Any) -> None:
    """Check for a bright spot, as large as a lamp, left of the centre of a dark marble."""
    position = new("boku").play("f5")
    scene = build_scene(position, PLAIN)
    camera = replace(framed(scene, camera_of("boku"), SIZE), distance=5.0)
    x, y = place_of(position.parse("f5").cell)
    camera = replace(camera, target=(x, y, HEIGHT))
    image = draw(scene, camera)
    middle = project(camera, np.array([[x, y, HEIGHT]]), SIZE)[0]
    edge = project(camera, np.array([[x + RADIUS, y, HEIGHT]]), SIZE)[0]
    radius = float(edge[0] - middle[0])
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    marble = np.hypot(columns - middle[0], rows - middle[1]) < 0.9 * radius
    spot = marble & (image.sum(axis=2) > 1.8 * np.median(image[marble].sum(axis=1)))
    assert 0.01 < spot.sum() / marble.sum() < 0.12
    assert columns[spot].mean() < middle[0] - 0.1 * radius


def test_dark_marbles_stay_dark_in_low_views(context: Any) -> None:
    """Check that what they mirror at flat angles does not make them grey."""
    above, low = (contrast(context, "boku", elevation, Style()) for elevation in (90.0, 15.0))
    assert low > 0.6 * above


def test_wood_has_a_grain_that_does_not_repeat(draw: Any) -> None:
    """Check that no part of a board across the grain looks like another one."""
    scene = build_scene(new("che"), PLAIN)
    image = draw(scene, framed(scene, VIEWS["top"], SIZE), shadows=False).sum(axis=2)
    across = image[60:-60, 180:200].mean(axis=1)
    across = (across - across.mean()) / across.std()
    assert image[60:-60, 180:200].std() > 5.0
    for shift in range(20, len(across) // 2):
        assert np.mean(across[:-shift] * across[shift:]) < 0.7, shift


def test_rings_are_round_on_a_round_corner_that_few_chords_draw(draw: Any) -> None:
    bounds = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 0)], "f4")
    seen = []
    for steps in (18, 96):
        wall = revolved("wall", [(1.0, -1.0, 0.0), (1.0, 0.0, 0.0)], steps)
        scene = Scene((Batch(wall, "wood", instances(np.zeros((1, 3)))),), bounds=bounds)
        seen.append(
            draw(scene, framed(scene, Camera(azimuth=-75.0, elevation=4.0), SIZE), shadows=False)
        )
    few, many = (image[170:330, 220:420] for image in seen)
    assert np.abs(few - many).mean() < 1.0
