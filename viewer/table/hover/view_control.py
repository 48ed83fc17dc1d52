"""The view of the table: the camera, and levels spread apart or hidden. No GL.

Times ``now`` and lengths are in seconds; a length of 0 means at once.
"""

from __future__ import annotations

import numpy as np

from boche.viewer.camera import controls as orbit
from boche.viewer.camera.animation import Glide
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.controls import Limits, Orbit
from boche.viewer.camera.rays import Points, Ray, Viewport, project, ray_at
from boche.viewer.games.view import Display

Place = tuple[float, float]


class Looking:
    """A camera with a home view of the whole board; spread and hidden levels.

    ``scale`` is pixels per point. ``bounds`` below are points (N, 3) that a view of the whole board
    contains.
    """

    def __init__(self, front: Camera, bounds: Points, viewport: Viewport, scale: float) -> None:
        """Start with a view of the whole board from the angles of ``front``."""
        self.viewport, self.scale = viewport, scale
        self._home, self._bounds = orbit.fitted(front, bounds, viewport), bounds
        self.orbit = Orbit(self._home, Limits.around(bounds))
        self.explode, self.peeled = Glide.resting(0.0), 0
        self._roomy: tuple[Camera, Camera] | None = None

    def display(self, now: float, taken: str, opened: str) -> Display:
        """Return the display of a position at a time.

        ``taken`` is the chosen beginning of a move, ``opened`` the place whose pieces stand apart.
        """
        at_rest = self.explode.low == self.explode.high
        explode = self.explode.high if at_rest else self.explode.at(now)
        return Display(explode, self.peeled, taken, opened)

    def tick(self, now: float) -> None:
        """Advance the camera, and levels that spread, to a time."""
        if self.orbit.movement is not None:
            self.orbit.tick(now)
        if self.explode.low != self.explode.high and self.explode.done(now):
            self.explode = Glide.resting(self.explode.high)

    def moving(self, now: float) -> bool:
        """Return whether the view is moving by itself."""
        return self.orbit.movement is not None or not self.explode.done(now)

    def ray(self, pointer: Place | None) -> Ray:
        """Return the ray under the pointer, or through the picture's middle if it is away."""
        return ray_at(self.orbit.camera, *self.middle(pointer), self.viewport)

    def middle(self, pointer: Place | None) -> Place:
        """Return the pointer's place, or the picture's middle if the pointer is away."""
        return pointer or (self.viewport[0] / 2, self.viewport[1] / 2)

    def pixels(self, places: Points) -> Points:
        """Return the pixels (N, 2) of points (N, 3) once the camera has come to rest."""
        return project(self.orbit.goal, places, self.viewport)

    def spread(self, explode: float, now: float, length: float) -> None:
        """Spread the layers ``explode`` cube edges, or close them for 0."""
        if self.explode.high != explode:
            self.explode = self.explode.to(explode, now, length)

    def make_room(self, points: Points, now: float, length: float) -> None:
        """Step back until points (N, 3) and the board are visible; without points, step forward.

        Nothing moves if the points are visible already, or if the user has moved the camera
        meanwhile.
        """
        goal, roomy = self.orbit.goal, self._roomy
        self._roomy = None
        if not len(points):
            if roomy is not None and goal == roomy[1]:
                self.orbit.go(roomy[0], now, length)
        elif not self._holds(points):
            view = orbit.fitted(goal, np.concatenate([points, self._bounds]), self.viewport)
            self._roomy = goal, view
            self.orbit.go(view, now, length)

    def _holds(self, points: Points) -> bool:
        """Return whether points (N, 3) are in the picture once the camera has come to rest."""
        seen = self.pixels(points)
        return bool(((seen >= 0.0) & (seen <= self.viewport)).all())

    def fly_home(self, camera: Camera, bounds: Points, now: float, length: float) -> None:
        """Let the camera glide to a view of the whole board from a camera's angles."""
        self._home, self._bounds = orbit.fitted(camera, bounds, self.viewport), bounds
        self.orbit.go(self._home, now, length)

    def keep_home(self, bounds: Points, now: float, length: float) -> None:
        """Keep the whole board in view as it grows, if it was in view."""
        if np.array_equal(bounds, self._bounds) or self.orbit.goal != self._home:
            return
        self.orbit.limits = Limits.around(bounds)
        self.fly_home(self._home, bounds, now, length)

    def resize(self, viewport: Viewport, scale: float, bounds: Points, now: float) -> None:
        """Take the picture's size; a view of the whole board remains one."""
        self.viewport, self.scale = viewport, scale
        if self.orbit.goal == self._home:
            self.orbit.stop()
            self.fly_home(self._home, bounds, now, 0.0)
