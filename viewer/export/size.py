"""Parsing of picture sizes."""

from __future__ import annotations

import re

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr


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
