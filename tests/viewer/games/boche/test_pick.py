"""Rays and picks against independent computation: matrices for rays, all faces for picks."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.games.boche.geometry import AXES, Cell
from boche.engine.games.boche.position import Position
from boche.viewer.camera.camera import (
    VIEWS,
    Camera,
    depth_range,
    frame,
    projection_matrix,
    view_matrix,
)
from boche.viewer.camera.rays import Ray, on_target_plane, project, ray_at
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.games.boche.pick import Spot, bounds, pick, place
from boche.viewer.games.registry import picker_of
from boche.viewer.games.view import Display, Pick
from boche.viewer.scene.apart import Apart
from tests.viewer.games.boche.tables import (
    PLAIN,
    VIEWPORT,
    cameras,
    play,
    random_camera,
    random_game,
)
from tests.work import lines_of

# -- rays


@given(cameras, st.floats(0, 1280), st.floats(0, 720), st.floats(0, 40))
def test_a_ray_and_the_projection_undo_each_other(
    camera: Camera, x: float, y: float, far: float
) -> None:
    ray = ray_at(camera, x, y, VIEWPORT)
    assert np.linalg.norm(ray.direction) == pytest.approx(1)
    assert project(camera, ray.at(far)[None], VIEWPORT)[0] == pytest.approx((x, y), abs=1e-6)


@given(cameras, st.floats(0, 1280), st.floats(0, 720))
def test_a_ray_starts_on_the_near_plane_of_the_matrices(camera: Camera, x: float, y: float) -> None:
    matrix = view_matrix(camera).astype(float) @ projection_matrix(camera, 1280 / 720)
    clip = np.append(ray_at(camera, x, y, VIEWPORT).origin, 1.0) @ matrix
    ndc = clip[:3] / clip[3]
    wanted = (2 * x / 1280 - 1, 2 * y / 720 - 1, -1)
    assert ndc == pytest.approx(wanted, abs=2e-3)  # float32 matrices, far from the target


def test_near_is_the_cameras_near_plane() -> None:
    camera = Camera()
    p = projection_matrix(camera, 1.0).astype(float)
    assert p[3, 2] / (p[2, 2] - 1) == pytest.approx(depth_range(camera)[0], rel=1e-5)


def test_the_middle_of_the_picture_looks_at_the_target() -> None:
    camera = Camera(target=(1.0, 2.0, 0.5))
    ray = ray_at(camera, 640, 360, VIEWPORT)
    assert on_target_plane(camera, ray) == pytest.approx(camera.target)


@pytest.mark.parametrize("seed", range(10))
def test_each_face_chooses_the_cell_that_would_cover_it(seed: int) -> None:
    """Derive cells from faces by the rules alone: an open cell's lower faces and no others."""
    rng = random.Random(seed)
    position = random_game(rng, 5, rng.randrange(0, 34))
    covers = {}
    for cell in position.open_cells():
        for axis in AXES:
            support = next((s for s in cell.supports if cell.k and s.above(axis) == cell), None)
            spot = Spot(support, axis, True, False) if support else Spot(cell, axis, False, True)
            covers[spot] = cell.name
    seen = set()
    camera = random_camera(rng, position)
    for _ in range(400):
        ray = ray_at(camera, rng.uniform(0, 1280), rng.uniform(0, 720), VIEWPORT)
        found = pick(position, ray, PLAIN)
        assert found.target == covers.get(found.face)
        assert bool(found.reason) == (found.face is not None and found.target is None)
        seen.add(found.face)
    assert len(seen) > 5


# -- single cases


def towards(position: Position, name: str, camera: Camera | None = None) -> Ray:
    """Return a ray at the middle of the cell that a target names."""
    camera = camera or frame(Camera(), bounds(position), 16 / 9)
    x, y = project(camera, place(position, name, PLAIN)[None], VIEWPORT)[0]
    return ray_at(camera, x, y, VIEWPORT)


def at_face(position: Position, cell: Cell, axis: str) -> Ray:
    """Return a ray straight down onto the middle of an upper face."""
    middle = np.array(cell.corner, float) + 0.5
    middle[AXES.index(axis)] += 0.5
    spot = to_world(middle[None], to_lattice_centre(position.size))[0]
    return Ray(spot + np.array([0, 0, 9]), np.array([0.0, 0.0, -1.0]))


def test_a_hole_is_chosen_from_any_side() -> None:
    position = new("boche")
    for azimuth in range(0, 360, 30):
        camera = frame(Camera(azimuth=float(azimuth)), bounds(position), 16 / 9)
        assert pick(position, towards(position, "c2", camera), PLAIN).target == "c2"


def test_reasons_are_the_rules() -> None:
    position = play("a:b1", "a:a2", size=3)
    assert pick(position, at_face(position, Cell(1, 0, 0), "y"), PLAIN).reason == (
        "b1 has a cube on level 0, and no nest can form on this side: the pyramid ends here"
    )
    found = pick(position, at_face(position, Cell(1, 0, 0), "x"), PLAIN)
    assert found.target is None
    assert found.reason == "a1 on level 1 needs a1 filled on the level below"
    filled = position.play("a:a1")
    assert pick(filled, at_face(filled, Cell(1, 0, 0), "x"), PLAIN).target == "a1"
    found = pick(filled, at_face(filled, Cell(1, 0, 0), "z"), PLAIN)
    assert found.reason == "b1 is not open yet: for level 1 it needs c1 and b2 below it"


def test_reasons_with_options_and_after_the_end() -> None:
    position = play("a:a1", adjacent=True)
    camera = frame(VIEWS["top"], bounds(position), 16 / 9)
    hole = to_world(np.array([[-3.6, -0.5, 5.4]]), to_lattice_centre(6))
    x, y = project(camera, hole, VIEWPORT)[0]
    found = pick(position, ray_at(camera, x, y, VIEWPORT), PLAIN)
    assert found.target is None
    assert "Next to a cube" in found.reason
    over = position.resign()
    assert pick(over, towards(over, "b1"), PLAIN).reason == "dark resigned"


def test_a_peeled_cube_and_what_hangs_apart() -> None:
    position = play("a:b1", "a:a2", "a:a1", "e:a1", size=3)
    below = at_face(position, Cell(0, 0, 0), "z")
    found = pick(position, below, Display(peeled=1))
    assert found.face == Spot(Cell(0, 0, 0), "z", True, False)
    assert found.reason == "a1 has a cube on level 1"
    apart = Apart(((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    lifted = pick(position, at_face(position, Cell(0, 0, 1), "z"), Display(apart=apart))
    assert lifted.point is not None
    assert lifted.home is not None
    plain = pick(position, at_face(position, Cell(0, 0, 1), "z"), PLAIN)
    assert plain.point is not None
    assert lifted.point[2] == pytest.approx(plain.point[2] + 1.0)
    assert lifted.home == pytest.approx(plain.point)


def test_rays_that_meet_nothing() -> None:
    position = play("a:b1")
    up, down = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, -1.0])
    assert pick(position, Ray(np.array([0.0, 0.0, 9.0]), up), PLAIN) == Pick()
    assert pick(position, Ray(np.array([0.0, 0.0, -9.0]), up), PLAIN) == Pick()
    rim = pick(position, Ray(np.array([30.0, 0.0, 9.0]), down), PLAIN)
    assert (rim.target, rim.face, rim.reason) == (None, None, "")
    assert rim.point == pytest.approx((30.0, 0.0, 0.0))


def test_grazing_and_straight_rays_end_on_themselves_or_in_the_void() -> None:
    position = play("a:b1", "a:a2", "a:a1")
    ends = []
    for axis in np.concatenate([np.eye(3), AXES_IN_WORLD.T, -AXES_IN_WORLD.T]):
        for height in (0.0, 0.5773502691896257, 3.0):
            ray = Ray(np.array([0.0, 0.0, height]), axis)
            found = pick(position, ray, PLAIN)
            ends.append(found.point)
            if found.point is None:
                assert found == Pick()
            else:
                way = np.array(found.point) - ray.origin
                assert way @ axis >= 0
                assert np.cross(way, axis) == pytest.approx(0, abs=1e-9)
    assert None in ends
    assert any(point is not None for point in ends)


def test_a_pick_takes_no_longer_on_the_largest_board() -> None:
    position = random_game(random.Random(1), 20, 1540)
    camera = frame(Camera(), bounds(position), 16 / 9)
    rays = [ray_at(camera, 640 + i, 360, VIEWPORT) for i in range(200)]
    pick(position, rays[0], PLAIN)
    # Measured: 41, as on a small board; there are 1541 cubes.
    assert max(lines_of(partial(pick, position, ray, PLAIN)) for ray in rays) < 600


def test_other_games_have_no_table_yet() -> None:
    with pytest.raises(LookupError, match="chess has no table"):
        picker_of("chess")
    assert picker_of("boche").key_of("c:d3") == "c"


def test_rays_along_edges_do_not_slip_through() -> None:
    position = new("boche", size=4)
    down = np.array([0.0, 0.0, -1.0])
    for c in range(4):
        for r in range(4 - c):
            x, y, z = Cell(c, r, 0).corner
            for corner in ((x, y, z), (x + 1, y, z), (x, y + 1, z), (x, y, z + 1)):
                spot = to_world(np.array([corner], float), to_lattice_centre(4))[0] + np.array(
                    [0, 0, 5]
                )
                assert pick(position, Ray(spot, down), PLAIN).point is not None
