"""Scenes on the graphics card: meshes kept from scene to scene, instances per scene."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boche.viewer.renderer.programs import Programs
from boche.viewer.scene.model import Batch, Mesh, Scene

MESH_LAYOUT = "3f4 3f4 2f4"
INSTANCE_LAYOUT = "3f4 4f4 4f4 1u4 4x/i"
MESH_NAMES = ("in_position", "in_normal", "in_uv")
INSTANCE_NAMES = ("at", "turn", "look", "pattern")
KEPT_MESHES = 16


#: Bits of a two-coloured face's pattern that are marks, as ``shaders/face.glsl`` reads them.
MARKS = np.uint32(0x7F00F0FC)


def by_marks(batch: Batch) -> tuple[Batch, ...]:
    """Return a batch, or split off the instances that look the same in a cheaper material.

    If it is split, those come first.
    """
    if batch.material != "truchet" or batch.translucent:
        return (batch,)
    marked = (batch.instances["pattern"] & MARKS) != 0
    bare = replace(batch, material="bare", instances=batch.instances[~marked])
    return bare, replace(batch, instances=batch.instances[marked])


@dataclass
class Drawn:
    """A batch ready to be drawn: in colour and, if it casts a shadow, for its depth alone."""

    batch: Batch
    colour: Any
    coarse: Any
    depth: Any
    program: Any
    instances: Any

    def render(self, pixels_per_unit: float) -> None:
        """Draw in colour, without details smaller than a pixel."""
        fine = self.coarse is None or self.batch.mesh.detail * pixels_per_unit > 1.0
        (self.colour if fine else self.coarse).render(instances=len(self.batch.instances))

    def render_depth(self) -> None:
        """Draw the depth alone."""
        self.depth.render(instances=len(self.batch.instances))

    def release(self) -> None:
        """Free the resources that belong to this batch alone."""
        for resource in (self.colour, self.coarse, self.depth, self.instances):
            if resource is not None:
                resource.release()


class Meshes:
    """The vertex and index buffers of the meshes last used."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._cache: OrderedDict[int, tuple[Mesh, list[Any]]] = OrderedDict()

    def get(self, mesh: Mesh) -> list[Any]:
        """Return the buffers of a mesh, by its identity: vertices, indices, coarse and cast ones.

        A mesh without such indices has None instead.
        """
        key = id(mesh)
        if key not in self._cache:
            arrays = (mesh.vertices, mesh.indices, mesh.coarse, mesh.cast)
            buffer = self._context.buffer
            self._cache[key] = (mesh, [a if a is None else buffer(a.tobytes()) for a in arrays])
        self._cache.move_to_end(key)
        return self._cache[key][1]

    def trim(self, keep: int = KEPT_MESHES) -> None:
        """Free the least recently used meshes."""
        while len(self._cache) > keep:
            _, (_, buffers) = self._cache.popitem(last=False)
            for buffer in buffers:
                if buffer is not None:
                    buffer.release()


class SceneBuffers:
    """The scene last drawn, on the card. A new scene replaces it."""

    def __init__(self, context: Any, programs: Programs) -> None:
        self._context, self._programs = context, programs
        self._meshes = Meshes(context)
        self._batches: tuple[Batch, ...] | None = None
        self._drawn: list[Drawn] = []

    def load(self, scene: Scene) -> list[Drawn]:
        """Return the batches of a scene, ready to be drawn."""
        if scene.batches is not self._batches:
            self.clear()
            parts = (part for batch in scene.batches for part in by_marks(batch))
            self._drawn = [self._prepare(part) for part in parts if len(part.instances)]
            self._batches = scene.batches
            self._meshes.trim()
        return self._drawn

    def clear(self) -> None:
        """Free the scene's own buffers."""
        for drawn in self._drawn:
            drawn.release()
        self._drawn, self._batches = [], None

    def release(self) -> None:
        """Free everything."""
        self.clear()
        self._meshes.trim(0)

    def _prepare(self, batch: Batch) -> Drawn:
        vertices, fine, coarse, cast = self._meshes.get(batch.mesh)
        data = self._context.buffer(batch.instances.tobytes())
        program = self._programs.get("solid", batch.material)
        depth = self._programs.get("depth", "depth")
        colour_of = [
            (vertices, *used(program, MESH_LAYOUT, MESH_NAMES)),
            (data, *used(program, INSTANCE_LAYOUT, INSTANCE_NAMES)),
        ]
        depth_of = [
            (vertices, "3f4 20x", "in_position"),
            (data, "3f4 4f4 4f4 8x/i", "at", "turn", "look"),
        ]
        array = self._context.vertex_array
        # The depth map is coarser than any detail.
        shape = array(depth, depth_of, cast or coarse or fine)
        rough = array(program, colour_of, coarse) if coarse is not None else None
        return Drawn(batch, array(program, colour_of, fine), rough, shape, program, data)


def used(program: Any, layout: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a buffer's layout without the attributes that the compiler dropped."""
    parts = layout.removesuffix("/i").split()
    sizes = {"3f4": 12, "2f4": 8, "4f4": 16, "1u4": 4}
    used_names = [n for n in names if n in program]
    shape = [
        p if i >= len(names) or names[i] in program else f"{sizes[p]}x" for i, p in enumerate(parts)
    ]
    return (" ".join(shape) + ("/i" if layout.endswith("/i") else ""), *used_names)
