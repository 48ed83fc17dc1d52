"""A new game against the computer from a position of the record on the table."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.game import Game
from boche.engine.games.registry import GameName
from boche.engine.languages.current import tr, tr_word
from boche.engine.players.levels import LEVELS as NUMBERS
from boche.engine.record import Node, Record
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.dialogs.seats import TIP, USUAL, WarningsChoice, level_choices
from boche.viewer.session import Seat, Session
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

Begin = Callable[[str, int], None]


def play_from(game: Game, turn: str, begin: Begin, warnings: WarningsChoice | None = None) -> Form:
    """Return the form for the user's colour, by default the one to move, and the computer's level.

    ``begin`` gets the two; ``warnings`` are offered with them.
    """
    choice = warnings or WarningsChoice()
    choices = tuple((colour, tr_word(colour.capitalize())) for colour in game.colours)

    def fields(side: str, level: int) -> list[Field]:
        return [
            Field("side", "choice", tr("You play"), side, choices=choices),
            Field("level", "number", tr("Computer"), level, 1, NUMBERS[-1],
                  choices=level_choices(game), tip=tr(TIP)),
            *choice.fields(choice.usual(game, ["", str(level)])),
        ]  # fmt: skip

    def live(given: Values) -> None:
        choice.note(given)
        form.refit(fields(given["side"], given["level"]))

    text = tr("Starts a new game from this position; this record is not changed.")
    buttons = (Button("start", tr("Play"), lambda given: begin(given["side"], given["level"])),
               Button("cancel", tr("Cancel")))  # fmt: skip
    form = Form("play from", tr("Play on from here"), fields(turn, USUAL), buttons, live, text=text)
    return form


def ask_to_play_from(desk: Desk, exchange: Exchange) -> None:
    """Ask for colour and level; the record on the table is only read."""
    session, node = desk.session, desk.session.cursor.node
    choice = desk.offered_warnings()

    def begin(colour: str, level: int) -> None:
        def play() -> None:
            exchange.swap_for(game_from(session, node, colour, level, desk.user_name))
            desk.warn(choice.warns)

        exchange.settle(play)

    desk.hud.open(play_from(session.record.game, session.turn, begin, choice))


def game_from(session: Session, node: Node, colour: str, level: int, name: str = "") -> Session:
    """Return a game with the moves up to a node, in which a person plays ``colour`` from there.

    The person is called ``name``. The computer plays the other colour at that level. Comments and
    variations are not copied.
    """
    old = session.record
    record = Record.new(GameName(old.game_name), **old.options)
    record.setup = old.setup
    last = record.root
    for each in node.path():
        if each.move is not None:
            last = Node(each.move, each.colour, parent=last)
    first, second = old.game.colours
    other = second if colour == first else first
    began = {colour: Seat(name), other: Seat(player=str(level))}
    if session.positions.at(node).swapped:  # seats are stored by the colours at the start
        began = {colour: began[other], other: began[colour]}
    for begun, seat in began.items():
        record.set_player(begun, seat.name)
    game = Session(record, seats=began)
    game.cursor.last()
    return game
