"""Preferences of an account for its pages."""

from __future__ import annotations

from typing import TypedDict

from sqlalchemy import select, update

from boche.server.database.schema import users
from boche.server.database.store import Unit


class Preferences(TypedDict, total=False):
    """Preferences. ``confirm``: a click on the board selects a move, and a second one plays it."""

    confirm: bool


def of(unit: Unit, user: int) -> Preferences:
    """Return the preferences of an account."""
    return {"confirm": bool(_settings(unit, user).get("confirm", False))}


def change(unit: Unit, user: int, chosen: Preferences) -> None:
    """Change the given preferences; all others stay."""
    kept = {**_settings(unit, user), **chosen}
    unit.connection.execute(update(users).where(users.c.id == user).values(settings=kept))


def _settings(unit: Unit, user: int) -> dict[str, object]:
    found: dict[str, object] = unit.connection.execute(
        select(users.c.settings).where(users.c.id == user)
    ).scalar_one()
    return found
