"""Scene of a Boku position: marbles in a drilled board.

The pattern of a marble and its marks is an ``Enamel``, the first two of which are also colours of
``glass``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.games.boku.geometry import CELLS, LETTERS, Cell, numbers_of
from boche.engine.games.boku.position import Position
from boche.viewer.games.boku.board import board, place_of, places
from boche.viewer.games.boku.solids import HEIGHT, RADIUS, bar, inlay, marble
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.marks import HINT, HOVERED, LAST, THREATENED, WON
from boche.viewer.scene.model import (
    UPRIGHT,
    Array,
    Batch,
    Floats,
    Label,
    Mesh,
    Scene,
    SceneOptions,
    instances,
)
from boche.viewer.scene.solids import TO_EYE

COLOUR = {"black": Enamel.DARK, "white": Enamel.LIGHT}
LIT = dict(zip(("white", "black"), HOVERED.numbers, strict=True))

LAMP, RING, BELT, LINE = (0.0, 41.0, 1), (27.0, 41.0, 2), (42.0, 56.0, 1), (59.0, 66.0, 1)
"""Marks on a marble, in degrees from its top and by layer: has won, may be taken, the last move's,
is hovered. No two that one marble may have lie on each other, and the belt is so high that a
marble in front hides none of what a low view shows of it.
"""

HINTED = ((34.0, 46.0, 1), (46.0, 52.0, 1))
"""Belts of a hint: in its colour and, next to that, dark, as along the edges of cubes and tiles."""

LETTER_OUT, NUMBER_OUT, TEXT = 0.94, 0.98, 0.32
NUMBER = 0.26  # height of a move's number
INDEX = {cell: index for index, cell in enumerate(CELLS)}


def build(position: Position, options: SceneOptions) -> Scene:
    """Return the scene of a Boku position."""
    lit = frozenset(decided(position) if options.result else ())
    batches = piece_batches(position, lit, last_cell(position, options.last))
    if not options.board:
        return Scene(tuple(batches), bounds=marble_bounds(position))
    labels = rim_labels() if options.labels else ()
    labels += number_labels(position, options.numbered)
    # The marbles come first, so that the board they hide is not shaded.
    return Scene((*batches, *wood()), labels, board().ground, board().bounds)


def last_cell(position: Position, move: Any) -> Cell | None:
    """Return the cell of ``move``, just played, or None for no move."""
    return position.parse(str(move)).cell if move is not None else None


def decided(position: Position) -> tuple[Cell, ...]:
    """Return the rows that decided a finished game, from end to end."""
    if position.outcome is None or position.outcome.kind != "row":
        return ()
    return tuple(dict.fromkeys(cell for row in position.winning_rows() for cell in row))


def piece_batches(
    position: Position,
    lit: frozenset[Cell] = frozenset(),
    last: Cell | None = None,
    without: Cell | None = None,
) -> list[Batch]:
    """Return the marbles, their lights, the last move's mark and the cross on a forbidden cell.

    The marble of the cell ``without`` is left out.
    """
    shown = [m for m in position.marbles if m.cell != without]
    quiet = 1.0 if position.outcome is not None and lit else 0.0
    shining = sorted(cell for cell in lit if position.marble_at(cell))
    found = [
        _marbles((m.cell for m in shown if m.cell not in lit), position, quiet),
        _marbles((m.cell for m in shown if m.cell in lit), position, 0.0),
        on_marbles(inlay(*LAMP), shining, [WON.number] * len(shining)),
    ]
    if last is not None and last != without and position.marble_at(last):
        found.append(on_marbles(inlay(*BELT), [last], [LAST.number]))
    if position.forbidden is not None and position.outcome is None:
        found.append(cross(position.forbidden))
    return [batch for batch in found if len(batch.instances)]


def _marbles(cells: Iterable[Cell], position: Position, quiet: float) -> Batch:
    shown = list(cells)
    colours = [COLOUR[position.marble_at(cell) or "white"] for cell in shown]
    return on_marbles(marble(), shown, colours, quiet)


def lines(position: Position, lit: Iterable[Cell]) -> Batch:
    """Return a line round the marbles of some cells, which keep their own colour."""
    cells = [cell for cell in sorted(lit) if position.marble_at(cell)]
    return on_marbles(inlay(*LINE), cells, [LIT[position.marble_at(c) or "white"] for c in cells])


def on_marbles(solid: Mesh, cells: list[Cell], colours: Sequence[int], quiet: float = 0.0) -> Batch:
    """Return a solid in the middle of each cell's marble, each in its own colour."""
    where = middles(cells)
    ids = np.array([1 + INDEX[cell] for cell in cells], np.uint32)
    glass = solid is marble()
    pattern = np.array(colours, np.uint32) | np.uint32(TO_EYE if glass else 0)
    made = instances(where, UPRIGHT, pattern, ids, (1.0, 1.0, quiet, 0.0))
    return Batch(solid, "glass" if glass else "enamel", made)


def middles(cells: list[Cell]) -> Array:
    """Return the middles of the marbles of some cells in the world, (N, 3)."""
    return np.array([(*place_of(cell), HEIGHT) for cell in cells]).reshape(-1, 3)


def hint_belts(cell: Cell) -> list[Batch]:
    """Return the belts that mark the marble of a hint; like its ghost, they cast no shadow."""
    colours = (HINT.number, Enamel.DARK)
    belts = [on_marbles(inlay(*b), [cell], [c]) for b, c in zip(HINTED, colours, strict=True)]
    return [replace(belt, translucent=True) for belt in belts]


def cross(cell: Cell) -> Batch:
    """Return two bars across a hollow: no marble may be played there."""
    half = np.radians([22.5, -22.5])
    turn = np.array([(0.0, 0.0, np.sin(a), np.cos(a)) for a in half])
    where = np.tile((*place_of(cell), 0.0), (2, 1))
    return Batch(bar(), "enamel", instances(where, turn, THREATENED.number))


@lru_cache(maxsize=1)
def wood() -> tuple[Batch, ...]:
    """Return the board without marbles."""
    rim = instances(np.zeros((1, 3)))
    return Batch(board().rim, "wood", rim), Batch(board().plate, "drilled", instances(places()))


def number_labels(position: Position, moves: tuple[str, ...], before: int = 0) -> tuple[Label, ...]:
    """Return the number of its move on each marble; ``moves`` led to the position.

    The first moves ``before`` have none.
    """
    numbers = {position.parse(text).cell: i for i, text in enumerate(moves, 1 - before)}
    shown = {cell: str(i) for cell, i in numbers.items() if i > 0 and position.marble_at(cell)}
    return figures(shown.values(), np.add(middles(list(shown)), (0.0, 0.0, RADIUS)), NUMBER)


def marble_bounds(position: Position) -> Floats:
    """Return the corners of boxes around all marbles in the world (8 N, 3)."""
    where = middles([m.cell for m in position.marbles])
    corner = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray((where[:, None] + RADIUS * corner).reshape(-1, 3), np.float32)


@lru_cache(maxsize=1)
def rim_labels() -> tuple[Label, ...]:
    """Return letters left of the rows, and numbers at the upper right ends of their lines."""
    return tuple(_labels())


def _labels() -> Iterator[Label]:
    for c, letter in enumerate(LETTERS):
        x, y = place_of(Cell(c, numbers_of(c)[0]))
        yield Label(letter, (x - LETTER_OUT, y, 0.0), TEXT)
    for number in range(1, 11):
        x, y = place_of(Cell(max(0, number - 5), number))
        out = NUMBER_OUT * np.array([np.cos(np.pi / 3), np.sin(np.pi / 3)])
        yield Label(str(number), (float(x + out[0]), float(y + out[1]), 0.0), TEXT)
