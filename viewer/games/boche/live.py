"""Boche in the window: the scene of the pictures with the ghost, lit groups and a moving cube."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.games.boche.geometry import LETTER_OF_COLUMN, Cell, Corner, Cube
from boche.engine.games.boche.position import Position
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.rays import Viewport, half_height
from boche.viewer.games.boche.board import board, to_lattice_centre
from boche.viewer.games.boche.labels import board_labels, labels_seen
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.boche.scene import (
    ALIGHT,
    BAND_LIT,
    BOTH,
    CORNER_LIT,
    GHOST,
    HINT,
    MARKED,
    PAIR,
    FaceList,
    Lit,
    add_all_faces,
    add_cubes,
    add_surface,
    board_batches,
    cell_of,
    lit_by_result,
    number_labels,
    reach,
)
from boche.viewer.scene.apart import Apart, lowest, shifts
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.heat import discs
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Array, Batch, Label, Mesh, Scene, instances
from boche.viewer.scene.solids import band, square

FAINT, FAINT_PATH = 0.015, 0.12  # opacity of faces on hidden levels; of what decided the game there
EDGE, FAINT_EDGE = 0.014, 0.14  # width of the lines along their edges, and its opacity
LAST_EDGE, FAINT_LAST = 0.06, 0.8  # the same of the last move's cube
HEAT = 0.36  # radius of the largest disc, in cube edges; a cell is wider at its height
FIGURE, ABOVE = 0.26, 0.01  # height of the figures; gap above the ghost's tip
NAME, BIG_NAME = 0.17, 0.24  # height of the name on a cube under hidden levels
READ = 8.0  # pixels of height below which a name is written larger, as far as it may be
BROAD, NARROW, LINE = 0.2, 0.1, 0.03  # widths of rings round linked cubes, and of their dark line
ROUND_CUBE = 0.78  # a bit less than from a cube's axis to its edges
HEAT_AT = 0.4  # height of a disc in its cell, as a fraction of each of the three edges


def build(position: Position, options: LiveOptions) -> Scene:
    """Build the scene. ``options.ghost`` and ``options.moving`` are moves of the game."""
    below, bounds = lower_levels(position, options.peeled), reach(position, options.apart)
    options = replace(options, apart=lowest_apart(position, options.peeled, options.apart))
    ghost, moving = cube_of(position, options.ghost), cube_of(position, options.moving)
    if options.apart and options.peeled:
        ghost, moving = (_among_shown(each, options.apart) for each in (ghost, moving))
    batches = list(_pieces(position, options))
    batches += _wood(below, options.apart)
    if moving is not None:
        batches.append(_hanging(position, moving, options))
    if ghost is not None:
        batches.append(_ghost(position, options, ghost))
    hinted = cube_of(position, options.hinted)
    if hinted is not None and options.apart and options.peeled:
        hinted = _among_shown(hinted, options.apart)
    if hinted is not None:
        plain = replace(options, hint=True, lit=(), threatened=())
        batches.append(_ghost(position, plain, hinted))
    if options.linked:
        batches += _rings(position, options)
    shape = board(position.size)
    labels = board_labels(position.size, options.apart) if options.labels else ()
    labels += _numbers(below, options.numbered, options.apart, options.unnumbered)
    labels += _names(below, options) if options.labels else ()
    if options.heat and options.moving is None:
        warm = {name: share for name, share in options.heat if _is_shown(position, name, options)}
        named = {name: text for name, text in options.figures if _is_shown(position, name, options)}
        places, apart = _warm_places(position, list(warm), ghost, options.apart), options.apart
        batches.append(discs(places, np.array(list(warm.values())), HEAT))
        labels += figures(named.values(), _warm_places(position, list(named), ghost, apart), FIGURE)
    if options.peeled and not options.apart:
        # Last, since all shows through them.
        last = cell_of(position, options.last)
        batches += _hidden(position, options.peeled, options.won, last)
    return Scene(tuple(b for b in batches if len(b.instances)), labels, shape.ground, bounds)


def labels(
    position: Position, options: LiveOptions, camera: Camera, viewport: Viewport
) -> tuple[Label, ...]:
    """Return the coordinates and names on and around the board, as they are read from a view."""
    left = lower_levels(position, options.peeled)
    apart = lowest_apart(position, options.peeled, options.apart)
    least = READ * 2 * half_height(camera) / max(viewport[1], 1)
    names = _names(left, options, min(max(NAME, least), BIG_NAME))
    return names + labels_seen(left, apart, camera, viewport)


def cube_of(position: Position, move: Any) -> Cube | None:
    """Return the cube that a legal move would place, or None for the swap and for no move."""
    if move is None:
        return None
    move = position.parse(str(move))
    cell = position.target(move)
    return Cube(cell, move.rotation) if cell is not None else None


@lru_cache(maxsize=8)
def lower_levels(position: Position, peeled: int) -> Position:
    """Return the position without its ``peeled`` highest levels: what lies below is exposed."""
    highest = max((cube.cell.k for cube in position.cubes), default=0)
    if not peeled or not position.cubes:
        return position
    plain = {"kill": 0, "fill_board": True, "adjacent": False, "immediate_win": False}
    left = Position({**position.options, **plain})
    for cube in sorted(position.cubes, key=lambda cube: cube.cell.k):
        if cube.cell.k <= highest - peeled:
            left = left.play(f"{cube.rotation}:{cube.cell.name}")
    return left


def lowest_apart(position: Position, peeled: int, apart: Apart) -> Apart:
    """Return levels taken apart without the ``peeled`` highest ones.

    Apart, these would hide nothing, and half of their faces were never seen: no trace is left.
    """
    if not peeled or not apart:
        return apart
    left = lower_levels(position, peeled)
    return lowest(apart, 1 + max((cube.cell.k for cube in left.cubes), default=0))


def _among_shown(cube: Cube | None, apart: Apart) -> Cube | None:
    return cube if cube is not None and cube.cell.k < apart.levels else None


def _rings(position: Position, options: LiveOptions) -> list[Batch]:
    """Return a ring round each linked cell, seen through all else, and a broad one round the first.

    Each has a dark line round it, so that it shows on any cube.
    """
    cells = options.linked
    if options.apart and options.peeled:
        cells = tuple(cell for cell in cells if cell.k < options.apart.levels)
    middles = np.array([cell.corner for cell in cells], float) + 0.5
    places = to_world(middles, to_lattice_centre(position.size))
    places += shifts(options.apart, [cell.k for cell in cells])
    found = []
    for own, width in ((slice(0, 1), BROAD), (slice(1, None), NARROW)):
        for more, colour in ((LINE, Enamel.DARK), (0.0, Enamel.HOVER_DARK)):
            ring = _hexagon(width, more)
            made = instances(places[own], pattern=colour, look=(1.0, 1.0, 0.0, 0.5))
            found.append(Batch(ring, "enamel", made, translucent=True, over=True, through=True))
    return found


@lru_cache(maxsize=4)
def _hexagon(width: float, more: float) -> Mesh:
    """Return a flat hexagonal ring as wide as a cube seen from above, and that much broader."""
    turn = np.pi / 3 * np.arange(6)
    corners = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    outer, inner = ROUND_CUBE + more, ROUND_CUBE - width - more
    return band(f"link {width} {more}", inner * corners, outer * corners, 0.0)


def _is_shown(position: Position, name: str, options: LiveOptions) -> bool:
    """Return whether an open cell is shown: of levels taken apart, the hidden ones are not."""
    return (
        not options.apart
        or not options.peeled
        or _open_cell(position, name).k < options.apart.levels
    )


def _open_cell(position: Position, name: str) -> Cell:
    return position.next_cell(LETTER_OF_COLUMN.index(name[0]), int(name[1:]) - 1)


def _warm_places(position: Position, names: list[str], ghost: Cube | None, apart: Apart) -> Array:
    """Return the places (N, 3) of discs and figures of open cells, on top of the ghost if there."""
    cells = [_open_cell(position, name) for name in names]
    high = [1.0 if ghost is not None and cell == ghost.cell else HEAT_AT for cell in cells]
    corners = np.array([cell.corner for cell in cells], float).reshape(-1, 3)
    places = to_world(corners + np.array(high)[:, None], to_lattice_centre(position.size))
    places[:, 2] += ABOVE
    return np.asarray(places + shifts(apart, [cell.k for cell in cells]))


def lit_group(position: Position, corners: tuple[Corner, ...]) -> Lit:
    """Return these corners and the bands between them as what to light."""
    own = frozenset(corners)
    faces = [f for f in position.surface().faces if own.issuperset(f.joined)]
    return Lit(own, frozenset((f.cell, f.axis) for f in faces))


def marked(position: Position, options: LiveOptions) -> tuple[Lit, Lit]:
    """Return what to light, and what is threatened; threatened corners are not lit as well."""
    threatened = frozenset(options.threatened)
    lit = tuple(corner for corner in options.lit if corner not in threatened)
    return lit_group(position, lit), lit_group(position, tuple(threatened))


def _pieces(position: Position, options: LiveOptions) -> tuple[Batch, ...]:
    key = replace(options, ghost=None, moving=None, height=0.0, heat=(), figures=(), ways=(),
                  linked=(), numbered=(), unnumbered=0, hint=False, hinted=None,
                  labels=True)  # fmt: skip
    return _kept_pieces(position, key)


@lru_cache(maxsize=8)
def _kept_pieces(position: Position, options: LiveOptions) -> tuple[Batch, ...]:
    """Return the cubes that stand, as one batch; cached, since only the ghost changes often."""
    faces = FaceList()
    left = lower_levels(position, options.peeled)
    result = lit_by_result(position, options.won)
    dim = 1.0 if result.corners else 0.0
    last = cell_of(position, options.last)
    if options.peeled:
        lit, threatened = marked(left, options)
        add_cubes(faces, left, lit, last, threatened, apart=options.apart)
        _keep_lit(faces, left, position, result)
    else:
        lit, threatened = marked(position, options)
        lit = result if result.corners else lit
        add_cubes(faces, position, lit, last, threatened, apart=options.apart)
    made = faces.instances(position.size, options.apart, dim)
    return (Batch(square(), "truchet", made, floats=options.apart.floats),)


def _keep_lit(faces: FaceList, left: Position, position: Position, result: Lit) -> None:
    """Light on the cubes ``left`` by hidden levels what decided the position, face by face.

    Faces that come to light only now are no part of it, even at the same corners. What is followed
    below stays lit beside it, in its own colour.
    """
    if not result.corners:
        return
    seen = FaceList()
    add_surface(seen, position, result, None)
    marks = {
        (position.cubes[piece - 1].cell, turn): pattern & MARKED
        for piece, turn, pattern in zip(seen.ids, seen.turn, seen.pattern, strict=True)
    }
    for at, (piece, turn) in enumerate(zip(faces.ids, faces.turn, strict=True)):
        mark = marks.get((left.cubes[piece - 1].cell, turn), 0)
        if mark & ALIGHT:
            pattern = faces.pattern[at]
            # The corners that the band of a face does not join have the other colour.
            others = (0b1001 if pattern & PAIR else 0b0110) * CORNER_LIT
            if mark & BAND_LIT and pattern & others:
                mark = mark & ~ALIGHT | BAND_LIT | pattern & others | BOTH
            elif not mark & BAND_LIT and pattern & BAND_LIT and mark & others:
                mark = mark & ~ALIGHT | mark & others | BOTH
            faces.pattern[at] = pattern & ~ALIGHT | mark


@lru_cache(maxsize=8)
def _hidden(position: Position, peeled: int, won: int | None, last: Cell | None) -> list[Batch]:
    """Return the cubes of the hidden levels as little more than their edges, to see all below.

    Each edge has a light line beside a dark one, so that it shows on any cube. What decided the
    game stays lit, and more visible, and so does the outline of the last move's cube.
    """
    there = {cube.cell for cube in lower_levels(position, peeled).cubes}
    gone = [at for at, cube in enumerate(position.cubes, 1) if cube.cell not in there]
    faces = FaceList()
    add_surface(faces, position, lit_by_result(position, won), None)
    made = faces.instances(position.size)
    made = made[np.isin(made["id"], gone)]
    lit = made["pattern"] & np.uint32(ALIGHT) > 0
    made["look"][:, 1] = np.where(lit, FAINT_PATH, FAINT)
    found = []
    for inset, colour in ((0.0, Enamel.LIGHT), (EDGE, Enamel.DARK)):
        lines = made.copy()
        lines["pattern"], lines["look"] = colour, (1.0, FAINT_EDGE, 0.0, 0.0)
        found.append(Batch(_frame(inset, EDGE), "enamel", lines, translucent=True))
    own = [at for at in gone if position.cubes[at - 1].cell == last]
    if own:
        lines = made[np.isin(made["id"], own)]
        lines["pattern"], lines["look"] = Enamel.LAST, (1.0, FAINT_LAST, 0.0, 0.0)
        found.append(Batch(_frame(0.0, LAST_EDGE), "enamel", lines, translucent=True))
    return [*found, Batch(square(), "truchet", made, translucent=True)]


@lru_cache(maxsize=3)
def _frame(inset: float, width: float) -> Mesh:
    """Return a thin flat frame within a cube's face, so far from its edges."""
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) - 0.5
    outer, inner = (0.5 + (1.0 - 2.0 * each) * corners for each in (inset, inset + width))
    return band(f"frame {inset} {width}", inner, outer, 0.0)


@lru_cache(maxsize=8)
def _wood(position: Position, apart: Apart) -> list[Batch]:
    return board_batches(position, apart)


@lru_cache(maxsize=4)
def _numbers(
    position: Position, moves: tuple[str, ...], apart: Apart, before: int
) -> tuple[Label, ...]:
    return number_labels(position, moves, apart, before)


def _names(left: Position, options: LiveOptions, height: float = NAME) -> tuple[Label, ...]:
    """Return the name with its level on each cube of the highest level that hidden ones have left.

    The coordinates at the rim belong to the lowest level and are no help inside the pyramid.
    """
    if not options.peeled or options.numbered or options.apart:
        return ()
    return _names_on_top(left, height)


@lru_cache(maxsize=4)
def _names_on_top(left: Position, height: float) -> tuple[Label, ...]:
    highest = max((cube.cell.k for cube in left.cubes), default=0)
    cells = [cube.cell for cube in left.cubes if cube.cell.k == highest]
    tips = np.array([cell.corner for cell in cells], float).reshape(-1, 3) + 1.0
    places = to_world(tips, to_lattice_centre(left.size))
    return figures([f"{cell.name}/{cell.k}" for cell in cells], places, height)


def _hanging(position: Position, cube: Cube, options: LiveOptions) -> Batch:
    """Return a cube above its place as a batch."""
    faces = FaceList()
    add_all_faces(faces, [cube])
    made = faces.instances(position.size, options.apart)
    made["position"][:, 2] += np.float32(options.height)
    return Batch(square(), "truchet", made)


def _ghost(position: Position, options: LiveOptions, cube: Cube) -> Batch:
    """Return the cube with its edges drawn, its bands joined with its neighbours' and lit alike.

    It is opaque like the others, since patterns cannot be read through it, but it casts no shadow.
    """
    faces = FaceList()
    if options.apart or options.peeled:
        add_all_faces(faces, [cube])
    else:
        after = _after(position, cube)
        lit, threatened = marked(after, options)
        add_surface(faces, after, lit, None, threatened)
        _keep_only(faces, cube.cell, after)
    made = faces.instances(position.size, options.apart)
    made["pattern"] |= np.uint32(HINT if options.hint else GHOST)
    return Batch(square(), "truchet", made, translucent=True)


@lru_cache(maxsize=64)
def _after(position: Position, cube: Cube) -> Position:
    return position.play(f"{cube.rotation}:{cube.cell.name}")


def _keep_only(faces: FaceList, cell: Cell, position: Position) -> None:
    """Leave only the faces of one cube."""
    piece = 1 + next(i for i, cube in enumerate(position.cubes) if cube.cell == cell)
    kept = [i for i, each in enumerate(faces.ids) if each == piece]
    for name in ("origin", "turn", "pattern", "ids", "level"):
        values = getattr(faces, name)
        values[:] = [values[i] for i in kept]
