"""The solids of Octi: pod, holes, prong, square, home mark, chevron.

Coordinates are those of a square: its middle at the origin, the board's surface at z = 0, squares
1 apart, x east and y north. A pod's eight sides face the eight directions of its prongs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boche.viewer.scene.model import Array, Mesh, mesh
from boche.viewer.scene.solids import Part, band, circle, joined, lid, revolved, solid

APOTHEM = 0.335  # distance from a pod's middle to its sides
HEIGHT = 0.17  # height of a pod
EASE = 0.045  # radius of its upper edge
HOLE_OUT, HOLE = 0.255, 0.042  # distance of its holes from the middle, and their radius
PRONG = 0.06  # half the width of a prong
INNER, SHOULDER, TIP = 0.16, 0.385, 0.485  # along a prong: where it begins, narrows and ends
PITCH = HEIGHT + 0.075  # distance between the pods of a stack
HOME_IN, HOME_OUT = 0.385, 0.435  # of the octagon inlaid in a home square
RING_IN, RING_OUT = 0.44, 0.478  # of the frame that marks or lights a square
DARK_IN = 0.41  # of the dark frame inside that of a hint
BROAD_IN, BROAD_OUT = 0.385, 0.49  # of the ring around what would be captured
CROSS = (0.17, 0.035)  # half its length and width
ROD = 0.022  # half the width of the rod that ties a fanned pod to its square
LAMP, GLOW = 0.10, 0.2  # radius of the light in the middle of a pod, and of its glow
TURNED, TURNED_DEEP = (0.112, 0.124, 0.136), 0.012  # the groove around the light: radii, depth

CORNERS = np.radians(22.5 + 45.0 * np.arange(8))
LEVEL = np.array([0.0, 0.0, 0.0, 1.0])


def octagon(apothem: float) -> Array:
    """Return the corners (8, 2) of an octagon whose sides face the directions, counterclockwise."""
    far = apothem / np.cos(np.pi / 8)
    return np.asarray(far * np.stack([np.cos(CORNERS), np.sin(CORNERS)], axis=1))


@lru_cache(maxsize=1)
def pod() -> Mesh:
    """Return a pod that stands at z = 0.

    It has flat sides, a rounded upper edge, and a flat top with a groove turned into it.
    """
    angles = np.radians([0.0, 22.5, 45.0, 67.5, 90.0])
    edge = [(EASE * (np.cos(a) - 1), EASE * (np.sin(a) - 1), a) for a in angles]
    rings = [(0.0, -HEIGHT, 0.0), *edge]
    parts = [_wall(rings, i) for i in range(len(rings) - 1)]
    return joined("octi pod", parts + _turned_top())


def _turned_top() -> list[Part]:
    """Return a pod's top: flat out to its edge except for the groove around its middle."""
    corners = octagon(APOTHEM - EASE)
    steps = np.arange(4)[:, None] / 4
    edge = np.concatenate(
        [
            one + steps * (two - one)
            for one, two in zip(corners, np.roll(corners, -1, 0), strict=True)
        ]
    )
    out = edge / np.linalg.norm(edge, axis=1, keepdims=True)
    inner, deep, outer = (radius * out for radius in TURNED)
    low = HEIGHT - TURNED_DEEP
    strips = (
        (inner, HEIGHT, deep, low, 0.7),
        (deep, low, outer, HEIGHT, -0.7),
        (outer, HEIGHT, edge, HEIGHT, 0.0),
    )
    here = np.arange(len(edge))
    after = np.roll(here, -1)
    faces = np.stack([here, here + len(edge), after + len(edge), here, after + len(edge), after], 1)
    found = [lid(inner, HEIGHT)]
    for one, z, two, z2, lean in strips:
        places = [
            np.column_stack([line, np.full(len(line), at)]) for line, at in ((one, z), (two, z2))
        ]
        normal = np.column_stack([lean * out, np.full(len(out), 0.7)])
        found.append((np.concatenate(places), np.tile(normal, (2, 1)), faces.reshape(-1)))
    return found


def _wall(rings: list[tuple[float, float, float]], i: int) -> Part:
    """Return the eight strips between two rings, given by (out, up, tilt of the normal)."""
    places, normals, indices = [], [], []
    for side in range(8):
        turn = np.pi / 4 * side
        out = np.array([np.cos(turn), np.sin(turn)])
        for by, up, tilt in (rings[i], rings[i + 1]):
            corners = octagon(APOTHEM + by)[[side - 1, side]]
            places += [[*corner, HEIGHT + up] for corner in corners]
            normals += [[*(out * np.cos(tilt)), np.sin(tilt)]] * 2
        first = 4 * side
        indices += [first, first + 1, first + 3, first, first + 3, first + 2]
    return np.array(places), np.array(normals), np.array(indices)


@lru_cache(maxsize=1)
def holes() -> Mesh:
    """Return the eight holes in a pod's top."""
    turns = np.pi / 4 * np.arange(8)
    return _drilled(
        "octi holes", HOLE_OUT * np.stack([np.cos(turns), np.sin(turns)], 1), HOLE, HEIGHT + 0.002
    )


def _drilled(name: str, places: Array, radius: float, z: float) -> Mesh:
    """Return holes in a plane at a height, around places (N, 2).

    They are discs whose uv is the position in them, in radii; ``shaders/hole.frag`` draws their
    depth.
    """
    disc, _, fan = lid(circle(1.0, 20), 0.0)
    flat = disc[:, :2]
    spots = (places[:, None] + radius * flat).reshape(-1, 2)
    indices = (fan + len(flat) * np.arange(len(places))[:, None]).reshape(-1)
    where, uv = np.column_stack([spots, np.full(len(spots), z)]), np.tile(flat, (len(places), 1))
    return mesh(name, where, np.tile([0.0, 0.0, 1.0], (len(where), 1)), uv, indices)


@lru_cache(maxsize=1)
def prong() -> Mesh:
    """Return a prong that points east, half sunk in a pod's top and pointed at its outer end."""
    along = [(INNER - 0.03, 0.0), (INNER - 0.02, 0.7), (INNER, 1.0), (SHOULDER, 1.0)]
    along += [(SHOULDER, 1.0), (TIP, 0.0)]
    across = np.radians(np.linspace(0.0, 180.0, 11))
    slopes = [0.0, 40.0, 75.0, 90.0, 65.0, 65.0]
    signs = [-1, -1, -1, 1, 1, 1]
    places, normals = [], []
    for (x, wide), tilt, sign in zip(along, slopes, signs, strict=True):
        up, ahead = np.sin(np.radians(tilt)), sign * np.cos(np.radians(tilt))
        round_ = np.stack([np.zeros(11), np.cos(across), 0.9 * np.sin(across)], axis=1)
        places.append([x, 0.0, HEIGHT] + PRONG * wide * round_)
        normals.append(up * np.stack([np.zeros(11), np.cos(across), np.sin(across)], axis=1)
                       + [ahead, 0.0, 0.0])  # fmt: skip
    found = []
    for ring in range(len(along) - 1):
        one, two = 11 * ring + np.arange(10), 11 * (ring + 1) + np.arange(10)
        found.append(np.stack([one, two + 1, two], axis=1))
        found.append(np.stack([one, one + 1, two + 1], axis=1))
    place, normal = np.concatenate(places), np.concatenate(normals)
    return solid("octi prong", place, normal, np.concatenate(found).reshape(-1))


@lru_cache(maxsize=1)
def peg() -> Mesh:
    """Return a prong that stands in a rack beside the board, its round end above z = 0."""
    angles = np.radians([0.0, 30.0, 60.0, 90.0])
    rings = [(PRONG, -0.02, 0.0), (PRONG, 0.10, 0.0)]
    rings += [(PRONG * np.cos(a), 0.10 + 0.8 * PRONG * np.sin(a), a) for a in angles[1:]]
    return revolved("octi peg", rings, 16)


@lru_cache(maxsize=1)
def hole() -> Mesh:
    """Return an empty hole of that rack."""
    return _drilled("octi hole", np.zeros((1, 2)), 0.8 * PRONG, 0.002)


@lru_cache(maxsize=1)
def lamp() -> Mesh:
    """Return a round inlay in the middle of a pod's top."""
    return joined("octi lamp", [lid(circle(LAMP, 32), HEIGHT + 0.003)])


@lru_cache(maxsize=1)
def glow() -> Mesh:
    """Return a pod's top as far as its holes."""
    return joined("octi glow", [lid(circle(GLOW, 32), HEIGHT + 0.003)])


@lru_cache(maxsize=8)
def frame(inner: float, outer: float, octagonal: bool, z: float) -> Mesh:
    """Return a flat frame in the board: an octagon, or a square with its corners cut."""
    shape = octagon if octagonal else _cut_square
    return band(f"octi frame {inner} {outer}", shape(inner), shape(outer), z)


@lru_cache(maxsize=1)
def ring() -> Mesh:
    """Return a broad round ring in the board, for squares whose pods would be captured."""
    return band("octi ring", circle(BROAD_IN, 48), circle(BROAD_OUT, 48), 0.006)


@lru_cache(maxsize=1)
def cross() -> Mesh:
    """Return a cross on a pod's top, for one that may be captured."""
    long, wide = CROSS
    bar = np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]])
    turn = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2.0)
    bars = [bar @ turn, bar @ turn.T]
    return joined("octi cross", [lid(each, HEIGHT + 0.004) for each in bars])


@lru_cache(maxsize=1)
def brackets() -> Mesh:
    """Return the four corners of a frame in the board: a square where a move may stop."""
    far, near, arm = RING_OUT, RING_OUT - 0.05, RING_OUT - 0.2
    across = np.array([[arm, near], [far, near], [far, far], [arm, far]])
    along = np.array([[near, arm], [far, arm], [far, near], [near, near]])
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    parts = []
    for _ in range(4):
        parts += [_flat(across), _flat(along)]
        across, along = across @ quarter, along @ quarter
    return joined("octi brackets", parts)


def _flat(corners: Array) -> Part:
    """Return a rectangle in the board, from its corners (4, 2), counterclockwise."""
    places = np.column_stack([corners, np.full(4, 0.006)])
    return places, np.tile([0.0, 0.0, 1.0], (4, 1)), np.array([0, 1, 2, 0, 2, 3])


def _cut_square(half: float) -> Array:
    cut = 0.06
    points = [(half, half - cut), (half - cut, half), (cut - half, half), (-half, half - cut)]
    return np.array(points + [(-x, -y) for x, y in points])


@lru_cache(maxsize=1)
def chevron() -> Mesh:
    """Return a mark that points east: the board continues there."""
    one = np.array([[-0.06, 0.13], [0.05, 0.0], [-0.06, -0.13]])
    two = one + np.array([0.055, 0.0])
    place = np.column_stack([np.concatenate([one, two]), np.full(6, 0.003)])
    strip = np.array([0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4])
    return solid("octi chevron", place, np.tile([0.0, 0.0, 1.0], (6, 1)), strip)


@lru_cache(maxsize=1)
def rod() -> Mesh:
    """Return a flat rod from the origin east to x = 1."""
    place = np.array([[0.0, -ROD, 0.0], [1.0, -ROD, 0.0], [1.0, ROD, 0.0], [0.0, ROD, 0.0]])
    normal = np.tile([0.0, 0.0, 1.0], (4, 1))
    return solid("octi rod", place, normal, np.array([0, 1, 2, 0, 2, 3]))


def turned(direction: int) -> Array:
    """Return the quaternion that turns east into a direction, 0 for north, clockwise."""
    half = np.pi / 4 - np.pi / 8 * direction
    return np.array([0.0, 0.0, np.sin(half), np.cos(half)])
