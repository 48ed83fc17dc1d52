"""Dates in the current language, as they stand on pages."""

from __future__ import annotations

from datetime import datetime

from boche.engine.languages.formats import day, moment


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
