"""Playing on from a position of a record: the user's colour and the computer's level."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.game import Game
from boche.engine.languages.current import tr, tr_word
from boche.engine.players.levels import LEVELS as NUMBERS
from boche.viewer.hud.dialogs.model import Button, Field, Form
from boche.viewer.hud.dialogs.seats import TIP, USUAL, level_choices

Begin = Callable[[str, int], None]


def play_from(game: Game, turn: str, begin: Begin) -> Form:
    """Return the form for the user's colour, by default the one to move, and the computer's level.

    ``begin`` gets the two.
    """
    choices = tuple((colour, tr_word(colour.capitalize())) for colour in game.colours)
    fields = [
        Field("side", "choice", tr("You play"), turn, choices=choices),
        Field("level", "number", tr("Computer"), USUAL, 1, NUMBERS[-1],
              choices=level_choices(game), tip=tr(TIP)),
    ]  # fmt: skip
    text = tr("Starts a new game from this position; this record is not changed.")
    buttons = (Button("start", tr("Play"), lambda given: begin(given["side"], given["level"])),
               Button("cancel", tr("Cancel")))  # fmt: skip
    return Form("play from", tr("Play on from here"), fields, buttons, text=text)
