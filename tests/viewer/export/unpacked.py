"""What a page holds, taken apart as a browser would, without one."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import numpy as np

TYPES = ("<u1", "<u2", "<u4", "<f4")


class Unpacked:
    """A page's data of one of its games: ``story`` is the description."""

    def __init__(self, page: str, game: int = 0) -> None:
        pattern = r'<script type="application/octet-stream" class="data">([^<]*)</script>'
        data = zlib.decompress(base64.b64decode(re.findall(pattern, page)[game]), -15)
        length = int.from_bytes(data[:4], "little")
        self.story: dict[str, Any] = json.loads(data[4 : 4 + length])
        self.arrays: list[np.ndarray[Any, Any]] = []
        at = 4 + length
        for kind, rows, columns in self.story["arrays"]:
            size = np.dtype(TYPES[kind]).itemsize
            part = np.frombuffer(data[at : at + rows * columns * size], np.uint8)
            values = part.reshape(columns, size, rows).transpose(2, 0, 1).copy().view(TYPES[kind])
            self.arrays.append(values.reshape(rows, columns))
            at += len(part)
        assert at == len(data)

    def members(self, number: int) -> set[int]:
        """The numbers of a scene's instances."""
        row = self.story["scenes"][number]
        found = self.members(row["base"]) if "base" in row else set()
        less, more = (set(np.cumsum(row[name]).tolist()) for name in ("less", "more"))
        assert less <= found
        assert not more & found
        return (found - less) | more

    def instances(self, number: int) -> set[tuple[Any, ...]]:
        """A scene as a set: mesh, material, translucent, place, turn, look, pattern."""
        story = self.story
        shift = np.array(story["scenes"][number].get("shift", (0, 0, 0)))
        kinds, *columns = (self.arrays[one][:, 0] for one in story["instances"])
        tables = [self.arrays[story[n]] for n in ("position", "orientation", "look", "pattern")]
        found = set()
        for member in self.members(number):
            batch = story["batches"][kinds[member]]
            place, turn, look, pattern = (
                t[c[member]] for t, c in zip(tables, columns, strict=True)
            )
            mesh = story["meshes"][batch["mesh"]]
            found.add(
                key(
                    mesh["name"],
                    batch["material"],
                    batch["translucent"],
                    place + shift,
                    turn,
                    look,
                    int(pattern[0]),
                )
            )
        return found


def key(
    mesh: str, material: str, translucent: bool, place: Any, turn: Any, look: Any, pattern: int
) -> tuple[Any, ...]:
    """What tells one instance from another; places to a 500th of a cube's edge."""
    where = tuple(np.round(np.asarray(place, float) * 500).astype(int).tolist())
    return mesh, material, translucent, where, turn.tobytes(), look.tobytes(), pattern
