"""Arguments of GTP commands, and the error for a failed command."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boche.engine.errors import BocheError


class GtpError(BocheError):
    """A failed command; the message is the answer."""


def one(words: Sequence[str]) -> str:
    """Return the only argument. Raises ``GtpError`` if there are more or none."""
    if len(words) != 1:
        raise GtpError(f"expected one argument, not {len(words)}")
    return words[0]


def integer(word: str) -> int:
    """Parse a whole number of at most nine digits. Raises ``GtpError``."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise GtpError(f"{word[:40]!r} is not a whole number")
    return int(word)
