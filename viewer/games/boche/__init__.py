"""Boche as it is shown: cubes on a triangular board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boche.engine.languages.current import tr_later
from boche.viewer.camera.camera import views_from
from boche.viewer.games.boche import live, scene
from boche.viewer.games.boche.aloud import spoken_pieces
from boche.viewer.games.boche.guide import GUIDE
from boche.viewer.games.boche.panel import PANEL
from boche.viewer.games.boche.pick import PICKER, groups
from boche.viewer.games.samples import demonstration, lessons, sample, samples
from boche.viewer.games.view import Beginner, GameView
from boche.viewer.resources import asset_text, asset_texts

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Printed


def _printed() -> Printed:
    # Imported only when something is to be printed.
    from boche.viewer.games.boche.bodies import PRINTED

    return PRINTED


GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    labels=live.labels,
    picker=PICKER,
    panel=PANEL,
    aloud=spoken_pieces,
    views=views_from(-60.0, 60.0, 180.0),  # one side of the triangle towards the viewer
    thumbnail=partial(sample, "boche-path.sgf", 30),
    decided=scene.decided,
    printed=_printed,
    rules=partial(asset_texts, "rules/boche.md", "strategy/boche.md"),
    guide=GUIDE,
    lessons=partial(lessons, "boche"),
    demonstration=partial(demonstration, "boche"),
    samples=partial(samples, "boche"),
    picture=partial(asset_text, "server/pictures/boche.svg"),
    groups=groups,
    beginner=Beginner(
        options={"size": 5},
        player="1",
        about=tr_later("A small board, and an opponent whom anyone can beat"),
    ),
)
