"""Accounts with names and passwords, and their sessions."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import tr
from boche.engine.level import LEVEL_COUNT
from boche.server import limits
from boche.server.database.schema import (
    DEVICE_LENGTH,
    NAME_LENGTH,
    addresses,
    blocks,
    follows,
    messages,
    operators,
    outbox,
    presence,
    pushes,
    puzzle_answers,
    puzzle_days,
    puzzle_ratings,
    recovery_codes,
    seats,
    second_factors,
    sessions,
    users,
    warnings,
    watches,
)
from boche.server.database.schema import bans as bans_table
from boche.server.database.schema import mailboxes as mailboxes_table
from boche.server.database.store import Transaction
from boche.server.errors import (
    BadRequestError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
    NotSignedInError,
)
from boche.server.infrastructure.tokens import new_secret, secret_hash
from boche.server.people import bans, invitations, mailboxes
from boche.server.people.names import (
    DELETED,
    check_name,
    fill_skeletons,
    key_of,
    similar_name,
    skeleton,
)
from boche.server.people.preferences import language_in
from boche.server.people.vacation import A_YEAR
from boche.server.policy import CLOSED, INVITATION

SESSION = 90 * DAY
LEAST_PASSWORD, MOST_PASSWORD = 8, 200
COMMON = 10_000
"""Number of the commonest passwords that are refused."""

HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


@dataclass(frozen=True)
class User:
    """An account. ``level`` is that of a computer player, or None for people.

    ``language`` is the one that it has chosen, or empty.
    """

    id: int
    name: str
    mail: str | None
    level: int | None
    language: str = field(default="", compare=False)


def check_password(password: str, name: str = "") -> str:
    """Return the password of an account of that name, if it is acceptable.

    Raises ``BadRequestError`` if not, as for the 10,000 commonest passwords and the name itself.
    """
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise BadRequestError(
            tr(
                "a password must have {least} to {most} characters",
                least=LEAST_PASSWORD,
                most=MOST_PASSWORD,
            )
        )
    if not password.strip():
        raise BadRequestError(tr("a password of only spaces is too easy to guess"))
    if password.casefold() in _common_passwords():
        raise BadRequestError(
            tr("this password is one of the commonest, which guessers try first; choose another")
        )
    if key_of(password) == key_of(name):
        raise BadRequestError(tr("the password must not be your name; choose another"))
    return password


@cache
def _common_passwords() -> frozenset[str]:
    # Only the list: the library's own estimate takes minutes for a password made to be slow.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(map(str.casefold, FREQUENCY_LISTS["passwords"][:COMMON]))


def hash_of(password: str, name: str = "") -> str:
    """Hash a password with argon2id. Slow on purpose: never call it within a transaction."""
    return HASHER.hash(check_password(password, name))


def matches(password_hash: str | None, password: str) -> bool:
    """Check a password against its hash, as slowly if there is none. Not for transactions."""
    try:
        return (
            HASHER.verify(password_hash or _dummy_hash(), password[: MOST_PASSWORD + 1])
            and password_hash is not None
        )
    except (VerificationError, InvalidHashError):
        return False


@cache
def _dummy_hash() -> str:
    return HASHER.hash(new_secret())


def sign_up(
    transaction: Transaction, name: str, hashed: str, now: float, mail: str | None = None,
    payers: limits.Payers = (), invitation: str | None = None, *, by_operator: bool = False,
    language: str = "",
) -> User:  # fmt: skip
    """Create an account. With an invitation, no limits apply.

    ``language`` is the code of the one that its owner asks for, or empty.

    Raises ``ConflictError`` if the name is taken, or looks like one that is, and
    ``NotAllowedError`` for an invalid invitation, or if people may not sign up by themselves.
    """
    check_name(name)
    if not by_operator:
        check_may_sign_up(invitation)
    if invitation is not None:
        invitations.use(transaction, invitation, now)
        payers = ()
    limits.charge(transaction, limits.ACCOUNTS, payers, now)
    check_free(transaction, name)
    number = transaction.connection.execute(
        insert(users).values(
            name=name, key=key_of(name), skeleton=skeleton(name), password=hashed, created=now,
            vacation=A_YEAR, vacation_at=now, settings={"language": language} if language else {},
        ).returning(users.c.id)
    ).scalar_one()  # fmt: skip
    if mail is not None:
        mail = mailboxes.set_addresses(transaction, number, mail.split(","), now, payers)
    return User(number, name, mail, None, language)


def check_may_sign_up(invitation: str | None) -> None:
    """Raise ``NotAllowedError`` if the server takes no new accounts, or only by invitation."""
    who = limits.rules().policy.sign_up
    if who == CLOSED:
        raise NotAllowedError(tr("this server takes no new accounts"))
    if who == INVITATION and invitation is None:
        raise NotAllowedError(
            tr("this server takes new accounts by invitation only; ask whoever runs it for a link")
        )


def check_free(transaction: Transaction, name: str) -> None:
    """Raise ``ConflictError`` if the name is taken, or looks like one that is."""
    if find(transaction, name) is not None:
        raise ConflictError(tr("the name {name} is taken; choose another one", name=name))
    if similar_name(transaction, name) is not None:
        raise ConflictError(
            tr("the name {name} looks like one that is taken; choose another one", name=name)
        )


def find(transaction: Transaction, name: str) -> User | None:
    """Return the account of that name, ignoring case; None if there is none."""
    row = transaction.connection.execute(
        select(users).where(users.c.key == key_of(name), users.c.deleted.is_(None))
    ).one_or_none()
    return None if row is None else _user(row)


def _user(row: Row[Any]) -> User:
    return User(row.id, row.name, row.mail, row.level, language_in(row.settings))


def named(transaction: Transaction, name: str) -> User:
    """Return the account of that name. Raises ``NotFoundError``."""
    user = find(transaction, name)
    if user is None:
        raise NotFoundError(tr("no player is named {name}", name=name[:NAME_LENGTH]))
    return user


def is_there(transaction: Transaction, number: int | None) -> bool:
    """Return whether an account still exists; True for guests, who have none."""
    return number is None or by_number(transaction, number) is not None


def lock(transaction: Transaction, number: int) -> None:
    """Let writers of one account's data wait for each other until the transaction ends.

    Raises ``NotSignedInError`` if it is deleted.
    """
    own = select(users.c.id).where(users.c.id == number, users.c.deleted.is_(None))
    if transaction.connection.execute(own.with_for_update()).first() is None:
        raise NotSignedInError(tr("this account is deleted"))


def by_number(transaction: Transaction, number: int) -> User | None:
    """Return the account of that number, or None if it is gone."""
    row = transaction.connection.execute(
        select(users).where(users.c.id == number, users.c.deleted.is_(None))
    ).one_or_none()
    return None if row is None else _user(row)


def password_of(transaction: Transaction, name: str) -> tuple[int | None, str | None]:
    """Return an account's number and its password's hash, or None for both."""
    row = transaction.connection.execute(
        select(users.c.id, users.c.password).where(
            users.c.key == key_of(name), users.c.deleted.is_(None)
        )
    ).one_or_none()
    return (None, None) if row is None else (row.id, row.password)


def set_password(transaction: Transaction, user: int, hashed: str) -> None:
    """Change a password and end all sessions."""
    transaction.connection.execute(update(users).where(users.c.id == user).values(password=hashed))
    sign_out_everywhere(transaction, user)


def open_session(
    transaction: Transaction, user: int, now: float, payers: limits.Payers = (),
    device: str | None = None,
) -> str:  # fmt: skip
    """Sign somebody in; return the session's secret. Raises ``BannedError``.

    ``device`` names the browser and system, for the owner's list of sessions.
    """
    bans.check(transaction, user, now)
    limits.charge(transaction, limits.SESSIONS, payers, now)
    secret = new_secret()
    transaction.connection.execute(
        insert(sessions).values(
            hash=secret_hash(secret),
            user_id=user,
            created=now,
            expires=now + SESSION,
            device=device and device[:DEVICE_LENGTH],
        )
    )
    return secret


def signed_in(transaction: Transaction, secret: str, now: float) -> User:
    """Return the user of a session.

    Raises ``NotSignedInError`` if it is not valid, and ``BannedError`` if it was opened while its
    account was being banned.
    """
    row = transaction.connection.execute(
        select(users, bans_table.c.at.label("banned"))
        .join(sessions, sessions.c.user_id == users.c.id)
        .outerjoin(bans_table, bans_table.c.user_id == users.c.id)
        .where(
            sessions.c.hash == secret_hash(secret),
            sessions.c.expires > now,
            users.c.deleted.is_(None),
        )
    ).one_or_none()
    if row is None:
        raise NotSignedInError(tr("you are no longer signed in; sign in again"))
    if row.banned is not None:
        bans.check(transaction, row.id, now)
    return _user(row)


def close_session(transaction: Transaction, secret: str) -> None:
    """End a session."""
    _end(transaction, sessions.c.hash == secret_hash(secret))


@dataclass(frozen=True)
class Session:
    """An open session of an account: its name in forms, since when, where, and whether asked by."""

    name: str
    since: float
    device: str | None
    own: bool


def open_sessions(
    transaction: Transaction, user: int, secret: str | None, now: float
) -> list[Session]:
    """Return an account's open sessions, the one of ``secret`` first, then the newest."""
    own = secret_hash(secret) if secret else None
    query = select(sessions).where(sessions.c.user_id == user, sessions.c.expires > now)
    found = [
        Session(row.hash.hex(), row.created, row.device, row.hash == own)
        for row in transaction.connection.execute(query.order_by(sessions.c.created.desc()))
    ]
    return sorted(found, key=lambda each: not each.own)


def close_named_session(transaction: Transaction, user: int, name: str) -> None:
    """End the session of an account that ``open_sessions`` gave a name; nothing if it is over."""
    with contextlib.suppress(ValueError):
        _end(transaction, and_(sessions.c.user_id == user, sessions.c.hash == bytes.fromhex(name)))


def sign_out_elsewhere(transaction: Transaction, user: int, secret: str | None) -> None:
    """End all sessions of an account but the one of ``secret``."""
    elsewhere = sessions.c.user_id == user
    if secret:
        elsewhere = and_(elsewhere, sessions.c.hash != secret_hash(secret))
    _end(transaction, elsewhere)
    transaction.topics.add(sessions_of(user))


def sign_out_everywhere(transaction: Transaction, user: int) -> None:
    """End all sessions of an account, including streams authorized by name and password."""
    _end(transaction, sessions.c.user_id == user)
    transaction.topics.add(sessions_of(user))


def forget_sessions(transaction: Transaction, now: float) -> None:
    """Delete the sessions that have expired."""
    _end(transaction, sessions.c.expires <= now)


def _end(transaction: Transaction, which: ColumnElement[bool]) -> None:
    ended = transaction.connection.execute(
        delete(sessions).where(which).returning(sessions.c.user_id)
    )
    transaction.topics.update(map(sessions_of, ended.scalars()))


def sessions_of(user: int) -> str:
    """Return the topic for ended sessions of an account; its streams then end, too."""
    return f"sessions {user}"


def remove(transaction: Transaction, user: int, now: float) -> None:
    """Delete an account with everything of its own; its games stay, nameless.

    Its active games must have ended: ``server.play.account_deletion`` does both.
    """
    sign_out_everywhere(transaction, user)
    _leave_outbox(transaction, user)
    for own in (messages.c.user_id, watches.c.user_id, follows.c.user_id, follows.c.followed,
                blocks.c.user_id, blocks.c.blocked, addresses.c.user_id, mailboxes_table.c.user_id,
                outbox.c.user_id, presence.c.user_id, pushes.c.user_id, operators.c.user_id,
                warnings.c.user_id, bans_table.c.user_id, puzzle_ratings.c.user_id,
                puzzle_answers.c.user_id, puzzle_days.c.user_id, second_factors.c.user_id,
                recovery_codes.c.user_id):  # fmt: skip
        transaction.connection.execute(delete(own.table).where(own == user))
    transaction.connection.execute(
        update(messages).where(messages.c.sender == user).values(sender_name=DELETED)
    )
    transaction.connection.execute(
        update(users).where(users.c.id == user).values(
            name=DELETED, key=f"{DELETED} {user}", skeleton=None, password=None, mail=None,
            settings={}, deleted=now,
        )
    )  # fmt: skip
    transaction.connection.execute(
        update(seats).where(seats.c.user_id == user).values(name=DELETED, notes="")
    )


def _leave_outbox(transaction: Transaction, user: int) -> None:
    """Delete the mails to an account's addresses that are nobody's else, answers included."""
    own = {
        address
        for row in transaction.connection.execute(
            select(addresses.c.address, addresses.c.key).where(addresses.c.user_id == user)
        )
        if mailboxes.accounts_at(transaction, row.address) == {user}
        for address in (row.address, row.key)
    }
    transaction.connection.execute(
        delete(outbox).where(
            outbox.c.user_id.is_(None),
            func.lower(outbox.c.address).in_({each.lower() for each in own} | own),
        )
    )


def level_name(level: int) -> str:
    """Return the player name of a computer level."""
    return f"level-{level}"


def add_levels(transaction: Transaction, now: float) -> None:
    """Create missing accounts for the computer's levels, and complete older accounts."""
    for level in range(1, LEVEL_COUNT + 1):
        if find(transaction, level_name(level)) is None:
            transaction.connection.execute(
                insert(users).values(
                    name=level_name(level), key=level_name(level), created=now, vacation=0.0,
                    settings={}, level=level,
                )
            )  # fmt: skip
    fill_skeletons(transaction)
