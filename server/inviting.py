"""Commands of the operator to make, list and revoke invitations."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from boche.engine.languages.current import tr
from boche.engine.languages.formats import moment
from boche.server.database.connect import open_store
from boche.server.database.store import Transaction
from boche.server.people import invitations
from boche.server.people.invitations import Invitation
from boche.server.startup import Settings

T = TypeVar("T")


def invite(settings: Settings, uses: int, days: float, note: str) -> str:
    """Make an invitation and return its link. Raises ``ServerError``."""
    secret = _write(
        settings, lambda transaction: invitations.invite(transaction, uses, days, note, time.time())
    )  # fmt: skip
    address = settings.address or f"http://{settings.host}:{settings.port}"
    return f"{address.rstrip('/')}/sign-up?invite={secret}"


def listed(settings: Settings) -> Sequence[str]:
    """Return one line per existing invitation."""
    return [_line(invitation) for invitation in _write(settings, invitations.listed)]


def revoke(settings: Settings, name: str) -> None:
    """Revoke an invitation. Raises ``NotFoundError``."""
    _write(settings, lambda transaction: invitations.revoke(transaction, name))


def _line(invitation: Invitation) -> str:
    until = tr("for ever")
    if invitation.expires is not None:
        at = moment(datetime.fromtimestamp(invitation.expires, UTC))
        until = tr("until {time} UTC", time=at)
        if invitation.expires <= time.time():
            until = tr("expired")
    uses = tr("{count} left", count=invitation.uses) if invitation.uses else tr("used up")
    return "  ".join(part for part in (invitation.name, uses, until, invitation.note) if part)


def _write(settings: Settings, work: Callable[[Transaction], T]) -> T:
    store = open_store(settings.url)
    try:
        return store.write(work)
    finally:
        store.close()
