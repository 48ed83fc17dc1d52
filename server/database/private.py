"""Files that nobody but their owner reads, whatever the umask says."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

OTHERS = 0o077
"""What the group and all others may do."""
WRITE = 0o022

log = logging.getLogger(__name__)


def make_private(path: Path) -> None:
    """Make an empty file of the owner's own. Raises ``OSError``, also where there is one."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if os.name == "posix":
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def keep_private(path: Path) -> None:
    """Shut an open database's files to others; say where they may write to its folder.

    Files that SQLite makes beside it later get its permissions.
    """
    for beside in ("", "-wal", "-shm"):
        shut(path.with_name(path.name + beside))
    if os.name == "posix" and path.parent.stat().st_mode & WRITE and not _sticky(path.parent):
        log.warning("others may write to the folder %r: chmod 700 it", str(path.parent))


def shut(path: Path) -> None:
    """Take from others what they may do with a file, where it is ours, and say so."""
    if os.name != "posix":
        return
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
            log.warning("others could read %r (%o): now they cannot (%o)", str(path), mode,
                        mode & ~OTHERS)  # fmt: skip
    except FileNotFoundError:
        return
    except OSError as error:
        log.warning("others may read %r: %s", str(path), error.strerror)


def _sticky(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_ISVTX)
