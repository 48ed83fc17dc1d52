"""Che picking: the tile or cell a ray hits, what it stands for, and the effect of a tile there.

Tiles are blocks on the table; between and around them the ray goes down to the table itself. A
target is a cell, ``1,0``, or after the first tile of a move ``fr:1,0+1,1``: that tile is given by
``display.taken``.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor
from typing import Any, NamedTuple

import numpy as np

from boche.engine.game import Step
from boche.engine.games.che.geometry import Cell, Corner, Region
from boche.engine.games.che.notation import parse_cell
from boche.engine.games.che.position import Position
from boche.engine.games.che.words import BOTH_CLOSED
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points, Ray, plane_distance
from boche.viewer.games.che import words
from boche.viewer.games.che.closing import endangered, settled_by_first, winner_by_closed, winner_of
from boche.viewer.games.che.live import grown, is_part, with_first_tile
from boche.viewer.games.che.scene import bounds as frame
from boche.viewer.games.che.tiles import BAND_LIT, CORNER_LIT, THICK
from boche.viewer.games.view import Display, Hover, Lighting, Pick, Picker, Preview
from boche.viewer.games.words import CELL

RADIUS = 0.5  # of a corner's quarter disc; shaders/truchet.glsl has the same figure
TURN = 0.22  # seconds that a tile takes to turn or flip in the hand
FIRST, GROUPS = "bl", ("group_area", "group_extent")  # see docs/strategy-sources.md
FAR = 10_000.0  # places on the table farther out than this are ignored


class Spot(NamedTuple):
    """A cell under the pointer, and ``tile``: True for its tile, False for the bare table."""

    cell: Cell
    tile: bool


# -- rays


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """Return what a ray from above the table hits, and the cell that the player means by it."""
    here = with_first_tile(position, display.taken)
    index, distance = first_hit(blocks(here), ray)
    table = plane_distance(ray, -THICK)
    nearest = min(distance, table)
    if nearest == np.inf:
        return Pick()
    x, y, z = ray.at(nearest)
    if max(abs(x), abs(y)) > FAR:
        return Pick()
    if distance <= table:
        spot = Spot(here.tiles[index].cell, True)
    else:
        spot = Spot(Cell(floor(x + 0.5), floor(y + 0.5)), False)
    target, reason = meaning(here, spot, display.taken)
    return Pick(target, spot, reason, (float(x), float(y), float(z)))


@lru_cache(maxsize=16)
def blocks(position: Position) -> Points:
    """Return the lowest corners (N, 3) of the tiles."""
    return np.array([block(tile.cell) for tile in position.tiles], float).reshape(-1, 3)


def block(cell: Cell) -> tuple[float, float, float]:
    """Return the lowest corner of the tile that lies, or would lie, on a cell."""
    return (cell.x - 0.5, cell.y - 0.5, -THICK)


def first_hit(low: Points, ray: Ray) -> tuple[int, float]:
    """Return the first of the tiles (N, 3) that a ray enters, and the distance or infinity."""
    if not len(low):
        return -1, np.inf
    slope = 1.0 / np.where(np.abs(ray.direction) < 1e-15, 1e-15, ray.direction)
    size = np.array([1.0, 1.0, THICK])
    one, two = (low - ray.origin) * slope, (low + size - ray.origin) * slope
    last_in = np.minimum(one, two).max(axis=1)
    first_out = np.maximum(one, two).min(axis=1)
    met = np.where((last_in <= first_out) & (last_in >= 0.0), last_in, np.inf)
    index = int(met.argmin())
    return index, float(met[index])


# -- meaning


def meaning(position: Position, spot: Spot, first: str = "") -> tuple[str | None, Message]:
    """Return the target that a spot selects, or None and the reason why there is none."""
    if position.outcome is not None:
        return None, position.outcome.reason
    if spot.cell in open_cells(position):
        return (f"{first}+{spot.cell.name}" if first else spot.cell.name), NOTHING
    return None, position.why_unplayable(spot.cell)


@lru_cache(maxsize=16)
def open_cells(position: Position) -> frozenset[Cell]:
    """Return the cells on which a tile may be laid now."""
    return frozenset(position.open_cells())


def cell_of(target: str) -> Cell:
    """Return the cell that a target names."""
    return parse_cell(target.rpartition("+")[2].rpartition(":")[2])


def target_of(position: Position, move: Any) -> str | None:
    """Return the target that a move ends on, including the tile before it."""
    *before, last = move.tiles
    return "+".join([*map(str, before), last.cell.name])


def piece(position: Position, pick: Pick) -> str:
    """Return the cell of the tile that a pick hits, or an empty text."""
    spot = pick.face
    return spot.cell.name if isinstance(spot, Spot) and spot.tile else ""


def leads(choice: str, move: Any) -> bool:
    """Return True if the first tile laid is one of a move."""
    return is_part(choice, move)


def key_of(choice: str) -> str:
    """Return the kind of the last tile in ``fr:1,0+fl:1,1``."""
    return choice.rpartition("+")[2].partition(":")[0]


def spell(target: str, key: str) -> str:
    """Return the choice made of a kind of tile and a target."""
    first, plus, cell = target.rpartition("+")
    return f"{first}{plus}{key}:{cell}"


def place(position: Position, target: str, display: Display) -> Vector:
    """Return the middle of a target's cell in the world, at the height of a tile's middle, (3,)."""
    cell = cell_of(target)
    return np.array([cell.x, cell.y, -THICK / 2])


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Return True if a ray hits the tile that would lie on a target before anything else."""
    ghost = first_hit(np.array([block(cell_of(target))]), ray)[1]
    solid = first_hit(blocks(with_first_tile(position, display.taken)), ray)[1]
    return ghost < np.inf and ghost <= solid


def spot_name(position: Position, pick: Pick) -> str:
    """Return the cell of the tile, or beside one, that a ray has hit."""
    spot = pick.face
    if not isinstance(spot, Spot):
        return cell_of(pick.target).name if pick.target else ""
    near = any(position.tile_at(cell) for cell in around(spot.cell)) or spot.cell == Cell(0, 0)
    return spot.cell.name if spot.tile or near else ""


def place_name(position: Position, pick: Pick, taken: str) -> Message:
    """Return the cell that a tile would fill."""
    return CELL(cell=cell_of(pick.target).name) if pick.target else NOTHING


def around(cell: Cell) -> list[Cell]:
    """Return a cell and the eight cells around it."""
    return [Cell(cell.x + x, cell.y + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def top(position: Position, spot: str, display: Display) -> Vector | None:
    """Return the point on a cell's tile, or on the table without one, (3,)."""
    cell = parse_cell(spot)
    return np.array([cell.x, cell.y, 0.0 if position.tile_at(cell) else -THICK])


def bounds(position: Position) -> Points:
    """Return points (N, 3) that a view of all tiles, and of places for the next, must contain."""
    return np.asarray(frame(position), float)


# -- regions


def hover(position: Position, pick: Pick) -> Hover:
    """Return the region under the pointer."""
    region = region_at(position, pick)
    if region is None:
        return Hover()
    return Hover(described(region), region.corners)


def region_at(position: Position, pick: Pick) -> Region | None:
    """Return the region that has the colour at a pick's point, or None off the tiles."""
    spot = pick.face
    if not isinstance(spot, Spot) or not spot.tile or pick.point is None:
        return None
    tile = position.tile_at(spot.cell)
    if tile is None:
        return None
    # Corners of the grid lie half a tile before the middles of the tiles that name them.
    x, y = pick.point[0] + 0.5, pick.point[1] + 0.5
    near = [c for c in tile.apart if np.hypot(x - c[0], y - c[1]) < RADIUS]
    return regions_by_corner(position)[near[0] if near else tile.joined[0]]


@lru_cache(maxsize=16)
def regions_by_corner(position: Position) -> dict[Corner, Region]:
    """Return the region of each corner."""
    return {corner: region for region in position.regions() for corner in region.corners}


def groups(position: Position) -> tuple[Lighting, ...]:
    """Return all regions with their tiles' indices in the scene, which has the position's order."""
    found: dict[int, tuple[Region, dict[int, int]]] = {}
    by_corner = regions_by_corner(position)
    for index, tile in enumerate(position.tiles):
        parts = [(corner, CORNER_LIT << place) for place, corner in enumerate(tile.cell.corners)]
        for corner, bit in (*parts, (tile.joined[0], BAND_LIT)):
            region = by_corner[corner]
            bits = found.setdefault(id(region), (region, {}))[1]
            bits[index] = bits.get(index, 0) | bit
    return tuple(Lighting(described(region), bits) for region, bits in found.values())


def described(region: Region) -> Message:
    """Return a line on a region: ``dark region of 3 tiles, open at 5 cells``."""
    state = words.IS_CLOSED() if region.closed else words.OPEN(count=len(region.empty))
    if not region.size:
        return words.CORNER(colour=region.colour, state=state)
    return words.REGION(colour=region.colour, count=region.size, state=state)


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """Return what a legal move, or its first tile, would join and close."""
    text = str(move)
    whole = len(text.split("+")) == position.tiles_wanted
    after = position.play(text) if whole else position.after_first(text)
    new = [tile for tile in after.tiles if position.tile_at(tile.cell) is None]
    found = {regions_by_corner(after)[tile.joined[0]] for tile in new}
    joined = sorted((r for r in found if r.size > 1), key=lambda r: (-r.size, r.corners))
    touched = {regions_by_corner(after)[c] for tile in new for c in tile.cell.corners}
    shut = tuple(sorted({c for region in touched if region.closed for c in region.corners}))
    line = after.outcome.reason if after.outcome else joined_text(joined)
    if after.outcome is None:
        line = consequence(line, after, position.turn, touched)
    laid = NOTHING if whole else words.FIRST_OF_TWO()
    joins = joined_text(joined) or laid
    lit = tuple(sorted({c for r in joined for c in r.corners}))
    return Preview(lit, shut, line or laid, Preview(lit, (), joins))


def joined_text(regions: list[Region]) -> Message:
    """Return a line on the regions that tiles would become part of."""
    parts = tuple(words.MADE_REGION(colour=r.colour, count=r.size) for r in regions)
    return words.MAKES(regions=parts) if parts else NOTHING


def consequence(made: Message, after: Position, mover: str, touched: set[Region]) -> Message:
    """Return who wins by what the first tile closed; else what is made, and allowed by that.

    Of the regions that the other side could close next, only ``touched`` ones count: the panel
    lists all.
    """
    winner = winner_by_closed(after)
    if winner is not None:
        closed = after.closed_regions()
        if len({region.colour for region in closed}) > 1:
            return BOTH_CLOSED(loser=mover)
        return words.CLOSES(colour=closed[0].colour, winner=winner)
    near = (r for r in endangered(after) if r in touched and winner_of(after, r) != mover)
    region = next(near, None)
    if region is None:
        return made
    cells = tuple(cell.name for cell in region.empty)
    allowed = words.LETS_CLOSE(winner=winner_of(after, region), cells=cells)
    return words.AND_SO(made=made, follows=allowed) if made else allowed


def steps_of(position: Position, taken: str) -> tuple[Step, ...]:
    """Return the steps offered; on the empty board the first one is a tile that does not lose.

    By the usual rules ``fl`` and ``fr`` lose by force there, and newcomers lay what comes first.
    """
    found = tuple(position.steps(taken))
    if not taken or position.tiles or any(position.options[name] for name in GROUPS):
        return found
    return tuple(sorted(found, key=lambda step: not step.text.startswith(FIRST)))


def unfinished(position: Position, taken: str) -> Message:
    """Return that one tile is left to lay, once the first of two is, and who wins by any."""
    settled = settled_by_first(position, taken)
    if settled is None:
        return words.SECOND_LEFT()
    if settled.doubtful:
        return words.SECOND_MAY_LOSE(cells=tuple(cell.name for cell in settled.doubtful))
    return words.SECOND_WINS() if settled.winner == position.turn else words.SECOND_LOSES()


PICKER = Picker(
    pick=pick,
    place=place,
    over=over,
    bounds=bounds,
    hover=hover,
    preview=preview,
    target_of=target_of,
    leads=leads,
    key_of=key_of,
    spell=spell,
    begun=grown,
    turn=TURN,
    lays=True,
    spot=spot_name,
    place_name=place_name,
    top=top,
    piece=piece,
    steps=steps_of,
    unfinished=unfinished,
    by_list={
        words.SECOND_LEFT.kind: words.SECOND_LIST,
        words.SECOND_WINS.kind: words.SECOND_WINS_LIST,
        words.SECOND_LOSES.kind: words.SECOND_LOSES_LIST,
    },
)
