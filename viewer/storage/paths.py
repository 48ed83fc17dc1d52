"""Locations of the user's own files, and their handling: locks, safe writes, setting aside.

The folders are the platform's (platformdirs). The environment variable ``BOCHE_HOME`` puts all of
them under one folder instead: ``config/``, ``state/``, ``data/`` and ``cache/`` in it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from pathlib import Path

from boche.engine.atomic_write import FileError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM

HOME = "BOCHE_HOME"


def config_folder() -> Path:
    """Return the folder of the settings; it may not exist yet."""
    return _folder("config")


def state_folder() -> Path:
    """Return the folder of the program's internal data; it may not exist yet."""
    return _folder("state")


def data_folder() -> Path:
    """Return the folder of the user's data; it may not exist yet."""
    return _folder("data")


def cache_folder() -> Path:
    """Return the folder of data that can be computed again; it may not exist yet."""
    return _folder("cache")


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME)
    if home:
        return Path(home).absolute() / kind
    import platformdirs

    places = {
        "config": platformdirs.user_config_path,
        "state": platformdirs.user_state_path,
        "data": platformdirs.user_data_path,
        "cache": platformdirs.user_cache_path,
    }
    return places[kind](PROGRAM, appauthor=False)


def read_plain(path: Path, most: int) -> bytes:
    """Return the first ``most + 1`` bytes of a file.

    Raises ``OSError``, also if it is not a regular file, so a pipe or a device never blocks.
    """

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=opener) as file:  # this already fails for a folder
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, tr("it is not a regular file"))
        return file.read(most + 1)


def make_folder(path: Path) -> None:
    """Create a folder that only the user can read. Raises ``FileError``."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            tr("cannot create {path!r}: {reason}", path=str(path), reason=system_reason(error))
        ) from error


def set_aside(path: Path) -> Path:
    """Rename a damaged file to ``NAME.damaged-1`` (or the next free number); return the new path.

    Raises ``OSError``.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside


def put_away(path: Path, damaged: str, why: object, *, defaults: bool = False) -> str:
    """Set a damaged file aside if possible. Return a line that says so.

    ``damaged`` is the beginning of the line, such as ``settings: settings.json``; its end says
    whether ``defaults`` are used.
    """
    try:
        aside = set_aside(path)
    except OSError as error:
        reason = system_reason(error)
        return tr(
            "{file} is damaged ({why}) and cannot be moved away: {reason}",
            file=damaged,
            why=why,
            reason=reason,
        )
    if defaults:
        return tr(
            "{file} is damaged ({why}); it is kept as {name}, defaults are used",
            file=damaged, why=why, name=aside.name,
        )  # fmt: skip
    return tr(
        "{file} is damaged ({why}); it is kept as {name}", file=damaged, why=why, name=aside.name
    )


class Lock:
    """A lock file held by this process until it is released or the process dies.

    Based on filelock, with two additions: the file is removed on release, where filelock leaves it
    on POSIX; and ``stands``, since filelock does not check a file that it holds again.
    """

    def __init__(self, path: Path) -> None:
        from filelock import FileLock  # takes a while, and a first picture needs no lock

        # A soft lock, used if flock is missing, would outlive a process that is killed.
        self._lock = FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False,
                              on_acquired=self._identify)  # fmt: skip
        self._path = path
        self._stat: os.stat_result | None = None

    def _identify(self, file: int) -> None:
        self._stat = os.fstat(file)

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """Return the lock, or None while someone else holds it. Raises ``OSError``."""
        from filelock import Timeout

        lock = cls(path)
        try:
            lock._lock.acquire(blocking=False)
        except Timeout:
            return None
        if lock.stands:
            return lock
        lock._lock.release()  # the previous holder removed the file while it was being locked
        return None

    @property
    def stands(self) -> bool:
        """True if others can still see the lock; somebody may have removed the file."""
        try:
            return self._stat is not None and os.path.samestat(self._stat, self._path.stat())
        except (FileNotFoundError, NotADirectoryError):
            return False

    def release(self) -> None:
        """Remove the file and release the lock, in this order if the system allows it."""
        if sys.platform != "win32":  # on Windows filelock removes it, once it is closed
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._lock.release()
