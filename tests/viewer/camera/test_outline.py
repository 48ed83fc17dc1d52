"""The part of a picture in which points of the world can be seen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from boche.viewer.camera.camera import LOWEST, VIEWS, Camera, projection_matrix, view_matrix
from boche.viewer.camera.outline import SIDES, WHOLE, outline

POINTS = arrays(float, st.tuples(st.integers(1, 30), st.just(3)), elements=st.floats(-3, 3))


def view_proj(camera: Camera) -> np.ndarray:
    return np.asarray(view_matrix(camera) @ projection_matrix(camera, 1.6), float)


def beyond(corners: np.ndarray, places: np.ndarray) -> float:
    """Return how far the farthest place lies outside a convex polygon; negative if inside."""
    side = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(side, axis=1)
    outward = (
        np.stack([side[:, 1], -side[:, 0]], axis=1)[length > 1e-6] / length[length > 1e-6, None]
    )
    off = places[:, None] - corners[None, length > 1e-6]
    return float((off * outward).sum(axis=2).max())


@given(POINTS, st.sampled_from(sorted(VIEWS)), st.floats(0.001, 0.2))
def test_it_holds_all_points_and_little_else(points: np.ndarray, view: str, margin: float) -> None:
    matrix = view_proj(VIEWS[view])
    clip = np.column_stack([points, np.ones(len(points))]) @ matrix
    places = clip[:, :2] / clip[:, 3:]
    corners = outline(points, matrix, margin)
    assert corners.shape == (SIDES, 2)
    assert -1.1 * margin < beyond(corners, places) < -0.9 * margin
    # No corner is far from the points: adjacent sides of 24 turn by 15 degrees.
    across = np.ptp(places, axis=0).max() + margin
    assert np.linalg.norm(corners[:, None] - places[None], axis=2).min(axis=1).max() < 1.1 * across


def test_a_picture_of_nothing_or_of_what_is_behind_the_eye_is_all_of_it() -> None:
    near = Camera(elevation=LOWEST, distance=2.0)
    assert outline(np.zeros((0, 3)), view_proj(near)) is WHOLE
    behind = np.array([[0.0, 0.0, 0.0], *np.eye(3) * 50.0, *np.eye(3) * -50.0])
    assert outline(behind, view_proj(near)) is WHOLE
    assert beyond(WHOLE, np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])) < 0.0


def test_one_point_has_a_small_round_outline() -> None:
    corners = outline(np.zeros((1, 3)), view_proj(VIEWS["corner"]), 0.01)
    assert np.linalg.norm(corners - corners.mean(axis=0), axis=1) == pytest.approx(0.0101, abs=1e-4)
