"""Closed bodies to triangles, by the library manifold3d: the only file that uses it."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from boche.engine.languages.current import tr
from boche.viewer.export.model.formats import ModelError
from boche.viewer.scene.bodies import Ball, Common, Hull, Joined, Shape
from boche.viewer.scene.model import Array

AROUND = 96  # steps around a ball: an arc on a cube of 30 mm is off by less than 0.01 mm
FINEST = 1e-5  # cube edges: smaller differences are rounding errors, and would be lost in a file


class Triangles(NamedTuple):
    """A closed surface: ``points`` (N, 3) and ``faces`` (M, 3), facing outwards."""

    points: Array
    faces: Array


def triangles(shape: Shape) -> Triangles:
    """Return the surface of a shape. Raises ``ModelError`` if the library is missing."""
    try:
        import manifold3d
    except ImportError:
        raise ModelError(
            tr("closed bodies need the package manifold3d: pip install manifold3d")
        ) from None
    mesh = _manifold_of(shape, manifold3d.Manifold).to_mesh64()
    return welded(np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts))


def welded(points: Array, faces: Array) -> Triangles:
    """Return a closed surface without artefacts of rounding: it stays closed.

    These are triangles with two corners in one place, and pairs of them back to back. A program
    that welds corners would find edges there that do not have two sides.
    """
    distinct, number = np.unique(np.round(points / FINEST), axis=0, return_inverse=True)
    faces = number.reshape(-1)[faces]
    flat = (faces == np.roll(faces, 1, axis=1)).any(axis=1)
    faces = faces[~flat]
    corners = np.sort(faces, axis=1)
    _, same, count = np.unique(corners, axis=0, return_inverse=True, return_counts=True)
    return Triangles(distinct * FINEST, faces[count[same.reshape(-1)] == 1])


def _manifold_of(shape: Shape, manifold: Any) -> Any:
    if isinstance(shape, Ball):
        return manifold.sphere(shape.radius, AROUND).translate(shape.centre)
    if isinstance(shape, Hull):
        return manifold.hull_points(np.asarray(shape.points, float))
    if isinstance(shape, Joined | Common):
        solids = [_manifold_of(part, manifold) for part in shape.shapes]
        return reduce(manifold.__add__ if isinstance(shape, Joined) else manifold.__xor__, solids)
    return _manifold_of(shape.shape, manifold) - _manifold_of(shape.away, manifold)
