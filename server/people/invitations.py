"""Invitations: the holder of a secret may sign up regardless of limits."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import tr
from boche.engine.printable import printable
from boche.server.database.schema import invitations
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError, NotFoundError
from boche.server.infrastructure.tokens import new_secret, secret_hash

MOST_NOTE = 200


@dataclass(frozen=True)
class Invitation:
    """An invitation. ``name`` identifies it without revealing the secret; ``uses`` are left."""

    name: str
    uses: int
    expires: float | None
    note: str


def invite(transaction: Transaction, uses: int, days: float | None, note: str, now: float) -> str:
    """Create an invitation and return its secret. Raises ``BadRequestError``."""
    if len(note) > MOST_NOTE:
        raise BadRequestError(tr("--note: at most {most} characters", most=MOST_NOTE))
    secret = new_secret()
    transaction.connection.execute(
        insert(invitations).values(
            hash=secret_hash(secret), made=now, uses=uses, note=printable(note),
            expires=None if days is None else now + days * DAY,
        )
    )  # fmt: skip
    return secret


def check(transaction: Transaction, secret: str, now: float, *, lock: bool = False) -> None:
    """Raise ``NotAllowedError`` if an invitation is not valid, or no longer."""
    statement = select(invitations).where(invitations.c.hash == secret_hash(secret))
    row = transaction.connection.execute(
        statement.with_for_update() if lock else statement
    ).one_or_none()
    if row is None:
        raise NotAllowedError(
            tr("this invitation does not exist; ask whoever sent it for another one")
        )
    if row.expires is not None and row.expires <= now:
        raise NotAllowedError(
            tr("this invitation has expired; ask whoever sent it for another one")
        )
    if row.uses < 1:
        raise NotAllowedError(tr("this invitation is used up; ask whoever sent it for another one"))


def use(transaction: Transaction, secret: str, now: float) -> None:
    """Use an invitation once. Raises ``NotAllowedError``."""
    check(transaction, secret, now, lock=True)
    transaction.connection.execute(
        update(invitations)
        .where(invitations.c.hash == secret_hash(secret))
        .values(uses=invitations.c.uses - 1)
    )


def name_of(secret: str) -> str:
    """Return the name of an invitation, which does not tell its secret."""
    return _name(secret_hash(secret))


def _name(digest: bytes) -> str:
    return digest.hex()[:8]


def listed(transaction: Transaction) -> list[Invitation]:
    """Return all invitations, the oldest first."""
    rows = transaction.connection.execute(select(invitations).order_by(invitations.c.made))
    return [Invitation(_name(row.hash), row.uses, row.expires, row.note) for row in rows]


def revoke(transaction: Transaction, name: str) -> None:
    """Revoke an invitation. Raises ``NotFoundError``."""
    hashes = transaction.connection.execute(select(invitations.c.hash)).scalars().all()
    named = [digest for digest in hashes if _name(digest) == name]
    if not named:
        raise NotFoundError(
            tr("unknown invitation {name!r}; 'invite list' shows them all", name=name[:40])
        )
    transaction.connection.execute(delete(invitations).where(invitations.c.hash.in_(named)))
