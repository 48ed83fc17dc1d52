"""Commands of the operator to make, list and revoke invitations."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from boche.engine.languages.current import tr
from boche.engine.languages.formats import moment
from boche.engine.printable import printable
from boche.server.database.connect import open_store
from boche.server.database.store import Transaction
from boche.server.operation.links import link
from boche.server.operation.settings import Settings, existing
from boche.server.people import invitations, moderation_log
from boche.server.people.invitations import Invitation
from boche.server.people.moderation_log import COMMAND_LINE

T = TypeVar("T")


def invite(settings: Settings, uses: int, days: float, note: str) -> str:
    """Make an invitation and return its link. Raises ``ServerError``."""

    def work(transaction: Transaction) -> str:
        now = time.time()
        secret = invitations.invite(transaction, uses, days, note, now)
        name = invitations.name_of(secret)
        moderation_log.write(
            transaction, COMMAND_LINE, "invite", now, subject=name, reason=printable(note)
        )
        return link(transaction, settings, f"/sign-up?invite={secret}")

    return _write(settings, work)


def listed(settings: Settings) -> Sequence[str]:
    """Return one line per existing invitation."""
    return [_line(invitation) for invitation in _write(settings, invitations.listed)]


def revoke(settings: Settings, name: str) -> None:
    """Revoke an invitation. Raises ``NotFoundError``."""

    def work(transaction: Transaction) -> None:
        invitations.revoke(transaction, name)
        moderation_log.write(
            transaction, COMMAND_LINE, "revoke invitation", time.time(), subject=name
        )

    _write(settings, work)


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
    store = open_store(existing(settings))
    try:
        return store.write(work)
    finally:
        store.close()
