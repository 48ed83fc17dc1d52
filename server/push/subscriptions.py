"""Which browsers want to be told of turns: of an account, or of whoever holds a guest's seat."""

from __future__ import annotations

import base64
import binascii
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, insert, or_, select, update

from server.database.schema import pushes, seats, sessions
from server.database.store import Unit
from server.errors import BadRequestError, NotAllowedError
from server.limits import Limit

MOST = 5
"""Browsers of one person; a further one takes the place of the oldest."""
MOST_ADDRESS = 1000
"""Characters of the address at which a browser is reached."""
PATIENCE = 3
"""Times in a row that a browser may not be reached before it is forgotten."""
SUBSCRIPTIONS = Limit("subscriptions", 20, 30.0)
"""Of an address: each is a place that the server will talk to."""

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
    """Where a browser is told, and the keys that only it can read by.

    ``session`` is the hash of the session it was signed in by: with that the subscription ends.
    """

    endpoint: str
    keys: Mapping[str, str]
    session: str | None = None


def browser(endpoint: str, keys: Mapping[str, Any]) -> Browser:
    """What a browser says of itself, looked over. Raises ``BadRequestError``."""
    check_endpoint(endpoint)
    for name, length in _LENGTHS.items():
        if len(_decoded(keys.get(name))) != length:
            raise BadRequestError(f"keys: {name} is no key of a push subscription")
    return Browser(endpoint, {name: str(keys[name]) for name in _LENGTHS})


def check_endpoint(endpoint: str) -> tuple[str, str]:
    """The host and the path of a push service's address. Raises ``BadRequestError``.

    It must be one that is open to everybody: where the name leads is looked at when it is used.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise BadRequestError("endpoint: that is no address") from error
    plain = endpoint.isascii() and endpoint.isprintable() and not set(endpoint) & set(" #\\")
    if not plain or len(endpoint) > MOST_ADDRESS or parts.scheme != "https":
        raise BadRequestError("endpoint: an address that begins with https:// is wanted")
    if port not in (None, 443) or "@" in parts.netloc or "." not in host or _is_address(host):
        raise BadRequestError("endpoint: the name of a public push service is wanted")
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
"""What those who tell browsers listen to: there is one now, where there may have been none."""


def subscribe(unit: Unit, owner: Owner, wanted: Browser, now: float) -> None:
    """Have a browser told of the turns of an account or a seat. Raises ``NotAllowedError``."""
    if owner.user is None and not _sits(unit, owner.secret):
        raise NotAllowedError("sign in, or open the link of your seat")
    unit.topics.add(TOPIC)
    unsubscribe(unit, owner, wanted.endpoint)
    unit.connection.execute(
        insert(pushes).values(
            user_id=owner.user, secret=owner.secret if owner.user is None else None,
            endpoint=wanted.endpoint, keys={**wanted.keys, "session": wanted.session}, at=now,
        )
    )  # fmt: skip
    kept = select(pushes.c.id).where(owner.rows).order_by(pushes.c.id.desc()).limit(MOST)
    numbers = unit.connection.execute(kept).scalars().all()
    unit.connection.execute(delete(pushes).where(owner.rows, pushes.c.id.not_in(numbers)))


def _sits(unit: Unit, secret: bytes | None) -> bool:
    own = select(seats.c.board).where(seats.c.secret == secret).limit(1)
    return secret is not None and unit.connection.execute(own).first() is not None


def unsubscribe(unit: Unit, owner: Owner, endpoint: str) -> None:
    """Tell a browser no longer."""
    unit.connection.execute(delete(pushes).where(owner.rows, pushes.c.endpoint == endpoint))


def any_at_all(unit: Unit) -> bool:
    """Whether anybody wants to be told."""
    return unit.connection.execute(select(pushes.c.id).limit(1)).first() is not None


def any_of(unit: Unit, number: int, seat: int) -> bool:
    """Whether whoever has a board's seat wants to be told."""
    own = or_(pushes.c.user_id == seats.c.user_id, pushes.c.secret == seats.c.secret)
    wanted = select(pushes.c.id).join(seats, own)
    at = (seats.c.board == number, seats.c.seat == seat)
    return unit.connection.execute(wanted.where(*at).limit(1)).first() is not None


def of(unit: Unit, owner: Owner, now: float) -> list[Any]:
    """The subscriptions of an account or a seat; those of sessions that are over are dropped."""
    rows = unit.connection.execute(select(pushes).where(owner.rows).order_by(pushes.c.id)).all()
    alive = [row for row in rows if _signed_in(unit, row.keys.get("session"), now)]
    over = [row.id for row in rows if row not in alive]
    if over:
        unit.connection.execute(delete(pushes).where(pushes.c.id.in_(over)))
    return alive


def _signed_in(unit: Unit, session: str | None, now: float) -> bool:
    if session is None:
        return True
    own = select(sessions.c.hash).where(
        sessions.c.hash == bytes.fromhex(session), sessions.c.expires > now
    )
    return unit.connection.execute(own).first() is not None


def gone(unit: Unit, number: int) -> None:
    """The browser does not want it any longer, or is no more."""
    unit.connection.execute(delete(pushes).where(pushes.c.id == number))


def failed(unit: Unit, number: int) -> None:
    """It could not be reached; after several times in a row it is forgotten."""
    row = unit.connection.execute(select(pushes).where(pushes.c.id == number)).one_or_none()
    if row is None:
        return
    times = 1 + row.keys.get("failed", 0)
    if times >= PATIENCE:
        gone(unit, number)
    else:
        _keep(unit, number, {**row.keys, "failed": times})


def reached(unit: Unit, row: Any) -> None:
    """It was reached: what failed before counts no longer."""
    if row.keys.get("failed"):
        _keep(unit, row.id, {**row.keys, "failed": 0})


def _keep(unit: Unit, number: int, keys: dict[str, Any]) -> None:
    unit.connection.execute(update(pushes).where(pushes.c.id == number).values(keys=keys))
