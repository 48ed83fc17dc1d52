"""Atomic file writes: a reader never sees a half-written file."""

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

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason

MOST_LINKS = 40  # as many as the system follows


class FileError(BocheError):
    """A file that cannot be written; the message says which and why."""


def write_file(path: str | os.PathLike[str], data: bytes, *, keeping: bool = False) -> Path:
    """Write ``data`` to ``path``, following links; return the path written.

    An existing file is replaced only once all of the new one is on disk. It keeps its permissions
    and, as far as the user may set that, its owner; another name of the same file (a hard link)
    keeps the old contents. A device, a named pipe or an open file such as ``/dev/stdout`` is
    written to directly, which may block until there is a reader; ``keeping`` refuses them, for
    data that must be read back. Raises ``FileError``; then nothing is left behind.
    """
    name = os.fspath(path)
    try:
        old = _status(name)
        place, number = _followed(name)
        if number is None and (old is None or stat.S_ISREG(old.st_mode)):
            _replace(place, old, data)
        elif keeping:
            raise OSError(errno.EINVAL, tr("it does not store what is written to it"))
        else:
            _pour(name, number, data)
    except (OSError, ValueError) as error:
        reason = system_reason(error)
        raise FileError(tr("cannot write {name!r}: {reason}", name=name, reason=reason)) from error
    return Path(place)


def write_durably(path: Path, data: bytes) -> None:
    """Write a whole file so that, on return, it survives a power cut.

    Raises ``FileError``, also for a device or a pipe; then the old file is still there.
    """
    place = write_file(path, data, keeping=True)
    if sys.platform != "win32":  # a folder cannot be opened on Windows
        with contextlib.suppress(OSError):  # the file is in place, if not yet durable
            folder = os.open(place.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


@contextlib.contextmanager
def writing_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing ``path`` piece by piece; it is seekable and has a ``name``.

    It is created beside ``path`` and replaces it, as in ``write_file``, once all of it is on disk.
    Raises ``FileError``, also for a device or a pipe; whatever is raised in the block, nothing is
    left behind.
    """
    name = os.fspath(path)
    refuse_unwritable(name)
    try:
        old, (place, number) = _status(name), _followed(name)
        if number is not None or (old is not None and not stat.S_ISREG(old.st_mode)):
            raise OSError(errno.EINVAL, tr("it does not store what is written to it"))
        with _beside(place, old) as file:
            yield file
    except OSError as error:
        raise FileError(
            tr("cannot write {name!r}: {error}", name=name, error=system_reason(error))
        ) from error


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """Check, before long work, that ``write_file`` could write to a path.

    Raises ``FileError`` if it could not. Nothing is left behind.
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
        reason = system_reason(error)
        raise FileError(tr("cannot write {name!r}: {reason}", name=name, reason=reason)) from error


def replaces(path: str | os.PathLike[str]) -> bool:
    """Return whether ``write_file`` would replace a file: not a device or an open one.

    Raises ``FileError`` if it could not write.
    """
    refuse_unwritable(path)
    name = os.fspath(path)
    old, (_, number) = _status(name), _followed(name)
    return number is None and old is not None and stat.S_ISREG(old.st_mode)


def _status(name: str) -> os.stat_result | None:
    """Return the status of a path, links followed, or None if nothing is there.

    Raises ``OSError`` for what no user can write: a folder, or a read-only file.
    """
    try:
        status = os.stat(name)
    except FileNotFoundError:
        if name.endswith(os.sep):
            raise IsADirectoryError(errno.EISDIR, tr("it is a folder, not a file")) from None
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, tr("it is a directory"))
    if stat.S_ISREG(status.st_mode) and not status.st_mode & 0o222:
        raise PermissionError(errno.EACCES, tr("it is read-only"))
    return status


def _followed(name: str) -> tuple[str, int | None]:
    """Return the path behind all links, and the file descriptor if it is one of our own.

    An open file must not be looked up by its name: a file that a shell appends to would be
    replaced.
    """
    ours = ("/dev/fd", os.path.realpath("/proc/self/fd"))
    for _ in range(MOST_LINKS):
        folder, last = os.path.split(name)
        if last.isascii() and last.isdigit() and os.path.realpath(folder) in ours:
            return name, int(last)
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.ENOENT):  # not a link, or nothing there yet
                return name, None
            raise
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _pour(name: str, number: int | None, data: bytes) -> None:
    """Write to something that is not a regular file, or that is already open."""
    handle = os.dup(number) if number is not None else os.open(name, os.O_WRONLY | _NO_TERMINAL)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


_NO_TERMINAL = getattr(os, "O_NOCTTY", 0)  # must not become our controlling terminal


def _replace(place: str, old: os.stat_result | None, data: bytes) -> None:
    """Write a new file beside ``place``, and move it there when it is complete."""
    with _beside(place, old) as file:
        file.write(data)


@contextlib.contextmanager
def _beside(place: str, old: os.stat_result | None) -> Iterator[IO[bytes]]:
    """Open a new file beside ``place``; move it there at the end, or remove it on any error."""
    if old is not None:
        os.close(os.open(place, os.O_WRONLY))  # an unwritable file is not replaced either
    folder, name = os.path.split(place)
    beside = os.path.join(folder, f".{name[:60]}.{os.urandom(4).hex()}")
    # Nobody else may read it until it has the old file's permissions. A file that replaces nothing
    # gets the default permissions, less the user's umask.
    try:
        file = open(beside, "xb", opener=_opener(0o600 if old is not None else 0o666))  # noqa: SIM115
    except PermissionError as error:
        reason = tr("cannot create a file next to it ({error})", error=system_reason(error))
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
    """Copy the old file's permissions, attributes and, if possible, owner to a new file."""
    same_owner = _give(new, old.st_uid, old.st_gid) or _give(new, -1, old.st_gid)
    shutil.copystat(place, new)
    os.utime(new)
    if not same_owner:  # another group must not get the old group's rights
        others = old.st_mode & 0o007
        os.chmod(new, old.st_mode & 0o700 | others << 3 | others)


def _give(path: str, user: int, group: int) -> bool:
    """Set a file's owner and group (-1 keeps the owner); return whether that worked."""
    if sys.platform != "win32":
        try:
            os.chown(path, user, group)
        except OSError:
            return False
    return True
