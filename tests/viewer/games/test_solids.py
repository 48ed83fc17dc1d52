"""Solids for batches: which side they are seen from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from boche.viewer.games.boche.board import board as boche_board
from boche.viewer.games.boku.board import board as boku_board
from boche.viewer.games.octi.board import board as octi_board
from boche.viewer.scene.model import Mesh
from boche.viewer.scene.solids import UNSEEN, block, circle, in_two, lid, revolved

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


BOARDS = {"boche": boche_board(5).mesh, "boku": boku_board().rim, "octi": octi_board(False).wood}
LARGE = 400.0  # pixels per world unit: a board that is wider than a picture of 3840x2160


def outline_of(mesh: Mesh, indices: npt.NDArray[np.uint32]) -> npt.NDArray[np.float64]:
    """Return the corners (N, 2) of a board's outline at the table, in order."""
    places = mesh.vertices["position"][np.unique(indices)].astype(float)
    low = np.unique(np.round(places[places[:, 2] < places[:, 2].min() + 1e-4][:, :2], 5), axis=0)
    middle = low.mean(axis=0)
    return np.asarray(low[np.argsort(np.arctan2(*(low - middle).T[::-1]))])


def turns_of(line: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return by how many degrees a closed line turns at each of its corners."""
    along = np.roll(line, -1, axis=0) - line
    angles = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    return np.asarray((np.roll(angles, -1) - angles + 180.0) % 360.0 - 180.0)


@pytest.mark.parametrize("game", BOARDS)
def test_the_corners_of_a_board_are_round_in_large_pictures(game: str) -> None:
    mesh = BOARDS[game]
    assert mesh.detail * LARGE > 1.0, "such a picture has the fine outline"
    line = outline_of(mesh, mesh.indices)
    turns = turns_of(line)
    assert turns.sum() == pytest.approx(360.0)
    assert turns.max() < 3.0, "an edge that turns by so little is seen as a curve"
    # Where two chords meet, the outline is farthest off from an arc that both of them belong to.
    sides = np.linalg.norm(np.roll(line, -1, axis=0) - line, axis=1)
    short = np.minimum(sides, np.roll(sides, -1))
    assert (short * np.radians(turns) / 8.0).max() * LARGE < 0.2, "of a pixel"


@pytest.mark.parametrize("game", BOARDS)
def test_in_small_pictures_a_board_has_fewer_corners(game: str) -> None:
    """Check that figures, shadows and thumbnails do without those that nobody would see."""
    mesh = BOARDS[game]
    assert mesh.coarse is not None
    assert mesh.cast is not None
    line = outline_of(mesh, mesh.coarse)
    assert len(line) < 0.6 * len(outline_of(mesh, mesh.indices))
    turns = turns_of(line)
    sides = np.linalg.norm(np.roll(line, -1, axis=0) - line, axis=1)
    off = (np.minimum(sides, np.roll(sides, -1)) * np.radians(turns) / 8.0).max()
    assert off <= 1.01 * UNSEEN * mesh.detail


def test_a_solid_of_two_kinds_of_parts_draws_one_of_them() -> None:
    parts = [lid(circle(1.0, count), 0.0) for count in (4, 48, 12)]
    made = in_two("plate", parts[:1], parts[1:2], parts[2:], 0.03)
    assert made.coarse is not None
    counts = [len(indices) // 3 for indices in (made.indices, made.coarse)]
    assert counts == [4 + 48, 4 + 12]
    assert made.detail == pytest.approx(0.3)
