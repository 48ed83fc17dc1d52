"""Parts of a scene: batches of instances, labels, a ground and bounds. Plain data.

World frame: x east, y north, z up, one unit is one cube's edge; a board's upper surface lies at
z = 0 and its centre at the origin. Seen from above with north up, every board lies as in its
game's own drawings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from boche.viewer.scene.apart import TOGETHER, Apart

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float32]

#: One vertex: position and normal in the solid's own frame, and surface coordinates (0 to 1).
MESH_VERTEX = np.dtype([("position", "<f4", 3), ("normal", "<f4", 3), ("uv", "<f4", 2)])

#: One instance. ``position`` is the solid's origin in the world, ``orientation`` a unit
#: quaternion (x, y, z, w), ``look`` is (scale, alpha 0..1, dim 0..1, glow 0..1), ``pattern`` has
#: the bits that its material reads, ``id`` is the piece for picking and for comparing scenes.
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

    ``coarse`` indices, if any, draw the same solid without its details of size ``detail``; they
    are used when such a detail is smaller than a pixel. ``cast`` indices, if any, are those that
    cast its shadow; a shadow is coarser than any detail. ``foot`` (N, 2), if any, is a convex
    outline in x and y, counterclockwise: the part of the table that a board hides from view.
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
    """Instances of one solid in one material, drawn by one call.

    ``material`` names a fragment shader (``truchet``, ``wood``). ``translucent`` batches are
    blended over the rest, by the alpha of each instance, and cast no shadow; nor does
    what ``floats`` so high that its shadow would lie far from it. Nothing hides batches that lie
    ``over`` all in a figure, and nothing at all those that are seen ``through`` the rest.
    """

    mesh: Mesh
    material: str
    instances: Array
    translucent: bool = False
    over: bool = False
    through: bool = False
    floats: bool = False

    @property
    def casts(self) -> bool:
        """Whether the instances cast shadows."""
        return not (self.translucent or self.floats)


SIDEWAYS = 0.25
"""Least cosine between a label's ``facing`` and the view, unless it has one of its own."""


@dataclass(frozen=True)
class Label:
    """A short text lying flat on the board, turned upright for the viewer.

    ``position`` is its centre in the world, ``height`` the height of a capital letter. An
    ``outlined`` label is light with a dark outline, so that it is legible on anything, and nothing
    hides it. ``facing``, if given, is the direction (of any length) in which the surface below it
    looks; it is then visible only from that side: the cosine between that and the direction to the
    eye is at least ``least``.
    """

    text: str
    position: tuple[float, float, float]
    height: float
    outlined: bool = False
    facing: tuple[float, float, float] = (0.0, 0.0, 0.0)
    least: float = SIDEWAYS


@dataclass(frozen=True, eq=False)
class Scene:
    """Content of a picture, independent of game, camera, palette and size.

    ``ground`` is the height of the table, or None. ``bounds`` (N, 3) are points whose hull
    contains all that should be in the frame; on a board that does not grow they stay the same
    during a game, so that it does not move from picture to picture.
    """

    batches: tuple[Batch, ...]
    labels: tuple[Label, ...] = ()
    ground: float | None = None
    bounds: Floats = field(default_factory=lambda: np.zeros((0, 3), np.float32))


@dataclass(frozen=True)
class SceneOptions:
    """Options on what to show besides the pieces.

    ``last`` is the move to mark, the one that led to the position (a move of the game or its
    text). ``numbered`` are the texts of all moves that led there, from the first on, if their
    numbers are to be written on the pieces. ``result`` lights what decided a finished game.
    ``explode`` is how far stacks are fanned out, 0 to 1; ``apart`` is how layers are taken apart,
    and then all faces of all pieces are shown.
    ``drawn`` are marks drawn by hand: a property of SGF, a place, the end of an arrow or a text.
    """

    last: Any = None
    numbered: tuple[str, ...] = ()
    labels: bool = True
    result: bool = True
    board: bool = True
    explode: float = 0.0
    apart: Apart = TOGETHER
    drawn: tuple[tuple[str, str, str], ...] = ()


UPRIGHT = (0.0, 0.0, 0.0, 1.0)
"""Quaternion of a solid that stands as it was made."""


def instances(
    position: Array,
    orientation: Array | tuple[float, float, float, float] = UPRIGHT,
    pattern: Array | int = 0,
    ids: Array | int = 0,
    look: tuple[float, float, float, float] = (1.0, 1.0, 0.0, 0.0),
) -> Array:
    """Return an array of ``INSTANCE`` from positions (N, 3), quaternions (N, 4), patterns, ids.

    Patterns and ids are (N,). A single quaternion, pattern or id applies to all.
    """
    made = np.zeros(len(position), INSTANCE)
    made["position"], made["orientation"] = position, orientation
    made["pattern"], made["id"], made["look"] = pattern, ids, look
    return made


def mesh(name: str, position: Array, normal: Array, uv: Array, indices: Array) -> Mesh:
    """Return a ``Mesh`` without coarse indices from arrays (N, 3), (N, 3), (N, 2) and indices."""
    vertices = np.zeros(len(position), MESH_VERTEX)
    vertices["position"], vertices["normal"], vertices["uv"] = position, normal, uv
    return Mesh(name, vertices, np.ascontiguousarray(indices, np.uint32).reshape(-1))
