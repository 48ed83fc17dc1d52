"""A scene as surfaces: the visible sides of each solid, as outlines in the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from boche.viewer.export.figure.curves import Array, mapped, polygon, smooth
from boche.viewer.export.figure.faces import face, square
from boche.viewer.export.figure.view import View
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.model import Batch, Mesh, Scene
from boche.viewer.scene.solids import circle, cut, rotated

TO_EYE = 1 << 31  # shaders/solid.vert has the same figure
HOLE = 0.33  # the radius of a drilled hollow; shaders/drilled.frag has the same figure
AROUND = 32  # points of its edge
SLIVER = 1e-9  # least area of a triangle that is visible

ENAMEL: dict[int, str] = {enamel: enamel.colour for enamel in Enamel}
"""Names of the colours of ``enamel`` in a palette, by their numbers."""


@dataclass(frozen=True, eq=False)
class Area:
    """Loops (S, 4, 2) in the picture, and the role that gives them a colour."""

    role: str
    loops: tuple[Array, ...]


@dataclass(frozen=True, eq=False)
class Surface:
    """A part of a solid that faces the eye and hides what lies behind it.

    ``triangles`` (T, 3, 3) are its triangles in the picture, with their nearness; ``areas`` are
    drawn one over the other, the first is all of it. ``normal`` (3,) is its direction in the
    world, ``piece`` the instance's id, ``alpha`` and ``dim`` are those of its look. Nothing hides
    it if it lies ``over`` all.
    """

    triangles: Array
    areas: tuple[Area, ...]
    normal: Array
    piece: int
    alpha: float
    dim: float
    wooden: bool
    over: bool


def surfaces(scene: Scene, view: View) -> Iterator[Surface]:
    """Yield all surfaces that face the eye, in the order of the scene, including hidden ones."""
    cache: dict[Hashable, list[Surface]] = {}
    for batch in scene.batches:
        for instance in batch.instances:
            if view.is_parallel:
                yield from _moved(batch, instance, view, cache)
            else:
                yield from _of_instance(batch, instance, view)


def _moved(
    batch: Batch, instance: Any, view: View, cache: dict[Hashable, list[Surface]]
) -> Iterator[Surface]:
    """Yield an instance's surfaces, moved from those at the origin, which are in ``cache``.

    In a parallel view an instance looks the same everywhere.
    """
    look, pattern = instance["look"], int(instance["pattern"])
    turn = instance["orientation"].tobytes()
    key = (batch.mesh, batch.material, turn, look.tobytes(), pattern)
    if key not in cache:
        central = instance.copy()
        central["position"] = 0.0
        cache[key] = list(_of_instance(batch, central, view))
    ends = np.array([instance["position"], np.zeros(3)], float)
    (x, y), depth = np.subtract(*view.to_picture(ends)), np.subtract(*view.near(ends))
    by = np.array([x, y])
    for surface in cache[key]:
        areas = tuple(
            Area(area.role, tuple(loop + by for loop in area.loops)) for area in surface.areas
        )
        triangles = surface.triangles + np.array([x, y, depth])
        yield replace(surface, triangles=triangles, areas=areas, piece=int(instance["id"]))


def _of_instance(batch: Batch, instance: Any, view: View) -> Iterator[Surface]:
    if batch.material == "grooved":
        batch = replace(batch, mesh=cut())
    local = batch.mesh.vertices["position"].astype(float)
    to_world = partial(_placed, instance, view)
    places = to_world(local)
    projected, near = view.to_picture(places), view.near(places)
    full = np.column_stack([projected, near])
    for facet in facets(batch.mesh):
        facing = _turned_here(projected[facet.triangles])
        triangles = facet.triangles[facing]
        if not len(triangles):
            continue
        rims = [rim for rim, turned in zip(facet.rims, facing, strict=True) if turned]
        normal = _normal(places[triangles])
        yield Surface(
            triangles=full[triangles],
            areas=tuple(_areas(batch, int(instance["pattern"]), projected, rims, to_world, view)),
            normal=normal,
            piece=int(instance["id"]),
            alpha=float(instance["look"][1]),
            dim=float(instance["look"][2]),
            wooden=batch.material in ("wood", "grooved", "drilled"),
            over=batch.over,
        )


def _placed(instance: Any, view: View, points: Array) -> Array:
    """Return points (..., 3) of a solid's own frame in the world."""
    at, scale = instance["position"].astype(float), float(instance["look"][0])
    flat = points.reshape(-1, 3)
    if int(instance["pattern"]) & TO_EYE:
        z = view.to_eye(at)
        x = np.array([-z[1], z[0], 0.0] if abs(z[2]) < 0.99 else [z[2], 0.0, -z[0]])
        x /= np.linalg.norm(x)
        turned = flat @ np.stack([x, np.cross(z, x), z])
    else:
        turned = rotated(instance["orientation"].astype(float), flat)
    return np.asarray(at + scale * turned).reshape(points.shape)


def _turned_here(projected: Array) -> Array:
    """Return a mask of the triangles (T, 3, 2) in the picture that show their front."""
    one, two = projected[:, 1] - projected[:, 0], projected[:, 2] - projected[:, 0]
    return np.asarray(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] > SLIVER)


def _normal(places: Array) -> Array:
    """Return the mean direction, (3,), in which triangles (T, 3, 3) look."""
    total = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]).sum(axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-12))


def _areas(
    batch: Batch,
    pattern: int,
    projected: Array,
    rims: list[tuple[int, ...]],
    to_world: partial[Array],
    view: View,
) -> Iterator[Area]:
    def lying(flat: Array) -> Array:
        """Return a loop of the solid's plane z = 0 in the picture."""
        raised = np.concatenate([flat, np.zeros((*flat.shape[:-1], 1))], axis=-1)
        placed = to_world(raised)
        return view.to_picture(placed) if view.is_parallel else mapped(placed, view.to_picture)

    if batch.material == "truchet":
        for role, loops in face(pattern):
            yield Area(role, tuple(lying(loop) for loop in loops))
        return
    if batch.material in ("enamel", "glass", "hole"):
        role = ENAMEL.get(pattern & 15, "light")
    else:
        role = "hole" if pattern >> 16 & 0xFF else "wood"
    loops = (lying(square()),) if batch.mesh.name == "square" else _around(projected, rims)
    yield Area(role, loops)
    if batch.material == "drilled":
        yield Area("hollow", (smooth(lying(polygon(circle(HOLE, AROUND)))[:, 0]),))


def _around(projected: Array, rims: list[tuple[int, ...]]) -> tuple[Array, ...]:
    return tuple(smooth(projected[loop]) for loop in outlines(rims))


# The facets of a mesh: its triangles grouped into parts that are drawn in one tone each.

Triangles = npt.NDArray[np.int64]

FLAT = np.cos(np.radians(1.0))  # largest angle between triangles that lie in one plane
TURN = np.cos(np.radians(35.0))  # largest angle of a facet's triangles to its plane: an eased edge
ON = 1e-4  # of an edge's length: largest distance of a vertex that lies on it
ROUND = 0.2  # a solid is round all over if no plane of it has this part of its surface


def corners_of(mesh: Mesh) -> Triangles:
    """Return the triangles (T, 3) of a mesh for a figure, as indices of its vertices.

    Vertices at one place have one index, regardless of their normals.
    """
    _, first, same = np.unique(
        np.round(mesh.vertices["position"].astype(float), 5),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    used = mesh.indices if mesh.coarse is None else mesh.coarse
    triangles = first[same.reshape(-1)][used].reshape(-1, 3)
    a, b, c = triangles.T
    return np.asarray(triangles[(a != b) & (b != c) & (c != a)])


@dataclass(frozen=True, eq=False)
class Facet:
    """Triangles (T, 3) and the closed line around each of them, as indices of vertices.

    A triangle's line has more than three vertices if others end in the middle of its edges.
    """

    triangles: Triangles
    rims: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def facets(mesh: Mesh) -> tuple[Facet, ...]:
    """Return the facets of a mesh. A round solid is one facet."""
    triangles = corners_of(mesh)
    normals, areas = _normals(mesh, triangles)
    rims = rims_of(mesh, triangles)
    near = _neighbours(rims)
    planes = _parts(near, normals, np.argsort(-areas, kind="stable"), FLAT)
    sizes = np.array([areas[plane].sum() for plane in planes])
    if sizes.max() < ROUND * areas.sum():
        parts = _parts(near, normals, range(len(triangles)), -2.0)
    else:
        seeds = [planes[i][0] for i in np.argsort(-sizes, kind="stable")]
        parts = _parts(near, normals, seeds, TURN)
    return tuple(Facet(triangles[part], tuple(rims[i] for i in part)) for part in parts)


def rims_of(mesh: Mesh, triangles: Triangles) -> list[tuple[int, ...]]:
    """Return the closed line around each triangle, with all vertices of the mesh that lie on it."""
    places = mesh.vertices["position"].astype(float)
    used = np.unique(triangles)
    between: dict[tuple[int, int], list[int]] = {}
    rims = []
    for corners in triangles.tolist():
        rim: list[int] = []
        for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (one, two) not in between:
                inner = _on_edge(places, used, one, two)
                between[one, two], between[two, one] = inner, inner[::-1]
            rim += [one, *between[one, two]]
        rims.append(tuple(rim))
    return rims


def _on_edge(places: Array, used: Triangles, one: int, two: int) -> list[int]:
    """Return the vertices that lie between the ends of an edge, in order."""
    edge = places[two] - places[one]
    length = float(np.linalg.norm(edge))
    away = places[used] - places[one]
    along = away @ edge / length**2
    aside = np.linalg.norm(away - along[:, None] * edge, axis=1)
    on = (aside < ON * length) & (along > ON) & (along < 1.0 - ON)
    return [int(used[i]) for i in np.flatnonzero(on)[np.argsort(along[on])]]


def _normals(mesh: Mesh, triangles: Triangles) -> tuple[Array, Array]:
    a, b, c = (mesh.vertices["position"].astype(float)[triangles[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    twice = np.linalg.norm(across, axis=1)
    return across / np.maximum(twice, 1e-12)[:, None], twice / 2.0


def _neighbours(rims: list[tuple[int, ...]]) -> list[list[int]]:
    """Return, for each triangle, those that share an edge, or a part of one, with it."""
    at: dict[tuple[int, int], list[int]] = {}
    for index, rim in enumerate(rims):
        for one, two in _edges(rim):
            at.setdefault((min(one, two), max(one, two)), []).append(index)
    near: list[list[int]] = [[] for _ in rims]
    for sharing in at.values():
        for one in sharing:
            near[one] += [two for two in sharing if two != one]
    return near


def _edges(rim: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    return zip(rim, (*rim[1:], rim[0]), strict=True)


def _parts(
    near: list[list[int]], normals: Array, seeds: Iterable[int], least: float
) -> list[list[int]]:
    """Return connected triangles whose normals have at least the cosine ``least`` to a seed's."""
    visited, parts = set[int](), []
    for seed in map(int, seeds):
        if seed in visited:
            continue
        visited.add(seed)
        part, stack = [seed], [seed]
        while stack:
            for other in near[stack.pop()]:
                if other not in visited and normals[other] @ normals[seed] >= least:
                    visited.add(other)
                    part.append(other)
                    stack.append(other)
        parts.append(part)
    return parts


def outlines(rims: Iterable[tuple[int, ...]]) -> list[list[int]]:
    """Return the closed lines around triangles, each as indices of vertices in order."""
    edges = Counter(edge for rim in rims for edge in _edges(rim))
    following: dict[int, list[int]] = {}
    for (one, two), times in sorted(edges.items()):
        surplus = times - edges.get((two, one), 0)
        if surplus > 0:
            following.setdefault(one, []).extend([two] * surplus)
    loops = []
    while following:
        start = corner = next(iter(following))
        loop = []
        while corner in following:
            loop.append(corner)
            ends = following[corner]
            after = ends.pop()
            if not ends:
                del following[corner]
            corner = after
            if corner == start:
                break
        if len(loop) > 2:
            loops.append(loop)
    return loops
