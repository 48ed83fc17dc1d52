"""Y as people see it: flat round stones on hexagons of wood.

Cells are 1 apart, rows run from west to east, the board's middle is the origin.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from boche_y import GAME, panel, pick
from boche_y.board import LETTERS, Cell, cells_of
from boche_y.pick import BELOW, HEIGHT, RADIUS, SIDE, middles
from boche_y.position import COLOURS, Position
from viewer.camera.camera import Camera
from viewer.games.view import GameView
from viewer.scene.heat import discs
from viewer.scene.live import LiveOptions
from viewer.scene.model import Array, Batch, Label, Mesh, Scene, SceneOptions, instances
from viewer.scene.solids import circle, joined, lid, revolved

LIT = 2  # added to a colour, as shaders/enamel.frag numbers them: it shines
GHOST = 0.72  # how opaque the stone is that would be placed
DOT, HEAT = 0.12, 0.3  # radii of what marks the last move, and of the largest disc of the search
LABEL, AWAY = 0.4, 0.95  # height of letters and numbers, how far they are from the outer cells
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
THIRTY = (0.0, 0.0, np.sin(np.pi / 12), np.cos(np.pi / 12))  # turned by so many degrees


@lru_cache(maxsize=1)
def stone() -> Mesh:
    """The upper half of a stone."""
    angles = np.linspace(0.0, np.pi / 2, 9)
    rings = [(RADIUS * np.cos(a), HEIGHT * np.sin(a), float(a)) for a in angles]
    return revolved("y stone", rings, 48)


@lru_cache(maxsize=1)
def hexagon() -> tuple[Mesh, Mesh]:
    """A cell: its walls, and its top."""
    walls = revolved("y wall", [(SIDE - 0.01, -BELOW, 0.0), (SIDE - 0.02, 0.0, 0.3)], 6)
    return walls, joined("y top", [lid(circle(SIDE - 0.02, 6), 0.0)])


def stones(cells: dict[Cell, int], size: int, height: float = 0.0, alpha: float = 1.0) -> Batch:
    """Stones in a colour each, lifted from their cells; translucent where ``alpha`` is below 1."""
    where = middles(cells, size, height)
    ids = np.array([1 + list(cells_of(size)).index(cell) for cell in cells], np.uint32)
    made = instances(where, np.tile(UPRIGHT, (len(cells), 1)), np.array([*cells.values()], int),
                     ids, (1.0, alpha, 0.0, 0.0))  # fmt: skip
    return Batch(stone(), "enamel", made, translucent=alpha < 1.0)


def pattern(colour: str) -> int:
    """The number of a colour in the enamel: 0 light, 1 dark."""
    return 1 - COLOURS.index(colour)


def pieces(position: Position, lit: Iterable[Any], last: Any) -> list[Batch]:
    """The stones that lie there, some of them shining, and the mark of the last move."""
    found = {c: pattern(colour) + LIT * (c in lit) for c, colour in position.stones.items()}
    batches = [stones(found, position.size)]
    cell = position.target(position.parse(str(last))) if last is not None else None
    if cell is not None:
        top = middles([cell], position.size, HEIGHT + 0.01)
        batches.append(discs(top, np.ones(1), DOT))
    return batches


def board(size: int) -> list[Batch]:
    """The cells."""
    where = middles(cells_of(size), size)
    made = instances(where, np.tile(THIRTY, (len(where), 1)), np.zeros(len(where)))
    return [Batch(part, "wood", made) for part in hexagon()]


def labels(size: int) -> tuple[Label, ...]:
    """Letters below the columns, numbers left of the rows."""
    root3 = np.sqrt(3.0) / 2
    columns = middles([Cell(i, 0) for i in range(size)], size) - [AWAY / 2, AWAY * root3, 0.0]
    rows = middles([Cell(0, i) for i in range(size)], size) - [AWAY, 0.0, 0.0]
    texts = [*LETTERS[:size], *(str(i + 1) for i in range(size))]
    places = [(float(x), float(y), 0.0) for x, y, _ in [*columns, *rows]]
    return tuple(Label(text, at, LABEL) for text, at in zip(texts, places, strict=True))


def scene(batches: list[Batch], size: int, named: bool) -> Scene:
    """A scene on the whole board."""
    shown = tuple(batch for batch in [*batches, *board(size)] if len(batch.instances))
    return Scene(shown, labels(size) if named else (), -BELOW, bounds_of(size))


def bounds_of(size: int) -> Array:
    """The points that must be in the frame."""
    return pick.corners(size).astype(np.float32)


def build(position: Position, options: SceneOptions) -> Scene:
    """The scene of a position for a picture."""
    lit = position.winning_chain() if options.result else ()
    batches = pieces(position, lit, options.last)
    if options.board:
        return scene(batches, position.size, options.labels)
    around = middles(position.stones, position.size)[:, None] + pick.box()
    return Scene(tuple(b for b in batches if len(b.instances)),
                 bounds=around.reshape(-1, 3).astype(np.float32))  # fmt: skip


def live(position: Position, options: LiveOptions) -> Scene:
    """The scene of a position that is being played at."""
    size, colour = position.size, pattern(position.turn)
    lit = {*options.lit, *position.winning_chain()}
    batches = pieces(position, lit, options.last)
    moving, ghost = (
        position.target(position.parse(str(move))) if move is not None else None
        for move in (options.moving, options.ghost)
    )
    if moving is not None:
        batches.append(stones({moving: colour}, size, options.height))
        return scene(batches, size, options.labels)
    if ghost is not None:
        batches.append(stones({ghost: colour + LIT * (ghost in lit)}, size, alpha=GHOST))
    heat = {position.parse(text): share for text, share in options.heat if text != str(ghost)}
    spots = middles(heat, size, 0.02)
    batches.append(discs(spots, np.array([*heat.values()], float), HEAT))
    return scene(batches, size, options.labels)


def cover() -> Position:
    """The position that shows the game on the start screen."""
    position = Position(GAME.complete({"size": 6}))
    for move in ("c3", "b3", "b4", "c2", "d2", "d1", "a5", "e1", "a4"):
        position = position.play(position.parse(move))
    return position


GAME_VIEW = GameView(build, live, pick, panel, cover, Camera(azimuth=-90.0, elevation=60.0))
