"""The people whose games an account wants to see first; nobody else knows of it."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import follows, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError
from boche.server.people.accounts import User
from boche.server.people.messages import blocked

MOST = 100
"""Maximum number of people that an account follows."""


def follow(
    transaction: Transaction, user: User, other: User, now: float, payers: limits.Payers = ()
) -> None:
    """Follow a person. Raises ``BadRequestError`` and ``NotAllowedError``."""
    if other.id == user.id:
        raise BadRequestError(
            tr("you cannot follow yourself: your own games are in your list of games")
        )
    if other.level is not None:
        raise BadRequestError(tr("you cannot follow the computer: it plays many games at once"))
    if blocked(transaction, user.id, other.id):
        raise NotAllowedError(
            tr("you have blocked {name}; unblock them to follow them", name=other.name)
        )
    if blocked(transaction, other.id, user.id):
        raise NotAllowedError(tr("you cannot follow {name}", name=other.name))
    limits.charge(transaction, limits.FOLLOWED, payers, now)
    if follows_them(transaction, user.id, other.id):
        return
    count = select(func.count()).where(follows.c.user_id == user.id)
    if transaction.connection.execute(count).scalar_one() >= MOST:
        raise BadRequestError(tr("you already follow {most} people, the most allowed", most=MOST))
    transaction.connection.execute(
        insert(follows).values(user_id=user.id, followed=other.id, at=now)
    )


def unfollow(transaction: Transaction, user: int, other: int) -> None:
    """Follow a person no longer."""
    transaction.connection.execute(
        delete(follows).where(follows.c.user_id == user, follows.c.followed == other)
    )


def follows_them(transaction: Transaction, user: int, other: int) -> bool:
    """Return whether ``user`` follows ``other``."""
    own = select(follows).where(follows.c.user_id == user, follows.c.followed == other)
    return transaction.connection.execute(own).first() is not None


def followed(transaction: Transaction, user: int) -> dict[int, str]:
    """Return the people whom an account follows: their names by their numbers, in order."""
    rows = transaction.connection.execute(
        select(users.c.id, users.c.name)
        .join(follows, follows.c.followed == users.c.id)
        .where(follows.c.user_id == user)
        .order_by(users.c.key)
    )
    return {row.id: row.name for row in rows}
