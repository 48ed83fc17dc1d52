"""The bytes of a record: where they come from, where in them something stands, what is wrong."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import Problem, RecordError

MAX_BYTES = 64 * 2**20
"""More than this is not read: no record comes near it."""

MAX_PROBLEMS = 1000
"""After this many problems reading ends: the file is something else."""

BOM = b"\xef\xbb\xbf"


class Problems:
    """Collects problems; in strict mode raises ``RecordError`` at the first."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.found: list[Problem] = []

    def add(self, place: tuple[int, int], message: str) -> None:
        """Note a problem at (line, column); raises when it is one too many."""
        self.found.append(Problem(*place, message))
        if self.strict:
            raise RecordError(self.found)
        if len(self.found) >= MAX_PROBLEMS:
            text = f"{MAX_PROBLEMS} problems found; the rest is not read"
            raise RecordError([*self.found, Problem(*place, text)])


class Places:
    """Turns byte offsets into lines and columns; in linear time when asked in rising order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = len(BOM) if data.startswith(BOM) else 0
        self._last = (self._start, 1, 1)

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1; a column is a character of UTF-8."""
        known, line, column = self._last
        if offset < known:
            return self._ahead((self._start, 1, 1), offset)[1:]
        self._last = self._ahead((known, line, column), offset)
        return self._last[1:]

    def _ahead(self, known: tuple[int, int, int], offset: int) -> tuple[int, int, int]:
        start, line, column = known
        breaks = self._data.count(b"\n", start, offset)
        if breaks:
            start = self._data.rindex(b"\n", start, offset) + 1
            line, column = line + breaks, 1
        passed = self._data[start:offset]
        return offset, line, column + len(passed.decode("utf-8", "replace"))


def failure(message: str, place: tuple[int, int] = (0, 0)) -> RecordError:
    """The error for a record of which nothing can be read."""
    return RecordError([Problem(*place, message)])


def read_bytes(source: bytes | str | os.PathLike[str]) -> bytes:
    """The contents of a file, or the bytes given; never empty, never binary.

    Raises ``RecordError`` in one line for a missing or unreadable file, a directory, no text at
    all, binary data, or more than ``MAX_BYTES``.
    """
    data = source if isinstance(source, bytes) else _read_file(Path(source))
    if len(data) > MAX_BYTES:
        raise failure(f"more than {MAX_BYTES // 2**20} MiB; no record is that long")
    if not data.removeprefix(BOM).strip():
        raise failure("empty: there is no record in it")
    nul = data.find(b"\0")
    if nul >= 0:
        raise failure("binary data (a NUL byte); a record is plain text", Places(data).at(nul))
    return data


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise failure(f"cannot read {str(path)!r}: {reason}") from error
