"""Picture formats by file name."""

from __future__ import annotations

from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr

KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Kinds of pictures by file extension, with Pillow's names."""


class FormatError(BocheError, ValueError):
    """An unknown kind of picture; the message is one line on which there are."""


def kind_of(name: str, *, transparent: bool = False) -> str:
    """Return the kind of picture for a file of that name; PNG if it has no extension.

    Raises ``FormatError`` for an extension of another kind, and for a ``transparent`` picture in
    a file that does not support transparency.
    """
    ending = Path(name).suffix
    kind = KINDS.get(ending.lower()) if ending else "PNG"
    if kind is None:
        raise FormatError(
            tr(
                "{name}: pictures are written as .png, .jpg or .webp, not as {ending}",
                name=name,
                ending=ending,
            )
        )
    if transparent and kind == "JPEG":
        raise FormatError(
            tr("{name}: a JPEG has no transparency; write a .png or .webp", name=name)
        )
    return kind
