"""Which database an address names."""

from __future__ import annotations

from pathlib import Path

from server.database.store import Store


def open_store(url: str) -> Store:
    """The store at ``sqlite:///PATH`` or ``postgresql://...``. Raises ``ServerError``."""
    if url.startswith("sqlite:"):
        from server.database.sqlite import SqliteStore

        return SqliteStore(Path(url.removeprefix("sqlite:///")))
    from server.database.postgresql import PostgresStore

    return PostgresStore(url)
