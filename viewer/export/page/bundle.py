"""Arrays and a description in one stretch of bytes; ``assets/page/bundle.js`` reads it."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np

from viewer.scene.model import Array

TYPES = ("<u1", "<u2", "<u4", "<f4")
"""The types an array may have, as numpy writes them; a page knows them by their number here."""


class Bundle:
    """Arrays of numbers, collected one by one and told by their numbers."""

    def __init__(self) -> None:
        self._shapes: list[tuple[int, int, int]] = []
        self._parts: list[bytes] = []

    def add(self, array: Array) -> int:
        """The number of an array (N,) or (N, columns) of one of the ``TYPES``."""
        kind = TYPES.index(array.dtype.newbyteorder("<").str.replace("|", "<"))
        columns = array.shape[1] if array.ndim > 1 else 1
        self._shapes.append((kind, len(array), columns))
        self._parts.append(planes(array))
        return len(self._parts) - 1

    def whole_numbers(self, values: list[int]) -> int:
        """The number of an array of whole numbers below 2 ** 32, in the least type that fits."""
        most = max(values, default=0)
        kind = next(kind for kind in TYPES if np.iinfo(kind).max >= most)
        return self.add(np.array(values, kind))

    def image(self, image: Array) -> dict[str, int]:
        """An image (height, width) of bytes, as it is or as the steps from pixel to pixel of a row.

        What packs better is kept: letters have even areas, a texture is never even.
        """
        steps = np.diff(image, axis=1, prepend=np.uint8(0)).astype(np.uint8)
        best = min((image, steps), key=lambda each: len(zlib.compress(each.tobytes())))
        kept = self.add(best.reshape(-1))
        return {"image": kept, "width": image.shape[1], "steps": best is steps}

    def pack(self, description: dict[str, Any]) -> bytes:
        """Everything, deflated without a header: a length, the description as JSON, the arrays."""
        text = json.dumps(
            {**description, "arrays": self._shapes}, ensure_ascii=False, separators=(",", ":")
        ).encode("utf-8", "replace")
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        parts = [len(text).to_bytes(4, "little"), text, *self._parts]
        return b"".join([*map(deflate.compress, parts), deflate.flush()])


def planes(array: Array) -> bytes:
    """An array's bytes, column by column, of each column all first bytes, then all second ones.

    Numbers of one kind that lie beside each other have like bytes: so they compress better.
    """
    size = array.dtype.itemsize
    columns = np.ascontiguousarray(array.reshape(len(array), array[:1].size or 1).T)
    return np.ascontiguousarray(
        columns.view(np.uint8).reshape(*columns.shape, size).transpose(0, 2, 1)
    ).tobytes()
