"""The clocks of the game on the table: when they run, and what happens when time is up."""

from __future__ import annotations

import math

from boche.engine.time_control import TENTHS
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.session import Session
from boche.viewer.window.desk import Desk
from boche.viewer.window.notifications import ring

SAVED_EVERY = 3.0
"""Seconds of thought after which the time is written to the autosave."""

LATE = 0.002
"""Seconds after a change of the clock's face at which it is drawn: timers may come early."""


class TableClock:
    """The keeper of one desk's clocks. It calls nobody while no clock runs."""

    def __init__(self, desk: Desk, assistant: Assistant) -> None:
        self._desk, self._assistant = desk, assistant
        self._noted_at, self._session = 0.0, desk.session
        self._warned: tuple[Session, str] | None = None
        desk.schedule.watchers.append(self.look)

    def look(self) -> None:
        """Let the clock run or hold it, and end the game if time is up."""
        session = self._desk.session
        if session is not self._session:  # a game laid aside takes no time
            self._session.clock.run(False)
            self._session = session
        clock, ran = session.clock, session.clock.running
        if clock.control is None:
            self._desk.schedule.at(None, self.look)
            return
        clock.run(self._may_run(session))
        if clock.running and not ran:
            self._noted_at = clock.now()
        if ran and (not clock.running or clock.now() >= self._noted_at + SAVED_EVERY):
            self._keep(session)
        self._desk.schedule.at(self._next(session), self.look)

    def _may_run(self, session: Session) -> bool:
        """Return whether time passes: also under a dialog, which the player to move has opened.

        Only what keeps a computer from moving holds its clock.
        """
        table = self._desk.controller.table
        entry, computer = table.writing.entry, bool(session.person_of(session.turn).player)
        asked = table.writing.question is not None
        asked = computer and (asked or (entry is not None and entry.kind == "comment"))
        busy = table.timeline.playing or self._assistant.analysing or self._assistant.holds_clock
        apart = table.far is not None or table.teaching is not None
        return not (session.clock.paused or asked or busy or apart) and session.clock.counts

    def _next(self, session: Session) -> float | None:
        """Return when the face of the running clock changes; end the game if time is up."""
        clock = session.clock
        if not clock.running:
            return None
        left = clock.left()[session.turn]
        if left.is_out:
            self._run_out(session)
            return None
        self._warn(session, left.seconds)
        parts = 10 if left.seconds <= TENTHS else 1
        wait = left.seconds - (math.ceil(left.seconds * parts) - 1) / parts
        return self._desk.now + wait + LATE

    def _run_out(self, session: Session) -> None:
        """End the game, unless a level is to move: its thinking ends by itself."""
        turn = session.turn
        if session.person_of(turn).player.isdigit():
            return
        session.clock.run(False)
        self._desk.controller.table.declare(lambda: session.run_out(turn))

    def _warn(self, session: Session, seconds: float) -> None:
        """Ring once when a person's time gets short, if sounds are wanted."""
        settings, turn = self._desk.settings, session.turn
        if seconds > TENTHS or not (settings.clock_warning and settings.chime):
            return
        if not session.person_of(turn).player and self._warned != (session, turn):
            self._warned = (session, turn)
            ring()

    def _keep(self, session: Session) -> None:
        self._noted_at = session.clock.now()
        session.note_time()

    def close(self) -> None:
        """Hold the clock, and put the time used so far into the record."""
        session = self._desk.session
        session.clock.run(False)
        self._keep(session)
