"""The board, a pod and a prong of Octi as closed bodies.

A prong has a square peg, which keeps it aligned in the hole of a pod. It is printed upside down;
on a pod its bar lies flat, so that another pod can stand on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from boche.engine.games.octi.geometry import HOMES, SIZE
from boche.engine.languages.current import tr_later
from boche.viewer.games.octi.board import ARC, CORNER, HALF, place_of
from boche.viewer.games.octi.board import EASE as BOARD_EASE
from boche.viewer.games.octi.solids import (
    APOTHEM,
    EASE,
    HEIGHT,
    HOME_IN,
    HOME_OUT,
    PITCH,
    SHOULDER,
    TIP,
    octagon,
)
from boche.viewer.scene.bodies import Body, Cut, Hull, Joined, Part, Printed, Shape, between, prism
from boche.viewer.scene.model import Array
from boche.viewer.scene.solids import GROOVE_DEPTH, GROOVED

AT = np.array([0.235, 0.0])  # position of the hole in the east of a pod
HOLE, HOLE_DEPTH = 0.05, 0.12  # half the width of a hole, its depth
PEG, END = 0.1, 0.012  # length of a prong's peg, and the chamfer of its end
INNER, WIDE, BAR = 0.165, 0.055, PITCH - HEIGHT  # a bar's inner end, half its width, its height
EDGE = 0.02  # chamfer of a bar's upper side
RIM, THICK = 0.4, 0.2  # of the board: width around the squares, and height
RINGS = ((HOME_OUT, HOME_IN), (HOME_OUT - 0.1, HOME_IN - 0.1))  # octagons on home squares
STEPS = np.radians([0.0, 30.0, 60.0, 90.0])  # angles of a round edge


def pod() -> Body:
    """Return a pod that stands at z = 0, with a square hole for a prong in each direction."""
    rings = [(octagon(APOTHEM), 0.0)]
    for a in STEPS:
        out, up = EASE * (np.cos(a) - 1), EASE * (np.sin(a) - 1)
        rings.append((octagon(APOTHEM + float(out)), HEIGHT + float(up)))
    hole = _square(HOLE) + AT
    turns = np.pi / 4 * np.arange(8)
    holes = (prism(_turned(hole, float(t)), HEIGHT - HOLE_DEPTH, HEIGHT + 1.0) for t in turns)
    return Body("pod", "light", Cut(between(*rings), Joined(tuple(holes))))


def prong(clearance: float) -> Body:
    """Return a prong that points east and lies on its upper side.

    Its peg is narrower than a hole by ``clearance`` on each side.
    """
    upper, full = _bar(EDGE), _bar(0.0)
    bar = between((upper, 0.0), (full, EDGE), (full, BAR))
    wide, end = HOLE - clearance, BAR + PEG
    body, tip = _square(wide) + AT, _square(wide - END) + AT
    peg = between((body, BAR / 2), (body, end - END), (tip, end))
    return Body("prong", "light", Joined((bar, peg)))


def _bar(less: float) -> Array:
    """Return the outline of a bar, with its sides moved inwards by ``less``."""
    wide, end, far = WIDE - less, SHOULDER - less / 4, TIP - 2 * less
    half = np.array([[INNER + less, wide], [end, wide], [far, 0.0]])
    return np.concatenate([half, half * [1.0, -1.0]])


def _square(half: float) -> Array:
    return half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def _turned(flat: Array, angle: float) -> Array:
    """Return points (N, 2) turned about the origin, counterclockwise."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(flat @ np.array([[c, s], [-s, c]]))


def board() -> Body:
    """Return the squares in a frame, their surface at z = 0, without trays.

    A home square of White's has a groove along an octagon, one of Black's has two.
    """
    return Body("board", "wood", Cut(_slab(), Joined((*_grooves(), *_homes()))))


def _slab() -> Hull:
    inner = _square(HALF + RIM - CORNER)
    turn = np.linspace(0.0, np.pi / 2, ARC + 1)

    def around(radius: float) -> Array:
        arc = radius * np.column_stack([np.cos(turn), np.sin(turn)])
        corners = zip(inner, (2, 3, 0, 1), strict=True)
        return np.concatenate([at + _turned(arc, n * np.pi / 2) for at, n in corners])

    edge = [(CORNER - BOARD_EASE * (1 - np.cos(a)), BOARD_EASE * (np.sin(a) - 1)) for a in STEPS]
    return between((around(CORNER), -THICK), *((around(float(r)), float(z)) for r, z in edge))


def _grooves() -> Iterator[Shape]:
    """Yield the grooves around all squares."""
    wide = 0.5 - GROOVED
    for at in np.arange(SIZE + 1) - HALF:
        line = np.array([[x, at + y] for x in (-HALF - wide, HALF + wide) for y in (-wide, wide)])
        yield prism(line, -GROOVE_DEPTH, 1.0)
        yield prism(line[:, ::-1], -GROOVE_DEPTH, 1.0)


def _homes() -> Iterator[Shape]:
    for (colour, squares), ring in product(HOMES.items(), RINGS):
        for square in squares if colour == "black" or ring == RINGS[0] else ():
            outer, inner = (octagon(apothem) + place_of(square) for apothem in ring)
            yield Cut(prism(outer, -GROOVE_DEPTH, 1.0), prism(inner, -1.0, 2.0))


PRINTED = Printed(
    {
        "board": Part(lambda position, clearance: (board(),), tr_later("the squares in a frame")),
        "pod": Part(lambda position, clearance: (pod(),), tr_later("with eight holes")),
        "prong": Part(
            lambda position, clearance: (prong(clearance),), tr_later("with a peg for such a hole")
        ),
    },
    edge=25.0,
    clearance=0.15,
    loosest=0.01,
)
