"""Visible surfaces and their drawing order, from samples of the picture.

At each sample all surfaces there are sorted by nearness; each must be drawn after the one behind
it. A painter needs an order that satisfies all of these pairs.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.surfaces import Surface

PER_UNIT, MOST = 64.0, 1100  # samples per unit of the world, and at most along a side
AT_ONCE = 1_000_000  # number of samples examined in one batch
ALIKE = 1e-9  # smaller differences in nearness do not count: the scene's order decides
SEEN_FROM = 0.02  # largest depth in the world below a surface at which something is still visible


Numbers = npt.NDArray[np.int64]


class Layers(Protocol):
    """Queries of a painter on surfaces, identified by their indices."""

    def visible(self) -> Numbers:
        """Return the indices of the surfaces that are visible somewhere."""

    def over(self, visible: Numbers) -> list[tuple[int, int]]:
        """Return pairs of surfaces of ``visible``: the first is to be drawn before the second."""

    def nearest(self, spot: Array) -> float:
        """Return how near the surface visible at a place (2,) of the picture is; -inf for none."""


class Samples:
    """Samples of the picture: the surfaces at each, from the nearest on."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        """Sample the surfaces. Raises ``ValueError`` if there are none."""
        triangles = np.concatenate([s.triangles for s in surfaces])
        owners = np.repeat(np.arange(len(surfaces)), [len(s.triangles) for s in surfaces])
        places = triangles[:, :, :2].reshape(-1, 2)
        self.low, high = places.min(axis=0), places.max(axis=0)
        self.scale = min(PER_UNIT, MOST / max(float((high - self.low).max()), 1e-9))
        self.width, self.height = (int(n) + 1 for n in (high - self.low) * self.scale)
        triangles = np.concatenate(
            [(triangles[:, :, :2] - self.low) * self.scale, triangles[:, :, 2:]], axis=2
        )
        covered = list(self._covered(triangles, owners))
        sample, owner, near = (np.concatenate([part[i] for part in covered]) for i in range(3))
        rank = np.round(near / ALIKE)
        order = np.lexsort((-owner, -rank, sample))
        self.sample, self.owner, self.near = sample[order], owner[order], near[order]
        self._opaque = np.array([s.alpha >= 1.0 for s in surfaces])[self.owner]

    def _covered(
        self, triangles: Array, owners: Numbers
    ) -> Iterator[tuple[Numbers, Numbers, Array]]:
        """Yield the samples in triangles (T, 3, 3), the surface of each, and its nearness there."""
        first = np.floor(triangles[:, :, :2].min(axis=1)).astype(int)
        side = (np.ceil(triangles[:, :, :2].max(axis=1)).astype(int) - first).max(axis=1)
        size = 4
        while size < 2 * max(int(side.max()), 4):  # all of about one size at once
            alike = np.flatnonzero((side <= size) & (side > (size // 2 if size > 4 else 0)))
            for some in np.array_split(alike, len(alike) * size * size // AT_ONCE + 1):
                yield self._inside(triangles[some], owners[some], first[some], size)
            size *= 2

    def _inside(
        self, triangles: Array, owners: Numbers, first: Numbers, size: int
    ) -> tuple[Numbers, Numbers, Array]:
        """Return the same for triangles in squares of ``size`` samples, from ``first`` (T, 2)."""
        along = np.arange(size)
        x = first[:, 0, None, None] + along
        y = first[:, 1, None, None] + along[:, None]
        (ax, ay, an), (bx, by, bn), (cx, cy, cn) = triangles.transpose(1, 2, 0)[..., None, None]
        dx, dy = x + 0.5, y + 0.5
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        one = ((bx - dx) * (cy - dy) - (by - dy) * (cx - dx)) / area
        two = ((cx - dx) * (ay - dy) - (cy - dy) * (ax - dx)) / area
        three = 1.0 - one - two
        inside = (one >= 0.0) & (two >= 0.0) & (three >= 0.0)
        at = np.nonzero(inside)[0]
        an, bn, cn = (deep[at, 0, 0] for deep in (an, bn, cn))
        near = one[inside] * an + two[inside] * bn + three[inside] * cn
        return (y * self.width + x)[inside], owners[at], near

    def visible(self) -> Numbers:
        """Return the indices of the surfaces that are visible somewhere."""
        before = np.cumsum(self._opaque) - self._opaque
        first = np.r_[True, np.diff(self.sample) != 0]
        start = np.maximum.accumulate(np.where(first, before, 0))
        return np.unique(self.owner[before == start])

    def over(self, visible: Numbers) -> list[tuple[int, int]]:
        """Return pairs of surfaces of ``visible``: the first is to be drawn before the second."""
        held = np.isin(self.owner, visible)
        sample, owner = self.sample[held], self.owner[held]
        same = (np.diff(sample) == 0) & (np.diff(owner) != 0)
        count = int(self.owner.max()) + 1
        pairs, times = np.unique(owner[1:][same] * count + owner[:-1][same], return_counts=True)
        ends = [divmod(pair, count) for pair in pairs.tolist()]
        often = dict(zip(ends, times.tolist(), strict=True))
        # If two surfaces pass through each other, the majority of samples counts.
        return [(a, b) for a, b in often if (often[a, b], a) > (often.get((b, a), 0), b)]

    def nearest(self, spot: Array) -> float:
        """Return how near the surface visible at a place (2,) of the picture is; -inf for none."""
        x, y = np.floor((spot - self.low) * self.scale)
        if not (0 <= x < self.width and 0 <= y < self.height):
            return -np.inf
        first = int(np.searchsorted(self.sample, int(y) * self.width + int(x)))
        inside = first < len(self.sample) and self.sample[first] == int(y) * self.width + int(x)
        return float(self.near[first]) if inside else -np.inf


def painted(layers: Layers, surfaces: Sequence[Surface]) -> list[Surface]:
    """Return the visible surfaces, each after everything that it lies over.

    As far as that allows, wood comes first, and the surfaces of a piece come together.
    """
    visible = layers.visible()
    after: dict[int, list[int]] = {int(index): [] for index in visible}
    waits = dict.fromkeys(after, 0)
    for one, two in layers.over(visible):
        after[one].append(two)
        waits[two] += 1
    ready: dict[int, list[int]] = {}
    waiting, ordered, piece = set(after), list[Surface](), -1

    def add(index: int) -> None:
        heapq.heappush(ready.setdefault(_group(surfaces[index]), []), index)

    for index in waiting:
        if not waits[index]:
            add(index)
    while waiting:
        if not ready:  # a cycle: the deepest in the scene's order goes first
            add(min(waiting, key=lambda index: (waits[index], index)))
        piece = piece if piece in ready else min(ready)
        index = heapq.heappop(ready[piece])
        if not ready[piece]:
            del ready[piece]
        if index not in waiting:
            continue
        waiting.discard(index)
        ordered.append(surfaces[index])
        for other in after[index]:
            waits[other] -= 1
            if not waits[other] and other in waiting:
                add(other)
    return ordered


def _group(surface: Surface) -> int:
    """Return the piece, or -1 for wood, which comes before all pieces."""
    return -1 if surface.wooden else surface.piece
