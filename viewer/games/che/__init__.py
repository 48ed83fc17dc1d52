"""Che as it is shown: tiles on a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boche.engine.languages.current import tr_later
from boche.viewer.camera.camera import views_from
from boche.viewer.games.che import live, scene
from boche.viewer.games.che.aloud import spoken_pieces
from boche.viewer.games.che.guide import GUIDE
from boche.viewer.games.che.panel import PANEL
from boche.viewer.games.che.pick import PICKER, groups
from boche.viewer.games.samples import demonstration, lessons, sample, samples
from boche.viewer.games.view import Beginner, GameView
from boche.viewer.resources import asset_text, asset_texts

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Printed


def _printed() -> Printed:
    # Imported only when something is to be printed.
    from boche.viewer.games.che.bodies import PRINTED

    return PRINTED


GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=PICKER,
    panel=PANEL,
    aloud=spoken_pieces,
    thumbnail=partial(sample, "che-closed.sgf", 99),
    views=views_from(-90.0, 90.0, 180.0),  # along the rows, as coordinates are read
    decided=scene.decided,
    printed=_printed,
    rules=partial(asset_texts, "rules/che.md", "strategy/che.md"),
    guide=GUIDE,
    lessons=partial(lessons, "che"),
    demonstration=partial(demonstration, "che"),
    samples=partial(samples, "che"),
    picture=partial(asset_text, "server/pictures/che.svg"),
    groups=groups,
    beginner=Beginner(
        options={"num_tiles": 24},
        player="1",
        about=tr_later("Half of the tiles, and an opponent whom anyone can beat"),
    ),
)
