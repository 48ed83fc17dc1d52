"""The view of Y: flat round stones on wooden hexagons.

Cells are 1 apart, rows run from west to east, the board's centre is the origin.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from boche.viewer.camera.camera import VIEWS, Camera
from boche.viewer.games.info import Fact, Panel
from boche.viewer.games.view import GameView
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.heat import discs
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import UPRIGHT, Batch, Label, Mesh, Scene, SceneOptions, instances
from boche.viewer.scene.solids import revolved
from boche_y import GAME, words
from boche_y.board import LETTERS, Cell, cells_of
from boche_y.bodies import PRINTED
from boche_y.pick import BELOW, HEIGHT, PICKER, RADIUS, SIDE, bounds, middles
from boche_y.position import COLOURS, Position

COLOUR = {"black": (Enamel.DARK, Enamel.LIT_DARK), "white": (Enamel.LIGHT, Enamel.LIT_LIGHT)}
GHOST = 0.72  # how opaque the stone is that would be placed
DOT, HEAT = 0.12, 0.3  # radii of what marks the last move, and of the largest disc of the search
LABEL, AWAY = 0.4, 0.95  # height of letters and numbers, how far they are from the outer cells
THIRTY = (0.0, 0.0, float(np.sin(np.pi / 12)), float(np.cos(np.pi / 12)))  # degrees turned


@lru_cache(maxsize=1)
def stone() -> Mesh:
    """Return the upper half of a stone."""
    angles = [float(angle) for angle in np.linspace(0.0, np.pi / 2, 9)]
    return revolved("y stone", [(RADIUS * np.cos(a), HEIGHT * np.sin(a), a) for a in angles], 48)


@lru_cache(maxsize=1)
def hexagon() -> Mesh:
    """Return a cell: its walls, and its top."""
    walls, top = [(SIDE - 0.01, -BELOW, 0.0), (SIDE - 0.02, 0.0, 0.3)], float(np.pi / 2)
    return revolved("y cell", [*walls, (SIDE - 0.02, 0.0, top), (0.0, 0.0, top)], 6)


def stones(cells: Mapping[Cell, int], size: int, height: float = 0.0, alpha: float = 1.0) -> Batch:
    """Return stones, each in a colour, raised from their cells; translucent if ``alpha`` < 1."""
    ids = np.array([1 + list(cells_of(size)).index(cell) for cell in cells], np.uint32)
    made = instances(middles(cells, size, height), UPRIGHT, np.array([*cells.values()], int), ids,
                     (1.0, alpha, 0.0, 0.0))  # fmt: skip
    return Batch(stone(), "enamel", made, translucent=alpha < 1.0)


def cell_of(position: Position, move: Any) -> Cell | None:
    """Return the cell that a move, or its text, fills; None for the swap and for no move."""
    return position.target(position.parse(str(move))) if move is not None else None


def pieces(position: Position, lit: Iterable[Any], last: Any) -> list[Batch]:
    """Return the stones on the board, some of them lit, and the mark of the last move."""
    found = {c: COLOUR[s][c in lit] for c, s in position.stones.items()}
    cell = cell_of(position, last)
    marked = middles([cell] if cell is not None else [], position.size, HEIGHT + 0.01)
    return [stones(found, position.size), discs(marked, np.ones(len(marked)), DOT)]


def labels(size: int) -> tuple[Label, ...]:
    """Return letters below the columns and numbers left of the rows."""
    below = middles([Cell(i, 0) for i in range(size)], size) - [AWAY / 2, AWAY * 0.866, 0.0]
    left = middles([Cell(0, i) for i in range(size)], size) - [AWAY, 0.0, 0.0]
    named = zip([*LETTERS[:size], *map(str, range(1, size + 1))], [*below, *left], strict=True)
    return tuple(Label(text, (float(x), float(y), 0.0), LABEL) for text, (x, y, _) in named)


def on_board(position: Position, batches: list[Batch], named: bool) -> Scene:
    """Return a scene with the whole board, with its letters and numbers if ``named``."""
    size, frame = position.size, bounds(position).astype(np.float32)
    wood = Batch(hexagon(), "wood", instances(middles(cells_of(size), size), THIRTY))
    return Scene((*batches, wood), labels(size) if named else (), -BELOW, frame)


def build(position: Position, options: SceneOptions) -> Scene:
    """Return the scene of a position for a picture."""
    batches = pieces(position, position.winning_chain() if options.result else (), options.last)
    if options.board:
        return on_board(position, batches, options.labels)
    box = [(x, y, z) for x in (-RADIUS, RADIUS) for y in (-RADIUS, RADIUS) for z in (0.0, HEIGHT)]
    around = middles(position.stones, position.size)[:, None] + box
    return Scene(tuple(batches), bounds=around.reshape(-1, 3).astype(np.float32))


def live(position: Position, options: LiveOptions) -> Scene:
    """Return the scene of a position during play."""
    size, turn = position.size, position.turn
    lit = {*options.lit, *position.winning_chain()}
    batches = pieces(position, lit, options.last)
    moving, ghost = cell_of(position, options.moving), cell_of(position, options.ghost)
    if moving is not None:
        batches.append(stones({moving: COLOUR[turn][False]}, size, options.height))
        return on_board(position, batches, options.labels)
    if ghost is not None:
        batches.append(stones({ghost: COLOUR[turn][ghost in lit]}, size, alpha=GHOST))
    heat = {position.parse(text): share for text, share in options.heat if text != str(ghost)}
    batches.append(discs(middles(heat, size, 0.02), np.array([*heat.values()], float), HEAT))
    return on_board(position, batches, options.labels)


def facts(position: Position, taken: str) -> tuple[Fact, ...]:
    """Return the number of sides that each player's best chain touches."""
    found = []
    for colour in COLOURS:
        own = [chain for chain in position.chains if position.stones[chain[0]] == colour]
        most = max(map(position.sides, own), default=0)
        value, tip = words.OF_THREE(count=most), words.SIDES_TIP(colour=colour)
        found.append(Fact(words.SIDES(), value, tip, colour, alarm=most == 2))
    return tuple(found)


def thumbnail() -> Position:
    """Return the position that shows the game on the start screen."""
    start = Position(GAME.complete({"size": 6}))
    return reduce(Position.play, ["c3", "b3", "b4", "c2", "d2", "d1", "a5", "e1", "a4"], start)


SEEN = VIEWS | {"corner": Camera(azimuth=-90, elevation=60)}
GAME_VIEW = GameView(build, live, PICKER, Panel(facts), thumbnail, SEEN, printed=lambda: PRINTED)
