"""Camera control: limits, fixed points, coasting and glides."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from boche.engine import new
from boche.viewer.camera.animation import Glide, Span, ease
from boche.viewer.camera.camera import HIGHEST, LOWEST, VIEWS, Camera, eye
from boche.viewer.camera.controls import (
    COAST,
    GLIDE,
    Limits,
    Orbit,
    blend,
    fitted,
    panned,
    switched,
    turned,
    within,
    zoomed,
)
from boche.viewer.camera.rays import project, ray_at
from boche.viewer.games.boche.pick import bounds

VIEWPORT = (1280, 720)
BOUNDS = bounds(new("boche"))
LIMITS = Limits.around(BOUNDS)

cameras = st.builds(
    Camera,
    target=st.tuples(*[st.floats(-4, 4)] * 2, st.floats(0, 3)),
    azimuth=st.floats(-180, 180),
    elevation=st.floats(LOWEST, HIGHEST),
    distance=st.floats(4, 60),
    projection=st.sampled_from(["perspective", "ortho"]),
)
pixels = st.tuples(st.floats(0, 1280), st.floats(0, 720))


@given(cameras, st.lists(st.tuples(st.floats(-900, 900), st.floats(-900, 900)), max_size=20))
def test_turning_stays_above_the_table_and_never_over_a_pole(
    camera: Camera, turns: list[tuple[float, float]]
) -> None:
    for right, up in turns:
        camera = turned(camera, right, up)
        assert LOWEST <= camera.elevation <= HIGHEST
        assert -180 <= camera.azimuth <= 180
    assert eye(within(camera, LIMITS))[2] > 0


def test_drags_move_what_is_seen() -> None:
    camera = fitted(Camera(), BOUNDS, VIEWPORT)
    spot = np.array([[0.0, 0.0, 0.0]]) + np.array(camera.target) + [0.0, 0.0, 3.0]
    before = project(camera, spot, VIEWPORT)[0]
    near = np.array(camera.target) + 2 * (eye(camera) - camera.target) / camera.distance
    right = project(turned(camera, 5, 0), near[None], VIEWPORT)[0]
    assert right[0] > project(camera, near[None], VIEWPORT)[0][0]
    lower = turned(camera, 0, 5)
    assert lower.elevation < camera.elevation
    assert before.shape == (2,)


@given(cameras, pixels, pixels, st.floats(-1, 1))
def test_what_is_panned_stays_under_the_pointer(
    camera: Camera, old: tuple[float, float], new_: tuple[float, float], depth: float
) -> None:
    far = camera.distance * (1 + 0.5 * depth)
    point = ray_at(camera, *old, VIEWPORT).at(far)
    moved = panned(camera, old, new_, VIEWPORT, point)
    assert project(moved, point[None], VIEWPORT)[0] == pytest.approx(new_, abs=1e-6)
    assert replace(moved, target=camera.target) == camera


@given(cameras, pixels, st.floats(0.3, 3), st.floats(1, 60))
def test_zooming_keeps_the_point_under_the_pointer(
    camera: Camera, at: tuple[float, float], factor: float, far: float
) -> None:
    point = ray_at(camera, *at, VIEWPORT).at(far)
    moved = zoomed(camera, factor, point, LIMITS)
    assume(far > 0.1 * camera.distance)
    assert LIMITS.nearest <= moved.distance <= LIMITS.farthest
    assert project(moved, point[None], VIEWPORT)[0] == pytest.approx(at, abs=1e-5)


@given(cameras)
def test_the_projection_keeps_the_size_at_the_target(camera: Camera) -> None:
    other = switched(camera)
    assert other.projection != camera.projection
    assert switched(other) == camera
    point = ray_at(camera, 900, 500, VIEWPORT).at(0)  # any point of the target's plane will do
    plane = np.array(camera.target) + np.cross(eye(camera) - camera.target, point - camera.target)
    one, two = (project(c, plane[None], VIEWPORT)[0] for c in (camera, other))
    assert one == pytest.approx(two, rel=1e-6, abs=1e-3)


@given(cameras, cameras, st.floats(0, 1))
def test_glides_go_the_shortest_way_round(one: Camera, two: Camera, part: float) -> None:
    turn = math.remainder(blend(one, two, part).azimuth - one.azimuth, 360)
    whole = math.remainder(two.azimuth - one.azimuth, 360)
    assert abs(turn) <= abs(whole) + 1e-9
    assert blend(one, two, 1.0) == two


@given(cameras, cameras)
def test_glides_begin_and_end_without_a_jump(one: Camera, two: Camera) -> None:
    for part, still in ((1e-9, one), (1 - 1e-9, two)):
        on_way = blend(one, two, part)
        points = np.array(still.target) + np.array([[0, 0, 0], [0.5, 0, 0], [0, 0.5, 0]])
        seen = project(on_way, points, VIEWPORT)
        slack = 1e-2 if on_way.projection == still.projection else 6.0
        assert np.abs(seen - project(still, points, VIEWPORT)).max() < slack


def test_all_views_show_the_whole_board() -> None:
    for view in VIEWS.values():
        camera = fitted(view, BOUNDS, VIEWPORT)
        seen = project(camera, BOUNDS, VIEWPORT)
        assert (seen >= 0).all()
        assert (seen <= VIEWPORT).all()
        assert within(camera, LIMITS).distance == camera.distance


def orbit_at_home() -> Orbit:
    return Orbit(fitted(Camera(), BOUNDS, VIEWPORT), LIMITS)


def quick_drag(orbit: Orbit, until: float = 0.1) -> None:
    for step in range(10):
        orbit.turn(2.0, 0.5, until * (step + 1) / 10)


def test_coasting_ends_exactly() -> None:
    orbit = orbit_at_home()
    quick_drag(orbit)
    orbit.release(0.1, coast=True)
    start = orbit.camera
    assert orbit.movement is not None
    orbit.tick(0.1 + COAST / 2)
    assert orbit.movement is not None
    assert orbit.camera.azimuth != start.azimuth
    orbit.tick(0.1 + COAST)
    assert orbit.movement is None
    rest = orbit.camera
    orbit.tick(99.0)
    assert orbit.camera is rest


@given(st.lists(st.floats(0.0, 1.0), max_size=30))
def test_coasting_does_not_depend_on_the_frames(times: list[float]) -> None:
    one, two = orbit_at_home(), orbit_at_home()
    for orbit in (one, two):
        quick_drag(orbit)
        orbit.release(0.1, coast=True)
    for t in sorted(times):
        one.tick(0.1 + t)
    one.tick(0.1 + COAST)
    two.tick(0.1 + COAST)
    assert one.camera == two.camera


def test_a_pointer_that_rested_before_release_does_not_coast() -> None:
    orbit = orbit_at_home()
    quick_drag(orbit)
    orbit.release(0.5, coast=True)
    assert orbit.movement is None
    quick_drag(orbit, 1.0)
    orbit.release(1.0, coast=False)
    assert orbit.movement is None


def test_a_glide_can_be_interrupted_and_switched_off() -> None:
    orbit = orbit_at_home()
    goal = fitted(VIEWS["top"], BOUNDS, VIEWPORT)
    orbit.go(goal, 0.0, GLIDE)
    orbit.tick(GLIDE / 2)
    assert orbit.goal == goal
    orbit.stop()
    assert orbit.movement is None
    assert orbit.camera.fov == Camera.fov
    orbit.go(goal, 5.0, GLIDE)
    orbit.tick(5.0 + GLIDE)
    assert orbit.camera == goal
    orbit.go(VIEWS["corner"], 6.0, 0.0)
    assert orbit.camera == VIEWS["corner"]


def test_zoom_and_pan_stay_within_the_limits() -> None:
    orbit = orbit_at_home()
    for _ in range(100):
        orbit.zoom(0.5, np.array([50.0, 0.0, 0.0]))
    assert orbit.camera.distance == LIMITS.nearest
    for _ in range(100):
        orbit.pan((0.0, 0.0), (900.0, 900.0), VIEWPORT, None)
    assert np.all(np.array(orbit.camera.target) >= LIMITS.low)
    assert np.all(np.array(orbit.camera.target) <= LIMITS.high)
    for _ in range(100):
        orbit.zoom(2.0, np.zeros(3))
    assert orbit.camera.distance == LIMITS.farthest


def test_motion_ends_where_it_should() -> None:
    glide = Glide.resting(1.0).to(3.0, 10.0, 0.5)
    assert [glide.at(t) for t in (9.0, 10.0, 10.25, 10.5, 11.0)] == [1.0, 1.0, 2.0, 3.0, 3.0]
    assert glide.done(10.5)
    assert not glide.done(10.4)
    assert Span(0.0, 0.0).done(-1.0)
    assert (ease(0.0), ease(0.5), ease(1.0)) == (0.0, 0.5, 1.0)
