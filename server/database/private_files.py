"""Files that only their owner can read, whatever the umask, and folders that others own."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.server.errors import ServerError

OTHERS = 0o077
"""Permissions of the group and of others."""
WRITE = 0o022

log = logging.getLogger(__name__)


def make_private(path: Path) -> None:
    """Create an empty file private to its owner. Raises ``OSError``, also if it exists."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if os.name == "posix":
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def keep_private(path: Path) -> None:
    """Make an open database's files private; warn if others may write to its folder.

    Files that SQLite creates beside it later get its permissions.
    """
    if os.name != "posix":
        return
    open_ones = [_shut(path.with_name(path.name + beside)) for beside in ("", "-wal", "-shm")]
    if any(open_ones):
        log.warning("others could read the database %r: now they cannot", str(path))
    folder = path.parent.stat().st_mode
    if folder & WRITE and not folder & stat.S_ISVTX:
        log.warning("others may write to the folder %r: chmod 700 it", str(path.parent))


def _shut(path: Path) -> bool:
    """Remove others' permissions from a file; return whether they had any."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
        return bool(mode & OTHERS)
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("others may read %r: %s", str(path), error.strerror)
        return False


def is_there(path: Path) -> bool:
    """Return whether a file is there. Raises ``ServerError`` if its folder cannot be read."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise ServerError(tr("{path}: {error}", path=path, error=system_reason(error))) from error
    return True


def nearest(folder: Path) -> Path:
    """Return the folder, or the nearest above it that is there. Raises ``ServerError``."""
    while not is_there(folder):
        folder = folder.parent
    return folder


def check_writable(folder: Path, *files: str) -> None:
    """Check that this user may write to a folder, or make it, and to files in it.

    Raises ``ServerError``.
    """
    places = {nearest(folder): os.W_OK | os.X_OK} | {folder / name: os.W_OK for name in files}
    if not all(os.access(place, mode) for place, mode in places.items()):
        raise ServerError(tr("cannot write to {folder!r}", folder=str(folder)))
