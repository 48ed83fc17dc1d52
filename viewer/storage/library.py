"""The library: sample records, recently used files, and all games played here, with search.

Listing needs only names and stamps. The summary of a record (its ``Card``) is read step by step. An
``Index`` stores it, so that nothing is read twice, and chooses and orders what is listed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from boche.engine.errors import BocheError, Problem, RecordError, why_not
from boche.engine.explorer.answers import GameFound
from boche.engine.explorer.database import stored
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.record import Record, load_all
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.kept_games import kept_names
from boche.viewer.storage.library_cards import card_of, found_card, short_record
from boche.viewer.storage.library_filter import ORDERED, WANTED, Filter
from boche.viewer.storage.library_index import Card, Index

Section = Literal["samples", "recent", "played", "position"]
SECTIONS: tuple[Section, ...] = ("samples", "recent", "played")

BATCH = 500
"""Number of games that are listed in one step."""

EVERYTHING = Filter()


@dataclass(frozen=True, eq=False)
class GameFile:
    """A record of the library; ``name`` is its path, or the name of a sample.

    ``number`` is its place in the file, and ``ply`` where it reached the position looked for.
    """

    section: Section
    name: str
    stamp: Stamp = None
    number: int = 1
    ply: int | None = None

    @property
    def path(self) -> Path | None:
        """The path of the file; None for a sample, which is part of the program."""
        return Path(self.name) if os.path.isabs(self.name) else None

    @property
    def when(self) -> str:
        """The modification time of the file, to the minute; empty if that means nothing."""
        if self.section == "samples" or self.stamp is None:
            return ""
        return f"{datetime.fromtimestamp(self.stamp[0] / 1e9):%Y-%m-%d %H:%M}"


class OpeningLine(NamedTuple):
    """An opening of the user's games: its first moves, and how many were played, won and so on.

    Images of it under rotations and reflections are counted with it; the moves are those of the
    last game.
    """

    moves: str
    played: int
    won: int
    drawn: int
    lost: int


class Library:
    """A snapshot of the library's records. Listing and reading them is done by ``step``.

    ``problems`` are lines on what could not be listed.
    """

    def __init__(
        self,
        samples: Iterable[str],
        recent: Sequence[str],
        sample: Callable[[str], bytes],
        index: Index,
        found: Sequence[GameFound] = (),
        game: str = "",
        reads: Callable[[str], str] = str,
        user: str = "",
    ) -> None:
        """Take ``sample``, which gives a sample's bytes by name, and ``index``, the known cards.

        ``reads`` puts titles and comments of samples into the user's language.
        ``found`` are the games that reached a position of the game with the title ``game``. The
        index serves one library at a time. ``user`` is the user's name, if it is known.
        """
        self._sample, self._reads, self._user = sample, reads, user
        self.problems: list[str] = []
        self._index = index
        self._files: list[GameFile] = []
        self._numbers: dict[GameFile, int] = {}
        self._unread: dict[GameFile, None] = {}
        self._next: Sequence[GameFile] = ()
        self._changes = 0
        self._listed: tuple[object, list[GameFile]] = (None, [])
        self._listing: Iterator[tuple[str, Stamp]] | None = kept_names()
        index.begin()
        reached = [
            GameFile("position", one.path, stamp_of(Path(one.path)), one.number, one.ply)
            for one in found
        ]
        self._add(reached)
        for file, one in zip(reached, found, strict=True):
            self._show(file, found_card(one, game))
        stamps = {name: stamp_of(Path(name)) for name in recent if os.path.isabs(name)}
        self._add([GameFile("recent", name, stamps.get(name)) for name in recent])
        self._add([GameFile("samples", name) for name in samples])
        self._list()

    @property
    def fullest(self) -> Section:
        """The section to show first: the games played here, if there are any."""
        return "played" if self.has("played") else "samples"

    # -- listing

    @property
    def listing(self) -> bool:
        """True until all games played here are listed."""
        return self._listing is not None

    def _list(self) -> None:
        """List some more of the games played here; all are shown once they are in order."""
        assert self._listing is not None
        try:
            batch = list(islice(self._listing, BATCH))
        except OSError as error:
            self.problems.append(tr("the games played here: {reason}", reason=system_reason(error)))
            batch = []
        self._add([GameFile("played", name, stamp) for name, stamp in batch])
        if len(batch) < BATCH:
            self._listing = None

    def _add(self, files: Sequence[GameFile]) -> None:
        """List files; those whose cards are not known are to be read."""
        self._changes += 1
        numbers = range(len(self._files), len(self._files) + len(files))
        self._files += files
        self._numbers |= zip(files, numbers, strict=True)
        unread = self._index.add([_row(*numbered) for numbered in zip(numbers, files, strict=True)])
        self._unread |= dict.fromkeys(self._files[number] for number in unread)

    def _show(self, file: GameFile, card: Card) -> None:
        self._unread.pop(file, None)
        self._index.show(self._numbers[file], card)
        self._changes += 1

    def drop(self, file: GameFile) -> None:
        """Take a record off the list."""
        self._unread.pop(file, None)
        self._index.drop(self._numbers[file])
        self._changes += 1

    # -- reading

    @property
    def unread(self) -> int:
        """Number of records not read yet."""
        return len(self._unread)

    def unread_in(self, section: Section) -> int:
        """Return the number of records of a section not read yet."""
        return sum(file.section == section for file in self._unread)

    def want(self, files: Sequence[GameFile]) -> None:
        """Give priority to some records in reading."""
        self._next = files

    def step(self) -> bool:
        """List some more records, or read one more. Return False if there is nothing left to do."""
        if self.listing:
            self._list()
            return True
        if not self._unread:
            return False
        file = next((wanted for wanted in self._next if wanted in self._unread), None)
        self._read(file if file is not None else next(iter(self._unread)))
        return True

    def _read(self, file: GameFile) -> None:
        try:
            if file.path is None:
                card = card_of(self._sample(file.name), self._reads)
            else:
                card = card_of(short_record(file.path))
        except (BocheError, OSError) as error:
            card = Card(problem=why_not(error))
        self._show(file, card)
        self._index.keep(self._numbers[file])

    def forget_gone(self) -> None:
        """Forget the cards of records that are gone."""
        if not self.listing:
            self._index.forget_gone()

    # -- finding

    def card(self, file: GameFile) -> Card | None:
        """Return the card of a record, or None if it has not been read."""
        return self._index.card(self._numbers[file])

    def search(self, section: Section, search: str, wanted: Filter = EVERYTHING) -> list[GameFile]:
        """Return the records of a section that contain every search word, among those read.

        They are chosen and ordered by a filter; records not read yet come last. Games played here
        are there once all are listed.
        """
        search = " ".join(search.casefold().split())
        key = (section, search, wanted, self._changes)
        if key != self._listed[0]:
            asked = WANTED if wanted.chooses else "TRUE"
            query = f"{_FOUND} AND {asked} ORDER BY {ORDERED[wanted.order]}"
            shown = section if section != "played" or not self.listing else ""
            values = {"section": shown, "search": search, "user": self._user, **wanted.values}
            found = self._index.select(query, **values)
            self._listed = key, [self._files[number] for number in found]
        return self._listed[1]

    def games(self, section: Section) -> list[str]:
        """Return the titles of the games in a section, among the records read."""
        titles = "SELECT DISTINCT game FROM listed WHERE section = :section AND game != ''"
        return sorted(self._index.select(titles, section=section))

    def openings(self, game: str) -> list[OpeningLine]:
        """Return the openings of the user's own games played here, the most frequent first.

        ``game`` is the title of the game. Which games are the user's, ``own_side`` says.
        """
        rows = self._index.rows(_OPENINGS, game=game, user=self._user)
        return [OpeningLine(*row[:-1]) for row in rows]

    def has(self, section: Section) -> bool:
        """Return whether a section has records."""
        some = "SELECT 1 FROM listed WHERE section = :section LIMIT 1"
        return bool(self._index.select(some, section=section))


_OPENINGS = """
SELECT begun, count(*), sum(winner = side), sum(winner = 'draw'),
    sum(winner = CAST(1 - side AS TEXT)), max(file)
FROM (SELECT *, own_side(first, second, :user) AS side FROM listed
      WHERE section = 'played' AND game = :game AND problem = '' AND opening != '')
WHERE side != '' GROUP BY opening ORDER BY count(*) DESC, opening
"""
"""``begun`` is of the row of ``max(file)``, as SQLite defines it: names begin with the time."""

_FOUND = """
SELECT id FROM listed WHERE section = :section AND (:search = '' OR holds(text, :search))
"""


def _row(number: int, file: GameFile) -> tuple[Any, ...]:
    """Return a file as the index lists it."""
    name = os.path.basename(file.name).encode("utf-8", "replace").decode()
    stamp = file.stamp or (None, None)
    return number, file.section, stored(file.name), *stamp, name, file.when


def record_of(file: GameFile, sample: Callable[[str], bytes]) -> Record:
    """Return a record of the library. Raises ``OSError`` and ``RecordError``."""
    records = load_all(sample(file.name) if file.path is None else file.path)
    if file.number > len(records):
        raise RecordError([Problem(0, 0, tr("the file has {count} games now", count=len(records)))])
    return records[file.number - 1]
