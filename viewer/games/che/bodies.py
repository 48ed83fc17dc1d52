"""A tile of Che as closed bodies: in two colours, or in one with its dark parts hatched.

All tiles are alike: a quarter turn makes one lean the other way, and turning it over shows its
other side. So there is one part of each kind, with its light band on top. On both sides the quarter
circles lie around the same two corners; where one side is dark, the other is light.
"""

from __future__ import annotations

import numpy as np

from boche.engine.languages.current import tr_later
from boche.viewer.games.che.tiles import THICK
from boche.viewer.scene.bodies import Body, Common, Cut, Hull, Joined, Part, Printed, prism
from boche.viewer.scene.model import Array
from boche.viewer.scene.solids import circle

RADIUS = 0.5  # radius of the quarter circles
AROUND = 96  # steps of a full circle
INLAY = THICK / 3  # depth of a colour; a layer of the light part as thick separates the sides
GROOVE, DEEP = 0.03, 0.02  # width and depth of the grooves of a hatch
APART = float(np.sqrt(0.5)) / 8  # distance between lines of a hatch: one passes where a circle ends
OUT = 1.0  # how far a body that is cut away extends beyond the tile
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def tile(clearance: float) -> tuple[Body, ...]:
    """Return the light part, in one piece, and the dark one: two discs above, a band below.

    Facing surfaces are ``clearance`` apart; that much material is removed.
    """
    half = clearance / 2
    low, high = INLAY, THICK - INLAY
    above = Cut(prism(UNIT, low + half, THICK), discs(RADIUS + half, high - half))
    below = Common((prism(UNIT, 0.0, high - half), discs(RADIUS - half, -OUT)))
    band = Cut(prism(UNIT, 0.0, low - half), discs(RADIUS + half, -OUT))
    inlays = Common((prism(UNIT, high + half, THICK), discs(RADIUS - half, 0.0)))
    return (
        Body("light part", "light", Joined((above, below))),
        Body("dark part", "dark", Joined((inlays, band))),
    )


def discs(radius: float, low: float, high: float = OUT) -> Joined:
    """Return discs around the lower left and the upper right corner, from one height to another."""
    return Joined(tuple(prism(at + circle(radius, AROUND), low, high) for at in UNIT[[0, 2]]))


def hatched() -> Body:
    """Return a tile of one colour, with lines cut into its dark areas and around their edges."""
    top, bottom = (THICK - DEEP, OUT), (-OUT, DEEP)
    rim = Cut(discs(RADIUS, *top), discs(RADIUS - GROOVE, -OUT))
    above = Joined((Common((discs(RADIUS, *top), _hatch(*top))), rim))
    band = Cut(_hatch(*bottom), discs(RADIUS, -OUT))
    edge = Cut(discs(RADIUS + GROOVE, *bottom), discs(RADIUS, -OUT))
    cuts = Joined((above, band, edge))
    return Body("hatched tile", "wood", Cut(prism(UNIT, 0.0, THICK), cuts))


def _hatch(low: float, high: float) -> Joined:
    """Return lines across the whole tile, from the lower left to the upper right."""
    along, across = np.array([1.0, 1.0]), np.array([1.0, -1.0]) / np.sqrt(2.0)
    lines = APART * np.arange(-8, 9)
    return Joined(tuple(_line(at * across, along, GROOVE / 2 * across, low, high) for at in lines))


def _line(middle: Array, along: Array, aside: Array, low: float, high: float) -> Hull:
    """Return a line through a place (2,), measured from the tile's middle."""
    ends = [middle + s * along + t * aside for s in (-1.0, 1.0) for t in (-1.0, 1.0)]
    return prism(0.5 + np.array(ends), low, high)


PRINTED = Printed(
    {
        "tile": Part(lambda position, clearance: tile(clearance), tr_later("in two colours")),
        "hatched-tile": Part(
            lambda position, clearance: (hatched(),),
            tr_later("in one colour, lines on its dark parts"),
        ),
    },
    loosest=0.02,  # with more, too little is left between the two sides
)
