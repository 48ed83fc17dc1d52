"""Positions of Boche under its symmetries; see ``engine.orbit``."""

from __future__ import annotations

from functools import partial

from boche.engine.games.boche import rules
from boche.engine.games.boche.board import column_numbers
from boche.engine.games.boche.geometry import Cube
from boche.engine.games.boche.notation import SWAP, Move, parse_move
from boche.engine.games.boche.symmetry import SYMMETRIES, Symmetry
from boche.engine.orbit import Orbit

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


def orbit_of(options: str, cubes: tuple[Cube, ...], board: rules.Board, size: int) -> Orbit:
    """Return the orbit of a board, which has these cubes."""
    flip = board.info[rules.TURN] == rules.DARK
    return Orbit(
        f"{options} {int(rules.can_swap(board))}",
        (size, flip),
        _LEADING[flip],
        cubes,
        partial(_piece, size),
        partial(_move, size, board),
        partial(_back, size),
    )


def _piece(size: int, symmetry: Symmetry, cube: Cube) -> object:
    return *symmetry.cell(cube.cell, size), symmetry.rotation(cube.rotation)


def _move(size: int, board: rules.Board, symmetry: Symmetry, move: Move) -> str:
    """Return a move's image and the level that it fills, which its inverse needs."""
    level = 0 if move == SWAP else board.heights[column_numbers(size)[move.c, move.r]]
    return f"{symmetry.move(move, level, size)}/{level}"


def _back(size: int, symmetry: Symmetry, text: str) -> str:
    written, _, level = text.partition("/")
    return str(symmetry.inverse().move(parse_move(written, size), int(level), size))
