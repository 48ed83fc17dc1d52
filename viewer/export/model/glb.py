"""A scene as a GLB file (glTF 2.0), for any 3D program.

Each instance of the scene is a node. Nodes that look the same share a mesh, meshes share their
vertices, and colours are materials: there is no texture. Lengths are metres and y is up, as the
format requires. Letters and numbers on the board are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boche.engine.program import PROGRAM
from boche.viewer.export.model.faces import Surface
from boche.viewer.export.model.materials import Look, Material, relevant, shapes_of
from boche.viewer.scene.model import Array, Batch, Scene

FLOAT, SHORT, INT = 5126, 5123, 5125
VERTICES, INDICES = 34962, 34963
HALF = float(np.sqrt(0.5))
Y_UP = [-HALF, 0.0, 0.0, HALF]  # a quarter turn about x: z up to y up


@dataclass
class Gltf:
    """The lists of a glTF file as they grow."""

    data: bytearray = field(default_factory=bytearray)
    views: list[dict[str, Any]] = field(default_factory=list)
    accessors: list[dict[str, Any]] = field(default_factory=list)
    materials: list[dict[str, Any]] = field(default_factory=list)
    meshes: list[dict[str, Any]] = field(default_factory=list)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)

    def array(self, values: Array, target: int) -> int:
        """Add vectors (N, 3) or indices (N,); return the number, the same for equal arrays."""
        key = (target, values.dtype.str, values.tobytes())
        if key not in self.known:
            self.known[key] = self._array(values, target)
        return self.known[key]

    def _array(self, values: Array, target: int) -> int:
        self.data += bytes(-len(self.data) % 4)
        place = {"buffer": 0, "byteOffset": len(self.data), "byteLength": values.nbytes}
        self.views.append({**place, "target": target})
        self.data += values.tobytes()
        accessor: dict[str, Any] = {"bufferView": len(self.views) - 1, "count": len(values)}
        if target == INDICES:
            accessor |= {"componentType": SHORT if values.itemsize == 2 else INT, "type": "SCALAR"}
        else:
            limits = {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
            accessor |= {"componentType": FLOAT, "type": "VEC3", **limits}
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def material(self, material: Material) -> int:
        """Add a material; return its number, the same for equal ones."""
        if material not in self.known:
            description: dict[str, Any] = {
                "name": material.name,
                "pbrMetallicRoughness": {
                    "baseColorFactor": [*material.colour, material.alpha],
                    "metallicFactor": 0.0,
                    "roughnessFactor": material.rough,
                },
            }
            if material.alpha < 1.0:
                description["alphaMode"] = "BLEND"
            self.materials.append(description)
            self.known[material] = len(self.materials) - 1
        return self.known[material]

    def mesh(self, name: str, shapes: list[tuple[Surface, Material]]) -> int:
        """Add a mesh whose parts have one material each."""
        primitives = [self._primitive(shape, material) for shape, material in shapes]
        self.meshes.append({"name": name, "primitives": primitives})
        return len(self.meshes) - 1

    def _primitive(self, shape: Surface, material: Material) -> dict[str, Any]:
        small = np.uint16 if len(shape.points) < 0xFFFF else np.uint32
        normals = shape.normals / np.linalg.norm(shape.normals, axis=1, keepdims=True)
        return {
            "attributes": {
                "POSITION": self.array(shape.points.astype("<f4"), VERTICES),
                "NORMAL": self.array(normals.astype("<f4"), VERTICES),
            },
            "indices": self.array(shape.faces.reshape(-1).astype(small), INDICES),
            "material": self.material(material),
        }

    def packed(self) -> bytes:
        """Return the whole file; the first node is the parent of all others."""
        self.data += bytes(-len(self.data) % 4)
        document = {
            "asset": {"version": "2.0", "generator": PROGRAM},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.data)}],
        }
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        chunks = _chunk(b"JSON", text) + _chunk(b"BIN\0", bytes(self.data))
        return b"glTF" + np.array([2, 12 + len(chunks)], "<u4").tobytes() + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return np.array([len(data)], "<u4").tobytes() + kind + data


def glb(scene: Scene, look: Look, edge: float, name: str = "") -> bytes:
    """Return a scene as a file; ``edge`` is the length of a unit of the scene in mm."""
    gltf = Gltf()
    scale = edge / 1000.0
    top: dict[str, Any] = {"name": name or PROGRAM, "rotation": Y_UP, "scale": [scale] * 3}
    gltf.nodes.append(top)
    for batch in scene.batches:
        gltf.nodes += _nodes(gltf, batch, look)
    top["children"] = list(range(1, len(gltf.nodes)))
    return gltf.packed()


def _nodes(gltf: Gltf, batch: Batch, look: Look) -> Iterator[dict[str, Any]]:
    """Yield a node for each instance of a batch."""
    for instance in batch.instances:
        pattern = relevant(batch.material, int(instance["pattern"]))
        scale, alpha, dim, _ = (round(float(part), 4) for part in instance["look"])
        key = (id(batch.mesh), batch.material, pattern, alpha, dim)
        if key not in gltf.known:
            shapes = list(shapes_of(batch.mesh, batch.material, pattern, look, dim, alpha))
            gltf.known[key] = gltf.mesh(batch.mesh.name, shapes)
        turn = instance["orientation"].astype(float)
        node = {
            "name": f"{batch.mesh.name} {instance['id']}" if instance["id"] else batch.mesh.name,
            "mesh": gltf.known[key],
            "translation": [round(float(at), 5) for at in instance["position"]],
            "rotation": [round(float(part), 7) for part in turn / np.linalg.norm(turn)],
        }
        if scale != 1.0:
            node["scale"] = [scale] * 3
        yield node
