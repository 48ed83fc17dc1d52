"""The board and a marble of Boku as closed bodies.

A marble is printed in one piece. It stands on a flat and needs no support, since next to the flat
the ball overhangs by less than 48 degrees. In a hollow the marble rests on the ring around the
flat, so the flat is out of sight.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boche.engine.languages.current import tr_later
from boche.viewer.games.boku.board import EASE, QUARTER, RIM, outline, places
from boche.viewer.games.boku.solids import RADIUS
from boche.viewer.scene.bodies import Ball, Body, Common, Cut, Joined, Part, Printed, between, prism
from boche.viewer.scene.solids import HOLE, HOLE_DEPTH

FLAT = 0.311  # radius of a marble's flat: less than that of the ring on which it rests in a hollow
THICK = 0.36  # thickness of the board, which need not be as high as it is drawn
BOWL = (HOLE**2 + HOLE_DEPTH**2) / (2.0 * HOLE_DEPTH)  # radius of a hollow's sphere
AROUND = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def marble() -> Body:
    """Return a marble that stands on its flat."""
    middle = float(np.sqrt(RADIUS**2 - FLAT**2))
    ball = Ball((0.0, 0.0, middle), RADIUS)
    return Body("marble", "light", Common((ball, prism(AROUND, 0.0, 1.0))))


@lru_cache(maxsize=1)
def board() -> Body:
    """Return the board, with its surface at z = 0."""
    edge = [(RIM - EASE * (1 - np.sin(tilt)), EASE * (np.cos(tilt) - 1)) for tilt in QUARTER]
    slab = between(*((outline(out), float(z)) for out, z in [*edge, (RIM, -THICK)]))
    hollows = (Ball((float(x), float(y), BOWL - HOLE_DEPTH), BOWL) for x, y, _ in places())
    return Body("board", "wood", Cut(slab, Joined(tuple(hollows))))


PRINTED = Printed(
    {
        "board": Part(lambda position, clearance: (board(),)),
        "marble": Part(
            lambda position, clearance: (marble(),), tr_later("with a flat to stand on")
        ),
    },
    edge=18.0,
)
