"""Boku as it is shown: marbles on a drilled board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boche.engine.languages.current import tr_later
from boche.engine.threats import CAPTURE, Threat
from boche.viewer.camera.camera import views_from
from boche.viewer.games.boku import live, scene
from boche.viewer.games.boku.aloud import spoken_pieces
from boche.viewer.games.boku.guide import GUIDE
from boche.viewer.games.boku.panel import PANEL
from boche.viewer.games.boku.pick import PICKER
from boche.viewer.games.samples import demonstration, lessons, sample, samples
from boche.viewer.games.view import Beginner, GameView
from boche.viewer.resources import asset_text, asset_texts

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Printed


def _printed() -> Printed:
    # Imported only when something is to be printed.
    from boche.viewer.games.boku.bodies import PRINTED

    return PRINTED


def lit_by(threat: Threat) -> tuple[str, ...]:
    """Return the marbles of a threat as ``live`` lights them: those to be taken get rings."""
    return tuple(f"x{cell}" if threat.kind == CAPTURE else cell for cell in threat.aims)


GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=PICKER,
    panel=PANEL,
    aloud=spoken_pieces,
    thumbnail=partial(sample, "boku-row.sgf", 99),
    views=views_from(-90.0, 30.0, 150.0),  # three sides of the hexagon
    decided=scene.decided,
    printed=_printed,
    rules=partial(asset_texts, "rules/boku.md", "strategy/boku.md"),
    guide=GUIDE,
    lessons=partial(lessons, "boku"),
    demonstration=partial(demonstration, "boku"),
    samples=partial(samples, "boku"),
    picture=partial(asset_text, "server/pictures/boku.svg"),
    lit_by=lit_by,
    beginner=Beginner(
        options={},
        player="1",
        about=tr_later("The usual board, and an opponent whom anyone can beat"),
    ),
)
