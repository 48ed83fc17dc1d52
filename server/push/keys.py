"""The server's VAPID key, which identifies it to push services. Created once per database."""

from __future__ import annotations

import base64
import time
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import insert, select

from boche.server.database.schema import settings
from boche.server.database.store import Transaction

_KEY = "push-key"
VALID = 12 * 3600
"""Seconds for which a signature is valid."""


def key_of(transaction: Transaction) -> str:
    """Return a database's private key, creating it at first use; needs a transaction that writes."""
    wanted = select(settings.c.value).where(settings.c.name == _KEY)
    found: str | None = transaction.connection.execute(wanted).scalar_one_or_none()
    if found is None:
        found = _made()
        transaction.connection.execute(insert(settings).values(name=_KEY, value=found))
    return found


def _made() -> str:
    from py_vapid import Vapid02  # imported when somebody first wants notifications

    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


class Signer:
    """A signer of requests for ``address``, the server's address from outside."""

    def __init__(self, private: str, address: str) -> None:
        self._private = private
        host = urlsplit(address).hostname or ""
        self._subject = f"https://{host if '.' in host else 'localhost'}"

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02

        return Vapid02.from_pem(self._private.encode())

    @property
    def public(self) -> str:
        """The public key in the form a browser takes."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def headers(self, host: str) -> dict[str, str]:
        """Return the headers that identify the sender to a push service at ``host``."""
        claims = {"sub": self._subject, "aud": f"https://{host}", "exp": int(time.time()) + VALID}
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed
