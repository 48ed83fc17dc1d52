"""Solids for batches: which side they are seen from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boche.viewer.scene.model import Mesh
from boche.viewer.scene.solids import block, circle, revolved

UP = np.pi / 2
CAN = [(1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (1.0, 2.0, UP), (0.5, 2.0, UP)]
"""A wall and the rim of a lid, named from below, upwards and inwards."""


def sides(mesh: Mesh) -> npt.NDArray[np.float64]:
    """Return for each triangle how far its normals agree with the side that it is seen from."""
    corners = mesh.vertices[mesh.indices.reshape(-1, 3)]
    places, normals = corners["position"].astype(float), corners["normal"].astype(float)
    faces = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
    length = np.linalg.norm(faces, axis=1)
    faces = faces[length > 1e-9] / length[length > 1e-9, None]
    return np.asarray((faces * normals[length > 1e-9].mean(axis=1)).sum(axis=1))


def test_rings_that_run_upwards_and_inwards_are_seen_from_outside() -> None:
    assert sides(revolved("can", CAN, 24)).min() > 0.9
    assert sides(revolved("can", CAN[::-1], 24)).max() < -0.9


def test_a_ring_of_four_stands_on_a_corner() -> None:
    first = revolved("can", CAN, 4).vertices["position"][:4]
    assert np.allclose(first[:, :2], [[1, 0], [0, 1], [-1, 0], [0, -1]], atol=1e-6)


def test_a_block_has_walls_and_a_top() -> None:
    made = block("star", circle(1.0, 5), -0.5, 0.25)
    assert sides(made).min() > 0.99
    places, normals = made.vertices["position"], made.vertices["normal"]
    assert places[:, 2].min() == -0.5
    assert np.allclose(places[normals[:, 2] > 0.99][:, 2], 0.25)
    assert np.allclose(normals[normals[:, 2] < 0.5][:, 2], 0.0)
    assert len(made.indices) // 3 == 2 * 5 + 5
