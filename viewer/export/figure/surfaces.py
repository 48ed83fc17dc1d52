"""A scene as surfaces: the visible sides of each solid, as outlines in the picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from boche.viewer.export.figure.curves import Array, mapped, polygon, smooth
from boche.viewer.export.figure.faces import face, square
from boche.viewer.export.figure.facets import facets, outlines
from boche.viewer.export.figure.view import View
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.model import Batch, Scene
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
    (x, y), depth = np.subtract(*view.seen(ends)), np.subtract(*view.near(ends))
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
    projected, near = view.seen(places), view.near(places)
    full = np.column_stack([projected, near])
    for facet in facets(batch.mesh):
        facing = _turned_here(projected[facet.triangles])
        triangles = facet.triangles[facing]
        if not len(triangles):
            continue
        rims = [rim for rim, turned in zip(facet.rims, facing, strict=True) if turned]
        normal = _normal(places[triangles])
        yield Surface(
            full[triangles],
            tuple(_areas(batch, int(instance["pattern"]), projected, rims, to_world, view)),
            normal,
            int(instance["id"]),
            float(instance["look"][1]),
            float(instance["look"][2]),
            batch.material in ("wood", "grooved", "drilled"),
            batch.over,
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
        return view.seen(placed) if view.is_parallel else mapped(placed, view.seen)

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
