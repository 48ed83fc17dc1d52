"""Opening the database that an address names."""

from __future__ import annotations

from pathlib import Path

from boche.engine.languages.current import tr
from boche.server.database.store import Store
from boche.server.errors import ServerError


def open_store(url: str, *, migrating: bool = False) -> Store:
    """Open the store at ``sqlite:///PATH`` or ``postgresql://...``, creating it if needed.

    With ``migrating``, an older database is migrated. Raises ``ServerError``.
    """
    if url.startswith("sqlite:"):
        from boche.server.database.sqlite import SqliteStore

        return SqliteStore(file_of(url), migrating=migrating)
    check_driver()
    from boche.server.database.postgresql import PostgresStore

    return PostgresStore(url, migrating=migrating)


def check_driver() -> None:
    """Raise ``ServerError`` if the libraries for PostgreSQL are missing."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise ServerError(
            tr(
                "PostgreSQL needs psycopg and libpq: pip install 'psycopg[binary]', or "
                "sudo apt-get install libpq5 beside the package ({error})",
                error=str(error).partition("\n")[0],
            )
        ) from error  # fmt: skip


def file_of(url: str) -> Path:
    """Return the file of ``sqlite:///PATH``."""
    return Path(url.removeprefix("sqlite:///"))
