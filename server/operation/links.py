"""Links that the commands give to people, with the address at which the server is reached."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from boche.server.database.schema import settings as stored
from boche.server.database.store import Transaction
from boche.server.operation.settings import Settings

ADDRESS = "address"


def keep_address(transaction: Transaction, address: str) -> None:
    """Keep the address for commands that are given none."""
    transaction.connection.execute(delete(stored).where(stored.c.name == ADDRESS))
    transaction.connection.execute(insert(stored).values(name=ADDRESS, value=address))


def link(transaction: Transaction, settings: Settings, path: str) -> str:
    """Return a page's address: as given, as last served, or that of a trial on this machine."""
    kept = transaction.connection.execute(
        select(stored.c.value).where(stored.c.name == ADDRESS)
    ).scalar_one_or_none()
    address = settings.address or kept or f"http://{settings.host}:{settings.port}"
    return f"{address.rstrip('/')}{path}"
