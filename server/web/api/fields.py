"""Typed fields of a body; invalid ones are refused with the field's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError

MOST = 1e15
"""Largest number accepted."""


def check(payload: Mapping[str, Any], *names: str) -> None:
    """Raise ``BadRequestError`` for a field that is not among these."""
    unknown = sorted(set(payload) - set(names))
    if unknown:
        known = ", ".join(names) or "none"
        raise BadRequestError(
            tr("unknown field {unknown!r} (known: {known})", unknown=unknown[0][:40], known=known)
        )


def text(payload: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """Return a text field. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if not isinstance(value, str):
        raise BadRequestError(tr("{name}: expected a text", name=name))
    if "\0" in value:
        raise BadRequestError(tr("{name}: a NUL character is not allowed", name=name))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequestError(
            tr("{name}: an unpaired surrogate is not allowed", name=name)
        ) from None
    return value


def flag(payload: Mapping[str, Any], name: str, default: bool | None = None) -> bool:
    """Return a Boolean field. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if not isinstance(value, bool):
        raise BadRequestError(tr("{name}: expected true or false", name=name))
    return value


def integer(
    payload: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None
) -> int | None:
    """Return an integer in a range, or None if it is not given. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadRequestError(
            tr(
                "{name}: expected a whole number from {low} to {high}",
                name=name,
                low=low,
                high=high,
            )
        )
    return value


def number(payload: Mapping[str, Any], name: str) -> float:
    """Return a number. Raises ``BadRequestError``."""
    value = payload.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
        raise BadRequestError(tr("{name}: expected a number", name=name))
    return float(value)


def texts(payload: Mapping[str, Any], name: str, limit: int) -> list[str]:
    """Return a list of texts. Raises ``BadRequestError``."""
    value = payload.get(name, [])
    if not isinstance(value, list) or len(value) > limit:
        raise BadRequestError(
            tr("{name}: expected a list of at most {limit} texts", name=name, limit=limit)
        )
    return [text({name: item}, name) for item in value]


def query_integer(query: Mapping[str, str], name: str, default: int | None = None) -> int | None:
    """Return a non-negative integer of a query. Raises ``BadRequestError``."""
    value = query.get(name)
    if value is None:
        return default
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise BadRequestError(tr("{name}: expected a whole number", name=name))
    return int(value)
