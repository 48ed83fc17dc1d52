"""Camera controls: turning, panning, zooming to the pointer, gliding to a view. No GL.

The functions are pure: camera in, camera out, angles in degrees, places in framebuffer pixels from
the lower left. ``Orbit`` combines them in time: a drag, its coasting after release, and glides
between views. The elevation stays within the camera's limits: never over a pole, never under the
table.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from boche.viewer.camera.animation import Span, ease
from boche.viewer.camera.camera import Camera, Vector, basis, frame, orbit
from boche.viewer.camera.rays import Points, Viewport, aside, half_height, project

TURN = 200.0  # degrees for a drag over the picture's whole height, at sensitivity 1
ZOOM = 1.15  # factor of one notch of the wheel
GLIDE = 0.3  # seconds from view to view
EASE_OUT = 0.09  # time constant of coasting in seconds: it slows to 1 / e
COAST = 6 * EASE_OUT  # after this it stops
RECENT = 0.08  # seconds before the release that count for its speed
SLOW = 8.0  # degrees a second; slower releases do not coast
TIGHT = 1e-3  # part of its distance by which a fitted camera may differ
NARROW = 0.04  # part of the angle of view at which perspective changes to orthographic


@dataclass(frozen=True)
class Limits:
    """Limits of the camera's distance, and the box (low, high) that holds its target."""

    nearest: float
    farthest: float
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    @classmethod
    def around(cls, points: Points) -> Limits:
        """Return the limits for a board whose bounds are ``points`` (N, 3)."""
        low, high = points.min(axis=0), points.max(axis=0)
        reach = float(np.linalg.norm(high - low))
        x, y = (float(v) for v in high[:2])
        left, below = (float(v) for v in low[:2])
        return cls(3.0, 6.0 * reach + 10.0, (left, below, 0.0), (x, y, float(high[2])))


def within(camera: Camera, limits: Limits) -> Camera:
    """Return the camera moved within its limits, or the same object if it is within."""
    away = min(max(camera.distance, limits.nearest), limits.farthest)
    x, y, z = np.clip(camera.target, limits.low, limits.high)
    held = (float(x), float(y), float(z))
    if away == camera.distance and held == camera.target:
        return camera
    return replace(camera, distance=away, target=held)


def turned(camera: Camera, right: float, up: float) -> Camera:
    """Return the camera moved around its target by a drag that moves the picture, in degrees."""
    azimuth = math.remainder(camera.azimuth - right, 360.0)
    return orbit(camera, azimuth, camera.elevation - up)


def panned(
    camera: Camera,
    old: tuple[float, float],
    new: tuple[float, float],
    viewport: Viewport,
    anchor: Vector | None = None,
) -> Camera:
    """Return the camera moved in its own plane so that the point under ``old`` moves to ``new``.

    This holds for points as far away as ``anchor``, by default the target.
    """
    right, up, back = basis(camera)
    one, two = aside(camera, *old, viewport), aside(camera, *new, viewport)
    scale = 1.0
    if anchor is not None and camera.projection == "perspective":
        scale = max(1.0 - float((anchor - camera.target) @ back) / camera.distance, 0.0)
    shift = ((one[0] - two[0]) * right + (one[1] - two[1]) * up) * scale
    return replace(camera, target=_triple(np.asarray(camera.target) + shift))


def zoomed(camera: Camera, factor: float, anchor: Vector, limits: Limits) -> Camera:
    """Return the camera nearer (``factor`` < 1) or farther, with ``anchor`` fixed in the picture.

    The factor is clamped so that the distance stays within the limits.
    """
    away = min(max(camera.distance * factor, limits.nearest), limits.farthest)
    held = away / camera.distance
    target = anchor + held * (np.asarray(camera.target) - anchor)
    return replace(camera, target=_triple(target), distance=away)


def target_of(camera: Camera) -> Vector:
    """Return the camera's target as a vector (3,)."""
    return np.array(camera.target)


def fitted(camera: Camera, points: Points, viewport: Viewport) -> Camera:
    """Return the camera moved, at the same angles, so that all points (N, 3) are visible."""
    return frame(camera, points, max(viewport[0], 1) / max(viewport[1], 1))


def is_fitted(camera: Camera, points: Points, viewport: Viewport) -> bool:
    """Return whether a camera sees all points as ``fitted`` would have it."""
    goal = fitted(camera, points, viewport)
    away = math.dist(goal.target, camera.target) + abs(goal.distance - camera.distance)
    return away < TIGHT * camera.distance


def shows_all(camera: Camera, points: Points, viewport: Viewport) -> bool:
    """Return whether all points (N, 3) lie within the picture."""
    seen = project(camera, points, viewport)
    return bool(((seen >= -1.0) & (seen <= np.array(viewport) + 1.0)).all())


def switched(camera: Camera) -> Camera:
    """Return the camera with the other projection; the target's surroundings keep their size."""
    other = "perspective" if camera.projection == "ortho" else "ortho"
    return replace(camera, projection=other)  # type: ignore[arg-type]


def blend(one: Camera, two: Camera, part: float) -> Camera:
    """Return a camera between two, ``part`` 0..1, azimuths the shortest way round.

    Between projections the angle of view narrows while the camera steps back, so that nothing
    jumps when one replaces the other.
    """
    if part >= 1.0:
        return two
    turn = math.remainder(two.azimuth - one.azimuth, 360.0)
    size = half_height(one) ** (1.0 - part) * half_height(two) ** part
    same = one.projection == two.projection
    fov = _mixed(one.fov, two.fov, part) if same else _mixed(_angle(one), _angle(two), part)
    target = (1.0 - part) * np.asarray(one.target) + part * np.asarray(two.target)
    return Camera(
        target=_triple(target),
        azimuth=one.azimuth + part * turn,
        elevation=_mixed(one.elevation, two.elevation, part),
        distance=size / math.tan(math.radians(fov) / 2),
        fov=fov,
        projection=one.projection if same else "perspective",
    )


def _angle(camera: Camera) -> float:
    return camera.fov * NARROW if camera.projection == "ortho" else camera.fov


def _mixed(one: float, two: float, part: float) -> float:
    return one + (two - one) * part


def _triple(point: Vector) -> tuple[float, float, float]:
    x, y, z = point
    return float(x), float(y), float(z)


@dataclass(frozen=True)
class Flight:
    """A glide from one camera to another."""

    start: Camera
    goal: Camera
    span: Span

    def at(self, now: float) -> Camera:
        return blend(self.start, self.goal, ease(self.span.part(now)))

    def done(self, now: float) -> bool:
        return self.span.done(now)


@dataclass(frozen=True)
class Coasting:
    """The motion after a drag's release: ``right``, ``up`` are the initial degrees per second."""

    start: Camera
    right: float
    up: float
    since: float

    def at(self, now: float) -> Camera:
        passed = min(max(now - self.since, 0.0), COAST)
        distance = EASE_OUT * (1.0 - math.exp(-passed / EASE_OUT))
        return turned(self.start, self.right * distance, self.up * distance)

    def done(self, now: float) -> bool:
        return now - self.since >= COAST


class Orbit:
    """A camera that is dragged, coasts and glides. ``camera`` is its present state.

    ``movement`` is its own motion, or None at rest; until then ``tick`` must be called again.
    ``refit`` returns, for a camera and the same one turned, the latter as it should be.
    """

    def __init__(
        self,
        camera: Camera,
        limits: Limits,
        refit: Callable[[Camera, Camera], Camera] = lambda before, after: after,
    ) -> None:
        self.camera = camera
        self.limits = limits
        self._refit = refit
        self.movement: Flight | Coasting | None = None
        self._turns: deque[tuple[float, float, float]] = deque(maxlen=16)

    @property
    def goal(self) -> Camera:
        """The camera at the end of its glide."""
        return self.movement.goal if isinstance(self.movement, Flight) else self.camera

    def tick(self, now: float) -> None:
        """Advance to a time."""
        if self.movement is not None:
            self.camera = self.movement.at(now)
            if isinstance(self.movement, Coasting):
                self.camera = self._refit(self.movement.start, self.camera)
            if self.movement.done(now):
                self.movement = None

    def stop(self) -> None:
        """Stop where the camera is, as when someone grabs it."""
        self.movement = None
        self._turns.clear()
        self.camera = self._plain(self.camera)

    def _plain(self, camera: Camera) -> Camera:
        """Return a camera caught between two projections, with the usual angle of view again."""
        usual = Camera.fov
        if camera.fov == usual:
            return camera
        away = half_height(camera) / math.tan(math.radians(usual) / 2)
        return replace(camera, fov=usual, distance=away)

    def turn(self, right: float, up: float, now: float) -> None:
        """Turn by a part of a drag, in degrees."""
        self.camera = self._refit(self.camera, turned(self.camera, right, up))
        self._turns.append((now, right, up))

    def pan(
        self,
        old: tuple[float, float],
        new: tuple[float, float],
        viewport: Viewport,
        anchor: Vector | None,
    ) -> None:
        """Pan by a part of a drag."""
        self.camera = within(panned(self.camera, old, new, viewport, anchor), self.limits)

    def zoom(self, factor: float, anchor: Vector) -> None:
        """Zoom towards a point."""
        self.stop()
        self.camera = within(zoomed(self.camera, factor, anchor, self.limits), self.limits)

    def release(self, now: float, coast: bool) -> None:
        """End a drag; a quick one coasts on."""
        recent = [turn for turn in self._turns if now - turn[0] <= RECENT]
        self._turns.clear()
        if not coast or not recent:
            return
        right = sum(turn[1] for turn in recent) / RECENT
        up = sum(turn[2] for turn in recent) / RECENT
        if math.hypot(right, up) >= SLOW:
            self.movement = Coasting(self.camera, right, up, now)

    def go(self, goal: Camera, now: float, length: float) -> None:
        """Glide to a camera within ``length`` seconds; at once if that is 0."""
        self._turns.clear()
        if length <= 0.0:
            self.movement, self.camera = None, goal
        else:
            self.movement = Flight(self.camera, goal, Span(now, length))
