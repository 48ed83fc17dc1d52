"""Opening the database that an address names."""

from __future__ import annotations

from pathlib import Path

from boche.server.database.store import Store


def open_store(url: str, *, migrating: bool = False) -> Store:
    """Open the store at ``sqlite:///PATH`` or ``postgresql://...``, creating it if needed.

    With ``migrating``, an older database is migrated. Raises ``ServerError``.
    """
    if url.startswith("sqlite:"):
        from boche.server.database.sqlite import SqliteStore

        return SqliteStore(file_of(url), migrating=migrating)
    from boche.server.database.postgresql import PostgresStore

    return PostgresStore(url, migrating=migrating)


def file_of(url: str) -> Path:
    """Return the file of ``sqlite:///PATH``."""
    return Path(url.removeprefix("sqlite:///"))
