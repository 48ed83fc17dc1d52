"""Che in the window: the scene of the pictures with the ghost, lit regions and moving tiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.games.che.geometry import Cell, Corner, Tile
from boche.engine.games.che.notation import parse_cell, parse_tiles
from boche.engine.games.che.position import Position
from boche.viewer.games.che.closing import winner_by_closed
from boche.viewer.games.che.scene import (
    GROUND,
    bounds,
    cells_of,
    decided,
    edge_labels,
    number_labels,
    pieces,
    wood,
)
from boche.viewer.games.che.tiles import (
    GHOST,
    HINT,
    THICK,
    WON,
    back_rim,
    backs,
    batches,
    face_pattern,
    middles,
    ticks,
    turned,
)
from boche.viewer.scene.figures import figures
from boche.viewer.scene.heat import discs
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.scene.model import Array, Batch, Floats, Label, Scene

Place = tuple[float, float, float]

LATER = 0.35  # lead of the first of two tiles over the second, as a fraction of the way
FIGURE = 0.2  # height of the figures on a disc
HEAT, HEAT_AT = 0.36, 0.02 - THICK  # radius of the largest disc on the table; its height


def build(position: Position, options: LiveOptions) -> Scene:
    """Build the scene. ``options.ghost`` and ``options.moving`` are moves, or the text of one tile.

    If given, ``options.taken`` is the first tile of the move being made: it lies on the table
    already, marked like the last move, and is followed by the ghost or the moving tile.
    """
    taken = options.taken if is_part(options.taken, options.moving) else ""
    here = with_first_tile(position, taken)
    threatened = frozenset(options.threatened)
    wins = bool(threatened and options.ghost) and _wins(position, str(options.ghost))
    # Red is for danger: one's own regions that a move closes look as they will when it is played.
    lit = threatened if wins else frozenset(options.lit) - threatened
    threatened = frozenset() if wins else threatened
    wins &= not options.hint  # on the tile of a hint the mark would mean what was enclosed
    last = cells_of(position, taken or options.last)
    choosing = options.moving is None and (options.ghost is not None or bool(taken))
    choosing |= not here.tiles and options.moving is None
    result = frozenset(decided(here)[: options.won])
    made = list(_table_batches(here, result, lit, threatened, last, choosing, wins))
    if options.moving is not None:
        made += _falling(here, new_tiles(here, options.moving), options.height)
    if options.ghost is not None:
        made += _ghost(here, options, lit, threatened, wins)
    if options.hinted is not None and options.moving is None:
        hinted = replace(options, ghost=options.hinted, hint=True, turned=None)
        made += _ghost(here, hinted, frozenset(), frozenset(), wins=False)
    room = here
    if options.ghost is not None and not taken and len(new_tiles(here, options.ghost)) > 1:
        room = grown(position, str(options.ghost))
    labels = _labels(room) if options.labels else ()  # beside the open cells, not in them
    labels += _numbers(position, options.numbered, options.unnumbered)
    if options.moving is None:
        made += _heat(here, options)
        named = _warm_places(here, options, options.figures)
        labels += figures((text for text, _ in named), _placed(named), FIGURE)
    reach = bounds(room)
    if options.moving is not None:
        reach = np.concatenate([reach, _heads(new_tiles(here, options.moving), options.height)])
    return Scene((*made, wood(room)), labels, GROUND, reach)


@lru_cache(maxsize=8)
def _wins(position: Position, ghost: str) -> bool:
    """Return whether a move, or its first tile, closes regions with which its player wins."""
    if len(ghost.split("+")) < position.tiles_wanted:
        return winner_by_closed(position.after_first(ghost)) == position.turn
    outcome = position.play(ghost).outcome
    return outcome is not None and outcome.winner == position.turn


def is_part(taken: str, move: object) -> bool:
    """Return True if a partial move can belong to ``move``; if that is None, it always can."""
    return bool(taken) and (move is None or set(tiles_of(taken)) <= set(tiles_of(move)))


@lru_cache(maxsize=16)
def with_first_tile(position: Position, taken: str) -> Position:
    """Return the position with the first tile of a move laid."""
    return position.after_first(taken)


@lru_cache(maxsize=8)
def grown(position: Position, move: str) -> Position:
    """Return the position whose board has room for a move of two tiles that is only shown.

    ``move`` may also be the first tile of one, or empty. A board on which the game is over would be
    smaller, so there it is the one with the first tile laid.
    """
    first, plus, _ = move.partition("+")
    if not plus:
        return with_first_tile(position, move)
    after = position.play(move)
    return after if after.outcome is None else with_first_tile(position, first)


def tiles_of(move: object) -> tuple[Tile, ...]:
    """Return the tiles of a move or of a partial one."""
    return tuple(parse_tiles(str(move)))


@lru_cache(maxsize=8)
def _table_batches(
    position: Position,
    result: frozenset[Corner],
    lit: frozenset[Corner],
    threatened: frozenset[Corner],
    last: tuple[Cell, ...],
    marks: bool,
    wins: bool,
) -> tuple[Batch, ...]:
    """Return the tiles on the table and marks on open cells; cached, as the ghost changes often."""
    made = pieces(position, result or lit, last, threatened, won=bool(result), wins=wins)
    return (*made, *(ticks(position.open_cells(), -THICK) if marks else ()))


@lru_cache(maxsize=4)
def _labels(position: Position) -> tuple[Label, ...]:
    return tuple(edge_labels(position))


@lru_cache(maxsize=4)
def _numbers(position: Position, moves: tuple[str, ...], before: int) -> tuple[Label, ...]:
    return number_labels(position, moves, before)


def new_tiles(position: Position, move: object) -> tuple[Tile, ...]:
    """Return the tiles of a move that are not laid yet, one that touches laid tiles first."""
    new = [tile for tile in tiles_of(move) if position.tile_at(tile.cell) is None]
    return tuple(sorted(new, key=lambda tile: not position.kinds_at(tile.cell)))


def _falling(position: Position, tiles: tuple[Tile, ...], height: float) -> list[Batch]:
    """Return tiles above their places: the first of two lands before the second."""
    made = []
    for tile, z in zip(tiles, heights(len(tiles), height), strict=True):
        made += [*batches((tile,), [face_pattern(tile)], z=z, first_id=0), backs((tile,), z)]
    return made


def _heads(tiles: tuple[Tile, ...], height: float) -> Floats:
    """Return points (N, 3) that tiles in the air reach, so that their shadows are complete."""
    corner = np.array([(x, y, height) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    return np.asarray((middles(tiles)[:, None] + corner).reshape(-1, 3), np.float32)


def heights(count: int, height: float) -> list[float]:
    """Return the height of each of one or two tiles when a single piece would be at ``height``."""
    if count < 2:
        return [height] * count
    rest = height / FALL
    share = 1.0 - LATER
    return [FALL * min(max((rest - late) / share, 0.0), 1.0) for late in (LATER, 0.0)]


def _heat(position: Position, options: LiveOptions) -> list[Batch]:
    """Return a disc on each open cell that a search considers."""
    found = _warm_places(position, options, options.heat)
    return [discs(_placed(found), np.array([share for share, _ in found]), HEAT)] if found else []


def _warm_places(
    position: Position, options: LiveOptions, named: Iterable[tuple[str, Any]]
) -> list[tuple[Any, Place]]:
    """Return the entry of each open cell, with its place on the table or on the ghost's tile.

    Of several moves whose second tile lies on a cell the first one is named: texts would lie on
    each other. Once the first tile is laid, moves that begin with another one have no entry.
    """
    ghost = {tile.cell for tile in tiles_of(options.ghost)} if options.ghost is not None else set()
    taken, found = tiles_of(options.taken) if options.taken else (), dict[Cell, Any]()
    for name, said in named:
        before, _, last = name.rpartition("+")
        if not (taken and before) or tiles_of(before) == taken:
            found.setdefault(parse_cell(last), said)
    return [
        (said, (cell.x, cell.y, HEAT_AT + THICK * (cell in ghost)))
        for cell, said in found.items()
        if position.tile_at(cell) is None
    ]


def _placed(found: list[tuple[Any, Place]]) -> Array:
    """Return the places alone, (N, 3)."""
    return np.array([place for _, place in found], float).reshape(-1, 3)


def _ghost(
    position: Position,
    options: LiveOptions,
    lit: frozenset[Corner],
    threatened: frozenset[Corner],
    wins: bool,
) -> list[Batch]:
    """Return the tiles of a move that are not laid yet, with edges drawn, lit as they join regions.

    A tile that is being turned is on its way from the kind chosen before.
    """
    new = new_tiles(position, options.ghost)
    edges = HINT if options.hint else GHOST
    mark = WON * wins
    patterns = [face_pattern(tile, lit, threatened) | mark | edges for tile in new]
    made = batches(new, patterns, first_id=0, ghost=True)
    if options.turned is None or len(new) != 1:
        # Below light corners the back's rim is dark and would show through as a row of dashes.
        return [batch for batch in made if batch.mesh is not back_rim()]
    before, part = options.turned
    kinds = [tile.kind for tile in tiles_of(before) if tile.cell == new[0].cell]
    made.append(backs(new, 0.0, edges))
    return turned(new[0], kinds[0], part, made) if kinds else made
