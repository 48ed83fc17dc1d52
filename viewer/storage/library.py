"""The library: sample records, recently used files, and all games played here, with search.

Listing needs only names and stamps. The summary of a record (its ``Card``) is read step by step and
stored in an ``Index``, so that nothing is read twice.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Literal

from boche.engine.errors import BocheError, Problem, RecordError, why_not
from boche.engine.explorer.answers import GameFound
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.record import Record, load_all
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.kept_games import kept_names
from boche.viewer.storage.library_cards import card_of, found_card, short_record
from boche.viewer.storage.library_filter import Filter, order_of
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
        return Path(self.name) if self.section != "samples" else None

    @cached_property
    def when(self) -> str:
        """The modification time of the file, to the minute; empty if that means nothing."""
        if self.section == "samples" or self.stamp is None:
            return ""
        return f"{datetime.fromtimestamp(self.stamp[0] / 1e9):%Y-%m-%d %H:%M}"


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
    ) -> None:
        """Take ``sample``, which gives a sample's bytes by name, and ``index``, the known cards.

        ``reads`` puts titles and comments of samples into the user's language.
        ``found`` are the games that reached a position of the game with the title ``game``.
        """
        self._sample, self._reads = sample, reads
        self.problems: list[str] = []
        self._files: dict[Section, list[GameFile]] = {
            "samples": [GameFile("samples", name) for name in samples],
            "recent": [GameFile("recent", name, stamp_of(Path(name))) for name in recent],
            "played": [],
            "position": [],
        }
        self._listed: tuple[object, list[GameFile]] = (None, [])
        self._index = index
        self._cards: dict[GameFile, Card] = {}
        self._texts: dict[GameFile, str] = {}
        self._unread: dict[GameFile, None] = {}
        self._next: Sequence[GameFile] = ()
        self._played: list[GameFile] = []
        self._listing: Iterator[tuple[str, Stamp]] | None = kept_names()
        for one in found:
            file = GameFile("position", one.path, stamp_of(Path(one.path)), one.number, one.ply)
            self._files["position"].append(file)
            self._show(file, found_card(one, game))
        for section in ("recent", "samples"):
            self._look_up(self._files[section])
        self._list()

    @property
    def fullest(self) -> Section:
        """The section to show first: the games played here, if there are any."""
        return "played" if self._played else "samples"

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
        files = [GameFile("played", name, stamp) for name, stamp in batch]
        self._played += files
        self._look_up(files)
        if len(batch) < BATCH:
            self._listing = None
            self._played.sort(key=lambda file: (file.stamp, file.name), reverse=True)
            self._files["played"] = self._played

    def _look_up(self, files: Iterable[GameFile]) -> None:
        """Take the cards that are known; the other records are to be read."""
        for file in files:
            card = self._index.card(file.name, file.stamp)
            if card is not None:
                self._show(file, card)
            else:
                self._unread[file] = None

    def _show(self, file: GameFile, card: Card) -> None:
        self._cards[file], self._texts[file] = card, _text(file, card)

    def drop(self, file: GameFile) -> None:
        """Take a record off the list."""
        self._files[file.section].remove(file)
        self._unread.pop(file, None)
        self._cards.pop(file, None)

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
        del self._unread[file]
        try:
            data = self._sample(file.name) if file.path is None else short_record(file.path)
        except (BocheError, OSError) as error:
            self._take(file, Card(problem=why_not(error)))
            return
        try:
            self._take(file, card_of(data, self._reads) if file.path is None else card_of(data))
        except RecordError as error:
            self._take(file, Card(problem=why_not(error)))

    def _take(self, file: GameFile, card: Card) -> None:
        self._show(file, card)
        self._index.put(file.name, file.stamp, card)

    def save(self) -> None:
        """Store the cards for the next start."""
        if not self.listing:
            self._index.save([file.name for file in self._cards])

    # -- finding

    def card(self, file: GameFile) -> Card | None:
        """Return the card of a record, or None if it has not been read."""
        return self._cards.get(file)

    def search(self, section: Section, search: str, wanted: Filter = EVERYTHING) -> list[GameFile]:
        """Return the records of a section that contain every search word, among those read.

        They are chosen and ordered by a filter; records not read yet come last.
        """
        key = (section, search, wanted, len(self._cards), len(self._files[section]))
        if key != self._listed[0]:
            self._listed = key, self._search(section, search.casefold().split(), wanted)
        return self._listed[1]

    def _search(self, section: Section, words: list[str], wanted: Filter) -> list[GameFile]:
        files, cards = self._files[section], self._cards
        if words:
            files = [file for file in files if file in cards and _holds(self._texts[file], words)]
        if wanted.chooses:
            read = [file for file in files if file in cards]
            files = [file for file in read if wanted.admits(cards[file], file.when)]
        if wanted.order == EVERYTHING.order:
            return list(files)  # as they are listed: the last written first
        key, backwards = order_of(wanted.order)
        read = [file for file in files if file in cards]
        read.sort(key=lambda file: key(cards[file], file.when), reverse=backwards)
        return read + [file for file in files if file not in cards]

    def games(self, section: Section) -> list[str]:
        """Return the titles of the games in a section, among the records read."""
        cards = (self._cards.get(file) for file in self._files[section])
        return sorted({card.game for card in cards if card is not None and card.game})

    def has(self, section: Section) -> bool:
        """Return whether a section has records."""
        return bool(self._files[section])


def _text(file: GameFile, card: Card) -> str:
    """Return the searchable text of a record, casefolded."""
    return "\n".join((os.path.basename(file.name), file.when, *card)).casefold()


def _holds(text: str, words: Sequence[str]) -> bool:
    """Return whether each word begins a word of the text: ``art`` is not in ``start``.

    Scripts without spaces are searched anywhere.
    """
    if not all(word in text for word in words):  # which is quick
        return False
    return all(re.search(_prefix_pattern(word), text) for word in words)


def _prefix_pattern(word: str) -> str:
    """Return the pattern of a word that begins with some letters."""
    return (r"\b" if word[0].isascii() and word[0].isalnum() else "") + re.escape(word)


def record_of(file: GameFile, sample: Callable[[str], bytes]) -> Record:
    """Return a record of the library. Raises ``OSError`` and ``RecordError``."""
    records = load_all(sample(file.name) if file.path is None else file.path)
    if file.number > len(records):
        raise RecordError([Problem(0, 0, tr("the file has {count} games now", count=len(records)))])
    return records[file.number - 1]
