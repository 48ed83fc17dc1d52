"""The cubes' patterns, checked by pixels against the rules rather than the shader."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.camera import Camera, projection_matrix, view_matrix
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD
from boche.viewer.games.boche.scene import PAIR
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, palette
from boche.viewer.scene import Batch, Scene, SceneOptions
from boche.viewer.scene.apart import Apart

SIZE = (360, 360)
STILL = Apart(((0.0, 0.0, 0.0),))  # the whole cube, in its place
HALF = 1.3  # half the picture's height, world units

# rules.md: uppermost corner dark for a-d; the hub of that colour, as an offset from the lowest.
HUBS = {"a": (1, 1, 1), "b": (1, 0, 0), "c": (0, 0, 1), "d": (0, 1, 0)}
ROTATIONS = "abcdefgh"


def dark_expected(letter: str, axis: int, side: int, u: float, v: float) -> bool:
    """Return whether a point of a face is dark.

    ``u`` and ``v`` run along the next two axes, from the lowest corner.
    """
    top_dark = letter in "abcd"
    broker = HUBS[letter if top_dark else "abcd"["efgh".index(letter)]]
    joined_is_top = broker[axis] == side
    for a, b in product((0, 1), (0, 1)):
        corner_is_top = (side + a + b) % 2 == 1  # as the uppermost, an odd number of edges up
        if corner_is_top != joined_is_top and np.hypot(u - a, v - b) < 0.5:
            return corner_is_top == top_dark
    return joined_is_top == top_dark


def single(letter: str) -> tuple[Scene, np.ndarray]:
    position = new("boche", size=1, fill_board=True).play(f"{letter}:a1")
    scene = build_scene(position, SceneOptions(board=False, result=False, apart=STILL))
    return scene, (np.full(3, 0.5) - to_lattice_centre(1)) @ AXES_IN_WORLD.T


def look_at_face(axis: int, side: int, centre: np.ndarray) -> Camera:
    """Return an orthographic camera that looks straight at a face."""
    out = AXES_IN_WORLD[:, axis] * (1 if side else -1)
    return Camera(
        target=tuple(centre.tolist()),
        azimuth=float(np.degrees(np.arctan2(out[1], out[0]))),
        elevation=float(np.degrees(np.arcsin(out[2]))),
        distance=HALF / np.tan(np.radians(14.0)),
        projection="ortho",
    )


class Eye:
    """A renderer that reads single pixels by their place in the world."""

    def __init__(self, context: Any) -> None:
        self.target = Target(context, SIZE)
        self.renderer = Renderer(context)

    def draw(self, scene: Scene, camera: Camera, style: Style | None = None) -> np.ndarray:
        self.renderer.draw(scene, camera, self.target.drawn, SIZE, style or Style(shadows=False))
        return self.target.read().copy()

    @staticmethod
    def pixel(image: np.ndarray, camera: Camera, place: np.ndarray) -> np.ndarray:
        clip = np.append(place, 1.0) @ view_matrix(camera) @ projection_matrix(camera, 1.0)
        x, y = ((clip[:2] / clip[3] + 1.0) / 2.0 * SIZE).astype(int)
        return image[y, x]


@pytest.fixture
def eye(context: Any) -> Any:
    made = Eye(context)
    yield made
    made.renderer.release()
    made.target.release()


def is_dark(pixel: np.ndarray) -> bool:
    """Return whether a pixel is bluer than red, in any light in the palette ``blue``."""
    return int(pixel[2]) > int(pixel[0]) + 25


STYLE = Style(palette="blue", shadows=False)
GRID = [0.16, 0.3, 0.5, 0.7, 0.84]


def wrong_points(eye: Eye, scene: Scene, letter: str, centre: np.ndarray) -> list[Any]:
    """Return the sampled points (axis, side, u, v) of all faces with a colour against the rules."""
    wrong = []
    for axis, side in product(range(3), (0, 1)):
        camera = look_at_face(axis, side, centre)
        image = eye.draw(scene, camera, STYLE)
        for u, v in product(GRID, GRID):
            offset = np.zeros(3)
            offset[axis], offset[(axis + 1) % 3], offset[(axis + 2) % 3] = side, u, v
            place = centre + AXES_IN_WORLD @ (offset - 0.5)
            expected = dark_expected(letter, axis, side, u, v)
            near_arc = any(
                abs(np.hypot(u - a, v - b) - 0.5) < 0.04 for a, b in product((0, 1), (0, 1))
            )
            if not near_arc and is_dark(eye.pixel(image, camera, place)) != expected:
                wrong.append((axis, side, u, v))
    return wrong


@pytest.mark.parametrize("letter", ROTATIONS)
def test_all_six_faces_have_the_colours_of_the_rules(eye: Eye, letter: str) -> None:
    scene, centre = single(letter)
    assert wrong_points(eye, scene, letter, centre) == []


@pytest.mark.parametrize("face", range(6))
def test_one_wrong_band_is_noticed(eye: Eye, face: int) -> None:
    scene, centre = single("b")
    faces = scene.batches[0].instances.copy()
    faces["pattern"][face] ^= PAIR
    broken = replace(scene, batches=(replace(scene.batches[0], instances=faces),))
    wrong = wrong_points(eye, broken, "b", centre)
    assert wrong
    assert len({(axis, side) for axis, side, _, _ in wrong}) == 1


@pytest.mark.parametrize("letter", ROTATIONS)
def test_the_surface_shows_the_same_upper_faces(letter: str) -> None:
    # The visible surface comes from the engine's faces, the whole solid from its hub: held equal.
    position = new("boche", size=2, fill_board=True).play(f"{letter}:a1")
    solid = (
        build_scene(position, SceneOptions(board=False, result=False, apart=STILL))
        .batches[0]
        .instances
    )
    surface = build_scene(position, SceneOptions(board=False)).batches[0].instances
    upper = solid[[0, 2, 4]]
    assert (upper["pattern"] & 0b11).tolist() == (surface["pattern"] & 0b11).tolist()
    assert np.allclose(upper["position"], surface["position"])
    assert np.allclose(upper["orientation"], surface["orientation"])


def test_top_view_has_the_orientation_of_the_help_file(eye: Eye) -> None:
    # c: upper right hub; so only the face at the upper right, +z, joins dark (at the uppermost).
    position = new("boche", size=1, fill_board=True).play("c:a1")
    scene = build_scene(position, SceneOptions(labels=False, result=False))
    camera = Camera(azimuth=-90.0, elevation=90.0, projection="ortho", distance=8.0)
    image = eye.draw(scene, camera, STYLE)
    lattice = {"left": (1, 0.5, 0.5), "lower right": (0.5, 1, 0.5), "upper right": (0.5, 0.5, 1)}
    seen = {}
    for name, point in lattice.items():
        place = AXES_IN_WORLD @ (np.array(point) - to_lattice_centre(1))
        assert {
            "left": place[0] < -0.2 and abs(place[1]) < 1e-6,
            "lower right": place[0] > 0.1 and place[1] < -0.1,
            "upper right": place[0] > 0.1 and place[1] > 0.1,
        }[name]
        seen[name] = is_dark(eye.pixel(image, camera, place))
    assert seen == {"left": False, "lower right": False, "upper right": True}


def test_a_translucent_cube_shows_what_is_behind(eye: Eye) -> None:
    scene, centre = single("a")
    camera = look_at_face(0, 1, centre)
    faces = scene.batches[0].instances.copy()
    faces["look"][:, 1] = 0.4
    ghost = Batch(scene.batches[0].mesh, "truchet", faces, translucent=True)
    solid = eye.draw(scene, camera, replace(STYLE, transparent=True))
    seen = eye.draw(replace(scene, batches=(ghost,)), camera, replace(STYLE, transparent=True))
    middle = SIZE[1] // 2, SIZE[0] // 2
    assert solid[middle][3] == 255
    assert 80 < seen[middle][3] < 130


def test_every_palette_keeps_the_parts_apart(eye: Eye) -> None:
    scene, centre = single("a")
    camera = look_at_face(0, 1, centre)
    spots = [
        AXES_IN_WORLD @ (np.array([1, u, v]) - 0.5) + centre for u, v in ((0.2, 0.8), (0.5, 0.5))
    ]
    for name in ("classic", "blue", "safe"):
        image = eye.draw(scene, camera, Style(palette=name, shadows=False))
        light, dark = (eye.pixel(image, camera, spot)[:3].astype(int).sum() for spot in spots)
        assert light > dark + 150, name
        assert palette(name).light != palette(name).dark
