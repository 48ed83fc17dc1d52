"""Durations in seconds, and in words."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def is_live(start: float | None) -> bool:
    """Return whether a clock begins with less than a day: the first to move must be present."""
    return start is not None and start < DAY


def in_words(seconds: float) -> str:
    """Format a duration in its one or two largest units: ``3 days 4 hours``, ``90 seconds``."""
    remaining, parts = max(round(seconds), 0), []
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, remaining = divmod(remaining, size)
        if count:
            parts.append(f"{count} {name}" + ("" if count == 1 else "s"))
    return " ".join(parts[:2]) or "0 seconds"
