"""Boku in the window: the scene of the pictures with the ghost, its captures and lit rows.

Lit marbles are named by text: ``e5`` is a marble that shines, ``xe5`` one that may be taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.games.boku.geometry import Cell
from boche.engine.games.boku.notation import Move
from boche.engine.games.boku.position import Position
from boche.viewer.games.boku.board import board, place_of
from boche.viewer.games.boku.scene import (
    COLOUR,
    LINE,
    LIT,
    RING,
    decided,
    hint_belts,
    last_cell,
    lines,
    number_labels,
    on_marbles,
    piece_batches,
    rim_labels,
    wood,
)
from boche.viewer.games.boku.solids import HEIGHT, RADIUS, inlay, marble
from boche.viewer.scene.figures import figures
from boche.viewer.scene.heat import discs
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.marks import THREATENED
from boche.viewer.scene.model import Array, Batch, Label, Scene

GHOST = 0.72  # opacity of the marble that would be placed
LEAVING = 0.35  # opacity of the marble that would be taken
HEAT, HEAT_AT = 0.3, 0.02  # radius of the largest disc, a little less than a hollow's; its height
FIGURE = 0.22  # height of the figures
CLEAR = 1.1  # height of a taken marble when the other has landed


def build(position: Position, options: LiveOptions) -> Scene:
    """Build the scene. ``options.ghost`` and ``options.moving`` are moves or their texts.

    A ghost may be a partial move: a cell that makes a sandwich, with nothing taken yet. ``taken``
    is such a move that waits for the marble to take: it shows as a ghost, the marbles with rings,
    until one is pointed at. ``explode`` and ``peeled`` have no effect: marbles lie on one level.
    """
    ghost, moving = move_of(position, options.ghost), move_of(position, options.moving)
    if options.taken and ghost is None and moving is None:
        ghost = position.parse(options.taken)
        rings = tuple(f"x{cell.name}" for cell in position.caught(ghost.cell))
        options = replace(options, lit=(*options.lit, *rings))
    leaving = moving or ghost
    taken = leaving.taken if leaving is not None else None
    result = decided(position)[: options.won]
    batches = [*_pieces(position, options.last, options.lit, taken, result), *wood()]
    if ghost is not None and moving is None:
        batches += _ghost(position, ghost, options.lit)
        if options.hint:
            batches += hint_belts(ghost.cell)
    hinted = move_of(position, options.hinted)
    if hinted is not None and moving is None:
        batches += [*_ghost(position, hinted, ()), *hint_belts(hinted.cell)]
    labels = rim_labels() if options.labels else ()
    labels += _numbers(position, options.numbered, options.unnumbered)
    if moving is not None:
        batches += _moving(position, moving, options.height)
    elif options.heat:
        shares = np.array([share for _, share in options.heat])
        batches.append(discs(_warm_places(position, options.heat, ghost), shares, HEAT))
        texts = [text for _, text in options.figures]
        labels += figures(texts, _warm_places(position, options.figures, ghost), FIGURE)
    return Scene(tuple(b for b in batches if len(b.instances)), labels, board().ground,
                 board().bounds)  # fmt: skip


def move_of(position: Position, move: Any) -> Move | None:
    """Return a move given as itself or by its text, or None for no move."""
    return position.parse(str(move)) if move is not None else None


def _cells(position: Position, lit: tuple[Any, ...], taken: bool) -> list[Cell]:
    """Return the lit cells of one kind: those that may be taken, or those that shine."""
    texts = [str(text) for text in lit if str(text).startswith("x") == taken]
    return [position.parse(text.removeprefix("x")).cell for text in texts]


@lru_cache(maxsize=16)
def _pieces(
    position: Position,
    last: Any,
    lit: tuple[Any, ...],
    taken: Cell | None,
    result: tuple[Cell, ...],
) -> tuple[Batch, ...]:
    """Return the marbles on the board; cached, since only the ghost changes often."""
    found = piece_batches(position, frozenset(result), last_cell(position, last), taken)
    shining = [c for c in _cells(position, lit, False) if c not in result and c != taken]
    rings = [cell for cell in _cells(position, lit, True) if cell != taken]
    found.append(lines(position, shining))
    found.append(on_marbles(inlay(*RING), rings, [THREATENED.number] * len(rings)))
    return tuple(batch for batch in found if len(batch.instances))


def _ghost(position: Position, move: Move, lit: tuple[Any, ...]) -> list[Batch]:
    """Return the marble that would be placed and the one it would take, both translucent."""
    colour = COLOUR[position.turn]
    found = [faded(on_marbles(marble(), [move.cell], [colour]), GHOST)]
    if move.cell in _cells(position, lit, False):
        found.append(faded(on_marbles(inlay(*LINE), [move.cell], [LIT[position.turn]]), GHOST))
    if move.taken is not None:
        found += _leaving(position, move.taken, LEAVING, 0.0)
        ring = on_marbles(inlay(*RING), [move.taken], [THREATENED.number])
        found.append(replace(ring, translucent=True))  # like the marble, it loses its shadow
    return found


def _warm_places(position: Position, named: Iterable[tuple[str, Any]], ghost: Move | None) -> Array:
    """Return the places (N, 3) of discs and figures of hollows, on top of the ghost if there."""
    cells = [position.parse(text).cell for text, _ in named]
    top = HEIGHT + RADIUS + HEAT_AT
    high = [top if ghost is not None and cell == ghost.cell else HEAT_AT for cell in cells]
    at = [(*place_of(cell), z) for cell, z in zip(cells, high, strict=True)]
    return np.array(at).reshape(-1, 3)


@lru_cache(maxsize=4)
def _numbers(position: Position, moves: tuple[str, ...], before: int) -> tuple[Label, ...]:
    return number_labels(position, moves, before)


def _moving(position: Position, move: Move, height: float) -> list[Batch]:
    """Return a marble above its cell; as it descends, the one it takes rises and fades."""
    found = [raised(on_marbles(marble(), [move.cell], [COLOUR[position.turn]]), height)]
    if move.taken is not None:
        part = min(max(height / CLEAR, 0.0), 1.0)
        found += _leaving(position, move.taken, part, CLEAR * (1.0 - part))
    return found


def _leaving(position: Position, cell: Cell, alpha: float, height: float) -> list[Batch]:
    colour = COLOUR[position.marble_at(cell) or "white"]
    return [raised(faded(on_marbles(marble(), [cell], [colour]), alpha), height)]


def faded(batch: Batch, alpha: float) -> Batch:
    """Return a translucent copy of a batch, or the batch itself if ``alpha`` is 1."""
    if alpha >= 1.0:
        return batch
    made = batch.instances.copy()
    made["look"][:, 1] = alpha
    return Batch(batch.mesh, batch.material, made, translucent=True)


def raised(batch: Batch, height: float) -> Batch:
    """Return a batch lifted from where it lies."""
    made = batch.instances.copy()
    made["position"][:, 2] += np.float32(height)
    return Batch(batch.mesh, batch.material, made, batch.translucent)
