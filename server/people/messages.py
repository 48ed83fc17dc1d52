"""Messages between users, independent of any game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Case,
    ColumnElement,
    Row,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from boche.engine.languages.current import speaking, tr
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.server import limits
from boche.server.database.schema import blocks, follows, messages, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError
from boche.server.people.accounts import User, named
from boche.server.people.names import DELETED
from boche.server.people.operators import is_operator
from boche.server.people.preferences import language_of
from boche.server.people.second_factor import check_operator

MOST_TEXT, MOST_PEOPLE = 4000, 20

SERVER = PROGRAM.capitalize()
"""The sender of what the server itself has to say."""


def send(
    transaction: Transaction, sender: User, people: Sequence[User], text: str, now: float,
    payers: limits.Payers = (),
) -> None:  # fmt: skip
    """Send a message; each recipient counts against ``payers``.

    Raises ``BadRequestError``, and ``NotAllowedError`` if a recipient has blocked the sender.
    """
    if len(people) > MOST_PEOPLE:
        raise BadRequestError(tr("message: to at most {most} people at a time", most=MOST_PEOPLE))
    for user in people:
        if blocked(transaction, user.id, sender.id):
            raise NotAllowedError(tr("{name} does not take messages from you", name=user.name))
    limits.charge(transaction, limits.MESSAGES, payers, now, len(people))
    _write(transaction, sender, people, text, now)


def broadcast(
    transaction: Transaction, sender: User, text: str, now: float, payers: limits.Payers = ()
) -> int:
    """Write to all who have not blocked the sender; return their number. For operators only.

    Raises ``NotAllowedError``.
    """
    if not is_operator(transaction, sender.id):
        raise NotAllowedError(tr("broadcast: only operators of the server may write to everybody"))
    check_operator(transaction, sender.id)
    limits.charge(transaction, limits.BROADCASTS, payers, now)
    deaf = select(blocks.c.user_id).where(blocks.c.blocked == sender.id)
    without = set(transaction.connection.execute(deaf).scalars())
    people = [user for user in everybody(transaction) if user.id not in without]
    _write(transaction, sender, people, text, now)
    return len(people)


def announce(
    transaction: Transaction, people: Iterable[int], text: Callable[[], str], now: float
) -> None:
    """Write a message of the server itself to each of these accounts, in its language."""
    texts = {}
    for user in people:
        with speaking(language_of(transaction, user)):
            texts[user] = text()
    if not texts:
        return
    transaction.connection.execute(
        insert(messages),
        [{"user_id": user, "sender": None, "sender_name": SERVER, "text": text,
          "at": now, "read": False} for user, text in texts.items()],
    )  # fmt: skip
    transaction.topics.update(f"user {user}" for user in texts)


def _write(
    transaction: Transaction, sender: User, people: Sequence[User], text: str, now: float
) -> None:
    message = printable(text, block=True).strip()
    if not message:
        raise BadRequestError(tr("message: the text is empty; write it below the command"))
    if len(message) > MOST_TEXT:
        raise BadRequestError(tr("message: at most {most} characters", most=MOST_TEXT))
    for user in people:
        transaction.connection.execute(
            insert(messages).values(
                user_id=user.id, sender=sender.id, sender_name=sender.name, text=message, at=now,
                read=False,
            )
        )  # fmt: skip
        transaction.topics.add(f"user {user.id}")


def everybody(transaction: Transaction) -> list[User]:
    """Return all people with an account."""
    rows = transaction.connection.execute(
        select(users).where(users.c.deleted.is_(None), users.c.level.is_(None))
    )
    return [User(row.id, row.name, row.mail, None) for row in rows]


def inbox(transaction: Transaction, user: int, limit: int = 50) -> list[dict[str, object]]:
    """Return the last messages to a user, the newest first, as JSON data."""
    rows = transaction.connection.execute(
        select(messages)
        .where(messages.c.user_id == user)
        .order_by(messages.c.id.desc())
        .limit(limit)
    )
    return [
        {"number": row.id, "from": row.sender_name, "text": row.text, "at": row.at,
         "read": row.read}
        for row in rows
    ]  # fmt: skip


@dataclass(frozen=True)
class Conversation:
    """What two people wrote to each other: the other's name, the last message, who wrote it, when.

    ``unread`` is the number of messages that the reader has not seen.
    """

    name: str
    text: str
    own: bool
    at: float
    unread: int


def conversations(transaction: Transaction, user: int, limit: int = 100) -> list[Conversation]:
    """Return an account's conversations, the one with the last message first.

    The server's own messages are one, and those of deleted accounts together another.
    """
    nameless = case((_partner(user).is_(None), messages.c.sender_name), else_="")
    last = func.max(messages.c.id)
    rows = transaction.connection.execute(
        select(
            last.label("last"),
            func.sum(case(((messages.c.user_id == user) & ~messages.c.read, 1), else_=0)),
        )
        .where((messages.c.user_id == user) | (messages.c.sender == user))
        .group_by(_partner(user), nameless)
        .order_by(last.desc())
        .limit(limit)
    ).all()
    count = {number: int(unread) for number, unread in rows}
    found = transaction.connection.execute(
        select(messages, users.c.name)
        .outerjoin(users, users.c.id == _partner(user))
        .where(messages.c.id.in_(count))
        .order_by(messages.c.id.desc())
    )
    return [
        Conversation(
            row.name or row.sender_name, row.text, row.sender == user, row.at, count[row.id]
        )
        for row in found
    ]


def conversation(
    transaction: Transaction, user: int, name: str, before: int | None = None, limit: int = 50
) -> list[dict[str, Any]]:
    """Return what an account and another wrote to each other, the oldest first, as JSON data.

    Those are the last messages, or the last before the one of a number. Raises ``NotFoundError``
    if nobody has that name.
    """
    query = select(messages).where(_between(transaction, user, name))
    if before is not None:
        query = query.where(messages.c.id < before)
    rows = transaction.connection.execute(query.order_by(messages.c.id.desc()).limit(limit)).all()
    return [
        {"number": row.id, "own": row.sender == user, "text": row.text, "at": row.at,
         "read": row.read or row.user_id != user}
        for row in reversed(rows)
    ]  # fmt: skip


def _partner(user: int) -> Case[Any]:
    """Return the other account of a message to or from one; null for the server and the deleted."""
    return case((messages.c.user_id == user, messages.c.sender), else_=messages.c.user_id)


def _between(transaction: Transaction, user: int, name: str) -> ColumnElement[bool]:
    if name in (SERVER, DELETED):
        own = messages.c.user_id == user
        return own & messages.c.sender.is_(None) & (messages.c.sender_name == name)
    other = named(transaction, name).id
    to_other = (messages.c.sender == user) & (messages.c.user_id == other)
    return to_other | ((messages.c.sender == other) & (messages.c.user_id == user))


def unread(transaction: Transaction, user: int) -> int:
    """Return the number of messages that a user has not seen."""
    statement = select(func.count()).where(messages.c.user_id == user, ~messages.c.read)
    return int(transaction.connection.execute(statement).scalar_one())


def unread_since(transaction: Transaction, user: int, since: float, limit: int) -> list[Row[Any]]:
    """Return the messages since a time that a user has not seen, the oldest first."""
    statement = (
        select(messages)
        .where(messages.c.user_id == user, ~messages.c.read, messages.c.at > since)
        .order_by(messages.c.id)
        .limit(limit)
    )
    return list(transaction.connection.execute(statement))


def mark_read(transaction: Transaction, user: int, name: str) -> None:
    """Mark the messages to a user from somebody as seen."""
    transaction.connection.execute(
        update(messages)
        .where(messages.c.user_id == user, ~messages.c.read, _between(transaction, user, name))
        .values(read=True)
    )


def blocked(transaction: Transaction, user: int, other: int | None) -> bool:
    """Return whether ``user`` has blocked ``other``."""
    result = transaction.connection.execute(
        select(blocks).where(blocks.c.user_id == user, blocks.c.blocked == other)
    )
    return result.first() is not None


def kept_apart(transaction: Transaction, user: int, others: Collection[int]) -> set[int]:
    """Return those of the others whom a user has blocked, or who have blocked the user."""
    by_user = select(blocks.c.blocked).where(blocks.c.user_id == user, blocks.c.blocked.in_(others))
    by_others = select(blocks.c.user_id).where(
        blocks.c.user_id.in_(others), blocks.c.blocked == user
    )
    return {
        number
        for statement in (by_user, by_others)
        for number in transaction.connection.execute(statement).scalars()
    }


def blocked_by(transaction: Transaction, user: int) -> list[str]:
    """Return the names of those whom an account has blocked, in order."""
    statement = (
        select(users.c.name)
        .join(blocks, blocks.c.blocked == users.c.id)
        .where(blocks.c.user_id == user)
        .order_by(users.c.key)
    )
    return list(transaction.connection.execute(statement).scalars())


def check_takes(transaction: Transaction, user: int, name: str, other: int) -> None:
    """Raise ``NotAllowedError`` if ``user``, called ``name``, has blocked ``other``."""
    if blocked(transaction, user, other):
        raise NotAllowedError(tr("{name} does not take challenges from you", name=name))


def block(
    transaction: Transaction,
    user: int,
    other: int,
    is_blocked: bool,
    now: float,
    payers: limits.Payers = (),
) -> None:
    """Block somebody, or unblock them. Neither follows the other any longer."""
    row = (blocks.c.user_id == user) & (blocks.c.blocked == other)
    if not is_blocked:
        transaction.connection.execute(delete(blocks).where(row))
        return
    limits.charge(transaction, limits.BLOCKED, payers, now)
    if not blocked(transaction, user, other):
        transaction.connection.execute(insert(blocks).values(user_id=user, blocked=other))
    for one, two in ((user, other), (other, user)):
        transaction.connection.execute(
            delete(follows).where(follows.c.user_id == one, follows.c.followed == two)
        )
