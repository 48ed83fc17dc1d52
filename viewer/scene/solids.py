"""Solids for batches, shared by the games."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boche.viewer.scene.model import Array, Mesh, mesh

BEVEL = 0.055  # of a cube's edge; shaders/truchet.glsl has the same figure

# The hollow of the material ``drilled``, as in shaders/drilled.frag: radius, round edge, depth.
HOLE, HOLE_EDGE, HOLE_DEPTH = 0.33, 0.035, 0.19

# Half the side of a square of the material ``grooved``, without the groove around it, as in
# shaders/grooved.frag; and the depth of that groove if it is a mesh.
GROOVED, GROOVE_DEPTH = 0.485, 0.03

TO_EYE = 1 << 31  # a pattern's bit, shaders/solid.vert: this solid turns its top to the eye

#: Places (N, 3), normals (N, 3) and indices.
Part = tuple[Array, Array, Array]

UNSEEN = 0.1  # of a pixel: a round edge that is off by less looks round


@lru_cache(maxsize=1)
def square() -> Mesh:
    """Return a unit face in the plane z = 0, seen from +z, with a bevel strip along each edge.

    The vertex shader bends the strips down where the instance's pattern says the edge is round.
    """
    steps = np.array([0.0, BEVEL, 1.0 - BEVEL, 1.0])
    u, v = (grid.reshape(-1) for grid in np.meshgrid(steps, steps))
    position = np.stack([u, v, np.zeros_like(u)], axis=1)
    normal = np.tile([0.0, 0.0, 1.0], (len(u), 1))
    first = np.array([4 * row + column for row in range(3) for column in range(3)])
    quads = first[:, None] + np.array([0, 1, 5, 0, 5, 4])
    made = mesh("square", position, normal, np.stack([u, v], axis=1), quads)
    corners = np.array([0, 3, 15, 0, 15, 12], np.uint32)
    return replace(made, coarse=corners, detail=0.3 * BEVEL)


@lru_cache(maxsize=1)
def grooved() -> Mesh:
    """Return a unit square around the origin in the plane z = 0; its uv is the position in it.

    The material shades the groove along its edges, see ``shaders/grooved.frag``.
    """
    corners = 0.5 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    up = np.tile([0.0, 0.0, 1.0], (4, 1))
    places = np.column_stack([corners, np.zeros(4)])
    return mesh("grooved", places, up, corners, np.array([0, 1, 2, 0, 2, 3]))


@lru_cache(maxsize=1)
def cut() -> Mesh:
    """Return the same square with a real groove, for pictures and models without that shader."""
    rings = [(GROOVED, 0.0), (0.5, -GROOVE_DEPTH)]
    places, normals, indices = [], [], []
    for side in range(4):
        turn = np.pi / 2 * side
        out = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-out[1], out[0]])
        for half, z in rings:
            places += [[*(half * (out - across)), z], [*(half * (out + across)), z]]
        normals += [[*(0.7 * out), 0.7]] * 4
        first = 4 * side
        indices += [first, first + 2, first + 3, first, first + 3, first + 1]
    wall = (np.array(places), np.array(normals), np.array(indices))
    top = np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]]) * GROOVED
    return joined("cut", [lid(top, 0.0), wall])


def circle(radius: float, count: int) -> Array:
    """Return points (N, 2) of a circle, counterclockwise."""
    turn = 2.0 * np.pi * np.arange(count) / count
    return np.asarray(radius * np.stack([np.cos(turn), np.sin(turn)], axis=1))


def lid(outline: Array, z: float) -> Part:
    """Return a flat polygon (N, 2) around the origin at a height, facing up."""
    count = len(outline)
    places = np.column_stack([np.concatenate([[[0.0, 0.0]], outline]), np.full(count + 1, z)])
    here = np.arange(count)
    fan = np.stack([np.zeros(count, int), 1 + here, 1 + (here + 1) % count], axis=1)
    return places, np.tile([0.0, 0.0, 1.0], (count + 1, 1)), fan.reshape(-1)


def band(name: str, inner: Array, outer: Array, z: float) -> Mesh:
    """Return the flat area at a height between two closed lines (N, 2), counterclockwise."""
    count = len(inner)
    here = np.arange(count)
    after = (here + 1) % count
    strip = np.stack([here, here + count, after + count, here, after + count, after], axis=1)
    place = np.column_stack([np.concatenate([inner, outer]), np.full(2 * count, z)])
    return solid(name, place, np.tile([0.0, 0.0, 1.0], (2 * count, 1)), strip.reshape(-1))


def revolved(name: str, rings: list[tuple[float, float, float]], around: int) -> Mesh:
    """Return rings around the z axis, given by (radius, height, tilt of the normal), and joined.

    The surface is seen from one side only. Where the rings go up it faces outwards, and where they
    become smaller it faces up: name them from below, on the outside, upwards, and then inwards. A
    tilt is the angle of the normal above the horizon, away from the axis; at an edge, name the ring
    twice. Each ring has ``around`` points, the first one in the east: with 4 it is a square that
    stands on a corner.
    """
    flat = circle(1.0, around)
    place = [np.column_stack([radius * flat, np.full(around, z)]) for radius, z, _ in rings]
    normal = [
        np.column_stack([np.cos(tilt) * flat, np.full(around, np.sin(tilt))])
        for _, _, tilt in rings
    ]
    here = np.arange(around)
    following = (here + 1) % around
    found = []
    for ring in range(len(rings) - 1):
        one, two = around * ring, around * (ring + 1)
        found.append(np.stack([one + here, one + following, two + following], axis=1))
        found.append(np.stack([one + here, two + following, two + here], axis=1))
    indices = np.concatenate(found).reshape(-1)
    return solid(name, np.concatenate(place), np.concatenate(normal), indices)


def block(name: str, outline: Array, low: float, high: float) -> Mesh:
    """Return upright walls along an outline (N, 2), counterclockwise, and a flat top.

    Every point of the outline must be visible from the origin.
    """
    count, after = len(outline), np.roll(outline, -1, axis=0)
    corners = [(side, z) for z in (low, high) for side in (outline, after)]
    place = [np.column_stack([side, np.full(count, z)]) for side, z in corners]
    along = after - outline
    out = np.column_stack([along[:, 1], -along[:, 0], np.zeros(count)])
    here = np.arange(count)
    quads = here[:, None] + count * np.array([0, 1, 3, 0, 3, 2])
    walls = np.concatenate(place), np.tile(out, (4, 1)), quads.reshape(-1)
    return joined(name, [walls, lid(outline, high)])


def joined(name: str, parts: list[Part]) -> Mesh:
    """Return one mesh made of several parts."""
    place, normal = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    starts = np.cumsum([0, *(len(part[0]) for part in parts)])
    indices = [part[2] + start for part, start in zip(parts, starts, strict=False)]
    return solid(name, place, normal, np.concatenate(indices))


def in_two(name: str, both: list[Part], fine: list[Part], coarse: list[Part], off: float) -> Mesh:
    """Return one mesh of parts, some of them finer where a picture is large enough to tell.

    The parts in ``coarse`` are off by up to ``off`` world units from the round that those in
    ``fine`` come closer to; they also cast the shadow.
    """
    made = joined(name, [*both, *fine, *coarse])
    start = sum(len(part[2]) for part in both)
    end = start + sum(len(part[2]) for part in fine)
    rough = np.concatenate([made.indices[:start], made.indices[end:]])
    return replace(made, indices=made.indices[:end], coarse=rough, cast=rough, detail=off / UNSEEN)


def off_round(radius: float, steps: int, angle: float) -> float:
    """Return how far the chords are off that draw an arc of ``angle`` (radians) in ``steps``."""
    return float(radius * (1.0 - np.cos(angle / steps / 2.0)))


def solid(name: str, place: Array, normal: Array, indices: Array) -> Mesh:
    """Return a mesh of a single material; its normals (N, 3) may have any length."""
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    return mesh(name, place, normal / length, np.full((len(place), 2), 0.5), indices)


def quaternion(axes: Array) -> Array:
    """Return the unit quaternion (x, y, z, w) of a rotation matrix (3, 3) that acts on columns."""
    m = np.asarray(axes, float)
    diagonal = np.diag(m)
    w = np.sqrt(max(0.0, 1.0 + diagonal.sum())) / 2
    if w > 1e-4:
        skew = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
        return np.append(skew / (4 * w), w)
    i = int(np.argmax(diagonal))
    j, k = (i + 1) % 3, (i + 2) % 3
    q = np.zeros(4)
    q[i] = np.sqrt(1.0 + 2 * m[i, i] - diagonal.sum()) / 2
    q[j], q[k] = (m[i, j] + m[j, i]) / (4 * q[i]), (m[i, k] + m[k, i]) / (4 * q[i])
    q[3] = (m[k, j] - m[j, k]) / (4 * q[i])
    return q


def rotated(q: Array, points: Array) -> Array:
    """Return points (N, 3) turned by a unit quaternion (x, y, z, w).

    With quaternions (M, 1, 4) the result is (M, N, 3).
    """
    vector, w = q[..., :3], q[..., 3:]
    across = np.cross(vector, points)
    return np.asarray(points + 2.0 * np.cross(vector, across + w * points))


def composed(q: Array, turns: Array) -> Array:
    """Return the quaternions (N, 4) that turn by each of ``turns``, then by ``q``."""
    v, w = turns[:, :3], turns[:, 3:]
    vector = q[3] * v + w * q[:3] + np.cross(q[:3], v)
    return np.column_stack([vector, q[3] * w[:, 0] - v @ q[:3]])
