"""Forgotten passwords: a link to choose a new one, once, within an hour.

The link has a code that cannot be forged: an HMAC over the account, the time and the password's
hash. So it becomes invalid with any change of the password, by this link or otherwise.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets

from sqlalchemy import insert, select

from boche.engine.durations import HOUR
from boche.engine.languages.current import tr, tr_later
from boche.server import limits
from boche.server.database.schema import addresses, settings, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError, TooManyError
from boche.server.limits import Limit
from boche.server.people import known_addresses
from boche.server.people.accounts import User, by_number, find, set_password
from boche.server.people.mail_addresses import key_of
from boche.server.people.password_checks import at_address

GOOD_FOR = HOUR
ASKED = Limit("forgotten", 6, 600.0)
"""Requests from one address."""
ASKED_BY_MAIL = Limit("forgotten-all", 30, 60.0)
"""Requests by mail, all together: their senders choose the address that is named."""
MAILED = Limit("forgotten-to", 3, 2 * HOUR)
"""Mails with such a link to one address."""

SENT = tr_later(
    "A mail with a link is on its way, if there is such an account. It goes to the addresses that "
    "the account has confirmed, and the link is good for an hour."
)
"""Answer to a request, whether or not there is such an account."""

PASSWORD_GIVEN = "password given "
"""Purpose of a token that says that an account's right password was given, and only a code lacks.
"""

TOPIC = "forgotten "
"""Start of the topic that has such a mail written; the account's number follows."""

_KEY = "forgotten-key"
_CODE = 26  # characters of five bits each
_TOKEN = re.compile(rf"(\d{{1,9}})-(\d{{1,12}})-([a-z2-7]{{{_CODE}}})")
_MOST_ACCOUNTS = 5


def forgot(transaction: Transaction, text: str, source: str, now: float) -> None:
    """Mail a link to the accounts of a name or a mail address.

    The result does not reveal whether there are any. ``source`` is the request's address, empty if
    nothing proves it. Raises ``BadRequestError`` if nothing is named, and ``TooManyError``.
    """
    text = text.strip()
    if not text:
        raise BadRequestError(tr("give your name or your mail address"))
    limits.charge_one(transaction, ASKED if source else ASKED_BY_MAIL, source, now)
    if "@" in text:
        known = addresses.c.confirmed.is_not(None) & (addresses.c.key == key_of(text))
        statement = select(addresses.c.user_id).where(known).limit(_MOST_ACCOUNTS)
        numbers = transaction.connection.execute(statement).scalars().all()
    else:
        user = find(transaction, text)
        numbers = [] if user is None else [user.id]
    transaction.topics.update(f"{TOPIC}{number}" for number in numbers)


def may_be_mailed(transaction: Transaction, address: str, now: float) -> bool:
    """Count a mail with a link; return False if that address has had enough of them."""
    try:
        limits.charge_one(transaction, MAILED, key_of(address), now)
    except TooManyError:
        return False
    return True


def token_for(transaction: Transaction, user: int, now: float, purpose: str = "") -> str:
    """Return a token for an account. Needs a transaction that writes.

    It is good for a new password, or for what ``purpose`` names.
    """
    expires = int(now + GOOD_FOR)
    key = _key(transaction) or _create_key(transaction)
    return f"{user}-{expires}-{_code(transaction, key, user, expires, purpose)}"


def owner_of(transaction: Transaction, token: str, now: float, purpose: str = "") -> User:
    """Return the account that a token is for. Raises ``NotFoundError`` if it is not valid."""
    match, key = _TOKEN.fullmatch(token.lower()), _key(transaction)
    if match is not None and key is not None:
        number, expires = int(match[1]), int(match[2])
        user = by_number(transaction, number)
        right = hmac.compare_digest(match[3], _code(transaction, key, number, expires, purpose))
        if right and user is not None and now <= expires:
            return user
    raise NotFoundError(tr("this link is no longer valid; ask for another one"))


def choose(transaction: Transaction, token: str, hashed: str, now: float, address: str) -> User:
    """Change a password by a token and end all sessions.

    The account is known at that address from now on, and wrong passwords there are forgotten.
    """
    user = owner_of(transaction, token, now)
    set_password(transaction, user.id, hashed)
    known_addresses.remember(transaction, user.id, address, now)
    limits.forgive(transaction, limits.PASSWORDS_OF_NAME, at_address(user.name, address))
    return user


def _key(transaction: Transaction) -> bytes | None:
    """Return the key of a database, or None if it has none yet."""
    statement = select(settings.c.value).where(settings.c.name == _KEY)
    secret = transaction.connection.execute(statement).scalar_one_or_none()
    return None if secret is None else bytes.fromhex(secret)


def _create_key(transaction: Transaction) -> bytes:
    secret = secrets.token_bytes(32)
    transaction.connection.execute(insert(settings).values(name=_KEY, value=secret.hex()))
    return secret


def _code(transaction: Transaction, key: bytes, user: int, expires: int, purpose: str) -> str:
    password_hash = transaction.connection.execute(
        select(users.c.password).where(users.c.id == user)
    ).scalar_one_or_none()  # fmt: skip
    message = f"{purpose}{user} {expires} {password_hash}".encode()
    return base64.b32encode(hmac.digest(key, message, "sha256")).decode().lower()[:_CODE]
