"""Octi as it is shown: pods with prongs on a board of squares."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boche.engine.games.octi import GAME
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking, tr_later
from boche.engine.threats import CAPTURE, Threat
from boche.viewer.camera.camera import views_from
from boche.viewer.games.octi import live, scene
from boche.viewer.games.octi.aloud import spoken_pieces
from boche.viewer.games.octi.guide import GUIDE
from boche.viewer.games.octi.panel import PANEL
from boche.viewer.games.octi.pick import PICKER
from boche.viewer.games.samples import demonstration, lessons, sample, samples
from boche.viewer.games.view import Beginner, GameView
from boche.viewer.resources import asset_text, asset_texts

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Printed


def _printed() -> Printed:
    # Imported only when something is to be printed.
    from boche.viewer.games.octi.bodies import PRINTED

    return PRINTED


def _rules() -> str:
    """Return the rules, with the board as it is drawn in the current language."""
    text = asset_texts("rules/octi.md", "strategy/octi.md")
    board = GAME.new()
    with speaking(ENGLISH):
        drawn = board.text_board(coordinates=True).strip("\n")
    return text.replace(drawn, board.text_board(coordinates=True).strip("\n"))


def lit_by(threat: Threat) -> tuple[str, ...]:
    """Return the squares of a threat as ``live`` lights them: captures get rings."""
    return tuple(f"x{square}" if threat.kind == CAPTURE else str(square) for square in threat.aims)


GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=PICKER,
    panel=PANEL,
    aloud=spoken_pieces,
    thumbnail=partial(sample, "octi-south.sgf", 30),
    views=views_from(-90.0, 90.0, 180.0),  # White's side, Black's, and from the west
    sides={"black": "corner2"},
    decided=scene.decided,
    printed=_printed,
    rules=_rules,
    guide=GUIDE,
    lessons=partial(lessons, "octi"),
    demonstration=partial(demonstration, "octi"),
    samples=partial(samples, "octi"),
    picture=partial(asset_text, "server/pictures/octi.svg"),
    lit_by=lit_by,
    beginner=Beginner(
        options={"bases": 1},
        player="1",
        about=tr_later("One base each, and an opponent whom anyone can beat"),
    ),
)
