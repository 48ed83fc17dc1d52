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
        """Put a lesson or an exercise on the table, in place of any game."""
        current = self._desk.session
        if not isinstance(current, LessonSession | TrainingSession):
            # An online game is the opponent's as well.
            self._session = current if type(current) is Session else None
        self._exchange.replace_with(session)

    def put_back(self) -> None:
        """Put the game back; a new one takes its place if there was none, or one without a move."""
        game, session = self._desk.session.record.game_name, self._session
        begun = session is not None and session.record.root.children
        self._exchange.swap_for(session if session and begun else Session.new(game))
