"""Y for 3D printing: a stone, and the board with a place for each."""

from boche.viewer.scene.bodies import Ball, Body, Common, Cut, Joined, Part, Printed, between, prism
from boche.viewer.scene.solids import circle
from boche_y.board import cells_of
from boche_y.pick import BELOW, HEIGHT, RADIUS, SIDE, middles
from boche_y.position import Position

DEEP = 0.08  # how deep a stone stands in the board
BALL = (RADIUS**2 + HEIGHT**2) / (2 * HEIGHT)  # radius of the ball that a stone is cut from


def stone() -> Body:
    """Return a stone that stands at z = 0."""
    ball = Ball((0.0, 0.0, HEIGHT - BALL), BALL)
    return Body("stone", "light", Common((ball, prism(circle(1.0, 6), 0.0, 1.0))))


def board(position: Position, clearance: float) -> Body:
    """Return the board, with room for a stone in each cell, ``clearance`` wider on all sides."""
    cells = middles(cells_of(position.size), position.size)[:, :2]
    slab = between(*((cell + circle(2 * SIDE, 6), z) for cell in cells for z in (-BELOW, 0.0)))
    room = tuple(prism(cell + circle(RADIUS + clearance, 96), -DEEP, 1.0) for cell in cells)
    return Body("board", "wood", Cut(slab, Joined(room)))


PRINTED = Printed(
    {
        "stone": Part(lambda position, clearance: (stone(),), "flat below"),
        "board": Part(lambda position, clearance: (board(position, clearance),)),
    },
    edge=20.0,
    clearance=0.2,
)
