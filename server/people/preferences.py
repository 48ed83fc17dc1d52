"""Preferences of an account for its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from sqlalchemy import select, update

from boche.engine.languages.choosing import best
from boche.engine.languages.current import tr
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.limits import rules


class Preferences(TypedDict, total=False):
    """Preferences. ``confirm``: a click on the board selects a move, and a second one plays it;
    absent while nothing was chosen, when it depends on the game.

    ``onward``: after a move the page goes to the next game where it is their turn. ``invisible``:
    nobody is told that the account is here. ``language`` is the code of the language of its pages
    and mails, or empty: what its browser asks for.
    """

    confirm: bool
    onward: bool
    invisible: bool
    language: str


def of(transaction: Transaction, user: int) -> Preferences:
    """Return the preferences of an account."""
    saved = _settings(transaction, user)
    found: Preferences = {
        "onward": bool(saved.get("onward")), "invisible": bool(saved.get("invisible")),
        "language": language_in(saved),
    }  # fmt: skip
    if "confirm" in saved:
        found["confirm"] = bool(saved["confirm"])
    return found


def change(transaction: Transaction, user: int, chosen: Mapping[str, object]) -> None:
    """Change the given preferences; all others stay."""
    merged = {**_settings(transaction, user), **chosen}
    transaction.connection.execute(update(users).where(users.c.id == user).values(settings=merged))


def form_of(transaction: Transaction, user: int, name: str) -> Mapping[str, str]:
    """Return what an account chose last in a form; empty if it has not used it."""
    found: Mapping[str, str] = _forms(transaction, user).get(name, {})
    return found


def remember_form(
    transaction: Transaction, user: int, name: str, fields: Mapping[str, str]
) -> None:
    """Remember what an account has chosen in a form, for the next time it is shown."""
    forms = _forms(transaction, user)
    change(transaction, user, {FORMS: {**forms, name: {**forms.get(name, {}), **fields}}})


def default_language() -> str:
    """Return the language of the server, for those who ask for none."""
    return rules().policy.language


def language_of(transaction: Transaction, user: int | None) -> str:
    """Return the language to write to an account in; that of the server if it has chosen none."""
    chosen = "" if user is None else chosen_language(transaction, user)
    return chosen or default_language()


def chosen_language(transaction: Transaction, user: int) -> str:
    """Return the language that an account has chosen; empty if it has chosen none, or is gone."""
    saved = transaction.connection.execute(
        select(users.c.settings).where(users.c.id == user)
    ).scalar_one_or_none()
    return language_in(saved or {})


def language_in(settings: Mapping[str, object]) -> str:
    """Return the language in an account's settings; empty if there is none, or none any longer."""
    return best([str(settings.get("language") or "")], "")


def check_language(name: str) -> str:
    """Return the code of a language that somebody chooses; empty stays so.

    Raises ``BadRequestError`` for one that there is not.
    """
    code = best([name], "") if len(name) <= MOST else ""
    if name and not code:
        raise BadRequestError(tr("unknown language {name}", name=repr(name[:MOST])))
    return code


FORMS = "forms"
MOST = 20
"""Characters of the name of a language."""


def _forms(transaction: Transaction, user: int) -> dict[str, dict[str, str]]:
    saved = _settings(transaction, user).get(FORMS)
    return saved if isinstance(saved, dict) else {}


def _settings(transaction: Transaction, user: int) -> dict[str, object]:
    saved: dict[str, object] = transaction.connection.execute(
        select(users.c.settings).where(users.c.id == user)
    ).scalar_one()
    return saved
