"""Surfaces visible from straight above, and their drawing order.

``order`` takes samples; here heights are enough: nothing on a table overhangs something higher, so
of two surfaces that share a place the one with the higher top lies over the other. A mark around
the side of a round piece lies on that, though the piece has the higher top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image, ImageDraw

from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.order import ALIKE, Numbers
from boche.viewer.export.figure.surfaces import Surface

PER_UNIT, MOST = 64.0, 1100  # pixels per unit of the world, and at most along a side
TOUCH = 0.01  # of the world: surfaces whose overlap in the picture is no wider than this only touch


class FromAbove:
    """Surfaces by their heights, with the interface of ``Samples``."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        """Measure the surfaces. Raises ``ValueError`` if there are none."""
        self._surfaces = surfaces
        self._triangles = np.concatenate([s.triangles for s in surfaces])
        tops = np.array([s.triangles[:, :, 2].max() for s in surfaces])
        self._low, self._high = (
            np.array([edge(s.triangles[:, :, :2], axis=(0, 1)) for s in surfaces])
            for edge in (np.min, np.max)
        )
        self._tops = np.round(tops / ALIKE)
        for inner, outer in self._inlaid():
            self._tops[inner] = max(self._tops[inner], self._tops[outer])

    def _inlaid(self) -> Iterator[tuple[int, int]]:
        """Yield surfaces that lie on an earlier one of the same piece, below its top, with that."""
        pieces = np.array([surface.piece for surface in self._surfaces])
        for outer in np.flatnonzero(pieces).tolist():
            within = (self._low >= self._low[outer]) & (self._high <= self._high[outer])
            lower = (pieces == pieces[outer]) & (self._tops < self._tops[outer])
            for inner in np.flatnonzero(within.all(axis=1) & lower).tolist():
                middles = self._surfaces[inner].triangles.mean(axis=1)
                under = self._surfaces[outer].triangles
                if inner > outer and all(_height(under, m[:2]) <= m[2] for m in middles):
                    yield inner, outer

    def visible(self) -> Numbers:
        """Return the indices of the visible surfaces, and of the translucent ones.

        Surfaces are drawn as numbers from the lowest up; those whose numbers remain are visible.
        """
        low, high = self._low.min(axis=0), self._high.max(axis=0)
        scale = min(PER_UNIT, MOST / max(float((high - low).max()), 1e-9))
        width, height = (int(n) + 1 for n in (high - low) * scale)
        image = Image.new("I", (width, height), -1)
        pen = ImageDraw.Draw(image)
        faint = np.array([s.alpha < 1.0 for s in self._surfaces])
        for index in np.argsort(self._tops, kind="stable").tolist():
            if not faint[index]:
                triangles = self._surfaces[index].triangles[:, :, :2]
                for corners in ((triangles - low) * scale - 0.5).reshape(-1, 6).tolist():
                    pen.polygon(corners, fill=index)
        numbers = np.unique(np.asarray(image))
        return np.union1d(numbers[numbers >= 0], np.flatnonzero(faint)).astype(np.int64)

    def over(self, visible: Numbers) -> list[tuple[int, int]]:
        """Return pairs of surfaces of ``visible``: the first is to be drawn before the second.

        All pairs that might overlap are included: a superfluous pair does no harm.
        """
        low, high, tops = self._low[visible], self._high[visible], self._tops[visible]
        shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
        under = (tops[:, None] < tops) | ((tops[:, None] == tops) & (visible[:, None] < visible))
        one, two = np.nonzero((shared > TOUCH).all(axis=2) & under)
        return list(zip(visible[one].tolist(), visible[two].tolist(), strict=True))

    def nearest(self, spot: Array) -> float:
        """Return how near the surface visible at a place (2,) of the picture is; -inf for none."""
        return _height(self._triangles, spot)


def _height(triangles: Array, spot: Array) -> float:
    """Return how near triangles (T, 3, 3) are at a place (2,) of the picture; -inf for none."""
    corners = triangles[:, :, :2] - spot
    x, y = corners[:, :, 0], corners[:, :, 1]
    after, previous = (1, 2, 0), (2, 0, 1)
    # Three parts of each triangle, in proportion to its corners' weights at the spot.
    parts = x[:, after] * y[:, previous] - y[:, after] * x[:, previous]
    inside = (parts >= 0.0).all(axis=1)
    weights = parts[inside] / parts[inside].sum(axis=1, keepdims=True)
    return float((weights * triangles[inside][:, :, 2]).sum(axis=1).max(initial=-np.inf))
