"""The addresses of accounts, and how much mail they want.

An unconfirmed address gets a single mail, which asks whether it is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, or_, select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import tr, tr_later
from boche.server import limits
from boche.server.database.schema import addresses, mailboxes, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.mail_addresses import key_of

EACH, DAILY, NONE = "each", "daily", "none"
WISHES = {
    EACH: tr_later("a mail whenever it is your turn"),
    DAILY: tr_later("one mail a day, with all that waits for you"),
    NONE: tr_later("no mail except answers to yours"),
}
"""Choices of how much mail to get, in words; the first is the default."""

MOST_ADDRESSES = 5


@dataclass(frozen=True)
class Address:
    """A mail address; ``refused`` says that mail to it was rejected or bounced."""

    address: str
    confirmed: bool
    refused: bool

    @property
    def works(self) -> bool:
        return self.confirmed and not self.refused


@dataclass(frozen=True)
class Mailbox:
    """The addresses of an account, and its wish."""

    addresses: tuple[Address, ...]
    wish: str


def set_addresses(
    transaction: Transaction,
    user: int,
    requested: Sequence[str],
    now: float = 0.0,
    payers: limits.Payers = (),
) -> str | None:
    """Set an account's addresses; return the text for its row. New ones count against limits.

    Addresses that it had before keep their state. While none of the new ones works, mail still goes
    to those that worked until now. Raises ``BadRequestError`` for too many.
    """
    address_of = {key_of(address): address for address in requested}
    if len(address_of) > MOST_ADDRESSES:
        raise BadRequestError(tr("at most {most} addresses", most=MOST_ADDRESSES))
    own = addresses.c.user_id == user
    old = set(transaction.connection.execute(select(addresses.c.key).where(own)).scalars())
    removed = old - set(address_of)
    limits.charge(transaction, limits.ADDRESSES, payers, now, len(set(address_of) - old))
    if removed:
        unlinked = own & addresses.c.key.in_(removed)
        if address_of and not _works(transaction, user, address_of):
            unlinked &= addresses.c.confirmed.is_(None) | addresses.c.refused.is_not(None)
        transaction.connection.execute(delete(addresses).where(unlinked))
    for key, address in address_of.items():
        if key not in old:
            transaction.connection.execute(
                insert(addresses).values(user_id=user, key=key, address=address)
            )
    mail = ",".join(address_of.values()) or None
    transaction.connection.execute(update(users).where(users.c.id == user).values(mail=mail))
    return mail


def _works(transaction: Transaction, user: int, keys: Iterable[str]) -> bool:
    """Return whether mail reaches an account at one of these addresses."""
    return any(
        entry.works and key_of(entry.address) in keys
        for entry in of_user(transaction, user).addresses
    )


def _drop_former(transaction: Transaction, user: int, address: str) -> None:
    """Remove the addresses that an account no longer names, once a new one works."""
    mail = transaction.connection.execute(
        select(users.c.mail).where(users.c.id == user)
    ).scalar_one()
    named = [key_of(address) for address in (mail or "").split(",")]
    if key_of(address) in named:
        transaction.connection.execute(
            delete(addresses).where(addresses.c.user_id == user, addresses.c.key.not_in(named))
        )


def of_user(transaction: Transaction, user: int) -> Mailbox:
    """Return the mailbox of an account."""
    return of_users(transaction, [user]).get(user, Mailbox((), EACH))


def of_users(transaction: Transaction, numbers: Iterable[int]) -> dict[int, Mailbox]:
    """Return the mailboxes of those accounts that have an address."""
    user_ids = list(numbers)
    rows = transaction.connection.execute(
        select(addresses, mailboxes.c.wish)
        .outerjoin(mailboxes, mailboxes.c.user_id == addresses.c.user_id)
        .where(addresses.c.user_id.in_(user_ids))
        .order_by(addresses.c.user_id, addresses.c.key)
    )
    boxes: dict[int, Mailbox] = {}
    for row in rows:
        address = Address(row.address, row.confirmed is not None, row.refused is not None)
        before = boxes.get(row.user_id, Mailbox((), row.wish or EACH))
        boxes[row.user_id] = Mailbox((*before.addresses, address), before.wish)
    return boxes


def working(transaction: Transaction, user: int) -> frozenset[str]:
    """Return the addresses at which an account gets mail, as they are compared."""
    box = of_user(transaction, user)
    return frozenset(key_of(each.address) for each in box.addresses if each.works)


def owner(transaction: Transaction, address: str) -> int | None:
    """Return the only account that has confirmed an address; None if there is none or several."""
    found = owners(transaction, address)
    return found[0] if len(found) == 1 else None


def owners(transaction: Transaction, address: str) -> Sequence[int]:
    """Return the accounts that have confirmed an address."""
    return transaction.connection.execute(
        select(addresses.c.user_id).where(
            addresses.c.key == key_of(address), addresses.c.confirmed.is_not(None)
        )
    ).scalars().all()  # fmt: skip


def is_known(transaction: Transaction, address: str) -> bool:
    """Return whether any account has confirmed an address."""
    statement = select(addresses.c.user_id).where(
        addresses.c.key == key_of(address), addresses.c.confirmed.is_not(None)
    )
    return transaction.connection.execute(statement.limit(1)).first() is not None


def accounts_at(transaction: Transaction, address: str) -> set[int]:
    """Return the accounts that name an address, confirmed or not."""
    statement = select(addresses.c.user_id).where(addresses.c.key == key_of(address))
    return set(transaction.connection.execute(statement).scalars())


def has(transaction: Transaction, user: int, address: str) -> bool:
    """Return whether an account has confirmed an address."""
    statement = select(addresses.c.user_id).where(
        addresses.c.user_id == user, addresses.c.key == key_of(address),
        addresses.c.confirmed.is_not(None),
    )  # fmt: skip
    return transaction.connection.execute(statement).first() is not None


def confirm(transaction: Transaction, user: int, address: str, now: float) -> bool:
    """Mark an address as theirs and working; return False if it was, or is no longer theirs."""
    done = transaction.connection.execute(
        update(addresses)
        .where(
            addresses.c.user_id == user, addresses.c.key == key_of(address),
            or_(addresses.c.confirmed.is_(None), addresses.c.refused.is_not(None)),
        )
        .values(confirmed=now, refused=None)
    )  # fmt: skip
    if done.rowcount > 0:
        _drop_former(transaction, user, address)
    return done.rowcount > 0


def refuse(transaction: Transaction, address: str, now: float) -> None:
    """Record that mail to an address fails for good: it gets none until it is confirmed again."""
    transaction.connection.execute(
        update(addresses).where(addresses.c.key == key_of(address)).values(refused=now)
    )


def to_ask(transaction: Transaction, now: float, limit: int = 20) -> list[tuple[int, str]]:
    """Return accounts and addresses for which no confirmation mail has been sent.

    They count as asked from now on.
    """
    statement = (
        select(addresses.c.user_id, addresses.c.key, addresses.c.address)
        .where(addresses.c.asked.is_(None))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = transaction.connection.execute(statement).all()
    for row in rows:
        mark_asked(transaction, row.user_id, row.address, now)
    return [(row.user_id, row.address) for row in rows]


def is_to_ask(transaction: Transaction, user: int, address: str) -> bool:
    """Return whether it is an address of theirs that they have not been asked about."""
    statement = select(addresses.c.key).where(
        addresses.c.user_id == user, addresses.c.key == key_of(address), addresses.c.asked.is_(None)
    )
    return transaction.connection.execute(statement).first() is not None


def mark_asked(transaction: Transaction, user: int, address: str, now: float) -> None:
    """Record that the confirmation mail is on its way."""
    transaction.connection.execute(
        update(addresses)
        .where(addresses.c.user_id == user, addresses.c.key == key_of(address))
        .values(asked=now)
    )


def set_mail_frequency(transaction: Transaction, user: int, frequency: str, now: float) -> None:
    """Set how much mail an account wants. Raises ``BadRequestError`` for an unknown wish."""
    if frequency not in WISHES:
        raise BadRequestError(tr("mail: choose how much: {choices}", choices=", ".join(WISHES)))
    transaction.connection.execute(delete(mailboxes).where(mailboxes.c.user_id == user))
    if frequency != EACH:
        due = now + DAY if frequency == DAILY else None
        transaction.connection.execute(
            insert(mailboxes).values(user_id=user, wish=frequency, digest=due)
        )


def due_digests(transaction: Transaction, now: float, limit: int = 20) -> dict[int, float]:
    """Return the accounts whose daily mail is due, with the time of the one before.

    The next one is due a day later.
    """
    statement = select(mailboxes.c.user_id, mailboxes.c.digest).where(mailboxes.c.digest <= now)
    rows = transaction.connection.execute(
        statement.limit(limit).with_for_update(skip_locked=True)
    ).all()
    due = {int(row.user_id): float(row.digest) - DAY for row in rows}
    if due:
        transaction.connection.execute(
            update(mailboxes).where(mailboxes.c.user_id.in_(due)).values(digest=now + DAY)
        )
    return due
