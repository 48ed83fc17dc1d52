"""The disk cache of compiled code: libraries named by a hash of the source files.

Cached code is loaded and run, so it is used only from places where nobody but the user (and the
system's administrator) can write. If there is no such place, a temporary folder serves this
process and those that it starts, and is removed when the process ends.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from boche.engine.program import PROGRAM

_HERE = Path(__file__).parent

OWN = f"{PROGRAM.upper()}_COMPILED"
"""Environment variable that passes the temporary folder on to child processes."""

CHOSEN = f"{PROGRAM.upper()}_CACHE_DIR"
"""Environment variable with the folder in which compiled code is to be kept."""

OTHERS_WRITE = 0o022


def hash_of(sources: Iterable[Path], more: str = "") -> str:
    """Return a hash of files' names and contents, and a text, as 16 hexadecimal digits."""
    import hashlib  # it loads OpenSSL, which a game between people does not need

    digest = hashlib.sha256(more.encode())
    # Not in the order of their folders, which lie elsewhere where a library was shipped to.
    for name, data in sorted((path.name, path.read_bytes()) for path in sources):
        digest.update(name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:16]


def place() -> Path | None:
    """Return the first place that is writable and trusted; else a temporary folder, or None.

    Processes that are started after this call use the same place.
    """
    return next((path for path in _places() if _can_be_used(path)), None) or _temporary()


def _places() -> Iterator[Path]:
    shared, chosen = os.environ.get(OWN), os.environ.get(CHOSEN)
    if shared and os.path.isdir(shared):
        yield Path(shared)
    if chosen:
        yield Path(chosen).absolute() / PROGRAM
    yield _HERE / "__pycache__" / "compiled"
    import platformdirs

    yield platformdirs.user_cache_path(PROGRAM, appauthor=False).absolute() / "compiled"


def _can_be_used(path: Path) -> bool:
    try:
        _make(path)
        usable, doubt = os.access(path, os.W_OK), _distrust_reason(path)
    except (OSError, ValueError, RuntimeError):  # circular links raise RuntimeError
        return False
    if usable and doubt:
        _say(f"compiled code is not kept in {str(path)!r}: {doubt}")
    return usable and not doubt


def _make(path: Path) -> None:
    """Create the folder and its missing parents, for the user alone."""
    for folder in [*reversed(path.parents), path]:
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)


@cache
def _temporary() -> Path | None:
    try:
        path = Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-"))
    except OSError:
        return None
    atexit.register(_remove, path, os.getpid())
    os.environ[OWN] = str(path)
    return path


def _remove(path: Path, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)


@cache
def _say(line: str) -> None:
    """Log a warning once; it goes to standard error if logging is not set up."""
    import logging

    logging.getLogger(PROGRAM).warning("%s: %s", PROGRAM, line)


# -- who may have written there


def _distrust_reason(path: Path) -> str:
    """Return why code in the folder cannot be trusted, or '' if it can."""
    if sys.platform == "win32":
        return ""  # a user's folders are private there, and modes mean nothing
    status = path.stat()
    if status.st_uid != os.geteuid():
        return "it belongs to somebody else"
    if status.st_mode & OTHERS_WRITE:
        return f"others may write there (chmod go-w {str(path)!r}, if it holds nothing of theirs)"
    if path.is_relative_to(_HERE):
        return ""  # who can change its parents can change the program
    above = {*path.parents, *path.resolve().parents}
    loose = [folder for folder in above if not _is_closed(folder.stat())]
    return f"others may replace it, as they may write to {str(max(loose))!r}" if loose else ""


def _is_closed(above: os.stat_result) -> bool:
    """Return whether others can neither remove nor rename what the user has in the folder.

    Write permission for the user's own main group is accepted: many systems give each user a
    private group, and let it write by default.
    """
    if sys.platform == "win32":
        return True
    if above.st_uid not in (0, os.geteuid()):
        return False
    if above.st_mode & stat.S_ISVTX:
        return True
    group = above.st_mode & stat.S_IWGRP and above.st_gid != os.getegid()
    return not (group or above.st_mode & stat.S_IWOTH)


def is_safe(path: Path) -> bool:
    """Return whether a file in the cache is the user's own, and nobody else can change it."""
    return not (path.is_symlink() or _is_open(path))


def is_as_safe(path: Path, source: Path) -> bool:
    """Return whether a file beside the sources can be changed by nobody who cannot change those."""
    if sys.platform == "win32":
        return True
    status, other = path.stat(), source.stat()
    owners = (0, os.geteuid(), other.st_uid)
    return status.st_uid in owners and not status.st_mode & ~other.st_mode & OTHERS_WRITE


def _is_open(path: Path) -> bool:
    if sys.platform == "win32":
        return False
    status = path.stat()
    return status.st_uid != os.geteuid() or bool(status.st_mode & OTHERS_WRITE)
