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
from boche.engine.record import Record, load_all
from boche.engine.record.dialect import game_of
from boche.engine.record.people import players_at_end, result_said
from boche.engine.record.source import is_sgf
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.storage.library_index import Card, Index
from boche.viewer.storage.paths import put_away, read_plain

Section = Literal["samples", "recent", "played"]
SECTIONS: tuple[Section, ...] = ("samples", "recent", "played")

LONGEST = 2**16
"""Maximum bytes of a record that is read for a list or a preview, so that no frame is delayed."""

TEXT = 200
"""Number of characters of a comment that can be searched."""

_GM = re.compile(rb"GM\[([^\]]*)\]")


@dataclass(frozen=True, eq=False)
class GameFile:
    """A record of the library; ``name`` is its path, or the name of a sample."""

    section: Section
    name: str
    stamp: Stamp = None

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

    ``problems`` are lines on what could not be read or was set aside.
    """

    def __init__(
        self,
        samples: Iterable[str],
        recent: Sequence[str],
        sample: Callable[[str], bytes],
        index: Index,
    ) -> None:
        """Take ``sample``, which gives a sample's bytes by name, and ``index``, the known cards."""
        self._sample = sample
        self.problems: list[str] = []
        self._files: dict[Section, list[GameFile]] = {
            "samples": [GameFile("samples", name) for name in samples],
            "recent": [GameFile("recent", name, stamp_of(Path(name))) for name in recent],
            "played": self._played(),
        }
        self._index = index
        self._cards: dict[GameFile, Card] = {}
        self._texts: dict[GameFile, str] = {}
        self._unread: dict[GameFile, None] = {}
        self._next: Sequence[GameFile] = ()
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
            if file.section == "played" and _is_damaged(data):
                self._put_away(file, why_not(error)[:200])
            else:
                self._take(file, Card(problem=why_not(error)))

    def _put_away(self, file: GameFile, why: str) -> None:
        self._files["played"].remove(file)
        path = Path(file.name)
        self.problems.append(put_away(path, f"a game played here: {path.name}", why))

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

    def found(self, section: Section, search: str) -> list[GameFile]:
        """Return the records of a section that contain every search word, among those read."""
        words = search.casefold().split()
        if not words:
            return list(self._files[section])
        return [
            file
            for file in self._files[section]
            if file in self._cards and _holds(self._text(file), words)
        ]

    def _text(self, file: GameFile) -> str:
        """Return the searchable text of a record, casefolded."""
        if file not in self._texts:
            name = file.name if file.path is None else file.path.name
            self._texts[file] = "\n".join((name, file.when, *self._cards[file])).casefold()
        return self._texts[file]


def _holds(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def short_record(path: Path) -> bytes:
    """Return the bytes of a record if it is short enough. Raises ``OSError``, ``RecordError``."""
    data = read_plain(path, LONGEST)
    if len(data) > LONGEST:
        raise RecordError([Problem(0, 0, "a long record; open it to see what it holds")])
    return data


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
    )


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


def _is_damaged(data: bytes) -> bool:
    """Return whether unreadable data is damaged, rather than a record of an unknown game."""
    named = _GM.search(data)
    if not is_sgf(data) or named is None:
        return True
    return game_of(named[1].decode("utf-8", "replace")) is not None
