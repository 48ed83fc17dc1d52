"""A JSON file of the user's that several windows may change at once.

Each change reads the file, under a lock, and replaces it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.viewer.storage.paths import Lock, data_folder, make_folder, put_away, read_plain

MAX_BYTES = 2**26
PATIENCE = 2.0
"""Seconds to wait for another window that is writing."""

T = TypeVar("T")


class SharedFile(Generic[T]):
    """A file in a folder, by default that of the user's data, that holds one immutable value.

    ``read`` makes the value from JSON data and raises ``ValueError``, ``TypeError`` or ``KeyError``
    for bad data; ``write`` is its inverse; ``empty`` is the value without a file. Warnings begin
    with ``topic``; ``unkept`` says that the value is not kept. Both are translated there.
    """

    def __init__(
        self,
        name: str,
        topic: str,
        unkept: str,
        empty: T,
        read: Callable[[Any], T],
        write: Callable[[T], Any],
        folder: Callable[[], Path] = data_folder,
    ) -> None:
        self._name, self._topic, self._unkept, self._folder = name, topic, unkept, folder
        self._empty, self._read, self._write = empty, read, write
        self._latest: tuple[tuple[str, int, int, int], T] | None = None

    @property
    def path(self) -> Path:
        """The path of the file, which may not exist yet."""
        return self._folder() / self._name

    def load(self) -> tuple[T, list[str]]:
        """Return the value, and lines on what was wrong with the file. Never raises.

        A file that cannot be parsed is renamed to ``NAME.damaged-1``.
        """
        path = self.path
        try:
            status = path.stat()
            stamp = (str(path), status.st_mtime_ns, status.st_size, status.st_ino)
            return self._value_of(stamp), []
        except FileNotFoundError:
            return self._empty, []
        except OSError as error:
            reason = system_reason(error)
            return self._empty, [
                tr(
                    "{topic}: cannot read {path!r}: {reason}",
                    topic=tr(self._topic),
                    path=str(path),
                    reason=reason,
                )
            ]
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            return self._empty, [put_away(path, f"{tr(self._topic)}: {path.name}", _why(error))]

    def _value_of(self, stamp: tuple[str, int, int, int]) -> T:
        """Return the value in a file with that path and state; parsing takes a while."""
        if self._latest is None or self._latest[0] != stamp:
            data = read_plain(Path(stamp[0]), MAX_BYTES)
            if len(data) > MAX_BYTES:
                raise ValueError(tr("it is far too long"))
            self._latest = stamp, self._read(json.loads(data.decode("utf-8")))
        return self._latest[1]

    def change(self, change: Callable[[T], T]) -> tuple[T, list[str]]:
        """Change the value; return the new one, and lines on what went wrong.

        If it cannot be stored, the returned value has the change, and a line says so.
        """
        path = self.path
        try:
            with _alone_with(path):
                value, problems = self.load()
                if problems and path.exists():  # it cannot be read, and must not be replaced
                    return change(value), problems
                changed = change(value)
                if changed != value:
                    text = json.dumps(self._write(changed), indent=1)
                    write_durably(path, text.encode("ascii") + b"\n")
                return changed, problems
        except FileError as error:
            value, _ = self.load()
            return change(value), [f"{tr(self._topic)}: {tr(self._unkept)}: {error}"]


def _why(error: Exception) -> str:
    return (
        f"{error}"
        if isinstance(error, ValueError)
        else tr("a value is missing or invalid: {error}", error=error)
    )


@contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """Keep other windows from changing a file. Raises ``FileError``."""
    make_folder(path.parent)
    end, lock = time.monotonic() + PATIENCE, None
    try:
        while (lock := Lock.take(path.with_name(f".{path.name}.lock"))) is None:
            if time.monotonic() >= end:
                raise FileError(tr("another window is writing {path!r}", path=str(path)))
            time.sleep(0.01)
    except OSError as error:
        folder = str(path.parent)
        raise FileError(
            tr("cannot lock in {folder!r}: {reason}", folder=folder, reason=system_reason(error))
        ) from error
    try:
        yield
    finally:
        lock.release()
