"""The position editor in the window: the way to it, and back with a new game or without one."""

from __future__ import annotations

from boche.engine.draft import draft_of
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


def open_editor(desk: Desk) -> None:
    """Set up a position, beginning with the one shown. Raises ``NotationError``.

    The game on the table keeps its autosave meanwhile.
    """
    session = desk.session
    game = session.came_from if isinstance(session, SetupSession) else session
    position = session.positions.at(session.cursor.node)
    desk.take(SetupSession(draft_of(position), game), autosaved=True)


def play_position(desk: Desk, exchange: Exchange) -> None:
    """Start a game from the position. Raises ``BocheError`` if no game can come to it."""
    setup = desk.session
    assert isinstance(setup, SetupSession)
    game = setup.game()
    desk.take(setup.came_from, autosaved=True)
    exchange.settle(lambda: exchange.swap_for(game), lambda: desk.take(setup, autosaved=True))
