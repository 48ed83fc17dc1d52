"""Picture formats by file name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr

KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Kinds of pictures by file extension, with Pillow's names."""

NUMBER = "%n"
"""What stands for a picture's number in the name of a series."""

FRAMES, MOST_FRAMES = 256, 1_000_000
"""Frames of a photograph: the usual number, and the most."""
LENSES = (0.0, 10.0)
"""Range of the radius of a photograph's lens, in piece widths."""


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


def numbered_names(name: str, numbers: Sequence[int]) -> dict[int, str]:
    """Return the name of each picture of a series; all numbers have as many digits."""
    digits = len(str(max(numbers, default=0)))
    return {number: name.replace(NUMBER, f"{number:0{digits}}") for number in numbers}


# Parsing of picture sizes.


class SizeError(BocheError, ValueError):
    """An invalid size; the message is one line on how to write one."""


def parse_size(text: str) -> tuple[int, int]:
    """Return ``WxH`` as width and height in pixels; GL's limits are checked later.

    Raises ``SizeError``.
    """
    match = re.fullmatch(r"([0-9]{1,9})[xX]([0-9]{1,9})", text.strip())
    if match is None:
        raise SizeError(tr("{text!r} is not a size, write WIDTHxHEIGHT as in 1920x1080", text=text))
    return int(match[1]), int(match[2])
