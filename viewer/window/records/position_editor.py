"""The position editor in the window: the way to it, and back with a new game or without one."""

from __future__ import annotations

from boche.engine.draft import draft_of
from boche.engine.game import Position
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.records.saving import nothing


class PositionEditor:
    """The position editor of one desk."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange

    def open(self) -> None:
        """Set up a position, beginning with the one shown. Raises ``NotationError``."""
        self.edit(self._desk.session.positions.at(self._desk.session.cursor.node))

    def edit(self, position: Position) -> None:
        """Set up a position, beginning with this one. Raises ``NotationError``.

        The game on the table keeps its autosave meanwhile.
        """
        session = self._desk.session
        game = session.came_from if isinstance(session, SetupSession) else session
        self._desk.take(SetupSession(draft_of(position), game), autosaved=True)

    def done(self) -> None:
        """Start a game from the position. Raises ``BocheError`` if no game can come to it."""
        setup, game = self._setup, self._setup.game()
        self._desk.take(setup.came_from, autosaved=True)
        self._exchange.settle(
            lambda: self._exchange.swap_for(game), lambda: self._desk.take(setup, autosaved=True)
        )

    def cancel(self) -> None:
        """Put the game back that was on the table; ask first if a changed position is lost."""
        self._exchange.leave_setup(nothing)

    @property
    def _setup(self) -> SetupSession:
        session = self._desk.session
        assert isinstance(session, SetupSession)
        return session
