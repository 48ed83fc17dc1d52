"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from engine.errors import BocheError

MOST_LINKS = 40  # that the system follows, too


class FileError(BocheError):
    """A file that cannot be written; the message says which and why."""


def write_file(path: str | os.PathLike[str], data: bytes, *, keeping: bool = False) -> Path:
    """Write ``data`` to ``path``, or to what it is a link to; returns the place written.

    An existing file is replaced only once all of the new one is on disk. It keeps its permissions
    and, as far as the user may set that, its owner; another name of the same file (a hard link)
    keeps the old contents. A device, a named pipe or an open file such as ``/dev/stdout`` is
    written as it is, which may wait for a reader; ``keeping`` refuses them, for data that is to be
    read back. Raises ``FileError``; then nothing is left behind.
    """
    name = os.fspath(path)
    try:
        old = _status(name)
        place, number = _followed(name)
        if number is None and (old is None or stat.S_ISREG(old.st_mode)):
            _replace(place, old, data)
        elif keeping:
            raise OSError(errno.EINVAL, "it does not keep what is written to it")
        else:
            _pour(name, number, data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot write {name!r}: {reason}") from error
    return Path(place)


def write_durably(path: Path, data: bytes) -> None:
    """Write a whole file so that, on return, not even a power cut takes it back.

    Raises ``FileError``, for a device or a pipe as well; then the old file is still there.
    """
    place = write_file(path, data, keeping=True)
    if sys.platform != "win32":  # there a folder cannot be opened
        with contextlib.suppress(OSError):  # the file is in place, if not yet for certain
            folder = os.open(place.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


@contextlib.contextmanager
def writing_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write ``path`` to piece by piece; it can be sought in, and has a ``name``.

    It lies beside ``path``, and takes its place, as with ``write_file``, once all of it is on disk.
    Raises ``FileError``, for a device or a pipe as well; whatever is raised in here, nothing is
    left behind.
    """
    name = os.fspath(path)
    refuse_unwritable(name)
    try:
        old, (place, number) = _status(name), _followed(name)
        if number is not None or (old is not None and not stat.S_ISREG(old.st_mode)):
            raise OSError(errno.EINVAL, "it does not keep what is written to it")
        with _beside(place, old) as file:
            yield file
    except OSError as error:
        raise FileError(f"cannot write {name!r}: {error.strerror or error}") from error


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """See now whether ``write_file`` would be able to write there: before long work for it.

    Raises ``FileError``. Nothing is left behind.
    """
    name = os.fspath(path)
    try:
        old = _status(name)
        place, number = _followed(name)
        if number is None and (old is None or stat.S_ISREG(old.st_mode)):
            tempfile.TemporaryFile(dir=os.path.dirname(place) or ".").close()
        if number is None and old is not None and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot write {name!r}: {reason}") from error


def _status(name: str) -> os.stat_result | None:
    """What is there, links followed; None for nothing. Raises ``OSError`` for what never can be
    written, whoever asks."""
    try:
        found = os.stat(name)
    except FileNotFoundError:
        if name.endswith(os.sep):
            raise IsADirectoryError(errno.EISDIR, "it names a folder, not a file") from None
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a directory")
    if stat.S_ISREG(found.st_mode) and not found.st_mode & 0o222:
        raise PermissionError(errno.EACCES, "it is read-only")
    return found


def _followed(name: str) -> tuple[str, int | None]:
    """The place behind all links; with it the number of the open file, if it is one of ours.

    An open file is not to be looked up by its name: what a shell appends to would be replaced.
    """
    ours = ("/dev/fd", os.path.realpath("/proc/self/fd"))
    for _ in range(MOST_LINKS):
        folder, last = os.path.split(name)
        if last.isascii() and last.isdigit() and os.path.realpath(folder) in ours:
            return name, int(last)
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.ENOENT):  # no link, or nothing yet
                return name, None
            raise
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _pour(name: str, number: int | None, data: bytes) -> None:
    """Write to something that is no file on disk, or that is open already."""
    handle = os.dup(number) if number is not None else os.open(name, os.O_WRONLY | _NO_TERMINAL)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


_NO_TERMINAL = getattr(os, "O_NOCTTY", 0)  # a terminal written to must not become ours


def _replace(place: str, old: os.stat_result | None, data: bytes) -> None:
    """Write a new file beside ``place``, and move it there when it is complete."""
    with _beside(place, old) as file:
        file.write(data)


@contextlib.contextmanager
def _beside(place: str, old: os.stat_result | None) -> Iterator[IO[bytes]]:
    """A new file beside ``place``, moved there at the end; removed where anything is raised."""
    if old is not None:
        os.close(os.open(place, os.O_WRONLY))  # what may not be written is not replaced either
    folder, name = os.path.split(place)
    beside = os.path.join(folder, f".{name[:60]}.{os.urandom(4).hex()}")
    # Until it has the old one's permissions nobody else may read it; a new file's are the
    # system's, which knows the user's mask.
    try:
        file = open(beside, "xb", opener=_opener(0o600 if old is not None else 0o666))  # noqa: SIM115
    except PermissionError as error:
        reason = f"no file can be made beside it ({error.strerror})"
        raise PermissionError(error.errno, reason) from error
    try:
        with file:
            yield file
            file.flush()
            if old is not None:
                _take_after(place, old, beside)
            os.fsync(file.fileno())
        os.replace(beside, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _opener(mode: int) -> Callable[[str, int], int]:
    return lambda name, flags: os.open(name, flags, mode)


def _take_after(place: str, old: os.stat_result, new: str) -> None:
    """Give a new file the old one's owner, as far as may be, permissions and attributes."""
    kept = _give(new, old.st_uid, old.st_gid) or _give(new, -1, old.st_gid)
    shutil.copystat(place, new)
    os.utime(new)
    if not kept:  # its group's rights are not for another group
        others = old.st_mode & 0o007
        os.chmod(new, old.st_mode & 0o700 | others << 3 | others)


def _give(path: str, user: int, group: int) -> bool:
    """Whether the file now has that owner and group; -1 leaves the owner."""
    if sys.platform != "win32":
        try:
            os.chown(path, user, group)
        except OSError:
            return False
    return True
