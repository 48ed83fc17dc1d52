"""A reader for GLB files that follows the format's specification and uses none of our code."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

KINDS = {5126: "<f4", 5123: "<u2", 5125: "<u4"}


@dataclass
class GlbFile:
    told: dict[str, Any]
    data: bytes

    @classmethod
    def read(cls, file: bytes) -> GlbFile:
        magic, version, length = struct.unpack_from("<4sII", file)
        assert (magic, version, length) == (b"glTF", 2, len(file))
        chunks, at = [], 12
        while at < length:
            size, kind = struct.unpack_from("<I4s", file, at)
            assert size % 4 == 0
            chunks.append((kind, file[at + 8 : at + 8 + size]))
            at += 8 + size
        assert [kind for kind, _ in chunks] == [b"JSON", b"BIN\0"]
        found = cls(json.loads(chunks[0][1]), chunks[1][1])
        assert found.told["buffers"] == [{"byteLength": len(found.data)}]
        return found

    def array(self, number: int) -> np.ndarray:
        told = self.told["accessors"][number]
        view = self.told["bufferViews"][told["bufferView"]]
        kind, wide = np.dtype(KINDS[told["componentType"]]), 3 if told["type"] == "VEC3" else 1
        assert view["byteOffset"] % 4 == 0
        assert view["byteLength"] == told["count"] * wide * kind.itemsize
        assert view["byteOffset"] + view["byteLength"] <= len(self.data)
        flat = np.frombuffer(self.data, kind, told["count"] * wide, view["byteOffset"])
        return flat.reshape(-1, 3) if wide == 3 else flat

    def matrix(self, node: dict[str, Any]) -> np.ndarray:
        x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
        turn = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ])  # fmt: skip
        made = np.eye(4)
        made[:3, :3] = turn * np.array(node.get("scale", (1.0, 1.0, 1.0)))
        made[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
        return made

    @property
    def nodes(self) -> list[tuple[dict[str, Any], np.ndarray]]:
        """Children of the root, each with its matrix in the file's world."""
        (root,) = self.told["scenes"][0]["nodes"]
        top = self.told["nodes"][root]
        assert sorted([root, *top["children"]]) == list(range(len(self.told["nodes"])))
        below = [self.told["nodes"][child] for child in top["children"]]
        return [(node, self.matrix(top) @ self.matrix(node)) for node in below]

    def parts(self, node: dict[str, Any]) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Return (corners (M, 3, 3), normals (N, 3), colour) of each part of a node's mesh."""
        found = []
        for part in self.told["meshes"][node["mesh"]]["primitives"]:
            points, normals = (self.array(part["attributes"][n]) for n in ("POSITION", "NORMAL"))
            faces = self.array(part["indices"]).reshape(-1, 3)
            assert len(normals) == len(points) > faces.max()
            material = self.told["materials"][part["material"]]["pbrMetallicRoughness"]
            found.append((points[faces], normals, np.array(material["baseColorFactor"])))
        return found

    def colour_at(self, place: np.ndarray, normal: np.ndarray) -> np.ndarray | None:
        """Return the colour seen at a place in the file's world by looking against ``normal``.

        It is that of the uppermost triangle, at most a hundredth of the normal's length below.
        """
        best, colour = -0.01, None
        for node, matrix in self.nodes:
            for corners, _, found in self.parts(node):
                at = corners @ matrix[:3, :3].T + matrix[:3, 3]
                high = highest(at, place, normal)
                if high is not None and best < high < 0.1:
                    best, colour = high, found
        return colour


def highest(corners: np.ndarray, place: np.ndarray, normal: np.ndarray) -> float | None:
    """Return how far along ``normal`` the farthest triangle (M, 3, 3) that faces it lies."""
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    facing = np.cross(one, two) @ normal > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        solved = np.linalg.solve(
            np.stack([one, two, np.broadcast_to(-normal, one.shape)], axis=2)[facing],
            (place - corners[:, 0])[facing, :, None],
        )[..., 0]
    inside = (solved[:, :2] >= -1e-6).all(axis=1) & (solved[:, :2].sum(axis=1) <= 1 + 1e-6)
    return float(solved[inside, 2].max()) if inside.any() else None
