"""The library: sample records, files last used, and all games played here, by what they say.

Listing needs no more than names and stamps. What a record says (its ``Card``) is read step by
step, and kept in an ``Index``, so that a second look reads nothing again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from engine.errors import BocheError, Problem, RecordError, why_not
from engine.record import Record, load_all
from engine.record.dialect import game_of
from engine.record.people import players_at_end, result_said
from engine.record.source import is_sgf
from viewer.session.record_file import Stamp, stamp_of
from viewer.storage.kept_games import kept_files
from viewer.storage.library_index import Card, Index
from viewer.storage.paths import put_away, read_plain

Section = Literal["samples", "recent", "played"]
SECTIONS: tuple[Section, ...] = ("samples", "recent", "played")

LONGEST = 2**16
"""Bytes: a longer record is not read only to be listed or pictured; no frame waits for one."""

TEXT = 200
"""Characters of a comment that can be searched for."""

_GM = re.compile(rb"GM\[([^\]]*)\]")


@dataclass(frozen=True, eq=False)
class GameFile:
    """A record of the library; ``name`` is its path, or the name of a sample."""

    section: Section
    name: str
    stamp: Stamp = None

    @property
    def path(self) -> Path | None:
        """Where it lies; None for a sample, which travels with the program."""
        return Path(self.name) if self.section != "samples" else None

    @property
    def when(self) -> str:
        """When the file was last written, to the minute; empty where that means nothing."""
        if self.path is None or self.stamp is None:
            return ""
        return f"{datetime.fromtimestamp(self.stamp[0] / 1e9):%Y-%m-%d %H:%M}"


class Library:
    """The records of one look at the library. Reading is done by ``step``.

    ``problems`` are lines on what could not be read or was put away.
    """

    def __init__(
        self,
        samples: Iterable[str],
        recent: Sequence[str],
        sample: Callable[[str], bytes],
        index: Index,
    ) -> None:
        """``sample`` gives the bytes of a sample by its name; ``index`` has what was read
        before.
        """
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
        self._wanted: Sequence[GameFile] = ()
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
        """The section to begin with: the games played here, where there are any."""
        return "played" if self._files["played"] else "samples"

    # -- reading

    @property
    def unread(self) -> int:
        """How many records have not been read yet."""
        return len(self._unread)

    def want(self, files: Sequence[GameFile]) -> None:
        """Have some records read before all others."""
        self._wanted = files

    def step(self) -> bool:
        """Read one more record; False where there is none left."""
        if not self._unread:
            return False
        file = next((each for each in self._wanted if each in self._unread), None)
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
        """Keep what was read for the next start."""
        self._index.save([file.name for file in self._cards])

    # -- finding

    def card(self, file: GameFile) -> Card | None:
        """What a record says; None while it has not been read."""
        return self._cards.get(file)

    def found(self, section: Section, search: str) -> list[GameFile]:
        """The records of a section in which every word is found, of those that have been read."""
        words = search.casefold().split()
        if not words:
            return list(self._files[section])
        return [
            file
            for file in self._files[section]
            if file in self._cards and _holds(self._text(file), words)
        ]

    def _text(self, file: GameFile) -> str:
        """All that is searched of a record, in small letters."""
        if file not in self._texts:
            name = file.name if file.path is None else file.path.name
            self._texts[file] = "\n".join((name, file.when, *self._cards[file])).casefold()
        return self._texts[file]


def _holds(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def short_record(path: Path) -> bytes:
    """The bytes of a record short enough to be looked into. Raises ``OSError``, ``RecordError``."""
    data = read_plain(path, LONGEST)
    if len(data) > LONGEST:
        raise RecordError([Problem(0, 0, "a long record; open it to see what it holds")])
    return data


def card_of(data: bytes) -> Card:
    """What the first record in some bytes says. Raises ``RecordError``."""
    record = load_all(data)[0]
    return Card(
        game=record.rules.title,
        options=", ".join(_changed_options(record)),
        players=" - ".join(name for name in players_at_end(record).values() if name),
        date=record.date,
        result=_ending(record),
        event=record.event,
        comment=record.root.comment[:TEXT],
    )


def _changed_options(record: Record) -> list[str]:
    """The options that are not as usual, in words."""
    values = [(each, record.options[each.name]) for each in record.rules.options]
    return [
        option.title if value is True else f"{option.title}: {option.said(value)}"
        for option, value in values
        if value != option.default
    ]  # fmt: skip


def _ending(record: Record) -> str:
    """How a game ended, or that it goes on, and how long it is."""
    count = len(record.moves())
    moves = "1 move" if count == 1 else f"{count} moves"
    return f"{result_said(record) or 'unfinished'}, {moves}"


def _is_damaged(data: bytes) -> bool:
    """Whether a record that cannot be read is none at all, and not one of a game unknown here."""
    named = _GM.search(data)
    if not is_sgf(data) or named is None:
        return True
    return game_of(named[1].decode("utf-8", "replace")) is not None
