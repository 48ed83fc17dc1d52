"""The library: sample records, recently used files, and all games played here, with search.

Listing needs only names and stamps. The summary of a record (its ``Card``) is read step by step and
stored in an ``Index``, so that nothing is read twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from boche.engine.errors import BocheError, Problem, RecordError, why_not
from boche.engine.explorer.answers import GameFound
from boche.engine.explorer.scan import DRAWN
from boche.engine.record import Record, load_all, read_result
from boche.engine.record.people import players_at_end, result_said
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.storage.library_filter import Filter, order_of
from boche.viewer.storage.library_index import Card, Index
from boche.viewer.storage.paths import read_plain

Section = Literal["samples", "recent", "played", "position"]
SECTIONS: tuple[Section, ...] = ("samples", "recent", "played")

LONGEST = 2**16
"""Maximum bytes of a record that is read for a list or a preview, so that no frame is delayed."""

EVERYTHING = Filter()

TAGS = "KW"
"""The property of the root that holds a record's tags, separated by commas."""

TEXT = 200
"""Number of characters of a comment that can be searched."""


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

    @property
    def when(self) -> str:
        """The modification time of the file, to the minute; empty if that means nothing."""
        if self.path is None or self.stamp is None:
            return ""
        return f"{datetime.fromtimestamp(self.stamp[0] / 1e9):%Y-%m-%d %H:%M}"


class Library:
    """A snapshot of the library's records. Reading is done by ``step``.

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
    ) -> None:
        """Take ``sample``, which gives a sample's bytes by name, and ``index``, the known cards.

        ``found`` are the games that reached a position of the game with the title ``game``.
        """
        self._sample = sample
        self.problems: list[str] = []
        self._files: dict[Section, list[GameFile]] = {
            "samples": [GameFile("samples", name) for name in samples],
            "recent": [GameFile("recent", name, stamp_of(Path(name))) for name in recent],
            "played": self._played(),
            "position": [],
        }
        self._listed: tuple[object, list[GameFile]] = (None, [])
        self._index = index
        self._cards: dict[GameFile, Card] = {}
        self._texts: dict[GameFile, str] = {}
        self._unread: dict[GameFile, None] = {}
        self._next: Sequence[GameFile] = ()
        for one in found:
            file = GameFile("position", one.path, stamp_of(Path(one.path)), one.number, one.ply)
            self._files["position"].append(file)
            self._cards[file] = found_card(one, game)
        for section in ("recent", "samples", "played"):
            for file in self._files[section]:
                card = index.card(file.name, file.stamp)
                if card is not None:
                    self._cards[file] = card
                else:
                    self._unread[file] = None

    def _played(self) -> list[GameFile]:
        try:
            return [GameFile("played", str(path), stamp) for path, stamp in kept_files()]
        except OSError as error:
            self.problems.append(f"the games played here: {error.strerror or error}")
            return []

    @property
    def fullest(self) -> Section:
        """The section to show first: the games played here, if there are any."""
        return "played" if self._files["played"] else "samples"

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
        """Read one more record. Return False if none is left."""
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
            self._take(file, card_of(data))
        except RecordError as error:
            self._take(file, Card(problem=why_not(error)))

    def _take(self, file: GameFile, card: Card) -> None:
        self._cards[file] = card
        self._index.put(file.name, file.stamp, card)

    def save(self) -> None:
        """Store the cards for the next start."""
        self._index.save([file.name for file in self._cards])

    # -- finding

    def card(self, file: GameFile) -> Card | None:
        """Return the card of a record, or None if it has not been read."""
        return self._cards.get(file)

    def found(self, section: Section, search: str, wanted: Filter = EVERYTHING) -> list[GameFile]:
        """Return the records of a section that contain every search word, among those read.

        They are chosen and ordered by a filter; records not read yet come last.
        """
        key = (section, search, wanted, len(self._cards), len(self._files[section]))
        if key != self._listed[0]:
            self._listed = key, self._found(section, search.casefold().split(), wanted)
        return self._listed[1]

    def _found(self, section: Section, words: list[str], wanted: Filter) -> list[GameFile]:
        files, cards = self._files[section], self._cards
        if words:
            files = [file for file in files if file in cards and _holds(self._text(file), words)]
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

    def _text(self, file: GameFile) -> str:
        """Return the searchable text of a record, casefolded."""
        if file not in self._texts:
            name = file.name if file.path is None else file.path.name
            self._texts[file] = "\n".join((name, file.when, *self._cards[file])).casefold()
        return self._texts[file]


def found_card(game: GameFound, title: str) -> Card:
    """Return the card of a game that was found in an index."""
    winner = {0: "0", 1: "1", DRAWN: "draw"}.get(game.winner, "")
    count = "1 move" if game.length == 1 else f"{game.length} moves"
    return Card(
        game=title,
        players=" - ".join(name or "?" for name in game.players) if any(game.players) else "",
        date=game.date,
        result=f"{game.result or 'unfinished'}, {count}",
        event=game.event,
        names="\t".join(game.players),
        winner=winner,
        moves=str(game.length),
    )


def _holds(text: str, words: Sequence[str]) -> bool:
    """Return whether each word begins a word of the text: ``art`` is not in ``start``.

    Scripts without spaces are searched anywhere.
    """
    if not all(word in text for word in words):  # which is quick
        return False
    return all(re.search(_begun(word), text) for word in words)


def _begun(word: str) -> str:
    """Return the pattern of a word that begins with some letters."""
    return (r"\b" if word[0].isascii() and word[0].isalnum() else "") + re.escape(word)


def short_record(path: Path) -> bytes:
    """Return the bytes of a record if it is short enough. Raises ``OSError``, ``RecordError``."""
    data = read_plain(path, LONGEST)
    if len(data) > LONGEST:
        raise RecordError([Problem(0, 0, "a long record; open it to see what it holds")])
    return data


def record_of(file: GameFile, sample: Callable[[str], bytes]) -> Record:
    """Return a record of the library. Raises ``OSError`` and ``RecordError``."""
    records = load_all(sample(file.name) if file.path is None else file.path)
    if file.number > len(records):
        raise RecordError([Problem(0, 0, f"the file has {len(records)} games now")])
    return records[file.number - 1]


def card_of(data: bytes) -> Card:
    """Return the card of the first record in some bytes. Raises ``RecordError``."""
    record = load_all(data)[0]
    return Card(
        game=record.game.title,
        options=", ".join(_changed_options(record)),
        players=" - ".join(name for name in players_at_end(record).values() if name),
        date=record.date,
        result=_ending(record),
        event=record.event,
        comment=record.root.comment[:TEXT],
        names="\t".join(name.replace("\t", " ") for name in record.names),
        winner=_winner(record),
        moves=str(len(record.moves())),
        tags=record.root.text(TAGS),
    )


def _winner(record: Record) -> str:
    """Return the person who won by the declared result, ``draw`` or an empty text."""
    declared = read_result(record.form, record.result)
    if declared is None or (declared.winner is None and declared.kind != "draw"):
        return ""
    return "draw" if declared.winner is None else str(record.winning_player)


def _changed_options(record: Record) -> list[str]:
    """Return the options that differ from their defaults, in words."""
    values = [(changed, record.options[changed.name]) for changed in record.game.options]
    return [
        option.title if value is True else f"{option.title}: {option.said(value)}"
        for option, value in values
        if value != option.default
    ]  # fmt: skip


def _ending(record: Record) -> str:
    """Return the result of a game, or that it is unfinished, and its length."""
    count = len(record.moves())
    moves = "1 move" if count == 1 else f"{count} moves"
    return f"{result_said(record) or 'unfinished'}, {moves}"
