"""Password reset links made by the operator."""

from __future__ import annotations

import time

from boche.server.database.connect import open_store
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.accounts import named
from boche.server.people.password_reset import token_for
from boche.server.startup import Settings


def password_link(settings: Settings, name: str) -> str:
    """Return a link by which an account's owner can choose a new password, once, within an hour.

    Raises ``ServerError``.
    """

    def work(transaction: Transaction) -> str:
        user = named(transaction, name)
        if user.level is not None:
            raise BadRequestError(f"{name} is a computer")
        return token_for(transaction, user.id, time.time())

    address = settings.address or f"http://{settings.host}:{settings.port}"
    store = open_store(settings.url)
    try:
        return f"{address.rstrip('/')}/mail/password/{store.write(work)}"
    finally:
        store.close()
