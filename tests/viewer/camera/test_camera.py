"""The camera: views, framing and matrices, all plain numbers."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.viewer.camera.camera import (
    HIGHEST,
    LOWEST,
    VIEWS,
    Camera,
    basis,
    eye,
    frame,
    orbit,
    parse_view,
    pixels_per_unit,
    projection_matrix,
    view_matrix,
)

ANGLES = st.tuples(st.floats(-360, 360), st.floats(LOWEST, HIGHEST))


def on_screen(camera: Camera, points: np.ndarray, aspect: float) -> np.ndarray:
    """Project points (N, 3) to (x, y, depth) from -1 to 1."""
    clip = np.column_stack([points, np.ones(len(points))]) @ view_matrix(camera).astype(float)
    clip = clip @ projection_matrix(camera, aspect).astype(float)
    return clip[:, :3] / clip[:, 3:]


@given(ANGLES)
def test_the_basis_is_orthonormal_and_upright(angles: tuple[float, float]) -> None:
    right, up, back = basis(Camera(azimuth=angles[0], elevation=angles[1]))
    assert np.allclose(np.stack([right, up, back]) @ np.stack([right, up, back]).T, np.eye(3))
    assert np.allclose(np.cross(right, up), back)
    assert right[2] == 0
    assert up[2] >= 0


def test_top_has_north_up_and_east_right() -> None:
    seen = on_screen(VIEWS["top"], np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]), 1.0)
    assert seen[0, 0] > 0.05 > abs(seen[0, 1])
    assert seen[1, 1] > 0.05 > abs(seen[1, 0])
    assert np.allclose(seen[2, :2], 0, atol=1e-6)


def test_framing_many_points_takes_no_table_of_their_pairs() -> None:
    """Frame a full board of size 20 without its wood, which has 12,320 corners."""
    points = np.random.default_rng(1).uniform(-9, 9, (12_320, 3))
    tracemalloc.start()
    camera = frame(Camera(azimuth=30, elevation=14), points, 1.6)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    seen = on_screen(camera, points, 1.6)[:, :2]
    assert np.allclose(seen.max(axis=0), -seen.min(axis=0), atol=1e-3)
    assert most < 100 * points.nbytes


@given(
    ANGLES,
    st.sampled_from(["perspective", "ortho"]),
    st.floats(0.3, 3.5),
    st.lists(st.tuples(*[st.floats(-9, 9)] * 3), min_size=2, max_size=12, unique=True),
)
def test_framing_holds_all_points_and_is_tight(
    angles: tuple[float, float], projection: str, aspect: float, found: list[tuple[float, ...]]
) -> None:
    points = np.array(found)
    start = Camera(azimuth=angles[0], elevation=angles[1], projection=projection)  # type: ignore[arg-type]
    camera = frame(start, points, aspect)
    seen = on_screen(camera, points, aspect)[:, :2] * (max(aspect, 1e-9), 1.0)
    room = np.array([aspect, 1.0]) - 2 * 0.04 * min(aspect, 1.0)
    assert (np.abs(seen) <= room + 1e-3).all()
    assert np.allclose(seen.max(axis=0), -seen.min(axis=0), atol=1e-3), "not in the middle"
    depth = np.ptp(points @ basis(camera)[2])
    room_left = projection == "ortho" or camera.distance > 1.16 * depth / 2
    if np.ptp(points, axis=0).max() > 0.5 and camera.distance > 1 and room_left:
        assert (np.abs(seen).max(axis=0) / room).max() > 0.98


def test_framing_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to frame"):
        frame(Camera(), np.zeros((0, 3)), 1.0)


def test_both_projections_agree_at_the_target() -> None:
    points = np.array([[0.0, 0.0, 0.0]]) + 0.01 * basis(Camera())[0]
    there = [
        on_screen(Camera(projection=p), points, 1.5)[0, 0]  # type: ignore[arg-type]
        for p in ("perspective", "ortho")
    ]
    assert there[0] == pytest.approx(there[1], rel=1e-3)
    assert there[0] * 1.5 * 500 == pytest.approx(0.01 * pixels_per_unit(Camera(), 1000), rel=1e-3)


def test_the_orbit_stays_above_the_table() -> None:
    assert orbit(Camera(), 10, -50).elevation == LOWEST
    assert orbit(Camera(), 10, 170).elevation == HIGHEST
    assert eye(orbit(Camera(), 10, -50))[2] > 0


def test_views_by_name_and_by_numbers() -> None:
    assert parse_view("corner") == (VIEWS["corner"], True)
    camera, to_frame = parse_view("30,45")
    assert (camera.azimuth, camera.elevation, to_frame) == (30.0, 45.0, True)
    camera, to_frame = parse_view("-30.5, 90, 12")
    assert (camera.azimuth, camera.elevation, camera.distance) == (-30.5, 90.0, 12.0)
    assert not to_frame


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("side", "'side': expected corner, corner2, corner3, top, AZ,EL"),
        ("", ": expected corner"),
        ("1", ": expected corner"),
        ("1,2,3,4", ": expected corner"),
        ("nan,40", ": expected corner"),
        ("10,-20", "elevation must be 4 to 90"),
        ("10,91", "elevation must be 4 to 90"),
        ("10,40,0", "distance must be 1 to 1000"),
        ("10,40,1e9", "distance must be 1 to 1000"),
    ],
)
def test_bad_views_are_told_in_a_line(text: str, words: str) -> None:
    with pytest.raises(ValueError, match="view") as caught:
        parse_view(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_orthographic_camera_does_not_cut_off_what_rises_behind_it() -> None:
    """Zoom in close, so that the eye is lower than the top of a large pyramid."""
    close = replace(VIEWS["top"], distance=1.0)
    top = np.array([0.0, 0.0, 12.0, 1.0])
    clip = top @ view_matrix(close) @ projection_matrix(close, 1.0)
    assert -1.0 < clip[2] / clip[3] < 1.0
