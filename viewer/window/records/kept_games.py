"""The keeping of games in the library: when they end, and when they leave the table."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import drop, keep, worth_keeping
from boche.viewer.window.desk import Desk


class Keeping:
    """The keeper of one desk's games. A failure is reported once, and tried again."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: tuple[Session, int, int] | None = None
        self._tried: tuple[Session, int, int] | None = None
        self._unwanted: Session | None = None
        self.problem = ""
        desk.schedule.watchers.append(self.look)

    @property
    def _now(self) -> tuple[Session, int, int]:
        session = self._desk.session
        return session, session.edits.changes, session.clock.notes

    def look(self) -> None:
        """Keep the game if it has just ended."""
        if self._now != self._tried and self._desk.session.outcome is not None:
            self._desk.say_all(self.keep())

    def keep(self) -> list[str]:
        """Keep the game on the table as it is; return an empty list or one line of warning.

        That includes the time its clock shows, so that leaving a game gives none back.
        """
        self._desk.session.note_time()
        self._tried = now = self._now
        if now == self._kept or now[0] is self._unwanted or not worth_keeping(now[0]):
            return []
        told = bool(self.problem)
        try:
            keep(now[0])
        except BocheError as error:
            self.problem = str(error)
            line = tr("this game could not be added to the library: {error}", error=error)
            return [] if told else [line]
        self.problem, self._kept = "", now
        return []

    @property
    def is_library_s(self) -> bool:
        """True if the game on the table has no file but the library's, which is up to date."""
        session = self._desk.session
        if session.file.path is not None or not worth_keeping(session):
            return False
        self.keep()
        return not self.problem

    def leave(self) -> None:
        """Drop the game on the table from the library, since its changes are not wanted."""
        self._unwanted = self._desk.session
        try:
            drop(self._unwanted)
        except OSError as error:
            self._desk.refuse(tr("this game could not be removed from the library: {reason}",
                                 reason=system_reason(error)))  # fmt: skip
