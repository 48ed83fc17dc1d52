"""Test for texts that are read from right to left; the rest is loaded once there is one."""

from __future__ import annotations

RANGES = (
    ("\u0590", "\u08ff"),
    ("\ufb1d", "\ufdff"),
    ("\ufe70", "\ufeff"),
    ("\U00010800", "\U00010fff"),
    ("\U0001e800", "\U0001efff"),
)


def is_turned(text: str) -> bool:
    """Return True if a text has letters that are read from right to left."""
    return not text.isascii() and any(
        first <= character <= last
        for character in text
        if character > "\u058f"
        for first, last in RANGES
    )
