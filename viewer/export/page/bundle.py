"""Arrays and a description in one block of bytes; ``assets/page/bundle.js`` reads it."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np

from boche.viewer.scene.model import Array

TYPES = ("<u1", "<u2", "<u4", "<f4")
"""Types of arrays, as numpy spells them; a page knows them by their index here."""


class Bundle:
    """Arrays of numbers, collected one by one and identified by their numbers."""

    def __init__(self) -> None:
        self._shapes: list[tuple[int, int, int]] = []
        self._parts: list[bytes] = []

    def add(self, array: Array) -> int:
        """Add an array (N,) or (N, columns) of one of the ``TYPES``; return its number."""
        kind = TYPES.index(array.dtype.newbyteorder("<").str.replace("|", "<"))
        columns = array.shape[1] if array.ndim > 1 else 1
        self._shapes.append((kind, len(array), columns))
        self._parts.append(planes(array))
        return len(self._parts) - 1

    def whole_numbers(self, values: list[int]) -> int:
        """Add an array of whole numbers below 2 ** 32, in the smallest type; return its number."""
        most = max(values, default=0)
        kind = next(kind for kind in TYPES if np.iinfo(kind).max >= most)
        return self.add(np.array(values, kind))

    def image(self, image: Array) -> dict[str, int]:
        """Add an image (height, width) of bytes, plain or as differences along each row.

        The one that compresses better is kept: letters have even areas, a texture never has.
        """
        steps = np.diff(image, axis=1, prepend=np.uint8(0)).astype(np.uint8)
        best = min((image, steps), key=lambda candidate: len(zlib.compress(candidate.tobytes())))
        array_number = self.add(best.reshape(-1))
        return {"image": array_number, "width": image.shape[1], "steps": best is steps}

    def pack(self, description: dict[str, Any]) -> bytes:
        """Return everything, deflated without a header.

        It is a length, the description as JSON, and the arrays.
        """
        text = json.dumps(
            {**description, "arrays": self._shapes}, ensure_ascii=False, separators=(",", ":")
        ).encode("utf-8", "replace")
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        parts = [len(text).to_bytes(4, "little"), text, *self._parts]
        return b"".join([*map(deflate.compress, parts), deflate.flush()])


def planes(array: Array) -> bytes:
    """Return an array's bytes by column, each column's first bytes, then its second, and so on.

    Neighbouring numbers of one kind have similar bytes, so they compress better that way.
    """
    size = array.dtype.itemsize
    columns = np.ascontiguousarray(array.reshape(len(array), array[:1].size or 1).T)
    return np.ascontiguousarray(
        columns.view(np.uint8).reshape(*columns.shape, size).transpose(0, 2, 1)
    ).tobytes()
