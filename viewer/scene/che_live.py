"""Che on the table: the pictures' scene, and on it the ghost, lit regions, tiles on their way."""

from __future__ import annotations

from functools import lru_cache

from engine.che.geometry import Cell, Corner, Tile
from engine.che.notation import parse_tiles
from engine.che.position import Position
from viewer.scene.che import LIVE_ROOM, bounds, cells_of, edge_labels, pieces, result_corners
from viewer.scene.che_tiles import THICK, backs, batches, face_pattern, ticks
from viewer.scene.live import LiveOptions
from viewer.scene.model import Batch, Label, Scene

GHOST = 0.72  # how opaque the tile is that would be laid


def build(position: Position, options: LiveOptions) -> Scene:
    """The scene. ``options.ghost`` and ``options.moving`` are moves, or the text of one tile.

    ``options.taken``, where there is one, is the first tile of the move being made: it lies
    already, marked like the last move, and the ghost is what follows it.
    """
    taken = getattr(options, "taken", "")
    here = begun(position, taken)
    lit = frozenset(options.lit)
    last = cells_of(position, taken or options.last)
    choosing = options.moving is None and (options.ghost is not None or bool(taken))
    made = list(_kept(here, lit, last, choosing))
    if options.moving is not None:
        made += _hanging(tiles_of(options.moving), options.height)
    if options.ghost is not None:
        made += _ghost(here, tiles_of(options.ghost), lit)
    labels = _labels(position) if options.labels else ()
    return Scene(tuple(made), labels, -THICK, bounds(position, LIVE_ROOM))


@lru_cache(maxsize=8)
def begun(position: Position, taken: str) -> Position:
    """The position with the first tile of a move laid."""
    return position.begun(taken)


def tiles_of(move: object) -> tuple[Tile, ...]:
    """The tiles of a move, or of the beginning of one."""
    return tuple(parse_tiles(str(move)))


@lru_cache(maxsize=8)
def _kept(
    position: Position, lit: frozenset[Corner], last: tuple[Cell, ...], marks: bool
) -> tuple[Batch, ...]:
    """The tiles that lie, and marks where the next may; kept, since the ghost changes often."""
    result = result_corners(position)
    made = pieces(position, result or lit, last, 1.0 if result else 0.0)
    return (*made, *(ticks(position.open_cells(), -THICK) if marks else ()))


@lru_cache(maxsize=4)
def _labels(position: Position) -> tuple[Label, ...]:
    return tuple(edge_labels(position, LIVE_ROOM))


def _hanging(tiles: tuple[Tile, ...], height: float) -> list[Batch]:
    """Tiles above their places."""
    patterns = [face_pattern(tile) for tile in tiles]
    return [*batches(tiles, patterns, z=height, first_id=0), backs(tiles, height)]


def _ghost(position: Position, tiles: tuple[Tile, ...], lit: frozenset[Corner]) -> list[Batch]:
    """The translucent tiles of a move that are not there yet, lit where that joins regions."""
    new = tuple(tile for tile in tiles if position.tile_at(tile.cell) is None)
    patterns = [face_pattern(tile, lit) for tile in new]
    return batches(new, patterns, (1.0, GHOST, 0.0, 1.0), first_id=0)
