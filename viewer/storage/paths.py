"""Where the user's own files lie, and the care they are given: locks, whole writes, setting aside.

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

from engine.atomic_write import FileError
from engine.program import PROGRAM

HOME = "BOCHE_HOME"


def config_folder() -> Path:
    """The folder of the settings; it may not exist yet."""
    return _folder("config")


def state_folder() -> Path:
    """The folder of what the program keeps for itself; it may not exist yet."""
    return _folder("state")


def data_folder() -> Path:
    """The folder of what the program keeps for its user; it may not exist yet."""
    return _folder("data")


def cache_folder() -> Path:
    """The folder of what can be worked out again; it may not exist yet."""
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
    """The first ``most + 1`` bytes of a file. Raises ``OSError``, also for what is no plain file.

    So a pipe or a device under that name keeps nobody waiting.
    """

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=opener) as file:  # a folder is refused by this already
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        return file.read(most + 1)


def make_folder(path: Path) -> None:
    """Make a folder of the user's own, readable to no one else. Raises ``FileError``."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make {str(path)!r}: {error.strerror or error}") from error


def set_aside(path: Path) -> Path:
    """Rename a damaged file to ``NAME.damaged-1`` (or the next free number); return the new path.

    Raises ``OSError``.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside


def put_away(path: Path, damaged: str, why: object, then: str = "") -> str:
    """Set a damaged file aside, if that can be; a line that says so, ``then`` at its end.

    ``damaged`` is what the line begins with, such as ``settings: settings.json``.
    """
    try:
        aside = set_aside(path)
    except OSError as error:
        return f"{damaged} is damaged ({why}) and stays: {error.strerror or error}"
    return f"{damaged} is damaged ({why}); it is kept as {aside.name}{then}"


class Lock:
    """A lock file held by this process: until released, or until the process dies, however.

    filelock holds it. Kept beside it here: on release the file goes, where filelock leaves it on
    POSIX; and ``stands``, since filelock does not look again at a file that it holds.
    """

    def __init__(self, path: Path) -> None:
        from filelock import FileLock  # takes a while, and a first picture needs no lock

        # A soft lock, taken where flock is missing, would outlive a process that is killed.
        self._lock = FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False,
                              on_acquired=self._identify)  # fmt: skip
        self._path = path
        self._held: os.stat_result | None = None

    def _identify(self, file: int) -> None:
        self._held = os.fstat(file)

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock, or None while someone else holds it. Raises ``OSError``."""
        from filelock import Timeout

        lock = cls(path)
        try:
            lock._lock.acquire(blocking=False)
        except Timeout:
            return None
        if lock.stands:
            return lock
        lock._lock.release()  # its holder renamed it while we took it
        return None

    @property
    def stands(self) -> bool:
        """Whether others can still see it: somebody may have removed the file."""
        try:
            return self._held is not None and os.path.samestat(self._held, self._path.stat())
        except (FileNotFoundError, NotADirectoryError):
            return False

    def release(self) -> None:
        """Remove the file and let go: in this order, where the system allows it."""
        if sys.platform != "win32":  # there filelock removes it itself, once it is closed
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._lock.release()
