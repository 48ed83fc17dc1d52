"""Which database an address names."""

from __future__ import annotations

from pathlib import Path

from server.database.store import Store


def open_store(url: str, *, migrating: bool = False) -> Store:
    """The store at ``sqlite:///PATH`` or ``postgresql://...``, made where there is none.

    ``migrating``: one of an older program is brought on. Raises ``ServerError``.
    """
    if url.startswith("sqlite:"):
        from server.database.sqlite import SqliteStore

        return SqliteStore(file_of(url), migrating=migrating)
    from server.database.postgresql import PostgresStore

    return PostgresStore(url, migrating=migrating)


def file_of(url: str) -> Path:
    """The file of ``sqlite:///PATH``."""
    return Path(url.removeprefix("sqlite:///"))
