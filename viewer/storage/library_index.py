"""The records that the library lists, with their cards, in SQLite.

The cards of the user's files are kept in a file, valid as long as the stamps of the files are
unchanged, so that no record is read twice for a list. Several windows may use it at once. It only
affects the speed of listing: if it is damaged it is made anew, and without it cards are kept in
memory.
"""

from __future__ import annotations

import os
import re
import sqlite3
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from boche.engine.explorer.database import (
    DamagedIndexError,
    ExplorerError,
    one_line_errors,
    prepare,
    remove,
)
from boche.engine.languages.current import current
from boche.viewer.storage.library_filter import own_side
from boche.viewer.storage.paths import cache_folder

VERSION = 4
WAIT_SECONDS = 0.5
"""Time to wait for another program that holds the file; no window should stand still for longer."""

T = TypeVar("T")


class Card(NamedTuple):
    """The summary of a record, ready for display; ``problem`` says why it cannot be read.

    ``first`` and ``second`` are the two persons, the one who began first; ``winner`` is ``0`` or
    ``1`` for one of them, ``draw``, or empty. ``tags`` are separated by commas. ``opening`` has the
    first moves, alike for what a rotation or a reflection of the board makes the same;
    ``begun`` has them as they were played.
    """

    game: str = ""
    options: str = ""
    players: str = ""
    date: str = ""
    result: str = ""
    event: str = ""
    comment: str = ""
    problem: str = ""
    first: str = ""
    second: str = ""
    winner: str = ""
    moves: str = ""
    tags: str = ""
    opening: str = ""
    begun: str = ""


_MEMORY = Path(":memory:")
_FIELDS = ", ".join(Card._fields)
_TEXT = " || char(10) || ".join(("file", "saved", *Card._fields[:-2]))
_KEPT = f"""
CREATE TABLE kept.cards (
    name NOT NULL PRIMARY KEY, changed INTEGER NOT NULL, size INTEGER NOT NULL,
    language TEXT NOT NULL, {", ".join(f"{name} TEXT NOT NULL" for name in Card._fields)})
"""
_LISTED = f"""
CREATE TABLE listed (
    id INTEGER PRIMARY KEY, section TEXT, name, changed INTEGER, size INTEGER, file TEXT,
    saved TEXT, {_FIELDS},
    place AS (iif(section = 'played', 0, id)),
    day AS (ifnull(nullif(date, ''), saved)),
    one AS (casefold(ifnull(first, ''))) STORED,
    other AS (casefold(ifnull(second, ''))) STORED,
    text AS (casefold(ifnull({_TEXT}, ''))) STORED)
"""
"""``game`` and the rest of a card are NULL until it is known. ``text`` is what is searched."""
_ADD = f"""
INSERT INTO listed (id, section, name, changed, size, file, saved, {_FIELDS})
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, {_FIELDS} FROM (SELECT 1) LEFT JOIN kept.cards
ON name = ?3 AND changed = ?4 AND size = ?5 AND language = ?8
"""
_SHOW = f"UPDATE listed SET ({_FIELDS}) = ({', '.join('?' * len(Card._fields))}) WHERE id = ?"
_KEEP = f"""
INSERT OR REPLACE INTO kept.cards SELECT name, changed, size, ?, {_FIELDS} FROM listed
WHERE id = ? AND changed IS NOT NULL
"""
_FORGET = "DELETE FROM kept.cards WHERE rowid <= ? AND name NOT IN (SELECT name FROM listed)"


class Index:
    """The records of one list by their numbers, and the file with their cards."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(
            _MEMORY, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        weakref.finalize(self, self._database.close)
        self._database.create_function("casefold", 1, str.casefold, deterministic=True)
        self._database.create_function("regexp", 2, _is_in, deterministic=True)
        self._database.create_function("holds", 2, _holds, deterministic=True)
        self._database.create_function("own_side", 3, own_side, deterministic=True)
        self._database.execute(_LISTED)
        file = cache_folder() / "library.sqlite3"
        self._places = iter((file, file, _MEMORY))  # the second time it has been made anew
        self._place: Path | None = None
        self._newest = 0

    def _with_kept(self, work: Callable[[], T]) -> T:
        """Do some work with the kept cards, if necessary in the next place; nothing is lost."""
        while True:
            place = self._place or next(self._places)
            try:
                with one_line_errors(place):
                    if self._place is None:
                        self._open(place)
                    with self._database:
                        return work()
            except ExplorerError as error:
                with suppress(sqlite3.Error):
                    self._database.execute("DETACH kept")
                self._place = None
                if place == _MEMORY:
                    raise
                if isinstance(error, DamagedIndexError):
                    with suppress(ExplorerError):  # on Windows while another window uses it
                        remove(place)

    def _open(self, place: Path) -> None:
        if place != _MEMORY:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._database.execute("ATTACH ? AS kept", (os.fsencode(place),))
        prepare(self._database, place, VERSION, _KEPT, "kept")
        newest = self._database.execute("SELECT max(rowid) FROM kept.cards").fetchone()
        self._place, self._newest = place, newest[0] or 0

    def begin(self) -> None:
        """Begin another list."""
        self._database.execute("DELETE FROM listed")

    def add(self, rows: Sequence[tuple[Any, ...]]) -> list[int]:
        """List files; return the numbers of those whose cards are not known.

        A row is a new number, the section, the name, both parts of the stamp or None, the name and
        the date to be searched for. Numbers rise.
        """
        if not rows:
            return []
        language = current()

        def work() -> None:
            self._database.execute("BEGIN")
            self._database.executemany(_ADD, [(*row, language) for row in rows])

        self._with_kept(work)
        unread = "SELECT id FROM listed WHERE id >= ? AND game IS NULL ORDER BY id"
        return [number for (number,) in self._database.execute(unread, rows[0][:1]).fetchall()]

    def show(self, number: int, card: Card) -> None:
        """Enter the card of a record into the list."""
        # SQLite takes no half of a surrogate pair, which a damaged text may have.
        values = [text.encode("utf-8", "replace").decode() for text in card]
        self._database.execute(_SHOW, (*values, number))

    def keep(self, number: int) -> None:
        """Keep the card of a record for the next time, if it is that of a file."""
        self._with_kept(lambda: self._database.execute(_KEEP, (current(), number)))

    def drop(self, number: int) -> None:
        """Take a record off the list."""
        self._database.execute("DELETE FROM listed WHERE id = ?", (number,))

    def forget_gone(self) -> None:
        """Forget the cards of files that are not listed, but none that came in meanwhile."""
        self._with_kept(lambda: self._database.execute(_FORGET, (self._newest,)))

    def card(self, number: int) -> Card | None:
        """Return the card of a record, or None if it is not known."""
        found = f"SELECT {_FIELDS} FROM listed WHERE id = ? AND game IS NOT NULL"
        row = self._database.execute(found, (number,)).fetchone()
        return Card(*row) if row is not None else None

    def select(self, query: str, **values: Any) -> list[Any]:
        """Return the first column of what a query finds."""
        return [row[0] for row in self.rows(query, **values)]

    def rows(self, query: str, **values: Any) -> list[tuple[Any, ...]]:
        """Return all columns of what a query finds."""
        return self._database.execute(query, values).fetchall()


def _holds(text: str, search: str) -> bool:
    """Return whether each word begins a word of the text: ``art`` is not in ``start``.

    Scripts without spaces are searched anywhere.
    """
    words = search.split()
    if not all(word in text for word in words):  # which is quick
        return False
    return all(re.search(_prefix_pattern(word), text) for word in words)


def _prefix_pattern(word: str) -> str:
    """Return the pattern of a word that begins with some letters."""
    return (r"\b" if word[0].isascii() and word[0].isalnum() else "") + re.escape(word)


def _is_in(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None
