"""From places in a picture to rays in the world, and back. No GL.

Places are framebuffer pixels from the lower left corner, as continuous numbers: the first pixel
covers 0 to 1. Everything is computed in float64 from the camera's angles, never from a rounded
matrix, so that a ray passes exactly through what is drawn at its pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boche.viewer.camera.camera import Camera, Vector, basis, depth_range, eye

Points = npt.NDArray[np.float64]
Viewport = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Ray:
    """A half line in the world from ``origin`` (3,) along the unit vector ``direction`` (3,)."""

    origin: Vector
    direction: Vector

    def at(self, distance: float) -> Vector:
        """Return the point at a distance from the origin."""
        return self.origin + distance * self.direction


def half_height(camera: Camera) -> float:
    """Return half the height of the picture at the target's distance, in world units."""
    return camera.distance * math.tan(math.radians(camera.fov) / 2)


def ray_at(camera: Camera, x: float, y: float, viewport: Viewport) -> Ray:
    """Return the ray through a place in a picture of ``viewport`` (width, height).

    It starts on the near plane: anything before that is not drawn.
    """
    right, up, back = basis(camera)
    across = aside(camera, x, y, viewport)
    shift = across[0] * right + across[1] * up
    near = depth_range(camera)[0]
    if camera.projection == "ortho":
        return Ray(eye(camera) + shift - near * back, -back)
    direction = shift - camera.distance * back
    return Ray(
        eye(camera) + near / camera.distance * direction, direction / np.linalg.norm(direction)
    )


def aside(camera: Camera, x: float, y: float, viewport: Viewport) -> tuple[float, float]:
    """Return how far right of and above the target a place lies, in the target's plane.

    Both are in world units.
    """
    width, height = max(viewport[0], 1), max(viewport[1], 1)
    scale = 2 * half_height(camera) / height
    return (x - width / 2) * scale, (y - height / 2) * scale


def project(camera: Camera, points: Points, viewport: Viewport) -> Points:
    """Return the pixels (N, 2) where points (N, 3) appear. Points behind the eye lie far out."""
    width, height = max(viewport[0], 1), max(viewport[1], 1)
    x, y, z = _in_view(camera, points)
    towards = z if camera.projection == "perspective" else np.zeros_like(z)
    depth = np.maximum(camera.distance - towards, 1e-9)
    scale = camera.distance / depth * height / (2 * half_height(camera))
    return np.stack([width / 2 + x * scale, height / 2 + y * scale], axis=1)


def _in_view(camera: Camera, points: Points) -> Points:
    """Return the points' coordinates (3, N): right of, above and before the target.

    The third grows towards the eye.
    """
    return np.stack(basis(camera)) @ (np.asarray(points, float) - camera.target).T


def plane_distance(ray: Ray, z: float = 0.0) -> float:
    """Return a ray's distance down to the horizontal plane at height ``z``, or infinity."""
    height, fall = float(ray.origin[2]) - z, -float(ray.direction[2])
    return height / fall if fall > 0.0 and height >= 0.0 else math.inf


def first_ball(middles: Points, radii: tuple[float, float, float], ray: Ray) -> tuple[int, float]:
    """Return the first of equal ellipsoids that a ray enters, and the distance; infinite for none.

    ``middles`` is (N, 3); ``radii`` are along x, y and z.
    """
    if not len(middles):
        return -1, math.inf
    offsets, along = (middles - ray.origin) / radii, ray.direction / radii
    length = along @ along
    ahead = offsets @ along / length
    inside = 1.0 - (offsets**2).sum(axis=1) + ahead**2 * length
    distances = ahead - np.sqrt(np.maximum(inside, 0.0) / length)
    distances = np.where((inside >= 0.0) & (distances >= 0.0), distances, np.inf)
    index = int(distances.argmin())
    return index, float(distances[index])


class Met(NamedTuple):
    """The first hit of a ray: a piece or a cell, by its index, and the point in the world.

    Both indices are None if that is the board beside its cells, or the plane that it lies in.
    """

    piece: int | None
    cell: int | None
    point: tuple[float, float, float]


def met(
    ray: Ray, pieces: Points, radii: tuple[float, float, float], cells: Points, reach: float
) -> Met | None:
    """Return what a ray from above hits on a board at z = 0, or None if it hits nothing.

    ``pieces`` (N, 3) are the middles of ellipsoids, ``cells`` (M, 3) those of the cells: a point
    belongs to the nearest of them, unless that is farther away than ``reach``.
    """
    piece, far = first_ball(pieces, radii, ray)
    surface = plane_distance(ray)
    nearest = min(far, surface)
    if nearest == np.inf:
        return None
    x, y, z = (float(each) for each in ray.at(nearest))
    if far <= surface:
        return Met(piece, None, (x, y, z))
    away = np.hypot(cells[:, 0] - x, cells[:, 1] - y)
    cell = int(away.argmin())
    return Met(None, cell if away[cell] <= reach else None, (x, y, z))


def on_target_plane(camera: Camera, ray: Ray) -> Vector:
    """Return where a ray of this camera crosses the plane through its target that faces the eye."""
    back = basis(camera)[2]
    away = float((ray.origin - camera.target) @ back) / -float(ray.direction @ back)
    return ray.at(away)
