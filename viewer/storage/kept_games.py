"""Automatic copies of every game played at the table: SGF files in a folder of the user's data.

``GAMES/2026-11-22-184501-NAME.sgf`` is named after the time when it was first kept and the game.
Continuing a game rewrites its file, unless another program has changed it since. A game that was
saved elsewhere and goes on from there is found by what it has in common with its copy.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, count, islice
from pathlib import Path

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.record import Record, dump_sgf, load
from boche.viewer.session import Session
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.paths import Lock, data_folder, make_folder

SUFFIX = ".sgf"

TAGS = "KW"
"""The property of the root that holds a record's tags, separated by commas."""


def games_folder() -> Path:
    """Return the folder of the games played here; it may not exist yet."""
    return data_folder() / "games"


def worth_keeping(session: Session) -> bool:
    """Return whether moves were played here, so that the game is not merely opened and viewed."""
    if not session.record.root.children or is_untouched(session):
        return False
    return session.played or (session.file.library_copy is not None and session.edits.modified)


def is_untouched(session: Session) -> bool:
    """Return whether a game that goes on in no file has moves of a computer player alone.

    A person sits there who has not answered yet.
    """
    file, seats = session.file, list(session.seats.values())
    kept = file.path is not None or file.library_copy is not None
    if kept or session.seats.only_computers or session.outcome is not None:
        return False
    moved = seats[: len(session.record.moves())]
    return bool(moved) and all(seat.player for seat in moved)


def keep(session: Session) -> None:
    """Write the table's own copy of a game, and store its path in ``session.file.kept``.

    Raises ``FileError``; then an older copy is still there.
    """
    folder, time = games_folder(), datetime.now()
    make_folder(folder)
    record = _signed(session, time)
    own = list(_own_copy(session, record))
    data = dump_sgf(record)
    fresh = ((folder / name, None) for name in _names(time, session.record.game_name))
    path = next(path for path, stamp in chain(own, fresh) if _written(path, stamp, data))
    session.file.library_copy = path, stamp_of(path)
    session.edits.touch()  # its autosave needs the path


LOOKED_AT, LOOKED_THROUGH = 30, 2**18
"""Number of the latest games among which the copy of one saved elsewhere is looked for, and the
bytes of the longest one."""

BY_GAME = {"AP", "RE", "DT", TAGS}
"""Properties of the root in which a copy may differ from the game as it goes on."""


def _own_copy(session: Session, record: Record) -> Iterator[tuple[Path, Stamp]]:
    """Yield the game's own file with its stamp, if there is one; ``record`` gets its tags."""
    held = session.file.library_copy
    if held is not None and held[1] is not None and stamp_of(held[0]) == held[1]:
        yield held
        return
    places = [(held[0], stamp_of(held[0]))] if held is not None else []
    if held is None and session.file.path is not None:
        with suppress(OSError):
            same = (file for file in kept_files() if _game_of(file[0]) == record.game_name)
            places = list(islice(same, LOOKED_AT))
    for path, stamp in places:
        try:
            copy = load(path) if stamp is not None and stamp[1] <= LOOKED_THROUGH else None
        except (BocheError, OSError):
            continue
        if copy is not None and _goes_on(record, copy):
            record.root.set_text(TAGS, record.root.text(TAGS) or copy.root.text(TAGS))
            yield path, stamp
            return


def _goes_on(record: Record, copy: Record) -> bool:
    """Return whether a record has all of a copy, which has moves: players, moves, comments."""
    head = [(each.game_name, each.options, each.players, each.start) for each in (record, copy)]
    pairs = [(record.root, copy.root)]
    if head[0] != head[1] or not copy.root.children:
        return False
    for own, other in pairs:
        more = {held for held in other.properties if other.parent or held[0] not in BY_GAME}
        if not more <= {*own.properties}:
            return False
        for child in other.children:
            same = next((each for each in own.children if each.move == child.move), None)
            if same is None:
                return False
            pairs.append((same, child))
    return True


def keep_record(record: Record, time: datetime | None = None) -> Path:
    """Write a game that was not played at the table into the library; return its path.

    The file is named after ``time``, by default now. Raises ``FileError``.
    """
    folder, time = games_folder(), time or datetime.now()
    make_folder(folder)
    record.date = record.date or f"{time:%Y-%m-%d}"
    paths, data = (folder / name for name in _names(time, record.game_name)), dump_sgf(record)
    return next(path for path in paths if _written(path, None, data))


def drop(session: Session) -> None:
    """Remove the table's own copy of a game if it is unchanged. Raises ``OSError``."""
    saved, session.file.library_copy = session.file.library_copy, None
    if saved is not None and saved[1] is not None and stamp_of(saved[0]) == saved[1]:
        saved[0].unlink()


def is_kept(record: Record, saved: tuple[Path, Stamp] | None) -> bool:
    """Return whether the table's own copy, if unchanged, has the moves of a record."""
    if saved is None or saved[1] is None or stamp_of(saved[0]) != saved[1]:
        return False
    try:
        return load(saved[0]).moves() == record.moves()
    except (BocheError, OSError):
        return False


def _signed(session: Session, time: datetime) -> Record:
    """Return a copy of the record, as written to files, with the date of play."""
    record = session.file.named.copy()
    record.date = record.date or f"{time:%Y-%m-%d}"
    return record


def _names(time: datetime, game: str) -> Iterator[str]:
    first = f"{time:%Y-%m-%d-%H%M%S}-{game}"
    yield first + SUFFIX
    yield from (f"{first}-{number}{SUFFIX}" for number in count(2))


def _written(path: Path, stamp: Stamp, data: bytes) -> bool:
    """Write a file if its stamp is still ``stamp`` (None: no file). Return whether it was written.

    Raises ``FileError``. A lock keeps other windows from writing it meanwhile.
    """
    with _alone_with(path) as alone:
        if not alone or stamp_of(path) != stamp:
            return False
        write_durably(path, data)
        return True


@contextmanager
def _alone_with(path: Path) -> Iterator[bool]:
    try:
        lock = Lock.take(path.with_name(f".{path.name}.lock"))
    except OSError as error:
        folder = str(path.parent)
        raise FileError(
            tr("cannot lock in {folder!r}: {reason}", folder=folder, reason=system_reason(error))
        ) from error
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()


def open_kept(path: Path) -> Session:
    """Open a game kept here, at its end. Continuing it rewrites it; it has no other file.

    A game with errors stays as it is, and continuing it makes another game. Raises ``RecordError``
    if it cannot be read.
    """
    session = Session.open(path, resume=True)
    if not session.file.guarded:
        session.file.library_copy = path, session.file.stamp
    session.file.path = session.file.stamp = None
    return session


def games_played() -> dict[str, int]:
    """Return the number of kept games by kind, according to their file names. Never raises."""
    try:
        names = [path for path, _ in kept_files()]
    except OSError:
        return {}
    return Counter(map(_game_of, names))


def _game_of(path: Path) -> str:
    """Return the name of the game that a kept file's name tells."""
    return path.stem[len("2026-11-22-184501-") :].partition("-")[0]


def kept_files() -> list[tuple[Path, tuple[int, int]]]:
    """Return the files of the kept games with their stamps, the last written first.

    Raises ``OSError`` if the folder exists and cannot be read.
    """
    files = sorted(kept_names(), key=lambda file: (file[1][0], file[0]), reverse=True)
    return [(Path(name), stamp) for name, stamp in files]


def kept_names() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the paths of the kept games as texts, with their stamps, in no order.

    Raises ``OSError`` if the folder exists and cannot be read.
    """
    with suppress(FileNotFoundError), os.scandir(games_folder()) as inside:
        for item in inside:
            if item.name.endswith(SUFFIX) and not item.name.startswith("."):
                status = item.stat(follow_symlinks=False)
                yield item.path, (status.st_mtime_ns, status.st_size)
