"""What a scene is made of: batches of instances, labels, a ground and bounds. Plain data.

World frame: x east, y north, z up, one unit is one cube's edge; a board's upper surface lies at
z = 0 and its centre at the origin. Seen from above with north up, every board lies as in its
game's own drawings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float32]

#: One vertex: place and normal in the solid's own frame, and its place on the surface (0 to 1).
MESH_VERTEX = np.dtype([("position", "<f4", 3), ("normal", "<f4", 3), ("uv", "<f4", 2)])

#: One instance. ``position`` is where the solid's origin lies in the world, ``orientation`` a unit
#: quaternion (x, y, z, w), ``look`` is (scale, alpha 0..1, dim 0..1, glow 0..1), ``pattern`` has
#: the bits its material reads, ``id`` names the piece for picking and for telling scenes apart.
INSTANCE = np.dtype(
    [
        ("position", "<f4", 3),
        ("orientation", "<f4", 4),
        ("look", "<f4", 4),
        ("pattern", "<u4"),
        ("id", "<u4"),
    ]
)


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh: ``vertices`` (N,) of ``MESH_VERTEX``, ``indices`` (3 M,) uint32.

    ``coarse`` indices, if any, draw the same solid without its details of the size ``detail``; they
    serve where such a detail is smaller than a pixel. ``cast`` indices, if any, are what throws its
    shadow; a shadow is coarser than any detail. ``foot`` (N, 2), if any, is a convex outline in x
    and y, counterclockwise: what a board covers of the table, where nobody sees that.
    """

    name: str
    vertices: Array
    indices: npt.NDArray[np.uint32]
    coarse: npt.NDArray[np.uint32] | None = None
    detail: float = 0.0
    cast: npt.NDArray[np.uint32] | None = None
    foot: Array | None = None


@dataclass(frozen=True, eq=False)
class Batch:
    """All instances of one solid in one material: drawn by one call.

    ``material`` names a fragment shader (``truchet``, ``wood``). ``translucent`` batches are
    blended over the rest, by the alpha of each instance, and cast no shadow.
    """

    mesh: Mesh
    material: str
    instances: Array
    translucent: bool = False


SIDEWAYS = 0.25
"""``shaders/label.vert`` holds the same figure."""


@dataclass(frozen=True)
class Label:
    """A short text lying flat on the board, turned to be upright for whoever looks.

    ``position`` is its centre in the world, ``height`` the height of a capital letter. One that is
    ``outlined`` is light in a dark line, to be read on anything, and nothing hides it; with
    ``facing``, the direction of any length in which what it is written on looks, it is seen only
    by who sees that side: the cosine between both is at least ``SIDEWAYS``.
    """

    text: str
    position: tuple[float, float, float]
    height: float
    outlined: bool = False
    facing: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture's content, whatever the game, camera, palette and size.

    ``ground`` is the height of the table, None where there is none. ``bounds`` (N, 3) are points
    whose hull holds all that should be in the frame; on a board that does not grow they stay the
    same during a game, so that it does not move from picture to picture.
    """

    batches: tuple[Batch, ...]
    labels: tuple[Label, ...] = ()
    ground: float | None = None
    bounds: Floats = field(default_factory=lambda: np.zeros((0, 3), np.float32))


@dataclass(frozen=True)
class SceneOptions:
    """What to show beside the pieces.

    ``last`` is the move to mark, the one that led to the position (a move of the game or its
    text). ``numbered`` are the texts of all moves that led there, from the first on, for their
    numbers to be written on the pieces; none if they are not to be. ``result`` lights what decided
    a finished game. ``explode`` lifts each level by that many cube edges and shows all faces of all
    pieces.
    """

    last: Any = None
    numbered: tuple[str, ...] = ()
    labels: bool = True
    result: bool = True
    board: bool = True
    explode: float = 0.0


UPRIGHT = (0.0, 0.0, 0.0, 1.0)
"""The quaternion of a solid that stands as it was made."""


def instances(
    position: Array,
    orientation: Array | tuple[float, float, float, float] = UPRIGHT,
    pattern: Array | int = 0,
    ids: Array | int = 0,
    look: tuple[float, float, float, float] = (1.0, 1.0, 0.0, 0.0),
) -> Array:
    """An array of ``INSTANCE`` from positions (N, 3), quaternions (N, 4), patterns (N,), ids.

    One quaternion, pattern or id stands for all.
    """
    made = np.zeros(len(position), INSTANCE)
    made["position"], made["orientation"] = position, orientation
    made["pattern"], made["id"], made["look"] = pattern, ids, look
    return made


def mesh(name: str, position: Array, normal: Array, uv: Array, indices: Array) -> Mesh:
    """A ``Mesh`` without coarse indices from arrays (N, 3), (N, 3), (N, 2) and indices."""
    vertices = np.zeros(len(position), MESH_VERTEX)
    vertices["position"], vertices["normal"], vertices["uv"] = position, normal, uv
    return Mesh(name, vertices, np.ascontiguousarray(indices, np.uint32).reshape(-1))
