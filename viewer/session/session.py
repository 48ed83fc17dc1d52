"""The session: what the table holds, from the file it came from to the file it goes to."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from engine.atomic_write import write_durably
from engine.games.registry import DEFAULT
from engine.players.spec import PlayerSpec
from engine.record import Node, Record, dump_moves, dump_sgf
from viewer.session import files, paste
from viewer.session import results as endings
from viewer.session.editor import Editor
from viewer.session.files import SaveAsNeededError
from viewer.session.seats import Seat

Stamp = tuple[int, int] | None
"""A file's time of change in nanoseconds and its size, to see whether others wrote to it."""


class Keeper(Protocol):
    """What keeps unsaved work safe; see ``viewer.storage.autosave.Autosave``."""

    @property
    def problem(self) -> str: ...
    def write(self, session: Session) -> str: ...
    def clear(self) -> None: ...
    def release(self) -> None: ...


class Session(Editor):
    """A record, a cursor in it, who plays, and the file. All changes go through here.

    Every change is handed to the keeper (``keep``) before the method that made it returns.
    ``problems`` has a line for each thing that was wrong in the file; then ``guarded`` is set:
    ``save`` asks for a new name. ``stamp`` is the file's as it was last read or written.
    ``promised`` are programs by colour that played before and are to be asked for: until
    ``set_seat`` a person sits there, so that nothing starts by itself.
    """

    def __init__(
        self,
        record: Record,
        path: str | os.PathLike[str] | None = None,
        *,
        seats: Mapping[str, Seat] | None = None,
    ) -> None:
        """Takes the record over; illegal moves are cut off it and named in ``problems``."""
        opened = files.cleaned(record)
        super().__init__(opened.record)
        self.problems = list(opened.problems)
        self.path = Path(path) if path is not None else None
        self.guarded = bool(self.problems)
        self.stamp = stamp_of(self.path)
        self._seats = dict(seats or {})
        self.promised: dict[str, str] = {}
        self._keeper: Keeper | None = None
        self._messages: list[str] = []

    @classmethod
    def new(
        cls,
        game: str = DEFAULT.name,
        players: Sequence[str] = (),
        seats: Mapping[str, Seat] | None = None,
        **options: object,
    ) -> Session:
        """An empty record; ``players`` are names in order of play.

        ``seats`` by the colour they begin with; their names count where ``players`` has none.
        Raises ``UnknownGameError`` and ``OptionError``.
        """
        record = Record.new(game, **options)
        names = {colour: seat.name for colour, seat in (seats or {}).items()}
        names.update(zip(record.rules.colours, players, strict=False))
        for colour, name in names.items():
            record.set_player(colour, name)
        return cls(record, seats=seats)

    @classmethod
    def open(cls, path: str | os.PathLike[str], number: int = 1) -> Session:
        """Game ``number`` (from 1) of a file, the cursor at the end of its main line.

        Read leniently: see ``problems``. Raises ``RecordError`` where nothing can be read.
        """
        stamp = stamp_of(Path(path))
        opened = files.read(path, number)
        session = cls(opened.record, path)
        session.problems = list(opened.problems)
        session.guarded = bool(opened.problems)
        session.stamp = stamp
        session.last()
        return session

    @property
    def name(self) -> str:
        """What the user may call it: its file's name, else who plays, else ``new game``."""
        names = [name for name in self.record.players.values() if name]
        return self.path.name if self.path else " - ".join(names) or "new game"

    @property
    def title(self) -> str:
        """For the window: ``* game.sgf - TITLE``, the star while there are unsaved changes."""
        return f"{'* ' if self.modified else ''}{self.name} - {self.record.rules.title}"

    # -- who plays

    @property
    def seats(self) -> dict[str, Seat]:
        """The players by the colour they began with, under the names that the record has."""
        seats = {}
        for colour, name in self.record.players.items():
            seats[colour] = Seat(name, self._seats.get(colour, Seat()).player)
        return seats

    def person_of(self, colour: str) -> Seat:
        """Who plays a colour at the cursor: after a swap it is the other one."""
        swapped = self._positions.at(self.node).swapped
        return self.seats[endings.other_colour(self.record, colour) if swapped else colour]

    @property
    def promised_seats(self) -> dict[str, Seat]:
        """The players, with the programs that are yet to be asked for."""
        seats = self.seats
        return {c: Seat(s.name, self.promised.get(c, s.player)) for c, s in seats.items()}

    def hold_back(self) -> None:
        """Seat persons in place of programs, and promise those."""
        for colour, seat in self.seats.items():
            if PlayerSpec.parse(seat.player).command is not None:
                self.promised[colour] = seat.player
                self._seats[colour] = Seat(seat.name)

    def set_seat(self, colour: str, seat: Seat) -> None:
        """Seat a player who began with ``colour``; the name goes into the record."""
        self.promised.pop(colour, None)
        self._seats[colour] = seat
        self.set_player(colour, seat.name)
        self._cursor.changed()
        if self.modified:
            self._keep_now()

    # -- keeping unsaved work

    def keep(self, keeper: Keeper | None) -> None:
        """Hand every change to a keeper from now on, and what is unsaved at once."""
        self._keeper = keeper
        if self.modified:
            self._keep_now()

    def _keep_now(self) -> None:
        if self._keeper is None:
            return
        if not self.modified:  # undone back to what the file has
            self._keeper.clear()
        elif message := self._keeper.write(self):
            self._messages.append(message)

    @property
    def unsafe(self) -> str:
        """Why the last change is on no disk, in one line; empty where it is, or there is none."""
        if self._keeper is None or not self.modified:
            return ""
        return self._keeper.problem

    def keep_again(self) -> bool:
        """Try once more to make safe what is not; whether it is now."""
        if self.unsafe:
            self._keep_now()
        return not self.unsafe

    def take_messages(self) -> list[str]:
        """The warnings since the last call, each one line to show."""
        messages, self._messages = self._messages, []
        return messages

    def close(self, *, discard: bool = False) -> None:
        """End the session. Unsaved changes stay in the keeper, unless they are to be discarded."""
        if self._keeper is None:
            return
        if discard or not self.modified:
            self._keeper.clear()
        else:
            self.keep_again()
            self._keeper.release()
        self._keeper = None

    # -- files

    def save(self) -> list[str]:
        """Write the file; returns what it had no place for, in lines (see ``save_as``).

        Raises ``SaveAsNeededError`` where there is no file yet, where it held more than could be
        read, or where another program changed it; ``FileError`` where it cannot be written.
        """
        if self.path is None:
            raise SaveAsNeededError("this game has no file yet: choose a name")
        name = self.path.name
        if self.guarded:
            raise SaveAsNeededError(f"{name} held what could not be read: choose another name")
        if stamp_of(self.path) not in (self.stamp, None):
            raise SaveAsNeededError(f"{name} was changed by another program: choose another name")
        return self.save_as(self.path)

    def save_as(self, path: str | os.PathLike[str]) -> list[str]:
        """Write to a file: SGF, or with ``.txt`` a list of moves; one that exists is replaced.

        Returns a line for each thing that the file has no place for. Then the session stays
        modified and its file what it was. Raises ``FileError``.
        """
        target = Path(path)
        lost = files.losses(self.record, target)
        write_durably(target, files.data_for(self.record, target))
        if self.path is not None and _same(target, self.path):
            self.guarded, self.stamp = False, stamp_of(target)
        if not lost:
            self._is_saved_in(target)
        return lost

    def _is_saved_in(self, path: Path) -> None:
        self.path, self.stamp, self.guarded = path, stamp_of(path), False
        self._history.mark_saved()
        self._cursor.changed()  # the title changes
        if self._keeper is not None:
            self._keeper.clear()

    def losses(self, path: str | os.PathLike[str]) -> list[str]:
        """What ``save_as`` would return, without writing."""
        return files.losses(self.record, Path(path))

    def mark_unsaved(self) -> None:
        """Take the record as it is for one that no file has."""
        self._history.mark_unsaved()

    # -- clipboard

    def to_sgf(self) -> str:
        """The whole record as SGF."""
        record = self.record
        shared = Record(record.game, record.options, record.root)  # a clipboard has no charset
        return dump_sgf(shared).decode("utf-8", "replace")

    def to_moves(self) -> str:
        """The main line as a list of moves."""
        return dump_moves(self.record)

    def paste(self, text: str) -> Session | list[Node]:
        """A pasted record as a new session, or the nodes of pasted moves, played from here.

        Moves that do not go on from here but make a whole game are a new session as well. Raises
        ``BocheError`` in one line where the text is neither.
        """
        found = paste.parse(text, self.record, self.position)
        if isinstance(found, paste.Moves):
            return self.paste_moves(found)
        session = Session(found)
        session.mark_unsaved()
        session.last()
        return session


def stamp_of(path: Path | None) -> Stamp:
    """A file's stamp; None where there is no file to be seen."""
    if path is not None:
        with contextlib.suppress(OSError, ValueError):
            status = path.stat()
            return status.st_mtime_ns, status.st_size
    return None


def _same(one: Path, other: Path) -> bool:
    with contextlib.suppress(OSError):
        return one.samefile(other)
    return False
