"""A new game from a place in the record on the table, against the computer."""

from __future__ import annotations

from engine.record import Node, Record
from viewer.hud.dialogs.play_from import play_from
from viewer.session import Seat, Session
from viewer.window.desk import Desk
from viewer.window.records.exchange import Exchange


class PlayFrom:
    """Lets the user of one desk play on from the position shown."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange

    def ask(self) -> None:
        """Ask who plays what; what lies on the table is only read."""
        session = self._desk.session
        node = session.cursor.node

        def begin(colour: str, level: int) -> None:
            self._exchange.replace_with(game_from(session, node, colour, level))

        self._desk.hud.open(play_from(session.record.rules.colours, session.turn, begin))


def game_from(session: Session, node: Node, colour: str, level: int) -> Session:
    """A game with the moves that lead to a node, a person playing ``colour`` from there on.

    The other colour is the computer's of that level. Comments and variations stay behind.
    """
    old = session.record
    record = Record.new(old.game, **old.options)
    last = record.root
    for each in node.path():
        if each.move is not None:
            last = Node(each.move, each.colour, parent=last)
    first, second = old.rules.colours
    other = second if colour == first else first
    began = {colour: Seat(), other: Seat(player=str(level))}
    if session.positions.at(node).swapped:  # seats are known by the colours they began with
        began = {colour: began[other], other: began[colour]}
    game = Session(record, seats=began)
    game.cursor.last()
    return game
