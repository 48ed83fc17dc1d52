"""Scene of a Che position. Tiles lie on the table, and the scene grows with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boche.engine.games.che.geometry import COLOURS, Cell, Corner, Region
from boche.engine.games.che.notation import parse_tiles
from boche.viewer.games.che.tiles import (
    BOARD,
    FRAMED,
    THICK,
    WON,
    batches,
    board,
    face_pattern,
    middles,
    ticks,
)
from boche.viewer.games.lighting_order import along
from boche.viewer.scene.figures import figures
from boche.viewer.scene.model import Batch, Floats, Label, Scene, SceneOptions, instances

LEAST = 1.6  # least distance from 0,0 to the border of the frame on each side
ROOM = 0.25  # between the outermost tiles and the border of the frame once the game is over
OPEN_ROOM = 1.1  # the same before: room for all cells on which the next tile may be laid
LETTER, LARGER = 0.17, 2.0  # height of a coordinate, and the factor by which it may grow
NUMBER = 0.3  # height of a move's number
RIM = 0.15  # of the board, around the tiles and labels
GROUND = -THICK - BOARD  # height of the table
WIDE = 5.0  # number of tiles side by side from which on coordinates grow with the tiles' extent


def build(position: Any, options: SceneOptions) -> Scene:
    """Return the scene of a Che position. There are no levels, so ``explode`` has no effect."""
    lit = frozenset(decided(position) if options.result else ())
    made = pieces(position, lit, cells_of(position, options.last), won=bool(lit))
    if not options.board:
        return Scene(tuple(made), bounds=tile_bounds(position))
    if not position.tiles:
        made += ticks(position.open_cells(), -THICK)
    labels = tuple(edge_labels(position)) if options.labels else ()
    labels += number_labels(position, options.numbered)
    made.append(wood(position))
    return Scene(tuple(made), labels, GROUND, bounds(position))


def wood(position: Any) -> Batch:
    """Return the board under the tiles, as large as the frame, so that it grows with them."""
    places = bounds(position)
    (left, low), (right, high) = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    shape = board(*(round(float(at), 3) for at in (left, low, right, high)))
    return Batch(shape, "wood", instances(np.array([[0.0, 0.0, -THICK]])))


def pieces(
    position: Any,
    lit: frozenset[Corner],
    last: tuple[Cell, ...],
    threatened: frozenset[Corner] = frozenset(),
    *,
    won: bool = False,
    wins: bool = False,
) -> list[Any]:
    """Return the batches of all tiles. With ``won``, the lit regions won and the rest is dimmed.

    With ``wins`` they look as if they had, and the rest stays as it is.
    """
    mark = WON * (won or wins)
    patterns = [
        face_pattern(tile, lit, threatened) | mark | FRAMED * (tile.cell in last)
        for tile in position.tiles
    ]
    return batches(position.tiles, patterns, (1.0, 1.0, float(won), 1.0))


def cells_of(position: Any, move: Any) -> tuple[Cell, ...]:
    """Return the cells that ``move`` fills; none for no move."""
    if move is None:
        return ()
    cells: tuple[Cell, ...] = position.target(position.parse(str(move)))
    return cells


def result_regions(position: Any) -> tuple[Region, ...]:
    """Return what decided a finished game: closed regions, regions too large, or the largest."""
    outcome = position.outcome
    kind = outcome.kind if outcome else ""
    if kind == "closure":
        found: tuple[Region, ...] = position.closed_regions()
        return found
    if kind == "limit":
        return tuple(region for region in position.regions() if too_large(position, region))
    if kind in ("largest", "draw"):
        colours = [outcome.winner] if outcome.winner else list(COLOURS)
        return tuple(r for colour in colours for r in position.largest_regions(colour))
    return ()


def too_large(position: Any, region: Region) -> bool:
    """Return True if a region has reached one of the limits in force."""
    area, extent = (position.options[name] for name in ("group_area", "group_extent"))
    return bool(
        (area and region.size >= area) or (extent and max(region.width, region.height) >= extent)
    )


def decided(position: Any) -> tuple[Corner, ...]:
    """Return the corners of what decided a finished game, region by region along their bands."""
    regions = result_regions(position)
    links: dict[Corner, list[Cell]] = {}
    for tile in position.tiles if regions else ():
        for corner in tile.joined:
            links.setdefault(corner, []).append(tile.cell)
    ways = (along(region.corners, lambda corner: links.get(corner, ())) for region in regions)
    return tuple(corner for way in ways for corner in way)


# -- the frame and the coordinates


def span(position: Any) -> tuple[Cell, Cell]:
    """Return the lowest and the highest x and y of the tiles, 0 included."""
    xs, ys = [0], [0]
    for tile in position.tiles:
        xs.append(tile.x)
        ys.append(tile.y)
    return Cell(min(xs), min(ys)), Cell(max(xs), max(ys))


def room_of(position: Any) -> float:
    """Return the room to leave between the outermost tiles and the border of the frame."""
    return ROOM if position.outcome is not None else OPEN_ROOM


def bounds(position: Any) -> Floats:
    """Return points (N, 3) that the frame must contain: tiles with room beside them, coordinates.

    There is always room for the cells around 0,0. The board below extends a little farther.
    """
    room = room_of(position)
    square = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    tiles = middles(position.tiles)[:, None] + (0.5 + room) * square
    found = list(edge_labels(position))
    names = np.array([label.position for label in found])[:, None] + found[0].height * square
    names[..., 2] = 0.0
    parts = (tiles, names, (LEAST + room - ROOM) * square[None])
    flat = np.concatenate([part.reshape(-1, 3) for part in parts])
    (left, low), (right, high) = flat[:, :2].min(axis=0) - RIM, flat[:, :2].max(axis=0) + RIM
    top = np.array([[x, y, -THICK] for x in (left, right) for y in (low, high)])
    return np.concatenate([flat, top, top - [0.0, 0.0, BOARD]]).astype(np.float32)


def tile_bounds(position: Any) -> Floats:
    """Return the corners of all tiles in the world (8 N, 3), for pictures without a table."""
    box = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-THICK, 0.0)])
    places = middles(position.tiles)[:, None] + box
    return np.asarray(places.reshape(-1, 3), np.float32)


def number_labels(position: Any, moves: tuple[str, ...], before: int = 0) -> tuple[Label, ...]:
    """Return the number of its move on each tile; ``moves`` led to the position.

    The first moves ``before`` have none.
    """
    numbers = {
        tile.cell: str(number)
        for number, text in enumerate(moves[before:], 1)
        for tile in parse_tiles(text)
        if position.tile_at(tile.cell) is not None
    }
    places = np.array([(cell.x, cell.y, 0.0) for cell in numbers], float).reshape(-1, 3)
    return figures(numbers.values(), places, NUMBER)


def edge_labels(position: Any) -> Iterator[Label]:
    """Yield x below the tiles and y to the left of them, on the table.

    Letters grow with the tiles' extent, so that they stay legible in a view from far away.
    """
    low, high = span(position)
    extent = 1 + max(high.x - low.x, high.y - low.y)
    letter = LETTER * min(max(extent / WIDE, 1.0), LARGER)
    away = 0.5 + room_of(position) + 1.1 * letter
    for x in range(low.x, high.x + 1):
        yield Label(str(x), (float(x), low.y - away, -THICK), letter)
    for y in range(low.y, high.y + 1):
        yield Label(str(y), (low.x - away, float(y), -THICK), letter)
