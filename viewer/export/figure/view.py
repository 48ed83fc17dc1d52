"""Projection for figures: places in a picture, and their depth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boche.viewer.camera.camera import Camera, basis, eye
from boche.viewer.camera.rays import half_height, project
from boche.viewer.export.figure.curves import Array


@dataclass(frozen=True)
class View:
    """A camera, and the queries of a figure on it.

    Pictures have the world's unit at the camera's target, x to the right and y up.
    """

    camera: Camera

    @cached_property
    def _axes(self) -> tuple[Array, Array, Array]:
        return basis(self.camera)

    def to_picture(self, places: Array) -> Array:
        """Return places of the world (..., 3) in the picture, (..., 2)."""
        if self.is_parallel:
            right, up, _ = self._axes
            return np.asarray((places - self.camera.target) @ np.stack([right, up], axis=1))
        flat = np.asarray(places, float).reshape(-1, 3)
        projected = 2.0 * half_height(self.camera) * project(self.camera, flat, (1, 1))
        return np.asarray(projected.reshape(*np.shape(places)[:-1], 2))

    def near(self, places: Array) -> Array:
        """Return how near places (..., 3) are, (...): larger is nearer.

        It is linear over the picture of a plane, so that it may be interpolated there.
        """
        towards = (np.asarray(places, float) - self.camera.target) @ self._axes[2]
        if self.is_parallel:
            return np.asarray(towards)
        return np.asarray(1.0 / np.maximum(self.camera.distance - towards, 1e-9))

    def to_eye(self, place: Array) -> Array:
        """Return the unit vector from a place (3,) to the eye."""
        if self.is_parallel:
            return self._axes[2]
        direction = eye(self.camera) - place
        return np.asarray(direction / np.linalg.norm(direction))

    @property
    def is_parallel(self) -> bool:
        """True if things look the same at every place."""
        return self.camera.projection == "ortho"

    @property
    def from_above(self) -> bool:
        """True if the camera looks straight down, as for a diagram."""
        return self.camera.elevation >= 90.0

    @property
    def is_diagram(self) -> bool:
        """True if height alone decides on what lies over what: from above, by parallel rays."""
        return self.from_above and self.is_parallel
