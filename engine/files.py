"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from engine.errors import BocheError


class FileError(BocheError):
    """A file that cannot be written; the message says which and why."""


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path``; an existing file is replaced only once all of it is on disk.

    Raises ``FileError``; then nothing is left behind.
    """
    target = Path(path)
    temporary: str | None = None
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a directory")
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:80]}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except (OSError, ValueError) as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot write {str(target)!r}: {reason}") from error


def _mode(target: Path) -> int:
    """The permissions the file should have: those it had, or what the user's mask gives."""
    try:
        return target.stat().st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
