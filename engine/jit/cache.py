"""Where compiled code is kept on the disk: folders named by a hash of the sources it is made of.

numba itself would not notice a change in a function that comes from another file.

What lies there is loaded and run, so it is looked for only where nobody but the user (and the
system's administrator) can have put it. Where there is no such place, a folder in the temporary
directory serves this process and those that it starts, and goes when it ends.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from engine.program import PROGRAM

_HERE = Path(__file__).parent

OWN = f"{PROGRAM.upper()}_COMPILED"
"""The environment variable by which a process tells those it starts of its temporary folder."""

OTHERS_WRITE = 0o022


def folder_for(name: str, sources: Iterable[Path]) -> Path | None:
    """The folder for what is compiled as ``name``; those for other sources are removed.

    None where nothing can be kept.
    """
    where = place()
    if where is None:
        return None
    folder = where / f"{name}-{hash_of(sources)}"
    for other in where.glob(f"{name}-*"):
        stale = re.fullmatch(r"[0-9a-f]+", other.name.removeprefix(f"{name}-"))
        if stale and (other != folder or not _inside_is_own(folder)):
            shutil.rmtree(other, ignore_errors=True)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if _inside_is_own(folder) else None


def is_kept(name: str, function: str) -> bool:
    """Whether a function (``module.function``) that was compiled as ``name`` lies on the disk.

    An old build's counts too.
    """
    where = place()
    return where is not None and any(where.glob(f"{name}-*/**/{function}-*.nbc"))


def hash_of(sources: Iterable[Path]) -> str:
    """16 hexadecimal digits for what the files hold."""
    import hashlib  # it loads OpenSSL, which a game between people does not need

    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def place() -> Path | None:
    """The first place that can be written and trusted; else a temporary folder, if there can be.

    Processes that are started after this call share what it returned.
    """
    return next((path for path in _places() if _can_be_used(path)), None) or _temporary()


def _places() -> Iterator[Path]:
    shared, chosen = os.environ.get(OWN), os.environ.get("NUMBA_CACHE_DIR")
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
        usable, why = os.access(path, os.W_OK), _doubt(path)
    except (OSError, ValueError, RuntimeError):  # links in a circle are a RuntimeError
        return False
    if usable and why:
        _say(f"compiled code is not kept in {str(path)!r}: {why}")
    return usable and not why


def _make(path: Path) -> None:
    """Make the folder, and those above it that are missing, for the user alone."""
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
    """One line to whoever logs; to standard error, if nobody does. Each line once."""
    import logging

    logging.getLogger(PROGRAM).warning("%s: %s", PROGRAM, line)


# -- who can have written there


def _doubt(path: Path) -> str:
    """Why code that lies in the folder is not to be trusted; empty where it is."""
    if sys.platform == "win32":
        return ""  # a user's folders are the user's own there, and modes say nothing
    found = path.stat()
    if found.st_uid != os.geteuid():
        return "it belongs to somebody else"
    if found.st_mode & OTHERS_WRITE:
        return f"others may write there (chmod go-w {str(path)!r}, if it holds nothing of theirs)"
    if path.is_relative_to(_HERE):
        return ""  # who can change what is above it can change the program
    above = {*path.parents, *path.resolve().parents}
    loose = [folder for folder in above if not _is_closed(folder.stat())]
    return f"others may replace it, as they may write to {str(max(loose))!r}" if loose else ""


def _is_closed(above: os.stat_result) -> bool:
    """Whether others can neither remove nor rename what the user has in the folder.

    What its owner's main group may write is closed where that is the user's own main group: many
    systems give each user one, and let it write by default.
    """
    if sys.platform == "win32":
        return True
    if above.st_uid not in (0, os.geteuid()):
        return False
    if above.st_mode & stat.S_ISVTX:
        return True
    group = above.st_mode & stat.S_IWGRP and above.st_gid != os.getegid()
    return not (group or above.st_mode & stat.S_IWOTH)


def _inside_is_own(folder: Path) -> bool:
    """Whether the folder and those in it are the user's alone; true where there is none."""
    if sys.platform == "win32" or not os.path.lexists(folder):
        return True
    all_of_them = [folder, *(path for path in folder.iterdir() if path.is_dir())]
    return not any(path.is_symlink() or _is_open(path) for path in all_of_them)


def _is_open(path: Path) -> bool:
    if sys.platform == "win32":
        return False
    found = path.stat()
    return found.st_uid != os.geteuid() or bool(found.st_mode & OTHERS_WRITE)
