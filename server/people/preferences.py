"""What an account has chosen of how its pages behave."""

from __future__ import annotations

from typing import TypedDict

from sqlalchemy import select, update

from server.database.schema import users
from server.database.store import Unit


class Preferences(TypedDict, total=False):
    """``confirm``: a click on a board chooses, and does not play until another one says so."""

    confirm: bool


def of(unit: Unit, user: int) -> Preferences:
    """The preferences of an account."""
    return {"confirm": bool(_settings(unit, user).get("confirm", False))}


def change(unit: Unit, user: int, chosen: Preferences) -> None:
    """Keep what has been chosen; all else stays."""
    kept = {**_settings(unit, user), **chosen}
    unit.connection.execute(update(users).where(users.c.id == user).values(settings=kept))


def _settings(unit: Unit, user: int) -> dict[str, object]:
    found: dict[str, object] = unit.connection.execute(
        select(users.c.settings).where(users.c.id == user)
    ).scalar_one()
    return found
