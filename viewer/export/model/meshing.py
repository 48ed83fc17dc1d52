"""Closed bodies to triangles, by the library manifold3d: the one file that knows it."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from engine.program import PROGRAM
from viewer.export.model.errors import ModelError
from viewer.scene.bodies import Ball, Common, Hull, Joined, Shape
from viewer.scene.model import Array

AROUND = 96  # steps around a ball: an arc on a cube of 30 mm is off by less than 0.01 mm
FINEST = 1e-5  # cube edges; what is smaller is rounding, and would not survive in a file


class Triangles(NamedTuple):
    """A closed surface: ``points`` (N, 3) and ``faces`` (M, 3), seen from outside."""

    points: Array
    faces: Array


def triangles(shape: Shape) -> Triangles:
    """The surface of a shape. Raises ``ModelError`` where the library is missing."""
    try:
        import manifold3d
    except ImportError:
        raise ModelError(
            f"closed bodies need the package manifold3d: pip install '{PROGRAM}[model]'"
        ) from None
    made = _made(shape, manifold3d.Manifold).simplify(FINEST).to_mesh64()
    return Triangles(np.asarray(made.vert_properties)[:, :3], np.asarray(made.tri_verts))


def _made(shape: Shape, manifold: Any) -> Any:
    if isinstance(shape, Ball):
        return manifold.sphere(shape.radius, AROUND).translate(shape.centre)
    if isinstance(shape, Hull):
        return manifold.hull_points(np.asarray(shape.points, float))
    if isinstance(shape, Joined | Common):
        made = [_made(each, manifold) for each in shape.shapes]
        return reduce(manifold.__add__ if isinstance(shape, Joined) else manifold.__xor__, made)
    return _made(shape.shape, manifold) - _made(shape.away, manifold)
