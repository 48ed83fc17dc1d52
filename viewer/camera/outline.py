"""Outlines in a picture of points of the world. No GL."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boche.viewer.camera.camera import Matrix

Points = npt.NDArray[np.float64]

SIDES = 24  # of an outline
LEAST = 1e-3  # points this near to the eye, or behind it, have no place in a picture
_ANGLES = 2.0 * np.pi * np.arange(SIDES) / SIDES
_WAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
WHOLE = 4.0 * _WAYS
"""Outline around the whole picture."""


def outline(points: Points, view_proj: Matrix, margin: float = 0.0) -> Points:
    """Return a convex polygon (SIDES, 2), counterclockwise, in clip space (-1 to 1).

    It contains all ``points`` (N, 3) of the world where ``view_proj`` maps them, at least
    ``margin`` within its sides; with no points, or some that have no place in a picture, it is
    ``WHOLE``.
    """
    clip = np.column_stack([points, np.ones(len(points))]) @ np.asarray(view_proj, float)
    if not len(clip) or clip[:, 3].min() < LEAST:
        return WHOLE
    reach = (clip[:, :2] / clip[:, 3:] @ _WAYS.T).max(axis=0) + margin
    if np.abs(reach).max() > 1.0 / LEAST:
        return WHOLE
    # The corner between each side and the next one.
    after, (x, y), (u, v) = np.roll(reach, -1), _WAYS.T, np.roll(_WAYS, -1, axis=0).T
    determinant = x * v - u * y
    return np.stack(
        [(reach * v - after * y) / determinant, (after * x - reach * u) / determinant], axis=1
    )
