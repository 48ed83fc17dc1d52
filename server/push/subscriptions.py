"""Push subscriptions of browsers, for an account or for the holder of a guest's seat."""

from __future__ import annotations

import base64
import binascii
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, insert, or_, select, update

from boche.engine.languages.current import tr
from boche.server.database.schema import pushes, seats, sessions
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError
from boche.server.limits import Limit

MOST = 5
"""Maximum number of browsers per person; a new one replaces the oldest."""
MOST_ADDRESS = 1000
"""Maximum length of a browser's endpoint address."""
PATIENCE = 3
"""Number of consecutive failures before a browser is dropped."""
SUBSCRIPTIONS = Limit("subscriptions", 20, 30.0)
"""Subscriptions from an address: each is a host that the server will talk to."""

_LENGTHS = {"p256dh": 65, "auth": 16}


@dataclass(frozen=True)
class Owner:
    """An account's number, or the hash of a seat's secret."""

    user: int | None = None
    secret: bytes | None = None

    @property
    def rows(self) -> ColumnElement[bool]:
        if self.user is not None:
            return pushes.c.user_id == self.user
        return pushes.c.secret == self.secret


@dataclass(frozen=True)
class Browser:
    """A browser's endpoint, and its keys for encryption.

    ``session`` is the hash of its session: the subscription ends with it.
    """

    endpoint: str
    keys: Mapping[str, str]
    session: str | None = None


def browser(endpoint: str, keys: Mapping[str, Any]) -> Browser:
    """Check a browser's own data. Raises ``BadRequestError``."""
    check_endpoint(endpoint)
    for name, length in _LENGTHS.items():
        if len(_decoded(keys.get(name))) != length:
            raise BadRequestError(tr("keys: {name} is not a key of a push subscription", name=name))
    return Browser(endpoint, {name: str(keys[name]) for name in _LENGTHS})


def check_endpoint(endpoint: str) -> tuple[str, str]:
    """Return the host and path of a push service's address. Raises ``BadRequestError``.

    It must name a public service; the addresses of the name are checked when it is used.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise BadRequestError(tr("endpoint: not an address")) from error
    plain = endpoint.isascii() and endpoint.isprintable() and not set(endpoint) & set(" #\\")
    if not plain or len(endpoint) > MOST_ADDRESS or parts.scheme != "https":
        raise BadRequestError(tr("endpoint: expected an address that begins with https://"))
    if port not in (None, 443) or "@" in parts.netloc or "." not in host or _is_address(host):
        raise BadRequestError(tr("endpoint: expected the address of a public push service"))
    return host, f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2].isdigit()
    return True


def _decoded(text: object) -> bytes:
    if not isinstance(text, str) or len(text) > 200:
        return b""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


TOPIC = "pushes"
"""Topic that tells senders that there may now be a first subscription."""


def subscribe(transaction: Transaction, owner: Owner, browser: Browser, now: float) -> None:
    """Subscribe a browser to the turns of an account or a seat. Raises ``NotAllowedError``."""
    if owner.user is None and not _has_seat(transaction, owner.secret):
        raise NotAllowedError(tr("sign in, or open the link of your seat"))
    transaction.topics.add(TOPIC)
    unsubscribe(transaction, owner, browser.endpoint)
    transaction.connection.execute(
        insert(pushes).values(
            user_id=owner.user, secret=owner.secret if owner.user is None else None,
            endpoint=browser.endpoint, keys={**browser.keys, "session": browser.session}, at=now,
        )
    )  # fmt: skip
    newest = select(pushes.c.id).where(owner.rows).order_by(pushes.c.id.desc()).limit(MOST)
    numbers = transaction.connection.execute(newest).scalars().all()
    transaction.connection.execute(delete(pushes).where(owner.rows, pushes.c.id.not_in(numbers)))


def _has_seat(transaction: Transaction, secret: bytes | None) -> bool:
    own = select(seats.c.board).where(seats.c.secret == secret).limit(1)
    return secret is not None and transaction.connection.execute(own).first() is not None


def unsubscribe(transaction: Transaction, owner: Owner, endpoint: str) -> None:
    """Unsubscribe a browser."""
    transaction.connection.execute(delete(pushes).where(owner.rows, pushes.c.endpoint == endpoint))


def any_at_all(transaction: Transaction) -> bool:
    """Return whether there is any subscription."""
    return transaction.connection.execute(select(pushes.c.id).limit(1)).first() is not None


def any_of(transaction: Transaction, number: int, seat: int) -> bool:
    """Return whether the player in a board's seat has a subscription."""
    own = or_(pushes.c.user_id == seats.c.user_id, pushes.c.secret == seats.c.secret)
    statement = select(pushes.c.id).join(seats, own)
    at = (seats.c.board == number, seats.c.seat == seat)
    return transaction.connection.execute(statement.where(*at).limit(1)).first() is not None


def of(transaction: Transaction, owner: Owner, now: float) -> list[Any]:
    """Return the subscriptions of an account or a seat, dropping those of ended sessions."""
    rows = transaction.connection.execute(
        select(pushes).where(owner.rows).order_by(pushes.c.id)
    ).all()
    alive = [row for row in rows if _is_signed_in(transaction, row.keys.get("session"), now)]
    over = [row.id for row in rows if row not in alive]
    if over:
        transaction.connection.execute(delete(pushes).where(pushes.c.id.in_(over)))
    return alive


def _is_signed_in(transaction: Transaction, session: str | None, now: float) -> bool:
    if session is None:
        return True
    own = select(sessions.c.hash).where(
        sessions.c.hash == bytes.fromhex(session), sessions.c.expires > now
    )
    return transaction.connection.execute(own).first() is not None


def remove(transaction: Transaction, number: int) -> None:
    """Delete a subscription that the browser gave up or that no longer exists."""
    transaction.connection.execute(delete(pushes).where(pushes.c.id == number))


def failed(transaction: Transaction, number: int) -> None:
    """Count a failure; delete the subscription after several in a row."""
    row = transaction.connection.execute(select(pushes).where(pushes.c.id == number)).one_or_none()
    if row is None:
        return
    times = 1 + row.keys.get("failed", 0)
    if times >= PATIENCE:
        remove(transaction, number)
    else:
        _save_keys(transaction, number, {**row.keys, "failed": times})


def reset_failures(transaction: Transaction, row: Any) -> None:
    """Reset the count of failures after a success."""
    if row.keys.get("failed"):
        _save_keys(transaction, row.id, {**row.keys, "failed": 0})


def _save_keys(transaction: Transaction, number: int, keys: dict[str, Any]) -> None:
    transaction.connection.execute(update(pushes).where(pushes.c.id == number).values(keys=keys))
