"""Parts of an ephemeral session: a lesson or an exercise, which has no players and no file."""

from __future__ import annotations

import os

from boche.engine.languages.current import tr
from boche.engine.record import Record
from boche.viewer.session.edits import Edits
from boche.viewer.session.errors import SessionError
from boche.viewer.session.record_file import RecordFile
from boche.viewer.session.seats import Seat, Seats


class NoSeats(Seats):
    """The seats where nobody else can sit down; ``refusal`` says why."""

    def __init__(self, record: Record, edits: Edits, refusal: str) -> None:
        super().__init__(record, edits, None)
        self._refusal = refusal

    def seat(self, colour: str, seat: Seat) -> None:
        """Raise ``SessionError``: nobody else plays here."""
        raise SessionError(tr(self._refusal))


class NoFile(RecordFile):
    """The file that is never written; ``refusal`` says why."""

    def __init__(self, record: Record, edits: Edits, seats: Seats, refusal: str) -> None:
        super().__init__(record, edits, seats, None)
        self._refusal = refusal

    def save(self) -> list[str]:
        """Raise ``SessionError``: what is to be kept is stored automatically."""
        raise SessionError(tr(self._refusal))

    def save_as(self, path: str | os.PathLike[str]) -> list[str]:
        """Raise ``SessionError``, as ``save`` does."""
        return self.save()
