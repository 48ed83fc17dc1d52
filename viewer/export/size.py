"""How large a picture is to be, in words."""

from __future__ import annotations

import re

from engine.errors import BocheError


class SizeError(BocheError, ValueError):
    """No size; one line that says how one is written."""


def parse_size(text: str) -> tuple[int, int]:
    """``WxH`` as width and height in pixels; what GL allows is asked of GL, later.

    Raises ``SizeError``.
    """
    match = re.fullmatch(r"([0-9]{1,9})[xX]([0-9]{1,9})", text.strip())
    if match is None:
        raise SizeError(f"{text!r} is no size, write WIDTHxHEIGHT as in 1920x1080")
    return int(match[1]), int(match[2])
