"""Durations in seconds, and in words."""

from __future__ import annotations

from boche.engine.languages.current import tr_count

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def is_live(start: float | None) -> bool:
    """Return whether a clock begins with less than a day: the first to move must be present."""
    return start is not None and start < DAY


def in_words(seconds: float) -> str:
    """Format a duration in its one or two largest units: ``3 days 4 hours``, ``90 seconds``."""
    remaining, parts = max(round(seconds), 0), []
    for size, phrase in ((86400, _days), (3600, _hours), (60, _minutes), (1, _seconds)):
        count, remaining = divmod(remaining, size)
        if count:
            parts.append(phrase(count))
    return " ".join(parts[:2]) or _seconds(0)


def _days(count: int) -> str:
    return tr_count("{count} day", "{count} days", count)


def _hours(count: int) -> str:
    return tr_count("{count} hour", "{count} hours", count)


def _minutes(count: int) -> str:
    return tr_count("{count} minute", "{count} minutes", count)


def _seconds(count: int) -> str:
    return tr_count("{count} second", "{count} seconds", count)
