"""The bytes of a record: reading them, locating positions in them, collecting problems."""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from boche.engine.arguments import ArgumentError, check_path, in_short
from boche.engine.errors import Problem, RecordError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason

Source = bytes | str | os.PathLike[str] | IO[bytes] | IO[str]
"""Where a record is read from: the path of a file, its contents (bytes), or an open file."""

MAX_BYTES = 64 * 2**20
"""Largest size of a record that is read; no real record comes near it."""

MAX_PROBLEMS = 1000
"""Number of problems after which reading ends, since the file must be something else."""

BOM = b"\xef\xbb\xbf"
_PADDING = b"\0\x1a"
"""What DOS, old clipboards and a power cut leave behind the end of a text."""
_MARKED_16 = (b"\xff\xfe", b"\xfe\xff")


MAX_PIECES = 200_000
"""Most nodes, properties and values read from one file; each takes about 200 bytes of memory."""

GAME_PIECES = 10
"""Pieces that each game of a file counts as, in addition to its nodes."""

_SGF = re.compile(rb"^[ \t]*+\(\s*+;", re.MULTILINE)


class Budget:
    """A counter of the pieces of a record; raises ``RecordError`` if there are too many."""

    def __init__(self) -> None:
        self._pieces_left = MAX_PIECES

    def take(self, pieces: int, place: Callable[[], tuple[int, int]]) -> None:
        """Count more pieces; ``place`` returns their line and column."""
        self._pieces_left -= pieces
        if self._pieces_left < 0:
            text = tr(
                "more than {most:,} moves, properties and values; split the file", most=MAX_PIECES
            )
            raise failure(text, place())


class Problems:
    """A collection of problems; in strict mode it raises ``RecordError`` at the first."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.entries: list[Problem] = []

    def add(self, place: tuple[int, int], message: str) -> None:
        """Add a problem at (line, column). Raises ``RecordError`` if there are too many."""
        self.entries.append(Problem(*place, message))
        if self.strict:
            raise RecordError(self.entries)
        if len(self.entries) >= MAX_PROBLEMS:
            text = tr("{count} problems found; the rest is not read", count=MAX_PROBLEMS)
            raise RecordError([*self.entries, Problem(*place, text)])

    def put_first(self, place: tuple[int, int], message: str) -> None:
        """Add a problem of the whole text, in front of all others, since it explains them."""
        self.entries.insert(0, Problem(*place, message))
        if self.strict:
            raise RecordError(self.entries)


class Places:
    """A converter of byte offsets to lines and columns; fast near the offset of the last call."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = len(BOM) if data.startswith(BOM) else 0
        self._last = (self._start, 1, 1)

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, from 1; columns count UTF-8 characters."""
        move = self._position_before if offset < self._last[0] else self._position_after
        self._last = move(self._last, offset)
        return self._last[1:]

    def _position_before(self, known: tuple[int, int, int], offset: int) -> tuple[int, int, int]:
        end, line, column = known
        breaks = self._data.count(b"\n", offset, end)
        if breaks:
            start = max(self._data.rfind(b"\n", 0, offset) + 1, self._start)
            line, column, end = line - breaks, 1, start
            return offset, line, column + self._characters(start, offset)
        return offset, line, column - self._characters(offset, end)

    def _position_after(self, known: tuple[int, int, int], offset: int) -> tuple[int, int, int]:
        start, line, column = known
        breaks = self._data.count(b"\n", start, offset)
        if breaks:
            start = self._data.rindex(b"\n", start, offset) + 1
            line, column = line + breaks, 1
        return offset, line, column + self._characters(start, offset)

    def _characters(self, start: int, end: int) -> int:
        return len(self._data[start:end].decode("utf-8", "replace"))


def is_sgf(data: bytes) -> bool:
    """Return whether a text is SGF; anything else is a list of moves."""
    return data.removeprefix(BOM).lstrip().startswith(b"(") or _SGF.search(data) is not None


def failure(
    message: str, place: tuple[int, int] = (0, 0), kind: type[RecordError] = RecordError
) -> RecordError:
    """Return the error for a record of which nothing can be read."""
    return kind([Problem(*place, message)])


def read_bytes(source: Source) -> bytes:
    """Return the contents of a file, or the bytes given; never empty, never binary.

    Raises ``RecordError`` in one line for a missing or unreadable file, a directory, an empty
    text, binary data, or more than ``MAX_BYTES``; ``ArgumentError`` for what is no source.
    """
    data = in_utf8(_contents(source))
    if len(data) > MAX_BYTES:
        raise failure(tr("more than {most} MiB; no record is that long", most=MAX_BYTES // 2**20))
    data = data.rstrip(_PADDING) or data
    if not data.removeprefix(BOM).strip():
        raise failure(tr("empty: it contains no record"))
    nul = data.find(b"\0")
    if nul >= 0:
        raise failure(tr("binary data (a NUL byte); a record is plain text"), Places(data).at(nul))
    return data


def _contents(source: object) -> bytes:
    """Return the bytes that a source has, or the file that it names."""
    if isinstance(source, bytes):
        return source
    if callable(getattr(source, "read", None)):
        return _from_open_file(source)
    check_path("source", source)
    return _read_file(Path(source))  # type: ignore[arg-type]  # it has been checked


def _from_open_file(file: Any) -> bytes:
    """Return what is left in a file that the caller has opened, as text or as bytes."""
    try:
        data = file.read(MAX_BYTES + 1)
    except UnicodeDecodeError as error:
        raise failure(
            tr("not UTF-8: open the file as open(path, 'rb'), and its own charset counts")
        ) from error
    except (OSError, ValueError) as error:  # ValueError: it is closed
        raise failure(tr("cannot read it: {error}", error=system_reason(error))) from error
    if isinstance(data, str):
        return marked(data)
    if not isinstance(data, bytes | bytearray):
        raise ArgumentError(tr("source: {value} is not a file with a text", value=in_short(file)))
    return bytes(data)


def marked(text: str) -> bytes:
    """Return a text in UTF-8 with the byte order mark that says so."""
    return BOM + text.lstrip("\ufeff").encode("utf-8", "surrogateescape")


def in_utf8(data: bytes) -> bytes:
    """Return a text in UTF-8 with one byte order mark if it is UTF-16, or has marks of its own.

    A mark says what the text is written in, whatever the record itself claims.
    """
    begin = data.lstrip()[:2]
    if data.startswith(_MARKED_16):
        return marked(data.decode("utf-16", "replace"))
    if len(begin) == 2 and begin.count(0) == 1:
        return marked(data.decode("utf-16-le" if begin[1] == 0 else "utf-16-be", "replace"))
    while data.startswith(2 * BOM):
        data = data.removeprefix(BOM)
    return data


def _read_file(path: Path) -> bytes:
    try:
        # Non-blocking: ``open`` itself would wait for a writer of a pipe.
        handle = os.open(path, os.O_RDONLY | _NO_WAITING)
        with open(handle, "rb", buffering=0) as file:
            mode = os.fstat(handle).st_mode
            return _all_of(file) if stat.S_ISREG(mode) else _read_pipe(handle, stat.S_ISFIFO(mode))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = system_reason(error)
        raise failure(
            tr("cannot read {path!r}: {reason}", path=str(path), reason=reason)
        ) from error


_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 2**16

UNOPENED_SECONDS = 5.0
"""Timeout for a pipe that nobody has opened for writing."""

SILENT_SECONDS = 30.0
"""Timeout for the next byte of a pipe or device that somebody has opened for writing."""


def read_stream(file: IO[bytes]) -> bytes:
    """Read a stream to its end, or until it is clearly no record. Raises ``RecordError``."""
    try:
        return _all_of(file)
    except OSError as error:
        raise failure(tr("cannot read it: {error}", error=system_reason(error))) from error


def _all_of(file: IO[bytes]) -> bytes:
    """Read up to the end, or until it is clear that it is no record (see ``_ends``)."""
    data = bytearray()
    while chunk := file.read(_CHUNK):
        data += chunk
        if _ends(data, chunk):
            break
    return bytes(data)


def _ends(data: bytearray, chunk: bytes) -> bool:
    """Return whether reading can end: the data is binary, or too long."""
    return b"\0" in chunk or len(data) > MAX_BYTES


def _read_pipe(handle: int, named: bool) -> bytes:
    """Read a pipe or a device that was opened non-blocking. Raises ``OSError``.

    A ``named`` pipe that nobody has opened for writing looks as if it were at its end.
    """
    data = bytearray()
    last, written = time.monotonic(), not named
    while True:
        try:
            chunk = os.read(handle, _CHUNK)
        except BlockingIOError:
            chunk, written = None, True  # somebody has opened it for writing
        if chunk:
            data += chunk
            last, written = time.monotonic(), True
            if _ends(data, chunk):
                break
            continue
        if chunk is not None and written:
            break
        if time.monotonic() - last > (SILENT_SECONDS if written else UNOPENED_SECONDS):
            raise OSError(errno.ETIMEDOUT, tr("no data came from it; is anything writing to it?"))
        select.select([handle], [], [], 0.05)
        time.sleep(0 if written else 0.05)
    return bytes(data)
