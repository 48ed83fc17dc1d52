"""Checks of values from JSON: those of a file may be damaged, and those of a server lies.

Each takes the name of a value and the value, and raises ``ValueError`` with one line for a wrong
one.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from boche.engine.arguments import in_short
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped, short


def _refusal(why: str, name: str, value: object, **gaps: str) -> ValueError:
    return ValueError(tr(why, name=name, value=in_short(value), **gaps))


def number_of(name: str, value: object, low: float, high: float) -> float:
    """Return a number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        why = tr_later("{name}: {value} is not a number from {low} to {high}")
        raise _refusal(why, name, value, low=short(low, 16), high=short(high, 16))
    return float(value)


def whole_number_of(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``."""
    if type(value) is not int or not low <= value <= high:
        why = tr_later("{name}: {value} is not a whole number from {low} to {high}")
        raise _refusal(why, name, value, low=short(low, 16), high=short(high, 16))
    return value


def text_of(name: str, value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise _refusal(tr_later("{name}: {value} is not a text"), name, value)
    return value


def texts_of(name: str, value: object) -> tuple[str, ...]:
    """Return a list of texts."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _refusal(tr_later("{name}: {value} is not a list of texts"), name, value)
    return tuple(value)


def list_of(name: str, value: object, most: int) -> list[Any]:
    """Return a list of at most ``most`` items."""
    if not isinstance(value, list) or len(value) > most:
        why = tr_later("{name}: {value} is not a list of at most {most} items")
        raise _refusal(why, name, value, most=grouped(most))
    return value


def table_of(name: str, value: object) -> dict[str, Any]:
    """Return an object of JSON."""
    if not isinstance(value, dict):
        raise _refusal(tr_later("{name}: {value} is not a table"), name, value)
    return value


def time_of(name: str, value: object) -> datetime:
    """Return a time, which has a time zone."""
    with suppress(ValueError):
        time = datetime.fromisoformat(text_of(name, value))
        if time.tzinfo is not None:
            return time
    raise _refusal(tr_later("{name}: {value} is not a time with a time zone"), name, value)
