"""A new game against the computer from a position of the record on the table."""

from __future__ import annotations

from boche.engine.record import Node, Record
from boche.viewer.hud.dialogs.play_from import play_from
from boche.viewer.session import Seat, Session
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


class PlayFrom:
    """The way to play on from the current position of one desk."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange

    def ask(self) -> None:
        """Ask for colour and level; the record on the table is only read."""
        session = self._desk.session
        node = session.cursor.node

        def begin(colour: str, level: int) -> None:
            self._exchange.replace_with(game_from(session, node, colour, level))

        self._desk.hud.open(play_from(session.record.game, session.turn, begin))


def game_from(session: Session, node: Node, colour: str, level: int) -> Session:
    """Return a game with the moves up to a node, in which a person plays ``colour`` from there.

    The computer plays the other colour at that level. Comments and variations are not copied.
    """
    old = session.record
    record = Record.new(old.game_name, **old.options)
    record.setup = old.setup
    last = record.root
    for each in node.path():
        if each.move is not None:
            last = Node(each.move, each.colour, parent=last)
    first, second = old.game.colours
    other = second if colour == first else first
    began = {colour: Seat(), other: Seat(player=str(level))}
    if session.positions.at(node).swapped:  # seats are stored by the colours at the start
        began = {colour: began[other], other: began[colour]}
    game = Session(record, seats=began)
    game.cursor.last()
    return game
