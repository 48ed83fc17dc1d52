"""Boche picking: the face a ray hits, the cell it stands for, and the effect of a cube there.

Everything solid is a unit cube of the lattice: the cubes, lifted as they are shown, and under
each hole the three blocks of wood whose upper faces are its walls. Outside the holes the rim hides
everything below the board's surface.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.boche.geometry import AXES, Axis, Cell, Corner, Cube, Face, Group
from boche.engine.games.boche.notation import SWAP
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.words import LONELY
from boche.engine.languages.current import word_later
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points, Ray
from boche.viewer.games.boche import words
from boche.viewer.games.boche.apart import arranged, empty_cells, own_boards
from boche.viewer.games.boche.board import board, to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.games.boche.live import HEAT_AT, lower_levels, lowest_apart
from boche.viewer.games.boche.scene import BAND_LIT, CORNER_LIT, face_corners, moved
from boche.viewer.games.view import Display, Hover, Lighting, Pick, Picker, Preview
from boche.viewer.scene.apart import shifts

SIDES: dict[Axis, str] = {
    "x": word_later("left"), "y": word_later("bottom"), "z": word_later("right"),
}  # fmt: skip
"""The sides of the board in words, as all pictures show it until somebody turns it."""
FACES: dict[Axis, str] = {
    "x": word_later("left face"), "y": word_later("lower face"), "z": word_later("right face"),
}  # fmt: skip
"""The faces of a cube in words, each named after the side of the board that it looks to."""
SLACK = 1e-9
HALF = np.full(3, 0.5)
RADIUS = 0.5  # of a blob's quarter disc; shaders/truchet.glsl has the same figure


class Spot(NamedTuple):
    """A face under the pointer.

    ``cell`` is the cube's, or the hole's, which may be an empty cell of a level taken apart.
    ``upper`` is False for the lower faces of a cube, which are visible only when the levels are
    apart, and for a hole, whose walls are lower faces of its cell.
    """

    cell: Cell
    axis: Axis
    upper: bool
    hole: bool


class Blocks(NamedTuple):
    """Solid blocks: lowest corners (N, 3), levels (N,), and the cells of the first, the cubes."""

    low: Points
    level: Points
    cells: tuple[Cell, ...]

    def corners(self, display: Display) -> Points:
        """Return the lowest corners as they are shown."""
        return self.low + lifted(self.level, display) if display.apart.shifts else self.low


# -- rays


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """Return what a ray from above the table hits, and the cell that the player means by it."""
    apart = lowest_apart(position, display.peeled, display.apart)
    display = display if apart is display.apart else replace(display, apart=apart)
    centre = to_lattice_centre(position.size)
    origin, way = ray.origin @ AXES_IN_WORLD + centre, ray.direction @ AXES_IN_WORLD
    solid = blocks(position, display.peeled, display.apart.levels if display.apart.boards else 1)
    index, axis, distance = first_hit(solid.corners(display), origin, way)
    if display.apart.boards:
        rim = _rim_distance(position.size, ray, display)
    else:
        rim = rim_distance(position.size, ray, origin, way)
    nearest = min(distance, rim)
    spot = None if rim <= distance else spot_at(position, solid, index, axis, bool(way[axis] < 0))
    if spot is None and display.apart.shifts:
        spot, nearest = empty_spot(position, display, origin, way, nearest)
    if nearest == np.inf:
        return Pick()
    x, y, z = ray.at(nearest)
    point = (float(x), float(y), float(z))
    if spot is None:
        return Pick(point=point)
    target, reason = meaning(position, spot, in_pile=not display.apart.shifts)
    if not display.apart.shifts:
        return Pick(target, spot, reason, point, peeled=display.peeled)
    x, y, z = ray.at(nearest) - shifts(display.apart, [spot.cell.k])[0]
    home = float(x), float(y), float(z)
    return Pick(target, spot, reason, point, home=home, peeled=display.peeled)


def empty_spot(
    position: Position, display: Display, origin: Vector, way: Vector, nearest: float
) -> tuple[Spot | None, float]:
    """Return the empty cell of a level taken apart that a ray meets first, and the distance there.

    There is none behind ``nearest``; then it is None, and that distance.
    """
    cells = empty_cells(position, display.apart.levels)
    if not cells:
        return None, nearest
    low = np.array([cell.corner for cell in cells], float)
    low += lifted([cell.k for cell in cells], display)
    index, axis, distance = first_hit(low, origin, way)
    if distance >= nearest:
        return None, nearest
    return Spot(cells[index], AXES[axis], False, True), distance


@lru_cache(maxsize=16)
def blocks(position: Position, peeled: int, boards: int = 1) -> Blocks:
    """Return the solid blocks of a position without its ``peeled`` uppermost levels.

    ``boards`` levels, from the lowest, lie on boards of their own.
    """
    shown = layers(position) - peeled
    cells = tuple(cube.cell for cube in position.cubes if cube.cell.k < shown)
    low = np.array([cell.corner for cell in cells], float).reshape(-1, 3)
    lows, levels = [low], [np.array([cell.k for cell in cells], int)]
    for level in range(boards):
        below = wood(position.size - level) + np.array([0, 0, level])
        lows.append(below)
        levels.append(np.full(len(below), level))
    return Blocks(np.concatenate(lows), np.concatenate(levels), cells)


@lru_cache(maxsize=4)
def wood(size: int) -> Points:
    """Return the lowest corners of the blocks whose upper faces are the walls of the holes."""
    holes = [Cell(c, r, 0).corner for c in range(size) for r in range(size - c)]
    below = {(x - a, y - b, z - d) for x, y, z in holes for a, b, d in np.eye(3, dtype=int)}
    return np.array(sorted(below), float)


def lifted(levels: Sequence[int] | Points, display: Display) -> Points:
    """Return how far the cells of some levels (N,) are shifted in the lattice, (N, 3) or (1, 3)."""
    if not display.apart.shifts:
        return np.zeros((1, 3))
    return np.asarray(shifts(display.apart, levels) @ AXES_IN_WORLD)


def first_hit(low: Points, origin: Vector, way: Vector) -> tuple[int, int, float]:
    """Return the first unit block (N, 3) that a ray enters: its index, axis crossed, distance.

    The distance is infinite if the ray enters none. Blocks that contain the origin do not count.
    """
    slope = 1.0 / np.where(np.abs(way) < 1e-15, 1e-15, way)
    one, two = (low - origin) * slope, (low + 1.0 - origin) * slope
    enters = np.minimum(one, two)
    last_in, first_out = enters.max(axis=1), np.maximum(one, two).min(axis=1)
    # The slack keeps rays along an edge from slipping between the blocks that share it.
    met = np.where((last_in < first_out + SLACK) & (last_in >= 0.0), last_in, np.inf)
    index = int(met.argmin())
    return index, int(enters[index].argmax()), float(met[index])


def _rim_distance(size: int, ray: Ray, display: Display) -> float:
    """Return the distance at which a ray passes below the surface outside the holes of all boards.

    It is infinite if the ray does not.
    """
    nearest = np.inf
    for level, by in [(0, np.zeros(3)), *own_boards(display.apart)]:
        there = Ray(ray.origin - by, ray.direction)
        origin = there.origin @ AXES_IN_WORLD + to_lattice_centre(size - level)
        found = rim_distance(size - level, there, origin, ray.direction @ AXES_IN_WORLD)
        if found == np.inf:
            return found
        nearest = min(nearest, found)
    return nearest


def rim_distance(size: int, ray: Ray, origin: Vector, way: Vector) -> float:
    """Return the distance at which a ray passes below the board's surface outside the holes.

    It is infinite if the ray does not.
    """
    if ray.direction[2] >= 0.0:
        return np.inf if ray.origin[2] >= 0.0 else 0.0
    distance = -ray.origin[2] / ray.direction[2]
    if distance < 0.0:
        return 0.0
    x, y, z = origin + distance * way
    return float(distance) if x > 1.0 or y > 1.0 or z > size else np.inf


def spot_at(position: Position, solid: Blocks, index: int, axis: int, upper: bool) -> Spot | None:
    """Return the face of a block, or None for wood that is not the wall of a hole."""
    if index < len(solid.cells):
        return Spot(solid.cells[index], AXES[axis], upper, False)
    x, y, z = (int(at) + (i == axis) for i, at in enumerate(solid.low[index]))
    hole = Cell(-x, -y, int(solid.level[index]))
    inside = upper and x + y + z == hole.k and is_cell(hole, position.size)
    return Spot(hole, AXES[axis], False, True) if inside else None


# -- meaning


def meaning(position: Position, spot: Spot, *, in_pile: bool = True) -> tuple[str | None, Message]:
    """Return the target that a face selects, or None and the reason why there is none.

    In the pile the face of a cube stands for the nest above it. Of levels taken apart each shows
    its own empty places, and a cube is only itself.
    """
    is_wall = in_pile and spot.upper and not spot.hole
    cell = spot.cell.above(spot.axis) if is_wall else spot.cell
    if position.outcome is not None:
        return None, position.outcome.reason
    if not spot.hole and not is_wall:
        return None, words.OCCUPIED(cell=cell.name, level=cell.k)
    if not is_cell(cell, position.size):
        return None, words.ENDS_HERE(cell=spot.cell.name, level=spot.cell.k)
    if cell in open_cells(position):
        return cell.name, NOTHING
    return None, refusal(position, cell)


@lru_cache(maxsize=16)
def open_cells(position: Position) -> frozenset[Cell]:
    """Return the cells on which a cube may be placed now."""
    return frozenset(position.open_cells())


def is_cell(cell: Cell, size: int) -> bool:
    """Return True if the pyramid of ``size`` has this cell."""
    return min(cell) >= 0 and sum(cell) < size


def refusal(position: Position, cell: Cell) -> Message:
    """Return the reason why nothing can be placed on a cell that is not open."""
    if position.cube_at(cell) is not None:
        return words.OCCUPIED(cell=cell.name, level=cell.k)
    below = tuple(s.name for s in cell.supports if cell.k and position.cube_at(s) is None)
    if not below:
        return LONELY(cell=cell.name, option=position.game.option("adjacent").title)
    # A bare name stands for the column's next cell, which then is a lower one.
    if cell.name in below:
        return words.IN_THE_AIR(cell=cell.name, level=cell.k, below=below)
    return position.why_closed(cell)


def cell_of(position: Position, target: str) -> Cell:
    """Return the cell that a target names: the next one of its column."""
    move = position.parse(spell(target, "a"))
    return position.next_cell(move.c, move.r)


def piece(position: Position, pick: Pick) -> str:
    """Return the column of the cube that a pick hits, or an empty text."""
    spot = pick.face
    return spot.cell.name if isinstance(spot, Spot) and not spot.hole else ""


def target_of(position: Position, move: Any) -> str | None:
    """Return the target that a move fills, or None for the swap."""
    cell = position.target(move)
    return cell.name if cell is not None else None


def key_of(choice: str) -> str:
    """Return the letter of the rotation in ``c:d3``."""
    return choice.partition(":")[0]


def spell(target: str, key: str) -> str:
    """Return the move made of a rotation's letter and a cell."""
    return f"{key}:{target}"


def place(position: Position, target: str, display: Display) -> Vector:
    """Return the middle of a target's cell in the world as it is shown, (3,)."""
    cell = cell_of(position, target)
    middle = np.array([cell.corner], float) + HALF + lifted([cell.k], display)
    return np.asarray(to_world(middle, to_lattice_centre(position.size))[0])


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Return True if a ray hits the cube that would stand in a target's cell before all else."""
    centre = to_lattice_centre(position.size)
    origin, way = ray.origin @ AXES_IN_WORLD + centre, ray.direction @ AXES_IN_WORLD
    cell = cell_of(position, target)
    ghost = np.array([cell.corner], float) + lifted([cell.k], display)
    apart = lowest_apart(position, display.peeled, display.apart)
    solid = blocks(position, display.peeled, apart.levels if apart.boards else 1).corners(display)
    distance = first_hit(ghost, origin, way)[2]
    return distance < np.inf and distance <= first_hit(solid, origin, way)[2]


def spot_name(position: Position, pick: Pick) -> str:
    """Return the cube, hole or nest that a ray has hit, or where a target's cube would lie.

    A face stands for the nest that it is a wall of, except near the top of its cube.
    """
    if not isinstance(pick.face, Spot):
        return name_of(position, cell_of(position, pick.target)) if pick.target else ""
    cell, axis, upper, _ = pick.face
    nest = cell.above(axis)
    in_nest = upper and is_nest(filled(position), nest) and not near_apex(position, pick)
    return name_of(position, nest if in_nest else cell)


def place_name(position: Position, pick: Pick, taken: str) -> Message:
    """Return the place that a cube would fill, or the cube or hole pointed at."""
    if pick.target is not None:
        cell = cell_of(position, pick.target)
    elif isinstance(pick.face, Spot):
        cell = pick.face.cell
        cube = position.cube_at(cell)
        if cube is not None:
            return words.CUBE(cell=cell.name, level=cell.k, rotation=cube.rotation)
    else:
        return NOTHING
    return words.PLACE(cell=cell.name, level=cell.k)


def name_of(position: Position, cell: Cell) -> str:
    """Return the name of a cell as marks have it: ``b2``, or with its level, ``b2/1``.

    The plain name stands for the column's uppermost cube, or its hole if it has none.
    """
    return cell.name if cell == uppermost(filled(position), cell) else f"{cell.name}/{cell.k}"


def cell_named(position: Position, spot: str, cubes: Collection[Cell]) -> Cell | None:
    """Return the cell that a mark names, or None for a level that its column does not have.

    Raises ``BocheError`` if there is no such column.
    """
    column, slash, level = spot.partition("/")
    move = position.parse(spell(column, "a"))
    hole = Cell(move.c, move.r, 0)
    if not slash:
        return uppermost(cubes, hole)
    if not re.fullmatch("[0-9]{1,2}", level):
        return None
    cell = hole._replace(k=int(level))
    return cell if is_cell(cell, position.size) else None


def uppermost(cubes: Collection[Cell], cell: Cell) -> Cell:
    """Return the highest of these cubes in a cell's column, or the column's hole."""
    return cell._replace(k=max((each.k for each in cubes if each[:2] == cell[:2]), default=0))


@lru_cache(maxsize=16)
def filled(position: Position, peeled: int = 0) -> frozenset[Cell]:
    """Return the cells of all cubes but those of the ``peeled`` highest levels."""
    shown = layers(position) - peeled
    return frozenset(cube.cell for cube in position.cubes if cube.cell.k < shown)


def is_nest(cubes: Collection[Cell], cell: Cell) -> bool:
    """Return True for an empty cell that three cubes support."""
    return cell.k > 0 and cell not in cubes and all(each in cubes for each in cell.supports)


def top(position: Position, spot: str, display: Display) -> Vector | None:
    """Return the point (3,) in the middle of what is visible of a cube, or over a hole or nest.

    It is None for a cell that can hold no cube yet, or that a hidden level would have to support.
    """
    cubes = filled(position, display.peeled)
    cell = cell_named(position, spot, cubes)
    if cell is None:
        return None
    if cell in cubes:
        at = cell.corner + HALF + HALF * sides_shown(cubes, cell, display)
    elif cell.k == 0 or (is_nest(cubes, cell) and not gone(position, cell, display)):
        at = np.array(cell.corner) + HEAT_AT
    else:
        return None
    lift = lifted([cell.k], display)
    return np.asarray(to_world(at[None] + lift, to_lattice_centre(position.size))[0])


def gone(position: Position, cell: Cell, display: Display) -> bool:
    """Return whether a cell lies on a level that is hidden while the levels are apart."""
    hidden = display.apart and display.peeled
    return bool(hidden) and cell.k >= layers(position) - display.peeled


def facing(position: Position, spot: str, display: Display) -> Vector:
    """Return the direction (3,) in which the visible faces of a cube look together, or upwards."""
    cubes = filled(position, display.peeled)
    cell = cell_named(position, spot, cubes)
    sides = sides_shown(cubes, cell, display) if cell is not None else np.ones(3)
    return np.asarray(AXES_IN_WORLD @ sides / np.linalg.norm(sides))


def sides_shown(cubes: Collection[Cell], cell: Cell, display: Display) -> Vector:
    """Return 1 for each upper face (x, y, z) that no cube covers, 0 for the others.

    All are 1 for a cell without a cube, a cube that is covered all over, and levels taken apart.
    """
    shown = np.array([cell.above(axis) not in cubes for axis in AXES], float)
    whole = bool(display.apart) or cell not in cubes or not shown.any()
    return np.ones(3) if whole else shown


def layers(position: Position) -> int:
    """Return the number of levels that hold cubes."""
    return max((cube.cell.k + 1 for cube in position.cubes), default=0)


def bounds(position: Position) -> Points:
    """Return points (N, 3) that a view of the whole board must contain."""
    return np.asarray(board(position.size).bounds, float)


# -- groups


def hover(position: Position, pick: Pick) -> Hover:
    """Return the group under the pointer; on levels taken apart also the cells linked to one."""
    group, spot = group_at(position, pick), pick.face
    apart = pick.home is not None and isinstance(spot, Spot)
    linked = links(position, spot.cell) if apart else ()
    if group is not None:
        covered = _goes_under(position, [group], pick.peeled)
        return Hover(_hovered(position, pick, group), group.corners, linked, covered)
    found, real = _without_above(position, pick, pick.peeled), _real_group(position, pick)
    if not found or real is None:
        return Hover(linked=linked)
    told = words.WITHOUT_ABOVE(
        group=described(position, real), count=sum(group.blobs for group in found)
    )
    covered = _goes_under(position, found, pick.peeled)
    return Hover(told, corners_of(found), linked, covered)


def _hovered(position: Position, pick: Pick, group: Group) -> Message:
    """Return a line on the group at a pick: the game's own one first, then that below the levels.

    Where upper levels cover the place, there is none in the game.
    """
    if not pick.peeled:
        return described(position, group)
    real = _real_group(position, pick)
    if real is None:
        return words.UNDER(level=layers(position) - pick.peeled, group=described(position, group))
    if set(real.corners) == set(group.corners):
        return described(position, real)
    return words.WITHOUT_ABOVE(group=described(position, real), count=group.blobs)


def above(position: Position, pick: Pick) -> int:
    """Return the number of levels above the cube whose upper face is pointed at.

    Where nothing of the group there lies under these, its own level is seen through as well, and
    those below it, until more of the group comes to light. A cube that keys look at stays.
    """
    spot = pick.face
    if not isinstance(spot, Spot) or spot.hole or not spot.upper:
        return 0
    highest = layers(position)
    own = max(highest - 1 - spot.cell.k, 0)
    if pick.home is not None:
        return own
    return next((
        peeled for peeled in range(own, highest)
        if _goes_under(position, _without_above(position, pick, peeled), peeled)
    ), own)  # fmt: skip


def _real_group(position: Position, pick: Pick) -> Group | None:
    return group_at(position, replace(pick, peeled=0))


def _without_above(position: Position, pick: Pick, peeled: int) -> list[Group]:
    """Return what is left of the group at a pick once the ``peeled`` highest levels are gone."""
    group, spot = group_at(position, replace(pick, peeled=peeled)), pick.face
    if group is not None:
        return [group]
    real = _real_group(position, pick)
    if real is None or not isinstance(spot, Spot) or spot.cell.k < layers(position) - peeled:
        return []
    group_of = lower_levels(position, peeled).surface().group_of
    found = {id(each): each for end in real.corners if (each := group_of.get(end)) is not None}
    return list(found.values())


def _goes_under(position: Position, found: list[Group], peeled: int) -> bool:
    """Return whether groups without the ``peeled`` highest levels lie on faces these cover."""
    own = {corner for group in found for corner in group.corners}
    faces = lower_levels(position, peeled).surface().faces
    seen = visible(position)
    return any(own.issuperset(f.joined) for f in faces if (f.cell, f.axis) not in seen)


@lru_cache(maxsize=4)
def levels(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the names of the cubes of each level, each with its level."""
    cells = sorted(filled(position))
    there = range(layers(position))
    return tuple(tuple(f"{c.name}/{c.k}" for c in cells if c.k == level) for level in there)


def looked_at(position: Position, name: str, display: Display) -> Pick:
    """Return the pick of a cube at its tip, whatever hides it; nothing if there is no such cube."""
    cell = cell_named(position, name, filled(position))
    if cell is None or cell not in filled(position):
        return Pick()
    home = to_world(np.array([cell.corner], float) + 1.0, to_lattice_centre(position.size))[0]
    (x, y, z), (a, b, c) = home + shifts(display.apart, [cell.k])[0], home
    return Pick(
        None,
        Spot(cell, "z", True, False),
        point=(float(x), float(y), float(z)),
        home=(float(a), float(b), float(c)),
        peeled=display.peeled,
    )


def under(position: Position, place: str) -> tuple[int, tuple[Corner, ...]] | None:
    """Return the levels above a cube, and the corners of its groups when these are taken off."""
    cell = cell_named(position, place, filled(position))
    if cell is None or cell not in filled(position):
        return None
    peeled = layers(position) - 1 - cell.k
    surface = lower_levels(position, peeled).surface()
    ends = [corner for face in surface.faces if face.cell == cell for corner in face.joined]
    groups = {id(group): group for end in ends if (group := surface.group_of[end])}
    return peeled, corners_of(groups.values())


def links(position: Position, cell: Cell) -> tuple[Cell, ...]:
    """Return a cell, the three below that support it, and the cubes and nests that it supports."""
    cubes = filled(position)
    above = (cell.above(axis) for axis in AXES)
    there = (each for each in above if each in cubes or is_nest(cubes, each))
    return (cell, *(cell.supports if cell.k else ()), *there)


def group_at(position: Position, pick: Pick) -> Group | None:
    """Return the group that has the colour at a pick's point, or None off the visible surface.

    Hidden levels, and those seen through, do not count.
    """
    spot = pick.face
    if not isinstance(spot, Spot) or not spot.upper or pick.point is None:
        return None
    left = lower_levels(position, pick.peeled)
    face = visible(left).get((spot.cell, spot.axis))
    if face is None:
        return None
    local = on_face(position, spot, pick.home or pick.point)
    near = [c for c in face.apart if np.linalg.norm(local - c) < RADIUS]
    return left.surface().group_of[near[0] if near else face.joined[0]]


def on_face(position: Position, spot: Spot, point: tuple[float, float, float]) -> Vector:
    """Return the lattice point (3,) of a point on a face in the world, its level not shifted."""
    local = np.array(point) @ AXES_IN_WORLD + to_lattice_centre(position.size)
    axis = AXES.index(spot.axis)
    local[axis] = spot.cell.corner[axis] + spot.upper
    return np.asarray(local)


def near_apex(position: Position, pick: Pick) -> bool:
    """Return True if a pick's point lies within the blob on top of its cube."""
    spot = pick.face
    if not isinstance(spot, Spot) or pick.point is None:
        return False
    apex = np.array(spot.cell.corner) + 1
    return bool(np.linalg.norm(on_face(position, spot, pick.home or pick.point) - apex) < RADIUS)


@lru_cache(maxsize=16)
def visible(position: Position) -> dict[tuple[Cell, Axis], Face]:
    """Return the visible faces by cell and axis."""
    return {(face.cell, face.axis): face for face in position.surface().faces}


def groups(position: Position) -> tuple[Lighting, ...]:
    """Return all groups with their faces' indices in the scene, which has the surface's order."""
    surface = position.surface()
    found: dict[int, tuple[Group, dict[int, int]]] = {}
    for index, face in enumerate(surface.faces):
        axis = AXES.index(face.axis)
        corners = face_corners(moved(face.cell.corner, axis, 1), axis)
        parts = [(corner, CORNER_LIT << place) for place, corner in enumerate(corners)]
        for corner, bit in (*parts, (face.joined[0], BAND_LIT)):
            group = surface.group_of[corner]
            bits = found.setdefault(id(group), (group, {}))[1]
            bits[index] = bits.get(index, 0) | bit
    return tuple(Lighting(described(position, group), bits) for group, bits in found.values())


def described(position: Position, group: Group) -> Message:
    """Return a line on a group: ``dark group of 5 blobs, touches the left side``.

    Of one that touches all sides it says why the game goes on, if it does.
    """
    if group.enclosed:
        state = words.IS_ENCLOSED()
    elif (
        len(group.sides) == len(SIDES)
        and position.outcome is None
        and not position.options["immediate_win"]
    ):
        state = words.SIDES_WHEN_FULL()
    elif group.sides:
        sides = tuple(SIDES[side] for side in group.sides)
        state = words.SIDES(sides=sides, count=len(sides))
    else:
        state = words.NO_SIDE()
    return words.GROUP(colour=group.colour, count=group.blobs, state=state)


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """Return what a legal move would join and enclose."""
    cell = position.target(move)
    if move == SWAP or cell is None:
        return Preview(text=words.EXCHANGE(), task=Preview(text=words.EXCHANGE()))
    after = position.play(move)
    cube = Cube(cell, move.rotation)
    joined = {g for g in joined_groups(after, cube) if g.corners not in corner_sets(position)}
    least = max(int(position.options["kill"]), 1)
    shut = [g for g in touched_groups(after, cube) if g.enclosed and g.blobs >= least]
    text = after.outcome.reason if after.outcome else join_text(joined)
    lit = corners_of(joined)
    return Preview(lit, corners_of(shut), text, Preview(lit, (), join_text(joined)))


def joined_groups(after: Position, cube: Cube) -> set[Group]:
    """Return the groups that run over the new cube and beyond it."""
    own = cube_corners(cube.cell)
    group_of = after.surface().group_of
    ends = {f.joined[0] for axis in AXES if (f := visible(after).get((cube.cell, axis)))}
    return {group_of[end] for end in ends if not own.issuperset(group_of[end].corners)}


def touched_groups(after: Position, cube: Cube) -> list[Group]:
    """Return all groups through the corners of the hexagon that a new cube changed, in order."""
    group_of = after.surface().group_of
    touched = {group_of[c] for c in cube_corners(cube.cell) if c in group_of}
    return [group for group in after.groups() if group in touched]


def cube_corners(cell: Cell) -> set[Corner]:
    """Return the eight corners of a cell."""
    x, y, z = cell.corner
    return {(x + a, y + b, z + d) for a in (0, 1) for b in (0, 1) for d in (0, 1)}


@lru_cache(maxsize=16)
def corner_sets(position: Position) -> frozenset[tuple[Corner, ...]]:
    """Return the groups of a position by their corners alone."""
    return frozenset(group.corners for group in position.groups())


def corners_of(groups: Iterable[Group]) -> tuple[Corner, ...]:
    """Return the corners of groups, sorted."""
    return tuple(sorted({corner for group in groups for corner in group.corners}))


def join_text(groups: Iterable[Group]) -> Message:
    """Return a line on the groups that a cube would join."""
    ordered = sorted(groups, key=lambda g: (-g.blobs, g.colour))
    parts = tuple(words.JOINED_GROUP(colour=g.colour, count=g.blobs) for g in ordered)
    return words.JOINS(groups=parts) if parts else NOTHING


PICKER = Picker(
    pick=pick,
    place=place,
    over=over,
    bounds=bounds,
    hover=hover,
    preview=preview,
    target_of=target_of,
    key_of=key_of,
    spell=spell,
    layers=layers,
    above=above,
    levels=levels,
    looked_at=looked_at,
    under=under,
    arranged=arranged,
    spot=spot_name,
    place_name=place_name,
    top=top,
    facing=facing,
    piece=piece,
)
