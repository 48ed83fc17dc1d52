"""Bringing an index up to date with its folders: files that are new, changed or gone.

What has been read stays when the work is interrupted; the next run goes on with the rest. Only one
process at a time builds an index; others may read it meanwhile.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from boche.engine.errors import BocheError, why_not
from boche.engine.explorer.database import (
    DamagedIndexError,
    connect,
    one_line_errors,
    remove,
    stored,
    transaction,
)
from boche.engine.explorer.scan import DRAWN, UNKNOWN, IndexedGame, Play, games_in
from boche.engine.languages.current import tr, tr_later
from boche.engine.record.source import read_bytes

ENDINGS = (".sgf", ".txt")

COMMIT_SECONDS = 0.5
"""Time after which what has been read is stored."""

REBUILT = tr_later("the position index was damaged ({why}) and is being rebuilt")

Stamp = tuple[int, int]

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


@dataclass(frozen=True)
class Progress:
    """How far an index is built: files done of all to read, and the moves stored so far.

    ``note`` is a line for the user, ``waiting`` is true while another process builds the index.
    """

    done: int = 0
    files: int = 0
    moves: int = 0
    note: str = ""
    waiting: bool = False


def update(path: Path, folders: Iterable[Path]) -> Iterator[Progress]:
    """Bring an index up to date step by step. Raises ``ExplorerError``.

    It waits while another process builds the same index. A damaged one is built again.
    """
    from filelock import FileLock, Timeout

    with one_line_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(path.with_name(path.name + ".lock"), mode=0o600, fallback_to_soft=False)
    wanted = [folder.absolute() for folder in folders]
    while True:
        with one_line_errors(path):
            try:
                lock.acquire(timeout=0.2)
            except Timeout:
                yield Progress(waiting=True)
                continue
        try:
            yield from _rebuilt_if_damaged(path, wanted)
        finally:
            lock.release()
        return


def _rebuilt_if_damaged(path: Path, folders: list[Path]) -> Iterator[Progress]:
    try:
        yield from _update(path, folders)
    except DamagedIndexError as error:
        remove(path)
        yield Progress(note=tr(REBUILT, why=why_not(error.__cause__ or error)))
        yield from _update(path, folders)


def _update(path: Path, folders: list[Path]) -> Iterator[Progress]:
    database = connect(path)
    try:
        with one_line_errors(path):
            yield from Writer(database).update(files_in(folders))
    finally:
        database.close()


def files_in(folders: Iterable[Path]) -> dict[str, Stamp]:
    """Return the records in folders and all folders inside, with their stamps; hidden ones not.

    What cannot be listed is left out.
    """
    found: dict[str, Stamp] = {}
    waiting = [os.fspath(folder) for folder in folders]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as inside:
            for item in inside:
                if item.name.startswith("."):
                    continue
                with suppress(OSError):  # such as a link to itself
                    if item.is_dir(follow_symlinks=False):
                        waiting.append(item.path)
                    elif item.name.casefold().endswith(ENDINGS) and item.is_file():
                        status = item.stat()
                        found[item.path] = status.st_mtime_ns, status.st_size
    return found


class Writer:
    """The one process that writes an index."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        rows = database.execute("SELECT text, id FROM moves")
        self._moves: dict[str, int] = dict(rows.fetchall())

    def update(self, files: Mapping[str, Stamp]) -> Iterator[Progress]:
        """Remove what is gone or changed, and read what is new."""
        database = self._database
        rows = database.execute("SELECT path, changed, size, id FROM files").fetchall()
        gone = [row for row in rows if files.get(os.fsdecode(row[0])) != (row[1], row[2])]
        with transaction(database):
            for *_, number in gone:
                self._forget(number)
        known = {os.fsdecode(row[0]) for row in database.execute("SELECT path FROM files")}
        fresh = sorted(set(files) - known)
        progress = Progress(0, len(fresh))
        yield progress
        while progress.done < len(fresh):
            progress = self._batch(fresh, files, progress)
            yield progress

    def _batch(self, fresh: list[str], files: Mapping[str, Stamp], progress: Progress) -> Progress:
        """Read files for a while and store them together."""
        until = time.monotonic() + COMMIT_SECONDS
        with transaction(self._database):
            while progress.done < len(fresh):
                name = fresh[progress.done]
                moves = self._take(name, files[name])
                progress = replace(progress, done=progress.done + 1, moves=progress.moves + moves)
                if time.monotonic() >= until:
                    break
        return progress

    def _take(self, name: str, stamp: Stamp) -> int:
        """Read a file and store its games; return the number of their moves."""
        games, problem = read_games(name)
        self.add_file(name, stamp, games, problem)
        return sum(len(game.plays) - 1 for game in games)

    def add_file(self, name: str, stamp: Stamp, games: Iterable[IndexedGame], problem: str) -> None:
        """Store a file with its games."""
        row = (stored(name), *stamp, problem)
        cursor = self._database.execute(
            "INSERT INTO files (path, changed, size, problem) VALUES (?, ?, ?, ?)", row
        )
        assert cursor.lastrowid is not None
        for game in games:
            self._store(cursor.lastrowid, game)

    def _store(self, file: int, game: IndexedGame) -> None:
        database = self._database
        same = "SELECT 1 FROM games WHERE digest = ? LIMIT 1"
        copy = database.execute(same, (game.digest,)).fetchone() is not None
        keys = array("q", () if copy else [play.key for play in game.plays])
        length = max(len(game.plays) - 1, 0)
        row = (file, game.number, game.game_name, *game.players, game.date, game.event,
               game.result, game.winner, length, game.digest, _bytes(keys), copy)  # fmt: skip
        marks = ", ".join("?" * len(row))
        number = database.execute(f"INSERT INTO games VALUES (NULL, {marks})", row).lastrowid
        if copy:
            return
        day, first = day_of(game.date), dict[Play, int]()
        reached = dict[int, int]()
        for ply, play in enumerate(game.plays):
            first.setdefault(play, ply)  # a position that recurs counts once for each move
            reached.setdefault(play.key, ply)
        database.executemany(
            "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (play.key, day, number, ply, self._move(play.move),
                 _ending(game.winner, play.player), reached[play.key] < ply)
                for play, ply in first.items()
            ],
        )  # fmt: skip

    def _move(self, text: str) -> int:
        if text not in self._moves:
            cursor = self._database.execute("INSERT INTO moves (text) VALUES (?)", (text,))
            assert cursor.lastrowid is not None
            self._moves[text] = cursor.lastrowid
        return self._moves[text]

    def _forget(self, file: int) -> None:
        """Remove a file with its games; copies of them in other files are read again."""
        database = self._database
        games = database.execute(
            "SELECT id, keys, digest, copy, date FROM games WHERE file = ?", (file,)
        ).fetchall()
        remove = "DELETE FROM plays WHERE position = ? AND day = ? AND game = ?"
        for number, keys, digest, copy, date in games:
            day = day_of(date)
            database.executemany(remove, [(key, day, number) for key in _keys(keys)])
            if not copy:
                self._free(file, digest)
        database.execute("DELETE FROM games WHERE file = ?", (file,))
        database.execute("DELETE FROM files WHERE id = ?", (file,))

    def _free(self, file: int, digest: bytes) -> None:
        """Have a file with a copy of a game read again."""
        other = "SELECT file FROM games WHERE digest = ? AND copy AND file != ? LIMIT 1"
        for (number,) in self._database.execute(other, (digest, file)).fetchall():
            self._forget(number)


def read_games(name: str) -> tuple[list[IndexedGame], str]:
    """Return the games of a file, and the first problem with it in one line, or ''."""
    games: list[IndexedGame] = []
    try:
        for game in games_in(read_bytes(Path(name))):
            games.append(game)
    except (BocheError, OSError) as error:
        return games, why_not(error)
    except (MemoryError, RecursionError):
        return games, tr("not enough memory for this file")
    if Path(name).suffix.casefold() == ".txt" and not any(len(game.plays) > 1 for game in games):
        return [], ""  # a text that is no list of moves
    some = [game for game in games if len(game.plays) > 1 or not game.problem]
    bad = next((game for game in games if game.problem), None)
    if bad is None:
        return some, ""
    return some, tr("game {number}: {problem}", number=bad.number, problem=bad.problem) if len(
        games
    ) > 1 else bad.problem


def day_of(date: str) -> int:
    """Return a date as a number that sorts like it, 20240531; parts that are missing are 0."""
    match = _DATE.match(date)
    return int("".join((part or "").zfill(2) for part in match.groups())) if match else 0


def _ending(winner: int, player: int) -> int | None:
    if winner in (UNKNOWN, DRAWN):
        return 0 if winner == DRAWN else None
    return 1 if winner == player else -1


def _bytes(keys: array[int]) -> bytes:
    if sys.byteorder != "little":
        keys.byteswap()
    return keys.tobytes()


def _keys(data: bytes) -> array[int]:
    keys = array("q")
    keys.frombytes(data)
    if sys.byteorder != "little":
        keys.byteswap()
    return keys
