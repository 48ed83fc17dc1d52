"""Marks and numbers of a cross table."""

from __future__ import annotations

MARKS = {1.0: "1", 0.5: "½", 0.0: "0"}
SELF, OPEN = "×", "·"


def as_number(value: float) -> str:
    """Return points as usual in tables: ``2½``, ``0``, ``3.25``."""
    whole, half = divmod(value, 1.0)
    if half == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{value:g}"
