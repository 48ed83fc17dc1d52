"""The view of the table: the camera, and levels spread apart or hidden. No GL.

Times ``now`` and lengths are in seconds; a length of 0 means at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from boche.viewer.camera import controls as orbit
from boche.viewer.camera.animation import Glide, Span, ease
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.controls import GLIDE, Coasting, Limits, Orbit
from boche.viewer.camera.rays import Points, Ray, Viewport, project, ray_at
from boche.viewer.games.view import Arranged, Display
from boche.viewer.scene.apart import TOGETHER, Apart, blended

Place = tuple[float, float]


@dataclass(frozen=True)
class Parting:
    """Layers on their way from one arrangement to another."""

    start: Apart
    goal: Apart
    span: Span

    def at(self, now: float) -> Apart:
        """Return the arrangement at a time; exactly ``goal`` from the end on."""
        return blended(self.start, self.goal, ease(self.span.part(now)))


@dataclass(frozen=True)
class Remembered:
    """The view of layers that lie on each other, while they are taken apart.

    It was ``kept_whole``, and it ``saw_all`` then, so that it shall when the picture or the board
    has another size.
    """

    camera: Camera
    kept_whole: bool
    saw_all: bool


class Looking:
    """A camera with a home view of the whole board; spread and hidden levels.

    ``scale`` is pixels per point. ``bounds`` below are points (N, 3) that a view of the whole board
    contains. ``way`` is the way in which the layers are taken apart and ``arranged`` their places,
    or empty and None while they lie on each other. Only that many ``lowest`` layers are shown, or
    all for 0. The board is ``kept_whole`` in the picture
    however it is turned, until the user comes nearer or moves it. With ``xray`` all that lies above
    the pointer's layer is seen through; ``way_before`` is the way that it has ended, or empty.
    """

    def __init__(self, front: Camera, bounds: Points, viewport: Viewport, scale: float) -> None:
        """Start with a view of the whole board from the angles of ``front``."""
        self.viewport, self.scale = viewport, scale
        self._bounds, self.kept_whole = bounds, True
        self.arranged: Arranged | None = None
        home = orbit.fitted(front, bounds, viewport)
        self.orbit = Orbit(home, Limits.around(bounds), self.refitted)
        self.explode, self.lowest = Glide.resting(0.0), 0
        self._together: Remembered | None = None
        self.way, self.way_before, self.xray = "", "", False
        self._apart = Parting(TOGETHER, TOGETHER, Span(0.0, 0.0))

    def display(self, now: float, layers: int, taken: str, opened: str) -> Display:
        """Return the display of a position of so many layers at a time.

        ``taken`` is the chosen beginning of a move, ``opened`` the place whose pieces stand apart.
        """
        at_rest = self.explode.low == self.explode.high
        explode = self.explode.high if at_rest else self.explode.at(now)
        still = self._apart.start is self._apart.goal
        apart = self._apart.goal if still else self._apart.at(now)
        return Display(explode, self.hidden(layers), taken, opened, apart)

    def hidden(self, layers: int) -> int:
        """Return how many of the highest layers are hidden if there are so many."""
        return max(layers - self.lowest, 0) if self.lowest else 0

    def tick(self, now: float) -> None:
        """Advance the camera, and levels that spread, to a time."""
        movement = self.orbit.movement
        if movement is not None:
            self.orbit.tick(now)
        if isinstance(movement, Coasting) and movement.done(now):
            self.come_into_view(now, GLIDE)
        if self.explode.low != self.explode.high and self.explode.done(now):
            self.explode = Glide.resting(self.explode.high)
        if self._apart.start is not self._apart.goal and self._apart.span.done(now):
            self._apart = replace(self._apart, start=self._apart.goal)

    def moving(self, now: float) -> bool:
        """Return whether the view is moving by itself."""
        if self.orbit.movement is not None or not self.explode.done(now):
            return True
        return self._apart.start is not self._apart.goal

    def ray(self, pointer: Place | None) -> Ray:
        """Return the ray under the pointer, or through the picture's middle if it is away."""
        return ray_at(self.orbit.camera, *self.middle(pointer), self.viewport)

    def middle(self, pointer: Place | None) -> Place:
        """Return the pointer's place, or the picture's middle if the pointer is away."""
        return pointer or (self.viewport[0] / 2, self.viewport[1] / 2)

    def pixels(self, places: Points) -> Points:
        """Return the pixels (N, 2) of points (N, 3) once the camera has come to rest."""
        return project(self.orbit.goal, places, self.viewport)

    @property
    def framed(self) -> Points:
        """The points (N, 3) that a view of all must contain, as the layers lie now."""
        return self.arranged.bounds if self.arranged is not None else self._bounds

    def refitted(self, before: Camera, after: Camera) -> Camera:
        """Return a camera that was turned, so that it still sees all if it did so tightly before.

        It does not jump: how far away it must be changes with its angles little by little.
        """
        if self._sees_all(before):
            return orbit.fitted(after, self.framed, self.viewport)
        return after

    def come_into_view(self, now: float, length: float) -> None:
        """Let the camera glide to where it sees all, if that is to be seen and is not."""
        goal = self.orbit.goal
        if self.kept_whole and not orbit.shows_all(goal, self.framed, self.viewport):
            self.orbit.go(orbit.fitted(goal, self.framed, self.viewport), now, length)

    def spread(self, explode: float, now: float, length: float) -> None:
        """Fan out all stacks, completely for 1, or close them for 0."""
        if self.explode.high != explode:
            self.explode = self.explode.to(explode, now, length)

    def take_apart(self, arranged: Arranged, now: float, length: float) -> None:
        """Take the layers apart, or arrange them anew, all in view and from their own angles."""
        if self.arranged is None:
            goal = self.orbit.goal
            self._together = Remembered(goal, self.kept_whole, self._sees_all(goal))
        view = orbit.fitted(arranged.camera, arranged.bounds, self.viewport)
        self._arrange(arranged, now, length)
        self.kept_whole = True
        self.orbit.limits = Limits.around(arranged.bounds)
        self.orbit.go(view, now, length)

    def put_together(self, now: float, length: float) -> None:
        """Lay the layers on each other, seen as before they were taken apart.

        That is so however the camera has been moved since: who looks into the pile for a moment
        finds the board where it was.
        """
        if self.arranged is None or self._together is None:
            return
        before, self._together = self._together, None
        self._arrange(None, now, length)
        self.kept_whole = before.kept_whole
        self.orbit.limits = Limits.around(self._bounds)
        camera = before.camera
        if before.saw_all:
            camera = orbit.fitted(camera, self._bounds, self.viewport)
        self.orbit.go(camera, now, length)

    def come_back_to(self, camera: Camera) -> None:
        """See layers that are laid together again from a camera's angles, all of them in view."""
        if self._together is not None:
            self._together = Remembered(camera, kept_whole=True, saw_all=True)

    def _arrange(self, arranged: Arranged | None, now: float, length: float) -> None:
        goal = arranged.apart if arranged is not None else TOGETHER
        start = self._apart.at(now) if length > 0.0 else goal
        self._apart = Parting(start, goal, Span(now, length))
        self.arranged = arranged

    def fly_home(self, camera: Camera, bounds: Points, now: float, length: float) -> None:
        """Let the camera glide to a view of the whole board from a camera's angles."""
        self._bounds, self.kept_whole = bounds, True
        self.orbit.go(orbit.fitted(camera, bounds, self.viewport), now, length)

    def keep_home(self, bounds: Points, now: float, length: float) -> None:
        """Keep the whole board in view as it grows, if it was in view."""
        if np.array_equal(bounds, self._bounds):
            return
        goal = self.orbit.goal
        sees_all = self.arranged is None and self._sees_all(goal)
        self._bounds = bounds
        if sees_all:
            self.orbit.limits = Limits.around(bounds)
            self.fly_home(goal, bounds, now, length)

    def resize(self, viewport: Viewport, scale: float, now: float) -> None:
        """Take the picture's size; a view of all remains one."""
        goal = self.orbit.goal
        sees_all = self._sees_all(goal)
        self.viewport, self.scale = viewport, scale
        if sees_all:
            self.orbit.stop()
            self.orbit.go(orbit.fitted(goal, self.framed, viewport), now, 0.0)

    def _sees_all(self, camera: Camera) -> bool:
        return self.kept_whole and orbit.is_fitted(camera, self.framed, self.viewport)
