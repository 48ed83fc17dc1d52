"""The camera: an orbit around a target as plain frozen data, and functions on it. No GL.

Angles are degrees. Azimuth is the camera's direction from the target, counterclockwise from east;
elevation is its height above the horizon. Matrices are float32 (4, 4) in GL's order (vectors as
rows).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from boche.engine.languages.current import tr

Projection = Literal["perspective", "ortho"]
Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float64]

LOWEST, HIGHEST = 4.0, 90.0  # elevations that the viewer may choose: never under the table
FOV = 28.0
CLEAR = 0.15  # least distance from the eye to what is framed, as a part of half its depth
BEHIND = 100.0  # distance behind an orthographic camera's eye that is still drawn, in world units


@dataclass(frozen=True)
class Camera:
    """Place and lens of the camera.

    ``fov`` is the vertical angle of view. ``distance`` is in world units, from the target; an
    orthographic camera shows at any depth as much as a perspective one shows at the target.
    """

    target: tuple[float, float, float] = (0.0, 0.0, 0.0)
    azimuth: float = -60.0
    elevation: float = 66.0
    distance: float = 30.0
    fov: float = FOV
    projection: Projection = "perspective"


#: Corner views see each cube's three upper faces, one turned to the viewer and the others
#: symmetric, so that a triangular board stands upright; they differ by a third of a turn. ``top``
#: has north up.
VIEWS: dict[str, Camera] = {
    "corner": Camera(),
    "corner2": Camera(azimuth=60.0),
    "corner3": Camera(azimuth=180.0),
    "top": Camera(azimuth=-90.0, elevation=90.0, projection="ortho"),
}


CORNERS = ("corner", "corner2", "corner3")


def views_from(*azimuths: float) -> dict[str, Camera]:
    """Return ``VIEWS`` with corner views from these three azimuths, for a board's own sides.

    ``top`` looks down with the first one's azimuth, so that nothing turns on the way.
    """
    corners = zip((*CORNERS, "top"), (*azimuths, azimuths[0]), strict=True)
    return VIEWS | {name: replace(VIEWS[name], azimuth=azimuth) for name, azimuth in corners}


def basis(camera: Camera) -> tuple[Vector, Vector, Vector]:
    """Return the camera's unit vectors (right, up, back) in the world.

    ``back`` points from the target to the eye.
    """
    az, el = math.radians(camera.azimuth), math.radians(camera.elevation)
    ca, sa, ce, se = math.cos(az), math.sin(az), math.cos(el), math.sin(el)
    return (
        np.array([-sa, ca, 0.0]),
        np.array([-se * ca, -se * sa, ce]),
        np.array([ce * ca, ce * sa, se]),
    )


def eye(camera: Camera) -> Vector:
    """Return the position of the camera, (3,)."""
    return np.asarray(camera.target, float) + camera.distance * basis(camera)[2]


def view_matrix(camera: Camera) -> Matrix:
    """Return the matrix from world to camera space."""
    from pyrr import matrix44

    up = basis(camera)[1]
    matrix = matrix44.create_look_at(eye(camera), np.asarray(camera.target, float), up)
    return np.asarray(matrix, np.float32)


def depth_range(camera: Camera) -> tuple[float, float]:
    """Return the nearest and the farthest depth that is drawn, from the eye, in world units.

    An orthographic camera also sees what lies behind its eye: zooming in moves the eye close to
    the board, and must not cut off what rises above it.
    """
    if camera.projection == "perspective":
        return 0.08 * camera.distance, 12.0 * camera.distance
    return -BEHIND, 12.0 * camera.distance + BEHIND


def projection_matrix(camera: Camera, aspect: float) -> Matrix:
    """Return the matrix from camera to clip space for an ``aspect`` = width / height > 0."""
    from pyrr import matrix44

    near, far = depth_range(camera)
    if camera.projection == "perspective":
        matrix = matrix44.create_perspective_projection(camera.fov, aspect, near, far)
    else:
        y = camera.distance * math.tan(math.radians(camera.fov) / 2)
        matrix = matrix44.create_orthogonal_projection(-y * aspect, y * aspect, -y, y, near, far)
    return np.asarray(matrix, np.float32)


def shifted(by: tuple[float, float], size: tuple[int, int]) -> Matrix:
    """Return the clip space matrix that moves a picture of ``size`` by pixels right and up."""
    matrix = np.eye(4, dtype=np.float32)
    matrix[3, :2] = 2.0 * by[0] / size[0], 2.0 * by[1] / size[1]
    return matrix


def pixels_per_unit(camera: Camera, height: int) -> float:
    """Return the pixels per world unit at the target in a picture ``height`` pixels high."""
    return height / (2.0 * camera.distance * math.tan(math.radians(camera.fov) / 2))


def orbit(camera: Camera, azimuth: float, elevation: float) -> Camera:
    """Return the camera moved to these angles, with the elevation kept above the table."""
    held = min(max(elevation, LOWEST), HIGHEST)
    return replace(camera, azimuth=azimuth, elevation=held)


def frame(camera: Camera, points: npt.NDArray[Any], aspect: float, margin: float = 0.04) -> Camera:
    """Return the camera moved, at the same angles, so that all points (N, 3) fit tightly.

    ``margin`` is the part of the picture's smaller side left free along each border. Raises
    ``ValueError`` if there are no points.
    """
    if not len(points):
        raise ValueError("nothing to frame")
    right, up, back = basis(camera)
    x, y, z = (np.asarray(points, float) @ np.stack([right, up, back], axis=1)).T
    half = math.tan(math.radians(camera.fov) / 2)
    free = 1.0 - 2.0 * margin
    ty = half * (free if aspect >= 1 else 1.0 - 2.0 * margin * aspect)
    tx = half * aspect * (free if aspect <= 1 else 1.0 - 2.0 * margin / aspect)
    depth = z if camera.projection == "perspective" else np.zeros_like(z)
    left_of, right_of = (-x + tx * depth).max(), (x + tx * depth).max()
    below, above = (-y + ty * depth).max(), (y + ty * depth).max()
    stand = max((left_of + right_of) / (2 * tx), (below + above) / (2 * ty))
    middle = (z.max() + z.min()) / 2
    # Points in a row away from the eye would fit with the eye at the first of them.
    stand = max(stand, depth.max() + CLEAR * (depth.max() - depth.min()) / 2 + 1e-3)
    cx, cy = (_centre(across, stand - depth) for across in (x, y))
    distance = stand - middle if camera.projection == "perspective" else stand
    target = cx * right + cy * up + middle * back
    where = (float(target[0]), float(target[1]), float(target[2]))
    return replace(camera, target=where, distance=float(distance))


def _centre(across: npt.NDArray[Any], away: npt.NDArray[Any]) -> float:
    """Return the place from which ``across / away``, both (N,), reach equally far to each side.

    Any two points have such a place between them; for a point alone on its side, the lowest one
    counts. The search continues with the point that reaches farthest from there. ``away`` is above
    0.
    """
    outer, place = 0, -np.inf
    while True:
        between = (across * away[outer] + across[outer] * away) / (away + away[outer])
        if between.min() <= place:
            return float(place)
        place = between.min()
        outer = int(((across - place) / away).argmax())


def parse_view(text: str) -> tuple[Camera, bool]:
    """Return the camera for ``NAME`` or ``AZ,EL[,DIST]``, and True if it is still to be framed.

    Raises ``ValueError`` with a line for the user.
    """
    if text in VIEWS:
        return VIEWS[text], True
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(map(math.isfinite, numbers)):
        names = ", ".join(VIEWS)
        raise ValueError(
            tr(
                "view {text!r}: expected {names}, AZ,EL or AZ,EL,DIST",
                text=text,
                names=names,
            )
        )
    if not LOWEST <= numbers[1] <= HIGHEST:
        raise ValueError(
            tr(
                "view {text!r}: elevation must be {lowest:g} to {highest:g} degrees",
                text=text,
                lowest=LOWEST,
                highest=HIGHEST,
            )
        )
    camera = Camera(azimuth=numbers[0], elevation=numbers[1])
    if len(numbers) == 2:
        return camera, True
    if not 1.0 <= numbers[2] <= 1000.0:
        raise ValueError(tr("view {text!r}: distance must be 1 to 1000 cube edges", text=text))
    return replace(camera, distance=numbers[2]), False
