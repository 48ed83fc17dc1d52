"""The contents of a page, unpacked as a browser would do it, but without one."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
TYPES = ("<u1", "<u2", "<u4", "<f4")


class Unpacked:
    """Data of one of a page's games; ``shared`` is the data common to all of them."""

    def __init__(self, page: str, game: int = 0) -> None:
        self.story, self.arrays = _unpacked(page, "data", game)
        self.shared, _ = _unpacked(page, "shared", 0)

    def members(self, number: int) -> set[int]:
        """Return the numbers of a scene's instances."""
        row = self.story["scenes"][number]
        found = self.members(row["base"]) if "base" in row else set()
        less, more = (set(np.cumsum(row[name]).tolist()) for name in ("less", "more"))
        assert less <= found
        assert not more & found
        return (found - less) | more

    def aloud(self, node: int) -> list[str]:
        """Return a position in words: headings, each followed by its pieces."""
        nodes, way = self.story["nodes"], [node]
        while (parent := nodes[way[-1]]["parent"]) >= 0:
            way.append(parent)
        found: set[int] = set()
        for row in map(nodes.__getitem__, reversed(way)):
            less, more = (set(np.cumsum(row.get(name, [])).tolist()) for name in ("less", "more"))
            assert less <= found
            found = (found - less) | more
        lines: list[str] = []
        for heading, place, piece in map(self.story["said"].__getitem__, sorted(found)):
            title, text = self.story["headings"][heading], self.story["pieces"][piece]
            lines += [] if title in lines else [title]
            lines.append(f"{place}: {text}" if text else place)
        return lines

    def instances(self, number: int) -> set[tuple[Any, ...]]:
        """Return a scene as a set: mesh, material, translucent, place, turn, look, pattern."""
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
            mesh = self.shared["meshes"][batch["mesh"]]
            found.add(
                key(
                    mesh["name"],
                    batch["material"],
                    (batch["translucent"], batch.get("floats", False)),
                    place + shift,
                    turn,
                    look,
                    int(pattern[0]),
                )
            )
        return found


def _unpacked(page: str, kind: str, number: int) -> tuple[dict[str, Any], list[Array]]:
    """Return a description and the arrays behind it."""
    pattern = rf'<script type="application/octet-stream" class="{kind}">([^<]*)</script>'
    data = zlib.decompress(base64.b64decode(re.findall(pattern, page)[number]), -15)
    length = int.from_bytes(data[:4], "little")
    story: dict[str, Any] = json.loads(data[4 : 4 + length])
    arrays: list[Array] = []
    at = 4 + length
    for element, rows, columns in story["arrays"]:
        size = np.dtype(TYPES[element]).itemsize
        part = np.frombuffer(data[at : at + rows * columns * size], np.uint8)
        values = part.reshape(columns, size, rows).transpose(2, 0, 1).copy().view(TYPES[element])
        arrays.append(values.reshape(rows, columns))
        at += len(part)
    assert at == len(data)
    return story, arrays


def key(
    mesh: str,
    material: str,
    kinds: tuple[bool, bool],
    place: Any,
    turn: Any,
    look: Any,
    pattern: int,
) -> tuple[Any, ...]:
    """Return a key that identifies an instance; places are rounded to 1/500 of a cube's edge.

    ``kinds`` says whether it is translucent, and whether it floats.
    """
    where = tuple(np.round(np.asarray(place, float) * 500).astype(int).tolist())
    return mesh, material, kinds, where, turn.tobytes(), look.tobytes(), pattern
