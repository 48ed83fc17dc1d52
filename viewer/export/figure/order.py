"""Which surfaces can be seen, and which of them lies over which: from samples of the picture.

At each sample all surfaces that lie there are sorted by how near they are; two that follow each
other must be drawn in that order. An order that keeps to all of this is what a painter needs.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from viewer.export.figure.curves import Array
from viewer.export.figure.surfaces import Surface

PER_UNIT, MOST = 64.0, 1100  # samples for each unit of the world, and at most along a side
ALIKE = 1e-9  # what differs by less in nearness is as near: the scene's order decides
SEEN_FROM = 0.02  # how far, in the world, something may lie under a surface and still be seen


class Samples:
    """The picture's samples: which surfaces lie at each, from the nearest on."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        """Raises ``ValueError`` where there is no surface."""
        corners = np.concatenate([s.triangles[:, :, :2].reshape(-1, 2) for s in surfaces])
        self.low, high = corners.min(axis=0), corners.max(axis=0)
        self.scale = min(PER_UNIT, MOST / max(float((high - self.low).max()), 1e-9))
        self.width, self.height = (int(n) + 1 for n in (high - self.low) * self.scale)
        found = [self._covered(index, s) for index, s in enumerate(surfaces)]
        sample, owner, near = (np.concatenate([part[i] for part in found]) for i in range(3))
        rank = np.round(near / ALIKE)
        order = np.lexsort((-owner, -rank, sample))
        self.sample, self.owner, self.near = (
            sample[order].astype(int), owner[order].astype(int), near[order]
        )  # fmt: skip
        self._opaque = np.array([s.alpha >= 1.0 for s in surfaces])[self.owner]

    def _covered(self, index: int, surface: Surface) -> tuple[Array, Array, Array]:
        """The samples that a surface covers, its index for each, and how near it is there."""
        found = [self._in_triangle(triangle) for triangle in surface.triangles]
        sample, near = (np.concatenate([part[i] for part in found]) for i in (0, 1))
        sample, first = np.unique(sample, return_index=True)
        return sample, np.full(len(sample), index, float), near[first]

    def _in_triangle(self, triangle: Array) -> tuple[Array, Array]:
        corners = (triangle[:, :2] - self.low) * self.scale
        (left, low), (right, high) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
        x, y = np.meshgrid(
            np.arange(max(left, 0), min(right, self.width)) + 0.5,
            np.arange(max(low, 0), min(high, self.height)) + 0.5,
        )
        (ax, ay), (bx, by), (cx, cy) = corners
        whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        one = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / whole
        two = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / whole
        three = 1.0 - one - two
        inside = (one >= 0.0) & (two >= 0.0) & (three >= 0.0)
        near = one * triangle[0, 2] + two * triangle[1, 2] + three * triangle[2, 2]
        sample = (y - 0.5) * self.width + x - 0.5
        return sample[inside], near[inside]

    def visible(self) -> Array:
        """The indices of the surfaces that can be seen somewhere."""
        before = np.cumsum(self._opaque) - self._opaque
        first = np.r_[True, np.diff(self.sample) != 0]
        start = np.maximum.accumulate(np.where(first, before, 0))
        return np.unique(self.owner[before == start])

    def over(self, kept: Array) -> list[tuple[int, int]]:
        """Pairs of surfaces of ``kept``: the first is to be drawn before the second."""
        held = np.isin(self.owner, kept)
        sample, owner = self.sample[held], self.owner[held]
        same = np.diff(sample) == 0
        count = int(self.owner.max()) + 1
        pairs, times = np.unique(owner[1:][same] * count + owner[:-1][same], return_counts=True)
        often = dict(zip(pairs.tolist(), times.tolist(), strict=True))
        found = [divmod(pair, count) for pair in often]
        # Where two pass through each other, what is so at more samples counts.
        return [(a, b) for a, b in found if (often[a * count + b], a) > (often.get(b * count + a, 0), b)]

    def nearest(self, spot: Array) -> float:
        """How near the surface is that is seen at a place (2,) of the picture; -inf for none."""
        x, y = np.floor((spot - self.low) * self.scale)
        if not (0 <= x < self.width and 0 <= y < self.height):
            return -np.inf
        first = int(np.searchsorted(self.sample, int(y) * self.width + int(x)))
        inside = first < len(self.sample) and self.sample[first] == int(y) * self.width + int(x)
        return float(self.near[first]) if inside else -np.inf


def painted(samples: Samples, surfaces: Sequence[Surface]) -> list[Surface]:
    """The surfaces that can be seen, each after all that it lies over.

    As far as that allows wood comes first, and the surfaces of a piece come together.
    """
    kept = samples.visible()
    after: dict[int, list[int]] = {int(index): [] for index in kept}
    waits = dict.fromkeys(after, 0)
    for one, two in samples.over(kept):
        after[one].append(two)
        waits[two] += 1
    ready: dict[int, list[int]] = {}
    left, found, piece = set(after), list[Surface](), -1

    def add(index: int) -> None:
        heapq.heappush(ready.setdefault(_group(surfaces[index]), []), index)

    for index in left:
        if not waits[index]:
            add(index)
    while left:
        if not ready:  # a circle: what is deepest in the scene's order goes first
            add(min(left, key=lambda index: (waits[index], index)))
        piece = piece if piece in ready else min(ready)
        index = heapq.heappop(ready[piece])
        if not ready[piece]:
            del ready[piece]
        if index not in left:
            continue
        left.discard(index)
        found.append(surfaces[index])
        for other in after[index]:
            waits[other] -= 1
            if not waits[other] and other in left:
                add(other)
    return found


def _group(surface: Surface) -> int:
    """The piece, and before all pieces the wood, whatever piece it belongs to."""
    return -1 if surface.wooden else surface.piece
