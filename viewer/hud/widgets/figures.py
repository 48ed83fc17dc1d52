"""Shares and dates in the current language, as they stand on pages."""

from __future__ import annotations

from datetime import datetime

from boche.engine.languages.current import tr
from boche.engine.languages.formats import day, moment, number


def percent(share: float, decimals: int = 0) -> str:
    """Return a share of 1 in percent: ``53%``."""
    return tr("{number}%", number=number(100.0 * share, decimals))


def written_day(text: str) -> str:
    """Return a date such as ``2026-11-27``, with or without a time, as the language writes it.

    Any other text is returned as it is: records have dates such as ``1998-05``.
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    if len(text) == len("2026-11-27"):
        return day(when)
    return moment(when) if len(text) == len("2026-11-27 18:05") else text
