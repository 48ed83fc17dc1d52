"""The game that a lesson or an exercise interrupted, and the way back to it."""

from __future__ import annotations

from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Session
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


class Interrupted:
    """The game that lay on one desk before a lesson or an exercise."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._session: Session | None = None

    def replace_with(self, session: Session) -> None:
        """Put a lesson or an exercise on the table, in place of any game.

        A game of one's own is only laid aside, so nothing is asked.
        """
        current = self._desk.session
        if isinstance(current, LessonSession | TrainingSession):
            self._exchange.replace_with(session)
        elif type(current) is Session:
            self._forget()
            self._exchange.lay_aside(session)
            self._session = current
        else:  # an online game is the opponent's as well
            self._forget()
            self._exchange.replace_with(session)

    def _forget(self) -> None:
        """Drop a game laid aside earlier; with changes, the next start offers it."""
        session, self._session = self._session, None
        if session is not None and session is not self._desk.session:
            session.safety.close(discard=not session.edits.modified)

    def put_back(self) -> None:
        """Put the game back; a new one takes its place if there was none, or one without a move."""
        session, self._session = self._session, None
        if session is not None and session.record.root.children:
            self._exchange.swap_for(session, autosaved=True)
            return
        if session is not None:
            session.safety.close(discard=True)
        self._exchange.swap_for(Session.new(self._desk.session.record.game_name))
