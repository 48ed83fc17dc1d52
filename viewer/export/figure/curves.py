"""Closed lines made of cubic curves.

A loop is an array (S, 4, D): S consecutive segments, each with its first point, two control points
and its last point, in D dimensions. The control points of a straight segment are its ends. Outer
loops run counterclockwise, holes clockwise.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

QUARTER = 4.0 / 3.0 * (np.sqrt(2.0) - 1.0)
"""Distance of a quarter circle's control points from its ends, in radii."""

ROUND, FAINT = 12, 0.012  # an ellipse: least number of points, and greatest deviation
EVEN = 0.2  # and none of its segments is longer than this part of its length
BEND = np.cos(np.radians(35.0))  # a line that turns by more has a corner there
LONG = 4.0  # a segment longer than its neighbours by this factor is straight
TINY = 1e-5  # step for measuring a slope


def polygon(points: Array) -> Array:
    """Return the loop of straight segments through points (N, D)."""
    after = np.roll(points, -1, axis=0)
    return np.stack([points, points, after, after], axis=1)


def is_straight(segment: Array) -> bool:
    """Return True if a segment (4, D) is straight."""
    return bool((segment[0] == segment[1]).all() and (segment[2] == segment[3]).all())


def arc(middle: Array, start: Array, end: Array) -> Array:
    """Return the segment (4, 2) that goes a quarter of the way round a circle."""
    return np.array(
        [start, start + QUARTER * (end - middle), end + QUARTER * (start - middle), end]
    )


def line(start: Array, end: Array) -> Array:
    """Return the straight segment (4, D) between two points."""
    return np.array([start, start, end, end])


def mapped(loop: Array, to_picture: Callable[[Array], Array]) -> Array:
    """Return a loop in the world as seen in the picture: (S, 4, 2).

    Its ends are projected, and so are the directions in which it leaves them; that is exact for a
    parallel projection.
    """
    first, one, two, last = (loop[:, i] for i in range(4))
    start, end = to_picture(first), to_picture(last)
    out = start + (to_picture(first + TINY * (one - first)) - start) / TINY
    back = end + (to_picture(last + TINY * (two - last)) - end) / TINY
    straight = [is_straight(segment) for segment in loop]
    out[straight], back[straight] = start[straight], end[straight]
    return np.stack([start, out, back, end], axis=1)


def smooth(points: Array) -> Array:
    """Return the loop that a polygon (N, 2) approximates: an ellipse, or round at slight bends."""
    return _ellipse(points) if _is_ellipse(points) else _rounded(points)


def _is_ellipse(points: Array) -> bool:
    if len(points) < ROUND:
        return False
    steps = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    away = points - points.mean(axis=0)
    spread = 2.0 * away.T @ away / len(points)
    if steps.max() > EVEN * steps.sum():
        return False
    if np.linalg.det(spread) < 1e-12:
        return False
    distances = np.einsum("ni,ij,nj->n", away, np.linalg.inv(spread), away)
    return bool(np.abs(np.sqrt(distances) - 1.0).max() < FAINT)


def _ellipse(points: Array) -> Array:
    """Return four curves; the points' scatter is that of the ellipse they lie on."""
    middle = points.mean(axis=0)
    away = points - middle
    size, axes = np.linalg.eigh(2.0 * away.T @ away / len(points))
    one, two = (np.sqrt(size[i]) * axes[:, i] for i in (0, 1))
    if one[0] * two[1] - one[1] * two[0] < 0.0:
        two = -two
    if away[0, 0] * away[1, 1] < away[0, 1] * away[1, 0]:  # a hole runs the other way round
        two = -two
    ends = [one, two, -one, -two, one]
    return np.array([middle + arc(np.zeros(2), ends[i], ends[i + 1]) for i in range(4)])


def _rounded(points: Array) -> Array:
    steps = np.roll(points, -1, axis=0) - points
    length = np.maximum(np.linalg.norm(steps, axis=1), 1e-12)
    ahead = steps / length[:, None]
    previous, before = np.roll(ahead, 1, axis=0), np.roll(length, 1)
    corner = (ahead * previous).sum(axis=1) < BEND
    mixed = ahead * length[:, None] + previous * before[:, None]
    tangent = mixed / np.maximum(np.linalg.norm(mixed, axis=1), 1e-12)[:, None]
    tangent = np.where((length > LONG * before)[:, None], ahead, tangent)
    tangent = np.where((before > LONG * length)[:, None], previous, tangent)
    following = np.roll(np.arange(len(points)), -1)
    curves = polygon(points)
    straight = (length > LONG * before) | (length > LONG * length[following])
    straight |= corner & corner[following]
    third = (length / 3.0)[:, None]
    out = np.where(corner[:, None], ahead, tangent) * third
    back = np.where(corner[following][:, None], ahead, tangent[following]) * third
    bent = ~straight
    curves[bent, 1] += out[bent]
    curves[bent, 2] -= back[bent]
    return curves
