"""Autosave: unsaved work is written to a file of its own after every change, until it is saved.

Each session has its own file, ``state/autosave/TOKEN.autosave`` (see ``autosave_file``). While its
process lives it holds ``TOKEN.lock``. A file without that lock is left over from a process that
died, and ``recoverable`` offers it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.errors import BocheError
from boche.engine.json_values import text_of
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.players.spec import is_computer
from boche.engine.record import Node, Record, dump_sgf, final_position, load, read_result
from boche.engine.record.people import exchanged, players_at_end
from boche.viewer.session import Seat, Session, SessionError
from boche.viewer.session.files import OpenedRecord, read
from boche.viewer.session.seats import is_player
from boche.viewer.session.words import OPENED, UNRATED
from boche.viewer.storage.kept_games import LOOKED_THROUGH, is_kept, kept_files
from boche.viewer.storage.paths import Lock, make_folder, read_plain, set_aside, state_folder

SUFFIX, LOCK = ".autosave", ".lock"

KEPT_SEEN, KEPT_LISTED = 8, 5
"""Number of the library's latest games among which unfinished ones are looked for, and most of
them that are found."""


def autosave_folder() -> Path:
    """Return the folder of unsaved work."""
    return state_folder() / "autosave"


class Autosave:
    """A keeper of one session's unsaved work, to be passed to ``Safety.keep``.

    The file exists from the first change until ``clear``. ``problem`` is the reason why the last
    change is not safe, in one line, or empty. A folder or disk that cannot be written is reported
    once, and each later change tries again.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or autosave_folder()
        self.path: Path | None = None
        self.problem = ""
        self._lock: Lock | None = None

    @property
    def is_kept(self) -> bool:
        """True if the last change is safe."""
        return self.path is not None and not self.problem

    def write(self, session: Session) -> str:
        """Write the current state of the session. Return an empty string or a one-line warning."""
        if self._lock is not None and not self._lock.stands:
            self.release()  # the folder was removed
        reported = bool(self.problem)
        try:
            if self.path is None:
                self.path = self._begin()
            write_durably(self.path, data_of(session))
        except FileError as error:
            self.problem = str(error)
            return "" if reported else tr("moves are not being autosaved: {error}", error=error)
        self.problem = ""
        return ""

    def _begin(self) -> Path:
        make_folder(self.folder)
        while self._lock is None:
            token = os.urandom(8).hex()
            try:
                self._lock = Lock.take(self.folder / (token + LOCK))
            except OSError as error:
                folder = str(self.folder)
                raise FileError(
                    tr(
                        "cannot lock in {folder!r}: {reason}",
                        folder=folder,
                        reason=system_reason(error),
                    )
                ) from error
        return self.folder / (token + SUFFIX)

    def clear(self) -> None:
        """Remove the file: the work is saved or discarded."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink()
        self.problem = ""
        self.release()

    def release(self) -> None:
        """Leave the file to the next start of the program."""
        if self._lock is not None:
            self._lock.release()
        self._lock = self.path = None


@dataclass(frozen=True)
class Lost:
    """Unsaved work of a process that died; identified by its ``file``.

    ``when`` is the time of the last change, ``path`` the file it belongs to, or None. ``players``
    are in the order of the colours, each by the colour after a swap; an unnamed computer player by
    its label. ``moves`` counts those of the main line. ``in_library``: it has no file, but the
    library has all of it. ``over``: it was played to its end.
    """

    file: Path
    when: datetime
    game: str
    players: tuple[str, ...]
    moves: int
    path: Path | None
    in_library: bool
    over: bool


def _ignore(_: str) -> None:
    pass


def recoverable(folder: Path | None = None, report: Callable[[str], None] = _ignore) -> list[Lost]:
    """Return the unsaved work of processes that died, the newest first. Never raises.

    A damaged file is renamed, one of a newer version is left alone; both are passed to ``report``,
    one line each.
    """
    folder = folder or autosave_folder()
    files: dict[str, list[Path]] = {}
    try:
        for path in folder.iterdir():
            files.setdefault(path.name.removeprefix(".").partition(".")[0], []).append(path)
    except (OSError, ValueError):
        return []
    autosaves = [
        lost for token in sorted(files) for lost in _look(folder, token, files[token], report)
    ]
    return sorted(autosaves, key=lambda lost: lost.when, reverse=True)


def _look(
    folder: Path, token: str, files: list[Path], report: Callable[[str], None]
) -> Iterator[Lost]:
    """Yield the work under a token, unless its lock is held, and remove partial files.

    ``files`` are the files of the token; a partial file is left by a write that was interrupted.
    """
    file = folder / (token + SUFFIX)
    try:
        if not file.exists() and not (folder / (token + LOCK)).exists():
            return
        with _locked(folder, token) as lock:
            if lock is None:
                return
            if file.exists():
                yield _listed(file)
            _clean(path for path in files if path.name.startswith(f".{token}{SUFFIX}."))
    except NewerError as error:
        report(
            tr(
                "a game saved by a newer version of the program ({error}) is left as it is: {file}",
                error=error,
                file=file,
            )
        )
    except DAMAGE as error:
        report(_put_away(file, error))
    except OSError as error:
        report(tr("autosave {name}: {reason}", name=file.name, reason=system_reason(error)))


def _clean(halves: Iterable[Path]) -> None:
    for half in halves:
        with suppress(OSError):
            half.unlink()


def _listed(file: Path) -> Lost:
    autosave = read_autosave(file)
    record = autosave.opened.record
    seats = {colour: seat.label for colour, seat in autosave.seats.items()}
    names = [name or seats.get(c, "") for c, name in record.players.items()]
    if exchanged(record):
        names.reverse()
    saved = autosave.path is None and is_kept(record, autosave.library_copy)
    count = len(record.moves())
    return Lost(
        file=file,
        when=autosave.when,
        game=record.game_name,
        players=tuple(names),
        moves=count,
        path=autosave.path,
        in_library=saved,
        over=_is_over(record),
    )


def _is_over(record: Record) -> bool:
    result = read_result(record.form, record.result)
    # A resignation before the first move is told by the result alone.
    declared = result is not None and (result.winner is not None or result.kind == "draw")
    return declared or final_position(record).outcome is not None


def unfinished_kept() -> list[Lost]:
    """Return the latest games of the library that are not over, a few at most.

    A person has moved in each. Only the last ones written are looked at, so that it is quick. Never
    raises.
    """
    found: list[Lost] = []
    try:
        files = kept_files()[:KEPT_SEEN]
    except OSError:
        return found
    for path, (changed, size) in files:
        try:
            record = load(path) if size <= LOOKED_THROUGH else None
            if (
                record is None
                or record.problems
                or not _has_person_moved(record)
                or _is_over(record)
            ):
                continue
        except (BocheError, OSError):
            continue
        when = datetime.fromtimestamp(changed / 1e9, UTC)
        names = tuple(players_at_end(record).values())
        found.append(Lost(file=path, when=when, game=record.game_name, players=names,
                          moves=len(record.moves()), path=None, in_library=True,
                          over=False))  # fmt: skip
        if len(found) == KEPT_LISTED:
            break
    return found


def _has_person_moved(record: Record) -> bool:
    """Return whether one of the players who have moved is no computer player, by their names."""
    names = list(record.players.values())
    return not all(map(is_computer, names[: len(record.moves())]))


@contextmanager
def _locked(folder: Path, token: str) -> Iterator[Lock | None]:
    lock = Lock.take(folder / (token + LOCK))
    try:
        yield lock
    finally:
        if lock is not None:
            lock.release()


def _put_away(file: Path, why: Exception) -> str:
    reason = " ".join(str(why).split())[:200]
    try:
        name = set_aside(file).name
    except OSError as error:
        return tr(
            "an autosave is damaged ({reason}) and cannot be moved away: {reason2}",
            reason=reason,
            reason2=system_reason(error),
        )
    return tr(
        "an autosave is damaged ({reason}); it is kept as {path}",
        reason=reason,
        path=file.parent / name,
    )


def recover(lost: Lost) -> Session:
    """Return the unsaved work as a session, kept from now on in an autosave of this process.

    The old file is deleted once the new one is written; a damaged one is renamed instead, and
    ``Session.file`` lists the problems. Programs that played are only promised, see
    ``Session.seats``. Raises ``SessionError`` if another window has it already, or if it cannot be
    read.
    """
    with _claimed(lost):
        return _restored(lost.file)


def discard(lost: Lost) -> None:
    """Delete unsaved work for good. Raises ``SessionError`` if that fails."""
    with _claimed(lost):
        lost.file.unlink()


@contextmanager
def _claimed(lost: Lost) -> Iterator[None]:
    """Hold the lock of a file that nobody else holds."""
    folder, token = lost.file.parent, lost.file.name.removesuffix(SUFFIX)
    try:
        with _locked(folder, token) as lock:
            if lock is None or not lost.file.exists():
                raise SessionError(tr("this game is already open in another window"))
            yield
    except BocheError:
        raise
    except NewerError as error:
        raise SessionError(
            tr("a newer version of the program saved this game ({error})", error=error)
        ) from error
    except (*DAMAGE, OSError) as error:
        raise SessionError(
            tr("cannot recover {name}: {error}", name=lost.file.name, error=error)
        ) from error


def _restored(file: Path) -> Session:
    autosave = read_autosave(file)
    opened = autosave.opened
    session = Session(opened.record, autosave.path, seats=autosave.seats or None)
    session.seats.hold_back()
    session.file.note_read(opened, autosave.stamp, guarded=autosave.guarded)
    session.file.library_copy = autosave.library_copy
    session.unrated, session.begun = autosave.unrated, autosave.begun
    if autosave.chapter:
        session.file.find_chapters(autosave.chapter)
    session.edits.mark_unsaved()
    if autosave.history is not None and not opened.problems:
        session.edits.restore(autosave.history, has_file=autosave.path is not None)
    session.cursor.go(_numbered(session.record, autosave.cursor))
    keeper = Autosave(file.parent)
    session.safety.keep(keeper)
    if keeper.is_kept:
        _retire(file, damaged=bool(opened.problems))
    return session


def _numbered(record: Record, number: int) -> Node:
    """Return the node with that number in written order, or else the end of the main line."""
    nodes = list(record.nodes())
    return nodes[number] if 0 <= number < len(nodes) else record.main_line()[-1]


def _retire(file: Path, *, damaged: bool) -> None:
    with suppress(OSError):
        if damaged:
            set_aside(file)
        else:
            file.unlink()


# The format of an autosave: one line of JSON about the table, then the record as SGF.

VERSION = 3
"""Format version. Version 1 had levels instead of players, version 2 no history."""

MOST = 96 * 2**20
"""Maximum bytes of a file that is read; a record has at most 64 MiB."""

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError)
"""Exceptions that ``read_autosave`` raises for a damaged file (``BocheError`` is included)."""


class NewerError(Exception):
    """A file written by a newer version of the program."""


@dataclass(frozen=True)
class Autosaved:
    """The contents of an autosave.

    ``when`` is the time of writing, with a time zone; ``cursor`` counts nodes in written order;
    ``history`` is for ``Edits.restore``, or None; ``library_copy`` is ``RecordFile.library_copy``,
    ``chapter`` the number of the game in a file of several, else 0; ``unrated`` and ``begun`` are
    those of the session.
    """

    opened: OpenedRecord
    when: datetime
    path: Path | None
    stamp: tuple[int, int] | None
    guarded: bool
    cursor: int
    seats: dict[str, Seat]
    history: Any
    library_copy: tuple[Path, tuple[int, int]] | None = None
    chapter: int = 0
    unrated: str = OPENED
    begun: tuple[str, ...] = ()


def data_of(session: Session) -> bytes:
    """Return a session as an autosave."""
    cursor = next(i for i, node in enumerate(session.record.nodes()) if node is session.cursor.node)
    head = {
        "autosave": VERSION,
        "saved": datetime.now(UTC).isoformat(),
        "path": str(session.file.path.absolute()) if session.file.path is not None else None,
        "stamp": session.file.stamp,
        "guarded": session.file.guarded,
        "kept": _copy_values(session),
        "cursor": cursor,
        "chapter": session.file.chapter,
        "unrated": session.unrated,
        "begun": session.begun,
        "seats": {colour: asdict(seat) for colour, seat in session.seats.as_promised().items()},
    }
    line = f'{json.dumps(head)[:-1]}, "history": {session.edits.as_text()}}}\n'
    return line.encode("ascii") + dump_sgf(session.record)


def _copy_values(session: Session) -> list[Any] | None:
    saved = session.file.library_copy
    return [str(saved[0]), *saved[1]] if saved is not None and saved[1] is not None else None


def read_autosave(file: Path) -> Autosaved:
    """Read a file. Raises one of ``DAMAGE``, ``NewerError`` or ``OSError``."""
    data = read_plain(file, MOST)
    if len(data) > MOST:
        raise ValueError(tr("it is far too long"))
    first, _, body = data.partition(b"\n")
    head = json.loads(first)
    version = head["autosave"]
    if type(version) is not int or version < 1:
        raise ValueError(tr("unknown version {version!r}", version=version))
    if version > VERSION:
        raise NewerError(tr("version {version}", version=version))
    return _autosaved(head, read(body))


def _autosaved(head: Mapping[str, Any], opened: OpenedRecord) -> Autosaved:
    stamp = head["stamp"]
    return Autosaved(
        opened=opened,
        when=_time(head["saved"]),
        path=_path(head["path"]),
        stamp=(int(stamp[0]), int(stamp[1])) if stamp is not None else None,
        guarded=bool(head["guarded"]),
        cursor=int(head["cursor"]),
        seats=_seats(head["seats"], head["autosave"], opened.record.game.colours),
        history=head.get("history"),
        library_copy=_library_copy(head.get("kept")),
        chapter=int(head.get("chapter", 0)),
        unrated=unrated if (unrated := head.get("unrated")) in ("", *UNRATED) else OPENED,
        begun=tuple(map(str, head.get("begun") or ())),
    )


def _time(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    when.astimezone()  # the earliest and latest dates cannot be shown on every platform
    return when


def _path(text: Any) -> Path | None:
    if text is None:
        return None
    if not isinstance(text, str) or not text or "\0" in text:
        raise ValueError(tr("its path is invalid"))
    return Path(text)


def _library_copy(values: Any) -> tuple[Path, tuple[int, int]] | None:
    if values is None:
        return None
    name, changed, size = values
    path = _path(name)
    return (path, (int(changed), int(size))) if path is not None else None


def _seats(values: Any, version: int, colours: tuple[str, ...]) -> dict[str, Seat]:
    if not isinstance(values, dict) or not set(values) <= set(colours):
        raise ValueError(tr("its seats are invalid"))
    return {colour: _seat(seat, version) for colour, seat in values.items()}


def _seat(values: Mapping[str, Any], version: int) -> Seat:
    """Return a seat; version 1 stored a computer's level, 0 for a person, instead of a player.

    An unknown player is replaced by a person.
    """
    name, player = values["name"], values["player"] if version > 1 else ""
    if version == 1 and values["level"]:
        player = str(int(values["level"]))
    name, player = text_of("name", name), text_of("player", player)
    return Seat(name, player if is_player(player) else "")
