"""Answers on a position: the moves of the opening book, those played, the games that reached it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.engine.explorer.book import BookError, BookMove, book_moves
from boche.engine.explorer.build import day_of
from boche.engine.explorer.database import connect, one_line_errors, stored
from boche.engine.explorer.keys import Place, place_of

LISTED = 8
"""Number of games listed beside the moves."""


@dataclass(frozen=True)
class MoveCount:
    """A move with what became of the games in which it was played, for the player who moved.

    ``moves`` are all legal moves that symmetry makes the same, ``move`` is the first of them.
    ``games`` counts unfinished games too.
    """

    moves: tuple[str, ...]
    games: int
    won: int
    drawn: int
    lost: int

    @property
    def move(self) -> str:
        return self.moves[0]

    @property
    def share(self) -> float | None:
        """Share of the finished games that the mover won, a draw as half; None without any."""
        finished = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / finished if finished else None

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "move": self.move, "equal": list(self.moves[1:]), "games": self.games,
            "won": self.won, "drawn": self.drawn, "lost": self.lost, "share": self.share,
        }  # fmt: skip


@dataclass(frozen=True)
class GameFound:
    """A game that reached a position: its file, its number in it, and the ply at which it did.

    ``winner`` is the person who won, or see ``engine.explorer.scan``.
    """

    path: str
    number: int
    ply: int
    players: tuple[str, str]
    date: str
    event: str
    result: str
    winner: int
    length: int

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "file": self.path, "game": self.number, "ply": self.ply, "players": self.players,
            "date": self.date, "event": self.event, "result": self.result, "moves": self.length,
        }  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """The moves played from a position, the most frequent first, and the latest games.

    ``games`` is the number of games that reached the position, ``skipped`` that of the files which
    could not be read to their end. ``book`` has the moves of the game's opening book, best first;
    ``book_problem`` says in a line why the book cannot be read.
    """

    moves: tuple[MoveCount, ...] = ()
    games: int = 0
    latest: tuple[GameFound, ...] = ()
    skipped: int = 0
    book: tuple[BookMove, ...] = ()
    book_problem: str = ""

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "games": self.games,
            "book": [move.as_data() for move in self.book],
            "moves": [move.as_data() for move in self.moves],
            "latest": [game.as_data() for game in self.latest],
        }


@dataclass(frozen=True)
class Contents:
    """The size of an index: its files, games, copies of games and moves, and damaged files."""

    files: int
    games: int
    copies: int
    moves: int
    problems: tuple[tuple[str, str], ...]


_SUMS = ("games", "won", "drawn", "lost", "again")
_COUNTS = f"""
WITH own AS (
    SELECT move, count(*) AS games, sum(ending IS 1) AS won, sum(ending IS 0) AS drawn,
        sum(ending IS -1) AS lost, sum(again) AS again
    FROM files CROSS JOIN games ON games.file = files.id
    CROSS JOIN plays ON position = :key AND plays.day = day_of(date) AND plays.game = games.id
    WHERE path = :without GROUP BY move)
SELECT games - again, text, games, won, drawn, lost FROM (
    SELECT text, counts.games AS played,
        {", ".join(f"counts.{sum} - ifnull(own.{sum}, 0) AS {sum}" for sum in _SUMS)}
    FROM counts JOIN moves ON id = counts.move LEFT JOIN own ON own.move = counts.move
    WHERE position = :key)
WHERE games ORDER BY played DESC
"""
_GAMES = """
SELECT path, number, ply, first, second, date, event, result, winner, length
FROM (
    SELECT day, game AS played, ply FROM plays WHERE position = :key AND game NOT IN (
        SELECT games.id FROM games JOIN files ON files.id = games.file WHERE path = :without)
    ORDER BY day DESC, game DESC, ply DESC LIMIT :most)
JOIN games ON games.id = played JOIN files ON files.id = games.file
ORDER BY day DESC, played DESC, ply DESC
"""
_SKIPPED = "SELECT count(*) FROM files WHERE problem != ''"


class Explorer(AbstractContextManager["Explorer"]):
    """An index open for questions; one thread may use it. Close it, or use it in a ``with``."""

    def __init__(self, path: Path) -> None:
        """Open an index, which may still be empty. Raises ``ExplorerError``."""
        self._path = path
        self._database: sqlite3.Connection = connect(path)
        self._database.create_function("day_of", 1, day_of, deterministic=True)

    def ask(
        self, position: Any, listed: int = LISTED, most: int | None = None, without: str = ""
    ) -> Answer:
        """Return what the book says and what was played; of the latter the ``most`` frequent moves.

        The games of the file ``without`` do not count. Raises ``ExplorerError``.
        """
        place = place_of(position)
        book, problem = tuple[BookMove, ...](), ""
        try:
            book = book_moves(place)
        except BookError as error:  # what was played is known all the same
            problem = str(error)
        with one_line_errors(self._path):
            values = {"key": place.key, "without": stored(without)}
            rows = self._database.execute(_COUNTS, values).fetchall()
            latest = self._games(place, listed, without)
            skipped = self._database.execute(_SKIPPED).fetchone()[0]
        games = sum(row[0] for row in rows)
        rows = [row for row in rows if row[1]][:most]
        counts = [MoveCount(place.moves(text), *row) for _, text, *row in rows]
        moves = sorted((c for c in counts if c.moves), key=lambda c: (-c.games, c.moves))
        return Answer(tuple(moves), games, latest, skipped, book, problem)

    def games(self, position: Any, most: int = -1) -> tuple[GameFound, ...]:
        """Return the games that reached a position, the latest first. Raises ``ExplorerError``."""
        with one_line_errors(self._path):
            return self._games(place_of(position), most)

    def _games(self, place: Place, most: int, without: str = "") -> tuple[GameFound, ...]:
        values = {"key": place.key, "most": most, "without": stored(without)}
        rows: Sequence[Any] = self._database.execute(_GAMES, values).fetchall()
        found = {row[:2]: _game_found(row) for row in rows}  # of those in one game, the first
        return tuple(found.values())

    def contents(self) -> Contents:
        """Return what the index holds. Raises ``ExplorerError``."""
        with one_line_errors(self._path):
            one = self._database.execute
            files = one("SELECT count(*) FROM files").fetchone()[0]
            games, copies, moves = one(
                "SELECT count(*), sum(copy), sum(length * (1 - copy)) FROM games"
            ).fetchone()
            bad = one("SELECT path, problem FROM files WHERE problem != '' ORDER BY path")
            named = tuple((os.fsdecode(path), problem) for path, problem in bad.fetchall())
            return Contents(files, games, copies or 0, moves or 0, named)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __exit__(self, *error: object) -> None:
        self.close()


def _game_found(row: Any) -> GameFound:
    path, number, ply, first, second, *rest = row
    return GameFound(os.fsdecode(path), number, ply, (first, second), *rest)
