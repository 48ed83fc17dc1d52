"""The lock by which one process at a time serves, or migrates, the database file of a folder."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.server.errors import ServerError
from boche.server.operation.settings import Settings
from boche.viewer.storage.paths import Lock, make_folder

LOCK = "serving.lock"


@contextlib.contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Hold the data folder within a context. Raises ``ServerError`` if another server does."""
    if settings.database:
        yield
        return
    make_folder(settings.folder)
    try:
        lock = Lock.take(settings.folder / LOCK)
    except OSError as error:
        raise ServerError(
            tr("{path}: {error}", path=settings.folder / LOCK, error=system_reason(error))
        ) from error
    if lock is None:
        raise ServerError(
            tr(
                "another server uses {folder!r}: use another --data, or for several processes "
                "PostgreSQL (--database)",
                folder=str(settings.folder),
            )
        )
    try:
        yield
    finally:
        lock.release()
