"""Playing on from a position of a record: the user's colour and the computer's level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.game import Game
from boche.engine.languages.current import tr, tr_word
from boche.engine.players.levels import LEVELS as NUMBERS
from boche.viewer.hud.dialogs.model import Field, Form
from boche.viewer.hud.dialogs.seats import TIP, USUAL, level_choices

Begin = Callable[[str, int], None]


def play_from(game: Game, turn: str, begin: Begin) -> Form:
    """Return the form for the user's colour, by default the one to move, and the computer's level.

    ``begin`` gets the two.
    """
    choices = tuple((colour, tr_word(colour.capitalize())) for colour in game.colours)
    levels, last = level_choices(game), NUMBERS[-1]
    fields = [
        Field("side", "choice", tr("You play"), turn, choices=choices),
        Field(
            name="level",
            kind="number",
            label=tr("Computer"),
            value=USUAL,
            low=1,
            high=last,
            choices=levels,
            tip=tr(TIP),
        ),
    ]

    def done(button: str, given: dict[str, Any]) -> str | None:
        if button == "cancel":
            return None
        try:
            begin(given["side"], given["level"])
        except BocheError as error:
            return why_not(error)
        return None

    text = tr("Starts a new game from this position; this record is not changed.")
    buttons = (("start", tr("Play")), ("cancel", tr("Cancel")))
    return Form("play from", tr("Play on from here"), fields, buttons, done, text=text)
