"""Boku picking: the marble or cell a ray hits, and the effect of a marble there.

Marbles are spheres and everything else is the plane of the board's surface: a hollow is hit
through its circle in that plane. A sandwich takes two clicks: the cell, then the marble to take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.boku.geometry import CELLS, Cell
from boche.engine.games.boku.notation import Move
from boche.engine.games.boku.position import Position
from boche.engine.games.boku.words import OCCUPIED
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points, Ray, first_ball, met
from boche.viewer.games.boku import words
from boche.viewer.games.boku.board import SIDE, board, place_of, places
from boche.viewer.games.boku.scene import middles
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.games.view import Blocked, Display, Hover, Pick, Picker, Preview
from boche.viewer.games.words import CELL

RADII = (RADIUS, RADIUS, RADIUS)
ROUNDED = 1e-6  # edge lengths within which a ray meets two bodies at once
TELLING = 3  # marbles in line that deserve mention


class Spot(NamedTuple):
    """A cell under the pointer, and ``marble``: True if the pointer is on its marble."""

    cell: Cell
    marble: bool


# -- rays


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """Return what a ray hits first, and the cell or marble that the player means by it."""
    cells, spheres = marbles(position)
    found = met(ray, spheres, RADII, places(), SIDE)
    if found is None:
        return Pick()
    spot, point = None, found.point
    if found.piece is not None:
        spot = Spot(cells[found.piece], True)
    elif found.cell is not None:
        spot = Spot(CELLS[found.cell], False)
    if spot is None:
        return Pick(point=point)
    target, reason = meaning(position, spot, display.taken)
    return Pick(target, spot, reason, point, told=reason.kind == OCCUPIED.kind)


@lru_cache(maxsize=16)
def marbles(position: Position) -> tuple[tuple[Cell, ...], Points]:
    """Return the cells of all marbles, and the marbles' middles in the world (N, 3)."""
    cells = tuple(marble.cell for marble in position.marbles)
    return cells, middles(list(cells))


# -- meaning


def meaning(position: Position, spot: Spot, taken: str) -> tuple[str | None, Message]:
    """Return the target that a spot selects, or None and the reason why there is none."""
    if position.outcome is not None:
        return None, position.outcome.reason
    if taken:
        caught = position.caught(position.parse(taken).cell)
        if spot.cell in caught:
            return f"{taken}x{spot.cell.name}", NOTHING
        return None, asks(position, taken)
    if position.marble_at(spot.cell) is not None:
        return None, position.why_occupied(spot.cell)
    if spot.cell == position.forbidden:
        return None, position.why_forbidden
    return spot.cell.name, NOTHING


def named(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    """Return the names of cells."""
    return tuple(cell.name for cell in cells)


def piece(position: Position, pick: Pick) -> str:
    """Return the cell of the marble that a pick hits, or an empty text."""
    spot = pick.face
    there = isinstance(spot, Spot) and position.marble_at(spot.cell) is not None
    return spot.cell.name if there else ""


def target_of(position: Position, move: Move) -> str | None:
    """Return the cell that a move fills."""
    return move.cell.name


def leads(choice: str, move: Move) -> bool:
    """Return True if a move fills the chosen cell."""
    return move.cell.name == choice


def place(position: Position, target: str, display: Display) -> Vector:
    """Return the middle of a target's marble in the world, (3,): the one to place or to take."""
    move = position.parse(target)
    return np.array([*place_of(move.taken or move.cell), HEIGHT])


def blocked(position: Position, taken: str) -> tuple[Blocked, ...]:
    """Return the cells that cannot be played; none while a marble to take is chosen."""
    if taken:
        return ()
    found = [(marble.cell, position.why_occupied(marble.cell)) for marble in position.marbles]
    if position.forbidden is not None:
        found.append((position.forbidden, position.why_forbidden))
    return tuple(
        Blocked(cell.name, np.array([*place_of(cell), HEIGHT]), why) for cell, why in found
    )


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Return True if a ray hits the marble that a target would place or take before any other."""
    own = first_ball(place(position, target, display)[None], RADII, ray)[1]
    # A marble to take is among all of them, where some processors round it otherwise.
    return own < np.inf and own <= first_ball(marbles(position)[1], RADII, ray)[1] + ROUNDED


def asks(position: Position, taken: str) -> Message:
    """Return the question which marble to take, once the cell that makes a sandwich is chosen."""
    return words.CHOOSE(cell=taken, caught=named(position.caught(position.parse(taken).cell)))


def spot_name(position: Position, pick: Pick) -> str:
    """Return the cell that a ray has hit, or that of a target."""
    if isinstance(pick.face, Spot):
        return pick.face.cell.name
    return position.parse(pick.target).cell.name if pick.target else ""


def place_name(position: Position, pick: Pick, taken: str) -> Message:
    """Return the cell that a marble would fill, or that of one to take chosen by keys."""
    if isinstance(pick.face, Spot):
        return NOTHING if pick.face.marble else CELL(cell=pick.face.cell.name)
    if pick.target is None:
        return NOTHING
    move = position.parse(pick.target)
    return CELL(cell=(move.taken or move.cell).name)


def top(position: Position, spot: str, display: Display) -> Vector | None:
    """Return the point on top of a cell or of its marble, (3,)."""
    cell = next((cell for cell in CELLS if cell.name == spot), None)
    if cell is None:
        return None
    return np.array([*place_of(cell), HEIGHT + RADIUS if position.marble_at(cell) else 0.0])


def bounds(position: Position) -> Points:
    """Return points (N, 3) that a view of the whole board must contain."""
    return np.asarray(board().bounds, float)


# -- words and light


def hover(position: Position, pick: Pick) -> Hover:
    """Return the longest row through the marble under the pointer."""
    spot = pick.face
    if not isinstance(spot, Spot) or not spot.marble:
        return Hover()
    row = position.row_through(spot.cell)
    colour = position.marble_at(spot.cell)
    if len(row) < 2 or taken_marble(pick):
        return Hover(words.MARBLE(colour=colour, cell=spot.cell.name)) if row else Hover()
    return Hover(words.MARBLES(cell=spot.cell.name, count=len(row), colour=colour), named(row))


def taken_marble(pick: Pick) -> bool:
    """Return True if a pick selects a marble to take."""
    return pick.target is not None and "x" in pick.target


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """Return what a move, or a partial move, would bring: a row, a sandwich, the end."""
    move = position.parse(str(move))
    caught = position.caught(move.cell)
    rings = tuple(f"x{cell.name}" for cell in caught)
    if caught and move.taken is None:
        return Preview(threatened=rings, text=words.SANDWICH(caught=named(caught)))
    after = position.play(move)
    row = after.row_through(move.cell)
    shown = named(row) if len(row) >= TELLING else ()
    effects = [words.TAKES(cell=move.taken.name)] if move.taken is not None else []
    task = Preview(threatened=rings, text=words.BRINGS(effects=(*effects,))) if effects else None
    if after.outcome is not None:
        return Preview(shown, rings, after.outcome.reason, task)
    effects += [words.MAKES(count=len(row))] if shown else []
    said = words.BRINGS(effects=tuple(effects)) if effects else NOTHING
    return Preview(shown, rings, said, task)


PICKER = Picker(
    pick=pick,
    place=place,
    blocked=blocked,
    over=over,
    bounds=bounds,
    hover=hover,
    preview=preview,
    target_of=target_of,
    leads=leads,
    asks=asks,
    by_keys=words.BY_KEYS,
    by_list=words.BY_LIST,
    spot=spot_name,
    place_name=place_name,
    top=top,
    piece=piece,
)
