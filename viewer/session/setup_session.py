"""The editor of positions at the table: a session whose moves put pieces down and take them off."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NoReturn

from boche.engine.draft import BaseDraft, draft_of
from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.engine.record import Node, Record
from boche.viewer.session import pasting, words
from boche.viewer.session.cursor import Cursor
from boche.viewer.session.edits import Edits
from boche.viewer.session.errors import SessionError
from boche.viewer.session.positions import Positions
from boche.viewer.session.record_file import RecordFile
from boche.viewer.session.seats import Seat, Seats
from boche.viewer.session.session import Session
from boche.viewer.session.undo import Draft


class DraftEdits(Edits):
    """The edits of a board that is set up: whole boards before and after each."""

    def __init__(self, record: Record, cursor: Cursor, positions: Positions) -> None:
        super().__init__(record, cursor, positions, passing=True)
        self._before: list[tuple[str, BaseDraft]] = []
        self._after: list[tuple[str, BaseDraft]] = []

    @property
    def draft(self) -> BaseDraft:
        """The board on the table."""
        draft = self._record.setup
        assert isinstance(draft, BaseDraft)
        return draft

    def set(self, title: str, draft: BaseDraft) -> None:
        """Put another board on the table; ``title`` names the edit, which can be undone."""
        if draft != self.draft:
            self._before.append((title, self.draft))
            self._after.clear()
            self.show(draft)

    def show(self, draft: BaseDraft) -> None:
        """Put another board on the table without an edit that can be undone."""
        self._record.setup = draft  # it stands for a position
        self._record.options = dict(draft.start.options)
        self._positions.start_again()
        self._changed(self._cursor.node)

    @property
    def undo_text(self) -> str:
        return self._before[-1][0] if self._before else ""

    @property
    def redo_text(self) -> str:
        return self._after[-1][0] if self._after else ""

    def undo(self) -> bool:
        """Undo the last edit. Return False if there is none."""
        return self._step(self._before, self._after)

    def redo(self) -> bool:
        """Redo the last undone edit. Return False if there is none."""
        return self._step(self._after, self._before)

    def _step(
        self, source: list[tuple[str, BaseDraft]], other: list[tuple[str, BaseDraft]]
    ) -> bool:
        if source:
            title, draft = source.pop()
            other.append((title, self.draft))
            self.show(draft)
            return True
        return False

    def begin(self, touched: Iterable[Node]) -> Draft:
        """Raise ``SessionError``: there is no record to change yet."""
        raise SessionError(words.NOT_IN_SETUP())

    def edit(
        self, title: str, touched: Iterable[Node], change: Callable[[], Node], kind: str = ""
    ) -> Node:
        """Raise ``SessionError``: there is no record to change yet."""
        raise SessionError(words.NOT_IN_SETUP())


class NoPlayers(Seats):
    """The seats at a board that is set up: nobody plays."""

    def seat(self, colour: str, seat: Seat) -> None:
        """Raise ``SessionError``: nobody plays here."""
        raise SessionError(words.NOT_IN_SETUP())


class PositionFile(RecordFile):
    """The file of a board that is set up, which is never written; its text can be copied."""

    def save(self) -> list[str]:
        """Raise ``SessionError``: the board becomes a game first."""
        raise SessionError(words.NOT_IN_SETUP())

    def save_as(self, path: str | os.PathLike[str]) -> list[str]:
        """Raise ``SessionError``, as ``save`` does."""
        return self.save()

    def text(self) -> str:
        """Return the position as text. Raises ``BocheError`` if no game can come to it."""
        draft = self._record.start
        assert isinstance(draft, BaseDraft)
        return draft.finish().to_text()


class SetupSession(Session):
    """A board that is being set up. ``came_from`` is the game that the user left for it."""

    def __init__(self, draft: BaseDraft, came_from: Session) -> None:
        record = Record(draft.start.game.name, draft.start.options)
        record.setup = draft  # it stands for a position
        super().__init__(record, passing=True)
        self.came_from = came_from
        self.edits: DraftEdits = DraftEdits(record, self.cursor, self.positions)
        self.seats = NoPlayers(record, self.edits, None)
        self.file = PositionFile(record, self.edits, self.seats, None)
        self.placed, self.knob = "", 0
        self._first = draft

    @property
    def draft(self) -> BaseDraft:
        """The board on the table."""
        return self.edits.draft

    @property
    def name(self) -> str:
        return tr("Position editor")

    @property
    def changed(self) -> bool:
        """True if the position differs from the one that the editor began with."""
        old = self._first
        return self.draft != old.changed(hand=self.draft.hand, taking=self.draft.taking)

    @property
    def own_colour(self) -> str:
        """The side from which the board is seen: that of the game that was left."""
        return self.came_from.own_colour

    def seen_by(self, user: str) -> str:
        """Return the colour from whose side the user saw the game that was left."""
        return self.came_from.seen_by(user)

    @property
    def unaided(self) -> Message:
        """The reason for having no computer assistance: there is no game yet."""
        return words.NOT_IN_SETUP()

    @property
    def swap_refused(self) -> Message:
        """The reason why nobody swaps colours: that is a setting here."""
        return words.NOT_IN_SETUP()

    def play(self, move: object) -> Node:
        """Put a piece down, or take one off. Raises ``BocheError``; then nothing has changed."""
        text = str(move)
        self.edits.set(f"put {text}" if text[:1] != "-" else f"take off {text[1:]}",
                       self.draft.play(move))  # fmt: skip
        self.placed = "" if text[:1] == "-" else text
        return self.cursor.node

    def turn_piece(self, place: str) -> None:
        """Turn the piece on a place, or the one put down last. Raises ``BocheError``."""
        last = [where for where, put in self.draft.pieces.items() if put == self.placed]
        place = place or (last[0] if last else "")
        if not place:
            raise SessionError(words.NO_PIECE_CHOSEN())
        turned = self.draft.turned(place)
        self.edits.set(f"turn {place}", turned)
        self.placed = turned.pieces.get(place, "")

    def choose_knob(self, by: int) -> None:
        """Choose another setting for the keys, that many further on."""
        self.knob = (self.knob + by) % len(self.draft.knobs)
        self.cursor.changed()

    def adjust(self, name: str, by: int) -> None:
        """Change a setting by one step. Raises ``BocheError``."""
        self.edits.set("change a setting", self.draft.adjusted(name, by))

    def paste(self, text: str) -> Session | list[Node]:
        """Set up a pasted position. Raises ``BocheError`` if the text is none of this game."""
        pasted = pasting.parse(text, self.record, self.position)
        own = self.record.game
        if isinstance(pasted, pasting.Moves):
            raise SessionError(words.NO_POSITION_HERE(game=own.title))
        if pasted.game_name != own.name:
            raise SessionError(words.OTHER_GAMES(game=pasted.game.title, own=own.title))
        position = pasted.position(pasted.main_line()[-1])
        draft = draft_of(position).changed(taking=self.draft.taking)
        self.edits.set("paste a position", draft)
        return []

    def resign(self, colour: str | None = None) -> NoReturn:
        """Raise ``SessionError``: nobody plays here."""
        raise SessionError(words.NOT_IN_SETUP())

    def game(self) -> Session:
        """Return a new game from this board with the players of the game that was left.

        Raises ``BocheError`` if none can start here.
        """
        record, left = Record.from_position(self.draft.finish()), self.came_from
        seats = {colour: left.person_of(colour) for colour in left.seats.sitting}
        for colour, seat in seats.items():
            record.set_player(colour, seat.name)
        session = Session(record, seats=seats or None)
        if self.changed and record.start != record.game.start(record.options):
            session.edits.mark_unsaved()
        return session
