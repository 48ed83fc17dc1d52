"""The arguments of GTP's commands, and how a command fails."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import BocheError


class GtpError(BocheError):
    """A command that fails; the message is the answer."""


def one(words: Sequence[str]) -> str:
    """The only argument. Raises ``GtpError`` if there are more or none."""
    if len(words) != 1:
        raise GtpError(f"one argument is needed, not {len(words)}")
    return words[0]


def whole(word: str) -> int:
    """A whole number of at most nine digits. Raises ``GtpError``."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise GtpError(f"{word[:40]!r} is not a whole number")
    return int(word)
