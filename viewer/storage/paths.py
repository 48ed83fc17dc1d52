"""Where the user's own files lie, and the care they are given: locks, whole writes, setting aside.

The folders are the platform's (platformdirs). The environment variable ``BOCHE_HOME`` puts all of
them under one folder instead: ``config/`` and ``state/`` in it.
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


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME)
    if home:
        return Path(home).absolute() / kind
    import platformdirs

    if kind == "config":
        return platformdirs.user_config_path(PROGRAM, appauthor=False)
    return platformdirs.user_state_path(PROGRAM, appauthor=False)


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


class Lock:
    """A lock file held by this process: until released, or until the process dies, however."""

    def __init__(self, path: Path, file: int) -> None:
        self._path, self._file = path, file

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock, or None while someone else holds it. Raises ``OSError``."""
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if _lock(file) and _is_at(file, path):
                return cls(path, file)
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        return None

    @property
    def stands(self) -> bool:
        """Whether others can still see it: somebody may have removed the file."""
        return _is_at(self._file, self._path)

    def release(self) -> None:
        """Remove the file and let go: in this order, where the system allows it."""
        if sys.platform != "win32":
            self._remove()
        os.close(self._file)
        if sys.platform == "win32":  # an open file cannot be removed there
            self._remove()

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink()


def _is_at(file: int, path: Path) -> bool:
    """Whether the file still has that name: its holder may have removed it while we waited."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except (FileNotFoundError, NotADirectoryError):
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
