"""The game that a lesson or an exercise interrupted, and the way back to it."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.lessons.session import DemonstrationSession, LessonSession
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

SHOWN = (DemonstrationSession, LessonSession, TrainingSession)
"""What a game is laid aside for."""


class Interrupted:
    """The game that lay on one desk before a lesson or an exercise."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._session: Session | None = None
        exchange.before = self._come_back

    def replace_with(self, session: Session) -> None:
        """Put a lesson or an exercise on the table, in place of any game.

        A game of one's own is only laid aside, so nothing is asked. That holds for the one behind
        a position that is being set up, too.
        """
        current = self._desk.session
        if isinstance(current, SetupSession):
            self._exchange.leave_setup(lambda: self.replace_with(session))
        elif isinstance(current, SHOWN):
            self._exchange.swap_for(session)
        elif type(current) is Session:
            self._forget()
            self._exchange.swap_for(session, for_a_while=True)
            self._session = current
        else:  # an online game is the opponent's as well
            self._ask_to_leave(session)

    def _ask_to_leave(self, session: Session) -> None:
        """Replace an online game; while it goes on, the user decides."""
        far = self._desk.controller.table.far

        def leave() -> None:
            self._forget()
            self._exchange.replace_with(session)

        if far is None or not far.goes_on:
            leave()
            return
        text = tr(
            "It continues in the meantime. {key}, Play online takes you back to it.",
            key=shown_key("new"),
        )
        self._desk.ask(tr("Leave the online game?"), text,
                       (Answer("leave", tr("Leave"), "L"), leave), (CANCEL, nothing))  # fmt: skip

    def _forget(self) -> None:
        """Drop a game laid aside earlier; with changes, the next start offers it."""
        session, self._session = self._session, None
        if session is not None and session is not self._desk.session:
            session.safety.close(discard=not session.edits.modified)

    def _come_back(self) -> None:
        """Put the game back because another one is to take the table."""
        if (
            isinstance(self._desk.session, DemonstrationSession | LessonSession | TrainingSession)
            and self._session
        ):
            self.put_back()

    def put_back(self) -> None:
        """Put the game back as it was; a new one takes the place of an empty table."""
        session, self._session = self._session, None
        if session is not None and (session.record.root.children or session.seats.sitting):
            self._exchange.swap_for(session, autosaved=True)
            return
        if session is not None:
            session.safety.close(discard=True)
        self._exchange.swap_for(Session.new(self._desk.session.record.game_name))
