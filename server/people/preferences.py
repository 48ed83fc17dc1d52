"""Preferences of an account for its pages."""

from __future__ import annotations

from typing import TypedDict

from sqlalchemy import select, update

from boche.server.database.schema import users
from boche.server.database.store import Transaction


class Preferences(TypedDict, total=False):
    """Preferences. ``confirm``: a click on the board selects a move, and a second one plays it.

    ``onward``: after a move the page goes to the next game where it is their turn. ``invisible``:
    nobody is told that the account is here.
    """

    confirm: bool
    onward: bool
    invisible: bool


def of(transaction: Transaction, user: int) -> Preferences:
    """Return the preferences of an account."""
    saved = _settings(transaction, user)
    return {
        "confirm": bool(saved.get("confirm")), "onward": bool(saved.get("onward")),
        "invisible": bool(saved.get("invisible")),
    }  # fmt: skip


def change(transaction: Transaction, user: int, chosen: Preferences) -> None:
    """Change the given preferences; all others stay."""
    merged = {**_settings(transaction, user), **chosen}
    transaction.connection.execute(update(users).where(users.c.id == user).values(settings=merged))


def _settings(transaction: Transaction, user: int) -> dict[str, object]:
    saved: dict[str, object] = transaction.connection.execute(
        select(users.c.settings).where(users.c.id == user)
    ).scalar_one()
    return saved
