"""Nothing is lost: unsaved work lies in a file of its own after every change, until it is saved.

Each session has its own file, ``state/autosave/TOKEN.autosave``: one line of JSON, then the record
as SGF. While its process lives it holds ``TOKEN.lock``; a file without that lock is left over from
one that died, and ``recoverable`` offers it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.errors import BocheError
from engine.files import FileError
from engine.record import Node, Record, dump_sgf
from viewer.session import Seat, Session, SessionError
from viewer.session.files import Opened, read
from viewer.userfiles import Lock, make_folder, set_aside, state_folder, write_durably

VERSION = 2
SUFFIX, LOCK = ".autosave", ".lock"


def autosave_folder() -> Path:
    """The folder in which unsaved work lies."""
    return state_folder() / "autosave"


class Autosave:
    """Keeps one session's unsaved work; hand it to ``Session.keep``.

    The file is there from the first change until ``clear``. A folder or disk that cannot be
    written is told once; each later change tries again.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or autosave_folder()
        self.path: Path | None = None
        self._lock: Lock | None = None
        self._told = False

    @property
    def is_kept(self) -> bool:
        """Whether the last change is safe."""
        return self.path is not None and not self._told

    def write(self, session: Session) -> str:
        """Keep the session as it is now; the answer is empty, or one line of warning."""
        if self._lock is not None and not self._lock.stands:
            self.release()  # somebody removed the folder
        try:
            if self.path is None:
                self.path = self._begin()
            write_durably(self.path, _data(session))
        except FileError as error:
            return self._warning(str(error))
        self._told = False
        return ""

    def _begin(self) -> Path:
        make_folder(self.folder)
        while self._lock is None:
            token = secrets.token_hex(8)
            try:
                self._lock = Lock.take(self.folder / (token + LOCK))
            except OSError as error:
                where = str(self.folder)
                raise FileError(f"cannot lock in {where!r}: {error.strerror or error}") from error
        return self.folder / (token + SUFFIX)

    def _warning(self, why: str) -> str:
        told, self._told = self._told, True
        return "" if told else f"unsaved moves are not safe, play goes on: {why}"

    def clear(self) -> None:
        """Remove the file: the work is saved, or not wanted."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink()
        self.release()

    def release(self) -> None:
        """Leave the file to the next start."""
        if self._lock is not None:
            self._lock.release()
        self._lock = self.path = None


def _data(session: Session) -> bytes:
    cursor = next(i for i, node in enumerate(session.record.nodes()) if node is session.node)
    head = {
        "autosave": VERSION,
        "saved": datetime.now(UTC).isoformat(),
        "path": str(session.path.absolute()) if session.path is not None else None,
        "stamp": session.stamp,
        "guarded": session.guarded,
        "cursor": cursor,
        "seats": {colour: asdict(seat) for colour, seat in session.seats.items()},
    }
    return json.dumps(head).encode("ascii") + b"\n" + dump_sgf(session.record)


@dataclass(frozen=True)
class Lost:
    """Unsaved work of a process that died.

    ``when`` it was last changed; ``path`` is the file it belongs to, if it has one; ``players``
    by order of play, ``moves`` those of the main line.
    """

    file: Path
    when: datetime
    game: str
    players: tuple[str, ...]
    moves: int
    path: Path | None


@dataclass(frozen=True)
class _Head:
    """The first line of an autosave."""

    when: datetime
    path: Path | None
    stamp: tuple[int, int] | None
    guarded: bool
    cursor: int
    seats: dict[str, Seat]


def _read(file: Path) -> tuple[_Head, Opened]:
    """Raises ``ValueError`` (``BocheError`` is one), ``KeyError``, ``TypeError``, ``OSError``."""
    first, _, data = file.read_bytes().partition(b"\n")
    head = json.loads(first)
    if head["autosave"] not in (1, VERSION):
        raise ValueError(f"version {head['autosave']!r} is not known here")
    return _head(head), read(data)


def _head(head: dict[str, Any]) -> _Head:
    stamp = head["stamp"]
    return _Head(
        datetime.fromisoformat(head["saved"]),
        Path(head["path"]) if head["path"] is not None else None,
        (int(stamp[0]), int(stamp[1])) if stamp is not None else None,
        bool(head["guarded"]),
        int(head["cursor"]),
        {colour: _seat(seat, head["autosave"]) for colour, seat in head["seats"].items()},
    )


def _seat(values: dict[str, Any], version: int) -> Seat:
    """A seat; in version 1 it held a computer's level, 0 for a person, in place of a name."""
    if version > 1:
        return Seat(**values)
    level = int(values["level"])
    return Seat(str(values["name"]), str(level) if level else "")


_DAMAGE = (ValueError, KeyError, TypeError, IndexError, RecursionError)


def _ignore(_: str) -> None:
    pass


def recoverable(folder: Path | None = None, report: Callable[[str], None] = _ignore) -> list[Lost]:
    """The unsaved work of processes that died, the newest first. Never raises.

    A damaged file is renamed aside; ``report`` is told, one line each.
    """
    folder = folder or autosave_folder()
    try:
        tokens = {path.name.removeprefix(".").partition(".")[0] for path in folder.iterdir()}
    except OSError:
        return []
    found = [lost for token in sorted(tokens) for lost in _look(folder, token, report)]
    return sorted(found, key=lambda lost: lost.when, reverse=True)


def _look(folder: Path, token: str, report: Callable[[str], None]) -> Iterator[Lost]:
    """The work under a token, if nobody holds it; leftovers of writing are removed."""
    file = folder / (token + SUFFIX)
    if not file.exists() and not (folder / (token + LOCK)).exists():
        return
    try:
        with _held(folder, token) as lock:
            if lock is None:
                return
            for half in folder.glob(f".{token}{SUFFIX}.*"):
                half.unlink()
            if file.exists():
                yield _listed(file)
    except _DAMAGE as error:
        report(_put_away(file, error))
    except OSError as error:
        report(f"autosave {file.name}: {error.strerror or error}")


def _listed(file: Path) -> Lost:
    head, opened = _read(file)
    record = opened.record
    names = tuple(record.players.values())
    return Lost(file, head.when, record.game, names, len(record.moves()), head.path)


@contextmanager
def _held(folder: Path, token: str) -> Iterator[Lock | None]:
    lock = Lock.take(folder / (token + LOCK))
    try:
        yield lock
    finally:
        if lock is not None:
            lock.release()


def _put_away(file: Path, why: Exception) -> str:
    try:
        name = set_aside(file).name
    except OSError as error:
        return f"an autosave is damaged ({why}) and stays: {error.strerror or error}"
    return f"an autosave is damaged ({why}); it is kept as {file.parent / name}"


def recover(lost: Lost) -> Session:
    """The unsaved work as a session, kept from now on in an autosave of this process.

    The old file goes once that is written; one that is damaged is renamed aside instead, and
    ``Session.problems`` says what was wrong. Raises ``SessionError`` where another window has
    it already, or where it cannot be read.
    """
    folder, token = lost.file.parent, lost.file.name.removesuffix(SUFFIX)
    try:
        with _held(folder, token) as lock:
            if lock is None or not lost.file.exists():
                raise SessionError("this game is open in another window already")
            return _restored(lost.file)
    except BocheError:
        raise
    except (*_DAMAGE, OSError) as error:
        raise SessionError(f"cannot recover {lost.file.name}: {error}") from error


def _restored(file: Path) -> Session:
    head, opened = _read(file)
    session = Session(opened.record, head.path, seats=head.seats)
    session.problems = list(opened.problems)
    session.guarded = head.guarded or bool(opened.problems)
    session.stamp = head.stamp
    session.mark_unsaved()
    session.go(_numbered(session.record, head.cursor))
    keeper = Autosave(file.parent)
    session.keep(keeper)
    if keeper.is_kept:
        _retire(file, damaged=bool(opened.problems))
    return session


def _numbered(record: Record, number: int) -> Node:
    """The node of that number in written order; the main line's end if there is none."""
    nodes = list(record.nodes())
    return nodes[number] if 0 <= number < len(nodes) else record.main_line()[-1]


def _retire(file: Path, *, damaged: bool) -> None:
    with suppress(OSError):
        if damaged:
            set_aside(file)
        else:
            file.unlink()
