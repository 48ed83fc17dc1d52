"""The facets of a mesh: its triangles grouped into parts that are drawn in one tone each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from boche.viewer.export.figure.curves import Array
from boche.viewer.scene.model import Mesh

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
