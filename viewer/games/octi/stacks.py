"""Places of Octi's pods: stacked on their squares, or fanned out around them.

A fan lays the pods of a square beside each other at full size, over the squares around it,
preferably over empty ones that the next step does not lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from boche.engine.games.octi.geometry import LETTERS, SIZE, Pod, beyond
from boche.engine.games.octi.position import Position
from boche.viewer.games.octi.board import place_of
from boche.viewer.games.octi.moves import Effect, effect_of, landings
from boche.viewer.games.octi.solids import HEIGHT, PITCH
from boche.viewer.scene.model import Floats

LEAN = 0.03  # sideways offset between the pods of a stack
TALLEST = 0.4  # greatest height of the top pod of a stack; many pods sink into each other
FULL = 3  # number of pods up to which the offset is full
RISE = 0.12  # least height of a fan over the board
CLEAR = 0.06  # and over the pods that it covers
REACH = 2  # squares that a fan spreads to each side at most
OCCUPIED, AHEAD, BESIDE, TAKEN = 4.0, 8.0, 16.0, 32.0
"""Extra distance in a fan of a square that has pods on it, that the next step may go to, that is
off the board, that another fan covers.
"""


class Placed(NamedTuple):
    """A pod in the world: the place of its foot, its scale, its index in ``Position.pods``.

    ``fresh`` are prongs drawn in the colour of marks.
    """

    pod: Pod
    at: tuple[float, float, float]
    scale: float = 1.0
    piece: int = -1
    fresh: str = ""


Spot = tuple[float, float, float]
"""Place of a pod: right and up from the middle of its square, and its height."""


@lru_cache(maxsize=16)
def stacks(position: Position) -> tuple[tuple[tuple[int, Pod], ...], ...]:
    """Return the pods of each square with their indices, the last one on top."""
    own: dict[int, list[tuple[int, Pod]]] = {}
    for index, each in enumerate(position.pods):
        own.setdefault(each.square, []).append((index, each))
    return tuple(tuple(pods) for pods in own.values())


@lru_cache(maxsize=16)
def heights(position: Position) -> dict[int, int]:
    """Return the number of pods on each square that has any."""
    return {own[0][1].square: len(own) for own in stacks(position)}


def on_board(
    position: Position,
    fanned: Iterable[int] = (),
    fresh: tuple[int, str] = (0, ""),
    spread: float = 0.0,
    without: Iterable[int] = (),
    taken: str = "",
) -> list[Placed]:
    """Return all pods on the board, in stacks, those of ``fanned`` squares beside each other.

    ``spread``, from 0 to 1, is how far all others have moved from their stacks to fans. ``fresh``
    is a square and the new prong of a pod there; ``without`` are indices left out; ``taken`` is
    the part of a move chosen so far, whose next squares fans leave free.
    """
    found, hidden, opened = [], set(without), tuple(fanned)
    fans = fan(position, opened + _others(position, opened) * (spread > 0.0), taken)
    for own in stacks(position):
        where = own[0][1].square
        places: Sequence[Spot] = pile(len(own))
        if where in fans:
            places = _between(places, fans[where], 1.0 if where in opened else min(spread, 1.0))
        x, y = place_of(where)
        for (index, each), (dx, dy, z) in zip(own, places, strict=True):
            new = fresh[1] if where == fresh[0] and fresh[1] in each.prongs else ""
            if index not in hidden:
                found.append(Placed(each, (x + dx, y + dy, z), 1.0, index, new))
    return found


def _others(position: Position, opened: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of stacks that are not fanned out."""
    return tuple(where for where in heights(position) if where not in opened)


def _between(piled: Sequence[Spot], fanned: Sequence[Spot], part: float) -> list[Spot]:
    ways = zip(piled, fanned, strict=True)
    return [
        (x + part * (x2 - x), y + part * (y2 - y), z + part * (z2 - z))
        for (x, y, z), (x2, y2, z2) in ways
    ]


@lru_cache(maxsize=16)
def pile(count: int) -> tuple[Spot, ...]:
    """Return the places of the pods of a stack; a tall one does not hide its neighbour."""
    middle, more = (count - 1) / 2, max(count - 1, 1)
    lean, pitch = LEAN * min(1.0, FULL / count), min(PITCH, TALLEST / more)
    return tuple((lean * (middle - i), lean * (i - middle), i * pitch) for i in range(count))


@lru_cache(maxsize=64)
def fan(
    position: Position, squares: tuple[int, ...], taken: str = ""
) -> dict[int, tuple[Spot, ...]]:
    """Return the places of the pods of some squares when they are fanned out.

    The top one stays where it lies in the stack. Squares with one pod, or none, are left out.
    """
    pods, found = heights(position), dict[int, tuple[Spot, ...]]()
    covered: set[tuple[int, int]] = set()
    ahead = landings(position, taken) if taken else frozenset[int]()
    for square in dict.fromkeys(squares):
        if pods.get(square, 0) > 1:
            cells = _cells(position, square, covered, ahead | _reach(position, square))
            covered |= {_cell(square, cell) for cell in cells}
            found[square] = _laid_out(pods, square, cells)
    return found


def _laid_out(
    pods: dict[int, int], square: int, cells: Sequence[tuple[int, int]]
) -> tuple[Spot, ...]:
    """Return the pods of a fan over their cells, above all that stands there.

    The last one stays on its stack.
    """
    own = pile(pods[square])
    below = [pods.get(10 * x + y, 0) for x, y in (_cell(square, cell) for cell in cells)]
    tops = [pile(count)[-1][2] + HEIGHT + CLEAR for count in below if count]
    high = max(RISE, own[-1][2], *tops)
    return (*((float(x), float(y), high) for x, y in cells), own[-1])


def _cell(square: int, away: tuple[int, int]) -> tuple[int, int]:
    return square // 10 + away[0], square % 10 + away[1]


def _cells(
    position: Position, square: int, covered: set[tuple[int, int]], ahead: frozenset[int]
) -> list[tuple[int, int]]:
    """Return the best cells, relative to the square, for all its pods but one."""
    pods = heights(position)

    def cost(away: tuple[int, int]) -> float:
        x, y = _cell(square, away)
        total = float(np.hypot(*away)) + TAKEN * ((x, y) in covered)
        if not (1 <= x <= SIZE and 1 <= y <= SIZE):
            return total + BESIDE
        there = 10 * x + y
        return total + OCCUPIED * (there in pods) + AHEAD * (there in ahead)

    return sorted(_around(), key=cost)[: pods[square] - 1]


def _around() -> Iterator[tuple[int, int]]:
    """Return the cells around one, row by row from the north."""
    reach = range(-REACH, REACH + 1)
    return ((x, y) for y in reversed(reach) for x in reach if x or y)


def _reach(position: Position, square: int) -> frozenset[int]:
    """Return the squares to which the pods of one may step or jump."""
    found, pods = set[int](), heights(position)
    for letter in {letter for pod in position.pods_on(square) for letter in pod.prongs}:
        near = beyond(square, LETTERS.index(letter), position.wrap)
        far = beyond(near, LETTERS.index(letter), position.wrap) if near in pods else None
        found |= {each for each in (near, far) if each is not None}
    return frozenset(found)


def reach_of(position: Position, square: int, taken: str) -> float:
    """Return how far around the middle of a square its fan spreads, to each side."""
    spots = fan(position, (square,), taken).get(square, ())
    return 0.5 + max((round(max(abs(x), abs(y))) for x, y, _ in spots), default=0)


def fanned_squares(position: Position, pointed: str, begun: str) -> tuple[int, ...]:
    """Return the squares whose pods are fanned out.

    These are the squares of a move in progress, and the one that the pointer has opened;
    ``pointed`` may be empty.
    """
    plan = effect_of(position, begun) if begun else Effect()
    found = [way[0] for _, way in plan.movers]
    found += [position.pods[plan.pod].square] if plan.pod >= 0 else []
    found += [int(pointed)] if pointed else []
    return tuple(each for each in dict.fromkeys(found) if heights(position).get(each, 0) > 1)


def pod_bounds(placed: Sequence[Placed]) -> Floats:
    """Return boxes around all pods in the world (8 N, 3), for pictures without a board."""
    corner = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, HEIGHT)])
    where = np.array([each.at for each in placed], float).reshape(-1, 1, 3)
    return np.asarray((where + corner).reshape(-1, 3), np.float32)
