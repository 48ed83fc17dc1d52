"""The page of puzzles as a form: the game, one's rating there, and what to solve."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values

NEXT, TODAY = "next", "today"
"""The puzzles to choose from: one near the rating, and that of the day."""

Lines = Callable[[str], Sequence[tuple[str, str]]]
"""Takes a game and returns what to solve there, as (``NEXT`` or ``TODAY``, label) pairs."""


def puzzles_form(
    game: str,
    games: Sequence[str],
    lines: Lines,
    told: Callable[[str], str],
    start: Callable[[str, str], None],
) -> Form:
    """Return the form; ``told`` gives a line on a game, ``start`` gets the game and the choice."""

    def fields(game: str) -> list[Field]:
        titles = tuple((name, find(name).title) for name in games)
        offered = tuple(lines(game))
        return [
            Field("game", "choice", tr("Game"), game, choices=titles),
            Field("puzzle", "list", "", offered[0][0], choices=offered, stays=True),
        ]

    def live(values: Values) -> None:
        form.text = told(values["game"])
        form.refit(fields(values["game"]))

    buttons = (Button("start", tr("Solve"), lambda values: start(values["game"], values["puzzle"])),
               Button("cancel", tr("Close")))  # fmt: skip
    form = Form("puzzles", tr("Puzzles"), fields(game), buttons, live, text=told(game))
    form.focus_on(1)
    return form
