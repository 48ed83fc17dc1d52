"""Regions of a position as data, derived from the rules' board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from boche.engine.games.che import rules
from boche.engine.games.che.board import number_of
from boche.engine.games.che.geometry import COLOURS, Cell, Corner, Region, Tile


def read_regions(board: rules.Board, tiles: Mapping[Cell, Tile]) -> tuple[Region, ...]:
    """Return all regions: light before dark, larger before smaller, then by their corners."""
    corners: dict[int, list[Corner]] = {}
    for corner in sorted({c for cell in tiles for c in cell.corners}):
        root = rules.find(board, number_of(Cell(*corner)))
        corners.setdefault(root, []).append(corner)
    dominant: dict[int, list[Cell]] = {}
    for cell, tile in sorted(tiles.items()):
        root = rules.find(board, number_of(Cell(*tile.joined[0])))
        dominant.setdefault(root, []).append(cell)
    found = [_region(board, root, corners[root], dominant.get(root, []), tiles) for root in corners]
    return tuple(sorted(found, key=lambda r: (COLOURS.index(r.colour), -r.size, r.corners)))


def _region(
    board: rules.Board,
    root: int,
    corners: list[Corner],
    cells: list[Cell],
    tiles: Mapping[Cell, Tile],
) -> Region:
    around = {cell for corner in corners for cell in cells_around(corner)}
    return Region(
        colour=COLOURS[rules.corner_colour(board, root)],
        size=board.bands[root],
        width=_reach(cell.x for cell in cells),
        height=_reach(cell.y for cell in cells),
        closed=board.free[root] == 0,
        corners=tuple(corners),
        tiles=tuple(cells),
        empty=tuple(sorted(around.difference(tiles))),
    )


def _reach(values: Iterable[int]) -> int:
    found = list(values)
    return max(found) - min(found) + 1 if found else 0


@lru_cache(maxsize=65_536)  # the same corners recur after every move
def cells_around(corner: Corner) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells around a corner."""
    x, y = corner
    return Cell(x - 1, y - 1), Cell(x, y - 1), Cell(x - 1, y), Cell(x, y)
