"""What is looked at in a command's arguments before it begins its work."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path

from engine.files import FileError


def text(value: str) -> str:
    """A name or other words of an argument, for ``type=`` of a flag.

    Where the locale is ASCII, Python keeps what it cannot read as single bytes: they are UTF-8,
    as everywhere else, or refused.
    """
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        raise argparse.ArgumentTypeError(
            f"{value!r}: neither in the terminal's encoding nor UTF-8"
        ) from None


def check_target(path: str) -> None:
    """See now whether a file can be written where the work's result is to go.

    Raises ``FileError``.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a directory")
        with contextlib.suppress(FileNotFoundError):
            target.stat()  # a name that cannot be
        tempfile.TemporaryFile(dir=target.parent).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {path!r}: {reason}") from error
