"""Banned accounts: they cannot sign in, and nothing is done in their name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, insert, select

from boche.engine.languages.current import tr
from boche.engine.languages.formats import moment
from boche.server.database.schema import bans
from boche.server.database.store import Transaction
from boche.server.errors import NotAllowedError, NotSignedInError


@dataclass(frozen=True)
class Ban:
    """A current ban; ``until`` is None if it is for good."""

    until: float | None
    reason: str

    def __str__(self) -> str:
        return f"{self.end}: {self.reason}"

    @property
    def end(self) -> str:
        """The end in words."""
        if self.until is None:
            return tr("for good")
        at = moment(datetime.fromtimestamp(self.until, UTC))
        return tr("until {time} UTC", time=at)


class BannedError(NotSignedInError):
    """An account that is banned: whoever has its password is told why and for how long."""

    status = 403

    def __init__(self, ban: Ban) -> None:
        super().__init__(
            tr("this account is banned {end}: {reason}", end=ban.end, reason=ban.reason)
        )


def among(transaction: Transaction, people: Collection[int], now: float) -> dict[int, Ban]:
    """Return the current bans of accounts."""
    rows = transaction.connection.execute(select(bans).where(bans.c.user_id.in_(people)))
    return {
        row.user_id: Ban(row.until, row.reason)
        for row in rows
        if row.until is None or row.until > now
    }


def of_user(transaction: Transaction, user: int, now: float) -> Ban | None:
    """Return an account's current ban, or None."""
    return among(transaction, [user], now).get(user)


def check(transaction: Transaction, user: int, now: float) -> None:
    """Raise ``BannedError`` if an account is banned."""
    if (ban := of_user(transaction, user, now)) is not None:
        raise BannedError(ban)


def check_opponent(transaction: Transaction, user: int, name: str, now: float) -> None:
    """Raise ``NotAllowedError`` if an account cannot play a new game because it is banned."""
    if of_user(transaction, user, now) is not None:
        raise NotAllowedError(tr("{name} is banned and cannot play", name=name))


def write(transaction: Transaction, user: int, ban: Ban, now: float) -> None:
    """Ban an account in place of any earlier ban."""
    remove(transaction, user)
    values = {"at": now, "until": ban.until, "reason": ban.reason}
    transaction.connection.execute(insert(bans).values(user_id=user, **values))


def remove(transaction: Transaction, user: int) -> None:
    """Delete an account's ban."""
    transaction.connection.execute(delete(bans).where(bans.c.user_id == user))
