"""Which kind of picture a file's name asks for."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BocheError

KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""The kinds of pictures by the ends of names, as Pillow calls them."""


class FormatError(BocheError, ValueError):
    """No kind of picture; one line that says which there are."""


def kind_of(name: str, *, transparent: bool = False) -> str:
    """The kind of picture that a file of that name is to be; PNG where it has no ending.

    Raises ``FormatError`` for an ending of another kind, and for a ``transparent`` picture in a
    file that can have no transparency.
    """
    ending = Path(name).suffix
    kind = KINDS.get(ending.lower()) if ending else "PNG"
    if kind is None:
        raise FormatError(f"{name}: pictures are written as .png, .jpg or .webp, not as {ending}")
    if transparent and kind == "JPEG":
        raise FormatError(f"{name}: a JPEG has no transparency; write a .png or .webp")
    return kind
